"""The whole device as the page and the command line see it: its works, its panel, its troubles, its self-test."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from companion.entries import Row
from companion.errors import NotNow
from companion.games.errors import Illegal
from companion.games.speech import ENGLISH, Phrase, Speech
from companion.settings import Settings
from hardware.following import Hosts
from hardware.panel import Panel
from hardware.screens.device import Halting, SafeToUnplug
from hardware.selftest import Report, SelfTest, keep, summed_up
from hardware.works import Works

Off = Literal["program", "machine"]
"""What somebody switched off with the two buttons."""

_log = logging.getLogger(__name__)


class EmptyTable:
    """A house in which nothing is on the table, for the self-test."""

    evening = 0
    snapshot = None
    settings = None

    def history(self, since: int = 0) -> tuple[Row, ...]:
        return ()

    def press(self, seat: int, stamp: int, uncertainty: int = 0) -> None:
        """Means nothing."""

    def drawn(self, shows: str, stamp: int) -> None:
        """Nobody pays by it."""

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        return lambda: None


class Device:
    def __init__(
        self,
        house: Hosts,
        settings: Settings,
        works: Works,
        data: Path,
        switch_off: Callable[[], None] = lambda: None,
    ) -> None:
        self._house = house
        self._works = works
        self._data = data
        self._said: list[Phrase] = []
        self._testing = threading.Lock()
        self.panel = Panel(house, settings, works, switch_off=switch_off)

    def driven_by(self, speech: Speech = ENGLISH) -> str:
        """What drives the pins, and what players have to know about it."""
        name, warning = speech.told(self._works.name), self._works.warning
        return f"{name}. {warning.said(speech)}" if warning else name

    def troubles(self, speech: Speech = ENGLISH) -> list[str]:
        return [trouble.said(speech) for trouble in self.panel.troubles.all().values()]

    @property
    def is_testing(self) -> bool:
        return self._testing.locked()

    def selftest(self, **patience: int) -> None:
        """In the background; what it says is in `selftest_says`."""
        if self._house.snapshot is not None:
            raise Illegal("The self-test needs an empty table: leave the game first, it is kept.")
        if not self._testing.acquire(blocking=False):
            raise Illegal("The self-test is running already.")
        threading.Thread(target=self._test, kwargs=patience, name="selftest", daemon=True).start()

    def _test(self, **patience: int) -> None:
        try:
            self._said = []
            report = self.tested(self._said.append, **patience)
            self._said.append(summed_up(report.complaints))
        except Exception:
            _log.exception("The self-test failed.")
            self._said.append(Phrase("The self-test failed; the log tells why."))
        finally:
            self._testing.release()

    def tested(self, tell: Callable[[Phrase], None], **patience: int) -> Report:
        """Test now, and keep the report."""
        report = SelfTest(self.panel, self._works.name, tell, **patience).run()
        keep(report, self._data)
        return report

    def selftest_says(self, speech: Speech = ENGLISH) -> list[str]:
        return [phrase.said(speech) for phrase in self._said]

    # For the reception.

    def has_button(self, seat: int) -> bool:
        return self.panel.has_button(seat)

    def has_display(self) -> bool:
        return self.panel.has_display()

    def on_hold(self, heard: Callable[[int], None]) -> None:
        self.panel.on_hold(heard)

    def call(
        self,
        seat: int,
        mark: str,
        until: int,
        heard: Callable[[], bool],
        *,
        takes_over: bool = False,
        contested: bool = False,
    ) -> Callable[[], None]:
        self._check_is_free()
        return self.panel.call(seat, mark, until, heard, takes_over=takes_over, contested=contested)

    def show_code(
        self, seat: int, code: str, until: int, *, takes_over: bool = False, was_held: bool = False
    ) -> Callable[[], None]:
        self._check_is_free()
        return self.panel.show_code(seat, code, until, takes_over=takes_over, was_held=was_held)

    def _check_is_free(self) -> None:
        if self.is_testing:
            raise NotNow("The self-test has the buttons; wait until it is done.")

    def say_goodbye(self) -> None:
        """The table is being cleared."""
        self.panel.say_goodbye()

    def close(self, off: Off | None = None) -> None:
        """Dark; or, when somebody switched it off, with the word that it may be unplugged. While the machine itself is
        still being switched off, it may not: who has the last word then is `farewell`."""
        self.panel.close({None: None, "program": SafeToUnplug(), "machine": Halting()}[off])
