"""Everybody's wealth, turn by turn."""

from collections.abc import Sequence
from typing import Unpack

from companion.games.drawing.chart import Axis, Size, chart
from companion.games.drawing.tokens import Player
from companion.games.mercurius.accounts import Point
from companion.games.speech import ENGLISH, Speech, mark


def wealth_chart(
    points: Sequence[Point], players: Sequence[Player], speech: Speech = ENGLISH, **size: Unpack[Size]
) -> str:
    series = [(label, point.wealth) for label, point in zip(_rounds(points), points, strict=True)]
    axis, told = Axis(speech.say("guilders, after each round")), mark("Wealth, turn by turn: {who}.")
    return chart(series, players, axis, speech, name="wealth-chart", told=told, **size)


def _rounds(points: Sequence[Point]) -> list[str]:
    """The number of a round, where it ends."""
    after = [*(point.round for point in points[1:]), None]
    return [
        "" if point.round == next_round else str(point.round) for point, next_round in zip(points, after, strict=False)
    ]
