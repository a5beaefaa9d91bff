"""Whether the tests still have their power: sixty mistakes that a programmer makes, and which of them are found.

Each of `mutations.toml` is made in a copy of the project, one at a time, and the tests are run there until one fails.
The tests that most likely find it run first, and if they all pass, so do all others: what stands beside a mistake in
the list can make it be found sooner, but never counts it as found or missed. A test that fails with a mistake has to
pass without it, or it does not count.

Run as `python benchmarks/mutations.py`; it ends with 1 if fewer are found than should be. `--hinted` runs nothing but
the likely tests, which takes a small part of the time and proves what is found, but not what is missed.
"""

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import click
import msgspec

PROJECT = Path(__file__).resolve().parent.parent
LIST = Path(__file__).with_suffix(".toml")
WANTED = 57
"""Of all sixty."""
MEMORY = Path("/dev/shm")
ROOM = 2 << 30
"""Bytes that must be free there."""

FAILED, INTERRUPTED, MISUSED, NOTHING_THERE = 1, 2, 4, 5
"""How pytest ends."""
_GRACE = 20.0
"""Seconds for tests to end when they are told to."""
_HANG_GUARD = 60
"""Seconds until a test that waits in vain fails: with a mistake that is common, and without it it is run again."""

Room = Literal["rules", "table", "hardware", "web", "systemd"]
Kind = Literal["sign", "boundary", "dropped line", "constant", "condition"]


class Mutation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One mistake: in a file a text that is there just once becomes another."""

    number: int
    room: Room
    kind: Kind
    what: str
    file: str
    was: str
    becomes: str
    tests: tuple[str, ...]
    """Those that most likely find it: files, or single tests."""

    def mistaken(self, text: str) -> str:
        return text.replace(self.was, self.becomes)

    def misfit(self) -> str | None:
        """Why it cannot be made, in a sentence."""
        file = PROJECT / self.file
        if not file.exists():
            return f"Mutation {self.number} is for {self.file}, which is not there."
        count = file.read_text(encoding="utf-8").count(self.was)
        if count != 1:
            return f"Mutation {self.number} is for a text that {self.file} has {count} times, not once."
        return f"Mutation {self.number} changes nothing." if self.was == self.becomes else None


class Result(msgspec.Struct, frozen=True):
    """What became of one."""

    number: int
    room: Room
    kind: Kind
    what: str
    file: str
    found_by: str | None
    """A test, or what else; None: it was not found."""
    seconds: float
    """Until then, with the look at whether the test is to be trusted."""


class Run(msgspec.Struct, frozen=True):
    """Tests that were run."""

    code: int
    failed: tuple[str, ...]
    said: str


class Workshop:
    """A copy of the project, with an environment of its own."""

    def __init__(self, folder: Path, *, workers: int, patience: float, long: bool) -> None:
        self._copy, self._temporary = folder / "project", folder / "temporary"
        self._workers = workers
        self._patience = patience
        self._long = long
        self._distrusted: set[str] = set()
        for name in _tracked():
            (self._copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(PROJECT / name, self._copy / name, follow_symlinks=False)
        self._python = _lay_environment(self._copy / ".venv", self._copy)
        self._check_rooms()

    def _check_rooms(self) -> None:
        """It is the copy's rooms that are imported, wherever the program is started."""
        says = "import companion, hardware, web; print(companion.__file__, hardware.__file__, web.__file__)"
        rooms = subprocess.check_output([self._python, "-c", says], cwd="/", text=True, env=self._environment()).split()
        strange = [room for room in rooms if not Path(room).is_relative_to(self._copy)]
        if strange:
            raise click.ClickException(f"The copy would be tested with {strange[0]}.")

    @contextmanager
    def mistaken(self, mutation: Mutation) -> Iterator[None]:
        file = self._copy / mutation.file
        was = file.read_text(encoding="utf-8")
        try:
            self._write(file, mutation.mistaken(was))
            yield
        finally:
            self._write(file, was)

    def _write(self, file: Path, text: str) -> None:
        """Without what was compiled before: two versions of a moment can be as old and as long as each other."""
        file.write_text(text, encoding="utf-8")
        for compiled in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
            compiled.unlink()

    def found_by(self, mutation: Mutation, stages: Sequence[Sequence[str]], lint: bool) -> str | None:
        """The first test that fails with the mistake and not without it."""
        with self.mistaken(mutation):
            if lint and (tool := self._complaining_tool()):
                return tool
        for tests in stages:
            while True:
                with self.mistaken(mutation):
                    run = self.test(tests)
                if run is None:
                    return "the tests, which did not come to an end"
                if run.code not in (FAILED, INTERRUPTED):
                    break
                if not run.failed:
                    raise click.ClickException(f"The tests say nothing of what failed:\n{run.said[-2000:]}")
                honest = [test for test in run.failed if self._is_trusted(test)]
                if honest:
                    return honest[0]
        return None

    def _is_trusted(self, test: str) -> bool:
        """Whether it passes without a mistake; one that does not is not asked again."""
        run = self.test([test])
        if run is None or run.code in (FAILED, INTERRUPTED):
            self._distrusted.add(test)
            click.echo(f"{test} fails without any mutation, too: it is not counted.", err=True)
            return False
        return True

    def test(self, tests: Sequence[str] = ()) -> Run | None:
        """Until the first failure; all of them if none are named. None: it took too long."""
        command = [str(self._python), "-m", "pytest", "-x", "-q", "-rfE", "--tb=no", "-p", "no:cacheprovider"]
        if self._workers:
            command += ["-n", str(self._workers), "--dist", "worksteal"]
        command += [f"--deselect={test}" for test in sorted(self._distrusted)]
        self._tidy_up()
        said = self._run([*command, *tests])
        if said is None:
            return None
        code, text = said
        if code not in (0, FAILED, INTERRUPTED, MISUSED, NOTHING_THERE) or (
            code in (MISUSED, NOTHING_THERE) and not tests
        ):
            raise click.ClickException(f"pytest ended with {code}:\n{text[-2000:]}")
        if code == MISUSED:
            click.echo(f"Not all of {', '.join(tests)} are there.", err=True)
        return Run(code, _failed(text), text)

    def _tidy_up(self) -> None:
        """What one mistake has left behind must not help with the next."""
        shutil.rmtree(self._copy / ".hypothesis", ignore_errors=True)
        shutil.rmtree(self._temporary, ignore_errors=True)
        self._temporary.mkdir()

    def _complaining_tool(self) -> str | None:
        for tool in (
            ("ruff", "check", "--quiet"),
            ("ruff", "format", "--check", "--quiet"),
            ("mypy",),
            ("lint-imports",),
        ):
            said = self._run([str(self._python.with_name(tool[0])), *tool[1:]])
            if said is None or said[0]:
                return " ".join(tool[:2])
        return None

    def _run(self, command: list[str]) -> tuple[int, str] | None:
        process = subprocess.Popen(
            command,
            cwd=self._copy,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        try:
            said, _ = process.communicate(timeout=self._patience)
        except subprocess.TimeoutExpired:
            _end(process)
            return None
        except BaseException:
            _end(process)
            raise
        return process.returncode, said

    def _environment(self) -> dict[str, str]:
        mine = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VEILINGKLOK_"))}
        mine |= {
            "PATH": f"{self._copy}/.venv/bin:{os.environ['PATH']}",
            "VIRTUAL_ENV": f"{self._copy}/.venv",
            "PYTEST_DEBUG_TEMPROOT": str(self._temporary),
            "VEILINGKLOK_HANG_GUARD": str(_HANG_GUARD),
        }
        return mine | {"VEILINGKLOK_LONG": "1"} if self._long else mine


def _end(process: "subprocess.Popen[str]") -> None:
    """With all that it has started."""
    for kind in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, kind)
            process.communicate(timeout=_GRACE)
        except subprocess.TimeoutExpired:
            continue
        except ProcessLookupError:
            pass
        return


def _tracked() -> list[str]:
    """The files of the project, also those that somebody has just added; but not those that were just removed."""
    listed = ["git", "-C", str(PROJECT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.check_output(listed, text=True).split("\0")
    return [name for name in names if name and ((PROJECT / name).exists() or (PROJECT / name).is_symlink())]


def _lay_environment(folder: Path, copy: Path) -> Path:
    """The packages of the environment that runs this, by links, and the rooms of the copy in place of the project's: so
    it is also for whatever the tests start in an environment that they have emptied. The Python in it."""
    real, packages = Path(sys.prefix), Path(sysconfig.get_path("purelib"))
    own = folder / packages.relative_to(real)
    own.mkdir(parents=True)
    (real / "debian").mkdir(exist_ok=True)  # where the tests keep what takes long to make: not in what is thrown away
    for thing in real.iterdir():
        if thing.name not in ("bin", "lib", "lib64", "pyvenv.cfg"):
            (folder / thing.name).symlink_to(thing)
    for package in packages.iterdir():
        if not package.name.startswith("__editable__") and package.name != "__pycache__":
            (own / package.name).symlink_to(package)
    (own / "copy.pth").write_text(f"{copy}\n", encoding="utf-8")
    shutil.copy2(real / "pyvenv.cfg", folder)
    (folder / "bin").mkdir()
    for program in (real / "bin").iterdir():
        _lay_program(program, folder / "bin" / program.name, real, folder)
    return folder / "bin" / "python"


def _lay_program(program: Path, own: Path, real: Path, folder: Path) -> None:
    """A script begins with the path of its Python."""
    if program.is_symlink():
        own.symlink_to(program.readlink())
        return
    shutil.copy2(program, own)
    content = program.read_bytes()
    if content.startswith(b"#!"):
        own.write_bytes(content.replace(bytes(real), bytes(folder), 1))


def _failed(said: str) -> tuple[str, ...]:
    """The tests that did; without what pytest says of why."""
    lines = (line.partition(" ") for line in said.splitlines())
    return tuple(dict.fromkeys(rest.partition(" - ")[0] for word, _, rest in lines if word in ("FAILED", "ERROR")))


def mutations() -> list[Mutation]:
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))["mutation"]
    return msgspec.convert(listed, list[Mutation])


def _numbers(_context: click.Context, _option: click.Parameter, typed: str | None) -> set[int] | None:
    if typed is None:
        return None
    numbers: set[int] = set()
    for part in typed.split(","):
        first, _, last = part.partition("-")
        if not (first.isdecimal() and (last or first).isdecimal()):
            raise click.BadParameter("numbers look like 3,7,20-29.")
        numbers |= set(range(int(first), int(last or first) + 1))
    return numbers


@contextmanager
def _folder() -> Iterator[Path]:
    has_room = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
    folder = Path(tempfile.mkdtemp(prefix="veilingklok-mutations-", dir=MEMORY if has_room else None))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _check_baseline(workshop: Workshop, stages: Sequence[Sequence[str]]) -> None:
    for tests in stages:
        run = workshop.test(tests)
        if run is None or run.code in (FAILED, INTERRUPTED):
            failed = run.failed[0] if run and run.failed else "a test"
            raise click.ClickException(f"Without any mutation {failed} fails already.")


def _told(result: Result) -> str:
    found = result.found_by or "NOT CAUGHT"
    return f"{result.number:>3} {result.room:<9}{result.seconds:>6.0f} s  {result.file}: {result.what}\n{'':>22}{found}"


@click.command(help=__doc__.partition("\n\nRun as")[0])
@click.option("--only", metavar="NUMBERS", callback=_numbers, help="Of the list, such as 3,7,20-29.")
@click.option("--hinted", is_flag=True, help="Run nothing but the tests that most likely find each.")
@click.option("--tests", multiple=True, metavar="PATH", help="Run these first instead; can be given several times.")
@click.option("--long", "long", is_flag=True, help="With the tests of ./check --long.")
@click.option("--lint", is_flag=True, help="Ask ruff, mypy and import-linter before the tests.")
@click.option(
    "--baseline/--no-baseline", default=True, show_default=True, help="First see that all is well without any."
)
@click.option("--workers", default=2, show_default=True, help="Tests at a time; 0: no other processes.")
@click.option("--patience", default=1800.0, show_default=True, help="Seconds for the tests to come to an end.")
@click.option("--check", "only_check", is_flag=True, help="Only see whether the list fits the project.")
@click.option("--json", "as_json", is_flag=True, help="The results as JSON.")
def main(
    only: set[int] | None,
    hinted: bool,
    tests: tuple[str, ...],
    long: bool,
    lint: bool,
    baseline: bool,
    workers: int,
    patience: float,
    only_check: bool,
    as_json: bool,
) -> None:
    wanted = [mutation for mutation in mutations() if only is None or mutation.number in only]
    misfits = [misfit for mutation in wanted if (misfit := mutation.misfit())]
    if misfits:
        raise click.ClickException("\n".join(misfits))
    if only_check:
        click.echo(f"All {len(wanted)} fit.")
        return
    results = []
    with _folder() as folder:
        workshop = Workshop(folder, workers=workers, patience=patience, long=long)
        if baseline:
            likely = sorted({test for mutation in wanted for test in tests or mutation.tests})
            click.echo("Without any mutation ...", err=True)
            _check_baseline(workshop, [likely] if hinted else [()])
        for mutation in wanted:
            first = tests or mutation.tests
            stages: list[Sequence[str]] = [first] if hinted else [first, ()]
            began = time.monotonic()
            found_by = workshop.found_by(mutation, stages, lint)
            seconds = round(time.monotonic() - began, 1)
            results.append(
                Result(mutation.number, mutation.room, mutation.kind, mutation.what, mutation.file, found_by, seconds)
            )
            click.echo(_told(results[-1]), err=as_json)
    caught = sum(result.found_by is not None for result in results)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(results), indent=1).decode())
    click.echo(f"{caught} of {len(results)} caught", err=as_json)
    if len(results) - caught > len(mutations()) - WANTED:
        sys.exit(1)


if __name__ == "__main__":
    main()
