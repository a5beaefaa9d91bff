"""The commodity market along the bottom: four tracks with their numbers."""

from typing import NamedTuple

from companion.games.drawing.paints import FADED
from companion.games.merchants.board import COMMODITIES, Point, Tracks
from companion.games.merchants.drawing import names, symbols
from companion.games.merchants.drawing.svg import number_in_diamond, outline
from companion.games.merchants.titles import area_heading, part_heading
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, group, rect, text

OFF_TRACK = 0
"""In place of a space: where a token is before it starts, and after a shipwreck."""

_FILLS = ("#eef0ec", "#d3e2dc", "#edd5bd", "#e2d4e2")


class Lie(NamedTuple):
    """How the tracks lie on a sheet: the spaces of the first one, how far below each other follows, and where beside
    the spaces its number, its picture and its name are.
    """

    spaces: Box
    pitch: float
    gap: float
    diamond: Point
    picture: Point
    name: Point
    room: float
    size: float
    whole: Box
    """All of the first track, its name included."""

    def space(self, tracks: Tracks, place: int, space: int) -> Box:
        width = self.spaces.width / max(tracks.length, 1)
        x, y = self.spaces.x + (space - 1) * width, self.spaces.y + place * self.pitch
        return Box(x, y, width - self.gap, self.spaces.height)

    def below(self, at: Point, place: int) -> Point:
        return at[0], at[1] + place * self.pitch


ON_BOARD = Lie(
    spaces=Box(138, 664, 516, 32.5),
    pitch=36.5,
    gap=3,
    diamond=(22, 681.25),
    picture=(46, 681.25),
    name=(62, 685.75),
    room=73,
    size=12.5,
    whole=Box(10, 664, 644, 32.5),
)


def draw_market(parent: Element, tracks: Tracks, lie: Lie = ON_BOARD, speech: Speech = ENGLISH) -> None:
    market = group(parent, names.with_source(area_heading("market", speech), tracks.source, speech))
    for place, commodity in enumerate(COMMODITIES):
        number_in_diamond(market, place + 1, lie.below(lie.diamond, place), "rulebook")
        symbols.commodity(market, commodity, lie.below(lie.picture, place), 1.1)
        name, at = part_heading(commodity, speech), lie.below(lie.name, place)
        text(market, name, at, lie.size, lie.room, text_anchor="start", font_style="italic")
        for number in range(1, tracks.length + 1):
            space = lie.space(tracks, place, number)
            rect(market, space, rx=3, **outline(tracks.source) | {"fill": _FILLS[place]})
            x, y = space.middle
            text(market, number, (x, y + 6), 14, room=space.width - 5, fill=FADED)


def market_spots(tracks: Tracks, lie: Lie) -> dict[str, Box]:
    """Where a token stands: `silk:4`, or `silk:0` off the track; and all of a track by its name."""
    spots = {}
    for place, commodity in enumerate(COMMODITIES):
        x, y = lie.below(lie.picture, place)
        spots[f"{commodity}:{OFF_TRACK}"] = Box(x - 14, y - 14, 28, 28)
        for number in range(1, tracks.length + 1):
            spots[f"{commodity}:{number}"] = lie.space(tracks, place, number)
        whole = lie.whole
        spots[commodity] = Box(whole.x, whole.y + place * lie.pitch, whole.width, whole.height)
    return spots
