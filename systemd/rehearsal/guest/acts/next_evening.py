"""After it was switched off: the game lies where it was left and goes on. Then somebody pulls the plug."""

import json
from typing import Any

from rehearsal.guest import box
from rehearsal.guest.acts.evening import KEPT
from rehearsal.guest.fingers import until
from rehearsal.guest.phone import SEAT, Phone, row
from rehearsal.guest.telling import check, step, tell


def play() -> None:
    until(lambda: box.shown(box.SERVICE, "ActiveState") == "active", 180, "the service is ready")
    phone = Phone()
    until(phone.is_answered, 60, "the page answers")
    before = json.loads(KEPT.read_text())["row"]
    check("Switched off and on: the game goes on, with every row", phone.row >= before, f"{before}, then {phone.row}")
    check("The phone is still known", phone.state()["seat"] == SEAT)
    step("It plays on, until the plug is pulled")
    phone.play(lambda state: row(state) > before + 15, 300)
    phone.play(_show, 600)  # somewhere in the middle of this the lights go out


def _show(state: dict[str, Any]) -> bool:
    """What everybody has seen has to be there tomorrow."""
    tell(plug=row(state))
    return False
