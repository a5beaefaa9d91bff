"""Putting the board right: what the cardboard shows otherwise is proposed to everybody, with a reason."""

from flask import Blueprint, redirect, render_template
from werkzeug.wrappers import Response

from companion.games.merchants.board import COMMODITIES
from companion.games.merchants.corrections import (
    MOST_MARKERS,
    MOST_MONEY,
    AnyChange,
    SetMarkers,
    SetMoney,
    SetOwner,
    SetTrack,
)
from companion.games.merchants.story import office_title, warehouse_title
from companion.games.merchants.titles import part_heading
from companion.games.speech import Phrase
from companion.requests import Correct
from companion.snapshots import CLOCK_ALONE, Snapshot, View
from web import forms
from web.acting import act
from web.errors import Refused
from web.here import Here
from web.visitors import Visitor, visitor

KINDS = ("money", "credit", "market", "owner")
NOBODY = "nobody"


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("correct", __name__)
    page = CorrectPage(here)
    doors.add_url_rule("/correct", view_func=page.show, methods=["GET"])
    doors.add_url_rule("/correct", view_func=page.propose, methods=["POST"])
    return doors


class CorrectPage:
    def __init__(self, here: Here) -> None:
        self._here = here

    def show(self) -> str | Response:
        snapshot = self._here.house.snapshot
        if snapshot is None or not _plays(visitor(), snapshot.view(None)):
            return redirect("/", 303)
        tracks = [(commodity, part_heading(commodity, visitor().words)) for commodity in COMMODITIES]
        return render_template("correct.html", view=snapshot.view(None), spaces=self._spaces(snapshot), tracks=tracks)

    def propose(self) -> Response:
        snapshot = self._here.house.snapshot
        if snapshot is None:
            raise Refused("Nothing is on the table.")
        act(self._here, visitor(), Correct((self._change(snapshot),), forms.text("reason")))
        return redirect("/", 303)

    def _change(self, snapshot: Snapshot) -> AnyChange:
        board = snapshot.look.now.state.setup.board
        kind = forms.one_of("kind", KINDS, Phrase("What is to be put right"))
        if kind == "owner":
            space = forms.one_of("space", board.office_bit | board.plot_bit, Phrase("The space"))
            return SetOwner(space, None if forms.text("seat") == NOBODY else self._seat(snapshot))
        seat = self._seat(snapshot)
        if kind == "money":
            return SetMoney(seat, forms.number("amount", 0, MOST_MONEY, Phrase("The money"), grouped=True))
        if kind == "credit":
            return SetMarkers(seat, forms.number("amount", 0, MOST_MARKERS, Phrase("The number of credit markers")))
        commodity = forms.one_of("track", COMMODITIES, Phrase("The track"))
        return SetTrack(seat, commodity, forms.number("amount", 0, board.track_end, Phrase("The space")))

    def _seat(self, snapshot: Snapshot) -> int:
        return forms.number("seat", 0, len(snapshot.view(None).seats) - 1, Phrase("The seat"))

    def _spaces(self, snapshot: Snapshot) -> list[tuple[str, str]]:
        board, words = snapshot.look.now.state.setup.board, visitor().words
        offices = [(space, office_title(board, space, words)) for space in board.office_names]
        return offices + [(plot, warehouse_title(board, plot, words)) for plot in board.plot_names]


def _plays(who: Visitor, view: View) -> bool:
    """Everybody else has nothing to propose."""
    if who.seat is None or who.seat >= len(view.seats) or view.game == CLOCK_ALONE:
        return False
    return not view.seats[who.seat].is_bot
