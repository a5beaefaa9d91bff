"""What is the same in the positions of several games: how one is read from a file, and how it is shown and told."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from companion.games.errors import BadPosition, Unreadable
from companion.games.game import Line
from companion.games.json_text import read_json
from companion.games.speech import ENGLISH, Speech
from companion.games.state import State

T = TypeVar("T")


class Asking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is asked what."""

    what: str
    seat: str


# A position from a file.


def read_position(text: bytes, kind: type[T]) -> T:
    """Raises `BadPosition` where the text is none of this kind."""
    try:
        return read_json(text, kind)
    except Unreadable as error:
        raise BadPosition(error.sentence, **error.values) from None


def seat_of(seats: tuple[str, ...], colour: str, where: str) -> int:
    """`where` in the file the colour is named."""
    if colour not in seats:
        raise BadPosition("{where}: nobody plays {colour}.", where=where, colour=colour)
    return seats.index(colour)


def scores_told(scores: Any, speech: Speech = ENGLISH) -> list[Line]:
    """What each seat would have in all, and below it why, line by line."""
    found: list[Line] = []
    for score in scores.scores:
        in_all = f"{speech.told(score.seat)} {speech.number(scores.total[score.seat])}"
        found += [Line(in_all, is_heading=True), *(Line(f"  {line.why}") for line in score.lines)]
    return found


# A position of a game.


def own_board(state: State, usual: Any) -> dict[str, Any] | None:
    """The data of a board that is not the usual one."""
    board = state.setup.board
    return None if board is usual else msgspec.to_builtins(board.data)


def asking(state: State) -> Asking | None:
    ask = state.agenda[-1] if state.agenda else None
    return Asking(ask.what, state.setup.seats[ask.seat]) if ask and ask.seat is not None else None


def winners(state: State) -> list[str] | None:
    return None if state.winners is None else [state.setup.seats[seat] for seat in state.winners]


def asked_told(asked: Asking | None, questions: Mapping[str, str], speech: Speech) -> list[str]:
    if asked is None:
        return []
    question = speech.say(questions[asked.what])
    return [speech.say("asked: {seat}, {question}", seat=speech.told(asked.seat), question=question)]


def winners_told(colours: list[str] | None, speech: Speech) -> list[str]:
    """Once it is over."""
    if not colours:
        return []
    return [speech.say("over: won by {names}", names=speech.listed([speech.told(colour) for colour in colours]))]
