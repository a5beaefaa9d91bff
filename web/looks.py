"""How things look on every page: signs, the tokens of the seats, their colours."""

from flask import Blueprint, Flask, g
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.colours import COLOURS
from companion.games.drawing.tokens import token
from companion.seats import Seat
from web.here import Here
from web.seating import COLOUR_NAMES, seats_here
from web.visitors import speech


def add_looks(app: Flask, here: Here) -> None:
    """For the templates: `sign(name)`, `token(seat)`, `seats` of the device, and what a colour is called."""
    sheet = app.jinja_env.globals["static_url"]

    def sign(name: str) -> Markup:
        address = sheet("signs.svg")  # type: ignore[operator]
        return Markup('<svg class="sign" aria-hidden="true"><use href="{}#{}"/></svg>').format(address, name)

    def seats() -> list[Seat]:
        if "seats" not in g:
            g.seats = seats_here(here.house, speech())
        found: list[Seat] = g.seats
        return found

    app.jinja_env.globals.update(
        sign=sign, token=lambda seat: Markup(token(seat, COLOURS[seats()[seat].colour])), colour_names=COLOUR_NAMES
    )
    app.context_processor(lambda: {"seats": seats()})
    app.register_blueprint(colour_doors())


def colour_doors() -> Blueprint:
    doors = Blueprint("looks", __name__)

    @doors.get("/colours.css")
    def colours() -> Response:
        """The one list of colours, as a style sheet."""
        rules = [f".{name} {{ --colour: {red} {green} {blue}; }}" for name, (red, green, blue) in COLOURS.items()]
        response = Response("\n".join(rules) + "\n", mimetype="text/css")
        response.headers["Cache-Control"] = "public, max-age=86400"
        return response

    return doors
