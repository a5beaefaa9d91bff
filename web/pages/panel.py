"""The simulated device: its parts as they are placed on the front, fingers on its buttons, and a phone beside it."""

from itertools import pairwise
from typing import NamedTuple

import msgspec
from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from companion.games.box import GAMES
from companion.games.merchants.board import Board
from companion.settings.fittings import DialFitting
from web.devices import Simulation
from web.errors import NotDrawn, Refused
from web.here import Here

_NARROW = 7
"""Degrees: on a narrower wedge of the face its reading is written along the hand."""
_UPPER = 95
"""Degrees to either side of the top: whatever lies within leaves the lower half of the face free."""


class Finger(msgspec.Struct, forbid_unknown_fields=True):
    """On a button, or no longer."""

    down: bool


_FINGERS = msgspec.json.Decoder(Finger)


class Wedge(NamedTuple):
    """A slice of the dial's face, in degrees from the top."""

    shows: str
    begins: float
    ends: float
    doubles: bool
    """A stop here doubles the auction."""

    @property
    def middle(self) -> float:
        return (self.begins + self.ends) / 2

    @property
    def first(self) -> float:
        """Its edge to the left, whichever way the dial turns."""
        return min(self.begins, self.ends)

    @property
    def span(self) -> float:
        return abs(self.ends - self.begins)

    @property
    def is_narrow(self) -> bool:
        return self.span < _NARROW


class ArcadeButton(NamedTuple):
    seat: int
    colour: str


class Drawing(NamedTuple):
    """What is built in. How it all looks just now comes by the stream."""

    size: tuple[int, int] | None
    """Of the display."""
    face: tuple[Wedge, ...]
    """Of the dial; nothing where there is none."""
    buttons: tuple[ArcadeButton, ...]
    has_buzzer: bool

    @property
    def has_room_below(self) -> bool:
        """On the face, for an ornament."""
        return all(abs(wedge.begins) <= _UPPER and abs(wedge.ends) <= _UPPER for wedge in self.face)


def drawing(simulation: Simulation, board: Board) -> Drawing:
    fittings, image = simulation.fittings, simulation.image
    display = fittings.display
    size = image.size if image else (display.width, display.height) if display else None
    buttons = [
        ArcadeButton(seat, fitting.colour) for seat, fitting in enumerate(fittings.seats) if fitting.button is not None
    ]
    return Drawing(
        size=size,
        face=face(board, fittings.dial) if fittings.dial else (),
        buttons=tuple(buttons),
        has_buzzer=fittings.buzzer is not None,
    )


def face(board: Board, dial: DialFitting) -> tuple[Wedge, ...]:
    """The wedges of the board's clock, between the two ends of the dial."""
    wedges = board.data.clock.wedges
    sweep = dial.end_angle - dial.start_angle
    edges = [dial.start_angle, *(dial.start_angle + sweep * wedge.end / wedges[-1].end for wedge in wedges)]
    return tuple(
        Wedge(wedge.shows, begins, ends, wedge.dial == wedges[0].dial)
        for wedge, (begins, ends) in zip(wedges, pairwise(edges), strict=True)
    )


def blueprint(here: Here) -> Blueprint:
    """Without a simulation all of them are shut."""
    doors = Blueprint("panel", __name__)
    page = PanelPage(here)
    doors.add_url_rule("/panel", view_func=page.show, methods=["GET"])
    doors.add_url_rule("/panel/button/<int:seat>", view_func=page.button, methods=["POST"])
    return doors


class PanelPage:
    def __init__(self, here: Here) -> None:
        self._simulation = here.simulation
        self._house = here.house

    def show(self) -> str:
        return render_template("panel_page.html", drawing=drawing(self.simulation, self._board()))

    def _board(self) -> Board:
        """That the hand runs by."""
        snapshot = self._house.snapshot
        if snapshot is None or not GAMES[snapshot.view(None).rules].has_clock:
            return self._house.boards.board()
        board: Board = snapshot.look.now.state.setup.board
        return board

    def button(self, seat: int) -> Response:
        """A finger goes down or up; what the device makes of it is its own affair."""
        simulation = self.simulation
        seats = simulation.fittings.seats
        if seat >= len(seats) or seats[seat].button is None:
            raise Refused("There is no button {seat} on this device; they count from 0.", seat=str(seat))
        try:
            finger = _FINGERS.decode(request.get_data())
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Refused("A button goes down or up: {error}.", error=error) from None
        if finger.down:
            simulation.push(seat)
        else:
            simulation.let_go(seat)
        return Response(status=204)

    @property
    def simulation(self) -> Simulation:
        if self._simulation is None:
            raise NotDrawn("The device is there itself; it is only drawn when it is simulated.")
        return self._simulation
