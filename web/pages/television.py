"""For a screen on the wall: the whole board, the clock, whose term it is and what everybody has, to be read from across
the room. Nothing can be done here but to look, and to find the way in.
"""

from collections.abc import Sequence

from flask import Blueprint, render_template
from werkzeug.wrappers import Response

from companion.chronicle import Passage
from companion.snapshots import CLOCK_ALONE, View
from companion.words import Words
from web.address import address
from web.errors import NotThere
from web.games import pages_of
from web.glance import clock_says, glance
from web.here import Here
from web.merchants.auction import face
from web.qr_code import qr_code
from web.telling import telling
from web.visitors import visitor

SENTENCES = 3
"""So many of the last can be read from across the room."""


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("television", __name__)
    page = TelevisionPage(here)
    doors.add_url_rule("/tv", view_func=page.show, methods=["GET"])
    doors.add_url_rule("/qr.svg", view_func=code, methods=["GET"])
    return doors


def code() -> Response:
    """The way in, for a camera."""
    where = address()
    if where is None or not where.is_reached:
        raise NotThere("No phone can reach the page: it is for this machine only.")
    return Response(qr_code(where.url), mimetype="image/svg+xml")


class TelevisionPage:
    def __init__(self, here: Here) -> None:
        self._here = here

    def show(self) -> str:
        where = address()
        way_in = {"address": where, "qr": qr_code(where.url) if where and where.is_reached else None}
        return render_template("tv.html", **way_in, **self._on_table(visitor().words))

    def _on_table(self, words: Words) -> dict[str, object]:
        house = self._here.house
        snapshot = house.snapshot
        if house.is_closed or snapshot is None:
            return {"on": "off" if house.is_closed else "nothing"}
        view = snapshot.view(None)
        common = {"view": view, "last": self._last(view, words)}
        if view.game == CLOCK_ALONE:
            return common | {"on": "clock", "says": clock_says(view, words), "clock_face": face(snapshot, words)}
        shown = pages_of(view).television(snapshot, words)
        return common | {"on": "game", "game": view.rules, "glance": glance(snapshot, words)} | shown

    def _last(self, view: View, words: Words) -> tuple[str, ...]:
        return last_said(telling().passages(words), [seat.name for seat in view.seats], words)


def last_said(passages: Sequence[Passage], names: Sequence[str], words: Words) -> tuple[str, ...]:
    """What still stands of what happened last: how it began, and what came of it; of a scoring, what everybody got."""
    standing = [one for one in passages if one.stands]
    last = [one for one in standing if one.number == standing[-1].number]
    told = [sentence for passage in last for sentence in _said(passage, names, words)]
    return (*told[:1], *told[1:][1 - SENTENCES :])


def _said(passage: Passage, names: Sequence[str], words: Words) -> Sequence[str]:
    if not passage.scorings:
        return passage.sentences
    gains = [sum(payday.reckoning.totals[seat] for payday in passage.scorings) for seat in range(len(names))]
    told = [f"{name} +{words.number(gain)}" for name, gain in zip(names, gains, strict=True)]
    return passage.sentences[0], ", ".join(told)
