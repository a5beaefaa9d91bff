"""A position by itself: read from a file to be reckoned up without a game, or shown from a game's state."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.games.amsterdam.board import Board, default_board
from companion.games.amsterdam.corrections import MOST
from companion.games.amsterdam.ending import LEFTOVERS_PER_PRESTIGE, PER_CREST, winner
from companion.games.amsterdam.mistakes import board_from
from companion.games.amsterdam.reckoning import Counted, Reckoning, reckoning
from companion.games.amsterdam.refusals import QUESTIONS
from companion.games.amsterdam.state import Setup, State, empty_state
from companion.games.amsterdam.things import (
    BLOCKS,
    CARDS,
    COLOURS,
    GOODS,
    Colour,
    Counts,
    Good,
    Place,
    Worker,
)
from companion.games.amsterdam.titles import (
    card_title,
    colour_called,
    colour_heading,
    district_title,
    goods_title,
    gulden_title,
    number_of,
    place_title,
    resources_title,
    tokens_title,
    worker_title,
)
from companion.games.errors import BadPosition, BadSetup
from companion.games.events import Ask
from companion.games.positions import (
    Asking,
    asked_told,
    asking,
    own_board,
    read_position,
    seat_of,
    winners,
    winners_told,
)
from companion.games.speech import ENGLISH, Speech, mark

Resources = dict[Colour, int]
Goods = dict[Good, int]
Cards = tuple[int, ...]


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What everybody has, by colour of the seat. The fields after `board` are told by a replay and not needed to reckon
    up."""

    game: str
    seats: tuple[str, ...]
    tiles: tuple[Colour, ...] = ()
    """Districts that count at the end."""
    prestige: dict[str, int] = {}
    crests: dict[str, Resources] = {}
    """By district."""
    groups: dict[str, int] = {}
    """The largest of each seat."""
    penalties: dict[str, int] = {}
    below: dict[str, Cards] = {}
    """Cards that are not active."""
    money: dict[str, int] = {}
    supply: dict[str, Resources] = {}
    storage: dict[str, Goods] = {}
    cargo: dict[str, Goods] = {}
    aboard: dict[str, tuple[Worker, ...]] = {}
    amstel: dict[str, int] = {}
    order: tuple[str, ...] = ()
    """Who is first on the Amstel; left out, those further on are, then in the order of the seats."""
    tom: str | None = None
    """The seat that is his."""
    board: dict[str, Any] | None = None
    file: str | None = None
    n: int | None = None
    round: int | None = None
    phase: int | None = None
    dice: Resources | None = None
    display: Counts | None = None
    roundels: dict[str, tuple[Resources, ...]] | None = None
    shacks: dict[str, Colour] | None = None
    active: dict[str, Cards] | None = None
    barges: dict[str, Place] | None = None
    magazine: int | None = None
    storehouses: Goods | None = None
    warehouses: Counts | None = None
    black_market: tuple[Good, ...] | None = None
    supervisor: Place | None = None
    bailiff: Colour | None = None
    marketeer: Good | None = None
    asked: Asking | None = None
    winners: list[str] | None = None


class ScoreLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of the final scoring; what cards and secret orders bring nobody can see in a position."""

    amount: int
    why: str
    what: str
    """The step in the words of a record."""
    count: int | None = None


class SeatScore(msgspec.Struct, frozen=True):
    seat: str
    lines: list[ScoreLine]
    prestige: int


class Scores(msgspec.Struct, frozen=True):
    scores: list[SeatScore]
    """By prestige; those who have as much in the order of their seats."""
    total: dict[str, int]
    winners: list[str]


# A position from a file.


def score_position(text: bytes, speech: Speech = ENGLISH) -> Scores:
    """What everybody would have if the game ended here, line by line in words."""
    position = read_position(text, Position)
    state = _placed(position)
    found = reckoning(state)
    scores = [_score(state, one, speech) for one in found]
    total = {score.seat: score.prestige for score in scores}
    best = winner(state, tuple(one.total for one in found))
    return Scores(sorted(scores, key=lambda score: -score.prestige), total, [position.seats[best]])


def _placed(position: Position) -> State:
    """As a state of a game that has come this far."""
    board = board_from(position.board) if position.board is not None else default_board()
    _check(position, board)
    seats = position.seats
    state = empty_state(_setup(position, board))
    state.tiles = tuple(colour for colour in COLOURS if colour in position.tiles)
    state.prestige = _by_seat(seats, position.prestige)
    state.crests = tuple(_counts(position.crests.get(seat, {}), COLOURS) for seat in seats)
    state.groups = _by_seat(seats, position.groups)
    state.penalties = _by_seat(seats, position.penalties)
    state.below = tuple(position.below.get(seat, ()) for seat in seats)
    state.money = _by_seat(seats, position.money)
    state.supply = tuple(_counts(position.supply.get(seat, {}), COLOURS) for seat in seats)
    state.storage = tuple(_counts(position.storage.get(seat, {}), GOODS) for seat in seats)
    state.cargo = tuple(_counts(position.cargo.get(seat, {}), GOODS) for seat in seats)
    state.aboard = tuple(position.aboard.get(seat, ()) for seat in seats)
    state.amstel = _by_seat(seats, position.amstel)
    state.order = _order(position, state.amstel)
    state.winners = None if position.winners is None else tuple(map(seats.index, position.winners))
    if position.asked and position.asked.what in ("end_cards", "orders"):
        state.agenda = (Ask("evaluation", None),)
    return state


def _setup(position: Position, board: Board) -> Setup:
    seats = position.seats
    tom = None if position.tom is None else seats.index(position.tom)
    try:
        return Setup(board=board, seats=seats, names=seats, automaton=tom)
    except BadSetup as error:
        raise BadPosition(error.sentence, **error.values) from None


def _by_seat(seats: Sequence[str], said: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(said.get(seat, 0) for seat in seats)


def _counts(said: Mapping[Any, int], things: Sequence[str]) -> Counts:
    return tuple(said.get(thing, 0) for thing in things)


def _order(position: Position, amstel: Sequence[int]) -> tuple[int, ...]:
    if position.order:
        return tuple(position.seats.index(seat) for seat in position.order)
    return tuple(sorted(range(len(amstel)), key=lambda seat: -amstel[seat]))


def _check(position: Position, board: Board) -> None:
    seats = position.seats
    if len(seats) not in Setup.PLAYERS or len(set(seats)) < len(seats):
        raise BadPosition("A position needs 2 to 4 seats of different colours.")
    for where, said in _said_of_seats(position):
        for colour in said:
            seat_of(seats, colour, where)
    if position.order and sorted(position.order) != sorted(seats):
        raise BadPosition("order must name every seat once.")
    if len(set(position.tiles)) < len(position.tiles):
        raise BadPosition("A district tile is named twice.")
    for count in _numbers(position):
        if not 0 <= count <= MOST:
            raise BadPosition("Nobody can have {count} of that.", count=count)
    for space in position.amstel.values():
        if space > board.mouth:
            raise BadPosition("There is no space {space} on the Amstel.", space=str(space))
    _check_cards(position)
    _check_crests(position)


def _said_of_seats(position: Position) -> Iterator[tuple[str, Sequence[str]]]:
    for field in ("prestige", "crests", "groups", "penalties", "below", "money", "supply", "storage", "cargo",
                  "aboard", "amstel"):  # fmt: skip
        yield field, tuple(getattr(position, field))
    yield "tom", () if position.tom is None else (position.tom,)
    yield "winners", tuple(position.winners or ())


def _numbers(position: Position) -> Iterator[int]:
    """All that must not be less than nothing."""
    for plain in (position.groups, position.penalties, position.money, position.amstel):
        yield from plain.values()
    counted: Sequence[Mapping[str, Mapping[Any, int]]]
    counted = (position.crests, position.supply, position.storage, position.cargo)
    for by_seat in counted:
        for counts in by_seat.values():
            yield from counts.values()


def _check_cards(position: Position) -> None:
    cards = [card for below in position.below.values() for card in below]
    for card in cards:
        if card not in CARDS:
            raise BadPosition("The cards have numbers from 1 to {last}.", last=CARDS[-1])
        if cards.count(card) > 1:
            raise BadPosition("Card {card} is named twice.", card=number_of(card))


def _check_crests(position: Position) -> None:
    """A district has six blocks, and a group is made of crests that are there."""
    for colour in COLOURS:
        if sum(crests.get(colour, 0) for crests in position.crests.values()) > BLOCKS:
            raise BadPosition("A district has {count} blocks, and no more crests.", count=BLOCKS)
    for seat in position.seats:
        crests = sum(position.crests.get(seat, {}).values())
        if not min(crests, 1) <= position.groups.get(seat, 0) <= crests:
            raise BadPosition("The largest group has between 1 and all {count} crests.", count=crests)


def _score(state: State, reckoned: Reckoning, speech: Speech) -> SeatScore:
    lines = [
        ScoreLine(line.amount, _why(line, speech), line.why, line.count)
        for line in reckoned.lines
        if line.amount or line.why == "prestige"
    ]
    return SeatScore(state.setup.seats[reckoned.seat], lines, reckoned.total)


def _why(line: Counted, speech: Speech) -> str:
    say, amount, count = speech.say, line.amount, line.count or 0
    kind, _, word = line.why.partition(":")
    match kind:
        case "penalties":
            tokens = tokens_title(count, speech)
            return say("{tokens}, with one for each card below the board: {amount}", tokens=tokens, amount=amount)
        case "group":
            sentence = mark("Largest group of crests, {count} at {each}: {amount}")
            return say(sentence, count=count, each=PER_CREST, amount=amount)
        case "district":
            district = district_title(colour_called(word), speech)
            return say("Crests in {district}, {count}: {amount}", district=district, count=count, amount=amount)
        case "leftovers":
            sentence = mark("Things left over, {count}, 1 for every {each}: {amount}")
            return say(sentence, count=count, each=LEFTOVERS_PER_PRESTIGE, amount=amount)
        case _:
            return say("Prestige so far: {amount}", amount=amount)


# A position of a game.


def told(position: Position, speech: Speech = ENGLISH) -> list[str]:
    """A replayed position in a few lines."""
    say = speech.say
    lines: list[str] = []
    if position.round:
        lines.append(say("round {round}, phase {phase}", round=str(position.round), phase=str(position.phase)))
    lines += asked_told(position.asked, QUESTIONS, speech)
    lines += winners_told(position.winners, speech)
    if position.dice:
        dice = ", ".join(f"{colour_heading(colour, speech)} {die}" for colour, die in position.dice.items())
        lines.append(say("dice: {dice}", dice=dice))
    if position.tiles:
        districts = speech.listed([district_title(district, speech) for district in position.tiles])
        lines.append(say("district tiles: {districts}", districts=districts))
    return [*lines, *(line for colour in position.seats for line in _held(position, colour, speech))]


def _held(position: Position, colour: str, speech: Speech) -> list[str]:
    """What a seat has."""
    say = speech.say
    workers = [worker_title(worker, speech) for worker in position.aboard.get(colour, ())]
    cargo = goods_title(_counts(position.cargo.get(colour, {}), GOODS), speech)
    barge = (position.barges or {}).get(colour)
    held = [
        (mark("supply: {what}"), resources_title(_counts(position.supply.get(colour, {}), COLOURS), speech)),
        (mark("in storage: {what}"), goods_title(_counts(position.storage.get(colour, {}), GOODS), speech)),
        (mark("aboard: {what}"), speech.listed([*([cargo] if cargo else []), *workers])),
        (mark("crests: {what}"), resources_title(_counts(position.crests.get(colour, {}), COLOURS), speech)),
        (mark("cards below the board: {what}"), _cards(position.below.get(colour, ()), speech)),
        (mark("active cards: {what}"), _cards((position.active or {}).get(colour, ()), speech)),
        (mark("penalty tokens: {what}"), str(position.penalties.get(colour) or "")),
        (mark("barge: {what}"), "" if barge is None else place_title(barge, speech)),
    ]
    purse = say(
        "{colour}: {prestige} prestige, {gulden}, space {space} of the Amstel",
        colour=speech.told(colour),
        prestige=position.prestige.get(colour, 0),
        gulden=gulden_title(position.money.get(colour, 0), speech),
        space=str(position.amstel.get(colour, 0)),
    )
    return [purse, *(f"  {say(line, what=what)}" for line, what in held if what)]


def _cards(cards: Sequence[int], speech: Speech) -> str:
    return ", ".join(card_title(card, speech) for card in cards)


def shown(state: State, n: int, file: str | None = None) -> Position:
    """A game's state as a position, after action n of a file."""
    setup = state.setup
    seats, tom = setup.seats, setup.automaton
    return Position(
        game="amsterdam",
        seats=seats,
        tiles=state.tiles,
        prestige=dict(zip(seats, state.prestige, strict=True)),
        crests=_each(seats, [_named(COLOURS, crests) for crests in state.crests]),
        groups=dict(zip(seats, state.groups, strict=True)),
        penalties=dict(zip(seats, state.penalties, strict=True)),
        below=dict(zip(seats, state.below, strict=True)),
        money=dict(zip(seats, state.money, strict=True)),
        supply=_each(seats, [_named(COLOURS, supply) for supply in state.supply]),
        storage=_each(seats, [_named(GOODS, storage) for storage in state.storage]),
        cargo=_each(seats, [_named(GOODS, cargo) for cargo in state.cargo]),
        aboard=_each(seats, state.aboard),
        amstel=dict(zip(seats, state.amstel, strict=True)),
        order=tuple(seats[seat] for seat in state.order),
        tom=None if tom is None else seats[tom],
        board=own_board(state, default_board()),
        file=file,
        n=n,
        round=state.round,
        phase=state.phase,
        dice=dict(zip(COLOURS, state.dice, strict=True)) if state.dice else None,
        display=state.display,
        roundels={
            seat: tuple(_named(COLOURS, slot) for slot in slots)
            for seat, slots in zip(seats, state.roundels, strict=True)
        },
        shacks={seat: colour for seat, colour in zip(seats, state.shacks, strict=True) if colour},
        active=_each(seats, state.active),
        barges=dict(zip(seats, state.barges, strict=True)),
        magazine=state.magazine,
        storehouses=_named(GOODS, state.storehouses),
        warehouses=state.warehouses,
        black_market=tuple(good for good, there in zip(GOODS, state.black_market, strict=True) if there),
        supervisor=state.supervisor,
        bailiff=state.bailiff,
        marketeer=state.marketeer,
        asked=asking(state),
        winners=winners(state),
    )


def _named(things: Sequence[Any], counts: Counts) -> dict[Any, int]:
    return {thing: count for thing, count in zip(things, counts, strict=True) if count}


def _each(seats: Sequence[str], had: Sequence[Any]) -> dict[str, Any]:
    """By seat, those who have any."""
    return {seat: some for seat, some in zip(seats, had, strict=True) if some}
