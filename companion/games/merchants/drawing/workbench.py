"""The board on its owner's workbench: a part of the drawing, large enough for fingers, and what can be tapped on it.

Ways lead to an item; buttons change the board at once, as part of a form around the picture.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.games.drawing.paints import RED
from companion.games.merchants.board import Board, District, Point
from companion.games.merchants.drawing.areas import FINGER
from companion.games.merchants.drawing.city import SIDE, decks, draw_city
from companion.games.merchants.drawing.clock import MIDDLE, draw_clock, draw_sea
from companion.games.merchants.drawing.clock import RADIUS as CLOCK
from companion.games.merchants.drawing.colonies import RADIUS, draw_colonies
from companion.games.merchants.drawing.legend import CARDS, draw_cards
from companion.games.merchants.drawing.market import ON_BOARD, draw_market, market_spots
from companion.games.merchants.drawing.svg import EAST, NORTH, SHEET, SOUTH, WEST, clamped, sheet, without_titles
from companion.games.merchants.drawing.time_track import draw_time_track
from companion.games.merchants.editing import Cell, place_of_cell
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, around, canvas, inline, rect, shape, text

SHORE = 72
"""Of a region, beyond its outermost offices: there is room for another."""
LEAST = 290
"""No picture shows less than this of the board, so that one sees where one is."""


class Way(NamedTuple):
    """To an item: where it leads, and what it is, in words."""

    href: str
    label: str


class Press(NamedTuple):
    """A button of the form around the picture."""

    name: str
    value: str
    label: str


class Marks(NamedTuple):
    """What is to be seen at once."""

    picked: str | None = None
    wrong: Collection[str] = ()


def ground_of(board: Board, speech: Speech = ENGLISH) -> str:
    """All of the board, to lie under what can be tapped: the same for every part of it."""
    root = sheet()
    draw_sea(root)
    draw_clock(root, board.data.clock, speech)
    draw_time_track(root, board.years, speech)
    draw_market(root, board.data.tracks, speech=speech)
    draw_cards(root, board.data.cards, speech)
    draw_city(root, board, speech)
    draw_colonies(root, board, speech)
    return inline(without_titles(root))  # what can be tapped has its own words


def whole_picture(board: Board, ground: str, title: str, ways: Mapping[str, Way], wrong: Collection[str] = ()) -> str:
    """With a way to every part."""
    root = canvas(SHEET, class_="workbench whole", role="group", aria_label=title)
    for part, places in _parts(board).items():
        if part in ways:
            _draw_way(root, ways[part], places, "wrong" if part in wrong else "")
    return _on_ground(root, ground)


def parts_picture(board: Board, ground: str, title: str, ways: Mapping[str, Way]) -> str:
    """So much of the board as shows the parts that there are ways to."""
    places = {part: boxes for part, boxes in _parts(board).items() if part in ways}
    view = _hull([box for boxes in places.values() for box in boxes] or [SHEET]).grown(8)
    root = canvas(view, class_="workbench fits", role="group", aria_label=title)
    for part, boxes in places.items():
        _draw_way(root, ways[part], boxes, "")
    return _on_ground(root, ground)


def _parts(board: Board) -> dict[str, list[Box]]:
    """Where they lie; the small ones last, so that none is covered."""
    track = [
        Box(0, 0, SHEET.width, NORTH),
        Box(0, NORTH, WEST, SOUTH - NORTH),
        Box(EAST, NORTH, SHEET.width - EAST, SOUTH - NORTH),
    ]
    market = _hull(market_spots(board.data.tracks, ON_BOARD).values())
    found = {"years": track, "tracks": [market], "cards": [CARDS], "clock": [around(MIDDLE, CLOCK + 9)]}
    for district in filter(lambda district: district.plots, board.data.districts):
        found[district.id] = [_around([plot.at for plot in district.plots], SIDE / 2 + 6)]
    for region in filter(lambda region: region.offices, board.data.regions):
        found[region.id] = [_around([office.at for office in region.offices], RADIUS + 14)]
    crossings = decks(board, {plot.id: plot.at for plot in board.plots}).values()
    if crossings:
        found["bridges"] = [around(deck.crossing, SIDE / 2) for deck in crossings]
    return found


def region_picture(board: Board, region: str, ground: str, title: str, ways: Mapping[str, Way], marks: Marks) -> str:
    """Its offices, each with a way to it."""
    (land,) = [one for one in board.data.regions if one.id == region]
    places = [office.at for office in land.offices] or [SHEET.middle]
    view = _view(_around(places, SHORE))
    root = _canvas(view, FINGER / (2 * RADIUS), class_="workbench", role="group", aria_label=title)
    for office in land.offices:
        if office.id in ways:
            spot = around(clamped(office.at, RADIUS), RADIUS)
            _draw_way(root, ways[office.id], [spot], _looks(office.id, marks), round_=True)
    return _on_ground(root, ground)


def district_picture(
    board: Board, district: str, ground: str, title: str, presses: Mapping[Cell, Press], marks: Marks
) -> str:
    """Its grid: every cell can be painted, and a painted one cleared."""
    (quarter,) = [one for one in board.data.districts if one.id == district]
    painted = {plot.cell: plot.id for plot in quarter.plots}
    spots = {cell: around(place_of_cell(quarter, cell), SIDE / 2) for cell in presses}
    view = _view(_around([spot.middle for spot in spots.values()], SIDE / 2 + 16))
    root = _canvas(view, FINGER / SIDE, class_="workbench grid", role="group", aria_label=title)
    for cell, press in presses.items():
        plot, spot = painted.get(cell), spots[cell]
        if plot is None:
            _draw_free(root, spot)
        _draw_press(root, press, spot, f"plot {_looks(plot, marks)}".rstrip() if plot else "free")
        if plot in marks.wrong:
            _draw_alarm(root, spot)
    return _on_ground(root, ground)


def cells_to_paint(district: District) -> list[Cell]:
    """Those with a plot and those around them, row by row, as far as the drawing reaches."""
    cells = [plot.cell for plot in district.plots] or [(0, 0)]
    near = {(column + step, row + down) for column, row in cells for step in (-1, 0, 1) for down in (-1, 0, 1)}
    there = [cell for cell in near if cell in cells or SHEET.holds(around(place_of_cell(district, cell), SIDE / 2))]
    return sorted(there, key=lambda cell: (cell[1], cell[0]))


def bridges_picture(
    board: Board, ground: str, title: str, ways: Mapping[str, Way], presses: Mapping[str, Press], picked: str | None
) -> str:
    """The whole city: a way to begin a bridge at each plot, or, once it has begun, a button to end it."""
    view = _view(_around([plot.at for plot in board.plots] or [SHEET.middle], SIDE / 2 + 16))
    root = _canvas(view, FINGER / SIDE, class_="workbench", role="group", aria_label=title)
    for plot in board.plots:
        spot = around(clamped(plot.at, SIDE / 2), SIDE / 2)
        if plot.id in presses:
            _draw_press(root, presses[plot.id], spot, "end")
        elif plot.id in ways:
            _draw_way(root, ways[plot.id], [spot], "picked" if plot.id == picked else "")
    return _on_ground(root, ground)


def sea_picture(ground: str, label: str) -> str:
    """All spaces at once, to look at."""
    root = _canvas(Box(WEST, NORTH, EAST - WEST, SOUTH - NORTH), 0.72, class_="workbench", role="img", aria_label=label)
    return _on_ground(root, ground)


def clock_picture(ground: str, label: str) -> str:
    root = _canvas(around(MIDDLE, CLOCK + 14), 1.5, class_="workbench", role="img", aria_label=label)
    return _on_ground(root, ground)


def _canvas(view: Box, scale: float, **looks: str) -> Element:
    """Shown so that one unit of the board is so many pixels of the page."""
    return canvas(view, width=round(view.width * scale), height=round(view.height * scale), **looks)


def _on_ground(root: Element, ground: str) -> str:
    """The ground is text already: it is the same for a long time, and long."""
    drawn = inline(root)
    head, _, rest = drawn.partition(">")
    return f"{head}>{ground}{rest}" if rest else f"{head.removesuffix('/').rstrip()}>{ground}</svg>"


def _around(places: Iterable[Point], reach: float) -> Box:
    xs, ys = zip(*places, strict=True)
    left, top = min(xs) - reach, min(ys) - reach
    return Box(left, top, max(xs) + reach - left, max(ys) + reach - top)


def _hull(boxes: Iterable[Box]) -> Box:
    corners = [corner for x, y, width, height in boxes for corner in ((x, y), (x + width, y + height))]
    return _around(corners, 0)


def _view(wanted: Box) -> Box:
    """Not too small, and on the sheet."""
    x, y = wanted.middle
    width, height = min(max(wanted.width, LEAST), SHEET.width), min(max(wanted.height, LEAST), SHEET.height)
    left, top = min(max(x - width / 2, 0), SHEET.width - width), min(max(y - height / 2, 0), SHEET.height - height)
    return Box(left, top, width, height)


def _looks(name: str, marks: Marks) -> str:
    return " ".join(["picked"] * (name == marks.picked) + ["wrong"] * (name in marks.wrong))


def _draw_way(parent: Element, way: Way, places: Sequence[Box], looks: str, *, round_: bool = False) -> None:
    link = shape(parent, "a", class_=f"way pick {looks}".rstrip(), href=way.href, aria_label=way.label)
    for where in places:
        rect(link, where, class_="hit", rx=where.width / 2 if round_ else 6, fill="#000", fill_opacity=0)
    if "wrong" in looks.split():
        _draw_alarm(parent, places[0])


def _draw_press(parent: Element, press: Press, where: Box, looks: str) -> None:
    """A button of HTML, for a form is sent by nothing else; with a blank in it, for HTML closes no empty one."""
    x, y, width, height = where
    frame = shape(parent, "foreignObject", x=x, y=y, width=width, height=height)
    named = {"id": f"{press.name}:{press.value}", "name": press.name, "value": press.value}
    shape(frame, "button", class_=f"press {looks}", **named, aria_label=press.label).text = " "


def _draw_free(parent: Element, where: Box) -> None:
    """A cell where nothing is."""
    x, y = where.middle
    looks = {"fill": "#fff", "fill_opacity": 0.35, "stroke": "#2f5158", "stroke_width": 1, "stroke_dasharray": "4 4"}
    rect(parent, where.grown(-3), rx=4, **looks)
    shape(parent, "path", d=f"M{x - 6:g} {y:g}h12M{x:g} {y - 6:g}v12", stroke="#2f5158", stroke_width=2)


def _draw_alarm(parent: Element, where: Box) -> None:
    x, y = where.x + where.width - 4, where.y + 4
    shape(parent, "circle", cx=x, cy=y, r=8, fill=RED, stroke="#fff", stroke_width=1.5, pointer_events="none")
    text(parent, "!", (x, y + 4.5), 13, font_weight="bold", fill="#fff", pointer_events="none")
