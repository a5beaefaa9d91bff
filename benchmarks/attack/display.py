"""What somebody in front of the device reads on its display: the digits of a code, from the pixels that the page of the
simulated device shows at `/panel`.
"""

import http.client
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import closing
from functools import cache

import msgspec
from PIL import Image, ImageDraw

from attack.target import HOST, PATIENCE, Device
from hardware.screens import lettering

DIGITS = 6
"""Of a code."""
_SIZES = range(10, 60)
"""Of letters on a display, in pixels."""
_LARGEST = (128, 128)
"""A picture that any digit fits into."""

Ink = tuple[int, int, bytes]
"""Width, height and pixels of what is drawn, without the empty space around it."""


def read_code(device: Device, patience: float) -> str | None:
    """The code that the display shows within so many seconds; None: it shows none."""
    return next((code for picture in _pictures(device, patience) if (code := code_in(picture))), None)


def code_in(picture: Image.Image) -> str | None:
    """The six digits that stand on a line of their own, if there are any."""
    for line in _pieces(picture, across=False):
        digits = [_digits().get(_ink(piece)) for piece in _pieces(line, across=True)]
        if len(digits) == DIGITS and None not in digits:
            return "".join(map(str, digits))
    return None


def _pictures(device: Device, patience: float) -> Iterator[Image.Image]:
    """What the display shows now, and then every change of it, for so many seconds."""
    until = time.monotonic() + patience
    connection = http.client.HTTPConnection(HOST, device.port, timeout=PATIENCE, source_address=(HOST, 0))
    with closing(connection):
        connection.request("GET", "/api/stream?panel=1", headers={"Accept": "text/event-stream"})
        kind = b""
        for line in connection.getresponse():
            name, _, value = line.strip().partition(b": ")
            if name == b"event":
                kind = value
            elif name == b"data" and kind == b"panel" and (shown := msgspec.json.decode(value).get("oled")):
                yield Image.frombytes("1", (shown["width"], shown["height"]), b64decode(shown["rows"]))
            if time.monotonic() > until:
                return


def _pieces(picture: Image.Image, *, across: bool) -> Iterator[Image.Image]:
    """What is separated by empty columns, from left to right; or by empty rows, from top to bottom."""
    size = picture.width if across else picture.height
    begins: int | None = None
    for at in range(size + 1):
        is_empty = at == size or _slice(picture, at, at + 1, across=across).getbbox() is None
        if is_empty and begins is not None:
            yield _slice(picture, begins, at, across=across)
            begins = None
        elif not is_empty and begins is None:
            begins = at


def _slice(picture: Image.Image, begin: int, end: int, *, across: bool) -> Image.Image:
    box = (begin, 0, end, picture.height) if across else (0, begin, picture.width, end)
    return picture.crop(box)


def _ink(picture: Image.Image) -> Ink:
    drawn = picture.crop(picture.getbbox())
    return drawn.width, drawn.height, drawn.tobytes()


@cache
def _digits() -> dict[Ink, str]:
    """Every digit, as it is drawn in every size."""
    found: dict[Ink, str] = {}
    for size in _SIZES:
        for digit in "0123456789":
            picture = Image.new("1", _LARGEST)
            draw = ImageDraw.Draw(picture)
            lettering.letter(draw, 10, _LARGEST[1] - 20, digit, size)
            if found.setdefault(_ink(picture), digit) != digit:
                raise SystemExit(f"On the display {digit} looks like another digit, {size} pixels high.")
    return found
