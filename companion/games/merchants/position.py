"""A position by itself: read from a file to be scored without a game, or shown from a game's state."""

from typing import Any, NamedTuple

import msgspec

from companion.games.errors import BadPosition
from companion.games.game import Line
from companion.games.merchants.actions import Commodity
from companion.games.merchants.board import COMMODITIES, Board, Table, bits, default_board
from companion.games.merchants.events import Area, Scored
from companion.games.merchants.explained import PartExplained, explained
from companion.games.merchants.forecast import Part, reckoning
from companion.games.merchants.mistakes import board_from
from companion.games.merchants.names import TRACKS
from companion.games.merchants.refusals import QUESTIONS
from companion.games.merchants.scoring import score, standings
from companion.games.merchants.state import DISKS, TOKENS, State
from companion.games.merchants.story import NOBODY, bonus_title, part_title
from companion.games.merchants.titles import area_heading
from companion.games.positions import own_board, read_position, seat_of, winners
from companion.games.setup import COLOURS
from companion.games.speech import ENGLISH, Phrase, Speech, mark

Tracks = dict[Commodity, dict[str, int]]
Owners = dict[str, str]

_ABSENT = {
    "offices": mark("There is no trade office space {space} on this board."),
    "warehouses": mark("There is no building space {space} on this board."),
}
_LIES = {
    "mayor": mark("on the mayor's disk: {card}"),
    "auction": mark("on the auction disk: {card}"),
    "discard": mark("on the discard disk: {card}"),
}
_QUESTIONS: dict[str, str] = dict(QUESTIONS.items())


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
    """It has its rank."""
    paid: tuple[str, ...]
    """A sentence for each place: who has it, and what it pays."""


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


def score_position(text: bytes, speech: Speech = ENGLISH) -> Scores:
    """What a scoring in the position's year would pay, part by part in rank order, and why in words."""
    position = read_position(text, Position)
    board = board_from(position.board) if position.board is not None else default_board()
    tokens = _tokens(position, board)
    scores = [
        AreaScore(area, _parts(position, board, area, table, tokens, speech))
        for area, table in _scorings(board, position.year)
    ]
    total = dict.fromkeys(position.seats, 0)
    for area_score in scores:
        for part in area_score.parts:
            for colour, amount in part.earned.items():
                total[colour] += amount
    return Scores(scores, total)


def scores_told(scores: Scores, speech: Speech = ENGLISH) -> list[Line]:
    found: list[Line] = []
    for area in scores.scores:
        found.append(Line(area_heading(area.area, speech), is_heading=True))
        for part in area.parts:
            earned = ", ".join(_earned(part.earned, speech)) or speech.say(NOBODY)
            found.append(Line(f"  {part.rank}. {part_title(part.part, speech)}: {earned}"))
            found += [Line(f"    {sentence}") for sentence in (part.why, *part.paid)]
    total = [Line(f"  {one}") for one in _earned(scores.total, speech)]
    return [*found, Line(speech.say("Total"), is_heading=True), *total]


def _earned(amounts: dict[str, int], speech: Speech) -> list[str]:
    return [f"{speech.told(colour)} {speech.number(amount)}" for colour, amount in amounts.items()]


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
                raise BadPosition(
                    "There is no space {space} on the {commodity} track.",
                    space=space,
                    commodity=Phrase(TRACKS[commodity]),
                )
            market[seat_of(seats, colour, f"market.{commodity}")][track] = space
    offices = _owned(seats, position.offices, board.office_bit, "offices")
    warehouses = _owned(seats, position.warehouses, board.plot_bit, "warehouses")
    for colour, spaces, held, built in zip(seats, market, offices, warehouses, strict=True):
        if sum(space > 0 for space in spaces) + held.bit_count() + built.bit_count() > TOKENS:
            raise BadPosition("{colour} has more than {tokens} tokens on the board.", colour=colour, tokens=TOKENS)
    return _Tokens(tuple(tuple(spaces) for spaces in market), offices, warehouses)


def _owned(seats: tuple[str, ...], owners: Owners, bit_of: dict[str, int], where: str) -> tuple[int, ...]:
    owned = [0] * len(seats)
    for space, colour in owners.items():
        if space not in bit_of:
            raise BadPosition(_ABSENT[where], space=space)
        owned[seat_of(seats, colour, f"{where}.{space}")] |= bit_of[space]
    return tuple(owned)


def _parts(
    position: Position, board: Board, area: Area, table: Table, tokens: _Tokens, speech: Speech
) -> list[PartScore]:
    ranked = standings(board, area, *tokens)
    found = reckoning(board, Scored(area, position.year, score(ranked, table)), ranked)
    words = explained(found, [speech.told(colour) for colour in position.seats], speech)
    return [_part(position.seats, part, said) for part, said in zip(found.parts, words.parts, strict=True)]


def _part(seats: tuple[str, ...], part: Part, said: PartExplained) -> PartScore:
    earned = {seats[seat]: amount for seat, amount in enumerate(part.amounts) if amount}
    return PartScore(part.part, part.rank, earned, said.why, said.paid)


def told(position: Position, speech: Speech = ENGLISH) -> list[str]:
    """A replayed position in a few lines."""
    say = speech.say
    term = str(position.term)
    lines = [say("{year}, term {term}, {mayor} is mayor", year=position.year, term=term, mayor=position.mayor)]
    for disk, card in (position.disks or {}).items():
        lines += [say(_LIES[disk], card=card)] if card else []
    if position.drawn:
        lines.append(say("drawn: {card}", card=position.drawn))
    if position.asked:
        asked = say(_QUESTIONS[position.asked.what])
        seat = position.asked.seat or say("everybody")
        lines.append(say("asked: {seat}, {question}", seat=seat, question=asked))
    if position.winners:
        lines.append(say("over: won by {names}", names=speech.listed(position.winners)))
    return [*lines, *(line for colour in position.seats for line in _held(position, colour, speech))]


def _held(position: Position, colour: str, speech: Speech) -> list[str]:
    """What a seat has."""
    say = speech.say
    markers = (position.credit or {}).get(colour, 0)
    market = [
        f"{part_title(track, speech)} {tokens[colour]}" for track, tokens in position.market.items() if colour in tokens
    ]
    offices = [space for space, owner in position.offices.items() if owner == colour]
    warehouses = [space for space, owner in position.warehouses.items() if owner == colour]
    bonuses = [bonus_title(bonus, speech) for bonus in (position.bonuses or {}).get(colour, [])]
    nothing, none = [say("nothing")], [say("none")]
    held = [
        say("market: {tracks}", tracks=", ".join(market or nothing)),
        say("offices: {spaces}", spaces=" ".join(offices or none)),
        say("warehouses: {spaces}", spaces=" ".join(warehouses or none)),
        say("bonuses: {bonuses}", bonuses=", ".join(bonuses or none)),
    ]
    purse = say(
        "{colour}: {amount} guilders, {markers}",
        colour=colour,
        amount=(position.money or {}).get(colour, 0),
        markers=speech.counted(markers, "{count} credit marker", "{count} credit markers"),
    )
    return [purse, *(f"  {line}" for line in held)]


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
        board=own_board(state, default_board()),
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
        winners=winners(state),
    )


def _owners(seats: tuple[str, ...], owned: tuple[int, ...], names: tuple[str, ...]) -> Owners:
    return {
        names[bit.bit_length() - 1]: colour for colour, spaces in zip(seats, owned, strict=True) for bit in bits(spaces)
    }
