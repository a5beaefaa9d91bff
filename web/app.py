"""Puts the page together: its doors, who may knock at them, and what is said when something is wrong."""

import logging

import msgspec
from flask import Flask, redirect, render_template, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.wrappers import Response

from companion.errors import BadJournal
from companion.games.errors import GameError
from companion.games.merchants.actions import AnyAction
from companion.games.merchants.board import COMMODITIES, default_board
from companion.games.merchants.drawing import draw
from companion.house import House
from web.desk_doors import DeskDoors
from web.devices import Device, Simulation
from web.errors import FromElsewhere, Refused
from web.panel import PanelDoors, drawing
from web.stream import Streams, keep_streams

LARGEST = 16 * 1024
"""Bytes of a request: many times what any form here can hold."""

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
_SENTENCES = {
    404: "There is nothing at this address.",
    405: "This address cannot be used in that way.",
    413: f"That is more than the {LARGEST // 1024} KB that the page takes.",
}

_log = logging.getLogger(__name__)


def create_app(house: House, device: Device, simulation: Simulation | None) -> Flask:
    """`simulation` is the device where it is only simulated; then the page draws it."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(capital=_capital, spoken=_spoken)
    app.jinja_env.globals["commodities"] = COMMODITIES
    streams = Streams(house, device, simulation)
    keep_streams(app, streams)
    desk, panel = DeskDoors(house, device), PanelDoors(simulation)
    app.register_blueprint(desk.blueprint())
    app.register_blueprint(panel.blueprint())
    _add_pages(app, desk, panel, simulation is not None)
    _add_board(app, house)
    _add_stream(app, streams)
    app.before_request(_check_origin)
    app.before_request(_check_size)
    app.after_request(_add_headers)
    _say_what_is_wrong(app)
    return app


def _add_pages(app: Flask, desk: DeskDoors, panel: PanelDoors, is_simulated: bool) -> None:
    @app.get("/")
    def front() -> str | Response:
        return redirect("/panel") if is_simulated else render_template("page.html", drawing=None, **desk.contents())

    @app.get("/panel")
    def drawn() -> str:
        return render_template("page.html", drawing=drawing(panel.simulation), **desk.contents())


def _add_board(app: Flask, house: House) -> None:
    """For whoever has to choose a space and has no cardboard at hand."""

    @app.get("/board.svg")
    def board() -> Response:
        snapshot = house.snapshot
        shown = snapshot.look.now.state.setup.board if snapshot else default_board()
        return Response(draw(shown), mimetype="image/svg+xml")


def _add_stream(app: Flask, streams: Streams) -> None:
    @app.get("/stream")
    def stream() -> Response:
        return Response(streams.open(), mimetype="text/event-stream")


def _check_origin() -> None:
    """Another page that is open in the same browser must not play along."""
    origin = request.headers.get("Origin")
    if request.method == "POST" and origin is not None and origin.partition("://")[2] != request.host:
        raise FromElsewhere("That was sent by another page than this device's own.")


def _check_size() -> None:
    """Also where nobody reads what was sent."""
    if (request.content_length or 0) > LARGEST:
        raise RequestEntityTooLarge


def _add_headers(response: Response) -> Response:
    response.headers.update(_HEADERS)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _say_what_is_wrong(app: Flask) -> None:
    @app.errorhandler(GameError)
    def refused(error: GameError) -> Response:
        if isinstance(error, BadJournal):
            return _said(str(error), 500)
        return _said(str(error), error.status if isinstance(error, Refused) else 400)

    @app.errorhandler(HTTPException)
    def not_understood(error: HTTPException) -> Response:
        status = error.code or 500
        return _said(_SENTENCES.get(status, "That request cannot be understood."), status)

    @app.errorhandler(Exception)
    def stumbled(_error: Exception) -> Response:
        _log.exception("The page stumbled.")
        return _said("The page stumbled; the log of the device says over what.", 500)


def _said(sentence: str, status: int) -> Response:
    """As a page with a way back for whoever came with a form, as plain words for everybody else."""
    wanted = request.accept_mimetypes
    if wanted.quality("text/html") > wanted.quality("text/plain"):
        return Response(render_template("refused.html", sentence=sentence), status, mimetype="text/html")
    return Response(f"{sentence}\n", status, mimetype="text/plain")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _spoken(action: AnyAction) -> str:
    return msgspec.json.encode(action).decode()
