"""What a seat is asked, as the pages look at it: what it has, and what it may answer."""

from typing import NamedTuple

from companion.games.amsterdam.actions import AnyAction
from companion.games.amsterdam.refusals import refusal
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import Counts
from companion.games.rules import Options
from companion.games.speech import Speech
from companion.games.typed import OneOf


class Asked(NamedTuple):
    state: State
    seat: int
    options: Options
    speech: Speech

    @property
    def have(self) -> Counts:
        """In the supply."""
        return self.state.supply[self.seat]

    def can(self, kind: type[AnyAction]) -> bool:
        """Answer in any way of this kind."""
        return isinstance(self.options, OneOf) and self.options.of(kind) is not None

    def why_not(self, action: AnyAction) -> str:
        return refusal(self.state, self.seat, action).said(self.speech)
