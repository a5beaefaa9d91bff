"""What lies on the table, in words and figures, as plain values for pages to lay out."""

from typing import NamedTuple

from companion.games.merchants.ahead import Coming, ahead
from companion.games.merchants.state import DISKS, State
from companion.games.merchants.story import card_title
from companion.games.merchants.within_reach import Reach, within_reach
from companion.games.speech import Speech, mark
from companion.snapshots import Snapshot, View
from web.once import once_for_each_snapshot

_DISKS = {"mayor": mark("For the mayor"), "auction": mark("For auction"), "discard": mark("Discarded")}


class Holdings(NamedTuple):
    """What lies before a seat."""

    seat: int
    name: str
    colour: str
    is_bot: bool
    is_mayor: bool
    is_asked: bool
    money: int
    credit: int
    offices: int
    warehouses: int


class Disk(NamedTuple):
    title: str
    card: str
    """In words; nothing where none lies."""


class Lying(NamedTuple):
    """Seats count from 0, as everywhere; people see names."""

    year: str
    merchants: tuple[Holdings, ...]
    drawn: str
    """The card in the mayor's hand, in words."""
    disks: tuple[Disk, ...]
    ahead: tuple[Coming, ...]
    reach: tuple[Reach, ...]
    lot: str
    runs: bool
    """The clock, or it counts down."""
    stands: bool


@once_for_each_snapshot
def lying(snapshot: Snapshot, speech: Speech) -> Lying:
    view, state = snapshot.view(None), snapshot.look.now.state
    board = state.setup.board
    return Lying(
        year=view.table.year,
        merchants=_merchants(view),
        drawn=card_title(board, state.drawn, speech) if state.drawn else "",
        disks=_disks(state, speech),
        ahead=ahead(state, speech=speech),
        reach=within_reach(state, speech),
        lot=_lot(state, speech),
        runs=view.clock is not None,
        stands=view.clock_stands,
    )


def heading(snapshot: Snapshot, speech: Speech) -> str:
    table = snapshot.view(None).table
    cards = speech.counted(table.cards_left, "{count} card to come", "{count} cards to come")
    return speech.say("{year}, term {term}, {cards}", year=table.year, term=str(table.term), cards=cards)


def everybody_asked(snapshot: Snapshot, speech: Speech) -> str:
    """While a card is under the hammer."""
    state, view = snapshot.look.now.state, snapshot.view(None)
    if view.clock_stands:
        mayor = view.seats[state.mayor]
        if mayor.is_bot:
            return speech.say("The clock stands. Anybody can start it again, from the top.")
        return speech.say("The clock stands. {name} can start it again, from the top.", name=mayor.name)
    if state.doubled_by is not None:
        return speech.say("The clock is on, every price doubled. Whoever wants the card presses first.")
    return speech.say("The clock is on. Whoever wants the card presses first.")


def _lot(state: State, speech: Speech) -> str:
    card = state.disks[DISKS.index("auction")]
    return card_title(state.setup.board, card, speech) if card else ""


def _merchants(view: View) -> tuple[Holdings, ...]:
    table = view.table
    asked = table.asked.seat if table.asked else None
    return tuple(
        Holdings(
            seat=place,
            name=seat.name,
            colour=seat.colour,
            is_bot=seat.is_bot,
            is_mayor=place == table.mayor,
            is_asked=place == asked,
            money=table.money[place],
            credit=table.markers[place],
            offices=len(table.offices[place]),
            warehouses=len(table.warehouses[place]),
        )
        for place, seat in enumerate(view.seats)
    )


def _disks(state: State, speech: Speech) -> tuple[Disk, ...]:
    board = state.setup.board
    return tuple(
        Disk(speech.say(_DISKS[disk]), card_title(board, card, speech) if card else "")
        for disk, card in zip(DISKS, state.disks, strict=True)
    )
