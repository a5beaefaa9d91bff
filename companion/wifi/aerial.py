"""What NetworkManager says of the networks of this machine, and does about them when it is told: joins one, puts up our
own, forgets one. It keeps what it has joined, and joins it again by itself.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from companion.errors import CannotJoin
from companion.games.speech import mark
from companion.wifi.nmcli import Declined, TookTooLong, Unanswered, asked, listed, plain
from companion.wifi.own import OwnWifi

PROFILE = "veilingklok"
"""What our own Wi-Fi is called among the profiles of NetworkManager; somebody's network may be called the same."""
PATIENCE = 45
"""Seconds within which a network that is to be joined has to answer."""
SCAN = 12
"""Seconds that looking for networks takes at most."""
LEAST, MOST = 8, 63
"""Letters of a Wi-Fi's password."""
LONGEST_NAME = 32
"""Bytes."""

_WIFI = "802-11-wireless"
_ADDED = re.compile(r"\(([0-9a-f-]{36})\) successfully added")

_FOR_OFFICES = mark("{name} wants a user with a password: the box joins plain networks only.")
_LOCKED = mark("{name} wants a password.")
_WRONG = mark("The password of {name} is wrong.")
_WRONG_OR_FAR = mark("The password of {name} is wrong, or it is too far away.")
_SILENT = mark("{name} does not answer.")
_NO_ADDRESS = mark("{name} gives this machine no address.")
_REFUSED = mark("{name} cannot be joined: {why}.")
_UNKNOWN = mark("{name} is not known here.")
NAMING = (_FOR_OFFICES, _LOCKED, _WRONG, _WRONG_OR_FAR, _SILENT, _NO_ADDRESS, _REFUSED, _UNKNOWN)
"""What may be told of a network by its name, in the log as well."""


class Network(NamedTuple):
    """A Wi-Fi in reach."""

    name: str
    strength: int
    """From 0 to 100."""
    security: str
    """In NetworkManager's words; nothing: it is open."""
    is_known: bool = False
    """Has been joined before."""
    is_joined: bool = False

    @property
    def is_locked(self) -> bool:
        return self.security not in ("", "OWE", "OWE-TM")

    @property
    def is_for_offices(self) -> bool:
        """With a user and more: nobody types that at a table."""
        return "802.1X" in self.security


class Air(NamedTuple):
    """How things stand."""

    is_looked_after: bool = False
    """NetworkManager answers."""
    wireless: str | None = None
    """The part that does Wi-Fi, by the name that the system gives it; None: there is none."""
    is_blocked: bool = False
    """It is switched off, as it is on a Pi until somebody says in which country it stands."""
    by_cable: bool = False
    joined: str | None = None
    """The Wi-Fi that the machine is in."""
    is_own: bool = False
    """Our own Wi-Fi is up."""
    is_trying: bool = False
    """To join something just now."""

    @property
    def is_alone(self) -> bool:
        return not (self.by_cable or self.joined is not None)


class _Profile(NamedTuple):
    """What NetworkManager remembers of a Wi-Fi."""

    uuid: str
    profile: str
    mode: str
    name: str

    @property
    def is_own(self) -> bool:
        return self.profile == PROFILE and self.mode == "ap"


class Aerial:
    """Every door asks NetworkManager, and takes as long as that takes."""

    def __init__(self) -> None:
        self._seen: dict[str, _Profile] = {}
        """That the machine was in, by UUID: they stay the same."""

    def look(self) -> Air:
        try:
            parts = listed("DEVICE,TYPE,STATE,CON-UUID,CONNECTION", "device", "status")
            radios = [part for part in parts if part[1] == "wifi" and part[2] != "unmanaged"]
            radio = next((part for part in radios if _is_up(part)), radios[0] if radios else None)
            by_cable = any(part[1] == "ethernet" and _is_up(part) for part in parts)
            air = Air(is_looked_after=True, by_cable=by_cable, wireless=radio[0] if radio else None)
            return self._tuned(air, radio) if radio else air
        except (Unanswered, Declined):
            return Air()

    def _tuned(self, air: Air, radio: Sequence[str]) -> Air:
        _, _, state, uuid, name = radio
        profile = self._in_use(uuid, name) if _is_up(radio) else None
        is_own = profile is not None and profile.is_own
        return air._replace(
            is_blocked=state == "unavailable" and self._is_switched_off(),
            is_own=is_own,
            joined=profile.name or profile.profile if profile and not is_own else None,
            is_trying=state.startswith(("connecting", "deactivating")),
        )

    def _is_switched_off(self) -> bool:
        return any("disabled" in line for line in listed("WIFI-HW,WIFI", "radio"))

    def _in_use(self, uuid: str, profile: str) -> _Profile:
        if uuid not in self._seen:
            self._seen[uuid] = self._profile(uuid, profile)
        return self._seen[uuid]

    # What there is.

    def networks(self, *, look_again: bool = False) -> list[Network]:
        """In reach, the strongest first, each once; but for those that do not tell their name. To look again takes
        some seconds."""
        try:
            lines = (look_again and _scanned("yes")) or _scanned("no")
            known = {profile.name for profile in self._profiles() if profile.mode != "ap"}
        except (Unanswered, Declined):
            return []
        found: dict[str, Network] = {}
        for network in sorted((_network(line, known) for line in lines), key=_by_strength):
            if network.name and network.name.isprintable() and network.name not in found:
                found[network.name] = network
        return list(found.values())

    def known(self) -> list[str]:
        """Networks that have been joined before, in reach or not."""
        try:
            return sorted({profile.name for profile in self._profiles() if profile.mode != "ap"})
        except (Unanswered, Declined):
            return []

    def _profiles(self) -> list[_Profile]:
        profiles = listed("UUID,TYPE,NAME", "connection", "show")
        return [self._profile(uuid, profile) for uuid, kind, profile in profiles if kind == _WIFI]

    def _own_profiles(self) -> list[_Profile]:
        return [profile for profile in self._profiles() if profile.is_own]

    def _profile(self, uuid: str, profile: str) -> _Profile:
        mode, *name = asked("-g", f"{_WIFI}.mode,{_WIFI}.ssid", "connection", "show", "uuid", uuid)
        return _Profile(uuid, profile, mode, plain("\n".join(name)))

    # What is done.

    def join(
        self, name: str, password: str = "", *, is_hidden: bool = False, in_place_of: OwnWifi | None = None
    ) -> None:
        """A Wi-Fi, and stay in it. One that is known needs no password. Our own, if that is up, goes down for it, and
        comes back where it cannot be joined."""
        check_name_and_password(name, password)
        if in_place_of:
            self.take_down()
        try:
            self._join(name, password, is_hidden)
        except CannotJoin:
            if in_place_of:
                with suppress(CannotJoin):  # why the other was not joined is what is to be told
                    self.put_up(in_place_of)
            raise

    def _join(self, name: str, password: str, is_hidden: bool) -> None:
        network = next((one for one in self.networks(look_again=True) if one.name == name), None)
        if network and network.is_for_offices:
            raise CannotJoin(_FOR_OFFICES, name=name)
        try:
            before = [profile for profile in self._profiles() if profile.name == name and profile.mode != "ap"]
            if before and not password:
                asked("connection", "up", "uuid", before[0].uuid, wait=PATIENCE)
                return
            if network and network.is_locked and not password:
                raise CannotJoin(_LOCKED, name=name)
            self._join_anew(name, password, network.security if network else "", is_hidden)
            for profile in before:
                asked("connection", "delete", "uuid", profile.uuid)
        except (Unanswered, Declined) as error:
            raise _why_not(name, error, is_locked=bool(network and network.is_locked)) from None

    def _join_anew(self, name: str, password: str, security: str, is_hidden: bool) -> None:
        """By itself NetworkManager joins it only once it has been joined, and while it is tried here, a wrong password
        is wrong at once."""
        lock = ["wifi-sec.key-mgmt", _key(security)] if password else []
        open_lock = ["wifi-sec.key-mgmt", "owe"] if security == "OWE" else []
        hidden = ["wifi.hidden", "yes"] if is_hidden else []
        on_trial = ["autoconnect", "no", "connection.auth-retries", "1"]
        uuid = _added(name, f"Wi-Fi {name}", *on_trial, *hidden, *(lock or open_lock))
        try:
            asked("connection", "up", "uuid", uuid, wait=PATIENCE, secret=password or None)
            for_good = ["connection.autoconnect", "yes", "connection.auth-retries", "-1"]
            asked("connection", "modify", "uuid", uuid, *for_good)
        except (Unanswered, Declined):
            _delete(uuid)
            raise

    def put_up(self, own: OwnWifi) -> None:
        """Our own Wi-Fi, in place of whatever this machine's radio was in. NetworkManager keeps no password of it."""
        try:
            ours = self._own_profiles()
            fit = [profile for profile in ours if profile.name == own.name]
            for profile in ours:
                if profile not in fit[:1]:
                    asked("connection", "delete", "uuid", profile.uuid)
            uuid = fit[0].uuid if fit else _added_own(own)
            asked("connection", "up", "uuid", uuid, wait=PATIENCE, secret=own.password)
        except Unanswered:
            raise CannotJoin("NetworkManager does not answer.") from None
        except Declined as error:
            raise CannotJoin("The own Wi-Fi cannot be put up: {why}.", why=error) from None

    def take_down(self) -> None:
        """Our own Wi-Fi; NetworkManager then looks for those that it knows."""
        try:
            for profile in self._own_profiles():
                asked("connection", "down", "uuid", profile.uuid, wait=PATIENCE)
        except (Unanswered, Declined):
            return  # it was not up

    def forget(self, name: str) -> None:
        """A network that was joined before."""
        try:
            forgotten = [profile for profile in self._profiles() if profile.name == name and profile.mode != "ap"]
            for profile in forgotten:
                asked("connection", "delete", "uuid", profile.uuid)
        except (Unanswered, Declined) as error:
            raise _why_not(name, error) from None
        if not forgotten:
            raise CannotJoin(_UNKNOWN, name=name)


def check_name_and_password(name: str, password: str) -> None:
    """Before anything is given up for it."""
    if not (name and name.isprintable() and len(name.encode()) <= LONGEST_NAME):
        raise CannotJoin("The name of a Wi-Fi has 1 to {most} letters.", most=LONGEST_NAME)
    if password and not (password.isprintable() and LEAST <= len(password.encode()) <= MOST):
        raise CannotJoin("The password of a Wi-Fi has {least} to {most} letters.", least=LEAST, most=MOST)


def _is_up(part: Sequence[str]) -> bool:
    return part[2].split(" ")[0] == "connected"


def _by_strength(network: Network) -> tuple[bool, int, str]:
    return (not network.is_joined, -network.strength, network.name)


def _scanned(rescan: str) -> list[list[str]]:
    """Nothing where it may not look again so soon, or not while our own Wi-Fi is up."""
    try:
        return listed("IN-USE,SIGNAL,SECURITY,SSID-HEX", "device", "wifi", "list", "--rescan", rescan, wait=SCAN)
    except Declined:
        return []


def _network(said: Sequence[str], known: set[str]) -> Network:
    in_use, signal, security, name_in_hex = said
    name = _spelled(bytes.fromhex(name_in_hex))
    return Network(name, int(signal or 0), security, name in known, in_use == "*")


def _spelled(name: bytes) -> str:
    """Nothing where it is no text: nobody could type it."""
    try:
        return name.strip(b"\0").decode()
    except UnicodeDecodeError:
        return ""


def _key(security: str) -> str:
    """How a password is shown; one that nobody has heard of is taken for a usual one."""
    return "sae" if "WPA3" in security and "WPA1" not in security and "WPA2" not in security else "wpa-psk"


def _added(name: str, profile: str, *more: str) -> str:
    """A new profile, by its UUID."""
    said = asked("connection", "add", "type", "wifi", "con-name", profile, "ifname", "*", "ssid", name, *more)
    found = _ADDED.search("\n".join(said))
    if found is None:
        raise Declined("it does not say what it has added")
    return found[1]


def _added_own(own: OwnWifi) -> str:
    """What the radio of a Pi can do: WPA2 alone, on 2.4 GHz, which is allowed everywhere."""
    return _added(
        own.name, PROFILE,
        "autoconnect", "no", "mode", "ap", "wifi.band", "bg", "ipv4.method", "shared", "ipv6.method", "ignore",
        "wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.proto", "rsn", "wifi-sec.pairwise", "ccmp", "wifi-sec.group", "ccmp",
        "wifi-sec.pmf", "disable", "wifi-sec.psk-flags", "2",
    )  # fmt: skip


def _delete(uuid: str) -> None:
    try:
        asked("connection", "delete", "uuid", uuid)
    except (Unanswered, Declined):
        return  # somebody else has


def _why_not(name: str, error: Exception, *, is_locked: bool = False) -> CannotJoin:
    """`is_locked`: it was heard just before, and wants a password. NetworkManager then tries a wrong one until the time
    is over, and does not say so."""
    said = str(error).lower()
    if isinstance(error, Unanswered):
        return CannotJoin("NetworkManager does not answer.")
    if "secrets were required" in said or "no secrets" in said:
        return CannotJoin(_WRONG, name=name)
    if isinstance(error, TookTooLong) and is_locked:
        return CannotJoin(_WRONG_OR_FAR, name=name)
    if isinstance(error, TookTooLong) or "could not be found" in said or "supplicant" in said:
        return CannotJoin(_SILENT, name=name)
    if "ip configuration" in said or "dhcp" in said:
        return CannotJoin(_NO_ADDRESS, name=name)
    if "privileges" in said or "not authorized" in said:
        return CannotJoin("This user may not change the networks of this machine.")
    return CannotJoin(_REFUSED, name=name, why=error)
