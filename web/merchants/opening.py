"""What a new game of Merchants is asked: its house rules, its board, and how the clock runs."""

from collections.abc import Sequence

import msgspec

from companion.boards import DEFAULT
from companion.bots import BOTS
from companion.games.merchants.house_rules import SENTENCES, TITLES, HouseRules, chosen
from companion.games.merchants.house_rules import choices as rules_there_are
from companion.games.speech import Phrase, mark
from companion.house import House
from companion.journal import Opening
from companion.openings import Deck, Place, opening_of
from web import forms
from web.game_pages import Begun

LARGEST = 2**53

_BOTS = {"merchant": mark("clever bot"), "random": mark("random bot")}
PLAYED_BY = {bot: _BOTS[bot] for bot in reversed(BOTS["merchants"])}
PROFILES = {
    "original": mark("Like the original clock: the first prices pass quickly."),
    "even": mark("Every price for the same time."),
}
DECKS: dict[Deck, str] = {
    "device": mark("The device shuffles and deals; the cardboard cards stay in the box."),
    "table": mark("The table draws its own cards, and the mayor says which one came up."),
}


def offered(house: House, last: Opening | None) -> dict[str, object]:
    """What the form shows to begin with."""
    boards = house.boards
    return {
        "rules": dict(last.header.rules) if last else msgspec.to_builtins(HouseRules()),
        "rules_there_are": rules_there_are(),
        "rule_titles": TITLES,
        "rule_sentences": SENTENCES,
        "profile": str(house.settings.values["clock"]["profile"]),
        "profiles": PROFILES,
        "boards": [shelved for shelved in boards.all if shelved.board],
        "board": boards.in_use,
        "is_first": not boards.all and not house.has_games,
    }


def begun(house: House, places: Sequence[Place], deck: Deck) -> Begun:
    """As the form says."""
    number = _wanted_board(house)
    opening = opening_of(places, rules=_rules(), deck=deck, board=house.boards.board(number))
    profile = forms.one_of("profile", PROFILES, Phrase("The clock"))

    def keep() -> None:
        house.boards.use(number)
        house.change("clock", "profile", profile)

    return Begun(opening, keep)


def _wanted_board(house: House) -> int:
    """The one in use, where nothing is said."""
    if not forms.text("board"):
        return house.boards.in_use
    return forms.number("board", DEFAULT, LARGEST, Phrase("The number of the board"))


def _rules() -> HouseRules:
    there = rules_there_are()
    return chosen({rule: forms.one_of(rule, there[rule], Phrase("The house rule")) for rule in there})
