"""Everybody's wealth, turn by turn."""

from collections.abc import Sequence

from companion.games.drawing.chart import Axis, chart, how_it_stands
from companion.games.drawing.tokens import Player
from companion.games.mercurius.accounts import Point
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box


def wealth_chart(
    points: Sequence[Point],
    players: Sequence[Player],
    speech: Speech = ENGLISH,
    *,
    width: float = 336,
    height: float = 240,
    size: float = 12,
) -> str:
    series = [(label, point.wealth) for label, point in zip(_rounds(points), points, strict=True)]
    axis = Axis(speech.say("guilders, after each round"))
    told = speech.say("Wealth, turn by turn: {who}.", who=how_it_stands(series, players, speech))
    whole = Box(0, 0, width, height)
    return chart(series, players, axis, speech, name="wealth-chart", told=told, whole=whole, size=size)


def _rounds(points: Sequence[Point]) -> list[str]:
    """The number of a round, where it ends."""
    after = [*(point.round for point in points[1:]), None]
    return [
        "" if point.round == next_round else str(point.round) for point, next_round in zip(points, after, strict=False)
    ]
