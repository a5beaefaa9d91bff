"""Who plays Amsterdam when no person does: somebody for tries. At the table the opponent is TOM, by the rules."""

from companion.bots.amsterdam.random_bot import RandomBot

__all__ = ["RandomBot"]
