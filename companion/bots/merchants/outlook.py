"""What is still to come, as everybody at the table can count it: scorings, losses, auctions.

Nothing here depends on who owns what, nor on the order of the deck.
"""

from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple

from companion.games.merchants.board import THOUSAND, Board, Table, YearEvent
from companion.games.merchants.events import Area
from companion.games.merchants.state import DISKS, State
from companion.games.merchants.term import all_terms

FADE = 0.012
"""What a lead loses of its worth with each card that comes before the scoring: the others strike back."""

DOUBT = 0.15
"""How far apart, in tokens, two must be for one to be likely ahead when it is scored at once."""

UNREST = 0.01
"""What each change to come adds to the doubt, squared as chances are."""

PACE = 0.1
"""How often a player takes a step that a bonus needs, for each card of the player's share of the deck."""

_DISTURBING: dict[Area, tuple[YearEvent, ...]] = {
    "market": ("ship", "globe", "shipwreck", "leaders_back"),
    "amsterdam": ("arms", "lose_warehouse"),
    "colonies": ("globe", "lose_office"),
}
_LOSING: dict[Area, tuple[YearEvent, ...]] = {
    "market": ("shipwreck", "leaders_back"),
    "amsterdam": ("lose_warehouse",),
    "colonies": ("lose_office",),
}

Amounts = tuple[tuple[float, float], ...]
"""For each rank what first and second place earn, in guilders."""


class Scorings(NamedTuple):
    """All scorings of an area that are to come, as if they were one: their amounts, faded, and the usual doubt."""

    amounts: Amounts
    doubt: float


class Outlook:
    """One for each year and term, so that things can be looked up by it."""

    def __init__(self, board: Board, players: int, year: int, terms: int, last: int) -> None:
        self.board = board
        self.players = players
        self._last = last - year
        self._years = board.years[year + 1 :]
        self.auctions = all_terms(board, players) - terms
        """After this term's."""
        self._cards = len(DISKS) * (self.auctions + 0.5)
        self.in_time = 1 - exp(-PACE * self._cards / players)
        """How likely a player takes one more step that a bonus needs."""
        self.scorings: dict[Area, Scorings] = {area: self._scorings(area) for area in _DISTURBING}
        events = [space.event for space in self._years]
        self.losses: dict[Area, int] = {area: sum(map(events.count, losing)) for area, losing in _LOSING.items()}

    def _scorings(self, area: Area) -> Scorings:
        amounts: Amounts = ((0.0, 0.0),) * 4
        doubts = weights = 0.0
        disturbing = 0
        for distance, space in enumerate(self._years, 1):
            disturbing += space.event in _DISTURBING[area]
            for scored, table in space.scorings():
                if scored == area:
                    cards = self._cards_before(distance)
                    weight = exp(-FADE * cards)
                    amounts = _added(amounts, table, weight)
                    doubts += weight * (DOUBT + sqrt(UNREST * (cards + disturbing * self.players)))
                    weights += weight
        return Scorings(amounts, doubts / weights if weights else DOUBT)

    def _cards_before(self, distance: int) -> float:
        """Sand clocks lie anywhere in the deck, so all stretches between them are equally long to expect."""
        return self._cards * min(distance, self._last) / len(self._years)


def outlook(state: State) -> Outlook:
    setup = state.setup
    last = len(setup.board.years) - 1
    if setup.rules.end == "1665":  # the cards after that year are never drawn
        last -= 1
    return _outlook(setup.board, setup.players, state.year, state.terms, last)


_outlook = lru_cache(maxsize=200)(Outlook)


def _added(amounts: Amounts, table: Table, weight: float) -> Amounts:
    return tuple(
        [
            (first + weight * THOUSAND * more, second + weight * THOUSAND * less)
            for (first, second), (more, less) in zip(amounts, table, strict=True)
        ]
    )
