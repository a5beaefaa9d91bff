"""What is printed on the board, as sheets on which pages lay tokens. A sheet's address names what is drawn on it, so
that a phone keeps it as long as it likes.
"""

import hashlib
from functools import lru_cache
from typing import get_args

from flask import Blueprint
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from companion.games.merchants.board import Board
from companion.games.merchants.drawing import area_sheet, board_sheet
from companion.games.merchants.events import Area
from companion.words import LANGUAGES, Words, words
from web.here import Here

WHOLE = "board"
"""In place of an area."""


def sheet_url(board: Board, area: str, speech: Words) -> str:
    return f"/sheets/{_digest(board, area, speech)}/{area}.{speech.language}.svg"


@lru_cache(maxsize=32)
def _digest(board: Board, area: str, speech: Words) -> str:
    return hashlib.sha256(_sheet(board, area, speech).encode()).hexdigest()[:16]


@lru_cache(maxsize=32)
def _sheet(board: Board, area: str, speech: Words) -> str:
    for there in get_args(Area):
        if there == area:
            return area_sheet(board, there, speech)
    return board_sheet(board, speech)


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("sheets", __name__)

    @doors.get("/sheets/<digest>/<area>.<language>.svg")
    def sheet(digest: str, area: str, language: str) -> Response:
        snapshot = here.house.snapshot
        if snapshot is None or snapshot.view(None).rules != "merchants":
            raise NotFound
        board = snapshot.look.now.state.setup.board
        if language not in LANGUAGES or area not in (*get_args(Area), WHOLE):
            raise NotFound
        speech = words(language)
        if digest != _digest(board, area, speech):
            raise NotFound
        response = Response(_sheet(board, area, speech), mimetype="image/svg+xml")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response

    return doors
