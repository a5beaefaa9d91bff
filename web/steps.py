"""A choice that takes several taps, as the page's address says it: so every step works without script and can be gone
back on. Nothing of it is believed before the rules allow it.
"""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode


class Step(NamedTuple):
    """Something that can be tapped; without an address, why it cannot be."""

    words: str
    href: str = ""


class Address:
    """Of this page, with something picked."""

    def __init__(self, path: str, after: str) -> None:
        self._path = path
        self._after = after
        self.bare = path

    def with_picked(self, **picked: str) -> str:
        named = {"after": self._after, **{name: value for name, value in picked.items() if value}}
        return f"{self._path}?{urlencode(named)}"


def is_about(address: Mapping[str, str], after: str) -> bool:
    """Whether it was picked when the same was asked as now."""
    return address.get("after") == after
