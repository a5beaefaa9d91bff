"""The time track: up the left side, along the top and down the right side, each space with its event or its table."""

from collections.abc import Sequence

from companion.games.drawing.paints import FADED, PARCHMENT
from companion.games.merchants.board import Table, YearEvent, YearSpace
from companion.games.merchants.drawing import names, symbols
from companion.games.merchants.drawing.svg import outline, without_titles
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import FOUNT, INK, Box, Element, canvas, group, inline, rect, shape, text

LEFT, RIGHT, TOP, BOTTOM = 10, 1190, 10, 654
SIDE_WIDTH, TOP_HEIGHT = 98, 76
GAP = 3
FINAL_SHARE = 2.0
"""How much more room the final year takes, for it has three tables."""

_FILLS: dict[YearEvent, str] = {
    "score_market": "#f3e0b0",
    "score_amsterdam": "#efd3c6",
    "score_colonies": "#dbe3c4",
    "final": "#ecdcc0",
    "lose_warehouse": "#e6dcd3",
    "lose_office": "#e6dcd3",
    "shipwreck": "#e6dcd3",
    "leaders_back": "#e6dcd3",
}


def draw_time_track(parent: Element, years: Sequence[YearSpace], speech: Speech = ENGLISH) -> None:
    track = group(parent)
    for year, place in zip(years, places_of_years(years), strict=True):
        _draw_year(track, year, place, speech)


def year_picture(year: YearSpace, speech: Speech = ENGLISH) -> str:
    """One space by itself, to go into a page beside words that say the same."""
    place = Box(0, 0, SIDE_WIDTH, TOP_HEIGHT * (FINAL_SHARE if year.tables else 1))
    root = canvas(place.grown(1), fount=FOUNT, class_="year-picture", aria_hidden="true")
    _draw_year(root, year, place, speech)
    return inline(without_titles(root))


def places_of_years(years: Sequence[YearSpace]) -> list[Box]:
    """Sides and top share the years so that all spaces are about as large."""
    side = round(len(years) * 8 / 26)
    left, top, right = years[:side], years[side : len(years) - side], years[len(years) - side :]
    upwards = [
        Box(LEFT, BOTTOM - begin - length, SIDE_WIDTH, length - GAP)
        for begin, length in _shares(left, BOTTOM - TOP - TOP_HEIGHT - GAP)
    ]
    along = [Box(LEFT + begin, TOP, length - GAP, TOP_HEIGHT) for begin, length in _shares(top, RIGHT - LEFT + GAP)]
    downwards = [
        Box(RIGHT - SIDE_WIDTH, TOP + TOP_HEIGHT + GAP + begin, SIDE_WIDTH, length - GAP)
        for begin, length in _shares(right, BOTTOM - TOP - TOP_HEIGHT - GAP)
    ]
    return [*upwards, *along, *downwards]


def fill_of(event: YearEvent) -> str:
    """A tint for what scores, and for what is lost."""
    return _FILLS.get(event, PARCHMENT)


def _shares(years: Sequence[YearSpace], length: float) -> list[tuple[float, float]]:
    """Where on a side each space begins and how long it is."""
    weights = [FINAL_SHARE if year.event == "final" else 1.0 for year in years]
    unit = length / (sum(weights) or 1)
    return [(sum(weights[:place]) * unit, weight * unit) for place, weight in enumerate(weights)]


def _draw_year(parent: Element, year: YearSpace, place: Box, speech: Speech) -> None:
    x, y, width, height = place
    word = speech.say(names.EVENTS[year.event]) if year.event in names.EVENTS else ""
    brings = word or speech.say("no event")
    space = group(parent, names.with_source(f"{year.year}: {brings}", year.source, speech))
    rect(space, place, rx=4, **outline(year.source) | {"fill": fill_of(year.event)})
    text(space, year.year, (x + 6, y + 15), 12, room=width / 2, text_anchor="start", font_weight="bold")
    if year.table or year.tables:
        text(space, word, (x + width - 6, y + 14.5), 8.5, room=width - 54, text_anchor="end", font_style="italic")
    elif word:
        text(space, word, (x + width / 2, y + height - 5), 9, room=width - 8, font_style="italic")
    symbols.event(space, year.event, (x + width / 2, y + height / 2 + (2 if word else 6)), 1.25)
    if year.table:
        _draw_table(space, year.table, Box(x + 5, y + 21, width - 10, height - 26))
    tables = (year.tables or {}).items()
    for number, (area, table) in enumerate(tables):
        each = (height - 20) / len(tables)
        top = y + 20 + number * each
        text(space, speech.say(names.FINAL[area]), (x + 6, top + 8), 8.5, text_anchor="start", font_style="italic")
        _draw_table(space, table, Box(x + 5, top + 10, width - 10, each - 13))


def _draw_table(parent: Element, table: Table, place: Box) -> None:
    """A column for each rank, the first place's amount above the second's, in thousands."""
    x, y, width, height = place
    column, middle = width / max(len(table), 1), y + height / 2
    rect(parent, place, fill=PARCHMENT, stroke=INK, stroke_width=0.6)
    shape(parent, "line", x1=x, y1=middle, x2=x + width, y2=middle, stroke=FADED, stroke_width=0.5)
    size = min(10.5, height / 2 - 1, column * 0.44)
    for rank, (first, second) in enumerate(table):
        left = x + rank * column
        if rank:
            shape(parent, "line", x1=left, y1=y, x2=left, y2=y + height, stroke=FADED, stroke_width=0.5)
        for amount, centre, weight in ((first, y + height / 4, "bold"), (second, y + height * 3 / 4, "normal")):
            at = (left + column / 2, centre + size * 0.36)
            text(parent, amount, at, size, room=column - 2, font_weight=weight)
