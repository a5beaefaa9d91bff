"""What can go wrong with the device, said to the person who stands before it."""

from companion.games.errors import GameError


class NotThere(GameError):
    """A part of the device that cannot be used, and what to do about it."""
