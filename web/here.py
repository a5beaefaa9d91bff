"""What the pages are about: the house, the device, who is let in, the device's drawing where it is simulated, and its
Wi-Fi where that is looked after.
"""

from typing import NamedTuple

from flask import Flask, current_app

from companion.games.speech import ENGLISH, Speech
from companion.house import House
from companion.reception import Reception
from companion.wifi import Radio
from web.devices import Device, Simulation

_NAME = "here"


class Here(NamedTuple):
    house: House
    device: Device
    reception: Reception
    simulation: Simulation | None
    """The device, where it is not there itself."""
    radio: Radio | None = None
    """Its Wi-Fi, where it is looked after."""

    def troubles(self, speech: Speech = ENGLISH) -> list[str]:
        """What is wrong, a sentence for each."""
        kept = self.reception.trouble
        return [*self.device.troubles(speech), *([kept.said(speech)] if kept else [])]


def keep_here(app: Flask, here: Here) -> None:
    app.extensions[_NAME] = here


def here_now() -> Here:
    """Of the app that answers the present request."""
    here: Here = current_app.extensions[_NAME]
    return here
