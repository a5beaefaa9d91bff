"""Who plays Mercurius when no person does."""

from companion.bots.mercurius.random_bot import RandomBot
from companion.bots.mercurius.speculator import SpeculatorBot

__all__ = ["RandomBot", "SpeculatorBot"]
