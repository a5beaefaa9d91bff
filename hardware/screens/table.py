"""The game between two auctions: the mayor's term, who decides, what the year brings, who earns."""

import msgspec

from hardware.screens import lettering
from hardware.screens.names import AREAS, DECISIONS, EVENTS, PARTS
from hardware.screens.pen import Card, Pen
from hardware.screens.screen import Screen

_DISKS = ("mayor", "auction", "discard")


class Term(Screen, frozen=True, kw_only=True):
    """The mayor, the card in hand, and what lies on the three disks."""

    number: int
    year: str
    mayor: str
    drawn: Card | None
    disks: tuple[str | None, ...]
    """The icon of the card on each."""
    is_ready: bool = False
    """All disks are full: now the clock can start."""

    def paint(self, pen: Pen, now: int) -> None:
        if pen.is_low:
            what = self._what(pen)
            pen.text(0, 9, lettering.clipped(f"{self.year} {self.mayor}", pen.small, pen.width - 40))
            pen.text(0, 28, lettering.clipped(what, pen.small, pen.width))
            for place, icon in enumerate(self.disks):
                _disk(pen, pen.width - 35 + 12 * place, 0, 11, _DISKS[place], icon)
            return
        top = pen.banner(self.mayor, self.year, picture="mayor")
        size = 22 if pen.height <= 64 else 40
        y = pen.height - size - (0 if pen.height <= 64 else 6)
        room = y - top
        left = 2
        if self.drawn:
            picture = min(room - 6, 32)
            pen.icon(self.drawn.icon, 2, top + (room - picture) // 2, picture)
            left = picture + 8
        words = lettering.wrapped(self._what(pen), pen.small, pen.width - left)
        baseline = top + (room + lettering.height(pen.small)) // 2 - (pen.line // 2 if len(words) > 1 else 0)
        for line in words[:2]:
            pen.text(left, baseline, line)
            baseline += pen.line
        gap = (pen.width - 3 * size) // 4
        for place, icon in enumerate(self.disks):
            _disk(pen, gap + place * (size + gap), y, size, _DISKS[place], icon)

    def _what(self, pen: Pen) -> str:
        if self.drawn:
            return self.drawn.named(pen.words)
        return pen.say("Press: the clock starts") if self.is_ready else pen.say("Term {number}", number=self.number)


def _disk(pen: Pen, x: int, y: int, size: int, disk: str, card: str | None) -> None:
    """Filled with its own sign while it is free, a ring around the card that lies on it."""
    inner = round(size * 0.58) if size > 16 else 0  # a smaller icon would be a blot
    at = (size - inner) // 2
    if not inner:
        pen.draw.ellipse((x, y, x + size - 1, y + size - 1), outline=1, fill=int(card is not None))
    elif card:
        pen.draw.ellipse((x, y, x + size - 1, y + size - 1), fill=1)
        pen.icon(card, x + at, y + at, inner, ink=0)
    else:
        pen.draw.ellipse((x, y, x + size - 1, y + size - 1), outline=1)
        pen.icon(disk, x + at, y + at, inner)


class Decision(Screen, frozen=True, kw_only=True):
    """Whose turn it is to decide, and what."""

    name: str
    what: str
    year: str = ""
    card: Card | None = None

    def paint(self, pen: Pen, now: int) -> None:
        details = [pen.say(DECISIONS[self.what])]
        details += [self.card.named(pen.words)] if self.card else []
        picture = self.card.icon if self.card else "button"
        pen.card(pen.say("It is for"), self.name, details, picture=picture, corner=self.year)


class Event(Screen, frozen=True):
    year: str
    event: str

    def paint(self, pen: Pen, now: int) -> None:
        pen.card(pen.say("The year"), self.year, [pen.say(EVENTS[self.event])], picture=self.event)


class ScoredPlace(msgspec.Struct, frozen=True):
    """One part of an area: who earns what, in guilders."""

    part: str
    earned: tuple[tuple[str, int], ...]


class Scoring(Screen, frozen=True):
    """One area, its parts by rank."""

    year: str
    area: str
    parts: tuple[ScoredPlace, ...]

    def paint(self, pen: Pen, now: int) -> None:
        title = f"{pen.say(AREAS[self.area])} {self.year}"
        if pen.is_low:
            pen.text(0, 9, title)
            for place, part in enumerate(self.parts[:4]):
                _, x = divmod(place, 2)
                pen.text(x * 64, 20 + place // 2 * 11, _short(part, pen, 62))
            return
        top = pen.banner(title)
        height = (pen.height - top) // 4
        for place, part in enumerate(self.parts):
            named, earned = pen.say(PARTS[part.part]), _earned(part, pen)
            y = top + place * height
            if pen.is_tall:
                pen.text(1, y + pen.line, named)
                pen.right(pen.width - 1, y + 2 * pen.line - 1, earned)
                continue
            baseline = y + (height + lettering.height(pen.small)) // 2
            pen.right(pen.width - 1, baseline, earned)
            room = pen.width - lettering.width(earned, pen.small) - 5
            pen.text(1, baseline, lettering.clipped(named, pen.small, room))


def _earned(part: ScoredPlace, pen: Pen) -> str:
    """In thousands, with the beginning of each name: there is no room for more, and sometimes not for that."""
    letters = 3 if len(part.earned) <= 2 else 2
    lines = [
        between.join(f"{name[:most]} {amount // 1000}" for name, amount in part.earned)
        for most, between in ((letters, "  "), (1, "  "), (1, " "))
    ]
    return next((line for line in lines if lettering.width(line, pen.small) < pen.width), lines[-1]) or "-"


def _short(part: ScoredPlace, pen: Pen, room: int) -> str:
    first = part.earned[0] if part.earned else ("-", 0)
    return lettering.clipped(f"{pen.say(PARTS[part.part])[:4]} {first[0]}", pen.small, room)


class Paused(Screen, frozen=True):
    mayor: str | None
    """Who starts the clock again; None: anybody."""

    def paint(self, pen: Pen, now: int) -> None:
        again = pen.say("{name} presses to start again", name=self.mayor) if self.mayor else pen.say("Press a button")
        pen.card(pen.say("Paused"), pen.say("The clock stands"), [again], picture="pause")
