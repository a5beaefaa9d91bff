"""What is written to the terminal: lines that stay, and below them a block that is drawn anew in place.

A dumb terminal gets the same as plain lines, each once; nothing there moves the cursor.
"""

import os
import sys
from typing import NamedTuple, TextIO

import click

from companion.terminal.inks import clipped, wrapped

_HIDE_CURSOR, _SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"
_END_OF_LINE, _BELOW = "\x1b[K", "\x1b[J"
USUAL_SIZE = os.terminal_size((80, 24))


class Block(NamedTuple):
    """What stands below the lines."""

    lines: list[str]
    typed: str | None = None
    """What was typed so far, where something is to be typed."""
    plain: list[str] | None = None
    """What a dumb terminal is told instead of the lines."""


NOTHING = Block([])


class Screen:
    """Use it in a `with`: at the end the block is gone and the cursor is back."""

    def __init__(self, file: TextIO | None = None) -> None:
        self._file = file or sys.stdout
        self.is_dumb = not self._file.isatty() or os.environ.get("TERM", "dumb") == "dumb"
        self.in_colour = not self.is_dumb and not os.environ.get("NO_COLOR")
        self._block = NOTHING
        self._drawn: list[str] = []

    def __enter__(self) -> "Screen":
        self._write("" if self.is_dumb else _HIDE_CURSOR)
        return self

    def __exit__(self, *_: object) -> None:
        self.show(NOTHING)
        self._write("" if self.is_dumb else _SHOW_CURSOR)

    @property
    def size(self) -> os.terminal_size:
        try:
            size = os.get_terminal_size(self._file.fileno())
        except (OSError, ValueError):
            return USUAL_SIZE
        return size if size.columns and size.lines else USUAL_SIZE

    @property
    def pixel(self) -> str:
        """What large figures are made of."""
        return "█" if self._writable("█") == "█" else "#"

    def say(self, text: str) -> None:
        """A line that stays. The block gives way to it, and is back below it when it is shown the next time."""
        width = self.size.columns - 1
        lines = self._inked(text).splitlines() or [""]
        said = "".join(f"{part}\n" for line in lines for part in wrapped(line, width))
        if self.is_dumb:
            self._write(_ended(self._block) + said)
            self._block = NOTHING if self._block.typed is not None else self._block  # what was asked is asked again
        else:
            self._write(self._to_top() + _BELOW + said)
            self._drawn = []

    def show(self, block: Block) -> None:
        """This block instead of the one before. Nothing is written if nothing changed."""
        before, self._block = self._block, block
        if self.is_dumb:
            self._write(self._inked(_plainly(before, block, self.size.columns - 1)))
        elif self._fitting(block) != self._drawn:
            self._write(self._to_top() + self._drawing(block))

    def _to_top(self) -> str:
        """Back to where the block begins. The cursor stands in its last line."""
        up = len(self._drawn) - 1
        return "\r" + (f"\x1b[{up}A" if up > 0 else "")

    def _drawing(self, block: Block) -> str:
        self._drawn = self._fitting(block)
        return f"{_END_OF_LINE}\n".join(self._drawn) + _END_OF_LINE + _BELOW

    def _fitting(self, block: Block) -> list[str]:
        """The lines as they fit; of a block that is too high the lower part."""
        columns, rows = self.size
        lines = [part for line in block.lines for part in wrapped(self._inked(line), columns - 1)]
        if block.typed is not None:
            lines.append(f"> {block.typed[-(columns - 4) :]}_")
        return [clipped(line, columns - 1) for line in lines[-(rows - 1) :]]

    def _inked(self, text: str) -> str:
        return text if self.in_colour else click.unstyle(text)

    def _writable(self, text: str) -> str:
        """What the terminal's alphabet lacks becomes a question mark."""
        alphabet = self._file.encoding or "utf-8"
        return text.encode(alphabet, "replace").decode(alphabet)

    def _write(self, text: str) -> None:
        if text:
            self._file.write(self._writable(text))
            self._file.flush()


def _plainly(before: Block, block: Block, width: int) -> str:
    """What is new in a block, as lines; of what is typed only what came to it."""
    told = _text(block, width)
    if told != _text(before, width):
        prompt = "" if block.typed is None else f"> {block.typed}"
        return _ended(before) + told + prompt
    if block.typed is None or before.typed is None:
        return ""
    if block.typed.startswith(before.typed):
        return block.typed[len(before.typed) :]
    return f"\n> {block.typed}"  # something was rubbed out


def _text(block: Block, width: int) -> str:
    lines = block.lines if block.plain is None else block.plain
    return "".join(f"{part}\n" for line in lines for part in wrapped(line, width))


def _ended(before: Block) -> str:
    """The line on which somebody was typing."""
    return "" if before.typed is None else "\n"
