"""What happened this evening, told once for each language, however many phones look and however often."""

import threading
from typing import Any, NamedTuple

from flask import current_app

from companion.chronicle import Chronicle, ClockChronicle, Passage
from companion.games.box import GAMES
from companion.house import House
from companion.snapshots import CLOCK_ALONE, Snapshot
from companion.words import Language, Words
from web.here import here_now

_NAME = "telling"


class _Told(NamedTuple):
    evening: int
    chronicle: Chronicle | ClockChronicle


class Telling:
    """Rows are told as they come: on a small computer a whole game takes its time."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._told: dict[Language, _Told] = {}
        self._one_at_a_time = threading.Lock()

    def passages(self, words: Words) -> list[Passage]:
        """The oldest first; none where nothing is on the table."""
        with self._one_at_a_time:
            chronicle = self._up_to_date(words)
            return chronicle.passages() if chronicle else []

    def standing_events(self, words: Words) -> list[Any]:
        """All facts of the game that were not taken back."""
        with self._one_at_a_time:
            chronicle = self._up_to_date(words)
            return chronicle.standing_events() if isinstance(chronicle, Chronicle) else []

    def _up_to_date(self, words: Words) -> Chronicle | ClockChronicle | None:
        while True:
            evening, snapshot, rows = self._house.evening, self._house.snapshot, self._house.history()
            if evening == self._house.evening:  # else one evening ended between two of these looks
                break
        if snapshot is None:
            return None
        told = self._told.get(words.language)
        if told is None or told.evening != evening:
            told = _Told(evening, _chronicle(snapshot, words))
            self._told[words.language] = told
        told.chronicle.add(rows[told.chronicle.told :])
        return told.chronicle


def _chronicle(snapshot: Snapshot, words: Words) -> Chronicle | ClockChronicle:
    view, setup = snapshot.view(None), snapshot.look.now.state.setup
    if view.game == CLOCK_ALONE:
        return ClockChronicle(setup, words)
    return Chronicle(GAMES[view.rules], setup, words)


def telling() -> Telling:
    """Of the app that answers the present request."""
    told: Telling = current_app.extensions.setdefault(_NAME, Telling(here_now().house))
    return told
