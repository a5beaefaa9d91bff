"""How the box is called: its name, and the line of /etc/hosts that goes with it. It was called otherwise before."""

import re
import socket
from collections.abc import Iterator

from installing.errors import Refused
from installing.memory import remember, remembered
from installing.place import Place
from installing.steps import Step

USUAL = "veilingklok"
_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_HOSTNAME, _HOSTS = "/etc/hostname", "/etc/hosts"
_OWN = re.compile(r"^(127\.0\.1\.1[ \t].*)$", re.MULTILINE)
"""Debian's line for the machine's own name."""


def host_name(place: Place) -> str:
    return (place.read(_HOSTNAME) or b"").decode(errors="replace").strip()


def checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise Refused(f"{name!r} is no name for a machine: 1 to 63 small letters, digits and - within.")
    return name


def wanted_name(place: Place, asked: str | None) -> str:
    """What was asked for; else a box keeps the name that it has."""
    return asked or (host_name(place) if "host_name" in remembered(place) else USUAL)


def name_steps(place: Place, wanted: str) -> Iterator[Step]:
    if host_name(place) != wanted:
        was = host_name(place) or "nothing"
        yield Step(f"Call this machine {wanted} (it was {was}).", lambda: _name(place, wanted))
    elif "host_name" not in remembered(place):
        yield Step(f"Keep the name {wanted}.", lambda: _remember(place))


def _remember(place: Place) -> None:
    before = {"host_name": place.read(_HOSTNAME), "hosts": place.read(_HOSTS)}
    remember(place, **{name: text.decode(errors="surrogateescape") if text else None for name, text in before.items()})


def _name(place: Place, wanted: str) -> None:
    _remember(place)
    was = host_name(place)
    hosts = (place.read(_HOSTS) or b"").decode(errors="surrogateescape")
    _write(place, _HOSTS, renamed(hosts, was, wanted))  # first: sudo looks for the name there
    _write(place, _HOSTNAME, f"{wanted}\n")
    _call(place, wanted)


def renamed(hosts: str, was: str, wanted: str) -> str:
    """The machine's own line with another name; a new one where there is none."""
    own = _OWN.search(hosts)
    if own is None:
        end = "" if not hosts or hosts.endswith("\n") else "\n"
        return f"{hosts}{end}127.0.1.1\t{wanted}\n"
    names = own[0].split()[1:]
    if was in names:
        line = re.sub(rf"(?<=\s){re.escape(was)}(?=\s|$)", wanted, own[0])
    else:
        line = f"{own[0].rstrip()} {wanted}"
    return hosts[: own.start()] + line + hosts[own.end() :]


def names_as_before(place: Place) -> Iterator[Step]:
    before = remembered(place)
    if "host_name" not in before:
        return
    was = (before["host_name"] or "").strip()
    if host_name(place) != was:
        yield Step(f"Call this machine {was or 'nothing'} again.", lambda: _name_again(place, before))


def _name_again(place: Place, before: dict[str, str | None]) -> None:
    """Whatever else was written into /etc/hosts meanwhile stays."""
    name, hosts = before["host_name"], before["hosts"]
    was, now = (name or "").strip(), host_name(place)
    present = (place.read(_HOSTS) or b"").decode(errors="surrogateescape")
    if present == renamed(hosts or "", was, now):
        _write(place, _HOSTS, hosts)
    else:
        _write(place, _HOSTS, renamed(present, now, was))
    _write(place, _HOSTNAME, name)
    _call(place, was)


def _write(place: Place, path: str, text: str | None) -> None:
    if text is None:
        place.remove(path)
    else:
        place.rewrite(path, text.encode(errors="surrogateescape"))


def _call(place: Place, name: str) -> None:
    """At once, not only from the next start on."""
    if place.is_this_machine and name:
        socket.sethostname(name)
        place.succeeds("systemctl", "try-restart", "avahi-daemon.service")
