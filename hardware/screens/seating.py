"""Phones that sit down: the seat that is called, the code for one without a button, and that it is done."""

import math

from companion.auction_clock import SECOND
from hardware.screens import lettering
from hardware.screens.pen import Pen
from hardware.screens.screen import Screen

_CODES = (52, 44, 40, 36, 33, 30, 26, 22)


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


class SitDown(_Called, frozen=True, kw_only=True):
    """A phone wants to sit at this seat, and whoever is there says yes by pressing."""

    mark: str

    def paint(self, pen: Pen, now: int) -> None:
        press = pen.say("Press: phone {mark} sits here", mark=self.mark)
        if pen.is_low:
            pen.icon("button", 0, 2, 28)
            pen.text(33, 9, lettering.clipped(_named(self.name, self.colour, pen), pen.small, pen.width - 60))
            pen.right(pen.width - 1, 9, self._left(pen, now))
            for place, line in enumerate(lettering.wrapped(press, pen.small, pen.width - 33)[:2]):
                pen.text(33, 20 + place * pen.line, line)
            return
        pen.card(_named(self.name, self.colour, pen), self.mark, [press], picture="button", corner=self._left(pen, now))


class TypeCode(_Called, frozen=True, kw_only=True):
    """The code for a seat without a button, which only those at the table can read."""

    code: str

    def paint(self, pen: Pen, now: int) -> None:
        left = self._left(pen, now)
        if pen.is_low:
            side = 76
            self._digits(pen, (0, 0, side, pen.height))
            pen.text(
                side + 4, 9, lettering.clipped(_named(self.name, self.colour, pen), pen.small, pen.width - side - 4)
            )
            pen.text(side + 4, 20, pen.say("Code"))
            pen.text(side + 4, 31, left)
            return
        top = pen.banner(_named(self.name, self.colour, pen), left)
        foot = pen.height - pen.line
        self._digits(pen, (0, top, pen.width, foot))
        wanted = pen.say("Type it on the phone")
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
