"""A board on the workbench: the drawing is the editor, and every tap changes the draft, which is kept. Who sits at the
table, or at the device itself, may change something; everybody may look.
"""

import msgspec
from flask import Blueprint, redirect, render_template, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from companion.boards import DEFAULT, Seen
from companion.games.errors import BadBoard
from companion.games.merchants import checklist
from companion.games.merchants.board import DISTRICTS, HEIGHT, REGIONS, WIDTH, BoardData
from companion.games.merchants.mistakes_in_map import SEATS
from companion.games.speech import Phrase
from web import forms
from web.address import address
from web.board_changes import RANKS, wanted_change, wanted_part
from web.errors import Refused
from web.here import Here
from web.visitors import at_table_or_device, may_change_boards, visitor
from web.way_back import way_back
from web.workbench import Workbench, default_bench, part_title

PAGE = "/board"
LARGEST = 2**31
"""No number in a form is larger."""


class Judged(msgspec.Struct, frozen=True):
    """What would be wrong with a part of the board if it were changed so, a sentence for each."""

    mistakes: list[str]


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("board", __name__, url_prefix=f"{PAGE}/<int:number>")
    page = BoardPage(here)
    doors.add_url_rule("", view_func=page.show, methods=["GET"])
    doors.add_url_rule("/<part>", view_func=page.part, methods=["GET"])
    doors.add_url_rule("/edit", view_func=page.edit, methods=["POST"])
    doors.add_url_rule("/check", view_func=page.check, methods=["POST"])
    doors.add_url_rule("/undo", view_func=page.undo, methods=["POST"])
    doors.add_url_rule("/redo", view_func=page.redo, methods=["POST"])
    doors.add_url_rule("/save", view_func=page.save, methods=["POST"])
    doors.add_url_rule("/discard", view_func=page.discard, methods=["POST"])
    return doors


class BoardPage:
    def __init__(self, here: Here) -> None:
        self._boards = here.house.boards

    def show(self, number: int) -> str:
        return render_template("board.html", **self._shown(number), address=address())

    def part(self, number: int, part: str) -> str:
        if part not in checklist.PARTS:
            raise NotFound
        return render_template(
            "board_part.html",
            **self._shown(number),
            part=part,
            kind="region" if part in REGIONS else "district" if part in DISTRICTS else part,
            title=part_title(part, visitor().words),
            item=request.args.get("item"),
            doing=request.args.get("do"),
            end=self._end(number),
            board_size=(WIDTH, HEIGHT),
            seat_numbers=range(SEATS),
            ranks=range(RANKS),
        )

    def _end(self, number: int) -> str | None:
        """Of a bridge that is begun, while its plot is there."""
        plots = [plot.id for district in self._bench(number).data.districts for plot in district.plots]
        wanted = request.args.get("end")
        return wanted if wanted in plots else None

    def edit(self, number: int) -> Response:
        at_table_or_device()
        before = self._boards[number].data
        self._boards.change(number, wanted_change(), _seen())
        return redirect(self._next(number, before), 303)

    def _next(self, number: int, before: BoardData) -> str:
        """Where the form stood; a new office is picked at once, since its commodity is to be set."""
        if forms.text("do") != "add_office":
            return way_back()
        bench, region = self._bench(number), wanted_part()
        return bench.href(region, item=bench.offices_since(before, region)[-1])

    def check(self, number: int) -> Response:
        """What would come of it; nothing changes."""
        at_table_or_device()
        tried = self._boards[number]._replace(data=wanted_change()(self._boards[number].data))
        wrong = Workbench(tried, visitor().words).wrong(wanted_part())
        told = Judged([f"{one.title}: {one.sentence}" for one in wrong])
        return Response(msgspec.json.encode(told), mimetype="application/json")

    def undo(self, number: int) -> Response:
        at_table_or_device()
        self._boards.undo(number, _seen())
        return forms.back()

    def redo(self, number: int) -> Response:
        at_table_or_device()
        self._boards.redo(number, _seen())
        return forms.back()

    def save(self, number: int) -> Response:
        at_table_or_device()
        try:
            self._boards.save(number, _seen())
        except BadBoard as error:
            count = len(error.mistakes)
            if count == 1:
                raise Refused("It stays a draft: there is a mistake left in it, shown where it is.") from None
            raise Refused(
                "It stays a draft: {count} mistakes are left in it, shown where they are.", count=count
            ) from None
        return forms.back()

    def discard(self, number: int) -> Response:
        at_table_or_device()
        self._boards.discard(number, _seen())
        return forms.back()

    def _bench(self, number: int) -> Workbench:
        words = visitor().words
        return default_bench(words) if number == DEFAULT else Workbench(self._boards[number], words)

    def _shown(self, number: int) -> dict[str, object]:
        bench = self._bench(number)
        return {
            "bench": bench,
            "shelved": bench.shelved,
            "in_use": self._boards.in_use,
            "may_change": may_change_boards() and number != DEFAULT,
        }


def _seen() -> Seen:
    """When this was chosen, and by which phone."""
    return Seen(forms.number("step", 0, LARGEST, Phrase("The step")), visitor().phone)
