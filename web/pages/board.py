"""The board as pictures: the sheets on which pages lay tokens, and the whole board for those without the cardboard.

A sheet's address names the board and the language, so that a phone keeps it as long as it likes.
"""

import hashlib
from functools import lru_cache
from typing import get_args

import msgspec
from flask import Blueprint
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from companion.games.merchants.board import Board, default_board
from companion.games.merchants.drawing import area_sheet, board_sheet, draw
from companion.games.merchants.events import Area
from companion.words import LANGUAGES, Words, words
from web.here import Here

WHOLE = "board"
"""In place of an area."""


def sheet_url(board: Board, area: str, speech: Words) -> str:
    return f"/board/{_digest(board)}/{area}.{speech.language}.svg"


@lru_cache(maxsize=8)
def _digest(board: Board) -> str:
    return hashlib.sha256(msgspec.json.encode(board.data)).hexdigest()[:16]


@lru_cache(maxsize=32)
def _sheet(board: Board, area: str, speech: Words) -> str:
    for there in get_args(Area):
        if there == area:
            return area_sheet(board, there, speech)
    return board_sheet(board, speech)


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("board", __name__)

    def board_now() -> Board:
        snapshot = here.house.snapshot
        return snapshot.look.now.state.setup.board if snapshot else default_board()

    @doors.get("/board.svg")
    def whole() -> Response:
        return Response(draw(board_now()), mimetype="image/svg+xml")

    @doors.get("/board/<digest>/<area>.<language>.svg")
    def sheet(digest: str, area: str, language: str) -> Response:
        board = board_now()
        if digest != _digest(board) or language not in LANGUAGES or area not in (*get_args(Area), WHOLE):
            raise NotFound
        drawn = _sheet(board, area, words(language))
        response = Response(drawn, mimetype="image/svg+xml")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response

    return doors
