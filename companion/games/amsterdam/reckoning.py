"""What everybody has, line by line: prestige so far, and what the end brings (A9); as it stands now, or as it was."""

from collections.abc import Iterable

import msgspec

from companion.games.amsterdam import ending
from companion.games.amsterdam.events import AnyEvent, Prestige
from companion.games.amsterdam.state import Setup, State
from companion.games.amsterdam.things import COLOUR_AT, Colour
from companion.games.amsterdam.titles import colour_called, district_title
from companion.games.speech import ENGLISH, Speech, mark

_FINAL = {
    "penalties": "penalties",
    "end_card": "end_cards",
    "orders": "orders",
    "group": "group",
    "district": "district",
    "leftovers": "leftovers",
}
"""By why a fact says that prestige was gained at the end; all else is prestige so far."""

_TITLES: dict[str, str] = {
    "prestige": mark("Prestige during the game"),
    "penalties": mark("Penalty tokens"),
    "end_cards": mark("Cards for the end of the game"),
    "orders": mark("Secret orders"),
    "group": mark("Largest group of crests"),
    "district": mark("Crests in {district}"),
    "leftovers": mark("What is left over"),
}


class Counted(msgspec.Struct, frozen=True):
    """One line: for `count` tokens, crests or things that are left over, where something is counted."""

    why: str
    amount: int
    count: int | None = None


class Reckoning(msgspec.Struct, frozen=True):
    """One seat's. There are the same lines for all, in the order of the final scoring."""

    seat: int
    lines: tuple[Counted, ...]

    @property
    def total(self) -> int:
        return sum(line.amount for line in self.lines)


def line_heading(why: str, speech: Speech = ENGLISH) -> str:
    kind, _, word = why.partition(":")
    return speech.say(_TITLES[kind], district=district_title(colour_called(word), speech) if word else "")


def reckoning(state: State) -> tuple[Reckoning, ...]:
    """If the game ended now; what cards and secret orders bring at the end only players can say then."""
    gained = {(gain.seat, gain.why): gain.amount for gain in ending.evaluation(state)} if _is_open(state) else {}
    return tuple(_reckoned(state, seat, gained) for seat in range(state.setup.players))


def would_win(state: State) -> int:
    """If the game ended now."""
    return ending.winner(state, tuple(one.total for one in reckoning(state)))


def _is_open(state: State) -> bool:
    """Or all has been counted already."""
    return state.winners is None


def _reckoned(state: State, seat: int, gained: dict[tuple[int, str], int]) -> Reckoning:
    tokens = tokens_due(state, seat)
    lines = [
        Counted("prestige", state.prestige[seat]),
        Counted("penalties", -state.setup.board.penalty(tokens), tokens),
        Counted("group", gained.get((seat, "group"), 0), state.groups[seat]),
        *(_district(state, seat, district, gained) for district in state.tiles),
        Counted("leftovers", gained.get((seat, "leftovers"), 0), ending.leftovers(state, seat)),
    ]
    return Reckoning(seat, tuple(lines))


def _district(state: State, seat: int, district: Colour, gained: dict[tuple[int, str], int]) -> Counted:
    why = f"district:{district}"
    return Counted(why, gained.get((seat, why), 0), state.crests[seat][COLOUR_AT[district]])


def tokens_due(state: State, seat: int) -> int:
    """Penalty tokens that are still to be counted, with one for each card below the board; TOM never has any."""
    if _has_begun_to_end(state) or seat == state.setup.automaton:
        return 0
    return state.penalties[seat] + len(state.below[seat])


def _has_begun_to_end(state: State) -> bool:
    """Then penalties have been counted."""
    return state.winners is not None or any(ask.what == "evaluation" for ask in state.agenda)


def final_reckoning(setup: Setup, events: Iterable[AnyEvent]) -> tuple[Reckoning, ...]:
    """Of a game that is over, from all its facts: what the end brought, on top of what there was before."""
    sums: dict[tuple[int, str], int] = {}
    districts: list[str] = []
    for event in events:
        if isinstance(event, Prestige):
            kind, _, word = event.why.partition(":")
            why = f"district:{word}" if kind == "district" else _FINAL.get(kind, "prestige")
            sums[event.seat, why] = sums.get((event.seat, why), 0) + event.amount
            districts += [why] if kind == "district" and why not in districts else []
    orders = ["orders"] if setup.rules.orders else []
    whys = ["prestige", "penalties", "end_cards", *orders, "group", *districts, "leftovers"]
    return tuple(
        Reckoning(seat, tuple(Counted(why, sums.get((seat, why), 0)) for why in whys)) for seat in range(setup.players)
    )
