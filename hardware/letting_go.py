"""Gives back what hangs on the pins. The library may refuse even that; whoever is being switched off goes on all the
same, for nothing is lost by it.
"""

import logging
from typing import Protocol

_log = logging.getLogger(__name__)


class Opened(Protocol):
    def close(self) -> None: ...


def let_go(device: Opened) -> None:
    try:
        device.close()
    except Exception as error:
        _log.warning("A line could not be given back: %s", error)
