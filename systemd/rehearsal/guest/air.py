"""Simulated radios: one is the box's own; in a network namespace, out of its reach but for the air, are a neighbour's
Wi-Fi and a phone.
"""

import subprocess
from pathlib import Path

from rehearsal.guest.box import run
from rehearsal.guest.fingers import until

ELSEWHERE = ("ip", "netns", "exec", "elsewhere")
NEIGHBOUR, PASSWORD = "Café: Zürich\\Nord", "graftgracht"
"""With all that has to be escaped somewhere."""
_ROOM = Path("/run/rehearsal-air")
_ADDRESS = "10.99.1.1"
_AS_USUAL = ("key_mgmt=WPA-PSK", "proto=RSN", "pairwise=CCMP")


def switch_on() -> None:
    run("modprobe", "mac80211_hwsim", "radios=3")
    run("ip", "netns", "add", "elsewhere")
    for radio in (1, 2):
        until(Path(f"/sys/class/ieee80211/phy{radio}").exists, 20, "the radios are there")
        run("iw", f"phy{radio}", "set", "netns", "name", "elsewhere")
    run(*ELSEWHERE, "ip", "link", "set", "lo", "up")
    _ROOM.mkdir(exist_ok=True)


def put_up_neighbour() -> None:
    name = f"ssid={NEIGHBOUR.encode().hex()}"
    _supplicant("wlan1", name, f'psk="{PASSWORD}"', "mode=2", "frequency=2437", *_AS_USUAL)
    run(*ELSEWHERE, "ip", "address", "replace", f"{_ADDRESS}/24", "dev", "wlan1")
    run(*ELSEWHERE, "dnsmasq", "--port=0", "--interface=wlan1", "--bind-interfaces",
        f"--pid-file={_ROOM}/addresses", "--dhcp-range=10.99.1.10,10.99.1.50,1h",
        f"--dhcp-leasefile={_ROOM}/leases")  # fmt: skip


def take_neighbour_away() -> None:
    for name in ("addresses", "wlan1.pid"):
        subprocess.run(["kill", (_ROOM / name).read_text().strip()], check=True)


def phone_joins(name: str, password: str) -> str:
    """The phone's address there."""
    _supplicant("wlan2", f"ssid={name.encode().hex()}", f'psk="{password}"')
    until(lambda: "Connected to" in run(*ELSEWHERE, "iw", "dev", "wlan2", "link"), 60, "the phone is in the Wi-Fi")
    said = run(*ELSEWHERE, "busybox", "udhcpc", "-i", "wlan2", "-n", "-q", "-t", "20", "-s", _given_script())
    return said.strip().splitlines()[-1]


def phone_sees(page: str) -> str:
    looks = f"import urllib.request; print(urllib.request.urlopen({page!r}, timeout=30).read().decode())"
    return run(*ELSEWHERE, "python3", "-c", looks)


def device() -> list[str]:
    """State and connection of the box's radio, as NetworkManager tells them."""
    said = run("nmcli", "-t", "-f", "DEVICE,STATE,CONNECTION", "device").splitlines()
    return next((line.split(":", 2)[1:] for line in said if line.startswith("wlan0:")), ["", ""])


def _supplicant(radio: str, *network: str) -> None:
    file = _ROOM / f"{radio}.conf"
    file.write_text("\n".join(["network={", *network, "}", ""]))
    run(*ELSEWHERE, "ip", "link", "set", radio, "up")
    run(*ELSEWHERE, "wpa_supplicant", "-B", "-P", f"{_ROOM}/{radio}.pid", "-i", radio, "-c", str(file))


def _given_script() -> str:
    """What the little DHCP client does with the address that it is given."""
    script = _ROOM / "given"
    taken = 'ip address replace "$ip/$mask" dev "$interface" && echo "$ip"'
    script.write_text(f'#!/bin/sh\n[ "$1" = bound ] && {taken}\nexit 0\n')
    script.chmod(0o755)
    return str(script)
