"""The clock: get ready, and the auction itself with its dial, its pointer and a price to be read from a metre."""

import math

from PIL import Image, ImageDraw

from companion.auction_clock import SECOND, Run
from hardware.screens import lettering
from hardware.screens.pen import Card, Pen
from hardware.screens.screen import FRAME, Screen

_PRICES = (64, 52, 44, 42, 40, 38, 36, 33, 30, 26, 22, 19, 17, 15, 13)
_FINER = 4
_BRIGHT = [255 * (grey > 110) for grey in range(256)]
_SWEEP = 300
"""Degrees of the face on the display; the gap is below."""


class GetReady(Screen, frozen=True, kw_only=True):
    run: Run
    lot: Card | None
    barred: tuple[str, ...] = ()

    def moves_at(self, now: int) -> int | None:
        return now + FRAME

    def paint(self, pen: Pen, now: int) -> None:
        left = max(0, self.run.start - now)
        seconds = str(math.ceil(left / SECOND))
        words = pen.say("Doubled! Get ready") if self.run.doubled else pen.say("Get ready")
        top = 0 if pen.is_low else pen.banner(words)
        radius = min((pen.height - top) // 2 - 2, 30)
        middle = (pen.width // 2 if pen.is_tall else radius + 2, top + radius + 2)
        _ring(pen, middle, radius, (left % SECOND) / SECOND if left else 0)
        size = max(size for size in (10, 13, 15, 20, 26, 34, 44) if lettering.height(size) <= radius)
        pen.centred(middle[0] + 0.5, middle[1] + lettering.height(size) / 2, seconds, size)
        x, y = (2, top + 2 * radius + 8) if pen.is_tall else (2 * radius + 10, top)
        lines = [words] if pen.is_low else []
        lines += lettering.wrapped(self._named(pen), pen.small, pen.width - x)
        lines += [pen.say("without {name}", name=name) for name in self.barred]
        for place, line in enumerate(lines[: (pen.height - y) // pen.line]):
            pen.text(x, y + 10 + place * pen.line, lettering.clipped(line, pen.small, pen.width - x))

    def _named(self, pen: Pen) -> str:
        if not self.lot:
            return ""
        return self.lot.short(pen.words) if pen.is_low else self.lot.named(pen.words)


class Auction(Screen, frozen=True, kw_only=True):
    run: Run
    lot: Card | None
    barred: tuple[str, ...] = ()

    def moves_at(self, now: int) -> int | None:
        edges = [self.run.start + slice_.until + 1 for slice_ in self.run.slices]
        return min(edge for edge in (*edges, now + FRAME) if edge > now)

    def paint(self, pen: Pen, now: int) -> None:
        foot = 0 if pen.is_low else pen.line + 2
        space = pen.height - foot
        radius = 36 if pen.is_tall else space // 2 - 1
        middle = (pen.width // 2 if pen.is_tall else radius + 1, radius + 1)
        _face(pen, middle, radius, self.run, now)
        left, top = (0, 2 * radius - 4) if pen.is_tall else (2 * radius + 5, 0)
        self._price(pen, (left, top, pen.width - 1, space - 1), now)
        if foot:
            self._foot(pen, now)

    def _price(self, pen: Pen, box: tuple[int, int, int, int], now: int) -> None:
        left, top, right, bottom = box
        shows = self.run.shows_at(now)
        reading = pen.say("START") if shows == "start" else shows
        ink, room = 1, bottom - top + 1
        if self.run.doubled:
            pen.draw.rectangle(box, fill=1)
            ink = 0
            if pen.is_low:
                pen.text(left + 2, 9, "x2", ink=ink)
            else:
                pen.centred((left + right) / 2, top + pen.line, pen.say("DOUBLED"), ink=ink)
                top, room = top + pen.line, room - pen.line
        sizes = [size for size in _PRICES if lettering.height(size) <= room - 4]
        size = lettering.fitting(reading, sizes, right - left - 3)
        pen.centred((left + right) / 2, top + (room + lettering.height(size)) // 2, reading, size, ink)

    def _foot(self, pen: Pen, now: int) -> None:
        baseline = pen.height - 2
        left = 0
        if self.lot:
            pen.icon(self.lot.icon, 0, pen.height - pen.line, pen.line)
            left = pen.line + 4
        barred = pen.say("without {name}", name=", ".join(self.barred)) if self.barred else ""
        place = self.run.place_at(now)
        if not barred and self.run.doubled and place < len(self.run.slices):
            barred = f"= {pen.words.number(self.run.slices[place].dial * 2000)}"
        barred = lettering.clipped(barred, pen.small, pen.width - left if not self.lot else pen.width * 5 // 8)
        pen.right(pen.width - 1, baseline, barred)
        room = pen.width - left - lettering.width(barred, pen.small) - 5
        if self.lot and room > 20:
            pen.text(left, baseline, lettering.clipped(self.lot.short(pen.words), pen.small, room))


def _ring(pen: Pen, middle: tuple[int, int], radius: int, part: float) -> None:
    """As much of a ring as there is left of the second."""
    x, y = middle
    box = (x - radius, y - radius, x + radius, y + radius)
    pen.draw.ellipse(box, outline=1)
    if part:
        pen.draw.arc(box, -90, -90 + 360 * part, fill=1, width=4)


def _face(pen: Pen, middle: tuple[int, int], radius: int, run: Run, now: int) -> None:
    """The dial: a tick at the end of every wedge, and the pointer."""
    x, y = middle

    def at(turned: float, distance: float) -> tuple[float, float]:
        angle = math.radians(turned * _SWEEP - _SWEEP / 2)
        return x + distance * math.sin(angle), y - distance * math.cos(angle)

    box = (x - radius, y - radius, x + radius, y + radius)
    pen.draw.arc(box, -90 - _SWEEP / 2, -90 + _SWEEP / 2, fill=1)
    for turned in (0.0, *(slice_.turned for slice_ in run.slices)):
        pen.draw.line((*at(turned, radius - 4), *at(turned, radius)), fill=1)
    hand = run.turned_at(now)
    _needle(pen, middle, radius - 5, math.radians(hand * _SWEEP - _SWEEP / 2))
    pen.draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=1)


def _needle(pen: Pen, middle: tuple[int, int], length: int, angle: float) -> None:
    """Drawn larger and made small again: so it glides where whole pixels would make it jump."""
    side = (2 * length + 3) * _FINER
    large = Image.new("L", (side, side))
    half = side / 2
    sine, cosine = math.sin(angle), math.cos(angle)
    reach, back, wide = length * _FINER, 4 * _FINER, 1.6 * _FINER
    tip = [(half + reach * sine + edge * cosine, half - reach * cosine + edge * sine) for edge in (-wide / 2, wide / 2)]
    base = [(half - back * sine + edge * cosine, half + back * cosine + edge * sine) for edge in (wide, -wide)]
    ImageDraw.Draw(large).polygon([*tip, *base], fill=255)
    small = large.resize((side // _FINER, side // _FINER), Image.Resampling.BOX).point(_BRIGHT, "1")
    corner = (middle[0] - small.width // 2, middle[1] - small.height // 2)
    pen.draw.bitmap(corner, small, fill=1)
