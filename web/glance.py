"""The table at a glance, in words and figures, as plain values for pages to lay out. What happened is told by
`companion.chronicle`, what may be done by `picking`.
"""

from collections.abc import Callable
from typing import NamedTuple

from companion.deeds import in_words
from companion.games.merchants.ahead import Coming, ahead
from companion.games.merchants.refusals import QUESTIONS
from companion.games.merchants.state import DISKS, State
from companion.games.merchants.story import card_title
from companion.games.merchants.within_reach import Reach, within_reach
from companion.games.speech import Speech, mark
from companion.requests import Correct, Proposal, TakeBack
from companion.snapshots import Look, Snapshot, View

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


class Vote(NamedTuple):
    """A proposal that still waits for somebody."""

    number: int
    says: str
    by: int
    waiting_for: tuple[int, ...]
    names: str
    """Of those it waits for."""
    takes_back: bool


class Standing(NamedTuple):
    place: int
    seat: int
    name: str
    colour: str
    money: int
    wins: bool


class Glance(NamedTuple):
    """Seats count from 0, as everywhere; people see names."""

    year: str
    heading: str
    says: str
    merchants: tuple[Holdings, ...]
    drawn: str
    """The card in the mayor's hand, in words."""
    disks: tuple[Disk, ...]
    ahead: tuple[Coming, ...]
    reach: tuple[Reach, ...]
    vote: Vote | None
    standings: tuple[Standing, ...]
    """Once the game is over, the richest first."""
    lot: str
    runs: bool
    """The clock, or it counts down."""
    stands: bool
    trouble: str | None


def glance(snapshot: Snapshot, speech: Speech) -> Glance:
    look, view = snapshot.look, snapshot.view(None)
    state, table = look.now.state, view.table
    board = state.setup.board
    cards = speech.counted(table.cards_left, "{count} card to come", "{count} cards to come")
    return Glance(
        year=table.year,
        heading=speech.say("{year}, term {term}, {cards}", year=table.year, term=str(table.term), cards=cards),
        says=_says(look, view, speech),
        merchants=_merchants(view),
        drawn=card_title(board, state.drawn, speech) if state.drawn else "",
        disks=_disks(state, speech),
        ahead=ahead(state, speech=speech),
        reach=within_reach(state, speech),
        vote=_vote(view.proposal, _names(view), speech) if view.proposal else None,
        standings=standings(view) if table.winners is not None else (),
        lot=_lot(state, speech),
        runs=view.clock is not None,
        stands=view.clock_stands,
        trouble=snapshot.trouble.said(speech) if snapshot.trouble else None,
    )


def clock_says(view: View, speech: Speech) -> str:
    """Where only the clock is on the table."""
    if view.clock:
        return speech.say("The clock is on. Any button stops it.")
    if view.clock_stands:
        return speech.say("The clock stands. Any button starts it again, from the top.")
    return speech.say("Any button starts the clock.")


def _names(view: View) -> Callable[[int], str]:
    return lambda seat: view.seats[seat].name


def _says(look: Look, view: View, speech: Speech) -> str:
    """Whose turn it is."""
    state, called = look.now.state, _names(view)
    if view.table.winners is not None:
        names = speech.listed([called(seat) for seat in view.table.winners])
        if len(view.table.winners) == 1:
            return speech.say("The game is over. {name} wins.", name=names)
        return speech.say("The game is over. {names} share the victory.", names=names)
    ask = state.agenda[-1]
    if ask.what == "bid":
        return _auction_says(state, view, speech)
    assert ask.seat is not None
    return speech.say("{name}: {question}.", name=called(ask.seat), question=speech.say(QUESTIONS[ask.what]))


def _auction_says(state: State, view: View, speech: Speech) -> str:
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


def _vote(proposal: Proposal, called: Callable[[int], str], speech: Speech) -> Vote:
    name = called(proposal.by)
    match proposal.wants:
        case TakeBack():
            says = speech.say("{name} wants to take back what was done last.", name=name)
        case Correct(changes, reason):
            says = speech.say(
                "{name} wants to put something right: {changes} ({reason}).",
                name=name,
                changes=in_words(changes, called, speech),
                reason=reason,
            )
        case _:
            says = speech.say("{name} wants a pause.", name=name)
    waiting = speech.listed([called(seat) for seat in proposal.waiting_for])
    takes_back = isinstance(proposal.wants, TakeBack)
    return Vote(proposal.number, says, proposal.by, proposal.waiting_for, waiting, takes_back)


def standings(view: View) -> tuple[Standing, ...]:
    table = view.table
    order = sorted(range(len(view.seats)), key=lambda seat: -table.money[seat])
    return tuple(
        Standing(
            place=1 + sum(money > table.money[seat] for money in table.money),
            seat=seat,
            name=view.seats[seat].name,
            colour=view.seats[seat].colour,
            money=table.money[seat],
            wins=seat in (table.winners or ()),
        )
        for seat in order
    )
