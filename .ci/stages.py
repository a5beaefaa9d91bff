"""Runs the stages of ./check and says at the end what each took, wall and CPU time, the tests by family.

The stages that only read the code run beside the tests. Everything is heard to its end, so that one run tells of all
that is wrong.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

BUDGET = 16 * 60
"""Seconds of CPU time for the quick check. More is said loudly, and is no failure: machines differ."""

READING = {
    "lint": ["ruff", "check", "--quiet"],
    "format": ["ruff", "format", "--check", "--quiet"],
    "imports": ["lint-imports"],
    "types": ["mypy"],
}
WORKERS = (os.cpu_count() or 1) + 1
"""One more than there are cores: some tests wait for a clock, a browser or a container."""
TESTS = ["pytest", "-n", str(WORKERS), "--dist", "worksteal"]
COVERAGE = ["--cov"]


class Stage(NamedTuple):
    """A command that has ended; seconds."""

    name: str
    status: int
    wall: float
    cpu: float


def run(name: str, command: list[str], output: int | None = None) -> Stage:
    """Its CPU time is the kernel's, of all that it started and waited for. Browsers leave some that nobody waits for:
    the families of the tests have those too."""
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=output, stderr=output)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Stage(name, process.returncode, time.monotonic() - began, usage.ru_utime + usage.ru_stime)


def read_code(stages: list[Stage]) -> None:
    """What a stage says is shown when it has ended, in one piece."""
    for name, command in READING.items():
        with tempfile.TemporaryFile() as said:
            stages.append(run(name, command, said.fileno()))
            said.seek(0)
            sys.stdout.flush()
            sys.stdout.buffer.write(said.read())
            sys.stdout.flush()


def report(stages: list[Stage], families: dict[str, tuple[float, float]], wall: float) -> float:
    """Print the table; returns the CPU seconds of everything."""
    rows = [(stage.name, stage.wall, stage.cpu) for stage in stages if stage.name != "tests" or not families]
    rows += sorted(((f"tests: {name}", *spent) for name, spent in families.items()), key=lambda row: -row[2])
    print(f"\n{'seconds':<28}{'wall':>8}{'CPU':>8}")
    for name, of_wall, of_cpu in rows:
        print(f"{name:<28}{of_wall:>8.0f}{of_cpu:>8.0f}")
    cpu = sum(of_cpu for _, _, of_cpu in rows)
    print(f"{'together':<28}{wall:>8.0f}{cpu:>8.0f}   (families' walls overlap)")
    return cpu


def keep_compiled() -> None:
    """In the virtual environment, whatever the machine's usual way is: the tests start Python hundreds of times, and to
    compile all of the program takes a second each time."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(sys.prefix) / "pycache")


def main() -> int:
    keep_compiled()
    long = "VEILINGKLOK_LONG" in os.environ
    began = time.monotonic()
    stages: list[Stage] = []
    reader = threading.Thread(target=read_code, args=[stages])
    reader.start()
    with tempfile.TemporaryDirectory() as folder:
        times = Path(folder) / "times.json"
        tests = run("tests", [*TESTS, *(COVERAGE if long else []), "--times", str(times)])
        families = json.loads(times.read_text(encoding="utf-8")) if times.exists() else {}
    reader.join()
    cpu = report([*stages, tests], families, time.monotonic() - began)
    passed = [stage.name for stage in (*stages, tests) if not stage.status]
    failed = [name for name in (*READING, tests.name) if name not in passed]  # also one that could not even be run
    if cpu > BUDGET and not long:
        print(f"!!! OVER BUDGET: {cpu / 60:.1f} minutes of CPU time; ./check is to need at most {BUDGET // 60}.")
    print(f"FAILED: {', '.join(failed)}" if failed else "All is well.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
