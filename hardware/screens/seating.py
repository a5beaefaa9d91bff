"""Phones that sit down: the seat that is called, what holding its button does, a code to be typed, and that it is
done.
"""

import math
from typing import Literal

from companion.auction_clock import MILLISECOND, SECOND
from hardware.screens import lettering
from hardware.screens.pen import Pen
from hardware.screens.screen import Screen

_CODES = (52, 44, 40, 36, 33, 30, 26, 22, 19, 17)
_TELLING = (19, 17, 15, 13, 12, 10)
_FRAME = 50 * MILLISECOND
_LOW_LINES = 2


def _named(name: str | None, colour: str, pen: Pen) -> str:
    """Whoever sits there; where nobody does, the seat is called by its colour."""
    return name or pen.say(colour).capitalize()


class _Called(Screen, frozen=True, kw_only=True):
    name: str | None
    colour: str
    until: int

    def moves_at(self, now: int) -> int | None:
        """With every second that is left."""
        left = max(0, self.until - now)
        return now + ((left - 1) % SECOND + 1 if left else SECOND)

    def _left(self, pen: Pen, now: int) -> str:
        return pen.say("{seconds} s", seconds=math.ceil(max(0, self.until - now) / SECOND))


Outcome = Literal["sits", "takes_over", "code", "one_at_a_time"]
"""What comes of a button that is held for two seconds."""


def _told(outcome: Outcome, mark: str, pen: Pen) -> str:
    match outcome:
        case "sits":
            return pen.say("phone {mark} sits here", mark=mark)
        case "takes_over":
            return pen.say("phone {mark} takes over, others leave", mark=mark)
        case "code":
            return pen.say("a code for this seat")
        case "one_at_a_time":
            return pen.say("One button at a time")


class SitDown(_Called, frozen=True, kw_only=True):
    """A phone wants to sit at this seat, and whoever is there says yes by holding the button."""

    mark: str
    takes_over: bool = False
    contested: bool = False
    """Several phones ask: a hold shows a code, and seats nobody by itself."""

    @property
    def outcome(self) -> Outcome:
        """Of a hold."""
        if self.contested:
            return "code"
        return "takes_over" if self.takes_over else "sits"

    def paint(self, pen: Pen, now: int) -> None:
        hold = pen.say("Hold 2 s: {effect}", effect=_told(self.outcome, self.mark, pen))
        name, left = _named(self.name, self.colour, pen), self._left(pen, now)
        if pen.is_low:
            self._paint_low(pen, name, left, hold)
            return
        several = pen.say("Several phones")
        pen.card(name, several if self.contested else self.mark, [hold], picture="button", corner=left)

    def _paint_low(self, pen: Pen, name: str, left: str, hold: str) -> None:
        """With a picture of the button, unless the words need its room."""
        side = 33 if len(lettering.wrapped(hold, pen.small, pen.width - 33)) <= _LOW_LINES else 0
        if side:
            pen.icon("button", 0, 2, 28)
        pen.right(pen.width - 1, 9, left)
        room = pen.width - side - lettering.width(left, pen.small) - 4
        pen.text(side, 9, lettering.clipped(name, pen.small, room))
        for place, line in enumerate(lettering.wrapped(hold, pen.small, pen.width - side)[:_LOW_LINES]):
            pen.text(side, 20 + place * pen.line, line)


class Holding(Screen, frozen=True, kw_only=True):
    """A button is being held: what it will do, and how much longer."""

    name: str | None
    colour: str
    mark: str
    outcome: Outcome
    since: int
    until: int

    def moves_at(self, now: int) -> int | None:
        """With every pixel or so of its bar."""
        return now + _FRAME if now < self.until and self.outcome != "one_at_a_time" else None

    def paint(self, pen: Pen, now: int) -> None:
        name = _named(self.name, self.colour, pen)
        told = _told(self.outcome, self.mark, pen)
        told = told[:1].upper() + told[1:]
        counts = self.outcome != "one_at_a_time"
        left = pen.say("{seconds} s", seconds=math.ceil(max(0, self.until - now) / SECOND)) if counts else ""
        top = 0 if pen.is_low else pen.banner(name, left)
        bar = 4 if pen.is_low else 9
        room = pen.height - top - bar - 4
        size = next((size for size in _TELLING if self._fits(told, size, pen.width - 4, room)), _TELLING[-1])
        lines = lettering.wrapped(told, size, pen.width - 4)
        pitch = lettering.height(size) + 4
        first = top + (room - len(lines) * pitch) / 2 + pitch
        for place, line in enumerate(lines):
            pen.centred(pen.width / 2, first + place * pitch, line, size)
        if counts:
            self._paint_bar(pen, bar, now)

    @staticmethod
    def _fits(told: str, size: int, width: int, height: int) -> bool:
        lines = lettering.wrapped(told, size, width)
        return " ".join(lines) == told and len(lines) * (lettering.height(size) + 4) <= height

    def _paint_bar(self, pen: Pen, height: int, now: int) -> None:
        """How much of the time is over."""
        bottom, right = pen.height - 1, pen.width - 1
        part = min(1.0, max(0, now - self.since) / (self.until - self.since))
        pen.draw.rectangle((0, bottom - height, right, bottom), outline=1)
        pen.draw.rectangle((0, bottom - height, round(right * part), bottom), fill=1)


class TypeCode(_Called, frozen=True, kw_only=True):
    """A code for a seat, which only those at the table can read."""

    code: str
    takes_over: bool = False
    """Whoever sits there now has to leave."""

    def paint(self, pen: Pen, now: int) -> None:
        left = self._left(pen, now)
        if pen.is_low:
            side = 76
            self._digits(pen, (0, 0, side, pen.height))
            kind = pen.say("Take over") if self.takes_over else pen.say("Code")
            for baseline, line in ((9, _named(self.name, self.colour, pen)), (20, kind), (31, left)):
                pen.text(side + 4, baseline, lettering.clipped(line, pen.small, pen.width - side - 4))
            return
        top = pen.banner(_named(self.name, self.colour, pen), left)
        foot = pen.height - pen.line
        self._digits(pen, (0, top, pen.width, foot))
        wanted = pen.say("Takes over, others leave") if self.takes_over else pen.say("Type it on the phone")
        size = lettering.fitting(wanted, (pen.small, 12, 11, 10), pen.width - 2)
        pen.centred(pen.width / 2, pen.height - 3, wanted, size)

    def _digits(self, pen: Pen, box: tuple[int, int, int, int]) -> None:
        left, top, right, bottom = box
        sizes = [size for size in _CODES if lettering.height(size) <= bottom - top - 8]
        size = lettering.fitting(self.code, sizes, right - left - 4)
        baseline = (top + bottom + lettering.height(size)) / 2
        pen.centred((left + right) / 2, baseline, self.code, size)


class Seated(Screen, frozen=True, kw_only=True):
    """So that everybody sees that it was done, and for whom."""

    name: str | None
    colour: str
    mark: str

    def paint(self, pen: Pen, now: int) -> None:
        phone = pen.say("Phone {mark}", mark=self.mark)
        pen.card(_named(self.name, self.colour, pen), phone, [pen.say("Welcome")], picture="tick")
