"""Stands in for `nmcli` and the NetworkManager behind it: answers as version 1.42 was seen to answer, and keeps what it
is told in a file. A test lays out its world, and the command in it, with `World`.
"""

import fcntl
import json
import os
import re
import signal
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WORLD = "VEILINGKLOK_TEST_NMCLI"
OWN = "veilingklok"
_WIFI = "802-11-wireless"

_PROGRAM = """#!{python} -SE
import sys
sys.path.insert(0, {folder!r})
from stand_in_nmcli import main
main()
"""
"""Imports what is compiled already: it is started again and again."""

State = dict[str, Any]


class Ends(Exception):
    """With this code, and a word about it."""

    def __init__(self, code: int, error: str) -> None:
        super().__init__(error)
        self.code = code


class World:
    """What a test has laid out, and what has become of it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "world.json"
        self.change(
            is_running=True,
            is_allowed=True,
            is_blocked=False,
            hangs_at="",
            too_late_at="",
            wireless="disconnected",
            cable="unavailable",
            active="",
            profiles={},
            air=[],
            calls=[],
        )
        self.path = folder / "bin"
        self.path.mkdir()
        program = self.path / "nmcli"
        program.write_text(_PROGRAM.format(python=sys.executable, folder=str(Path(__file__).parent.absolute())))
        program.chmod(0o755)

    @property
    def surroundings(self) -> dict[str, str]:
        """For whoever is to find the command."""
        return {"PATH": f"{self.path}:{os.environ['PATH']}", WORLD: str(self.file)}

    def change(self, **values: Any) -> None:
        with opened(self.file) as state:
            state.update(values)

    def read(self) -> State:
        with opened(self.file) as state:
            return dict(state)

    def has(self, name: str, password: str = "", *, signal: int = 60, security: str | None = None) -> None:
        """A network in reach."""
        security = ("WPA2" if password else "") if security is None else security
        network = {"name": name.encode().hex().upper(), "password": password, "signal": signal, "security": security}
        with opened(self.file) as state:
            state["air"].append(network)

    def knows(self, name: str, password: str = "", profile: str = "preconfigured") -> str:
        """A network that was joined before."""
        number = str(uuid.uuid4())
        with opened(self.file) as state:
            state["profiles"][number] = {
                "id": profile, f"{_WIFI}.ssid": name, f"{_WIFI}.mode": "infrastructure", "psk": password,
            }  # fmt: skip
        return number

    def is_in(self, name: str, password: str = "") -> None:
        number = self.knows(name, password)
        self.change(active=number, wireless="connected")

    @property
    def joined(self) -> str:
        """The name of the Wi-Fi that the machine is in; its own has one as well."""
        state = self.read()
        return str(state["profiles"][state["active"]][f"{_WIFI}.ssid"]) if state["active"] else ""

    @property
    def profiles(self) -> dict[str, State]:
        found = self.read()["profiles"].values()
        return {profile["id"]: profile for profile in found}

    @property
    def is_own_up(self) -> bool:
        state = self.read()
        active = state["profiles"].get(state["active"], {})
        return (active.get("id"), active.get(f"{_WIFI}.mode")) == (OWN, "ap")

    @property
    def calls(self) -> list[list[str]]:
        found: list[list[str]] = self.read()["calls"]
        return found


@contextmanager
def opened(file: Path) -> Iterator[State]:
    """The world, by one at a time."""
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        state: State = json.loads(file.read_text()) if file.exists() else {}
        try:
            yield state
        finally:
            file.write_text(json.dumps(state))


# The command.


def answer(words: list[str]) -> list[str]:
    with opened(Path(os.environ[WORLD])) as state:
        state["calls"].append(words)
        if not state["is_running"]:
            raise Ends(8, "Error: NetworkManager is not running.")
        if state["too_late_at"] in words:
            raise Ends(3, "Error: Timeout expired (45 seconds)")
        if state["hangs_at"] not in words:
            return _done(state, words)
    signal.pause()  # until whoever asked has had enough
    return []


def _done(state: State, words: list[str]) -> list[str]:
    wanted = ""
    options = iter(words)
    rest: list[str] = []
    for word in options:
        if word in ("-f", "-g", "--wait"):
            wanted = next(options) if word != "--wait" else (next(options), wanted)[1]
        elif word != "-t":
            rest = [word, *options]
    match rest:
        case ["device", "status"]:
            return [_terse(part, wanted) for part in _parts(state)]
        case ["radio"]:
            return ["enabled:disabled" if state["is_blocked"] else "enabled:enabled"]
        case ["device", "wifi", "list", "--rescan", _]:
            return [_terse(network, wanted) for network in _air(state)]
        case ["connection", "show"]:
            profiles = state["profiles"].items()
            return [_terse({"UUID": one, "TYPE": _WIFI, "NAME": about["id"]}, wanted) for one, about in profiles]
        case ["connection", "show", "uuid", number]:
            return [_escaped(str(_profile(state, number)[key])) for key in wanted.split(",")]
        case ["connection", deed, *more] if deed in DEEDS:
            if not state["is_allowed"]:
                raise Ends(4, "Error: Failed to add 'z' connection: Insufficient privileges")
            return DEEDS[deed](state, more)
    raise Ends(2, f"Error: argument '{rest[0]}' not understood.")


def _parts(state: State) -> list[State]:
    active = state["active"]
    profile = state["profiles"][active]["id"] if active else ""
    wireless = "unavailable" if state["is_blocked"] else state["wireless"]
    rows = [
        ("wlan0", "wifi", wireless, active, profile),
        ("eth0", "ethernet", state["cable"], "", "Wired connection 1" if state["cable"] == "connected" else ""),
        ("lo", "loopback", "connected (externally)", "", "lo"),
        ("p2p-dev-wlan0", "wifi-p2p", "disconnected", "", ""),
    ]
    names = ("DEVICE", "TYPE", "STATE", "CON-UUID", "CONNECTION")
    return [dict(zip(names, row, strict=True)) for row in rows if row[2] != "missing"]


def _air(state: State) -> list[State]:
    active = state["profiles"][state["active"]][f"{_WIFI}.ssid"].encode().hex().upper() if state["active"] else None
    return [
        {
            "IN-USE": "*" if one["name"] == active else " ",
            "SIGNAL": one["signal"],
            "SECURITY": one["security"],
            "SSID-HEX": one["name"],
        }
        for one in state["air"]
    ]


def _terse(values: State, wanted: str) -> str:
    return ":".join(_escaped(str(values[key])) for key in wanted.split(","))


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace(":", "\\:")


def _profile(state: State, number: str) -> State:
    if number not in state["profiles"]:
        raise Ends(10, f"Error: {number} - no such connection profile.")
    found: State = state["profiles"][number]
    return found


def _add(state: State, words: list[str]) -> list[str]:
    assert words[:2] == ["type", "wifi"], words
    given = dict(zip(words[2::2], words[3::2], strict=True))
    assert not any("psk" in key and key != "wifi-sec.psk-flags" for key in given), "everybody can read that"
    number, name = str(uuid.uuid4()), given.pop("con-name")
    ssid, mode = given.pop("ssid"), given.pop("mode", "infrastructure")
    state["profiles"][number] = {"id": name, f"{_WIFI}.ssid": ssid, f"{_WIFI}.mode": mode, "psk": "", **given}
    return [f"Connection '{name}' ({number}) successfully added."]


def _modify(state: State, words: list[str]) -> list[str]:
    _profile(state, words[1]).update(zip(words[2::2], words[3::2], strict=True))
    return []


def _delete(state: State, words: list[str]) -> list[str]:
    name = _profile(state, words[1])["id"]
    if state["active"] == words[1]:
        state.update(active="", wireless="disconnected")
    del state["profiles"][words[1]]
    return [f"Connection '{name}' ({words[1]}) successfully deleted."]


def _down(state: State, words: list[str]) -> list[str]:
    assert words[0] == "uuid", "two profiles may have the same name"
    if state["active"] != words[1]:
        raise Ends(10, f"Error: '{words[1]}' is not an active connection.")
    state.update(active="", wireless="disconnected")
    _join_what_is_known(state)
    return ["Connection successfully deactivated."]


def _join_what_is_known(state: State) -> None:
    """By itself, as soon as nothing else is on the air."""
    for number, about in state["profiles"].items():
        if about[f"{_WIFI}.mode"] == "infrastructure" and _lets_in(state, about, about["psk"]):
            state.update(active=number, wireless="connected")


def _up(state: State, words: list[str]) -> list[str]:
    about = _profile(state, words[1])
    given = _password(words[3]) if words[2:3] == ["passwd-file"] else about["psk"]
    if about[f"{_WIFI}.mode"] == "ap":
        assert about["wifi-sec.psk-flags"] == "2"
        state["own_password"] = given
    elif not any(one["name"] == _hex(about) for one in state["air"]):
        raise Ends(4, _failed("The Wi-Fi network could not be found"))
    elif not _lets_in(state, about, given):
        state.update(active="", wireless="disconnected")
        warning = (
            "Warning: password for '802-11-wireless-security.psk' not given in 'passwd-file' and nmcli cannot ask "
            "without '--ask' option.\n"
        )
        raise Ends(4, warning + _failed("Secrets were required, but not provided"))
    else:
        about["psk"] = given
    state.update(active=words[1], wireless="connected")
    return ["Connection successfully activated (D-Bus active path: /org/freedesktop/NetworkManager/ActiveConnection/7)"]


def _lets_in(state: State, about: State, given: str) -> bool:
    return any(one["name"] == _hex(about) and one["password"] == given for one in state["air"])


def _hex(about: State) -> str:
    return str(about[f"{_WIFI}.ssid"]).encode().hex().upper()


def _failed(why: str) -> str:
    hint = "Hint: use 'journalctl -xe NM_CONNECTION=7b9f + NM_DEVICE=wlan0' to get more details."
    return f"Error: Connection activation failed: {why}\n{hint}"


def _password(file: str) -> str:
    """As NetworkManager reads such a file: what follows a backslash is an octal number, or stands for itself."""
    key, _, value = Path(file).read_text().rstrip("\n").partition(":")
    assert key == "802-11-wireless-security.psk", key
    read = re.sub(
        rb"\\([0-7]{3})|\\(.)",
        lambda found: bytes([int(found[1], 8)]) if found[1] else found[2],
        value.strip().encode(),
    )
    return read.decode()


DEEDS = {"add": _add, "modify": _modify, "delete": _delete, "down": _down, "up": _up}


def main() -> None:
    try:
        lines = answer(sys.argv[1:])
    except Ends as end:
        print(end, file=sys.stderr)
        raise SystemExit(end.code) from None
    print("".join(f"{line}\n" for line in lines), end="")
