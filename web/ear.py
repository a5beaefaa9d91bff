"""Listens to the buzzer more often than pages can be told of it: a tick is over before the next message goes out."""

import threading
from typing import NamedTuple

from web.devices import Simulation

CLOSELY = 0.004
"""Seconds; half a tick."""


class Heard(NamedTuple):
    sounds: int
    """So many have begun so far."""
    last: int
    """The pitch of the last one, in hertz."""
    now: int
    """What sounds at this moment; 0 is silence."""

    def since(self, before: "Heard") -> int:
        """What is to be told to somebody who last listened then."""
        return self.last if self.sounds != before.sounds else self.now


SILENCE = Heard(0, 0, 0)


class Ear:
    """On a thread of its own until it is closed."""

    def __init__(self, simulation: Simulation) -> None:
        self.heard = SILENCE
        self._simulation = simulation
        self._ended = threading.Event()
        threading.Thread(target=self._listen, name="ear", daemon=True).start()

    def close(self) -> None:
        self._ended.set()

    def _listen(self) -> None:
        while not self._ended.wait(CLOSELY):
            tone, heard = self._simulation.tone(), self.heard
            if tone and tone != heard.now:
                self.heard = Heard(heard.sounds + 1, tone, tone)
            elif tone != heard.now:
                self.heard = heard._replace(now=tone)
