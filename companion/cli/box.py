"""The whole box: the house, the device, its page, its radio. Here, and only here, all the rooms come together."""

import logging
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.caretaker import Caretaker
from companion.convention.opening import sent_out
from companion.copies import Copies
from companion.errors import CannotFollow
from companion.house import House
from companion.journal import Journal
from companion.journal_check import JournalCheck
from companion.reception import Reception
from companion.service import Answers
from companion.settings import Settings
from companion.wifi import OwnWifi
from companion.wifi.radio import Radio
from hardware.device import Device, Off
from hardware.invitations import Invitations
from hardware.simulator import SimulatedWorks
from hardware.works import RealWorks

if TYPE_CHECKING:
    from companion.cli.page import Page
    from web.address import Address
    from web.server import Server

FIRST_PICTURE = 2.0
"""Seconds to wait for it: a display that hangs must not keep the page from coming."""

_log = logging.getLogger(__name__)


class Box:
    """Runs as soon as it is made; what cannot be made leaves nothing open."""

    def __init__(
        self,
        journal: Journal,
        settings: Settings,
        data: Path,
        where: tuple[str, int],
        switch_off: Callable[[], None],
        *,
        simulate: bool,
    ) -> None:
        self._journal = journal
        self.house = House(journal, settings)
        simulation = SimulatedWorks(settings.fittings) if simulate else None
        works = simulation or RealWorks(settings.values["pins"]["factory"])
        self._page: Page | None = None
        self._check: JournalCheck | None = None
        with ExitStack() as opened:
            opened.callback(self.house.close)
            self.device = Device(self.house, self.house.settings, works, data, switch_off)
            opened.callback(self.device.close)
            troubles = self.device.panel.troubles
            self.house.faults = troubles
            self.house.check_can_be_shown = self.device.panel.check_can_be_shown
            self.device.panel.display.wait_for_picture(FIRST_PICTURE)
            self._reception = Reception(journal.drawer, self.device, self.house)
            self._radio = None if simulate else self._opened_radio()  # nobody wants a laptop to make a Wi-Fi of its own
            opened.callback(self._close_radio)
            self._page = self._opened_page(simulation, where)
            opened.callback(self.server.close)
            self._herald = sent_out(self.house, journal.drawer, troubles)
            copies = Copies(data)
            self._caretaker = Caretaker(data, troubles, lambda: copies.has_failed)
            self.device.panel.welcome(Invitations(self.house, self._reception, self._found, self._own_wifi))
            opened.pop_all()

    def _opened_page(self, simulation: SimulatedWorks | None, where: tuple[str, int]) -> "Page":
        from companion.cli.page import Page  # noqa: PLC0415  Flask takes a while to load, and nobody should look at
        # a dark display meanwhile

        return Page(self.house, self.device, self._reception, simulation, self._radio, where)

    def check_journal(self) -> None:
        """From now on, in the background: all that was not verified when the journal was opened. First, and here: the
        game that goes on, which phones may already look at."""
        with suppress(CannotFollow):  # the display says so
            self.house.check_can_be_told()
        self._check = JournalCheck(self._journal.file, self.device.panel.troubles)

    @property
    def server(self) -> "Server":
        assert self._page is not None
        return self._page.server

    def _opened_radio(self) -> Radio:
        wifi = self.house.settings.values["wifi"]
        troubles = self.device.panel.troubles
        return Radio(
            self._journal.drawer, troubles, own=wifi["own"], patience=wifi["patience_s"], is_needed=self._is_in_use
        )

    def _is_in_use(self) -> bool:
        """Somebody plays, looks at the page, or may do so in a moment."""
        return self.house.snapshot is not None or self._page is None or self._page.is_watched

    def _own_wifi(self) -> OwnWifi | None:
        return self._radio.up if self._radio else None

    def _close_radio(self) -> None:
        if self._radio:
            self._radio.close()

    @property
    def parts(self) -> Mapping[str, Answers]:
        """What must give a sign of life for the box to be well: every thread that it has. Table, buttons, panel and
        page are essential, so they must work; the others must be there, and tell themselves what is wrong with them.
        Only the check of the journal is asked nothing: it is done before long."""
        optional = (self._caretaker, self._radio, self._herald)
        workers = (*self.device.panel.workers, *(part.worker for part in optional if part))
        answers = {worker.name: worker.answers for worker in workers}
        return {"table": self.house.answers, "page": self.server.answers, **answers}

    @property
    def is_for_phones(self) -> bool:
        """Whether they may see the page, once there is a network."""
        return self._page is not None and self._page.is_for_phones

    def for_phones(self) -> str | None:
        """Where they find the page, if they can."""
        found = self._found()
        return found.url if found else None

    def _found(self) -> "Address | None":
        return self._page.found() if self._page else None

    def close(self, off: Off | None) -> None:
        """Games are on disk before anything goes dark. What may take seconds to end comes first: from the goodbye on no
        press means anything, and a clock that runs on must not be over before the table is closed. Whatever fails is
        logged, and keeps nothing else from being closed."""
        parts = (self._check, self._herald, self._radio, self._caretaker)  # the herald while it has a game to tell of
        steps: tuple[Callable[[], object], ...] = (
            *(part.close for part in parts if part),
            self.device.say_goodbye,
            self.device.panel.buttons.hear_out,  # a bid that was pressed before that is one
            self._reception.close,
            self.house.close,
            self._journal.close,
            partial(self.device.close, off),
            self.server.close,  # last: the page says that it is switched off
        )
        for step in steps:
            try:
                step()
            except Exception:
                _log.exception("Something could not be closed.")
