"""Everybody's prestige, round by round."""

from collections.abc import Sequence
from typing import Unpack

from companion.games.amsterdam.accounts import Point
from companion.games.drawing.chart import Axis, Size, chart
from companion.games.drawing.tokens import Player
from companion.games.speech import ENGLISH, Speech, mark


def prestige_chart(
    points: Sequence[Point], players: Sequence[Player], speech: Speech = ENGLISH, **size: Unpack[Size]
) -> str:
    series = [(str(point.round or ""), point.prestige) for point in points]
    axis, told = Axis(speech.say("prestige, after each round")), mark("Prestige, round by round: {who}.")
    return chart(series, players, axis, speech, name="prestige-chart", told=told, **size)
