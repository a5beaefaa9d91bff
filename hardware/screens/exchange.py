"""What is done at the Amsterdam exchange, each for a moment: trades, cards, dividends and the Black Market."""

import msgspec

from companion.games.mercurius.titles import special_title, token_heading
from companion.games.mercurius.tokens import TOKENS, Chamber, Token
from companion.words import Words
from hardware.screens import lettering
from hardware.screens.pen import Pen, Row
from hardware.screens.screen import Screen


class Happening(Screen, frozen=True):
    """Shown for a while; then the ticker has a line for it where there is room."""

    def line(self, words: Words) -> str:
        raise AssertionError("every happening can be told in a line")


def code(token: Token, words: Words) -> str:
    """The beginning of its name, where there is no room for more."""
    return token_heading(token, words)[:3]


class Bargain(msgspec.Struct, frozen=True):
    """So many of a kind, bought or sold together for so much."""

    is_sale: bool
    token: Token
    count: int
    amount: int

    def told(self, words: Words) -> str:
        token = token_heading(self.token, words)
        if self.is_sale:
            return words.say("sells {count} {token}", count=self.count, token=token)
        return words.say("buys {count} {token}", count=self.count, token=token)

    def short(self, words: Words) -> str:
        return f"{'-' if self.is_sale else '+'}{self.count} {code(self.token, words)}: {self.amount}"


class Traded(Happening, frozen=True):
    name: str
    bargains: tuple[Bargain, ...]

    def paint(self, pen: Pen, now: int) -> None:
        total = sum(bargain.amount if bargain.is_sale else -bargain.amount for bargain in self.bargains)
        rows = [
            Row(bargain.told(pen.words), str(bargain.amount), bargain.short(pen.words)) for bargain in self.bargains
        ]
        pen.rows(rows, pen.headed(self.name, f"{total:+d}"))

    def line(self, words: Words) -> str:
        told = [f"{bargain.told(words)}: {bargain.amount}" for bargain in self.bargains]
        if len(told) > 2:
            told = [bargain.short(words) for bargain in self.bargains]
        return f"{self.name} {', '.join(told)}"


class Played(Happening, frozen=True):
    """A price card, with all that it moves."""

    name: str
    moves: tuple[tuple[Token, int], ...]

    def paint(self, pen: Pen, now: int) -> None:
        rows = [
            Row(token_heading(token, pen.words), f"{move:+d}", picture="rising" if move > 0 else "falling")
            for token, move in self.moves
        ]
        pen.rows(rows, pen.headed(self.name, pen.say("plays")))

    def line(self, words: Words) -> str:
        return f"{self.name}: {', '.join(f'{token_heading(token, words)} {move:+d}' for token, move in self.moves)}"


class News(Happening, frozen=True):
    """How many cards were thrown away everybody sees, but not which."""

    name: str
    thrown: int

    def paint(self, pen: Pen, now: int) -> None:
        thrown = [pen.say("{count} thrown away", count=self.thrown)] if self.thrown else []
        pen.card(special_title("news", pen.words), self.name, thrown, picture="news")

    def line(self, words: Words) -> str:
        return f"{self.name}: {special_title('news', words)}"


class DividendPaid(Happening, frozen=True):
    chamber: Chamber
    each: int
    paid: tuple[tuple[str, int], ...]
    """To whom, and how much."""

    def paint(self, pen: Pen, now: int) -> None:
        details = [pen.say("{amount} for each share", amount=self.each), *self._paid(pen)]
        pen.card(special_title("dividend", pen.words), self._chamber(pen.words), details, picture="dividend")

    def line(self, words: Words) -> str:
        each = words.say("{amount} for each share", amount=self.each)
        return f"{special_title('dividend', words)} {self._chamber(words)}: {each}"

    def _paid(self, pen: Pen) -> list[str]:
        """With as much of each name as there is room for."""
        lines = [", ".join(f"{name[:letters]} {amount}" for name, amount in self.paid) for letters in (None, 3, 2, 1)]
        fits = [line for line in lines if pen.is_tall or lettering.width(line, pen.small) <= pen.width - 3]
        return fits[:1] if self.paid else []

    def _chamber(self, words: Words) -> str:
        return token_heading(self.chamber, words)


class Offered(Happening, frozen=True):
    """On the Black Market."""

    name: str
    tokens: tuple[Token, ...]

    def paint(self, pen: Pen, now: int) -> None:
        rows = [
            Row(f"{count} {token_heading(token, pen.words)}", short=f"{count} {code(token, pen.words)}")
            for token, count in self._kinds()
        ]
        market = special_title("black_market", pen.words)
        if pen.is_tall:
            pen.rows([Row(self.name), *rows], pen.banner(market))
        else:
            pen.rows(rows, pen.headed(market, self.name))

    def line(self, words: Words) -> str:
        lot = ", ".join(f"{count} {token_heading(token, words)}" for token, count in self._kinds())
        return words.say("{name} offers {tokens}", name=self.name, tokens=lot)

    def _kinds(self) -> list[tuple[Token, int]]:
        return [(token, self.tokens.count(token)) for token in TOKENS if token in self.tokens]


class SoldLot(Happening, frozen=True):
    """What lay on the Black Market card."""

    name: str
    price: int

    def paint(self, pen: Pen, now: int) -> None:
        details = [pen.say("{price} guilders", price=self.price)]
        pen.card(special_title("black_market", pen.words), self.name, details, picture="black_market")

    def line(self, words: Words) -> str:
        return f"{special_title('black_market', words)}: {self.name} +{self.price}"


class DeckOut(Happening, frozen=True):
    """The main deck is used up."""

    last_round: int

    def paint(self, pen: Pen, now: int) -> None:
        pen.card(pen.say("Main deck empty"), pen.say("Two more rounds"), [self._last(pen.words)], picture="start")

    def line(self, words: Words) -> str:
        return ", ".join([words.say("Main deck empty"), self._last(words)])

    def _last(self, words: Words) -> str:
        return words.say("Last: round {number}", number=str(self.last_round))
