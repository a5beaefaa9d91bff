"""A proposal to the whole table, in words."""

from typing import NamedTuple

from companion.games.box import GAMES
from companion.games.setup import Setup
from companion.games.speech import Speech
from companion.games.telling import Called, Telling
from companion.requests import Correct, Proposal, PutAway, TakeBack
from companion.snapshots import View


class Vote(NamedTuple):
    """A proposal that still waits for somebody."""

    number: int
    says: str
    by: int
    waiting_for: tuple[int, ...]
    names: str
    """Of those it waits for."""
    takes_back: bool
    leaves: bool


def vote(view: View, setup: Setup, speech: Speech) -> Vote | None:
    def called(seat: int) -> str:
        return view.seats[seat].name

    proposal = view.proposal
    if proposal is None:
        return None
    waiting = speech.listed([called(seat) for seat in proposal.waiting_for])
    takes_back = isinstance(proposal.wants, TakeBack)
    leaves = isinstance(proposal.wants, PutAway)
    telling = GAMES[view.rules].telling(setup, called, speech)
    says = _says(proposal, telling, called, speech)
    return Vote(proposal.number, says, proposal.by, proposal.waiting_for, waiting, takes_back, leaves)


def _says(proposal: Proposal, telling: Telling, called: Called, speech: Speech) -> str:
    name = called(proposal.by)
    match proposal.wants:
        case TakeBack():
            return speech.say("{name} wants to take back what was done last.", name=name)
        case Correct(changes, reason):
            return speech.say(
                "{name} wants to put something right: {changes} ({reason}).",
                name=name,
                changes=telling.changes(changes),
                reason=reason,
            )
        case PutAway():
            return speech.say("{name} wants to leave the table. The game is kept.", name=name)
        case _:
            return speech.say("{name} wants a pause.", name=name)
