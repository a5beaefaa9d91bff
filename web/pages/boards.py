"""The boards of this house: which there are, which one is in use, and files that come in and go out. Everybody may look
and take a copy; who sits at the table, or at the device itself, may change something.
"""

import threading
from pathlib import PurePath

import msgspec
from flask import Blueprint, redirect, render_template, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from companion.boards import DEFAULT
from companion.errors import NotNow
from companion.games.errors import BadBoard
from companion.games.merchants.board import BoardData, default_board
from companion.games.merchants.board_file import board_text
from companion.games.merchants.half_made import read_half_made
from companion.games.merchants.mistakes import find_mistakes
from companion.games.speech import Phrase
from web import forms
from web.address import address
from web.errors import Refused
from web.guards import LARGEST_FILE
from web.here import Here
from web.pages.board import LARGEST, PAGE
from web.qr_code import qr_code
from web.visitors import at_table_or_device, may_change_boards, visitor
from web.workbench import Workbench, default_bench

_LONGEST_SHOWN = 60


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("boards", __name__, url_prefix=PAGE)
    page = BoardsPage(here)
    doors.add_url_rule("", view_func=page.show, methods=["GET"])
    doors.add_url_rule("/<int:number>/export.toml", view_func=page.export, methods=["GET"])
    doors.add_url_rule("/<int:number>/qr.svg", view_func=page.qr, methods=["GET"])
    doors.add_url_rule("/new", view_func=page.new, methods=["POST"])
    doors.add_url_rule("/import", view_func=page.take_in, methods=["POST"])
    doors.add_url_rule("/use", view_func=page.use, methods=["POST"])
    doors.add_url_rule("/<int:number>/rename", view_func=page.rename, methods=["POST"])
    doors.add_url_rule("/<int:number>/remove", view_func=page.remove, methods=["POST"])
    return doors


class BoardsPage:
    def __init__(self, here: Here) -> None:
        self._boards = here.house.boards
        self._importing = threading.Lock()
        """A file takes many times its size in memory while it is read, so one is read at a time."""

    def show(self) -> str:
        words = visitor().words
        return render_template(
            "boards.html",
            benches=[default_bench(words), *(Workbench(shelved, words) for shelved in self._boards.all)],
            in_use=self._boards.in_use,
            may_change=may_change_boards(),
            largest=LARGEST_FILE,
        )

    def export(self, number: int) -> Response:
        """With every change so far, saved or not: what is shown is what goes out."""
        response = Response(board_text(self._data(number)), mimetype="application/toml")
        response.headers["Content-Disposition"] = f'attachment; filename="{self._file_name(number)}.toml"'
        return response

    def qr(self, number: int) -> Response:
        """For the camera of another phone, which fetches the file."""
        self._data(number)
        here = address()
        if here is None:
            raise NotFound
        return Response(qr_code(f"{here.url}board/{number}/export.toml"), mimetype="image/svg+xml")

    def new(self) -> Response:
        """A copy of another one."""
        at_table_or_device()
        data = self._data(forms.number("model", DEFAULT, LARGEST, Phrase("The board to begin with")))
        return self._added(forms.text("name"), data)

    def take_in(self) -> Response:
        """A file from elsewhere."""
        at_table_or_device()
        if not self._importing.acquire(blocking=False):
            raise NotNow("Another board is being imported: try again in a moment.")
        try:
            return self._import()
        finally:
            self._importing.release()

    def _import(self) -> Response:
        file = request.files.get("file")
        if file is None or not file.filename:
            raise Refused("Choose a file first: the TOML of a board.")
        path = PurePath(file.filename.replace("\\", "/"))
        data = _read(file.stream.read(), path.name, as_draft=bool(forms.text("draft")))
        return self._added(forms.text("name") or path.stem, data)

    def _added(self, name: str, data: BoardData) -> Response:
        number = self._boards.add(name, data, saved=not find_mistakes(msgspec.to_builtins(data)))
        return redirect(f"{PAGE}/{number}", 303)

    def use(self) -> Response:
        at_table_or_device()
        self._boards.use(forms.number("number", DEFAULT, LARGEST, Phrase("The number of the board")))
        return redirect(PAGE, 303)

    def rename(self, number: int) -> Response:
        at_table_or_device()
        self._boards.rename(number, forms.text("name"))
        return redirect(f"{PAGE}/{number}", 303)

    def remove(self, number: int) -> Response:
        at_table_or_device()
        self._boards.remove(number)
        return redirect(PAGE, 303)

    def _data(self, number: int) -> BoardData:
        return default_board().data if number == DEFAULT else self._boards[number].data

    def _file_name(self, number: int) -> str:
        """For a file, wherever it is kept."""
        name = "veilingklok" if number == DEFAULT else self._boards[number].name
        plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
        return plain.strip("-") or f"board-{number}"


def _read(text: bytes, name: str, *, as_draft: bool) -> BoardData:
    """One sentence says what is wrong first, and how much more there is."""
    try:
        data = read_half_made(text)
        mistakes = find_mistakes(msgspec.to_builtins(data))
        if mistakes and not as_draft:
            raise BadBoard(mistakes)
        return data
    except BadBoard as error:
        first, *others = error.mistakes
        named = {"file": forms.printable(name[:_LONGEST_SHOWN]), "mistake": first, "more": len(others)}
        if others:
            raise Refused("{file}: {mistake} (And {more} more; nothing was changed.)", **named) from None
        raise Refused("{file}: {mistake} (Nothing was changed.)", **named) from None
