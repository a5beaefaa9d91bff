"""What somebody owns, line by line: money, and every kind of token at its full price (C11)."""

from collections.abc import Iterable

import msgspec

from companion.games.events import GameOver, Money
from companion.games.mercurius.events import AnyEvent
from companion.games.mercurius.evolve import CHANGES
from companion.games.mercurius.state import Setup, State, empty_state
from companion.games.mercurius.tokens import TOKENS, Token


class Held(msgspec.Struct, frozen=True):
    """Tokens of one kind, and what they are worth."""

    token: Token
    count: int
    price: int

    @property
    def amount(self) -> int:
        return self.count * self.price


class Reckoning(msgspec.Struct, frozen=True):
    """One seat's."""

    seat: int
    money: int
    holdings: tuple[Held, ...]
    lot: tuple[Held, ...]
    """On its Black Market card."""

    @property
    def wealth(self) -> int:
        return self.money + sum(held.amount for held in (*self.holdings, *self.lot))


def reckoning(state: State) -> tuple[Reckoning, ...]:
    """By seat, at the prices now."""
    return tuple(
        Reckoning(
            seat,
            state.money[seat],
            _held(state, state.holdings[seat]),
            _held(state, tuple(state.lots[seat].count(token) for token in TOKENS)),
        )
        for seat in range(state.setup.players)
    )


def final_reckoning(setup: Setup, events: Iterable[AnyEvent]) -> tuple[Reckoning, ...]:
    """Before everything was sold at the end; or now, if the game has not come to that."""
    state = empty_state(setup)
    for event in events:
        if isinstance(event, GameOver) or (isinstance(event, Money) and event.why.startswith("final")):
            break
        CHANGES[type(event)](state, event)
    return reckoning(state)


def _held(state: State, counts: tuple[int, ...]) -> tuple[Held, ...]:
    return tuple(Held(token, count, state.price(token)) for token, count in zip(TOKENS, counts, strict=True) if count)
