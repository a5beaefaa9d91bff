"""Everybody's money over the years."""

from collections.abc import Sequence

from companion.games.drawing.chart import Axis, Series, chart, how_it_stands
from companion.games.drawing.tokens import Player
from companion.games.merchants.board import THOUSAND
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box


def money_chart(
    series: Series,
    merchants: Sequence[Player],
    speech: Speech = ENGLISH,
    *,
    width: float = 336,
    height: float = 240,
    size: float = 12,
) -> str:
    axis = Axis(speech.say("in thousands of guilders"), unit=THOUSAND)
    told = speech.say("Money over the years: {who}.", who=how_it_stands(series, merchants, speech))
    whole = Box(0, 0, width, height)
    return chart(series, merchants, axis, speech, name="money-chart", told=told, whole=whole, size=size)
