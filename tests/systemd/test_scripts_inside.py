"""The two shell scripts of a box, in a Debian of their own: only the program and systemctl are stand-ins there."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from debian_roots import CHECKOUT, NEEDED, a_debian
from hang_guard import HANG_GUARD

pytestmark = NEEDED

FILES = CHECKOUT / "systemd/files"
PROGRAM = """#!/bin/sh
echo "veilingklok $*" >> /tmp/deeds
echo "$(id -un) $TMPDIR" > /tmp/how
exit 3
"""
SYSTEMCTL = """#!/bin/sh
case "$1" in
  show) cat "/tmp/$5" ;;
  *) echo "systemctl $*" >> /tmp/deeds ;;
esac
"""
STOP = "systemctl stop veilingklok-again.service veilingklok.service"
COME_BACK = ["systemctl reset-failed veilingklok.service", "systemctl start veilingklok.service"]


@pytest.fixture(scope="module")
def laid_out() -> Iterator[Path]:
    with a_debian() as root:
        for name, text in (
            ("opt/veilingklok/current/.venv/bin/veilingklok", PROGRAM),
            ("usr/local/bin/systemctl", SYSTEMCTL),
        ):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
            (root / name).chmod(0o755)
        for script in ("veilingklok.sh", "farewell.sh", "sysusers.conf"):
            shutil.copy(FILES / script, root / script)
        subprocess.run(["chroot", root, "systemd-sysusers", "/sysusers.conf"], check=True)
        (root / "run/veilingklok").mkdir()
        yield root


@pytest.fixture
def root(laid_out: Path) -> Path:
    for name in ("deeds", "how"):
        (laid_out / "tmp" / name).write_text("")
        (laid_out / "tmp" / name).chmod(0o666)
    (laid_out / "run/veilingklok/off").unlink(missing_ok=True)
    _state(laid_out, "active")
    return laid_out


def _state(root: Path, service: str, again: str = "inactive") -> None:
    (root / "tmp/veilingklok.service").write_text(f"{service}\n")
    (root / "tmp/veilingklok-again.service").write_text(f"{again}\n")


def _hears_every_signal() -> None:
    """A shell cannot trap what whoever started it ignores, as Ctrl-C is ignored by what runs in the background."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def _runs(root: Path, script: str, *words: str, **environment: str) -> int:
    done = subprocess.run(
        ["chroot", root, "sh", f"/{script}", *words],
        env={"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", **environment},
        stdin=subprocess.DEVNULL,
        timeout=HANG_GUARD,
        preexec_fn=_hears_every_signal,
        check=False,
    )
    return done.returncode


def _deeds(root: Path) -> list[str]:
    return (root / "tmp/deeds").read_text().splitlines()


@pytest.mark.parametrize(
    ("service", "again"),
    [("active", "inactive"), ("activating", "inactive"), ("deactivating", "inactive"), ("failed", "activating")],
)
@pytest.mark.parametrize("words", ["selftest", "dial", "restore latest"])
def test_a_clock_that_runs_or_will_makes_room_and_comes_back(root: Path, service: str, again: str, words: str) -> None:
    _state(root, service, again)
    assert _runs(root, "veilingklok.sh", *words.split()) == 3
    assert _deeds(root) == [STOP, f"veilingklok {words}", *COME_BACK]


@pytest.mark.parametrize("how", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_the_clock_comes_back_also_when_the_line_to_the_box_breaks(root: Path, how: signal.Signals) -> None:
    program = root / "opt/veilingklok/current/.venv/bin/veilingklok"
    program.write_text("#!/bin/sh\nkill -$HOW $PPID\n")
    try:
        assert _runs(root, "veilingklok.sh", "dial", HOW=how.name.removeprefix("SIG")) == 130
    finally:
        program.write_text(PROGRAM)
    assert _deeds(root) == [STOP, *COME_BACK]


@pytest.mark.parametrize("service", ["inactive", "failed"])
def test_one_that_does_not_run_stays_as_it_is(root: Path, service: str) -> None:
    _state(root, service)
    assert _runs(root, "veilingklok.sh", "selftest") == 3
    assert _deeds(root) == ["veilingklok selftest"]


@pytest.mark.parametrize(
    "words",
    ["restore latest --help", "selftest -h", "dial --help", "selftest --simulate", "dial --simulate", "restore"],
)
def test_whoever_only_asks_or_simulates_disturbs_nobody(root: Path, words: str) -> None:
    _runs(root, "veilingklok.sh", *words.split())
    assert _deeds(root) == [f"veilingklok {words}"]


@pytest.mark.parametrize(
    ("words", "user"),
    [("games", "veilingklok"), ("selftest", "veilingklok"), ("dial", "root"), ("settings", "root"), ("board", "root")],
)
def test_root_becomes_the_user_of_the_box_unless_his_own_files_are_meant(root: Path, words: str, user: str) -> None:
    _runs(root, "veilingklok.sh", words)
    assert (root / "tmp/how").read_text().split()[0] == user


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("how", ["poweroff", "halt"])
def test_the_farewell_is_in_the_language_of_the_table(root: Path, how: str, language: str) -> None:
    (root / "run/veilingklok/off").write_text(language)
    _runs(root, "farewell.sh", how)
    assert _deeds(root) == [f"veilingklok farewell --language {language}"]


def test_it_has_the_one_folder_in_which_anything_can_be_written(root: Path) -> None:
    _runs(root, "farewell.sh", "poweroff")
    assert (root / "tmp/how").read_text().split() == ["root", "/run"]


def test_whoever_starts_anew_needs_no_farewell(root: Path) -> None:
    assert _runs(root, "farewell.sh", "reboot") == 0
    assert _deeds(root) == []


@pytest.mark.parametrize("content", ["", "xx", "--data /etc", "de" * 1_000_000])
def test_what_is_no_language_is_left_out(root: Path, content: str) -> None:
    (root / "run/veilingklok/off").write_text(content)
    _runs(root, "farewell.sh", "poweroff")
    assert _deeds(root) == ["veilingklok farewell"]


def test_a_pipe_into_which_nobody_writes_does_not_hold_it_up(root: Path) -> None:
    os.mkfifo(root / "run/veilingklok/off")
    _runs(root, "farewell.sh", "poweroff")
    assert _deeds(root) == ["veilingklok farewell"]
