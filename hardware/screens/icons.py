"""The pictures on the display, each drawn into a square of any size with a handful of shapes."""

import math
from collections.abc import Callable

from PIL import ImageDraw

Point = tuple[float, float]


class Square:
    """A place to draw an icon: coordinates from 0 to 1 inside it, line widths that suit its size."""

    def __init__(self, draw: ImageDraw.ImageDraw, x: int, y: int, size: int, ink: int = 1) -> None:
        self._draw = draw
        self._x, self._y, self._size = x, y, size - 1
        self.ink = ink
        self.thick = max(1, round(size / 16))

    def _at(self, point: Point) -> tuple[int, int]:
        return round(self._x + point[0] * self._size), round(self._y + point[1] * self._size)

    def line(self, *points: Point, thick: int | None = None) -> None:
        self._draw.line([self._at(point) for point in points], fill=self.ink, width=thick or self.thick)

    def shape(self, *points: Point, filled: bool = False) -> None:
        if filled:
            self._draw.polygon([self._at(point) for point in points], fill=self.ink)
        else:
            self.line(*points, points[0])

    def circle(self, centre: Point, radius: float, filled: bool = False) -> None:
        (x, y), r = self._at(centre), round(radius * self._size)
        box = (x - r, y - r, x + r, y + r)
        self._draw.ellipse(box, fill=self.ink if filled else None, outline=self.ink, width=self.thick)

    def arc(self, centre: Point, radius: float, start: float, end: float, stretch: float = 1.0) -> None:
        (x, y), r = self._at(centre), radius * self._size
        box = (x - r * stretch, y - r, x + r * stretch, y + r)
        self._draw.arc(box, start, end, fill=self.ink, width=self.thick)


def _goods(to: Square) -> None:
    """Three steps up: moves on the market."""
    for place in range(3):
        x, top = 0.06 + 0.32 * place, 0.62 - 0.26 * place
        to.shape((x, top), (x + 0.22, top), (x + 0.22, 0.95), (x, 0.95), filled=True)


def _house(to: Square) -> None:
    """A warehouse with a stepped gable."""
    to.shape(
        (0.1, 1), (0.1, 0.5), (0.24, 0.5), (0.24, 0.28), (0.38, 0.28), (0.38, 0.06),
        (0.62, 0.06), (0.62, 0.28), (0.76, 0.28), (0.76, 0.5), (0.9, 0.5), (0.9, 1),
    )  # fmt: skip
    to.shape((0.4, 1), (0.4, 0.66), (0.6, 0.66), (0.6, 1), filled=True)
    to.line((0.42, 0.42), (0.58, 0.42))


def _office(to: Square) -> None:
    """A flag: a trade office overseas."""
    to.line((0.24, 0.02), (0.24, 0.98), thick=to.thick + 1)
    to.shape((0.28, 0.08), (0.9, 0.08), (0.74, 0.3), (0.9, 0.52), (0.28, 0.52), filled=True)
    to.line((0.08, 0.98), (0.44, 0.98))


def _sand_clock(to: Square) -> None:
    to.line((0.16, 0.05), (0.84, 0.05), thick=to.thick + 1)
    to.line((0.16, 0.95), (0.84, 0.95), thick=to.thick + 1)
    to.shape((0.24, 0.08), (0.76, 0.08), (0.5, 0.5))
    to.shape((0.5, 0.5), (0.76, 0.92), (0.24, 0.92))
    to.shape((0.36, 0.3), (0.64, 0.3), (0.5, 0.5), filled=True)
    to.shape((0.5, 0.68), (0.7, 0.92), (0.3, 0.92), filled=True)


def _ship(to: Square) -> None:
    to.shape((0.04, 0.7), (0.96, 0.7), (0.8, 0.96), (0.2, 0.96), filled=True)
    to.line((0.5, 0.04), (0.5, 0.7))
    to.shape((0.54, 0.08), (0.9, 0.58), (0.54, 0.58), filled=True)
    to.shape((0.44, 0.2), (0.44, 0.58), (0.14, 0.58))


def _wreck(to: Square) -> None:
    to.shape((0.1, 0.42), (0.72, 0.88), (0.36, 0.88), (0.08, 0.66), filled=True)
    to.line((0.42, 0.62), (0.78, 0.06))
    to.shape((0.74, 0.18), (0.94, 0.52), (0.58, 0.42))
    for wave in range(3):
        x = 0.02 + wave / 3
        to.line((x, 0.94), (x + 0.12, 0.86), (x + 0.26, 0.94))


def _globe(to: Square) -> None:
    to.circle((0.5, 0.5), 0.46)
    to.line((0.04, 0.5), (0.96, 0.5))
    to.line((0.5, 0.04), (0.5, 0.96))
    to.arc((0.5, 0.5), 0.46, 0, 360, stretch=0.5)


def _arms(to: Square) -> None:
    """The city's: a shield with three crosses, one above the other."""
    to.shape((0.14, 0.02), (0.86, 0.02), (0.86, 0.66), (0.5, 0.99), (0.14, 0.66))
    for place in range(3):
        y = 0.2 + 0.24 * place
        to.line((0.4, y - 0.08), (0.6, y + 0.08))
        to.line((0.6, y - 0.08), (0.4, y + 0.08))


def _coin(to: Square) -> None:
    to.circle((0.5, 0.5), 0.46)
    to.line((0.62, 0.24), (0.5, 0.24), (0.5, 0.66), (0.4, 0.78), thick=to.thick + 1)
    to.line((0.36, 0.46), (0.62, 0.46))


def _scales(to: Square) -> None:
    to.line((0.5, 0.05), (0.5, 0.92))
    to.line((0.24, 0.94), (0.76, 0.94), thick=to.thick + 1)
    to.line((0.12, 0.18), (0.88, 0.18))
    for middle in (0.16, 0.84):
        to.line((middle - 0.14, 0.6), (middle, 0.18), (middle + 0.14, 0.6))
        to.arc((middle, 0.58), 0.15, 0, 180)


def _back(to: Square) -> None:
    """Back: an arrow to the left."""
    to.shape((0.04, 0.5), (0.44, 0.14), (0.44, 0.86), filled=True)
    to.shape((0.44, 0.38), (0.96, 0.38), (0.96, 0.62), (0.44, 0.62), filled=True)


def _crossed(icon: "Icon") -> "Icon":
    def draw(to: Square) -> None:
        icon(to)
        to.ink = 1 - to.ink
        to.line((0, 0.9), (0.9, 0), thick=3 * to.thick)
        to.ink = 1 - to.ink
        to.line((0.04, 0.98), (0.98, 0.04), thick=to.thick + 1)

    return draw


def _crown(to: Square) -> None:
    to.shape((0.06, 0.3), (0.28, 0.55), (0.5, 0.14), (0.72, 0.55), (0.94, 0.3), (0.84, 0.88), (0.16, 0.88), filled=True)


def _hammer(to: Square) -> None:
    to.shape((0.4, 0.04), (0.96, 0.6), (0.76, 0.8), (0.2, 0.24), filled=True)
    to.line((0.5, 0.54), (0.06, 0.96), thick=to.thick + 1)


def _cross(to: Square) -> None:
    to.line((0.1, 0.1), (0.9, 0.9), thick=to.thick + 1)
    to.line((0.9, 0.1), (0.1, 0.9), thick=to.thick + 1)


def _warning(to: Square) -> None:
    to.shape((0.5, 0.04), (0.98, 0.94), (0.02, 0.94))
    to.line((0.5, 0.36), (0.5, 0.66), thick=to.thick + 1)
    to.line((0.5, 0.78), (0.5, 0.84), thick=to.thick + 1)


def _pause(to: Square) -> None:
    for x in (0.16, 0.58):
        to.shape((x, 0.08), (x + 0.26, 0.08), (x + 0.26, 0.92), (x, 0.92), filled=True)


def _power(to: Square) -> None:
    to.arc((0.5, 0.54), 0.42, 300, 240)
    to.line((0.5, 0.04), (0.5, 0.5), thick=to.thick + 1)


def _plug(to: Square) -> None:
    to.line((0.34, 0.04), (0.34, 0.32), thick=to.thick + 1)
    to.line((0.66, 0.04), (0.66, 0.32), thick=to.thick + 1)
    to.shape((0.16, 0.32), (0.84, 0.32), (0.84, 0.56), (0.62, 0.74), (0.38, 0.74), (0.16, 0.56), filled=True)
    to.line((0.5, 0.74), (0.5, 0.98), thick=to.thick + 1)


def _clock(to: Square) -> None:
    to.circle((0.5, 0.5), 0.46)
    for hour in range(12):
        turn = math.radians(30 * hour)
        to.line(
            (0.5 + 0.36 * math.sin(turn), 0.5 - 0.36 * math.cos(turn)),
            (0.5 + 0.44 * math.sin(turn), 0.5 - 0.44 * math.cos(turn)),
        )
    to.line((0.5, 0.5), (0.74, 0.22), thick=to.thick + 1)


def _button(to: Square) -> None:
    to.circle((0.5, 0.5), 0.46)
    to.circle((0.5, 0.5), 0.28, filled=True)


def _tick(to: Square) -> None:
    to.line((0.06, 0.54), (0.36, 0.86), (0.94, 0.14), thick=to.thick + 1)


def _rising(to: Square) -> None:
    to.shape((0.5, 0), (1, 1), (0, 1), filled=True)


def _falling(to: Square) -> None:
    to.shape((0, 0), (1, 0), (0.5, 1), filled=True)


def _phone(to: Square) -> None:
    to.shape((0.22, 0.02), (0.78, 0.02), (0.78, 0.98), (0.22, 0.98))
    to.line((0.22, 0.8), (0.78, 0.8))
    to.line((0.42, 0.1), (0.58, 0.1))
    to.line((0.46, 0.89), (0.54, 0.89), thick=to.thick + 1)


def _news(to: Square) -> None:
    """A sheet with a headline and columns."""
    to.shape((0.08, 0.04), (0.92, 0.04), (0.92, 0.96), (0.08, 0.96))
    to.line((0.2, 0.2), (0.8, 0.2), thick=2 * to.thick)
    for place in range(4):
        y = 0.4 + 0.14 * place
        to.line((0.2, y), (0.46, y))
        to.line((0.56, y), (0.8, y))


def _moon(to: Square) -> None:
    to.circle((0.46, 0.5), 0.44, filled=True)
    to.ink = 1 - to.ink
    to.circle((0.68, 0.38), 0.36, filled=True)
    to.ink = 1 - to.ink


def _die(to: Square) -> None:
    to.shape((0.04, 0.04), (0.96, 0.04), (0.96, 0.96), (0.04, 0.96))
    for at in ((0.26, 0.26), (0.74, 0.26), (0.5, 0.5), (0.26, 0.74), (0.74, 0.74)):
        to.circle(at, 0.08, filled=True)


def _river(to: Square) -> None:
    """Under a bridge."""
    to.line((0, 0.38), (0.2, 0.2), (0.8, 0.2), (1, 0.38), thick=to.thick + 1)
    to.arc((0.5, 0.68), 0.34, 180, 360)
    to.line((0.04, 0.34), (0.04, 0.68))
    to.line((0.96, 0.34), (0.96, 0.68))
    for y in (0.8, 0.96):
        to.line((0.02, y), (0.18, y - 0.08), (0.34, y), (0.5, y - 0.08), (0.66, y), (0.82, y - 0.08), (0.98, y))


def _worker(to: Square) -> None:
    """With a cap, from the waist up."""
    to.circle((0.5, 0.32), 0.2)
    to.shape((0.24, 0.24), (0.3, 0.06), (0.7, 0.06), (0.76, 0.24), filled=True)
    to.shape((0.1, 0.98), (0.16, 0.68), (0.34, 0.58), (0.66, 0.58), (0.84, 0.68), (0.9, 0.98), filled=True)


def _cards(to: Square) -> None:
    """Two, one upon the other."""
    to.shape((0.34, 0.04), (0.92, 0.04), (0.92, 0.8), (0.34, 0.8))
    ink, to.ink = to.ink, 1 - to.ink
    to.shape((0.1, 0.2), (0.66, 0.2), (0.66, 0.96), (0.1, 0.96), filled=True)
    to.ink = ink
    to.shape((0.1, 0.2), (0.66, 0.2), (0.66, 0.96), (0.1, 0.96))
    to.line((0.22, 0.4), (0.54, 0.4))
    to.line((0.22, 0.58), (0.54, 0.58))


Icon = Callable[[Square], None]

ICONS: dict[str, Icon] = {
    "commodity": _goods,
    "build": _house,
    "office": _office,
    "sand_clock": _sand_clock,
    "ship": _ship,
    "globe": _globe,
    "arms": _arms,
    "credit": _coin,
    "lose_warehouse": _crossed(_house),
    "lose_office": _crossed(_office),
    "shipwreck": _wreck,
    "leaders_back": _back,
    "score_market": _scales,
    "score_amsterdam": _house,
    "score_colonies": _globe,
    "final": _crown,
    "start": _sand_clock,
    "none": _sand_clock,
    "market": _scales,
    "amsterdam": _house,
    "colonies": _globe,
    "mayor": _crown,
    "auction": _hammer,
    "discard": _cross,
    "warning": _warning,
    "pause": _pause,
    "power": _power,
    "plug": _plug,
    "clock": _clock,
    "button": _button,
    "tick": _tick,
    "rising": _rising,
    "falling": _falling,
    "news": _news,
    "dividend": _coin,
    "black_market": _moon,
    "phone": _phone,
    "dice": _die,
    "amstel": _river,
    "worker": _worker,
    "cards": _cards,
}
"""By the words of the games: cards, events of the years, areas, disks, prices, dice; and a few of the device's own."""


def icon(draw: ImageDraw.ImageDraw, name: str, x: int, y: int, size: int, ink: int = 1) -> None:
    ICONS[name](Square(draw, x, y, size, ink))
