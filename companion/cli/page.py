"""The page of the box: the app, its streams and the server. Importing this imports Flask, which takes longer than all
the rest of a start together; so it is imported once the display shows something.
"""

from companion.house import House
from companion.reception import Reception
from companion.wifi.radio import Radio
from hardware.device import Device
from hardware.simulator import SimulatedWorks
from web.address import Address, address, is_loopback
from web.app import create_app
from web.here import Here
from web.server import Server
from web.stream import streams_of


class Page:
    """Served as soon as it is made."""

    def __init__(
        self,
        house: House,
        device: Device,
        reception: Reception,
        simulation: SimulatedWorks | None,
        radio: Radio | None,
        where: tuple[str, int],
    ) -> None:
        self._host = where[0]
        self._app = create_app(Here(house, device, reception, simulation, radio))
        self._streams = streams_of(self._app)
        self.server = Server(self._app, *where, faults=house.faults)

    @property
    def is_watched(self) -> bool:
        """Whether somebody has it open."""
        return self._streams.is_watched

    @property
    def is_for_phones(self) -> bool:
        """Whether they may see it, once there is a network."""
        return not is_loopback(self._host)

    def found(self) -> Address | None:
        """Where phones find it, if they can."""
        with self._app.app_context():
            found = address()
        return found if found and found.is_reached else None
