"""The players' colours as a terminal shows them, and how wide a text is that carries them."""

import re
import unicodedata

import click

from companion.colours import COLOURS

_PIECES = re.compile(r"\x1b\[[0-9;]*m|.", re.DOTALL)
_RESET = "\x1b[0m"
_WIDE_GAP = "   "


def inked(colour: str, text: str) -> str:
    """A text in a seat's colour."""
    return click.style(text, fg=COLOURS.get(colour), bold=True)


def faint(text: str) -> str:
    return click.style(text, dim=True)


def cells(text: str) -> int:
    """How many columns a text takes."""
    return sum(_width(letter) for letter in click.unstyle(text))


def _width(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def clipped(text: str, width: int) -> str:
    """As much of it as fits."""
    if cells(text) <= width:
        return text
    kept, room = "", width
    for piece in _PIECES.findall(text):
        room -= 0 if piece.startswith("\x1b") else _width(piece)
        if room < 0:
            break
        kept += piece
    return kept + (_RESET if "\x1b" in kept else "")


def wrapped(text: str, width: int) -> list[str]:
    """In lines that fit, broken between words; what follows the first line is set in a little deeper."""
    if cells(text) <= width:
        return [text]
    indent = " " * (len(text) - len(text.lstrip(" ")))
    gap = _WIDE_GAP if _WIDE_GAP in text.strip() else " "  # things side by side are kept whole
    lines: list[str] = []
    for part in text.strip().split(gap):
        if lines and cells(lines[-1] + gap + part) <= width:
            lines[-1] += gap + part
        elif part:
            lines.append(f"{indent}  {part}" if lines else indent + part)
    return lines
