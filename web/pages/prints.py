"""What can be printed, with a picture of each page: as PDF and as SVG, on both papers, in the language of the phone."""

from functools import lru_cache
from typing import NamedTuple

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from companion.prints import FORMATS, PAPERS, PRINTS, Plan, plan_of, print_pdf, print_svg
from companion.words import LANGUAGES, Words, words
from web.here import Here
from web.visitors import visitor
from web.workbench import name_of_board

PAGE = "/prints"
_KINDS = {"pdf": "application/pdf", "svg": "image/svg+xml"}


class Way(NamedTuple):
    """To one file."""

    address: str
    words: str


class Offered(NamedTuple):
    name: str
    title: str
    about: str
    picture: str
    ways: tuple[Way, ...]


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("prints", __name__, url_prefix=PAGE)
    page = PrintsPage(here)
    doors.add_url_rule("", view_func=page.show, methods=["GET"])
    doors.add_url_rule("/<paper>/<name>.<language>.<kind>", view_func=page.file, methods=["GET"])
    return doors


class PrintsPage:
    def __init__(self, here: Here) -> None:
        self._here = here

    def show(self) -> str:
        speech = visitor().words
        offered = [_offered(name, speech) for name in PRINTS]
        return render_template("prints.html", prints=offered, board_name=name_of_board(self._here.house, speech))

    def file(self, paper: str, name: str, language: str, kind: str) -> Response:
        if paper not in PAPERS or name not in PRINTS or language not in LANGUAGES or kind not in FORMATS:
            raise NotFound
        house = self._here.house
        plan = plan_of(house.boards.board(), house.settings)
        response = Response(_drawn(name, paper, plan, words(language), kind), mimetype=_KINDS[kind])
        response.headers["Content-Disposition"] = f'inline; filename="veilingklok-{name}-{paper}.{kind}"'
        return response


def _offered(name: str, speech: Words) -> Offered:
    wanted = PRINTS[name]
    ways = tuple(
        Way(_address(name, paper, speech, kind), f"{kind.upper()} {PAPERS[paper].title}")
        for kind in FORMATS
        for paper in PAPERS
    )
    picture = _address(name, next(iter(PAPERS)), speech, "svg")
    return Offered(name, speech.say(wanted.title), speech.say(wanted.about), picture, ways)


def _address(name: str, paper: str, speech: Words, kind: str) -> str:
    return f"{PAGE}/{paper}/{name}.{speech.language}.{kind}"


@lru_cache(maxsize=64)
def _drawn(name: str, paper: str, plan: Plan, speech: Words, kind: str) -> bytes:
    """The same plan always gives the same page."""
    return print_pdf(name, paper, plan, speech) if kind == "pdf" else print_svg(name, paper, plan, speech).encode()
