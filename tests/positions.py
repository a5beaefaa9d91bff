"""A table to act at, for tests of the rules of any game. The positions to begin from are each game's own."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import pytest

from companion.games.errors import BadPosition, Illegal
from companion.games.events import Asked, Event
from companion.games.rules import Options, Rules
from companion.games.state import State

S = TypeVar("S", bound=State)


class Table(Generic[S]):
    """A state that actions are tried on."""

    def __init__(self, rules: Rules[S], state: S) -> None:
        self.rules = rules
        self.state = state

    def does(self, seat: int | None, action: Any) -> list[Any]:
        """The seat acts; what happened, without the agenda's bookkeeping."""
        events = self.rules.decide(self.state, seat, action)
        for event in events:
            self.rules.evolve(self.state, event)
        return [event for event in events if not isinstance(event, Asked)]

    def refuses(self, seat: int | None, action: Any) -> str:
        """The reason why the seat may not; the state is as it was."""
        before = self.state.copy()
        try:
            self.rules.decide(self.state, seat, action)
        except Illegal as refusal:
            assert self.state == before
            return str(refusal)
        raise AssertionError(f"{action} by seat {seat} was accepted")

    def puts_right(self, *changes: Any) -> list[Any]:
        """By agreement; what happened, without the agenda's bookkeeping."""
        now, events = self.rules.correct(self.rules.moment(self.state), changes)
        self.state = now.state
        return [event for event in events if not isinstance(event, Asked)]

    def does_not_put_right(self, *changes: Any) -> str:
        """The reason why not; the state is as it was."""
        before = self.state.copy()
        with pytest.raises(Illegal) as refusal:
            self.rules.correct(self.rules.moment(self.state), changes)
        assert self.state == before
        return str(refusal.value)

    def may(self, seat: int | None) -> Options:
        return self.rules.legal(self.state, seat)

    def asked(self) -> tuple[str, int | None] | None:
        """Who is asked what."""
        if not self.state.agenda:
            return None
        return self.state.agenda[-1].what, self.state.agenda[-1].seat

    @property
    def to_move(self) -> tuple[int | None, ...]:
        return tuple(self.rules.choices(self.state))


def refusal_of(rules: Rules[S], state: S, seat: int | None, action: Any) -> Illegal:
    """Why it may not be, in a sentence that is complete."""
    with pytest.raises(Illegal) as refused:
        rules.decide(state, seat, action)
    reason = str(refused.value)
    assert reason.endswith(".")
    assert "{" not in reason
    return refused.value


def said_against(scored: Callable[[bytes], object], position: bytes) -> str:
    """Why a position from a file is none."""
    with pytest.raises(BadPosition) as refused:
        scored(position)
    return str(refused.value)


def happened(events: Sequence[Event], kind: type[Event]) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def stacked(cards: Sequence[str], first: Sequence[str], below: int = 0) -> tuple[str, ...]:
    """The cards with these on top of them, or below so many others."""
    rest = list(cards)
    for card in first:
        rest.remove(card)
    return (*rest[:below], *first, *rest[below:])
