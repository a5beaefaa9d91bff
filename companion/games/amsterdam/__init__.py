"""Amsterdam: `begin` a game, ask what is `legal`, `decide` an action, `evolve` the state by its events."""

from companion.games.amsterdam.decide import Moment, advance, begin, choices, correct, decide, evolve, legal, moment

__all__ = ["Moment", "advance", "begin", "choices", "correct", "decide", "evolve", "legal", "moment"]
