"""The first evening: the installer, for real, twice; then the service that it has laid and started."""

import os
import subprocess
import time
from pathlib import Path

from rehearsal.guest import box
from rehearsal.guest.fingers import until
from rehearsal.guest.phone import Phone
from rehearsal.guest.telling import check, figure, step

INSTALL = "/rehearsal/checkout/systemd/install"
WITHOUT_NETWORK = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/rehearsal/wheels"}
"""pip takes the wheels that lie there; the installer knows nothing of it."""

QUICK = """
[bots]
pace = 0.0

[clock]
profile = "even"
seconds_per_price = 0.2
speed = 2.0
get_ready = 0.0
"""
"""So that a whole game of bots takes minutes, not an evening."""

CHANGES = ("Build", "Call", "Lay", "Make", "Remove", "Use", "Write")
"""So begin the steps that change a machine."""
PINS = "lgpio drives them"


def play() -> None:
    step("systemd/install, on a machine that was never a box")
    _install("install.seconds")
    step("systemd/install once more: nothing is left to do")
    said = _install("install.again_seconds")
    done = [line for line in said if line.startswith(CHANGES)]
    check("A second install changes nothing", not done, done)
    until(lambda: box.shown(box.SERVICE, "ActiveState") == "active", 120, "the service is active")
    check("The installer leaves a service that is ready", True)
    until(Phone().is_answered, 120, "the page answers on port 80")
    check("The page answers on port 80", True)
    process = Path("/proc") / box.shown(box.SERVICE, "MainPID") / "status"
    status = dict(line.split(":\t", 1) for line in process.read_text().splitlines() if ":\t" in line)
    check("It runs as its own user", status["Uid"].split()[0] != "0", status["Uid"].split())
    check("It can gain no privileges", status["NoNewPrivs"].strip() == "1", status["NoNewPrivs"].strip())
    check("The doctor finds the pins, also from a home that is closed to the box", PINS in _doctor_at_home())
    with box.SETTINGS.open("a") as settings:
        settings.write(QUICK)
    box.run("veilingklok", "settings", "check", str(box.SETTINGS))
    subprocess.run(["systemctl", "--no-block", "poweroff"], check=True)


def _install(takes: str) -> list[str]:
    """What it says."""
    began, said = time.monotonic(), list[str]()
    with subprocess.Popen(
        [INSTALL], env=os.environ | WITHOUT_NETWORK, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as installer:
        assert installer.stdout is not None
        for line in installer.stdout:
            said.append(line.rstrip())
            step(f"  {said[-1]}")
    if installer.returncode:
        raise RuntimeError(f"the installer refused: {said[-1:]}")
    figure(takes, round(time.monotonic() - began, 1))
    return said


def _doctor_at_home() -> str:
    """Where the owner types it. The clock has its lines meanwhile, and makes no room for this."""
    home = Path("/home/owner")
    home.mkdir(mode=0o700, parents=True)
    return subprocess.run(["veilingklok", "doctor"], cwd=home, capture_output=True, text=True, check=False).stdout
