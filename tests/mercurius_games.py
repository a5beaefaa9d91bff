"""Whole games of Mercurius among random bots, as the lines of a record, made from the rules alone.

As a program it writes the lines of some games, to be compared with those of another process.
"""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from companion.bots.mercurius import RandomBot
from companion.games.actions import SetUp
from companion.games.events import Asked
from companion.games.mercurius import Moment, advance, begin, moment
from companion.games.mercurius.board import default_board
from companion.games.mercurius.state import Setup, shuffled
from companion.games.setup import COLOURS


def lines_of(players: int, seed: int, *, own_cards: bool = False) -> list[bytes]:
    """The header, an entry for the setup and for each action, and the result."""
    return [*_lines(players, seed, own_cards)]


def _lines(players: int, seed: int, own_cards: bool) -> Iterator[bytes]:
    chance = Random(seed)
    board = default_board()
    seats = COLOURS[:players]
    deck = None if own_cards else shuffled(board, chance)
    header = {"record": 1, "game": "mercurius", "seats": seats, "names": seats, "rules": {}, "board": board.data}
    yield msgspec.json.encode({**header, "deck": deck, "seed": seed})
    state, events = begin(Setup(board=board, seats=seats, names=seats, deck=deck))
    yield _entry(0, None, SetUp(), events)
    now = moment(state)
    for n, (seat, action, after, events) in enumerate(_moves(now, RandomBot(chance)), 1):
        now = after
        yield _entry(n, seat, action, events)
    yield msgspec.json.encode({"result": {"money": now.state.money, "winners": now.state.winners}})


def _moves(now: Moment, bot: RandomBot) -> Iterator[tuple[int, Any, Moment, list[Any]]]:
    while now.choices:
        ((seat, options),) = now.choices.items()
        assert seat is not None
        action = bot.choose(now.state, seat, options)
        now, events = advance(now, seat, action)
        yield seat, action, now, events


def _entry(n: int, seat: int | None, action: Any, events: list[Any]) -> bytes:
    public = [event for event in events if not isinstance(event, Asked)]
    return msgspec.json.encode({"n": n, "seat": seat, "action": action, "events": public})


if __name__ == "__main__":
    for game in range(int(sys.argv[1])):
        sys.stdout.buffer.write(b"\n".join(lines_of(3 + game % 3, game, own_cards=game % 4 == 3)) + b"\n")
