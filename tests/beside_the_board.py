"""A game without a clock and a device beside the board: what it shows, lights and plays."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from benches import AtTable, Bench, let_go, pushed
from tables import Evening, an_evening

from companion.auction_clock import SECOND
from companion.entries import Row
from companion.games.game import Game
from companion.settings import settings_from
from companion.snapshots import Snapshot
from companion.words import words
from hardware import showing
from hardware.glows import glows
from hardware.panel import Panel
from hardware.screens import lettering
from hardware.screens.pen import Pen
from hardware.screens.screen import Screen
from hardware.sounds import Sound

SETTINGS = settings_from({"dial": {"kind": "pwm"}})
SIZES = ((128, 64), (128, 32), (128, 128))


class Beside:
    """Real in everything but pins and time."""

    def __init__(self, folder: Path, game: Game, who: tuple[str, ...]) -> None:
        self.evening: Evening = an_evening(folder, game=game, who=who)
        self.time = self.evening.time
        self.bench = Bench(SETTINGS.fittings)
        self.panel = Panel(AtTable(self.evening.table), SETTINGS, self.bench, now=self.time)
        self.heard: list[Sound] = []
        play = self.panel.sounds.play

        def heard(sound: Sound) -> None:
            self.heard.append(sound)
            play(sound)

        self.panel.sounds.play = heard  # type: ignore[method-assign]

    @property
    def snapshot(self) -> Snapshot:
        self.evening.table.settle()
        return self.evening.table.snapshot

    def asked(self) -> tuple[str, int]:
        asked = self.snapshot.view(None).table.asked
        return asked.what, asked.seat

    def presses(self, seat: int) -> None:
        """And lets go again."""
        self.time.now += SECOND // 100
        pushed(self.panel, self.bench, seat, self.time.now)
        self.evening.table.settle()
        let_go(self.panel, self.bench, seat, self.time)

    def shows(self) -> Screen:
        return self.panel.programme.at(self.time.now)

    def looks(self) -> bool:
        """The display does, a little later."""
        self.time.now += SECOND // 10
        self.panel.display.look()
        return True

    def lamps(self) -> list[str]:
        return [glow.name.lower() for glow in glows(self.snapshot, 5, self.time.now)]

    def ends(self) -> None:
        self.panel.close()
        self.evening.ends()


def happenings(evening: Evening, deed: Callable[[], object]) -> list[Screen]:
    """What is shown of what is done."""
    told = len(evening.table.history())
    deed()
    evening.table.settle()
    found = showing.moments(evening.table.history(told), evening.table.snapshot, None)
    return [moment.screen for moment in found]


def screens_of(rows: tuple[Row, ...], snapshot: Snapshot) -> list[Screen]:
    return [*(moment.screen for moment in showing.moments(rows, snapshot, None)), *showing.standing(snapshot)]


def texts(screen: Screen, size: tuple[int, int], language: Any = "en") -> list[str]:
    """Everything that is written on it."""
    found: list[str] = []

    class Reader(Pen):
        def text(self, x: float, baseline: float, text: str, size: int | None = None, ink: int = 1) -> None:
            found.append(text)
            super().text(x, baseline, text, size, ink)

    screen.paint(Reader(size, words(language)), 0)
    return [text for text in found if text]


def cut_off(monkeypatch: pytest.MonkeyPatch, width: int = 128) -> list[str]:
    """All that is written from now on and begins left of the display or ends right of it."""
    outside: list[str] = []
    letter = lettering.letter

    def measured(draw: Any, x: float, baseline: float, text: str, size: int, ink: int = 1) -> None:
        if round(x) < 0 or round(x) + lettering.width(text, size) > width:
            outside.append(text)
        letter(draw, x, baseline, text, size, ink)

    monkeypatch.setattr(lettering, "letter", measured)
    return outside
