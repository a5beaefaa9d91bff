"""The board of Amsterdam as it is printed, part by part: what the rulebook does not show, as its owner reads it off the
cardboard. What is known need not be typed in a game. Everybody may look; who sits at the table, or at the device
itself, may change it.
"""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response

from companion.city_board import PARTS
from companion.games.amsterdam.board import MOST_PRINTED, BoardData
from companion.games.amsterdam.chance import FACES
from companion.games.amsterdam.things import ROOFS, WORKERS, Place
from companion.games.amsterdam.titles import good_heading, place_title, worker_title
from companion.games.speech import Phrase
from web import forms
from web.errors import Refused
from web.from_new import again, is_from_new
from web.here import Here
from web.visitors import at_table_or_device, may_change_boards, visitor

PAGE = "/city"
MOST_SPACES = 40
CRANES: tuple[Place, ...] = (*WORKERS, "pier", "water")
"""Where there can be one."""


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("city", __name__, url_prefix=PAGE)
    page = CityPage(here)
    doors.add_url_rule("", view_func=page.show, methods=["GET"])
    doors.add_url_rule("", view_func=page.save, methods=["POST"])
    doors.add_url_rule("/reset", view_func=page.reset, methods=["POST"])
    return doors


class CityPage:
    def __init__(self, here: Here) -> None:
        self._city = here.house.city

    def show(self) -> str:
        words = visitor().words
        return render_template(
            "amsterdam/city.html",
            data=self._city.board().data,
            read=self._city.read,
            goods={house.good: good_heading(house.good, words) for house in self._city.board().data.storehouses},
            cranes={place: place_title(place, words) for place in CRANES},
            workers={worker: worker_title(worker, words) for worker in WORKERS},
            faces=FACES,
            most=MOST_PRINTED,
            may_change=may_change_boards(),
            is_from_new=is_from_new(),
            page=again(PAGE),
        )

    def save(self) -> Response:
        """One part, whole, or nothing of it."""
        at_table_or_device()
        part = forms.one_of("part", PARTS, Phrase("The part of the board"))
        seen = _READ[part](self._city.board().data)
        self._city.change(lambda read: read | {part: seen})
        return redirect(again(PAGE), 303)

    def reset(self) -> Response:
        at_table_or_device()
        self._city.reset()
        return redirect(again(PAGE), 303)


# What each form says, as board data.


def _storehouses(data: BoardData) -> list[dict[str, Any]]:
    return [
        {"good": house.good, "roofs": [_prestige(f"{house.good}{roof}") for roof in range(ROOFS)]} | _SEEN
        for house in data.storehouses
    ]


def _warehouses(data: BoardData) -> list[dict[str, Any]]:
    return [{"id": house.id, "prestige": _prestige(house.id)} | _SEEN for house in data.warehouses]


def _magazine(data: BoardData) -> dict[str, Any]:
    return {"prestige": [_prestige(f"space{place}") for place in range(len(data.magazine.prestige))]} | _SEEN


def _amstel(data: BoardData) -> dict[str, Any]:
    bridges = range(len(data.amstel.bridges))
    return {
        "spaces": forms.number("spaces", 2, MOST_SPACES, Phrase("The number of spaces")),
        "mouth": _prestige("mouth"),
        "bridges": [{"behind": _behind(bridge), "prestige": _prestige(f"bridge{bridge}")} for bridge in bridges],
    } | _SEEN


def _behind(bridge: int) -> int:
    return forms.number(f"behind{bridge}", 0, MOST_SPACES, Phrase("The space before a bridge"))


def _cranes(_data: BoardData) -> dict[str, Any]:
    chosen = [place for place in CRANES if place in request.form.getlist("crane")]
    if not chosen:
        raise Refused("A barge must be loaded somewhere: choose at least one dock.")
    return {"docks": chosen} | _SEEN


def _tom(_data: BoardData) -> dict[str, Any]:
    docks = [forms.one_of(f"dock{face}", WORKERS, Phrase("The dock")) for face in FACES]
    return {"amstel": _face("amstel"), "block": _face("block"), "docks": docks} | _SEEN


def _face(name: str) -> int:
    return forms.number(name, FACES[0], FACES[-1], Phrase("The face of a die"))


def _prestige(name: str) -> int:
    return forms.number(name, 0, MOST_PRINTED, Phrase("The prestige that is printed"))


_SEEN = {"source": "cardboard"}
_READ: dict[str, Callable[[BoardData], Any]] = {
    "storehouses": _storehouses,
    "warehouses": _warehouses,
    "magazine": _magazine,
    "amstel": _amstel,
    "cranes": _cranes,
    "tom": _tom,
}
