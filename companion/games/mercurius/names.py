"""What tokens and special cards are called: the one table of their names. How they are put into sentences is for the
`story` and the `titles`.
"""

from typing import NamedTuple

from companion.games.mercurius.state import Special
from companion.games.mercurius.tokens import Token
from companion.games.speech import mark


class Name(NamedTuple):
    """Every language says it in a way of its own where it stands."""

    heading: str
    """Alone, and on a card: a share by its chamber."""
    inside: str
    """As a kind, inside a sentence."""
    one: str
    many: str
    """Counted."""


NAMES: dict[Token, Name] = {
    "amsterdam": Name(
        mark("Amsterdam"),
        mark("Amsterdam shares"),
        mark("{count} Amsterdam share"),
        mark("{count} Amsterdam shares"),
    ),
    "hoorn": Name(mark("Hoorn"), mark("Hoorn shares"), mark("{count} Hoorn share"), mark("{count} Hoorn shares")),
    "delft": Name(mark("Delft"), mark("Delft shares"), mark("{count} Delft share"), mark("{count} Delft shares")),
    "rotterdam": Name(
        mark("Rotterdam"),
        mark("Rotterdam shares"),
        mark("{count} Rotterdam share"),
        mark("{count} Rotterdam shares"),
    ),
    "enkhuizen": Name(
        mark("Enkhuizen"),
        mark("Enkhuizen shares"),
        mark("{count} Enkhuizen share"),
        mark("{count} Enkhuizen shares"),
    ),
    "middelburg": Name(
        mark("Middelburg"),
        mark("Middelburg shares"),
        mark("{count} Middelburg share"),
        mark("{count} Middelburg shares"),
    ),
    "silk": Name(mark("Silk"), mark("silk"), mark("{count} silk"), mark("{count} silk")),
    "coffee": Name(mark("Coffee"), mark("coffee"), mark("{count} coffee"), mark("{count} coffee")),
    "porcelain": Name(mark("Porcelain"), mark("porcelain"), mark("{count} porcelain"), mark("{count} porcelain")),
    "copper": Name(mark("Copper"), mark("copper"), mark("{count} copper"), mark("{count} copper")),
    "spices": Name(mark("Spices"), mark("spices"), mark("{count} spice"), mark("{count} spices")),
    "tea": Name(mark("Tea"), mark("tea"), mark("{count} tea"), mark("{count} tea")),
}

SPECIAL_CARDS: dict[Special, str] = {
    "dividend": mark("Dividend"),
    "black_market": mark("Black Market"),
    "news": mark("News"),
}
