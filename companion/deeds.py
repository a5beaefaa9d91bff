"""What people do beside the moves of the game, in sentences: nothing, a pause, taking back, putting right. The facts
that follow from a move are told by the story.
"""

from collections.abc import Callable, Sequence

from companion.entries import Acted, Corrected, Row
from companion.games.merchants.actions import AnyAction, Borrow, Declare, Decline, SetUp, StartClock
from companion.games.merchants.corrections import AnyChange, SetMarkers, SetMoney, SetOwner, SetTrack
from companion.games.merchants.state import Setup
from companion.games.merchants.story import Story, part_title
from companion.games.speech import ENGLISH, Speech

Called = Callable[[int], str]
"""How a seat is to be named."""


def deed(name: str, action: AnyAction | SetUp, speech: Speech = ENGLISH) -> str:
    """What the story has no sentence for."""
    match action:
        case Declare():
            return speech.say("{name} turns up a card.", name=name)
        case Decline():
            return speech.say("{name} leaves it unused.", name=name)
        case Borrow(yes=False):
            return speech.say("{name} takes no credit.", name=name)
        case StartClock():
            return speech.say("{name} starts the clock.", name=name)
        case _:
            return speech.say("{name} goes on.", name=name)


def described(row: Row, setup: Setup, called: Called, speech: Speech = ENGLISH) -> str:
    """A step in a line, to know it by."""
    match row.entry:
        case Acted(seat, action, events):
            story = Story(setup, called, speech)
            told = [sentence for event in events for sentence in story.tell(event)]
            if told and not isinstance(action, StartClock):
                return told[0].strip()
            return deed("" if seat is None else called(seat), action, speech)
        case Corrected(changes):
            return speech.say("Put right: {changes}.", changes=in_words(changes, called, speech))
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


def put_right(entry: Corrected, called: Called, speech: Speech = ENGLISH) -> str:
    return speech.say(
        "Put right by {names} ({reason}): {changes}.",
        names=_names(entry.by, called, speech),
        reason=entry.reason,
        changes=in_words(entry.changes, called, speech),
    )


def in_words(changes: Sequence[AnyChange], called: Called, speech: Speech = ENGLISH) -> str:
    """How things really are."""
    return speech.listed([_in_words(change, called, speech) for change in changes])


def _in_words(change: AnyChange, called: Called, speech: Speech) -> str:
    match change:
        case SetMoney(seat, amount):
            return speech.say("{name} has {amount}", name=called(seat), amount=amount)
        case SetMarkers(seat, count):
            markers = speech.counted(count, "{count} credit marker", "{count} credit markers")
            return speech.say("{name} holds {markers}", name=called(seat), markers=markers)
        case SetTrack(seat, commodity, 0):
            track = part_title(commodity, speech)
            return speech.say("{name} stands nowhere on {commodity}", name=called(seat), commodity=track)
        case SetTrack(seat, commodity, space):
            return speech.say(
                "{name} stands on space {space} on {commodity}",
                name=called(seat),
                space=space,
                commodity=part_title(commodity, speech),
            )
        case SetOwner(space_id, owner):
            if owner is None:
                return speech.say("{space} belongs to nobody", space=space_id)
            return speech.say("{space} belongs to {name}", space=space_id, name=called(owner))


def _names(seats: Sequence[int], called: Called, speech: Speech) -> str:
    return speech.listed([called(seat) for seat in seats])
