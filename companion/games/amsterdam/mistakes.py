"""Is this data a board? Every mistake in it, each as one sentence for the owner who typed the file."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.games.amsterdam.board import (
    MOST_PRINTED,
    Amstel,
    Board,
    BoardData,
    Bridge,
    Cranes,
    Display,
    Fast,
    Magazine,
    Majority,
    Penalties,
    Start,
    Storehouse,
    Tom,
    WarehouseValue,
)
from companion.games.amsterdam.chance import FACES
from companion.games.amsterdam.state import Setup
from companion.games.amsterdam.things import GOODS, KINDS, LAST_ROUND, ROOFS, WAREHOUSES, WORKERS
from companion.games.speech import Phrase
from companion.games.spelling import Mistake, Piece, T, as_table, board_of, piece, pieces, repeated

SPACES = range(2, 101)
"""Of the Amstel, with its start and its mouth."""
SLOTS = range(1, 21)
MOST_GULDEN = 20
MOST_CARDS = 10
"""Of one kind, turned up in one round."""


def board_from(data: object) -> Board:
    """The board that decoded data describe, as in a record's header. `BadBoard` names every mistake."""
    return board_of(data, BoardData, _judged, Board)


def _judged(fields: Mapping[str, Any]) -> list[Mistake]:
    return [
        *_in_storehouses(pieces("storehouses", fields.get("storehouses"), Storehouse)),
        *_in_warehouses(pieces("warehouses", fields.get("warehouses"), WarehouseValue)),
        *_in_majorities(pieces("majorities", fields.get("majorities"), Majority)),
        *_in_display(pieces("display", fields.get("display"), Display)),
        *_in_start(piece("start", fields.get("start"), Start)),
        *_in_fast(piece("fast", fields.get("fast"), Fast)),
        *_in_penalties(piece("penalties", fields.get("penalties"), Penalties)),
        *_in_magazine(piece("magazine", fields.get("magazine"), Magazine)),
        *_in_amstel(fields.get("amstel")),
        *_in_cranes(piece("cranes", fields.get("cranes"), Cranes)),
        *_in_tom(piece("tom", fields.get("tom"), Tom)),
    ]


# What is printed on the board.


def _in_storehouses(houses: Sequence[Piece[Storehouse]]) -> Iterator[Mistake]:
    """One for each commodity, with three rooftops (A6)."""
    for house in houses:
        yield from house.wrong
        if house.value:
            roofs = house.value.roofs
            if len(roofs) != ROOFS:
                length = Phrase("roofs must be a list of {due}, not of {count}.", due=ROOFS, count=len(roofs))
                yield Mistake(house.key, length)
            yield from _printed(house.key, "roofs", roofs)
            yield from _never_rising(house.key, "roofs", roofs)
    yield from repeated(houses, "good")
    yield from _missing("storehouses", houses, "good", GOODS)


def _in_warehouses(houses: Sequence[Piece[WarehouseValue]]) -> Iterator[Mistake]:
    for house in houses:
        yield from house.wrong
        if house.value:
            yield from _printed(house.key, "prestige", (house.value.prestige,))
    yield from repeated(houses, "id")
    yield from _missing("warehouses", houses, "id", WAREHOUSES)


def _in_magazine(magazine: Piece[Magazine]) -> Iterator[Mistake]:
    yield from magazine.wrong
    if magazine.value:
        yield from _some_printed("magazine", "prestige", magazine.value.prestige)


def _in_amstel(typed: object) -> Iterator[Mistake]:
    """With its bridges somewhere before the mouth, behind a space each."""
    fields = as_table(typed) or {}
    bridges = pieces("amstel.bridges", fields.get("bridges"), Bridge)
    amstel = piece("amstel", typed, Amstel, bridges=())
    yield from amstel.wrong
    if amstel.value is None:
        return
    if amstel.value.spaces not in SPACES:
        yield Mistake("amstel", _from_to("spaces", SPACES))
    yield from _printed("amstel", "mouth", (amstel.value.mouth,))
    yield from _in_bridges(bridges, amstel.value.spaces)


def _in_bridges(bridges: Sequence[Piece[Bridge]], spaces: int) -> Iterator[Mistake]:
    behind = []
    for bridge in bridges:
        yield from bridge.wrong
        if bridge.value is None:
            continue
        yield from _printed(bridge.key, "prestige", (bridge.value.prestige,))
        if not 0 <= bridge.value.behind < spaces - 1:
            yield Mistake(bridge.key, _from_to("behind", range(max(spaces - 1, 1))))
        if bridge.value.behind in behind:
            yield Mistake(bridge.key, Phrase("another bridge lies behind the same space."))
        behind.append(bridge.value.behind)


def _in_cranes(cranes: Piece[Cranes]) -> Iterator[Mistake]:
    yield from cranes.wrong
    if cranes.value is None:
        return
    docks = cranes.value.docks
    if not docks:
        yield Mistake("cranes", Phrase("at least one dock must have a crane."))
    if len(set(docks)) < len(docks):
        yield Mistake("cranes", Phrase("a dock is named twice."))


# What the rules count.


def _in_majorities(majorities: Sequence[Piece[Majority]]) -> Iterator[Mistake]:
    """One for each number of players, and no more places than players (A9)."""
    for majority in majorities:
        yield from majority.wrong
        if majority.value:
            places = majority.value.prestige
            if len(places) > majority.value.players:
                most = majority.value.players
                yield Mistake(majority.key, Phrase("prestige can be for {most} places at most.", most=most))
            yield from _some_printed(majority.key, "prestige", places)
            yield from _never_rising(majority.key, "prestige", places)
    yield from _for_all_players("majorities", majorities)


def _in_display(displays: Sequence[Piece[Display]]) -> Iterator[Mistake]:
    """One for each number of players, with a card for everybody (A3)."""
    for display in displays:
        yield from display.wrong
        if display.value is None:
            continue
        for field in ("odd", "even", "first"):
            cards = getattr(display.value, field)
            if missing := [kind for kind in KINDS if kind not in cards]:
                names = ", ".join(missing)
                yield Mistake(display.key, Phrase("{field} says nothing of {names}.", field=field, names=names))
            elif any(not 0 <= count <= MOST_CARDS for count in cards.values()):
                yield Mistake(display.key, _from_to(field, range(MOST_CARDS + 1)))
            elif sum(cards.values()) < display.value.players:
                yield Mistake(display.key, Phrase("{field} has fewer cards than there are players.", field=field))
    yield from _for_all_players("display", displays)


def _in_start(start: Piece[Start]) -> Iterator[Mistake]:
    yield from start.wrong
    if start.value is None:
        return
    if not 0 <= start.value.gulden <= MOST_GULDEN:
        yield Mistake("start", _from_to("gulden", range(MOST_GULDEN + 1)))
    if start.value.slots not in SLOTS:
        yield Mistake("start", _from_to("slots", SLOTS))


def _in_fast(fast: Piece[Fast]) -> Iterator[Mistake]:
    """For no more rounds than there are (A7)."""
    yield from fast.wrong
    if fast.value is None:
        return
    if len(fast.value.bonus) > LAST_ROUND:
        yield Mistake("fast", Phrase("bonus can be for {most} rounds at most.", most=LAST_ROUND))
    yield from _printed("fast", "bonus", fast.value.bonus)


def _in_penalties(penalties: Piece[Penalties]) -> Iterator[Mistake]:
    yield from penalties.wrong
    if penalties.value:
        yield from _some_printed("penalties", "prestige", penalties.value.prestige)


def _in_tom(tom: Piece[Tom]) -> Iterator[Mistake]:
    """A dock for each face, and different faces for the Amstel and for blocks (A11)."""
    yield from tom.wrong
    if tom.value is None:
        return
    faces = (("amstel", tom.value.amstel), ("block", tom.value.block))
    for field, face in faces:
        if face not in FACES:
            yield Mistake("tom", _from_to(field, FACES))
    if tom.value.amstel == tom.value.block:
        yield Mistake("tom", Phrase("amstel and block must be different faces."))
    if sorted(tom.value.docks) != sorted(WORKERS):
        yield Mistake("tom", Phrase("docks must name each of the six docks once."))


# What several of them can have wrong.


def _from_to(field: str, allowed: range) -> Phrase:
    return Phrase("{field} must be from {least} to {most}.", field=field, least=allowed[0], most=allowed[-1])


def _printed(key: str, field: str, amounts: Iterable[int]) -> Iterator[Mistake]:
    if any(not 0 <= amount <= MOST_PRINTED for amount in amounts):
        yield Mistake(key, _from_to(field, range(MOST_PRINTED + 1)))


def _some_printed(key: str, field: str, amounts: Sequence[int]) -> Iterator[Mistake]:
    if not amounts:
        yield Mistake(key, Phrase("{field} needs at least one number.", field=field))
    yield from _printed(key, field, amounts)


def _never_rising(key: str, field: str, amounts: Sequence[int]) -> Iterator[Mistake]:
    if list(amounts) != sorted(amounts, reverse=True):
        yield Mistake(key, Phrase("{field} must begin with the highest.", field=field))


def _missing(key: str, read: Sequence[Piece[T]], field: str, due: Sequence[str]) -> Iterator[Mistake]:
    named = [item.word(field) for item in read]
    missing = [name for name in due if name not in named]
    if missing and all(item.value for item in read):
        yield Mistake(key, Phrase("missing: {names}.", names=", ".join(missing)))


def _for_all_players(key: str, read: Sequence[Piece[Majority]] | Sequence[Piece[Display]]) -> Iterator[Mistake]:
    counts = [item.value.players for item in read if item.value]
    if len(counts) == len(read) and sorted(counts) != list(Setup.PLAYERS):
        yield Mistake(key, Phrase("there must be one line each for 2, 3 and 4 players."))
