"""The two lengths of the tests: `./check` runs the quick one, `./check --long` everything.

What only the long one does is marked `long_only` and has a short form that both run.
"""

import os

import pytest

LONG = "VEILINGKLOK_LONG" in os.environ

long_only = pytest.mark.long_only


def examples(long: int) -> int:
    """How many examples of a property to try: this many, or a quarter of them in the quick check."""
    return long if LONG else min(long, max(5, long // 4))
