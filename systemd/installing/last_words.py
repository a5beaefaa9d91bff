"""What to do next, once a box is installed."""

from collections.abc import Iterator

from installing.host_name import host_name
from installing.place import Place
from installing.program import Version, version_before, version_in_use
from installing.settings_file import port
from installing.wifi_country import is_kept_off


def next_deeds(place: Place, restart: bool) -> list[str]:
    return [f"{number}. {deed}" for number, deed in enumerate(_deeds(place, restart), 1)]


def _deeds(place: Place, restart: bool) -> Iterator[str]:
    if is_kept_off(place):
        yield "Wi-Fi stays off until it knows its country: sudo systemd/install --country NL (or where you are)."
    yield "Wire it, with the plug pulled: sudo veilingklok wiring"
    if restart:
        yield "Start the machine again, for the boot settings: sudo reboot"
    yield "The display shows where phones find the page; lamps breathe."
    yield f"Open {_page(place)} on a phone in the same network, or scan what the display shows."
    yield "If it does not: sudo veilingklok doctor, sudo veilingklok selftest, journalctl -u veilingklok"
    yield "Other settings: /etc/veilingklok/veilingklok.toml. Then sudo systemctl restart veilingklok."
    if version_before(place):
        yield "If this version is not for you: sudo systemd/install --back"


def _page(place: Place) -> str:
    number = port(place, Version(place, version_in_use(place) or ""))
    return f"http://{host_name(place)}.local{'' if number == 80 else f':{number}'}/"
