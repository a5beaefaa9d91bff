"""The few words of the drawings that `titles` has not: what the time track brings, where a thing is known from."""

from companion.games.board_data import Source
from companion.games.merchants.board import YearEvent
from companion.games.merchants.events import Area
from companion.games.speech import Speech, mark

EVENTS: dict[YearEvent, str] = {
    "start": mark("start"),
    "ship": mark("ship"),
    "globe": mark("globe"),
    "arms": mark("arms"),
    "credit": mark("credit"),
    "lose_warehouse": mark("lose a warehouse"),
    "lose_office": mark("lose an office"),
    "shipwreck": mark("shipwreck"),
    "leaders_back": mark("leaders back"),
    "score_market": mark("market"),
    "score_amsterdam": mark("Amsterdam"),
    "score_colonies": mark("colonies"),
    "final": mark("final"),
}
"""As they stand in a space of the time track; where nothing happens, nothing does."""

FINAL: dict[Area, str] = {"market": mark("market"), "amsterdam": mark("Amsterdam"), "colonies": mark("colonies")}
"""As they stand above the tables of the last year."""

_SOURCES: dict[Source, str] = {
    "rulebook": mark("rulebook"),
    "reconstruction": mark("reconstruction"),
    "cardboard": mark("seen on a board"),
}


def event_name(event: YearEvent, speech: Speech) -> str:
    return speech.say(EVENTS[event]) if event in EVENTS else speech.say("no event")


def bridge_name(bridge: str, speech: Speech) -> str:
    """`singel_north` as a map writes it."""
    return speech.say(bridge.replace("_", " ").title())


def with_source(words: object, source: Source, speech: Speech) -> str:
    """Something, and where it is known from."""
    return f"{words} ({speech.say(_SOURCES[source])})"
