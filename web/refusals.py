"""How the page says no: in one sentence of the phone's own language, as JSON to programs, as a page with a way back to
browsers, and as plain words to everybody else.
"""

import logging

import msgspec
from flask import Flask, render_template, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.wrappers import Response

from companion.errors import BadJournal, CannotFollow, NoSuchBoard, NotNow, TableClosed, TooOften, WrongCode
from companion.games.errors import GameError, Illegal
from companion.games.speech import Phrase
from companion.house import SET_ASIDE
from web.errors import Refused
from web.guards import LARGEST
from web.visitors import speech

API = "/api/"

_SENTENCES = {
    404: Phrase("There is nothing at this address."),
    405: Phrase("This address cannot be used in that way."),
    413: Phrase("That is more than the {most} KB that the page takes.", most=LARGEST // 1024),
}
_NOT_UNDERSTOOD = Phrase("That request cannot be understood.")
_STUMBLED = Phrase("The page stumbled; the log of the device says over what.")

_log = logging.getLogger(__name__)


class Error(msgspec.Struct, frozen=True):
    """Why not, in the language of the phone."""

    error: str


def say_what_is_wrong(app: Flask) -> None:
    @app.errorhandler(GameError)
    def refused(error: GameError) -> Response:
        response = _said(for_players(error), _status(error))
        if response.status_code == 429:
            response.headers["Retry-After"] = "1"
        return response

    @app.errorhandler(HTTPException)
    def not_understood(error: HTTPException) -> Response:
        status = error.code if error.code and error.code >= 400 else 400  # nobody is sent elsewhere by the way
        response = _said(_SENTENCES.get(status, _NOT_UNDERSTOOD), status)
        if isinstance(error, MethodNotAllowed):
            response.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
        return response

    @app.errorhandler(Exception)
    def stumbled(_error: Exception) -> Response:
        _log.exception("The page stumbled.")
        return _said(_STUMBLED, 500)


def for_players(error: GameError) -> Phrase:
    """Why a game cannot be followed, and in which file, is for the log."""
    return Phrase(SET_ASIDE, game=str(error.number)) if isinstance(error, CannotFollow) else error


def _status(error: GameError) -> int:
    match error:
        case Refused():
            return error.status
        case CannotFollow():
            return 409
        case BadJournal():
            return 500
        case NoSuchBoard():
            return 404
        case Illegal() | NotNow() | TableClosed():
            return 409
        case WrongCode():
            return 403
        case TooOften():
            return 429
    return 400


def _said(phrase: Phrase, status: int) -> Response:
    sentence = phrase.said(speech())
    wanted = request.accept_mimetypes
    if _names(wanted, "text/html") > _names(wanted, "application/json"):
        return Response(render_template("refused.html", sentence=sentence), status, mimetype="text/html")
    if request.path.startswith(API) or _names(wanted, "application/json"):
        return Response(msgspec.json.encode(Error(sentence)), status, mimetype="application/json")
    return Response(f"{sentence}\n", status, mimetype="text/plain")


def _names(wanted: MIMEAccept, kind: str) -> float:
    """How much this kind is wanted by its name: who takes anything is no browser."""
    return max((quality for one, quality in wanted if one == kind), default=0.0)
