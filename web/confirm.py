"""A whole action that was picked: what it is and what comes of it, and how it is sent."""

from typing import NamedTuple


class Confirm(NamedTuple):
    sentences: tuple[str, ...]
    request: str
