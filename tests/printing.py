"""Prints of many devices, as a reader of PDF sees them."""

from functools import cache
from typing import Any

from reading_pdf import Sheet
from wirings import DEVICES, NOTHING

from companion.games.merchants.board import default_board
from companion.prints import Plan, plan_of, print_pdf
from companion.settings import settings_from
from companion.words import Language, words

BUILT: dict[str, dict[str, Any]] = DEVICES | {
    "with a dial": {"dial": {"kind": "pwm"}},
    "a large display": {"dial": {"kind": "pwm"}, "display": {"driver": "sh1107", "size": "128x128"}},
    "a low display": {"dial": {"kind": "pwm"}, "display": {"size": "128x32"}},
    "on its side": {"dial": {"kind": "pwm"}, "display": {"size": "128x32", "rotate": 1}},
    "a long way round": {"dial": {"kind": "pwm", "start_angle": -170, "end_angle": 170}},
    "the other way": {"dial": {"kind": "lgpio", "start_angle": 75, "end_angle": -120}},
    "nothing": NOTHING,
}
SHOWN = {
    "summary": ["as it comes"],
    "dial": ["as it comes", "a long way round", "the other way"],
    "labels": ["as it comes", "on the other SPI", "one button", "nothing"],
    "case": list(BUILT),
    "wiring": [*DEVICES, "nothing"],
}
"""Of each print the devices that make a difference to it."""
LANGUAGES: tuple[Language, ...] = ("en", "de", "nl")


def plan(built: str) -> Plan:
    return plan_of(default_board(), settings_from(BUILT[built]))


@cache
def printed(name: str, built: str = "as it comes", paper: str = "a4", language: Language = "en") -> Sheet:
    return Sheet(print_pdf(name, paper, plan(built), words(language)))
