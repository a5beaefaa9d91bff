"""What people do beside the moves of the game, in sentences: nothing, a pause, taking back, putting right. The facts
that follow from a move are told by the story.
"""

from collections.abc import Sequence

from companion.entries import Acted, Corrected, Row
from companion.games.game import Game
from companion.games.merchants.actions import StartClock
from companion.games.setup import Setup
from companion.games.speech import ENGLISH, Speech
from companion.games.telling import Called


def described(row: Row, game: Game, setup: Setup, called: Called, speech: Speech = ENGLISH) -> str:
    """A step in a line, to know it by."""
    match row.entry:
        case Acted(seat, action, events):
            telling = game.telling(setup, called, speech)
            told = [sentence for event in events for sentence in telling.tell(event)]
            if told and not isinstance(action, StartClock):
                return told[0].strip()
            assert seat is not None
            return telling.deed(seat, action)
        case Corrected(changes):
            return speech.say("Put right: {changes}.", changes=game.telling(setup, called, speech).changes(changes))
        case _:
            raise AssertionError("only what changed the board is a step")


def paused(by: Sequence[int], called: Called, speech: Speech = ENGLISH) -> str:
    if len(by) == 1:
        return speech.say("{name} stops the clock for a pause.", name=called(by[0]))
    return speech.say("{names} stop the clock for a pause.", names=_names(by, called, speech))


def took_back(by: Sequence[int], where: str | None, called: Called, speech: Speech = ENGLISH) -> str:
    """`where` describes the last step that stands; None: not even the first one does."""
    place = where or speech.say("the beginning.")
    if len(by) == 1:
        return speech.say("{name} takes back. Everything is as it was after: {place}", name=called(by[0]), place=place)
    return speech.say(
        "{names} take back. Everything is as it was after: {place}", names=_names(by, called, speech), place=place
    )


def put_right(entry: Corrected, game: Game, setup: Setup, called: Called, speech: Speech = ENGLISH) -> str:
    return speech.say(
        "Put right by {names} ({reason}): {changes}.",
        names=_names(entry.by, called, speech),
        reason=entry.reason,
        changes=game.telling(setup, called, speech).changes(entry.changes),
    )


def _names(seats: Sequence[int], called: Called, speech: Speech) -> str:
    return speech.listed([called(seat) for seat in seats])
