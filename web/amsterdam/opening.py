"""What a new game of Amsterdam is asked: who rolls, and which house rules are played. It is played with the board of
this house. Nobody is a bot, for cardboard has to be moved; who plays alone has TOM opposite.
"""

from collections.abc import Mapping, Sequence

from companion.games.amsterdam.game import AMSTERDAM
from companion.games.amsterdam.house_rules import RULES_IN_WORDS, HouseRules
from companion.games.speech import mark
from companion.house import House
from companion.journal import Opening
from companion.openings import Deck, Place, opening_of
from web import forms
from web.game_pages import Begun

PLAYED_BY: Mapping[str, str] = {}
DECKS: dict[Deck, str] = {
    "device": mark(
        "The device rolls the dice, and says how the discs are stacked and which district tiles lie face up."
    ),
    "table": mark("The table rolls its own dice, and the first player says what they show."),
}


def offered(_house: House, last: Opening | None) -> dict[str, object]:
    """What the form shows to begin with."""
    return {"rules": RULES_IN_WORDS, "played": tuple(last.header.rules) if last else ()}


def begun(house: House, places: Sequence[Place], deck: Deck) -> Begun:
    """As the form says."""
    rules = HouseRules(**{name: bool(forms.text(name)) for name in RULES_IN_WORDS})
    opening = opening_of(places, game=AMSTERDAM, rules=rules, deck=deck, board=house.city.board())
    return Begun(opening, lambda: None)
