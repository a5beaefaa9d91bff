"""What a person can ask of `systemd/rehearse`, and what it says on its way."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rehearsal.evenings import Evenings
from rehearsal.kernel import KEYRING, Kernel
from rehearsal.machine import make_device_tree
from rehearsal.report import Report
from rehearsal.root import Root, fetch_wheels

CHECKOUT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = {
    "qemu-system-aarch64": "qemu-system-arm",
    "qemu-aarch64-static": "qemu-user-static",
    "arch-test": "arch-test",
    "mmdebstrap": "mmdebstrap",
    "fdtput": "device-tree-compiler",
    "mke2fs": "e2fsprogs",
    "git": "git",
}
"""And the packages of Debian that bring them."""


class Refused(Exception):
    """With the reason why."""


def main(words: list[str] | None = None) -> int:
    wishes = _wishes(words)
    try:
        _check(wishes.python)
        report = _rehearsed(wishes)
    except Refused as error:
        return _complain(str(error))
    except subprocess.CalledProcessError as error:
        said = (error.stderr or error.stdout or "").strip().splitlines()
        return _complain(f"{error.cmd[0]} failed: {said[-1] if said else error.returncode}")
    print(json.dumps(report.as_json(), indent=1) if wishes.json else report.as_table())
    return 0 if report.is_good else 1


def _complain(sentence: str) -> int:
    print(f"systemd/rehearse: {sentence}", file=sys.stderr)
    return 1


def _wishes(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="systemd/rehearse",
        description="Install this checkout on an emulated Raspberry Pi and try it there: presses on lines of the "
        "kernel, boot, watchdog, memory, time jumps, switching off, the plug pulled. Takes half an hour.",
    )
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="keep what was fetched there, and use it the next time"
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of the presses")
    parser.add_argument("--wifi", action="store_true", help="an evening with simulated radios as well")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON; progress goes to stderr anyway")
    parser.add_argument("--python", default=sys.executable, help="a Python with pip, to fetch wheels; usually this one")
    return parser.parse_args(words)


def _check(python: str) -> None:
    if os.geteuid() != 0:
        raise Refused("Only root may make the files of another root: sudo systemd/rehearse")
    missing = sorted(package for program, package in PROGRAMS.items() if not shutil.which(program))
    missing += [] if KEYRING.exists() else ["debian-archive-keyring"]
    if missing:
        raise Refused(f"This needs Debian packages that are not here: apt install {' '.join(missing)}")
    if subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=False).returncode:
        raise Refused(f"{python} has no pip to fetch wheels with: say --python with one that has.")


def _check_runs_arm64() -> None:
    """Debian configures itself in its own root, by qemu's user emulation."""
    if subprocess.run(["arch-test", "arm64"], capture_output=True, check=False).returncode:
        raise Refused(
            "This machine cannot run programs for arm64 yet: apt install binfmt-support; "
            "mount -t binfmt_misc none /proc/sys/fs/binfmt_misc (if nothing is there); update-binfmts --enable"
        )


def _rehearsed(wishes: argparse.Namespace) -> Report:
    with _place(wishes.keep) as place:
        place.mkdir(parents=True, exist_ok=True)
        kernel, root, wheels = Kernel(place / "kernel"), Root(place / "root"), place / "wheels"
        if not root.is_there:
            _check_runs_arm64()
        if not kernel.is_there:
            _step("Fetch a kernel that can simulate lines", lambda: kernel.fetch(place / "packages"))
        if not root.is_there:
            _step("Make a Debian for arm64, about five minutes", lambda: root.make(kernel))
        _step("Fetch wheels for arm64", lambda: fetch_wheels(wheels, CHECKOUT, wishes.python))
        _step("Lay this checkout into it", lambda: root.lay(CHECKOUT, wheels, 0.1 if wishes.quick else 1.0))
        _step("Write the card", lambda: root.image(place / "card"))
        (place / "initramfs").write_bytes(kernel.initramfs(root.busybox))
        make_device_tree(place / "tree")
        return Evenings(kernel.image, place, wishes.wifi, _say).played()


@contextmanager
def _place(keep: Path | None) -> Iterator[Path]:
    if keep:
        yield keep.resolve()
    else:
        with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
            yield Path(folder)


def _step(sentence: str, deed: Callable[[], None]) -> None:
    began = time.monotonic()
    _say(sentence)
    deed()
    _say(f"  {time.monotonic() - began:.0f} s")


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
