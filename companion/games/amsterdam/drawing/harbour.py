"""The harbour, place by place: storehouses and warehouses with what was delivered there, docks with the workers that
wait, and in the water before each of them the barges; then the magazine and the black market. It is no map: where the
places lie only the board shows.
"""

from collections.abc import Sequence

from companion.games.amsterdam.board import Printed
from companion.games.amsterdam.drawing.amstel import QUAY, WATER
from companion.games.amsterdam.drawing.signs import draw_figure, draw_good, draw_person, draw_worker
from companion.games.amsterdam.drawing.words import harbour_told
from companion.games.amsterdam.names import WAREHOUSE_NUMBERS
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import GOODS, ROOFS, WAREHOUSES, WORKERS, Good, Place, Warehouse, Worker
from companion.games.amsterdam.titles import good_heading, worker_title
from companion.games.drawing.paints import GOLD
from companion.games.drawing.pictures import path
from companion.games.drawing.slate import BRASS, FAINT, LIGHT, RULE, SPACE, TINTED
from companion.games.drawing.tokens import OUTLINE, Player, draw_shape, painted
from companion.games.speech import ENGLISH, Speech, mark
from companion.games.svg import Box, Element, canvas, group, inline, line, moved, rect, text

WIDTH = 352.0
CAPTION = 20.0
"""How high the words above a row of places are."""
STRIP = 19.0
"""How high the water before a place is."""
_GAP = 3.0

_STOREHOUSES = Box(0, 0, WIDTH, CAPTION + 234)
_WAREHOUSES = Box(0, 258, WIDTH, CAPTION + 66)
_DOCKS = Box(0, 348, WIDTH, CAPTION + 152)
_MAGAZINE = Box(0, 524, 173, CAPTION + 40)
_NOT_FETCHED = Box(0, 588, 173, CAPTION + 56)
_BLACK_MARKET = Box(179, 524, 173, CAPTION + 117)
_WHOLE = Box(-1, 0, WIDTH + 2, 664)


def harbour(state: State, players: Sequence[Player], speech: Speech = ENGLISH) -> str:
    """To be put into a page, for its whole width."""
    root = canvas(_WHOLE, class_="harbour", role="img", aria_label=harbour_told(state, players, speech))
    draw_storehouses(root, state, players, _STOREHOUSES, 3, speech)
    draw_warehouses(root, state, players, _WAREHOUSES, speech)
    draw_docks(root, state, players, _DOCKS, 4, speech)
    draw_magazine(root, state, _MAGAZINE, speech)
    if state.setup.automaton is None:  # what colour the workers had whom TOM brought nobody knows
        _draw_not_fetched(root, state, _NOT_FETCHED, speech)
    draw_black_market(root, state, _BLACK_MARKET, 3, speech)
    return inline(root)


# Rows of places.


def draw_storehouses(
    parent: Element, state: State, players: Sequence[Player], box: Box, columns: int, speech: Speech
) -> None:
    """With their names where there is room for them."""
    places = _places(parent, speech.say("Storehouses"), box, len(GOODS), columns)
    for good, delivered, place in zip(GOODS, state.storehouses, places, strict=True):
        drawn = _draw_place(parent, state, players, good, place)
        printed = [state.setup.board.roof(good, roof) for roof in range(ROOFS)]
        name = good_heading(good, speech) if place.width > 100 else ""
        _draw_storehouse(drawn, good, delivered, printed, _land(place), name)


def draw_warehouses(parent: Element, state: State, players: Sequence[Player], box: Box, speech: Speech) -> None:
    places = _places(parent, speech.say("Warehouses 1 to 4"), box, len(WAREHOUSES), len(WAREHOUSES))
    for house, there, place in zip(WAREHOUSES, state.warehouses, places, strict=True):
        drawn = _draw_place(parent, state, players, house, place)
        _draw_warehouse(drawn, house, bool(there), state.setup.board.warehouse(house), _land(place))


def draw_docks(
    parent: Element, state: State, players: Sequence[Player], box: Box, columns: int, speech: Speech
) -> None:
    """With the pier, and the water between all places."""
    places = _places(parent, speech.say("Docks"), box, len(WORKERS) + 2, columns)
    is_named = places[0].width > 70
    for dock, waiting, place in zip(WORKERS, state.docks, places, strict=False):
        drawn = _draw_place(parent, state, players, dock, place)
        _draw_dock(drawn, dock, waiting, _land(place), worker_title(dock, speech) if is_named else "")
    for (at, name), place in zip(_ELSEWHERE, places[-2:], strict=True):
        drawn = _draw_place(parent, state, players, at, place)
        _draw_name(drawn, speech.say(name), _land(place))


_ELSEWHERE: tuple[tuple[Place, str], ...] = (("pier", mark("Pier")), ("water", mark("Open water")))


def _draw_name(parent: Element, name: str, land: Box) -> None:
    """In the middle, each word in a line of its own."""
    words = name.split(" ")
    x, y = land.middle
    for place, word in enumerate(words):
        text(parent, word, (x, y + 5 + (place - (len(words) - 1) / 2) * 17), 14, room=land.width - 6, fill=LIGHT)


def _places(parent: Element, caption: str, box: Box, count: int, columns: int) -> list[Box]:
    """Below the caption of a row, so many in a line."""
    _draw_caption(parent, caption, box)
    rows = -(-count // columns)
    width, height = (box.width + _GAP) / columns, (box.height - CAPTION + _GAP) / rows
    corners = [(box.x + at % columns * width, box.y + CAPTION + at // columns * height) for at in range(count)]
    return [Box(x, y, width - _GAP, height - _GAP) for x, y in corners]


def _draw_caption(parent: Element, caption: str, box: Box) -> None:
    text(parent, caption, (box.x + 2, box.y + 14), 14, room=box.width - 4, text_anchor="start", fill=BRASS)


def _land(place: Box) -> Box:
    return Box(place.x, place.y, place.width, place.height - STRIP)


# A place.


def _draw_place(parent: Element, state: State, players: Sequence[Player], at: Place, place: Box) -> Element:
    """The ground, and the water before it with the barges that lie there."""
    drawn = group(parent, class_="place", data_place=at)
    rect(drawn, place, rx=6, fill=TINTED if at == "water" else SPACE, stroke=RULE, stroke_width=1)
    water = Box(place.x + 1, place.y + place.height - STRIP, place.width - 2, STRIP - 1)
    rect(drawn, water, rx=4, fill=WATER)
    line(drawn, [(water.x, water.y), (water.x + water.width, water.y)], stroke=QUAY, stroke_width=2)
    here = [seat for seat in state.setup.people if state.barges[seat] == at]
    step = min(26.0, water.width / max(len(here), 1))
    for lying, seat in enumerate(here):
        x = water.middle[0] + (lying - (len(here) - 1) / 2) * step
        _draw_barge(moved(drawn, (x, water.y + 9), min(1, step / 23)), seat, players[seat])
    if state.supervisor == at:
        draw_figure(drawn, "supervisor", (place.x + place.width - 11, place.y + 12), 0.85)
    return drawn


def _draw_barge(parent: Element, seat: int, player: Player) -> None:
    drawn = group(parent, class_="barge", data_seat=seat)
    hull = {"stroke": OUTLINE, "stroke_width": 1.2}
    path(drawn, "M-11 -1 L-9 6.5 H9 L11 -1 Z", fill=painted(player.colour), **hull)
    draw_shape(moved(drawn, (0, -1.5), 0.58), seat, painted(player.colour), stroke_width=2.4)


def _draw_storehouse(
    parent: Element, good: Good, delivered: int, printed: Sequence[Printed], land: Box, name: str
) -> None:
    """Its commodity, and three roofs; those with something under them are gold."""
    x, y = land.x, land.y
    if name:
        text(parent, name, (x + 6, y + 16), 14, room=land.width - 26, text_anchor="start", fill=LIGHT)
        sign, first, base, step = (x + 18, y + 38), x + 50, y + 50, 22.0
    else:
        step = (land.width - 4) / ROOFS
        sign, first, base = (land.middle[0], y + 13), x + 2 + step / 2, y + land.height - 3
    draw_good(parent, good, sign, 0.98 if name else 0.9)
    for roof in range(ROOFS):
        _draw_roof(moved(parent, (first + roof * step, base), step / 22), roof < delivered, printed[roof])


def _draw_roof(parent: Element, is_filled: bool, printed: Printed) -> None:
    """A gable that stands on the origin; what it brings, if that is known."""
    looks = {"fill": GOLD, "stroke": OUTLINE} if is_filled else {"fill": "none", "stroke": FAINT}
    path(parent, "M-9 -1 V-12 L0 -22 L9 -12 V-1 Z", class_="roof", stroke_width=1.3, **looks)
    if is_filled:
        path(parent, "M-4.5 -8 L-1 -4.5 L5 -12.5", stroke=OUTLINE, stroke_width=2)
    elif printed.is_known:
        text(parent, printed.prestige, (0, -4), 13, room=16, fill=LIGHT)


def _draw_warehouse(parent: Element, house: Warehouse, is_full: bool, printed: Printed, land: Box) -> None:
    """A broad one, with its number; gold if something is in it."""
    x, y = land.middle
    looks = {"fill": GOLD, "stroke": OUTLINE} if is_full else {"fill": "none", "stroke": FAINT}
    drawn = moved(parent, (x, y))
    path(drawn, "M-20 17 V-4 L0 -17 L20 -4 V17 Z", class_="warehouse", stroke_width=1.4, **looks)
    text(drawn, WAREHOUSE_NUMBERS[house], (0, 12), 17, font_weight="bold", fill=OUTLINE if is_full else LIGHT)
    if printed.is_known and not is_full:
        text(parent, printed.prestige, (land.x + land.width - 4, land.y + 14), 13, text_anchor="end", fill=BRASS)


def _draw_dock(parent: Element, dock: Worker, waiting: int, land: Box, name: str) -> None:
    """The worker who wants to go there, and those who wait there."""
    (middle, _), y = land.middle, land.y
    if name:
        text(parent, name, (middle, y + 16), 14, room=land.width - 8, fill=LIGHT)
    base = y + land.height - 14
    draw_worker(parent, dock, (land.x + (16 if name else 13), base), 1 if name else 0.9)
    for place in range(waiting):
        x = land.x + land.width - 12 - place * (17 if name else 13)
        draw_person(moved(group(parent, class_="waiting"), (x, base + 3), 0.62), FAINT)


# Magazine, workers and black market.


def draw_magazine(parent: Element, state: State, box: Box, speech: Speech) -> None:
    """Its spaces from the top; the last one has room for all who come later."""
    _draw_caption(parent, speech.say("Magazine"), box)
    spaces = len(state.setup.board.data.magazine.prestige)
    step = box.width / spaces
    for space in range(spaces):
        place = Box(box.x + space * step, box.y + CAPTION, step - _GAP, box.height - CAPTION)
        rect(parent, place, rx=5, fill=SPACE, stroke=RULE, stroke_width=1)
        there = max(state.magazine - space, 0) if space == spaces - 1 else int(state.magazine > space)
        printed = state.setup.board.magazine(space)
        _draw_brought(parent, there, printed, place)


def _draw_brought(parent: Element, there: int, printed: Printed, place: Box) -> None:
    """Workers in a space of the magazine, and how many where there is more than one; or what it brings, if known."""
    x, y = place.middle
    if there == 0 and printed.is_known:
        text(parent, printed.prestige, (x, y + 5), 15, fill=FAINT)
    if there == 0:
        return
    across, down = (9, 0) if place.width > place.height else (0, 10)
    shift = (across, down) if there > 1 else (0, 0)
    draw_person(moved(group(parent, class_="brought"), (x - shift[0], y - shift[1]), 0.9), GOLD)
    if there > 1:
        text(parent, there, (x + across, y + 5 + 1.5 * down), 15, room=18, font_weight="bold", fill=LIGHT)


def _draw_not_fetched(parent: Element, state: State, box: Box, speech: Speech) -> None:
    _draw_caption(parent, speech.say("Workers not fetched"), box)
    for place, (worker, count) in enumerate(zip(WORKERS, state.waiting, strict=True)):
        row, column = divmod(place, 3)
        x, y = box.x + 16 + column * box.width / 3, box.y + CAPTION + 13 + row * 27
        drawn = group(parent, opacity=1 if count else 0.45)
        draw_worker(drawn, worker, (x, y), 0.95)
        text(drawn, count, (x + 15, y + 6), 16, text_anchor="start", font_weight="bold", fill=LIGHT)


def draw_black_market(parent: Element, state: State, box: Box, columns: int, speech: Speech) -> None:
    """A tile for each commodity; those that were sold there are crossed out."""
    _draw_caption(parent, speech.say("Black market"), box)
    rows = -(-len(GOODS) // columns)
    width, height = box.width / columns, (box.height - CAPTION) / rows
    for place, (good, sold) in enumerate(zip(GOODS, state.black_market, strict=True)):
        row, column = divmod(place, columns)
        tile = Box(box.x + column * width, box.y + CAPTION + row * height, width - _GAP, height - _GAP)
        drawn = group(parent, class_="tile", data_good=good)
        _draw_tile(drawn, tile, good, bool(sold))
        if state.marketeer == good:
            draw_figure(drawn, "marketeer", (tile.x + tile.width - 8, tile.y + 9), 0.75)


def _draw_tile(parent: Element, tile: Box, good: Good, is_sold: bool) -> None:
    rect(parent, tile, rx=5, fill=TINTED if is_sold else SPACE, stroke=RULE, stroke_width=1)
    draw_good(group(parent, opacity=0.4 if is_sold else 1), good, tile.middle, 1.15 if tile.width > 40 else 0.95)
    if is_sold:
        (x, y), reach = tile.middle, 11
        for side in (-1, 1):
            line(parent, [(x - reach, y - side * reach), (x + reach, y + side * reach)], stroke=BRASS, stroke_width=2.6)
