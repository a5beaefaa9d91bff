"""A new game laid out: who sits where, in which colours, by which rules, with which cards."""

from collections.abc import Sequence
from random import Random
from typing import Literal

from companion.games.errors import BadSetup
from companion.games.merchants.board import Board, default_board
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import COLOURS, Setup, check_players, shuffled
from companion.journal import Opening
from companion.records import header_of
from companion.seats import PERSON
from companion.simulate import NAMES


def opening_for(
    *,
    players: int,
    people: int,
    seed: int,
    names: Sequence[str] = (),
    bots: Sequence[str] = ("merchant",),
    colours: Sequence[str] = COLOURS,
    board: Board | None = None,
    rules: HouseRules | None = None,
    deck: Literal["device", "table"] = "device",
) -> Opening:
    """People have the first seats, bots go round the others."""
    check_players(players)
    if not 0 <= people <= players:
        raise BadSetup("There are {people} people for {players} seats.", people=people, players=players)
    board = board or default_board()
    setup = Setup(
        board=board,
        seats=tuple(colours[:players]),
        names=_names(names, players),
        rules=rules or HouseRules(),
        deck=shuffled(board, Random(seed)) if deck == "device" else None,
    )
    who = (*[PERSON] * people, *(bots[place % len(bots)] for place in range(players - people)))
    return Opening(header_of(setup, seed), who)


def _names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Those that were said, and usual ones for the rest."""
    if len(names) > players:
        raise BadSetup("There are {names} names for {seats} seats.", names=len(names), seats=players)
    twice = [name for place, name in enumerate(names) if name in names[:place]]
    if twice:
        raise BadSetup("Two players are called {name}.", name=twice[0])
    usual = [name for name in NAMES if name not in names]
    return (*names, *usual[: players - len(names)])
