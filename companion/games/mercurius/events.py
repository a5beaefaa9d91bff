"""Everything that can happen, as facts. Adding them up gives the state; each carries all that it changes."""

from typing import Literal

import msgspec

from companion.games.events import Asked, Event, GameOver, Money
from companion.games.mercurius.tokens import Chamber, Token

Pile = Literal["main", "backup"]


class Turn(Event, frozen=True, tag="turn"):
    """A turn begins. Rounds count from 1."""

    seat: int
    round: int


class Dealt(Event, frozen=True, tag="dealt"):
    """A card goes from a deck into a hand."""

    seat: int
    card: str
    pile: Pile


class MainDeckOut(Event, frozen=True, tag="main_deck_out"):
    """The last card of the main deck was drawn: so it is known when the game ends (C10)."""

    last_round: int


class Holding(Event, frozen=True, tag="holding"):
    """So many tokens come from the bank, or go back to it where the count is negative."""

    seat: int
    token: Token
    count: int


class Lot(Event, frozen=True, tag="lot"):
    """The Black Market card is played, with these tokens on it."""

    seat: int
    tokens: tuple[Token, ...]


class LotSold(Event, frozen=True, tag="lot_sold"):
    """The tokens on the seat's Black Market card go back to the bank."""

    seat: int


class DividendPaid(Event, frozen=True, tag="dividend_paid"):
    """The seat plays its Dividend card: the chamber pays so much for each share, and never again."""

    seat: int
    chamber: Chamber
    each: int


class Played(Event, frozen=True, tag="played"):
    """A price card from the hand onto the first place of the own board."""

    seat: int
    card: str


class NewsPlayed(Event, frozen=True, tag="news_played", omit_defaults=False):
    """The News card onto the first place of the own board, and cards of the hand out of the game."""

    seat: int
    thrown: tuple[str, ...]


class Price(Event, frozen=True, tag="price", omit_defaults=False):
    """A price moves, from space to space of its track."""

    token: Token
    before: int = msgspec.field(name="from")
    to: int


class Shifted(Event, frozen=True, tag="shifted"):
    """The cards on a board move one place on; the one on the last place falls off, if there is one."""

    seat: int
    off: str | None = None


AnyEvent = (
    Turn | Dealt | MainDeckOut | Holding | Lot | LotSold | DividendPaid | Played | NewsPlayed | Price | Shifted
    | Money | GameOver | Asked
)  # fmt: skip
