"""Putting the board right: what the cardboard shows otherwise is proposed to everybody, with a reason."""

from flask import Blueprint, redirect, render_template
from werkzeug.wrappers import Response

from companion.requests import Correct
from companion.snapshots import CLOCK_ALONE, View
from web import forms
from web.acting import act
from web.errors import Refused
from web.games import pages_of
from web.here import Here
from web.visitors import Visitor, visitor


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
        view = snapshot.view(None)
        there = pages_of(view).correct.there(snapshot, visitor().words)
        return render_template(f"{view.rules}/correct.html", game=view.rules, view=view, **there)

    def propose(self) -> Response:
        snapshot = self._here.house.snapshot
        if snapshot is None:
            raise Refused("Nothing is on the table.")
        change = pages_of(snapshot.view(None)).correct.change(snapshot)
        act(self._here, visitor(), Correct((change,), forms.text("reason")))
        return redirect("/", 303)


def _plays(who: Visitor, view: View) -> bool:
    """Everybody else has nothing to propose."""
    if who.seat is None or who.seat >= len(view.seats) or view.game == CLOCK_ALONE:
        return False
    return not view.seats[who.seat].is_bot
