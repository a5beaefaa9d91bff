"""Players that are no people. They choose from the legal options only, like everybody else."""

from collections.abc import Callable
from random import Random

from companion.bots.bot import Bot
from companion.bots.merchant import MerchantBot
from companion.bots.random_bot import RandomBot

BOTS: dict[str, Callable[[Random], Bot]] = {"random": RandomBot, "merchant": MerchantBot}

__all__ = ["BOTS", "Bot", "MerchantBot", "RandomBot"]
