"""The device itself: starting up, waiting, the self-test, trouble, switching off."""

import math

import msgspec

from hardware.screens import lettering
from hardware.screens.pen import Pen
from hardware.screens.screen import Screen
from hardware.troubles import Trouble


class Checked(msgspec.Struct, frozen=True):
    """A part of the device at the start: there, or not."""

    part: str
    is_good: bool


class StartingUp(Screen, frozen=True):
    """What was found, part by part, as it is found."""

    parts: tuple[Checked, ...]

    def paint(self, pen: Pen, now: int) -> None:
        if pen.is_low:
            pen.text(0, 12, "Veilingklok", 15)
            told = "  ".join(f"{pen.say(part.part)} {'ok' if part.is_good else '!'}" for part in self.parts[-2:])
            pen.text(0, 28, lettering.clipped(told, pen.small, pen.width))
            return
        top = pen.banner("Veilingklok")
        height = (pen.height - top) // 5
        for place, part in enumerate(self.parts[:5]):
            y = top + place * height
            pen.text(16, y + (height + lettering.height(pen.small)) // 2, pen.say(part.part))
            pen.icon("tick" if part.is_good else "warning", 2, y + (height - 9) // 2, 9)


class Waiting(Screen, frozen=True):
    """Nothing is on the table yet."""

    def paint(self, pen: Pen, now: int) -> None:
        begin = [pen.say("Page: a game."), pen.say("Button: just the clock.")]
        pen.card("Veilingklok", pen.say("Welcome"), begin, picture="clock")


class ClockWaits(Screen, frozen=True):
    """The clock alone is on the table, and nobody has started it."""

    def paint(self, pen: Pen, now: int) -> None:
        pen.card(pen.say("Just the clock"), pen.say("Press a button"), [pen.say("The clock starts.")], picture="clock")


class Press(Screen, frozen=True):
    """The self-test wants this seat's button."""

    seat: int
    colour: str

    def paint(self, pen: Pen, now: int) -> None:
        pen.card(
            pen.say("Self-test"),
            pen.say("Seat {seat}", seat=self.seat + 1),
            [pen.say("Press the button that flashes.")],
            picture="button",
        )


class Tested(Screen, frozen=True):
    """What the self-test found."""

    complaints: int

    def paint(self, pen: Pen, now: int) -> None:
        good = self.complaints == 0
        heading = pen.say("All is well") if good else pen.say("{count} complaints", count=self.complaints)
        pen.card(pen.say("Self-test"), heading, picture="tick" if good else "warning")


class TestPicture(Screen, frozen=True):
    """A frame on the very edge, squares, and a line: what is cut off, shifted or upside down shows at once."""

    def paint(self, pen: Pen, now: int) -> None:
        right, bottom = pen.width - 1, pen.height - 1
        pen.draw.rectangle((0, 0, right, bottom), outline=1)
        for place in range(8):
            x = 6 + place * 8
            pen.draw.rectangle((x, bottom - 11, x + 7, bottom - 4), outline=1, fill=place % 2)
        pen.draw.line((right - 40, bottom - 4, right - 4, 4), fill=1)
        pen.text(6, 14, pen.say("TOP LEFT"))


class InTrouble(Screen, frozen=True):
    trouble: Trouble

    def paint(self, pen: Pen, now: int) -> None:
        sentence = self.trouble.said(pen.words)
        top = 0 if pen.is_low else pen.banner(pen.say("Trouble"))
        lines = lettering.wrapped(sentence, pen.small, pen.width - 2)
        for place, line in enumerate(lines[: (pen.height - top) // pen.line]):
            pen.text(1, top + 10 + place * pen.line, line)


class ShuttingDown(Screen, frozen=True):
    """Two buttons are held: so much is left to change one's mind."""

    until: int

    def moves_at(self, now: int) -> int | None:
        return now + 100_000_000

    def paint(self, pen: Pen, now: int) -> None:
        seconds = math.ceil(max(0, self.until - now) / 1_000_000_000)
        heading = pen.say("in {seconds} s", seconds=seconds) if seconds else pen.say("Goodbye")
        pen.card(pen.say("Switching off"), heading, [pen.say("Let go to stay.")] if seconds else [], picture="power")


class Halting(Screen, frozen=True):
    """The program has ended, the machine has not: pulling the plug now could harm the card."""

    def paint(self, pen: Pen, now: int) -> None:
        told = [pen.say("Do not unplug yet.")]
        pen.card(pen.say("Switching off"), pen.say("One moment"), told, picture="power")


class SafeToUnplug(Screen, frozen=True):
    def paint(self, pen: Pen, now: int) -> None:
        pen.card("Veilingklok", pen.say("Safe to unplug"), [pen.say("The game is kept.")], picture="plug")
