"""The box as systemd and the kernel see it."""

import subprocess
from pathlib import Path

SERVICE = "veilingklok.service"
PROGRAM = Path("/opt/veilingklok/current/.venv/bin/python")
SETTINGS = Path("/etc/veilingklok/veilingklok.toml")
_GROUP = Path("/sys/fs/cgroup/system.slice") / SERVICE


def words() -> dict[str, str]:
    """What the kernel was told at its start."""
    return dict(word.split("=", 1) for word in Path("/proc/cmdline").read_text().split() if "=" in word)


def run(*words: str, patience: float = 600) -> str:
    done = subprocess.run(words, capture_output=True, text=True, timeout=patience, check=False)
    if done.returncode:
        raise RuntimeError(
            f"{' '.join(words)} ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-600:]}"
        )
    return done.stdout


def shown(unit: str, name: str) -> str:
    return run("systemctl", "show", "--value", "--property", name, unit).strip()


def seconds_after_start(unit: str) -> float:
    """Of the kernel, until the unit was there."""
    return round(int(shown(unit, "ActiveEnterTimestampMonotonic")) / 1e6, 1)


def group(name: str) -> int:
    """A figure of the service's control group, such as memory.peak."""
    return int((_GROUP / name).read_text())


def log() -> str:
    return run("journalctl", "--no-pager", "-b", "-u", SERVICE, "-o", "short-monotonic")


def may_open(device: str) -> bool:
    """Whether a process in the service's control group may, even as root."""
    inside = f"echo $$ > {_GROUP}/cgroup.procs && exec 3< {device}"
    return subprocess.run(["sh", "-c", inside], capture_output=True, check=False).returncode == 0
