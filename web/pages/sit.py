"""Sitting down: a phone asks for a seat, and whoever is at the table lets it have it, by holding that seat's button or
by a code on the display.
"""

from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response

from companion.games.speech import Phrase
from companion.reception import Calling
from web import forms
from web.here import Here
from web.seating import seats_here
from web.visitors import visitor


class Chair(NamedTuple):
    """A seat as it is offered."""

    seat: int
    name: str
    colour: str
    phones: int
    has_button: bool
    is_mine: bool
    is_bot: bool


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("sit", __name__, url_prefix="/sit")
    page = SitPage(here)
    doors.add_url_rule("", view_func=page.show, methods=["GET"])
    for name in ("ask", "code", "give_up", "stand_up"):
        doors.add_url_rule(f"/{name}", view_func=getattr(page, name), methods=["POST"])
    return doors


class SitPage:
    def __init__(self, here: Here) -> None:
        self._here = here

    def show(self) -> str:
        who = visitor()
        calling = self._here.reception.calling(who.phone)
        chairs = self._chairs()
        has_display = self._here.device.has_display()
        return render_template(
            "sit.html", chairs=chairs, calling=calling, called=self._called(calling), has_display=has_display
        )

    def ask(self) -> Response:
        seat = forms.number("seat", 0, len(self._here.house.colours) - 1, Phrase("The seat"))
        takes_over = forms.text("takes_over") == "yes"
        device, client = _device(request.user_agent.string), request.remote_addr or ""
        self._here.reception.ask(visitor().phone, seat, takes_over=takes_over, device=device, client=client)
        return redirect("/sit", 303)

    def code(self) -> Response:
        device, client = _device(request.user_agent.string), request.remote_addr or ""
        self._here.reception.guess(visitor().phone, forms.text("code"), device=device, client=client)
        return redirect("/", 303)

    def give_up(self) -> Response:
        self._here.reception.give_up(visitor().phone)
        return redirect("/sit", 303)

    def stand_up(self) -> Response:
        self._here.reception.stand_up(visitor().phone)
        return redirect("/sit", 303)

    def _chairs(self) -> list[Chair]:
        who, pairings = visitor(), self._here.reception.pairings
        return [
            Chair(
                seat=place,
                name=seat.name,
                colour=seat.colour,
                phones=sum(pairing.seat == place for pairing in pairings),
                has_button=self._here.device.has_button(place),
                is_mine=place == who.seat,
                is_bot=seat.is_bot,
            )
            for place, seat in enumerate(seats_here(self._here.house, who.words))
        ]

    def _called(self, calling: Calling | None) -> str:
        if calling is None:
            return ""
        return seats_here(self._here.house, visitor().words)[calling.seat].name


_KINDS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def _device(browser: str) -> str:
    """What people call it, so that they know it again among the pairings."""
    return next((name for sign, name in _KINDS.items() if sign in browser), "")
