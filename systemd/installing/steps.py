"""One thing that is done to a machine: said first, so that a dry run tells the same as a run."""

from collections.abc import Callable
from typing import NamedTuple


class Step(NamedTuple):
    says: str
    does: Callable[[], str | None]
    """Does it, and tells what came of it if there is more to tell."""
