"""Questions at the keyboard: a number from a list, a line of text, yes or no.

A dialog is a generator: it yields the block to show, is sent the next key, and returns the answer. So it needs neither
a terminal nor a thread, and whatever happens at the table can put it aside.
"""

from collections.abc import Generator, Sequence
from typing import NamedTuple, TypeVar

import click

from companion.games.speech import ENGLISH, Speech
from companion.terminal.inks import faint
from companion.terminal.keys import BACKSPACE, ENTER, ESCAPE
from companion.terminal.screen import Block

T = TypeVar("T")
Dialog = Generator[Block, str, T]

PAGE = 12
"""So many choices are shown at once."""
LONGEST_LINE = 300


class Command(NamedTuple):
    """A key that means something else than an answer."""

    key: str


def choose(
    question: Sequence[str], choices: Sequence[tuple[str, T]], commands: str, keys: str, speech: Speech = ENGLISH
) -> Dialog["T | Command"]:
    """One of the choices by its number; or one of the `commands`, keys that are explained in the line `keys`.

    Enter alone is enough where there is only one choice.
    """
    typed, first, complaint = "", 0, ""
    while True:
        picked = _picked(typed, choices)
        below = [*([complaint] if complaint else []), faint(keys)]
        key = yield Block(
            [*question, *_page(choices, first, picked, speech), *below],
            typed,
            plain=[*question, *_page(choices, first, None, speech), *below],
        )
        complaint = ""
        if key == ENTER and picked is not None:
            return choices[picked][1]
        if key == ENTER:
            complaint, typed = _complaint(typed, speech), ""
        elif key in (BACKSPACE, ESCAPE) and typed:
            typed = typed[:-1] if key == BACKSPACE else ""
        elif key.isascii() and key.isdigit():
            typed = (typed + key)[:3]
        elif key == " " and len(choices) > PAGE:
            first = (first + PAGE) % (len(choices) + -len(choices) % PAGE)
        elif key in commands or (key in (ESCAPE, BACKSPACE) and "0" in commands):
            return Command("0" if key in (ESCAPE, BACKSPACE) else key)
        if typed == "0" and "0" in commands:
            return Command("0")


def _complaint(typed: str, speech: Speech) -> str:
    return speech.say("There is no {number}.", number=typed) if typed else speech.say("Type a number first.")


def _picked(typed: str, choices: Sequence[tuple[str, T]]) -> int | None:
    if not typed:
        return 0 if len(choices) == 1 else None
    return int(typed) - 1 if 1 <= int(typed) <= len(choices) else None


def _page(choices: Sequence[tuple[str, T]], first: int, picked: int | None, speech: Speech) -> list[str]:
    lines = []
    for place, (words, _) in list(enumerate(choices))[first : first + PAGE]:
        line = f"{place + 1:>4}  {words}"
        lines.append(click.style(f" *{line[2:]}", bold=True) + faint("  Enter") if place == picked else line)
    if len(choices) > PAGE:
        where = speech.say(
            "{first} to {last} of {count}; the space bar turns the page",
            first=first + 1,
            last=first + len(lines),
            count=len(choices),
        )
        lines.append(faint(f"      {where}"))
    return lines


def typed_line(question: Sequence[str]) -> Dialog[str | None]:
    """A line of text; None if it was given up."""
    typed = ""
    while True:
        key = yield Block(list(question), typed)
        if key == ESCAPE or (key == ENTER and not typed.strip()):
            return None
        if key == ENTER:
            return typed.strip()
        if key == BACKSPACE:
            typed = typed[:-1]
        elif len(key) == 1:
            typed = (typed + key)[:LONGEST_LINE]


def yes_or_no(question: Sequence[str], speech: Speech = ENGLISH) -> Dialog[bool]:
    """Nothing but y and n will do."""
    while True:
        key = yield Block(["", *question, faint(speech.say("y yes   n no"))])
        if key.lower() in ("y", "n"):
            return key.lower() == "y"
