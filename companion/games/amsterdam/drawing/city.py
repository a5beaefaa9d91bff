"""The city: six districts with six blocks each, the crests on them, what the tile of a district brings at the end, and
the largest group of everybody. Which block is whose only the board shows: here they stand in a row, seat by seat.
"""

from collections.abc import Sequence

from companion.games.amsterdam.drawing.signs import PAINTS, draw_crest, draw_figure, draw_resource
from companion.games.amsterdam.drawing.words import city_told
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import BLOCKS, COLOUR_AT, COLOURS, Colour
from companion.games.amsterdam.titles import colour_heading
from companion.games.drawing.paints import PARCHMENT
from companion.games.drawing.pictures import path
from companion.games.drawing.slate import BRASS, FAINT, LIGHT, RULE, SPACE, TINTED
from companion.games.drawing.tokens import Player, draw_shape, painted
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, Point, canvas, group, inline, moved, rect, text

WIDTH = 352.0
DISTRICT = 72.0
"""How high one is."""
GROUPS = 28.0
"""How high the line of the largest groups is."""
_COLUMNS = 2
_BLOCK = 27.5


def city(state: State, players: Sequence[Player], speech: Speech = ENGLISH) -> str:
    """To be put into a page, for its whole width."""
    whole = Box(0, 0, WIDTH, city_height())
    root = canvas(whole, class_="city", role="img", aria_label=city_told(state, players, speech))
    draw_city(root, state, players, speech)
    return inline(root)


def city_height() -> float:
    return len(COLOURS) // _COLUMNS * (DISTRICT + 4) + GROUPS


def draw_city(parent: Element, state: State, players: Sequence[Player], speech: Speech) -> None:
    """From the origin on."""
    width = WIDTH / _COLUMNS
    for place, colour in enumerate(COLOURS):
        row, column = divmod(place, _COLUMNS)
        box = Box(column * (width + 2), row * (DISTRICT + 4), width - 2, DISTRICT)
        _draw_district(group(parent, class_="district", data_district=colour), state, colour, players, box, speech)
    _draw_groups(parent, state, players, city_height() - GROUPS, speech)


def _draw_district(
    parent: Element, state: State, colour: Colour, players: Sequence[Player], box: Box, speech: Speech
) -> None:
    """One that counts has a brass edge, and says what it brings to the first, the second and so on."""
    counts = colour in state.tiles
    edge = {"stroke": BRASS, "stroke_width": 1.8} if counts else {"stroke": RULE, "stroke_width": 1}
    rect(parent, box.grown(-1), rx=7, fill=SPACE if counts else TINTED, **edge)
    draw_resource(parent, colour, (box.x + 16, box.y + 17), 0.95)
    text(parent, colour_heading(colour, speech), (box.x + 31, box.y + 22), 15, 62, text_anchor="start", fill=LIGHT)
    if counts:
        value = "/".join(map(str, state.setup.board.majorities[len(players)]))
        at = (box.x + box.width - 9, box.y + 22)
        text(parent, value, at, 15, 58, class_="brings", text_anchor="end", font_weight="bold", fill=BRASS)
    owners = [seat for seat, crests in enumerate(state.crests) for _ in range(crests[COLOUR_AT[colour]])]
    for block in range(BLOCKS):
        at = (box.x + box.width / 2 + (block - (BLOCKS - 1) / 2) * _BLOCK, box.y + box.height - 6)
        seat = owners[block] if block < len(owners) else None
        _draw_block(parent, colour, seat, players, at)
    if state.bailiff == colour:
        draw_figure(parent, "bailiff", (box.x + 105, box.y + 17), 0.9)


def _draw_block(parent: Element, colour: Colour, seat: int | None, players: Sequence[Player], at: Point) -> None:
    """A house that stands on this point, with the crest of whoever has taken it."""
    drawn = moved(group(parent, class_="block"), at, 0.96)
    free = seat is None
    path(drawn, "M-12 0 V-20 H12 V0 Z", fill="#3f3022" if free else "#6b5236", stroke=RULE, stroke_width=1)
    path(drawn, "M-13.5 -20 L-9 -31 H9 L13.5 -20 Z", fill=PAINTS[colour], stroke=PARCHMENT, stroke_width=0.8)
    if seat is None:
        path(drawn, "M-7 -14 H-3 V-8 H-7 Z M3 -14 H7 V-8 H3 Z", fill="#1d140c", stroke="none")
    else:
        draw_crest(drawn, seat, players[seat].colour, (0, -9.6), 0.95)


def _draw_groups(parent: Element, state: State, players: Sequence[Player], y: float, speech: Speech) -> None:
    step = 52
    left = WIDTH - step * len(players)
    text(parent, speech.say("Largest groups"), (4, y + 20), 15, left - 12, text_anchor="start", fill=FAINT)
    for seat, (player, largest) in enumerate(zip(players, state.groups, strict=True)):
        x = left + seat * step + 14
        draw_shape(moved(parent, (x, y + 15), 0.8), seat, painted(player.colour))
        text(parent, largest, (x + 13, y + 21), 17, text_anchor="start", font_weight="bold", fill=LIGHT)
