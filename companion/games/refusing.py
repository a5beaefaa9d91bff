"""Reasons to refuse an action that are the same in every game: nobody is asked, or somebody else."""

from collections.abc import Collection, Mapping

from companion.games.errors import Illegal
from companion.games.speech import Phrase
from companion.games.state import State


def not_asked(
    state: State, seat: int | None, questions: Mapping[str, str], for_all: Collection[str] = ()
) -> Illegal | None:
    """Why it is not for this seat to answer now, if it is not. `for_all` are questions that go to everybody."""
    if not state.agenda:
        return Illegal("The game is over.")
    if seat is not None and seat not in range(state.setup.players):
        return Illegal("There is no seat {seat} at this table.", seat=str(seat))
    ask = state.agenda[-1]
    if ask.seat == seat or ask.what in for_all:
        return None
    assert ask.seat is not None
    return Illegal(
        "Now it is for {name} to {question}.",
        name=state.setup.names[ask.seat],
        question=Phrase(questions[ask.what]),
    )
