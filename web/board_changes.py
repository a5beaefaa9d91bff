"""What a form asks of a board: read strictly here, made by the rules of `editing`, judged as `board check` does."""

from collections.abc import Callable
from typing import get_args

from companion.games.merchants import checklist, editing
from companion.games.merchants.actions import Commodity
from companion.games.merchants.board import (
    COMMODITIES,
    DISTRICTS,
    HEIGHT,
    REGIONS,
    WIDTH,
    BoardData,
    Point,
    Table,
    YearEvent,
)
from companion.games.merchants.card_faces import Face, face_of, faces
from companion.games.merchants.events import Area
from companion.games.merchants.first_questions import QUESTIONS, answered_with_yes
from companion.games.merchants.mistakes_in_map import FURTHEST_CELL, SEATS
from companion.games.merchants.mistakes_in_years import YEARS
from companion.games.speech import Phrase
from web import forms
from web.errors import Refused

Change = Callable[[BoardData], BoardData]

RANKS = 4
MOST_CARDS = 99
LARGEST_TYPED = 9999
"""More than `board check` allows anywhere: it is the one to say so."""


def wanted_change() -> Change:
    """Of the present request. A GameError says what is wrong with it."""
    return _CHANGES[forms.one_of("do", _CHANGES, Phrase("What to do"))]()


def wanted_part() -> str:
    return forms.one_of("part", checklist.PARTS, Phrase("The part"))


def _add_office() -> Change:
    region, at = forms.one_of("part", REGIONS, Phrase("The region")), _place()
    return lambda data: editing.with_office(data, region, at)


def _move_office() -> Change:
    name, at = forms.text("item"), _place()
    return lambda data: editing.with_office_at(data, name, at)


def _set_commodity() -> Change:
    name = forms.text("item")
    commodity: Commodity = forms.one_of("commodity", COMMODITIES, Phrase("The commodity"))
    return lambda data: editing.with_commodity(data, name, commodity)


def _remove_office() -> Change:
    name = forms.text("item")
    return lambda data: editing.without_office(data, name)


def _paint_cell() -> Change:
    district = forms.one_of("part", DISTRICTS, Phrase("The district"))
    column, _, row = forms.text("cell").partition(",")
    cell = _coordinate(column), _coordinate(row)
    return lambda data: editing.with_cell_painted(data, district, cell)


def _build_bridge() -> Change:
    one, other = forms.text("one"), forms.text("other")
    return lambda data: editing.with_bridge(data, one, other)


def _remove_bridge() -> Change:
    name = forms.text("item")
    return lambda data: editing.without_bridge(data, name)


def _set_start() -> Change:
    seats = [(seat, forms.text(f"office{seat}"), forms.text(f"warehouse{seat}")) for seat in range(SEATS)]
    sent = [seat for seat in seats if any(seat[1:])]

    def change(data: BoardData) -> BoardData:
        for seat in sent:
            data = editing.with_start(data, *seat)
        return data

    return change


def _set_event() -> Change:
    year = forms.one_of("item", YEARS, Phrase("The year"))
    event: YearEvent = forms.one_of("event", get_args(YearEvent), Phrase("The event"))
    return lambda data: editing.with_event(data, year, event)


def _set_table() -> Change:
    year = forms.one_of("item", YEARS, Phrase("The year"))
    area: Area | None = forms.one_of("area", get_args(Area), Phrase("The area")) if forms.text("area") else None
    table: Table = tuple((_amount(f"first{rank}"), _amount(f"second{rank}")) for rank in range(RANKS))
    return lambda data: editing.with_table(data, year, table, area)


def _count_cards() -> Change:
    """One more, or one less."""
    more = forms.text("more")
    name, step = more or forms.text("less"), 1 if more else -1

    def change(data: BoardData) -> BoardData:
        face = _face(data, name)
        count = next((card.count for card in data.cards if face_of(card) == face), 0) + step
        return editing.with_count(data, face, min(max(count, 0), MOST_CARDS))

    return change


def _set_clock() -> Change:
    seconds, doubled = (
        forms.decimal("seconds", Phrase("The time")),
        forms.decimal("doubled", Phrase("The doubled time")),
    )
    sweep = forms.decimal("sweep", Phrase("The sweep"))

    def change(data: BoardData) -> BoardData:
        ends = [forms.decimal(f"end{place}", Phrase("The end of a wedge")) for place in range(len(data.clock.wedges))]
        return editing.with_clock(data, ends, seconds=seconds, sweep=sweep, doubled_seconds=doubled)

    return change


def _set_tracks() -> Change:
    length = forms.number("length", 0, LARGEST_TYPED, Phrase("The length"))
    return lambda data: editing.with_track_length(data, length)


def _tick() -> Change:
    part, name = wanted_part(), forms.text("item") or None
    return lambda data: checklist.with_seen(data, part, name)


def _untick() -> Change:
    part, name = wanted_part(), forms.text("item") or None
    return lambda data: checklist.with_seen(data, part, name, seen=False)


def _answer_with_yes() -> Change:
    """To one of the first questions."""
    key = forms.one_of("question", [question.key for question in QUESTIONS], Phrase("The question"))
    (asked,) = [question for question in QUESTIONS if question.key == key]
    return lambda data: answered_with_yes(data, asked)


def _take_default() -> Change:
    part = wanted_part()
    return lambda data: checklist.as_in_the_box(data, part)


_CHANGES: dict[str, Callable[[], Change]] = {
    "add_office": _add_office,
    "move_office": _move_office,
    "commodity": _set_commodity,
    "remove_office": _remove_office,
    "paint": _paint_cell,
    "bridge": _build_bridge,
    "remove_bridge": _remove_bridge,
    "start": _set_start,
    "event": _set_event,
    "table": _set_table,
    "count": _count_cards,
    "clock": _set_clock,
    "tracks": _set_tracks,
    "seen": _tick,
    "unseen": _untick,
    "yes": _answer_with_yes,
    "default": _take_default,
}


def _place() -> Point:
    x = forms.number("x", 0, WIDTH, Phrase("The place from the left"))
    return x, forms.number("y", 0, HEIGHT, Phrase("The place from the top"))


def _coordinate(sent: str) -> int:
    digits = sent.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 4 and int(digits) <= FURTHEST_CELL):
        raise Refused("There is no such cell: {sent}.", sent=forms.shown(forms.text("cell")))
    return int(sent)


def _amount(name: str) -> int:
    return forms.number(name, 0, LARGEST_TYPED, Phrase("An amount in thousands"))


def _face(data: BoardData, name: str) -> Face:
    """By the name of a card that the board has, or else of one that it could have."""
    there = {face.name: face for face in faces()} | {card.id: face_of(card) for card in data.cards}
    if name not in there:
        raise Refused("There is no such card: {sent}.", sent=forms.shown(name))
    return there[name]
