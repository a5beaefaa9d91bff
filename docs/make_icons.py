"""Paints the icons of the installed page, the same clock as `web/static/icon.svg`, in the sizes that phones ask for.

Run it as `python docs/make_icons.py`; it writes beside that drawing.
"""

import math
from pathlib import Path

from PIL import Image, ImageDraw

STATIC = Path(__file__).parents[1] / "web" / "static"
NIGHT, WOOD, BRASS, PAPER, RED, BLUE, PIN = "#17110c", "#3a2718", "#d9b569", "#f4e8cb", "#9c3b2c", "#27364f", "#8f6a2c"
TICK = ((-0.65, -22.2), (0.65, -22.2), (0.65, -18.8), (-0.65, -18.8))
HAND = ((-3.4, 0.0), (0.0, -19.5), (3.4, 0.0), (1.6, 8.0), (-1.6, 8.0))
FINER = 8
"""Painted so many times larger, then made smaller, so that every edge is smooth."""
WHOLE, SAFE = 32.0, 42.0
"""Half of the picture in units of the drawing, whose clock reaches to 31. What a phone may cut off leaves it whole."""


def main() -> None:
    _save("icon-192.png", 192, WHOLE, ground=None)
    _save("icon-512.png", 512, WHOLE, ground=None)
    _save("icon-180.png", 180, 36.0, ground=NIGHT)  # a phone rounds its corners and cannot see through it
    _save("icon-maskable.png", 512, SAFE, ground=NIGHT)


def _save(name: str, size: int, half: float, ground: str | None) -> None:
    large = size * FINER
    picture = Image.new("RGBA", (large, large), ground or (0, 0, 0, 0))
    _paint(ImageDraw.Draw(picture), large, half)
    small = picture.resize((size, size), Image.Resampling.LANCZOS)
    seen = small.convert("RGB") if ground else small  # nothing shows through it
    seen.quantize(64, dither=Image.Dither.NONE).save(STATIC / name, optimize=True)


def _paint(pen: ImageDraw.ImageDraw, large: int, half: float) -> None:
    def at(x: float, y: float) -> tuple[float, float]:
        return (x + half) * large / (2 * half), (y + half) * large / (2 * half)

    def disk(radius: float, colour: str) -> None:
        pen.ellipse([at(-radius, -radius), at(radius, radius)], fill=colour)

    def turned(x: float, y: float, degrees: float) -> tuple[float, float]:
        turn = math.radians(degrees)
        return at(x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn))

    for radius, colour in ((31.0, WOOD), (27.5, BRASS), (23.5, PAPER)):
        disk(radius, colour)
    pen.pieslice([at(-23.5, -23.5), at(23.5, 23.5)], start=-90, end=-30, fill=RED)
    for hour in range(12):
        pen.polygon([turned(*corner, hour * 30) for corner in TICK], fill=WOOD)
    pen.polygon([turned(*corner, -52) for corner in HAND], fill=BLUE)
    disk(3.8, PIN)


if __name__ == "__main__":
    main()
