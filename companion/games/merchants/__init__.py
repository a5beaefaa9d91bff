"""Merchants of Amsterdam: `begin` a game, ask what is `legal`, `decide` an action, `evolve` the state by its events."""

from companion.games.merchants.decide import advance, begin, choices, decide, legal
from companion.games.merchants.evolve import evolve

__all__ = ["advance", "begin", "choices", "decide", "evolve", "legal"]
