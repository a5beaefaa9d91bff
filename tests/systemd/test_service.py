"""The box under the rules of a real systemd: booted in a container, with simulated pins and all else as installed."""

import contextlib
import os
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from containers import Container, Room
from debian_roots import NEEDED, a_checkout, an_installed_debian
from hang_guard import eventually
from inside import Phone
from installing.own_wifi import PROFILE
from tiers import LONG

from companion.wifi import aerial

pytestmark = NEEDED

SERVICE = "veilingklok.service"
OWN = "/etc/systemd/system/veilingklok.service.d"
SIMULATED = """[Service]
ExecStart=
ExecStart=/opt/veilingklok/current/.venv/bin/veilingklok device --simulate
"""
"""No pins here. Nothing else is another."""
QUICK = """
[bots]
pace = 0.05
[clock]
profile = "even"
seconds_per_price = 0.2
speed = 2.0
get_ready = 0.0
[power]
hold_s = 2
"""
HOLDS = 200 * 1024 * 1024
IMPATIENT = 1_000_000
"""Microseconds."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_checkout(tmp_path_factory.mktemp("checkouts") / "now")


@contextlib.contextmanager
def a_room(checkout: Path) -> Iterator[Room]:
    with an_installed_debian(checkout) as (root, _said), Room(root) as room:
        shutil.copytree(checkout / "systemd", root / "home/checkout/systemd")
        drop_in = root / OWN.strip("/") / "test.conf"
        drop_in.parent.mkdir()
        drop_in.write_text(SIMULATED)
        with (root / "etc/veilingklok/veilingklok.toml").open("a") as settings:
            settings.write(QUICK)
        yield room


@pytest.fixture(scope="module")
def room(checkout: Path) -> Iterator[Room]:
    with a_room(checkout) as opened:
        yield opened


@pytest.fixture(scope="module")
def root(room: Room) -> Path:
    return room.root


@pytest.fixture
def box(room: Room) -> Container:
    """Switched on, and playing."""
    return _playing(room)


def _playing(room: Room) -> Container:
    container = room.container()
    container.waits_for(SERVICE, "ActiveState", "active")
    container.waits_for("NetworkManager.service", "ActiveState", "active")  # for which ours does not wait
    return container


@pytest.fixture
def process(box: Container) -> dict[str, str]:
    """What the kernel says of the program."""
    box.waits_for(SERVICE, "ActiveState", "active")
    lines = box.runs("cat", f"/proc/{box.shows(SERVICE, 'MainPID')}/status").splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


def test_systemd_has_nothing_to_say_against_the_units(box: Container) -> None:
    units = box.runs("sh", "-c", "ls -d /etc/systemd/system/veilingklok*.[pst]*[ehr]").split()
    assert len(units) == 6
    assert box.runs("sh", "-c", f"systemd-analyze verify {' '.join(units)} 2>&1") == ""


def test_it_waits_for_no_network(box: Container) -> None:
    before = box.shows(SERVICE, "After").split()
    assert [unit for unit in before if "network" in unit.lower()] == []


def test_it_runs_as_its_own_user_in_just_its_groups(box: Container, process: dict[str, str]) -> None:
    people = {int(line.split(":")[2]): line.split(":")[0] for line in box.runs("cat", "/etc/passwd").splitlines()}
    groups = {int(line.split(":")[2]): line.split(":")[0] for line in box.runs("cat", "/etc/group").splitlines()}
    assert {people[int(number)] for number in process["Uid"].split()} == {"veilingklok"}
    assert {groups[int(number)] for number in process["Groups"].split()} == {"veilingklok", "gpio", "i2c", "spi"}


def test_it_has_no_power_but_port_80_and_can_get_none(process: dict[str, str]) -> None:
    only_the_port = 1 << 10
    for powers in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(process[powers], 16) == only_the_port
    assert process["NoNewPrivs"] == "1"


def test_the_kernel_filters_its_calls(process: dict[str, str]) -> None:
    assert process["Seccomp"] == "2"


@pytest.mark.parametrize(
    "folder",
    ["/", "/boot", "/etc", "/etc/veilingklok", "/opt/veilingklok", "/usr", "/var", "/var/lib", "/home", "/sys"],
)
def test_it_can_write_nowhere(box: Container, folder: str) -> None:
    """Not even root could, in its place."""
    assert _touches(box, f"{folder}/veilingklok-was-here") != 0


@pytest.mark.parametrize("folder", ["/var/lib/veilingklok", "/run/veilingklok", "/tmp"])
def test_but_in_its_own_folders(box: Container, folder: str) -> None:
    assert _touches(box, f"{folder}/veilingklok-was-here") == 0


def _touches(box: Container, file: str) -> int:
    return box.tries("nsenter", "--target", box.shows(SERVICE, "MainPID"), "--mount", "--", "touch", file)


def test_a_game_within_200_mb_though_the_watchdog_kills_it_half_way(box: Container) -> None:
    """The whole of it in the long check; in the quick one as far as some rows after the kill."""
    with _within(HOLDS, box) as memory:
        box.runs("systemctl", "restart", SERVICE)
        phone = Phone(box)
        phone.sits_down()
        phone.begins()
        phone.plays(until=lambda state: state["view"]["row"] >= 30)
        restarts = int(box.shows(SERVICE, "NRestarts"))
        before = _killed_by_the_watchdog(box, phone)
        assert int(box.shows(SERVICE, "NRestarts")) > restarts
        after = phone.state()
        assert after["seat"] == before["seat"]
        assert after["view"]["game"] == before["view"]["game"]
        assert after["view"]["row"] >= before["view"]["row"]

        def is_enough(state: dict[str, Any]) -> bool:
            view = state["view"]
            return view["table"]["winners"] is not None or (not LONG and view["row"] >= before["view"]["row"] + 15)

        end = phone.plays(until=is_enough)
        assert end["view"]["row"] > before["view"]["row"]
        assert memory is None or (memory.most() < HOLDS and memory.kills() == 0)


def _killed_by_the_watchdog(box: Container, phone: Phone) -> dict[str, Any]:
    """The last that it said before it fell silent. Only then the watchdog is hurried, in the program's own name: a busy
    machine may well leave one that is healthy waiting for a second."""
    pid = box.shows(SERVICE, "MainPID")
    last = phone.state()
    box.runs("sh", "-c", f"kill -STOP {pid}")
    box.runs("env", "NOTIFY_SOCKET=/run/systemd/notify", "systemd-notify", f"--pid={pid}", f"WATCHDOG_USEC={IMPATIENT}")
    eventually(lambda: box.shows(SERVICE, "MainPID") not in (pid, "0"))
    box.waits_for(SERVICE, "ActiveState", "active")
    assert "watchdog" in box.runs("journalctl", "--unit", SERVICE, "--output", "cat").lower()
    return last


class _Memory:
    """A limit of the kernel on all that a container starts from now on."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def most(self) -> int:
        return int((self._folder / "memory.max_usage_in_bytes").read_text())

    def kills(self) -> int:
        said = dict(line.split() for line in (self._folder / "memory.oom_control").read_text().splitlines())
        return int(said["oom_kill"])


@contextlib.contextmanager
def _within(limit: int, box: Container) -> Iterator[_Memory | None]:
    """systemd would do it itself where the kernel's groups are its own, which in a container they may not be."""
    all_groups = Path("/sys/fs/cgroup/memory")
    if not all_groups.is_dir():
        warnings.warn("no memory groups of the first kind here: the game was played without a limit", stacklevel=3)
        yield None
        return
    folder, was = all_groups / f"veilingklok-test-{os.getpid()}", _memory_group(box.first)
    folder.mkdir()
    (folder / "memory.limit_in_bytes").write_text(str(limit))
    (folder / "cgroup.procs").write_text(str(box.first))  # what it starts is in it from the first byte on
    try:
        yield _Memory(folder)
    finally:
        eventually(lambda: _is_emptied(folder, all_groups / was))


def _is_emptied(group: Path, into: Path) -> bool:
    """Whether it could be taken away; processes may begin and end meanwhile."""
    for process in (group / "cgroup.procs").read_text().split():
        with contextlib.suppress(ProcessLookupError):
            (into / "cgroup.procs").write_text(process)
    with contextlib.suppress(OSError):
        group.rmdir()
    return not group.exists()


def _memory_group(process: int) -> str:
    lines = Path(f"/proc/{process}/cgroup").read_text().splitlines()
    return next(line.split(":")[2] for line in lines if ":memory:" in line).lstrip("/")


def test_its_limits_are_those_of_a_small_board(box: Container) -> None:
    assert int(box.shows(SERVICE, "MemoryMax")) == HOLDS


def test_the_games_are_copied(box: Container) -> None:
    box.runs("systemctl", "start", "veilingklok-backup.service")
    assert "games-" in box.runs("ls", "/var/lib/veilingklok/copies")
    assert box.shows("veilingklok-backup.timer", "ActiveState") == "active"


def test_a_box_that_never_knows_the_time_copies_its_games_all_the_same(box: Container) -> None:
    assert "OnBootUSec=15min" in box.shows("veilingklok-backup.timer", "TimersMonotonic")


def test_it_may_look_after_the_wi_fi_and_other_users_may_not(box: Container) -> None:
    mine, others = _lets(box, "veilingklok"), _lets(box, "nobody")
    wanted = {"network-control", "settings.modify.system", "wifi.scan", "wifi.share.protected"}
    assert {name for name in mine if mine[name] == "yes" != others[name]} == wanted
    assert {name for name in wanted if others[name] == "yes"} == set()


def _lets(box: Container, user: str) -> dict[str, str]:
    said = box.runs("runuser", "-u", user, "--", "nmcli", "--terse", "general", "permissions")
    pairs = [line.rsplit(":", 1) for line in said.splitlines()]
    return {name.removeprefix("org.freedesktop.NetworkManager."): answer for name, answer in pairs}


def test_the_command_is_for_root_who_speaks_as_the_box(box: Container) -> None:
    assert "veilingklok, version" in box.runs("veilingklok", "--version")
    # as whom it is not forbidden; again, for it waits two seconds only
    eventually(lambda: "Veilingklok answers at port 80." in box.says("veilingklok", "doctor"))
    assert box.tries("runuser", "-u", "nobody", "--", "veilingklok", "games") == 1


def test_one_that_fails_again_and_again_is_tried_again_later_and_never_given_up(root: Path, box: Container) -> None:
    shown = (root / "etc/systemd/system/veilingklok-again.service").read_text().splitlines()
    tries = next(line for line in shown if line.startswith("ExecStart=/bin/sh"))
    box.runs("mkfifo", "/run/a-minute")
    waits = "ExecStart=/bin/sh -c 'read -r line </run/a-minute'"
    with _drop_in(root, "veilingklok-again.service", f"ExecStart=\n{waits}\n{tries}"):
        with _drop_in(root, SERVICE, "ExecStart=\nExecStart=/bin/false\nRestartSec=100ms"):
            box.runs("systemctl", "daemon-reload")
            box.tries("systemctl", "restart", SERVICE)
            box.waits_for("veilingklok-again.service", "ActiveState", "activating")
        box.runs("systemctl", "daemon-reload")
        box.runs("sh", "-c", "echo is over >/run/a-minute")
        box.waits_for(SERVICE, "ActiveState", "active")
    box.runs("systemctl", "daemon-reload")
    box.runs("rm", "/run/a-minute")
    assert "Start request repeated too quickly" in box.runs("journalctl", "--unit", SERVICE, "--output", "cat")


def test_one_that_waits_for_its_next_try_makes_room_as_well_and_nobody_disturbs_it_for_help(
    root: Path, box: Container
) -> None:
    with _drop_in(root, SERVICE, "ExecStart=\nExecStart=/bin/false\nRestartSec=1h"):
        box.runs("systemctl", "daemon-reload")
        box.tries("systemctl", "restart", SERVICE)
        box.waits_for(SERVICE, "SubState", "auto-restart")
        tried = box.shows(SERVICE, "InvocationID")
        assert box.tries("veilingklok", "restore", "latest", "--help") == 0
        assert box.shows(SERVICE, "InvocationID") == tried
        assert box.tries("veilingklok", "restore", "1999-01-01", "--yes") != 0  # there is no such copy
        assert box.shows(SERVICE, "InvocationID") != tried  # it was stopped, and has come back
    box.runs("systemctl", "daemon-reload")
    box.runs("systemctl", "reset-failed", SERVICE)
    box.runs("systemctl", "restart", SERVICE)


@contextlib.contextmanager
def _drop_in(root: Path, unit: str, lines: str) -> Iterator[None]:
    file = root / f"etc/systemd/system/{unit}.d/z.conf"
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"[Service]\n{lines}\n")
    try:
        yield
    finally:
        file.unlink()


def test_two_buttons_held_switch_the_machine_off(box: Container) -> None:
    phone = Phone(box)
    for seat in (0, 2):
        phone.button(seat, down=True)
    assert box.waits_until_off() == 0


def test_the_installer_knows_our_own_wi_fi_by_its_name() -> None:
    assert PROFILE == aerial.PROFILE


def test_it_can_be_removed_while_it_runs(checkout: Path) -> None:
    with a_room(checkout) as room:
        _removed(_playing(room))


def _removed(box: Container) -> None:
    joined = [_added(box, mode) for mode in ("ap", "infrastructure")][1]
    said = box.runs("/home/checkout/systemd/install", "--uninstall")
    assert "/var/lib/veilingklok stays" in said
    assert box.shows(SERVICE, "LoadState") == "not-found"
    assert box.runs("hostname").strip() == "raspberrypi"
    with pytest.raises(OSError, match="refused"):
        Phone(box).state()
    assert "games.sqlite3" in box.runs("ls", "/var/lib/veilingklok")
    assert box.tries("ls", "/run/veilingklok") != 0
    assert _profiles(box) == {joined}  # somebody's network that is called the same


def _added(box: Container, mode: str) -> str:
    """A Wi-Fi that has the name of our own."""
    before = _profiles(box)
    box.runs(
        "nmcli", "connection", "add", "type", "wifi", "con-name", PROFILE, "ifname", "*", "ssid", "x", "mode", mode
    )
    (uuid,) = _profiles(box) - before
    return uuid


def _profiles(box: Container) -> set[str]:
    lines = box.runs("nmcli", "--terse", "--fields", "UUID,NAME", "connection", "show").splitlines()
    return {line.partition(":")[0] for line in lines if line.endswith(f":{PROFILE}")}
