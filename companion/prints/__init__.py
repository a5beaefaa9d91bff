"""What can be printed, for builders and for players: each print by its name, as SVG and as PDF, at true scale, on A4
and on Letter. Everything is drawn from the board and the settings; nothing is kept, and nothing is opened.
"""

from collections.abc import Callable
from typing import NamedTuple

from companion.games.merchants.board import Board
from companion.games.merchants.drawing.summary import draw_summary
from companion.games.speech import Speech, mark
from companion.games.svg import finished
from companion.prints.case import draw_case
from companion.prints.dial import Sweep, draw_dial
from companion.prints.labels import draw_labels
from companion.prints.paper import PAPERS, Page, page
from companion.prints.pdf import pdf_from
from companion.prints.wiring import draw_wiring
from companion.settings import Fittings, Settings

__all__ = ["FORMATS", "PAPERS", "PRINTS", "Plan", "Print", "plan_of", "print_pdf", "print_svg"]

FORMATS = ("pdf", "svg")


class Plan(NamedTuple):
    """What the prints are drawn from: a game's board, and how a device is built."""

    board: Board
    fittings: Fittings
    sweep: Sweep


class Print(NamedTuple):
    title: str
    about: str
    """What it is for, in a sentence."""
    draw: Callable[[Page, Plan, Speech], None]


PRINTS = {
    "summary": Print(
        mark("Merchants of Amsterdam on one page"),
        mark("Bonuses, events, years and scoring of your board, for the table."),
        lambda sheet, plan, speech: draw_summary(sheet.root, sheet.room, plan.board, speech),
    ),
    "dial": Print(
        mark("Face of the dial"),
        mark("For the hand of the servo, with the prices just where it will point."),
        lambda sheet, plan, speech: draw_dial(sheet, plan.board, plan.sweep, speech),
    ),
    "labels": Print(
        mark("Labels for the buttons"),
        mark("Number, colour and sign of every seat, to be put around its button or into its cap."),
        lambda sheet, plan, speech: draw_labels(sheet, plan.fittings, speech),
    ),
    "case": Print(
        mark("Drilling template for the front"),
        mark("Every hole at its true size, for what the settings say is built in."),
        lambda sheet, plan, speech: draw_case(sheet, plan.fittings, speech),
    ),
    "wiring": Print(
        mark("The wiring"),
        mark("Which wire goes where, for the workshop."),
        lambda sheet, plan, speech: draw_wiring(sheet, plan.fittings, speech),
    ),
}
"""By the name that the command line and the addresses of the pages call them."""


def plan_of(board: Board, settings: Settings) -> Plan:
    """Also without a dial there are angles, for who wants to see the face before building it."""
    dial = settings.values["dial"]
    return Plan(board, settings.fittings, Sweep(float(dial["start_angle"]), float(dial["end_angle"])))


def print_svg(name: str, paper: str, plan: Plan, speech: Speech) -> str:
    wanted = PRINTS[name]
    sheet = page(PAPERS[paper], speech.say(wanted.title), speech)
    wanted.draw(sheet, plan, speech)
    return finished(sheet.root)


def print_pdf(name: str, paper: str, plan: Plan, speech: Speech) -> bytes:
    return pdf_from(print_svg(name, paper, plan, speech), PAPERS[paper], speech.say(PRINTS[name].title))
