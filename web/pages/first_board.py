"""Before a first game: the few questions that matter, each with a picture. Yes is one tap; what is different is put
right on the spot, and what nobody can tell now is left as it is.
"""

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response

from companion.boards import Shelved
from companion.games.merchants.board import default_board
from companion.games.merchants.first_questions import QUESTIONS, still_open
from web import forms
from web.board_changes import RANKS
from web.here import Here
from web.pages.board import PAGE
from web.visitors import at_table_or_device, may_change_boards, visitor
from web.workbench import Workbench

FIRST = f"{PAGE}/first"


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("first_board", __name__, url_prefix=FIRST)
    page = FirstBoardPage(here)
    doors.add_url_rule("", view_func=page.show, methods=["GET"])
    doors.add_url_rule("", view_func=page.begin, methods=["POST"])
    return doors


class FirstBoardPage:
    def __init__(self, here: Here) -> None:
        self._boards = here.house.boards

    def show(self) -> str:
        shelved = self._meant()
        if shelved is None:
            return render_template("first_board.html", bench=None, may_change=may_change_boards(), many=len(QUESTIONS))
        left = still_open(shelved.data, request.args.get("after", ""))
        again = [question for question in QUESTIONS if question.key == request.args.get("question")]
        asked = next(iter([*again, *left]), None)
        place = QUESTIONS.index(asked) if asked else 0
        return render_template(
            "first_board.html",
            bench=Workbench(shelved, visitor().words),
            shelved=shelved,
            may_change=may_change_boards(),
            asked=asked,
            number=place + 1,
            before=QUESTIONS[place - 1].key if place else None,
            first=QUESTIONS[0].key,
            many=len(QUESTIONS),
            item=request.args.get("item"),
            part="years",
            ranks=range(RANKS),
        )

    def begin(self) -> Response:
        """With a board of one's own, for the answers."""
        at_table_or_device()
        number = self._boards.add(forms.text("name"), default_board().data, saved=True)
        return redirect(f"{FIRST}?board={number}", 303)

    def _meant(self) -> Shelved | None:
        """The one that the address names, or is in use, or the newest."""
        named = request.args.get("board", "")
        if named.isascii() and named.isdigit() and len(named) < 10:
            return self._boards[int(named)]
        mine = [shelved for shelved in self._boards.all if shelved.number == self._boards.in_use]
        return next(iter([*mine, *reversed(self._boards.all)]), None)
