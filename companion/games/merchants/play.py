"""One accepted action of this game being carried out."""

from companion.games import rules
from companion.games.merchants.state import State

Play = rules.Play[State]
