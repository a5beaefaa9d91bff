"""The words of the game as they fit on a display: cards, events, areas, and what a seat is asked."""

from companion.games.merchants.board import Board
from companion.words import mark
from hardware.screens.pen import Card

COMMODITIES = {
    "sugar": mark("Sugar"),
    "gemstones": mark("Gemstones"),
    "spice": mark("Spice"),
    "silk": mark("Silk"),
}
PLACES = {
    "americas": mark("Americas"),
    "africa": mark("Africa"),
    "east_indies": mark("East Indies"),
    "far_east": mark("Far East"),
    "nieuwe_zijde": mark("Nieuwe Zijde"),
    "oude_zijde": mark("Oude Zijde"),
    "grachten": mark("Grachten"),
    "lastage": mark("Lastage"),
}
PARTS = COMMODITIES | PLACES
AREAS = {"market": mark("Market"), "amsterdam": mark("Amsterdam"), "colonies": mark("Colonies")}

EVENTS = {
    "none": mark("A quiet year"),
    "ship": mark("Ship: one move each"),
    "globe": mark("Globe: an office each"),
    "arms": mark("Arms: a warehouse each"),
    "credit": mark("Credit: 120,000 now"),
    "lose_warehouse": mark("Everybody loses a warehouse"),
    "lose_office": mark("Everybody loses an office"),
    "shipwreck": mark("Shipwreck: one space back"),
    "leaders_back": mark("The leaders go one back"),
    "score_market": mark("The market is scored"),
    "score_amsterdam": mark("Amsterdam is scored"),
    "score_colonies": mark("The colonies are scored"),
    "final": mark("The final scoring"),
    "start": mark("The game begins"),
}

DECISIONS = {
    "draw": mark("Turn up a card"),
    "place": mark("Put the card on a disk"),
    "mayor_card": mark("Use the mayor's card"),
    "start_clock": mark("Press: the clock starts"),
    "auction_card": mark("Use the card you bought"),
    "ship": mark("Move one token"),
    "globe": mark("Open an office"),
    "arms": mark("Build a warehouse"),
    "credit": mark("Take a credit?"),
    "lose_warehouse": mark("Give up a warehouse"),
    "lose_office": mark("Give up an office"),
    "shipwreck": mark("Move one token back"),
    "bonus_warehouse": mark("Build the free warehouse"),
    "give_back": mark("Give back a warehouse"),
}


_KINDS = {
    "commodity": mark("Three moves"),
    "sand_clock": mark("Sand clock"),
    "office": mark("Office"),
    "build": mark("Warehouse"),
}


def card(board: Board, name: str) -> Card:
    """The icon and the words for a card."""
    printed = board.cards[name]
    places = [PLACES[district] for district in printed.districts or ()]
    if printed.kind == "office":
        places = [PLACES[printed.region] if printed.region else COMMODITIES[printed.commodity or ""]]
    return Card(printed.kind, _KINDS[printed.kind], tuple(places))
