"""A phone that sits at the first seat of a game of Merchants beside two bots, and does there what can be repeated for
ever: it places the mayor's card and takes it back.
"""

import time
from pathlib import Path

from attack.positions import keep_game
from attack.target import HOLD, HOST, READING, Answer, Device, Phone
from companion.games.merchants.game import MERCHANTS
from companion.seats import PERSON

SEAT = 0
_STEPS = ({"type": "place", "disk": "mayor"}, {"type": "take_back"})


def keep_position(folder: Path) -> None:
    """A game in which the first seat has a card to place."""
    keep_game(folder, MERCHANTS, seed=5, actions=0, players=(PERSON, "random", "random"))


def seat_phone(device: Device, seat: int, address: str = HOST) -> Phone:
    """A phone that asks for a seat over HTTP, waits until people could have read it, and has the button held."""
    phone = Phone(device, address)
    asked = phone.ask_for_seat(seat)
    time.sleep(READING)
    device.press(seat, HOLD)
    if phone.state["seat"] != seat:
        raise SystemExit(f"The phone was not seated: {asked.status} {asked.body.decode()}")
    return phone


class SeatedPhone:
    """Places a card and takes it back, for ever."""

    def __init__(self, device: Device) -> None:
        self.phone = seat_phone(device, SEAT)
        self._steps = 0

    def act(self) -> Answer:
        """Place the card, or take it back."""
        answer = self.phone.act(**_STEPS[self._steps % 2])
        self._steps += answer.status == 200
        return answer

    def look_again(self) -> None:
        """After a restart: whether the card lies there now."""
        disks = self.phone.state["view"]["table"]["disks"]
        self._steps = int(any(disk is not None for disk in disks))

    def press(self) -> Answer:
        return self.phone.act(type="press")
