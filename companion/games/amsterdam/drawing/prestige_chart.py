"""Everybody's prestige, round by round."""

from collections.abc import Iterable, Iterator, Sequence

from companion.games.amsterdam.events import Round
from companion.games.amsterdam.evolve import CHANGES
from companion.games.amsterdam.state import Setup, empty_state
from companion.games.drawing.chart import Axis, chart, how_it_stands
from companion.games.drawing.tokens import Player
from companion.games.events import Event
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box


def prestige_chart(
    setup: Setup,
    events: Iterable[Event],
    players: Sequence[Player],
    speech: Speech = ENGLISH,
    *,
    width: float = 336,
    height: float = 240,
    size: float = 12,
) -> str:
    """From the facts of a game since its beginning."""
    series = list(_by_round(setup, events))
    axis = Axis(speech.say("prestige, after each round"))
    told = speech.say("Prestige, round by round: {who}.", who=how_it_stands(series, players, speech))
    whole = Box(0, 0, width, height)
    return chart(series, players, axis, speech, name="prestige-chart", told=told, whole=whole, size=size)


def _by_round(setup: Setup, events: Iterable[Event]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """At the beginning, after each round, and as it is now."""
    state = empty_state(setup)
    for event in events:
        if isinstance(event, Round):
            yield _label(state.round), state.prestige
        CHANGES[type(event)](state, event)
    yield _label(state.round), state.prestige


def _label(round_: int) -> str:
    return str(round_) if round_ else ""
