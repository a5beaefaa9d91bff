"""The table at a glance, whatever is played: where the game is, whose turn it is, what is proposed, who has won. What
lies on the table is each game's own.
"""

from typing import NamedTuple

from companion.games.box import GAMES
from companion.games.speech import Speech
from companion.snapshots import Snapshot, View
from web.games import pages_of
from web.once import once_for_each_snapshot
from web.standings import Standing, standings
from web.vote import Vote, vote


class Glance(NamedTuple):
    """Seats count from 0, as everywhere; people see names."""

    heading: str
    says: str
    vote: Vote | None
    standings: tuple[Standing, ...]
    """Once the game is over, the richest first."""
    trouble: str | None


@once_for_each_snapshot
def glance(snapshot: Snapshot, speech: Speech) -> Glance:
    view = snapshot.view(None)
    return Glance(
        heading=pages_of(view).heading(snapshot, speech),
        says=_says(snapshot, speech),
        vote=vote(view, snapshot.look.now.state.setup, speech),
        standings=standings(view) if view.table.winners is not None else (),
        trouble=snapshot.trouble.said(speech) if snapshot.trouble else None,
    )


def clock_says(view: View, speech: Speech) -> str:
    """Where only the clock is on the table."""
    if view.clock:
        return speech.say("The clock is on. Any button stops it.")
    if view.clock_stands:
        return speech.say("The clock stands. Any button starts it again, from the top.")
    return speech.say("Any button starts the clock.")


def _says(snapshot: Snapshot, speech: Speech) -> str:
    """Whose turn it is."""
    view = snapshot.view(None)
    if view.table.winners is not None:
        names = speech.listed([view.seats[seat].name for seat in view.table.winners])
        if len(view.table.winners) == 1:
            return speech.say("The game is over. {name} wins.", name=names)
        return speech.say("The game is over. {names} share the victory.", names=names)
    ask = view.table.asked
    if ask is None or ask.seat is None:
        return pages_of(view).everybody_asked(snapshot, speech)
    question = speech.say(GAMES[view.rules].questions[ask.what])
    return speech.say("{name}: {question}.", name=view.seats[ask.seat].name, question=question)
