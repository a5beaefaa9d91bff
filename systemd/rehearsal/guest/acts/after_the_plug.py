"""The plug was pulled while it played: everything that anybody had been shown is there."""

import subprocess

from rehearsal.guest import box
from rehearsal.guest.fingers import until
from rehearsal.guest.phone import Phone, row
from rehearsal.guest.telling import check, figure, step


def play() -> None:
    until(lambda: box.shown(box.SERVICE, "ActiveState") == "active", 180, "the service is ready")
    phone = Phone()
    until(phone.is_answered, 60, "the page answers")
    seen, found = int(box.words()["seen"]), phone.row
    figure("plug.row_seen", seen)
    figure("plug.row_found", found)
    check("The plug pulled in mid-game: nothing that was shown is lost", found >= seen, f"{seen} seen, {found} found")
    step("What the program said about it")
    for line in box.log().splitlines()[-8:]:
        step(f"  {line}")
    phone.play(lambda state: row(state) > found + 3, 240)
    subprocess.run(["systemctl", "--no-block", "poweroff"], check=True)
