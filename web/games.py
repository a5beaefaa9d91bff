"""The pages of each game, by its name."""

from companion.snapshots import View
from web.amsterdam.pages import AMSTERDAM
from web.game_pages import GamePages
from web.merchants.pages import MERCHANTS
from web.mercurius.pages import MERCURIUS

PAGES: dict[str, GamePages] = {"merchants": MERCHANTS, "mercurius": MERCURIUS, "amsterdam": AMSTERDAM}


def pages_of(view: View) -> GamePages:
    """Of the game on the table."""
    return PAGES[view.rules]
