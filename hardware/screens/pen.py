"""What every screen is drawn with: an image of the display's size, letters, icons, and layouts that adapt to it."""

from collections.abc import Sequence

import msgspec
from PIL import Image, ImageDraw

from companion.words import Words
from hardware.screens import lettering
from hardware.screens.icons import icon

LOW = 32
"""The height of the lowest display: there is room for two lines."""

_LEAST = 20
"""Pixels for a heading at the least, before details are let in."""
_HEADINGS = (30, 26, 22, 19, 17, 15, 13, 12, 11, 10)
_ROWS = _HEADINGS[2:]


class Card(msgspec.Struct, frozen=True):
    """A card of the game: its icon, what kind it is, and the places or the goods that are on it."""

    icon: str
    kind: str
    places: tuple[str, ...] = ()

    def short(self, words: Words) -> str:
        """Beside its icon, which tells the kind."""
        if len(self.places) > 1:
            one, two = map(words.say, self.places)
            return words.say("{one} or {two}", one=one, two=two)
        return words.say(self.places[0] if self.places else self.kind)

    def named(self, words: Words) -> str:
        kind = words.say(self.kind)
        return f"{kind}: {self.short(words)}" if self.places else kind


class Row(msgspec.Struct, frozen=True):
    """Of a list: what, and how much of it."""

    left: str
    right: str = ""
    short: str = ""
    """All of it, as short as can be."""
    picture: str | None = None


class Pen:
    def __init__(self, size: tuple[int, int], words: Words) -> None:
        self.image = Image.new("1", size)
        self.draw = ImageDraw.Draw(self.image)
        self.draw.fontmode = "1"
        self.width, self.height = size
        self.words = words
        self.say = words.say
        self.is_low = self.height <= LOW
        self.is_tall = self.height > 64
        self.small = 13 if self.is_tall else 10
        self.line = self.small + 1
        """The height of a line of small letters."""

    def text(self, x: float, baseline: float, text: str, size: int | None = None, ink: int = 1) -> None:
        lettering.letter(self.draw, x, baseline, text, size or self.small, ink)

    def centred(self, x: float, baseline: float, text: str, size: int | None = None, ink: int = 1) -> None:
        self.text(x - lettering.width(text, size or self.small) / 2, baseline, text, size, ink)

    def right(self, x: float, baseline: float, text: str, size: int | None = None, ink: int = 1) -> None:
        self.text(x - lettering.width(text, size or self.small), baseline, text, size, ink)

    def icon(self, name: str, x: int, y: int, size: int, ink: int = 1) -> None:
        icon(self.draw, name, x, y, size, ink)

    def banner(self, left: str, right: str = "", picture: str | None = None) -> int:
        """A bright strip at the top with dark letters; where it ends."""
        height = self.small + 3
        start = 3
        self.draw.rectangle((0, 0, self.width - 1, height - 1), fill=1)
        if picture:
            self.icon(picture, 2, 1, height - 2, ink=0)
            start += height
        room = self.width - start - lettering.width(right, self.small) - 7
        self.text(start, height - 4, lettering.clipped(left, self.small, room), ink=0)
        self.right(self.width - 3, height - 4, right, ink=0)
        return height

    def headed(self, left: str, right: str) -> int:
        """A banner, or just a line where that would take too much; where it ends."""
        if not self.is_low:
            return self.banner(left, right)
        room = self.width - lettering.width(right, self.small) - 5
        self.text(0, 9, lettering.clipped(left, self.small, room))
        self.right(self.width, 9, right)
        return self.small

    def rows(self, rows: Sequence[Row], top: int) -> None:
        """A few below a heading, all as large as the longest of them can be; where only two have room, in short
        side by side."""
        if self.is_low and len(rows) > 2:
            for place, row in enumerate(rows):
                self.text(place % 2 * 66, 20 + place // 2 * self.line, row.short)
            return
        height = (self.height - top) // len(rows)
        size = self._row_size(rows, height)
        capital = lettering.height(size)
        for place, row in enumerate(rows):
            baseline = top + place * height + (height + capital) // 2
            left = 1
            if row.picture:
                self.icon(row.picture, 1, baseline - capital, capital)
                left += capital + 5
            self.right(self.width - 1, baseline, row.right, size)
            room = self.width - left - lettering.width(row.right, size) - 5
            self.text(left, baseline, lettering.clipped(row.left, size, room), size)

    def _row_size(self, rows: Sequence[Row], height: int) -> int:
        for size in _ROWS:
            capital = lettering.height(size)
            widths = [lettering.width(row.left + row.right, size) + (capital + 5) * bool(row.picture) for row in rows]
            if capital <= height * 3 // 4 and max(widths) + 8 <= self.width:
                return size
        return _ROWS[-1]

    def card(
        self, title: str, heading: str, details: Sequence[str] = (), *, picture: str | None = None, corner: str = ""
    ) -> None:
        """What most screens are: a title, something large, and small lines below it as far as they fit. Beside a
        picture there is room for the first of them; if that is short, the second has the foot to itself."""
        if self.is_low:
            self._low_card(title, heading, details, picture)
            return
        top = self.banner(title, corner) + 2
        left = self._picture(picture, top)
        room = self.width - left - 1
        below = top + 46 if picture and self.is_tall else 0
        detail_left = 2 if self.is_tall else left
        space = self.height - top - 3
        if picture and not self.is_tall and len(details) > 1:
            details, foot = details[:1], details[1]
            if lettering.width(details[0], self.small) <= room:  # else it takes two lines, and they would be crowded
                space -= self.line
                self.text(2, self.height - 3, lettering.clipped(foot, self.small, self.width - 3))
        lines = self._details(details, self.width - detail_left - 1, space - _LEAST)
        headings, size = self._heading(heading, room, space - len(lines) * self.line)
        for line in headings:
            top += lettering.height(size) + 3
            self.text(left, top, line, size)
        top = max(top, below)
        for line in lines:
            top += self.line
            self.text(detail_left, top + 2, line)

    def _picture(self, picture: str | None, top: int) -> int:
        """To the left; where there is room beside it."""
        if not picture:
            return 2
        size = 40 if self.is_tall else 28
        self.icon(picture, 2, top + 2, size)
        return size + 8

    def _details(self, details: Sequence[str], room: int, space: int) -> list[str]:
        """As lines; details that do not fit are left out whole, the last one first."""
        for kept in range(len(details), 1, -1):
            lines = [line for detail in details[:kept] for line in lettering.wrapped(detail, self.small, room)]
            if len(lines) * self.line <= space:
                return lines
        return lettering.wrapped(details[0], self.small, room) if details else []

    def _low_card(self, title: str, heading: str, details: Sequence[str], picture: str | None) -> None:
        left = 0
        if picture:
            self.icon(picture, 0, 2, 28)
            left = 33
        room = self.width - left
        self.text(left, 9, lettering.clipped(title, self.small, room))
        if details:
            size = lettering.fitting(heading, (13, 12, 10), room)
            self.text(left, 20, lettering.clipped(heading, size, room), size)
            self.text(left, 31, lettering.clipped(details[0], self.small, room))
        else:
            size = lettering.fitting(heading, _HEADINGS[4:], room)
            self.text(left, 28, lettering.clipped(heading, size, room), size)

    def _heading(self, heading: str, room: int, space: int) -> tuple[list[str], int]:
        """As large as it can be with so much space, in one line or in two."""
        for size in _HEADINGS:
            if any(lettering.width(word, size) > room for word in heading.split()):
                continue
            lines = lettering.wrapped(heading, size, room)
            if len(lines) <= 2 and len(lines) * (lettering.height(size) + 3) <= space:
                return lines, size
        return [lettering.clipped(heading, _HEADINGS[-1], room)], _HEADINGS[-1]
