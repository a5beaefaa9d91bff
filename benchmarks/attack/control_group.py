"""A control group of the kernel with a limit of memory, as systemd gives the service; needs root."""

import os
from pathlib import Path
from typing import Self

LIMIT = 200_000_000
"""Bytes, as the unit of the service has it."""
_ROOT = Path("/sys/fs/cgroup")


class ControlGroup:
    """Use it in a `with`. Knows both versions of the kernel's groups."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._is_first_kind = (_ROOT / "memory" / "cgroup.procs").exists()
        self._folder = (_ROOT / "memory" if self._is_first_kind else _ROOT) / f"veilingklok-attacks-{os.getpid()}"
        self._limit = limit

    def __enter__(self) -> Self:
        try:
            self._folder.mkdir()
            self._file("memory.limit_in_bytes", "memory.max").write_text(str(self._limit))
        except OSError as error:
            raise SystemExit(f"There is no control group to be had here ({error}): run this as root.") from None
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.rmdir()

    @property
    def prefix(self) -> tuple[str, ...]:
        """Put before a command, it runs the command in the group."""
        return ("sh", "-c", f'echo $$ > {self._folder / "cgroup.procs"}; exec "$@"', "sh")

    @property
    def peak(self) -> float:
        """Megabytes that the group had at most, with the kernel's buffers for its files and sockets."""
        return int(self._file("memory.max_usage_in_bytes", "memory.peak").read_text()) / 1_000_000

    @property
    def kills(self) -> int:
        """Processes that the kernel ended because the group was full."""
        events = self._file("memory.oom_control", "memory.events").read_text().splitlines()
        return next(int(line.split()[1]) for line in events if line.startswith("oom_kill "))

    def _file(self, first: str, second: str) -> Path:
        return self._folder / (first if self._is_first_kind else second)
