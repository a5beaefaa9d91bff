"""An evening with the radio: the box's own Wi-Fi where no other answers, a neighbour's joined, refused, and gone."""

import re
import subprocess
import time

from rehearsal.guest import air, box
from rehearsal.guest.fingers import until
from rehearsal.guest.telling import check, figure, step

OWN = "veilingklok"
"""The profile."""
PAGE = "http://10.42.0.1/api/state"


def play() -> None:
    until(lambda: box.shown(box.SERVICE, "ActiveState") == "active", 180, "the service is ready")
    step("Radios are switched on; no network is known")
    air.switch_on()
    began = time.monotonic()
    until(lambda: air.device() == ["connected", OWN], 300, "the box puts up its own Wi-Fi")
    figure("wifi.own_up_after_s", round(time.monotonic() - began))
    _phone_comes_in()
    _neighbour()
    subprocess.run(["systemctl", "--no-block", "poweroff"], check=True)


def _phone_comes_in() -> None:
    step("A phone joins the box's own Wi-Fi")
    name = box.run("nmcli", "-g", "802-11-wireless.ssid", "connection", "show", OWN).strip()
    said = box.run("veilingklok", "wifi")
    password = re.search(r"Its password is (\S+)", said)
    assert password, said
    address = air.phone_joins(name, password[1])
    check("The own Wi-Fi lets a phone in and gives it an address", address.startswith("10.42."), address)
    check("The page is found there", '"on":' in air.phone_sees(PAGE))


def _neighbour() -> None:
    step("A neighbour's Wi-Fi: joined with a wrong password, then with the right one")
    air.put_up_neighbour()
    refused = _join("wrong-wrong")
    check("A wrong password is said", "password" in refused, refused)
    until(lambda: air.device() == ["connected", OWN], 120, "the own Wi-Fi is back")
    check("The own Wi-Fi comes back after it", True)
    joined = _join(air.PASSWORD)
    until(lambda: air.device()[0] == "connected" and air.device()[1] != OWN, 120, f"it is in ({joined})")
    check("Another Wi-Fi is joined, however odd its name", True, joined)
    step("The neighbour's Wi-Fi goes away")
    air.take_neighbour_away()
    began = time.monotonic()
    until(lambda: air.device() == ["connected", OWN], 400, "the own Wi-Fi comes by itself")
    figure("wifi.own_up_after_loss_s", round(time.monotonic() - began))


def _join(password: str) -> str:
    done = subprocess.run(
        ["veilingklok", "wifi", "join", air.NEIGHBOUR],
        input=f"{password}\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return (done.stdout + done.stderr).strip().replace("\n", " / ")
