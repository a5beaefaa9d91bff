"""What cards and answers would change, seen from one seat: for itself, and for rivals as far as they matter to it.

Where an action leads the rules say, on a table without a deck: nobody can look at what lies on top of it.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Any

import msgspec

from companion.bots.merchants.prospects import prospects
from companion.games.events import Ask
from companion.games.merchants import Moment, advance, moment
from companion.games.merchants.actions import AnyAction, Build, Open, Ship
from companion.games.merchants.board import Board, CardKind
from companion.games.merchants.state import Setup, State

RIVALRY = 0.6
"""How much the rivals' gains hurt, all together, beside an own one."""

LEAD = 200_000
"""A rival who is so far ahead of another matters nearly three times as much."""

Change = tuple[float, ...]
"""Of everybody's prospects, by seat."""


def appraisal(state: State, seat: int) -> "Appraisal":
    """Kept for a while, since draw after draw and bid after bid ask about the same position."""
    return _appraisal(_position(state), seat)


class Position(msgspec.Struct, frozen=True):
    """All of a state that a card's worth depends on. It can be looked up by."""

    setup: Setup
    money: tuple[int, ...]
    markers: tuple[int, ...]
    market: tuple[tuple[int, ...], ...]
    offices: tuple[int, ...]
    warehouses: tuple[int, ...]
    bonuses: tuple[int, ...]
    owing: tuple[bool, ...]
    year: int
    terms: int

    def state(self) -> State:
        return State(**msgspec.structs.asdict(self), left=(0,) * len(self.setup.board.cards))


def _position(state: State) -> Position:
    fields = {name: getattr(state, name) for name in Position.__struct_fields__}
    return Position(**(fields | {"setup": _without_deck(state.setup)}))


class Appraisal:
    """One seat's view of a position."""

    def __init__(self, position: Position, seat: int) -> None:
        self._table = position.state()
        self._seat = seat
        self._before = prospects(self._table)
        self._weights = _weights(self._before, seat)
        self._nothing: Change = (0.0,) * len(self._before)
        self._uses: dict[str, Change] = {}
        self._steps: dict[AnyAction, Change] = {}

    def gain(self, change: Change) -> float:
        """What a change of everybody's prospects means to this seat, in guilders."""
        return sum([weight * amount for weight, amount in zip(self._weights, change, strict=True)])

    def worth(self, card: str) -> float:
        """What this seat gains by using the card."""
        return self.gain(self.use(card))

    def use(self, card: str) -> Change:
        """What the card changes if this seat makes the best of it."""
        if card not in self._uses:
            self._uses[card] = self._use(self._table.setup.board.cards[card])
        return self._uses[card]

    def best_answer(self, state: State, options: Sequence[AnyAction]) -> AnyAction:
        """Of these to what this seat is asked now."""
        now = _alone(state, state.agenda[-1])
        return max(options, key=lambda action: self.gain(self._after(now, action)))

    def _use(self, card: CardKind) -> Change:
        """Offices and warehouses are thought of as the globe, and as the arms with a ship: steps that cards share."""
        match card.kind:
            case "commodity":
                using = _alone(self._table, Ask("auction_card", self._seat), disks=(None, card.id, None))
                return self._best([self._after(using, moves) for moves in using.choices.get(self._seat, ())])
            case "office":
                return self._best_step("globe", card)
            case _:
                built = self._best_step("arms", card)
                if built is self._nothing and self._table.setup.rules.full_district == "lost":
                    return built
                moved = self._best_step("ship", card)
                return tuple([plot + track for plot, track in zip(built, moved, strict=True)])

    def _best_step(self, what: str, card: CardKind) -> Change:
        """Of the steps that this event and the card both allow."""
        now = _alone(self._table, Ask(what, self._seat))
        changes = []
        for action in _steps_of(self._table.setup.board, now.choices.get(self._seat, ()), card):
            if action not in self._steps:
                self._steps[action] = self._after(now, action)
            changes.append(self._steps[action])
        return self._best(changes)

    def _after(self, now: Moment, action: AnyAction) -> Change:
        """What an action changes, with the best answer if that leads to another question to this seat."""
        then, _ = advance(now, self._seat, action)
        if options := then.choices.get(self._seat):
            return self._best([self._after(then, option) for option in options])
        return tuple([after - before for after, before in zip(prospects(then.state), self._before, strict=True)])

    def _best(self, changes: list[Change]) -> Change:
        """Nothing, if there is nothing to do."""
        return max(changes, key=self.gain, default=self._nothing)


_appraisal = lru_cache(maxsize=50)(Appraisal)


def _alone(state: State, ask: Ask, **changes: Any) -> Moment:
    """With nothing to follow: what comes after belongs to chance and to others."""
    setup = _without_deck(state.setup)
    return moment(msgspec.structs.replace(state, setup=setup, agenda=(ask,), **changes))


@lru_cache(maxsize=8)
def _without_deck(setup: Setup) -> Setup:
    return msgspec.structs.replace(setup, deck=None)


def _steps_of(board: Board, offered: Sequence[AnyAction], card: CardKind) -> list[AnyAction]:
    """Those of the offered steps that the card allows; of offices with the same effect only one."""
    spaces = board.spaces_of_card[card.id]
    found: dict[object, AnyAction] = {}
    for action in offered:
        match action:
            case Open(space) if board.office_bit[space] & spaces:
                found.setdefault(_region_and_commodity(board)[space], action)
            case Build(space) if board.plot_bit[space] & spaces:
                found[space] = action
            case Ship(commodity) if card.commodity in (None, commodity):
                found[commodity] = action
    return list(found.values())


@lru_cache(maxsize=4)
def _region_and_commodity(board: Board) -> dict[str, tuple[str, str]]:
    return {office.id: (region.id, office.commodity) for region in board.data.regions for office in region.offices}


def _weights(expected: list[float], seat: int) -> tuple[float, ...]:
    """One for the seat itself; its rivals share theirs, and the likely winner has most of it."""
    most = max(expected)
    threats = [exp((amount - most) / LEAD) if rival != seat else 0.0 for rival, amount in enumerate(expected)]
    return tuple([-RIVALRY * threat / sum(threats) if rival != seat else 1.0 for rival, threat in enumerate(threats)])
