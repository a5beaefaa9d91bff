"""The ticker of the Amsterdam exchange: all prices with where they are going, and whose turn it is."""

from collections.abc import Sequence
from typing import ClassVar, Literal, get_args

import msgspec

from companion.games.mercurius.titles import token_heading
from companion.games.mercurius.tokens import Token
from companion.words import mark
from hardware.screens import asking, lettering
from hardware.screens.asking import Question, Round
from hardware.screens.exchange import Happening, code
from hardware.screens.pen import Pen
from hardware.screens.screen import Screen

Page = Literal["shares", "commodities"]
PAGES: tuple[Page, ...] = get_args(Page)
_PAGE = 6
_COLUMNS = 3
_PRICES = (22, 19, 17, 15)
_FOOT = (10, 11)
"""The letters of the last move, and the height of a line of them."""


class Quote(msgspec.Struct, frozen=True):
    """A price, and what it will be when everybody has had a turn, by the cards that lie out."""

    token: Token
    price: int
    then: int

    @property
    def sign(self) -> str | None:
        if self.then == self.price:
            return None
        return "rising" if self.then > self.price else "falling"


class Ticker(Screen, frozen=True, kw_only=True):
    """Six prices at a time, and the last move below them where there is room."""

    name: str
    round: Round
    quotes: tuple[Quote, ...]
    page: Page
    last: Happening | None = None

    def paint(self, pen: Pen, now: int) -> None:
        quotes = self.quotes[:_PAGE] if self.page == "shares" else self.quotes[_PAGE:]
        top = pen.headed(self.name, self.round.named(pen.words))
        if pen.is_low:
            _codes(pen, quotes)
        elif pen.is_tall:
            foot = pen.height - 3 * _FOOT[1]
            _cells(pen, quotes, top, foot)
            self._foot(pen, foot)
        else:
            _cells(pen, quotes, top, pen.height)

    def _foot(self, pen: Pen, top: int) -> None:
        size, line = _FOOT
        told = lettering.wrapped(self.last.line(pen.words), size, pen.width - 2) if self.last else []
        for place, words in enumerate([*told[:2], " ".join(told[2:])]):
            pen.text(1, top + (place + 1) * line - 2, lettering.clipped(words, size, pen.width - 2), size)


def _cells(pen: Pen, quotes: Sequence[Quote], top: int, bottom: int) -> None:
    """Names above their prices."""
    height = (bottom - top) // (len(quotes) // _COLUMNS)
    size = next(size for size in _PRICES if lettering.height(size) <= height - pen.line - 3)
    for place, quote in enumerate(quotes):
        row, column = divmod(place, _COLUMNS)
        x, y = round(column * pen.width / _COLUMNS) + 1, top + row * height
        name, price = token_heading(quote.token, pen.words), str(quote.price)
        pen.text(x, y + pen.line - 1, lettering.abbreviated(name, pen.small, pen.width // _COLUMNS - 2))
        baseline = y + (height + pen.line + lettering.height(size) + 1) // 2
        pen.text(x, baseline, price, size)
        if quote.sign:
            sign = min(lettering.height(size) - 2, 9)
            pen.icon(quote.sign, x + lettering.width(price, size) + 4, baseline - sign, sign)


def _codes(pen: Pen, quotes: Sequence[Quote]) -> None:
    """In two lines."""
    for place, quote in enumerate(quotes):
        row, column = divmod(place, _COLUMNS)
        x, baseline = round(column * pen.width / _COLUMNS), 20 + row * 11
        pen.text(x, baseline, code(quote.token, pen.words))
        pen.right(x + 33, baseline, str(quote.price))
        if quote.sign:
            pen.icon(quote.sign, x + 34, baseline - 6, 5)


class Decision(asking.Decision, frozen=True, kw_only=True):
    """Of the two questions of a turn."""

    QUESTIONS: ClassVar = {
        "trade": Question(mark("Trade?"), mark("Button: no trade")),
        "card": Question(mark("Play a card")),
    }
