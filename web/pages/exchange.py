"""The exchange of Mercurius as it is printed: the one row that the rulebook does not show, as its owner reads it off
the cardboard. Everybody may look; who sits at the table, or at the device itself, may change it.
"""

from typing import NamedTuple

from flask import Blueprint, redirect, render_template
from werkzeug.wrappers import Response

from companion.games.speech import Phrase
from web import forms
from web.from_new import again, is_from_new
from web.here import Here
from web.visitors import at_table_or_device, may_change_boards

PAGE = "/exchange"
MOST = 99
"""Guilders that a share can pay: far more than it ever costs."""


class Pays(NamedTuple):
    """A share, at this price."""

    price: int
    amount: int


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("exchange", __name__, url_prefix=PAGE)
    page = ExchangePage(here)
    doors.add_url_rule("", view_func=page.show, methods=["GET"])
    doors.add_url_rule("", view_func=page.save, methods=["POST"])
    doors.add_url_rule("/reset", view_func=page.reset, methods=["POST"])
    return doors


class ExchangePage:
    def __init__(self, here: Here) -> None:
        self._exchange = here.house.exchange

    def show(self) -> str:
        data = self._exchange.board().data
        row = [Pays(*pair) for pair in zip(self._prices(), data.dividends.amounts, strict=True)]
        is_seen = data.dividends.source == "cardboard"
        return render_template(
            "mercurius/exchange.html",
            row=row,
            is_seen=is_seen,
            may_change=may_change_boards(),
            is_from_new=is_from_new(),
            page=again(PAGE),
        )

    def save(self) -> Response:
        """The whole row, or nothing of it."""
        at_table_or_device()
        self._exchange.put(tuple(_amount(price) for price in self._prices()))
        return redirect(again(PAGE), 303)

    def reset(self) -> Response:
        at_table_or_device()
        self._exchange.reset()
        return redirect(again(PAGE), 303)

    def _prices(self) -> list[int]:
        """That the track knows, each once."""
        return sorted(set(self._exchange.board().prices))


def _amount(price: int) -> int:
    return forms.number(f"pays{price}", 0, MOST, Phrase("The dividend at a price of {price}", price=price))
