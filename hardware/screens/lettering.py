"""Letters for a display of few pixels: the font that ships with Pillow, without grey, evenly spaced, with the accents
it lacks."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

KEPT = 500
"""Of letters, spellings and widths: more than all screens of a game have at one time. Texts with names and amounts in
them never end, so nothing is kept for good."""
_ELLIPSIS = "..."
_MARKS = {
    "\u0308": ((-1, 0), (1, 0)),  # diaeresis: two dots
    "\u0301": ((0, 0), (1, -1)),  # acute
    "\u0300": ((0, 0), (-1, -1)),  # grave
    "\u0302": ((-1, 0), (0, -1), (1, 0)),  # circumflex
    "\u0303": ((-1, 0), (0, -1), (1, 0)),  # tilde
    "\u030c": ((-1, -1), (0, 0), (1, -1)),  # caron
    "\u030a": ((0, -1), (-1, 0), (1, 0), (0, 1)),  # ring
}
_LIKE = {
    "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "\u2019": "'", "\u2013": "-",
}  # fmt: skip


class _Glyph(NamedTuple):
    image: Image.Image
    """As wide as its ink."""
    baseline: int


_CLEAR = 12
"""Below this size the font's 6 and 9 look like an 8, and somebody would pay for it."""


@lru_cache(maxsize=KEPT)
def _glyph(character: str, size: int) -> _Glyph:
    glyph = _rendered(character, size)
    if size < _CLEAR and character in "69":
        nine = _rendered("9", size)
        _, top, right, bottom = nine.image.getbbox() or (0, 0, 0, 0)
        nine.image.putpixel((0, bottom - 3), 0)  # opens its tail
        if character == "6":
            glyph.image.paste(nine.image.crop((0, top, right, bottom)).rotate(180), (0, top))
        else:
            glyph = nine
    return glyph


def _rendered(character: str, size: int) -> _Glyph:
    font = ImageFont.load_default(size)
    image = Image.new("1", (2 * size, 2 * size))
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    base, accents = (parts := unicodedata.normalize("NFD", character))[0], parts[1:]
    draw.text((size // 2, size * 3 // 2), base if base.isascii() else "?", fill=1, font=font, anchor="ls")
    left, top, right, _ = image.getbbox() or (0, 0, 0, 0)
    dot = max(1, size // 12)
    for x, y in (place for accent in accents for place in _MARKS.get(accent, ())):
        x0, y0 = (left + right - 1) // 2 + x * dot, top - 2 + y * dot
        draw.rectangle((x0, y0 - dot + 1, x0 + dot - 1, y0), fill=1)
    left, _, right, _ = image.getbbox() or (0, 0, 0, 0)
    return _Glyph(image.crop((left, 0, right, 2 * size)), size * 3 // 2)


@lru_cache(maxsize=KEPT)
def _spelled(text: str) -> str:
    return unicodedata.normalize("NFC", "".join(_LIKE.get(letter, letter) for letter in text))


def _gap(size: int) -> int:
    return max(1, size // 11)


def _space(size: int) -> int:
    return max(3, size // 4)


@lru_cache(maxsize=KEPT)
def width(text: str, size: int) -> int:
    if not text:
        return 0
    ink = sum(_space(size) if letter == " " else _glyph(letter, size).image.width for letter in _spelled(text))
    return ink + _gap(size) * (len(_spelled(text)) - 1)


@lru_cache(maxsize=KEPT)
def height(size: int) -> int:
    """Of a capital letter."""
    _, top, _, bottom = _glyph("H", size).image.getbbox() or (0, 0, 0, 0)
    return bottom - top


def letter(draw: ImageDraw.ImageDraw, x: float, baseline: float, text: str, size: int, ink: int = 1) -> None:
    """The text, beginning at x, standing on the baseline."""
    at = round(x)
    for character in _spelled(text):
        if character == " ":
            at += _space(size) + _gap(size)
            continue
        glyph = _glyph(character, size)
        draw.bitmap((at, round(baseline) - glyph.baseline), glyph.image, fill=ink)
        at += glyph.image.width + _gap(size)


def clipped(text: str, size: int, room: int) -> str:
    """As much of it as fits, with dots where something is missing."""
    if width(text, size) <= room:
        return text
    while text and width(text + _ELLIPSIS, size) > room:
        text = text[:-1]
    return text.rstrip() + _ELLIPSIS


def abbreviated(text: str, size: int, room: int) -> str:
    """As much of it as fits, as a word is abbreviated: with one full stop, and not for the sake of a letter."""
    if width(text, size) <= room:
        return text
    text = text[:-2]
    while text and width(text + ".", size) > room:
        text = text[:-1]
    return text + "."


def fitting(text: str, sizes: Sequence[int], room: int) -> int:
    """The largest of these sizes in which it fits into one line, or the smallest there is."""
    return next((size for size in sizes if width(text, size) <= room), sizes[-1])


def wrapped(text: str, size: int, room: int) -> list[str]:
    """In lines that fit, broken between words."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [clipped(line, size, room) for line in lines]
