"""Everybody's money over the years."""

from collections.abc import Sequence
from typing import Unpack

from companion.games.drawing.chart import Axis, Series, Size, chart
from companion.games.drawing.tokens import Player
from companion.games.merchants.board import THOUSAND
from companion.games.speech import ENGLISH, Speech, mark


def money_chart(series: Series, merchants: Sequence[Player], speech: Speech = ENGLISH, **size: Unpack[Size]) -> str:
    axis = Axis(speech.say("in thousands of guilders"), unit=THOUSAND)
    told = mark("Money over the years: {who}.")
    return chart(series, merchants, axis, speech, name="money-chart", told=told, **size)
