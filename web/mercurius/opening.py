"""What a new game of Mercurius is asked: who deals. It is played with the dividend row of this house."""

from collections.abc import Sequence

from companion.bots import BOTS
from companion.games.mercurius.game import MERCURIUS
from companion.games.speech import mark
from companion.house import House
from companion.journal import Opening
from companion.openings import Deck, Place, opening_of
from web.game_pages import Begun

_BOTS = {"speculator": mark("clever bot"), "random": mark("random bot")}
PLAYED_BY = {bot: _BOTS[bot] for bot in reversed(BOTS["mercurius"])}
DECKS: dict[Deck, str] = {
    "device": mark("The device shuffles and deals: each phone shows its own hand, and the cardboard stays in the box."),
    "table": mark("The table deals its own cards, and each player says which one is played. Nobody can be a bot."),
}


def offered(house: House, _last: Opening | None) -> dict[str, object]:
    """What the form shows to begin with."""
    return {"row_is_seen": house.exchange.board().data.dividends.source == "cardboard"}


def begun(house: House, places: Sequence[Place], deck: Deck) -> Begun:
    """As the form says."""
    return Begun(opening_of(places, game=MERCURIUS, deck=deck, board=house.exchange.board()), lambda: None)
