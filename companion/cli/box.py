"""The whole box: the house, the device, its page. Here, and only here, all the rooms come together."""

from collections.abc import Callable, Mapping
from pathlib import Path

from companion.house import House
from companion.journal import Journal
from companion.reception import Reception
from companion.service import Answers
from companion.settings import Settings
from hardware.device import Device, Off
from hardware.simulator import SimulatedWorks
from hardware.works import RealWorks
from web.address import address
from web.app import create_app
from web.here import Here
from web.server import Server


class Box:
    """Runs as soon as it is made. A page that cannot be served leaves nothing open."""

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
        self.device = Device(self.house, self.house.settings, works, data, switch_off)
        self._reception = Reception(journal.drawer, self.device, self.house)
        self._app = create_app(Here(self.house, self.device, self._reception, simulation))
        try:
            self.server = Server(self._app, *where)
        except Exception:
            self.device.close()
            raise
        self.device.panel.welcome(self.for_phones)

    @property
    def parts(self) -> Mapping[str, Answers]:
        """What must give a sign of life for the box to be well."""
        return {"table": self.house.answers, "panel": self.device.answers, "page": self.server.answers}

    def for_phones(self) -> str | None:
        """Where they find the page, if they can."""
        with self._app.app_context():
            found = address()
        return found.url if found and found.is_reached else None

    def close(self, off: Off | None) -> None:
        """Games are on disk before anything goes dark."""
        self.device.say_goodbye()
        self._reception.close()
        self.house.close()
        self._journal.close()
        self.device.close(off)
        self.server.close()  # last: the page says that it is switched off
