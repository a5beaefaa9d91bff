"""Six dice: rolling until they lie, turned down where they would come too late, and to be chosen from."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from companion.auction_clock import MILLISECOND
from companion.games.amsterdam.chance import FACES
from companion.games.amsterdam.drawing import PIPS
from companion.games.amsterdam.things import COLOURS, Counts
from companion.games.amsterdam.titles import colour_heading
from companion.words import Words
from hardware.screens import lettering
from hardware.screens.asking import Round
from hardware.screens.pen import Pen
from hardware.screens.screen import FRAME, Screen

FIRST_LIES = 700 * MILLISECOND
LAST_LIES = 1500 * MILLISECOND
TURNED = 1000 * MILLISECOND
"""When the first and the last die lie still, and those that are turned down."""
_STEP = 90 * MILLISECOND
_HOP = 400 * MILLISECOND
_WOBBLE = 20
"""Degrees to either side."""
_TUMBLE = (3, 6, 2, 5, 1, 4)
"""Sides that come up one after the other."""


class Die(NamedTuple):
    """As it is at one moment."""

    face: int
    tilt: float = 0.0
    """In degrees."""
    lift: float = 0.0
    """From the table, 1 being as high as it hops."""
    is_hollow: bool = False
    """Not as it was rolled."""


class Dice(Screen, frozen=True, kw_only=True):
    """As they lie, while somebody chooses two of them."""

    name: str
    dice: Counts

    def paint(self, pen: Pen, now: int) -> None:
        top = pen.headed(self.name, pen.say("take two"))
        _lay_out(pen, top, [Die(face) for face in self.dice])


class _Moving(Screen, frozen=True, kw_only=True):
    dice: Counts
    began: int = 0

    def begun(self, at: int) -> Screen:
        return msgspec.structs.replace(self, began=at)

    def lies_at(self, place: int) -> int:
        """When the die at this place lies still, counted from the beginning."""
        raise AssertionError("every kind has its own")

    def at(self, place: int, after: int) -> Die:
        """The die at this place, so long after the beginning."""
        raise AssertionError("every kind has its own")

    def heading(self, words: Words) -> tuple[str, str]:
        """To the left, and to the right."""
        raise AssertionError("every kind has its own")

    def moves_at(self, now: int) -> int | None:
        last = self.began + max(map(self.lies_at, range(len(self.dice))))
        return min(now + FRAME, last) if now < last else None

    def paint(self, pen: Pen, now: int) -> None:
        top = pen.headed(*self.heading(pen.words))
        _lay_out(pen, top, [self.at(place, now - self.began) for place in range(len(self.dice))])


class Rolling(_Moving, frozen=True, kw_only=True):
    """They tumble and hop, ever lower, and one after the other lies still."""

    round: Round

    def lies_at(self, place: int) -> int:
        return FIRST_LIES + (LAST_LIES - FIRST_LIES) * place // (len(self.dice) - 1)

    def at(self, place: int, after: int) -> Die:
        left = 1 - after / self.lies_at(place)
        if left <= 0:
            return Die(self.dice[place])
        face = _TUMBLE[(after // _STEP + 2 * place) % len(_TUMBLE)]
        hop = abs(math.sin(math.pi * (after / _HOP + place / 3)))
        return Die(face, tilt=720 * left * (-1) ** place, lift=left * hop)

    def heading(self, words: Words) -> tuple[str, str]:
        return words.say("Dice"), self.round.named(words)


class TurnedDown(_Moving, frozen=True, kw_only=True):
    """From round 8: those too high to come out before the end, turned to 1."""

    before: Counts
    highest: int
    """That still comes out."""

    def lies_at(self, place: int) -> int:
        return TURNED if self._is_turned(place) else 0

    def at(self, place: int, after: int) -> Die:
        if not self._is_turned(place):
            return Die(self.dice[place])
        if after >= TURNED:
            return Die(self.dice[place], is_hollow=True)
        face = self.before[place] if after < TURNED // 2 else self.dice[place]
        return Die(face, tilt=_WOBBLE * math.sin(4 * math.pi * after / TURNED), is_hollow=True)

    def heading(self, words: Words) -> tuple[str, str]:
        return late_dice(self.highest, words), ""

    def _is_turned(self, place: int) -> bool:
        return self.before[place] != self.dice[place]


def late_dice(highest: int, words: Words) -> str:
    """Which of them count as 1."""
    least, most = highest + 1, FACES[-1]
    if least == most:
        return words.say("{most} becomes 1", most=str(most))
    return words.say("{least} to {most} become 1", least=str(least), most=str(most))


def _lay_out(pen: Pen, top: int, dice: Sequence[Die]) -> None:
    """With the beginning of each colour, or as much of it as there is room for."""
    if pen.is_low:
        _beside(pen, top, dice)
    elif pen.is_tall:
        _in_cells(pen, top, dice, columns=3)
    else:
        _in_cells(pen, top, dice, columns=6)


def _beside(pen: Pen, top: int, dice: Sequence[Die]) -> None:
    """Small ones in two lines, each behind its colour."""
    for place, (colour, die) in enumerate(zip(COLOURS, dice, strict=True)):
        row, column = divmod(place, 3)
        x, y = round(column * pen.width / 3), top + 1 + row * pen.line
        pen.text(x, y + 9, colour_heading(colour, pen.words)[:3])
        _draw(pen, (x + 27, y + 5), 10, die._replace(tilt=0))  # too small to be seen tilted


def _in_cells(pen: Pen, top: int, dice: Sequence[Die], columns: int) -> None:
    """Large ones, each above its colour."""
    width, height = pen.width / columns, (pen.height - top) * columns // len(dice)
    side = 29 if pen.is_tall else 17
    reach = math.ceil(side / math.sqrt(2))  # of a corner, however it is tilted
    for place, (colour, die) in enumerate(zip(COLOURS, dice, strict=True)):
        row, column = divmod(place, columns)
        x, bottom = round((column + 0.5) * width), top + (row + 1) * height
        name = colour_heading(colour, pen.words)
        short = lettering.abbreviated(name, pen.small, round(width) - 2) if pen.is_tall else name[:3]
        pen.centred(x, bottom - 2, short)
        lowest = bottom - pen.line - reach
        room = height - pen.line - 2 * reach
        _draw(pen, (x, lowest - round(die.lift * room)), side, die)


def _draw(pen: Pen, middle: tuple[int, int], side: int, die: Die) -> None:
    sine, cosine = math.sin(math.radians(die.tilt)), math.cos(math.radians(die.tilt))

    def at(x: float, y: float) -> tuple[float, float]:
        return middle[0] + x * cosine - y * sine, middle[1] + x * sine + y * cosine

    def corners(half: float) -> list[tuple[float, float]]:
        return [at(x * half, y * half) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]

    if die.tilt % 90:
        pen.draw.polygon(corners(side / 2 + 1), fill=0)  # so that two that touch are still two
        pen.draw.polygon(corners(side / 2), fill=int(not die.is_hollow), outline=1)
    else:
        left, top = middle[0] - side // 2, middle[1] - side // 2
        box = (left, top, left + side - 1, top + side - 1)
        pen.draw.rounded_rectangle(box, radius=side // 6, fill=int(not die.is_hollow), outline=1)
    pip, apart = 2 if side % 2 == 0 else side // 6 | 1, round(side * 0.29)
    for column, row in PIPS[die.face]:
        x, y = at(column * apart, row * apart)
        left, top = (math.floor(place - pip / 2 + 0.5) for place in (x, y))
        pen.draw.rectangle((left, top, left + pip - 1, top + pip - 1), fill=int(die.is_hollow))
