"""A real Debian in a folder, for tests: made once and kept beside the tools, copied for whoever wants to change it.

What the program needs comes as wheels, so that nothing but Debian's own packages is fetched while a box is installed.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from installing.program import LOCKS

CHECKOUT = Path(__file__).parent.parent.parent
RELEASE, PYTHON = "bookworm", "3.11"
PACKAGES = (
    "systemd,systemd-sysv,dbus,python3,python3-venv,avahi-daemon,network-manager,polkitd,dnsmasq-base,"
    "python3-spidev,libnss-myhostname"
)
"""All but what only Raspberry Pi OS has: what an install would fetch itself is fetched once."""
_KEEPS_LISTS = "--skip=cleanup/apt/lists"
"""A system that has been brought up to date before, and knows what the release has."""
WHEELS = "/wheels"
PIP_LOG = "/tmp/pip.log"
"""In every root. The log belongs to whoever ran pip."""
_KEPT = Path(sys.prefix) / "debian"


def _missing() -> str:
    if os.geteuid() != 0:
        return "only root can lay out a Debian"
    tools = {"mmdebstrap": "mmdebstrap", "systemd-nspawn": "systemd-container", "systemd-analyze": "systemd"}
    there_are_not = [package for tool, package in tools.items() if not shutil.which(tool)]
    if there_are_not:
        return f"Debian's {', '.join(there_are_not)} not installed"
    tried = subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True, check=False)
    return "this root may not mount anything" if tried.returncode else ""


_WHY_NOT = _missing()
NEEDED = pytest.mark.skipif(bool(_WHY_NOT), reason=_WHY_NOT)


@contextlib.contextmanager
def a_debian() -> Iterator[Path]:
    """Fresh, and the tester's own."""
    with _changeable(_base()) as root:
        subprocess.run(["cp", "-a", _wheels(), root / WHEELS.strip("/")], check=True)
        _as_on_a_pi(root)
        yield root


class Installed(NamedTuple):
    root: Path
    said: str
    """By the installer."""


@contextlib.contextmanager
def an_installed_debian(checkout: Path) -> Iterator[Installed]:
    """The tester's own, with this checkout installed: once for all tests, and again only for other sources."""

    def make(folder: Path) -> None:
        folder.mkdir()
        with a_debian() as root:
            (folder / "said").write_text(installed(checkout, root), encoding="utf-8")
            subprocess.run(["cp", "-a", root, folder / "root"], check=True)

    mark = _mark(_base().name, _wheels().name, *_contents(checkout))
    kept = _kept(f"installed-{mark}", make)
    with _in_use(kept), _changeable(kept / "root") as root:
        _forget_others(kept, "installed-")
        yield Installed(root, (kept / "said").read_text(encoding="utf-8"))


@contextlib.contextmanager
def _changeable(kept: Path) -> Iterator[Path]:
    """What is kept, for one who changes it: a layer over it, or where none can be had a copy. Not on a file system that
    knows no devices."""
    folder = Path(tempfile.mkdtemp(prefix="veilingklok-", dir="/var/tmp"))
    root, changes, work = folder / "root", folder / "changes", folder / "work"
    for place in (root, changes, work):
        place.mkdir()
    options = f"lowerdir={kept},upperdir={changes},workdir={work},volatile"
    mounted = subprocess.run(
        ["mount", "-t", "overlay", "overlay", "-o", options, root], capture_output=True, check=False
    )
    is_layer = mounted.returncode == 0
    try:
        if not is_layer:
            subprocess.run(["cp", "-a", "--reflink=auto", f"{kept}/.", root], check=True)
        yield root
    finally:
        if is_layer:
            subprocess.run(["umount", "--lazy", root], check=True)  # somebody may still be on the way out
        shutil.rmtree(folder)


def _as_on_a_pi(root: Path) -> None:
    (root / "etc/hostname").write_text("raspberrypi\n")
    (root / "etc/hosts").write_text("127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n")
    (root / "etc/cloud/cloud.cfg.d").mkdir(parents=True)
    boot = root / "boot/firmware"
    boot.mkdir()
    (boot / "config.txt").write_text("dtparam=audio=on\n[pi4]\narm_boost=1\n")
    (boot / "cmdline.txt").write_text("console=tty1 root=PARTUUID=6c586e13-02 rootfstype=ext4 rootwait\n")


def a_checkout(folder: Path) -> Path:
    """As it is now: the one that is worked on may change while tests run."""
    folder.mkdir(parents=True)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(CHECKOUT / name, folder)
    for room in ("requirements", "companion", "hardware", "web", "systemd"):
        shutil.copytree(CHECKOUT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def install(checkout: Path, root: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [checkout / "systemd/install", "--root", root, *words],
        env=without_network(),
        capture_output=True,
        text=True,
        check=False,
    )


def without_network() -> dict[str, str]:
    """pip's own words for it; what this machine says otherwise is left out."""
    mine = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    return mine | {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": WHEELS, "PIP_LOG": PIP_LOG}


def installed(checkout: Path, root: Path, *words: str) -> str:
    """What it said."""
    done = install(checkout, root, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _base() -> Path:
    def make(folder: Path) -> None:
        tool = [
            "mmdebstrap",
            "--quiet",
            "--variant=minbase",
            _KEEPS_LISTS,
            f"--include={PACKAGES}",
            RELEASE,
            str(folder),
        ]
        subprocess.run(tool, check=True, stdin=subprocess.DEVNULL)

    return _kept(f"{RELEASE}-{_mark(PACKAGES, _KEEPS_LISTS)}", make)


def _wheels() -> Path:
    locks = [CHECKOUT / lock for lock in LOCKS]

    def make(folder: Path) -> None:
        wanted = [word for lock in locks for word in ("--requirement", str(lock))]
        tool = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:", "--python-version", PYTHON]
        subprocess.run([*tool, "--require-hashes", "--no-deps", *wanted, "--dest", str(folder)], check=True)

    return _kept(f"wheels-{_mark(*(lock.read_text(encoding='utf-8') for lock in locks))}", make)


def _mark(*made_of: str) -> str:
    return hashlib.sha256("".join(made_of).encode()).hexdigest()[:8]


def _contents(checkout: Path) -> Iterator[str]:
    for file in sorted(path for path in checkout.rglob("*") if path.is_file()):
        yield f"{file.relative_to(checkout)} {file.stat().st_mode} {hashlib.sha256(file.read_bytes()).hexdigest()}"


def _kept(name: str, make: Callable[[Path], None]) -> Path:
    """Made by whoever comes first, while others wait; and only if it came to its end."""
    _KEPT.mkdir(exist_ok=True)
    kept, half = _KEPT / name, _KEPT / f"{name}.half"
    with _lock(kept).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        if kept.exists():  # perhaps in use, and then nobody could have it alone
            return kept
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            shutil.rmtree(half, ignore_errors=True)
            make(half)
            half.rename(kept)
    return kept


def _lock(kept: Path) -> Path:
    return kept.with_name(f"{kept.name}.lock")


@contextlib.contextmanager
def _in_use(kept: Path) -> Iterator[None]:
    """Nobody forgets it meanwhile."""
    with _lock(kept).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        assert kept.exists()
        yield


def _forget_others(kept: Path, beginning: str) -> None:
    """Of other sources, unless another run uses them."""
    for other in _KEPT.glob(f"{beginning}*"):
        if other == kept or other.suffix:  # its own, a lock, or one that somebody is making
            continue
        with _lock(other).open("w") as lock, contextlib.suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(other)
