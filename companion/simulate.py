"""Whole games among bots, one after the other: for watching, for records, for numbers.

Everything that happens in a game follows from its seed: the deck, the names and every bot's whim.
"""

from collections.abc import Iterator
from random import Random
from typing import Literal

import msgspec

from companion.bots import BOTS, Bot
from companion.games.merchants import Moment, advance, begin, moment
from companion.games.merchants.actions import AnyAction, Declare, Expire, SetUp, Stop
from companion.games.merchants.board import Board
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import COLOURS, Setup, State, shuffled
from companion.records import Entry

NAMES = ("Aletta", "Bram", "Cornelia", "Dirk", "Elsje")


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays what: all of a game but its seed. Bots go round the table; house rules take turns by the seed."""

    board: Board
    players: int = 4
    rules: list[HouseRules]
    bots: list[str]
    dealt_by: Literal["device", "table"] = "device"


class Game(msgspec.Struct):
    """A game being played, entry by entry."""

    setup: Setup
    seed: int
    now: Moment
    entries: list[Entry]

    @property
    def state(self) -> State:
        return self.now.state


def games(sitting: Sitting, seeds: range) -> Iterator[Game]:
    """Games with these seeds, each played to its end."""
    for seed in seeds:
        game, rest = new_game(sitting, seed)
        for _ in rest:
            pass
        yield game


def new_game(sitting: Sitting, seed: int) -> tuple[Game, Iterator[Entry]]:
    """A game that is set up, and the rest of it, to be taken one entry at a time."""
    chance = Random(seed)
    deck = shuffled(sitting.board, chance)
    setup = Setup(
        board=sitting.board,
        seats=COLOURS[: sitting.players],
        names=NAMES[: sitting.players],
        rules=sitting.rules[seed % len(sitting.rules)],
        deck=deck if sitting.dealt_by == "device" else None,
    )
    state, events = begin(setup)
    game = Game(setup, seed, moment(state), [Entry(0, None, SetUp(), events)])
    bots: list[Bot] = [BOTS[sitting.bots[seat % len(sitting.bots)]](chance) for seat in range(sitting.players)]
    return game, _rest_of(game, bots, list(reversed(deck)))


def _rest_of(game: Game, bots: list[Bot], cardboard: list[str]) -> Iterator[Entry]:
    """`cardboard` is the table's own deck, face down, for games that the device does not deal."""
    while game.state.agenda:
        seat, action = _next_action(game.now, bots, cardboard)
        game.now, events = advance(game.now, seat, action)
        entry = Entry(len(game.entries), seat, action, events)
        game.entries.append(entry)
        yield entry


def _next_action(now: Moment, bots: list[Bot], cardboard: list[str]) -> tuple[int | None, AnyAction]:
    ask = now.state.agenda[-1]
    if ask.what == "bid":
        return _auction(now, bots)
    assert ask.seat is not None
    if ask.what == "draw":
        return ask.seat, Declare(cardboard.pop())
    return ask.seat, bots[ask.seat].choose(now.state, ask.seat, now.choices[ask.seat])


def _auction(now: Moment, bots: list[Bot]) -> tuple[int | None, AnyAction]:
    """The highest bid comes first as the price falls; of equal ones the earlier from the mayor's left (M17)."""
    state = now.state
    best: tuple[int | None, AnyAction] = (None, Expire())
    highest = (0, False)
    for seat in state.setup.seats_from_left_of(state.mayor):
        stop = bots[seat].bid(state, seat, now.choices[seat]) if seat in now.choices else None
        if isinstance(stop, Stop) and (stop.dial, stop.start) > highest:
            best, highest = (seat, stop), (stop.dial, stop.start)
    return best
