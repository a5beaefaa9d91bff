"""How an auction ended: sold, a tie, a misbid, a false start, or nobody wanted it."""

from companion.auction_clock import MILLISECOND, SECOND
from companion.words import Words
from hardware.screens.pen import Card, Pen
from hardware.screens.screen import Screen


def _duration(nanoseconds: int, words: Words) -> str:
    """As finely as it matters."""
    if nanoseconds >= SECOND:
        return words.say("{seconds} s", seconds=words.decimal(nanoseconds / SECOND, 1))
    places = 2 if nanoseconds < 10 * MILLISECOND else 0
    return words.say("{milliseconds} ms", milliseconds=words.decimal(nanoseconds / MILLISECOND, places))


class Sold(Screen, frozen=True, kw_only=True):
    name: str
    price: int
    lot: Card | None = None
    margin: int | None = None
    rival: str | None = None

    def paint(self, pen: Pen, now: int) -> None:
        details = [pen.say("{price} guilders", price=self.price)]
        if self.margin is not None and self.rival:
            details.append(pen.say("{by} before {name}", by=_duration(self.margin, pen.words), name=self.rival))
        elif self.lot:
            details.append(self.lot.short(pen.words))
        pen.card(pen.say("Sold to"), self.name, details, picture=self.lot.icon if self.lot else "auction")


class Tie(Screen, frozen=True, kw_only=True):
    names: tuple[str, ...]
    apart: int
    winner: str

    def paint(self, pen: Pen, now: int) -> None:
        within = pen.say("within {time}", time=_duration(self.apart, pen.words))
        goes = pen.say("Goes to {name}", name=self.winner)
        pen.card(pen.say("A tie!"), " = ".join(self.names), [goes, within, pen.say("the first left of the mayor")])


class Misbid(Screen, frozen=True, kw_only=True):
    name: str
    price: int

    def paint(self, pen: Pen, now: int) -> None:
        details = [pen.say("{price} guilders", price=self.price), pen.say("cannot pay: once more")]
        pen.card(pen.say("Misbid"), self.name, details, picture="discard")


class FalseStart(Screen, frozen=True):
    name: str
    early: int

    def paint(self, pen: Pen, now: int) -> None:
        early = pen.say("{time} too early", time=_duration(self.early, pen.words))
        pen.card(pen.say("False start"), self.name, [early, pen.say("It does not count.")], picture="warning")


class Unsold(Screen, frozen=True):
    lot: Card | None

    def paint(self, pen: Pen, now: int) -> None:
        lost = [self.lot.named(pen.words)] if self.lot else []
        pen.card(pen.say("Unsold"), pen.say("Nobody buys"), lost, picture="discard")
