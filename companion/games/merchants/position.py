"""A position by itself: read from a file to be scored without a game, or shown from a game's state."""

from typing import Any, NamedTuple

import msgspec

from companion.games.errors import BadPosition, Unreadable
from companion.games.json_text import read_json
from companion.games.merchants.actions import Commodity
from companion.games.merchants.board import COMMODITIES, Board, Table, bits, default_board
from companion.games.merchants.events import Area, ScoredPart
from companion.games.merchants.mistakes import board_from
from companion.games.merchants.scoring import Standing, score, standings
from companion.games.merchants.state import COLOURS, DISKS, TOKENS, State
from companion.games.merchants.story import counted, listed, part_title

Tracks = dict[Commodity, dict[str, int]]
Owners = dict[str, str]


class Asking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is asked what; nobody in particular while the clock runs."""

    what: str
    seat: str | None


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What stands on the board. The fields after `board` are told by a replay and not needed to score."""

    game: str
    seats: tuple[str, ...]
    year: str
    market: Tracks = {}
    offices: Owners = {}
    warehouses: Owners = {}
    board: dict[str, Any] | None = None
    file: str | None = None
    n: int | None = None
    term: int | None = None
    mayor: str | None = None
    money: dict[str, int] | None = None
    credit: dict[str, int] | None = None
    bonuses: dict[str, list[str]] | None = None
    disks: dict[str, str | None] | None = None
    drawn: str | None = None
    asked: Asking | None = None
    winners: list[str] | None = None


class PartScore(msgspec.Struct, frozen=True):
    part: str
    rank: int
    earned: dict[str, int]
    why: str


class AreaScore(msgspec.Struct, frozen=True):
    area: Area
    parts: list[PartScore]


class Scores(msgspec.Struct, frozen=True):
    scores: list[AreaScore]
    total: dict[str, int]


class _Tokens(NamedTuple):
    """A position in the form of the rules."""

    market: tuple[tuple[int, ...], ...]
    offices: tuple[int, ...]
    warehouses: tuple[int, ...]


def score_position(text: bytes) -> Scores:
    """What a scoring in the position's year would pay, part by part in rank order, and why."""
    try:
        position = read_json(text, Position)
    except Unreadable as error:
        raise BadPosition("{error}", error=error) from None
    board = board_from(position.board) if position.board is not None else default_board()
    tokens = _tokens(position, board)
    scores = [
        AreaScore(area, _parts(position.seats, board, area, table, tokens))
        for area, table in _scorings(board, position.year)
    ]
    total = dict.fromkeys(position.seats, 0)
    for area_score in scores:
        for part in area_score.parts:
            for colour, amount in part.earned.items():
                total[colour] += amount
    return Scores(scores, total)


def _scorings(board: Board, year: str) -> list[tuple[Area, Table]]:
    """What is scored in a year."""
    space = next((space for space in board.years if space.year == year), None)
    scoring = ", ".join(space.year for space in board.years if space.scorings())
    if space is None:
        raise BadPosition(
            "There is no year {year} on the time track; scored are {scoring}.", year=year, scoring=scoring
        )
    if not space.scorings():
        raise BadPosition("Nothing is scored in {year}; scored are {scoring}.", year=year, scoring=scoring)
    return space.scorings()


def _tokens(position: Position, board: Board) -> _Tokens:
    seats = position.seats
    if position.game != "merchants":
        raise BadPosition("The game {game} is not known; merchants is.", game=position.game)
    if not 2 <= len(seats) <= len(COLOURS) or len(set(seats)) < len(seats):
        raise BadPosition("A position needs 2 to 5 seats of different colours.")
    market = [[0] * len(COMMODITIES) for _ in seats]
    for track, commodity in enumerate(COMMODITIES):
        for colour, space in position.market.get(commodity, {}).items():
            if not 1 <= space <= board.track_end:
                raise BadPosition("There is no space {space} on the {track} track.", space=space, track=commodity)
            market[_seat(seats, colour, f"market {commodity}")][track] = space
    offices = _owned(seats, position.offices, board.office_bit, "office")
    warehouses = _owned(seats, position.warehouses, board.plot_bit, "building")
    for colour, spaces, held, built in zip(seats, market, offices, warehouses, strict=True):
        if sum(space > 0 for space in spaces) + held.bit_count() + built.bit_count() > TOKENS:
            raise BadPosition("{colour} has more than {tokens} tokens on the board.", colour=colour, tokens=TOKENS)
    return _Tokens(tuple(tuple(spaces) for spaces in market), offices, warehouses)


def _owned(seats: tuple[str, ...], owners: Owners, bit_of: dict[str, int], what: str) -> tuple[int, ...]:
    owned = [0] * len(seats)
    for space, colour in owners.items():
        if space not in bit_of:
            raise BadPosition("There is no {what} space {space} on this board.", what=what, space=space)
        owned[_seat(seats, colour, f"{what} space {space}")] |= bit_of[space]
    return tuple(owned)


def _seat(seats: tuple[str, ...], colour: str, where: str) -> int:
    if colour not in seats:
        raise BadPosition("{where}: nobody plays {colour}.", where=where, colour=colour)
    return seats.index(colour)


def _parts(seats: tuple[str, ...], board: Board, area: Area, table: Table, tokens: _Tokens) -> list[PartScore]:
    ranked = standings(board, area, *tokens)
    return [
        PartScore(
            part=scored.part,
            rank=scored.rank,
            earned={seats[seat]: amount for seat, amount in enumerate(scored.amounts) if amount},
            why=_why(seats, area, standing, scored),
        )
        for standing, scored in zip(ranked, score(ranked, table), strict=True)
    ]


def _why(seats: tuple[str, ...], area: Area, standing: Standing, scored: ScoredPart) -> str:
    """Why the part has its rank and who is first and second, in a sentence."""
    name = part_title(standing.part)
    if not standing.size:
        return f"Nobody is on {name}." if area == "market" else f"Nobody is in {name}."
    size = {
        "market": f"the furthest {name} token is on space {standing.size}",
        "amsterdam": f"{counted(standing.size, 'warehouse')} in {name}",
        "colonies": f"{counted(standing.size, 'office')} in {name}",
    }[area]
    unit = {"market": "on space", "amsterdam": "with a group of", "colonies": "with"}[area]
    who = [
        f"{listed([seats[seat] for seat in places])} {verb} {unit} {standing.counts[places[0]]}"
        for places, verb in (
            (scored.first, "tie for first" if len(scored.first) > 1 else "is first"),
            (scored.second, "tie for second" if len(scored.second) > 1 else "is second"),
        )
        if places
    ]
    return f"Rank {scored.rank}: {size}; {', '.join(who)}."


def told(position: Position) -> list[str]:
    """A replayed position in a few lines."""
    money, credit, bonuses = position.money or {}, position.credit or {}, position.bonuses or {}
    lines = [f"{position.year}, term {position.term}, {position.mayor} is mayor"]
    for disk, card in (position.disks or {}).items():
        lines += [f"on the {disk} disk: {card}"] if card else []
    if position.drawn:
        lines.append(f"drawn: {position.drawn}")
    if position.asked:
        lines.append(f"asked: {position.asked.seat or 'everybody'}, {position.asked.what.replace('_', ' ')}")
    if position.winners:
        lines.append(f"over: {listed(position.winners)} won")
    for colour in position.seats:
        spaces = [f"{track} {tokens[colour]}" for track, tokens in position.market.items() if colour in tokens]
        offices = [space for space, owner in position.offices.items() if owner == colour]
        warehouses = [space for space, owner in position.warehouses.items() if owner == colour]
        lines += [
            f"{colour}: {money.get(colour, 0):,} guilders, {counted(credit.get(colour, 0), 'credit marker')}",
            f"  market: {', '.join(spaces) or 'nothing'}",
            f"  offices: {' '.join(offices) or 'none'}",
            f"  warehouses: {' '.join(warehouses) or 'none'}",
            f"  bonuses: {', '.join(bonuses.get(colour, [])) or 'none'}",
        ]
    return lines


def shown(state: State, n: int, file: str | None = None) -> Position:
    """A game's state as a position, after action n of a file."""
    setup = state.setup
    seats = setup.seats
    ask = state.agenda[-1] if state.agenda else None
    held = setup.board.bonus_bit
    return Position(
        game="merchants",
        seats=seats,
        year=setup.board.years[state.year].year,
        market={
            commodity: {seats[seat]: tracks[track] for seat, tracks in enumerate(state.market) if tracks[track]}
            for track, commodity in enumerate(COMMODITIES)
        },
        offices=_owners(seats, state.offices, setup.board.office_names),
        warehouses=_owners(seats, state.warehouses, setup.board.plot_names),
        board=None if setup.board is default_board() else msgspec.to_builtins(setup.board.data),
        file=file,
        n=n,
        term=state.terms,
        mayor=seats[state.mayor],
        money=dict(zip(seats, state.money, strict=True)),
        credit=dict(zip(seats, state.markers, strict=True)),
        bonuses={
            colour: [name for name, bit in held.items() if mask & bit]
            for colour, mask in zip(seats, state.bonuses, strict=True)
        },
        disks=dict(zip(DISKS, state.disks, strict=True)),
        drawn=state.drawn,
        asked=Asking(ask.what, None if ask.seat is None else seats[ask.seat]) if ask else None,
        winners=None if state.winners is None else [seats[seat] for seat in state.winners],
    )


def _owners(seats: tuple[str, ...], owned: tuple[int, ...], names: tuple[str, ...]) -> Owners:
    return {
        names[bit.bit_length() - 1]: colour for colour, spaces in zip(seats, owned, strict=True) for bit in bits(spaces)
    }
