"""The doors for programs, and for the pages themselves: what there is to see, a stream of it, and what a seat does.

How they are used is told by `openapi`, in a document made from the same types.
"""

from typing import TypeVar

import msgspec
from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.games.errors import Unreadable
from companion.games.json_text import read_json
from web.acting import act, press
from web.arrival import arrived
from web.deeds import AnyDeed, Deed, Done, Press
from web.errors import NotSpoken, Refused
from web.here import Here
from web.openapi import document
from web.state import Noticeboard, in_json
from web.stream import HAND_OVER, Listener, Streams
from web.visitors import Visitor, at_table, client, cookie_name, visitor
from web.watched_pages import watched_address
from web.way_back import way_back

_JSON = "application/json"
_FORM = "application/x-www-form-urlencoded"

T = TypeVar("T")


class Api:
    def __init__(self, here: Here, board: Noticeboard, streams: Streams) -> None:
        self._here = here
        self._board = board
        self._streams = streams

    def blueprint(self) -> Blueprint:
        doors = Blueprint("api", __name__, url_prefix="/api")
        doors.add_url_rule("/state", view_func=self.state, methods=["GET"])
        doors.add_url_rule("/stream", view_func=self.stream, methods=["GET"])
        doors.add_url_rule("/actions", view_func=self.actions, methods=["POST"])
        doors.add_url_rule("/openapi.json", view_func=self.openapi, methods=["GET"])
        return doors

    def state(self) -> Response:
        who = visitor()
        return Response(in_json(*self._board.read(who.phone, who.words)), mimetype=_JSON)

    def stream(self) -> Response:
        who = visitor()
        page = watched_address(request.args.get("page", ""))
        wants = request.args.get("panel") == "1", page, request.args.get("shows", "")
        listener = Listener(client(), who.phone, who.words, *wants)
        stream = self._streams.open(listener)
        hand_over = request.environ.get(HAND_OVER)
        if hand_over is None or request.method != "GET":
            return Response(stream, mimetype="text/event-stream")
        hand_over(stream)
        return Response(stream.first(), mimetype="text/event-stream")

    def actions(self) -> Response:
        who = at_table()
        if request.mimetype == _JSON:
            status, done = self._do(who, _read(request.get_data(), Deed))
            return Response(msgspec.json.encode(done), status, mimetype=_JSON)
        if request.mimetype == _FORM:
            wish: AnyDeed = _read(request.form.get("request", "").encode(), AnyDeed)  # type: ignore[arg-type]
            self._do(who, Deed(wish, request.form.get("after", "")))
            return redirect(way_back(), 303)
        raise NotSpoken("What a seat does is sent as JSON, or as a form.")

    def _do(self, who: Visitor, deed: Deed) -> tuple[int, Done]:
        if isinstance(deed.request, Press):
            press(self._here, who, arrived(), deed.after)
            return 202, Done(None)
        return 200, Done(act(self._here, who, deed.request, deed.after))

    def openapi(self) -> Response:
        return Response(document(cookie_name()), mimetype=_JSON)


def _read(text: bytes, kind: type[T]) -> T:
    try:
        return read_json(text, kind)
    except Unreadable as error:
        raise Refused("That cannot be read: {why}", why=error) from None
