"""The commodity market along the bottom: four tracks with their numbers."""

from companion.games.merchants.board import COMMODITIES, Tracks
from companion.games.merchants.drawing import symbols
from companion.games.merchants.drawing.svg import (
    FADED,
    Element,
    group,
    in_words,
    number_in_diamond,
    outline,
    shape,
    text,
)

LEFT, TOP, WIDTH, HEIGHT = 10, 664, 644, 146
LABEL = 128

_FILLS = ("#eef0ec", "#d3e2dc", "#edd5bd", "#e2d4e2")


def draw_market(parent: Element, tracks: Tracks) -> None:
    market = group(parent, f"Market ({tracks.source})")
    height = HEIGHT / len(COMMODITIES)
    for place, commodity in enumerate(COMMODITIES):
        top = TOP + place * height
        middle = top + height / 2 - 1
        number_in_diamond(market, place + 1, (LEFT + 12, middle), "rulebook")
        symbols.commodity(market, commodity, (LEFT + 36, middle), 1.1)
        text(market, in_words(commodity), (LEFT + 52, middle + 4.5), 12.5, text_anchor="start", font_style="italic")
        width = (WIDTH - LABEL) / max(tracks.length, 1)
        for space in range(1, tracks.length + 1):
            x = LEFT + LABEL + (space - 1) * width
            looks = outline(tracks.source) | {"fill": _FILLS[place]}
            shape(market, "rect", x=x, y=top, width=width - 3, height=height - 4, rx=3, **looks)
            text(market, space, (x + width / 2 - 1.5, middle + 5), 14, room=width - 8, fill=FADED)
