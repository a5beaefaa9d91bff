"""Whole games among bots, one after the other: for watching, for records, for numbers.

Everything that happens in a game follows from its seed: the deck, the names and every bot's whim.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Literal

import msgspec

from companion.bots import BOTS, Bidder, Bot
from companion.games.actions import SetUp
from companion.games.box import AnyAction
from companion.games.game import Game
from companion.games.merchants.actions import Declare, Expire, Stop
from companion.games.merchants.game import MERCHANTS
from companion.games.rules import Moment
from companion.games.setup import COLOURS, check_players
from companion.records import Entry, header_of, written

NAMES = ("Aletta", "Bram", "Cornelia", "Dirk", "Elsje")


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays what: all of a game but its seed. Bots go round the table; house rules take turns by the seed."""

    game: Game = MERCHANTS
    board: Any
    players: int = 4
    """One: alone, with the game's automaton opposite."""
    rules: Sequence[Any] = ()
    """None: the usual ones, or a game that has no house rules."""
    bots: list[str]
    dealt_by: Literal["device", "table"] = "device"

    @property
    def who(self) -> tuple[str, ...]:
        """By seat: which bot, or the game's automaton."""
        bots = tuple(self.bots[seat % len(self.bots)] for seat in range(self.players))
        return (*bots, self.game.automaton) if self.players == 1 and self.game.automaton else bots


class Playthrough(msgspec.Struct):
    """A game being played, entry by entry."""

    game: Game
    setup: Any
    seed: int
    now: Moment[Any]
    entries: list[Entry]

    @property
    def state(self) -> Any:
        return self.now.state

    def record(self) -> Iterator[bytes]:
        """Its lines."""
        return written(header_of(self.game, self.setup, self.seed), self.entries, self.state)


def games(sitting: Sitting, seeds: range) -> Iterator[Playthrough]:
    """Games with these seeds, each played to its end."""
    for seed in seeds:
        game, rest = new_game(sitting, seed)
        for _ in rest:
            pass
        yield game


def new_game(sitting: Sitting, seed: int) -> tuple[Playthrough, Iterator[Entry]]:
    """A game that is set up, and the rest of it, to be taken one entry at a time."""
    chance, game, who = Random(seed), sitting.game, sitting.who
    check_players(game.title, game.players, sitting.players)
    rules = sitting.rules[seed % len(sitting.rules)] if sitting.rules else None
    deck = game.dealt(sitting.board, len(who), rules, chance)
    setup = game.setup(
        board=sitting.board,
        seats=COLOURS[: len(who)],
        names=_names(game, who),
        deck=deck if sitting.dealt_by == "device" else None,
        **game.chosen(rules, who),
    )
    state, events = game.rules.begin(setup)
    playthrough = Playthrough(game, setup, seed, game.rules.moment(state), [Entry(0, None, SetUp(), events)])
    there_are = BOTS[game.name]
    bots = [there_are[player](chance) for player in who if player != game.automaton]
    return playthrough, _rest_of(playthrough, bots, list(reversed(deck)))


def _names(game: Game, who: Sequence[str]) -> tuple[str, ...]:
    return tuple(player.upper() if player == game.automaton else NAMES[seat] for seat, player in enumerate(who))


def _rest_of(playthrough: Playthrough, bots: Sequence[Bot], cardboard: list[str]) -> Iterator[Entry]:
    """`cardboard` is the table's own deck, face down, for games that the device does not deal."""
    while playthrough.state.agenda:
        seat, action = _next_action(playthrough.now, bots, cardboard)
        playthrough.now, events = playthrough.game.rules.advance(playthrough.now, seat, action)
        entry = Entry(len(playthrough.entries), seat, action, events)
        playthrough.entries.append(entry)
        yield entry


def _next_action(now: Moment[Any], bots: Sequence[Any], cardboard: list[str]) -> tuple[int | None, AnyAction]:
    ask = now.state.agenda[-1]
    if ask.what == "bid":
        return _auction(now, bots)
    assert ask.seat is not None
    if ask.what == "draw":
        return ask.seat, Declare(cardboard.pop())
    return ask.seat, bots[ask.seat].choose(now.state, ask.seat, now.choices[ask.seat])


def _auction(now: Moment[Any], bots: Sequence[Bidder]) -> tuple[int | None, AnyAction]:
    """The highest bid comes first as the price falls; of equal ones the earlier from the mayor's left (M17)."""
    state = now.state
    best: tuple[int | None, AnyAction] = (None, Expire())
    highest = (0, False)
    for seat in state.setup.seats_from_left_of(state.mayor):
        stop = bots[seat].bid(state, seat, now.choices[seat]) if seat in now.choices else None
        if isinstance(stop, Stop) and (stop.dial, stop.start) > highest:
            best, highest = (seat, stop), (stop.dial, stop.start)
    return best
