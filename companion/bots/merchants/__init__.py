"""Who plays Merchants of Amsterdam when no person does."""

from companion.bots.merchants.merchant import MerchantBot
from companion.bots.merchants.random_bot import RandomBot

__all__ = ["MerchantBot", "RandomBot"]
