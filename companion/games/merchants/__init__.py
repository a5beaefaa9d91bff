"""Merchants of Amsterdam: `begin` a game, ask what is `legal`, `decide` an action, `evolve` the state by its events."""

from companion.games.merchants.decide import begin, decide, legal, to_move
from companion.games.merchants.evolve import evolve

__all__ = ["begin", "decide", "evolve", "legal", "to_move"]
