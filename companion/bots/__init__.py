"""Players that are no people. They choose from the legal options only, like everybody else."""

from collections.abc import Callable
from random import Random

from companion.bots import amsterdam, merchants, mercurius
from companion.bots.bot import Bidder, Bot

BOTS: dict[str, dict[str, Callable[[Random], Bot]]] = {
    "merchants": {"random": merchants.RandomBot, "merchant": merchants.MerchantBot},
    "mercurius": {"random": mercurius.RandomBot, "speculator": mercurius.SpeculatorBot},
    "amsterdam": {"random": amsterdam.RandomBot},
}
"""By game, the best one last."""

__all__ = ["BOTS", "Bidder", "Bot"]
