"""The report: one text for whoever is to find out what is wrong with a device elsewhere, with nothing private in it.

Nothing is changed by looking, and whatever cannot be looked at is said instead; a report always comes of it. It is
often written by root in a folder of somebody else, so every file is opened only if it is a plain one: no link is
followed, and no pipe or device is opened.
"""

import importlib.metadata
import os
import platform
import pwd
import re
import socket
import sqlite3
import stat
import subprocess
import tempfile
from base64 import b64encode, urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.caretaker import free_space
from companion.copies import FOLDER, Copies, Copy
from companion.discretion import NO_SENTENCES, Discretion, Private, Sentences
from companion.errors import BadSettings
from companion.journal import BRIEF_OPENINGS, FILE, BriefOpening
from companion.journal_file import Damaged, GameLine, connect, drawer_lines, game_lines, row_lines
from companion.plain_files import NotPlain, copy_plain, read_plain
from companion.seats import PERSON
from companion.settings import SETTINGS, Settings, choosing
from companion.untouched import untouched
from companion.wifi import Aerial

UNITS = (
    "veilingklok.service",
    "veilingklok-again.service",
    "veilingklok-off.path",
    "veilingklok-off.service",
    "veilingklok-backup.timer",
    "veilingklok-backup.service",
)
LINES = 200
"""Of the log."""

_FACTS = "Id,LoadState,ActiveState,SubState,Result,NRestarts,ExecMainStatus,ActiveEnterTimestamp,MemoryCurrent"
_ROWS = 10
"""The last ones of the last game."""
_PATIENCE = 20
"""Seconds for another program."""
_EVERYWHERE = frozenset({"localhost", "nobody", "pi", "raspberrypi", "root", "user", "veilingklok"})
"""Names of machines and users that say nothing about anybody."""
_UNKNOWN = "unknown"
"""A game of which not even the beginning can be understood."""
_INTRODUCTION = (
    "Veilingklok report. Names of players, users, machines and networks, addresses, passwords and keys are taken out."
)

Lines = Iterable[str]


class _Known(NamedTuple):
    """What a journal says of its people."""

    private: tuple[Private, ...] = ()
    is_complete: bool = True
    """Else somebody's name may be missing."""


def written(
    data: Path,
    settings: Settings | BadSettings,
    findings: Callable[[], Lines],
    sentences: Sentences = NO_SENTENCES,
    root: Path = Path("/"),
) -> str:
    """All of it. `findings` are the doctor's; `settings` may be why there are none; the machine lies under a root."""
    known = _known(data)
    discretion = Discretion((*known.private, *_of_machine(root), *_of_networks(), *_of_settings(settings)), sentences)
    sections: dict[str, Callable[[], Lines]] = {
        "Program": _program,
        "Machine": lambda: _machine(root, data),
        "Doctor": findings,
        "Settings": lambda: _settings(settings, data),
        "Self-test": lambda: _selftest(data),
        "Journal": lambda: _journal(data / FILE),
        "Files": lambda: _files(data),
        "Service": _units,
        "Log": lambda: _log(known),
    }
    told = [_INTRODUCTION, *(f"\n{title}\n{'-' * len(title)}\n{_safely(tell)}" for title, tell in sections.items())]
    return discretion.kept("\n".join(told)) + "\n"


def _safely(tell: Callable[[], Lines]) -> str:
    try:
        return "\n".join(tell()) or "nothing"
    except Exception as error:  # whatever it is, it is worth a line, and the rest is worth having
        return f"cannot be told: {type(error).__name__}: {error}"


# The program and the machine.


def _program() -> Lines:
    yield f"veilingklok {_version('veilingklok')}"
    yield f"Python {platform.python_version()}"
    for requirement in importlib.metadata.requires("veilingklok") or ():
        if "extra ==" not in requirement:
            name = re.split(r"[^\w.-]", requirement)[0]
            yield f"{name} {_version(name)}"


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "is missing"


def _machine(root: Path, data: Path) -> Lines:
    release = dict(re.findall(r'^(\w+)="?(.*?)"?$', _release(root), re.MULTILINE))
    memory = dict(re.findall(r"^(\w+):\s+(\d+) kB", _read(root / "proc/meminfo"), re.MULTILINE))
    up = _read(root / "proc/uptime").split()
    heat = _read(root / "sys/class/thermal/thermal_zone0/temp").strip()
    throttled = _read(root / "sys/devices/platform/soc/soc:firmware/get_throttled").strip()
    yield f"model: {_read(root / 'proc/device-tree/model').rstrip(chr(0)) or 'no Raspberry Pi'}"
    yield f"system: {release.get('PRETTY_NAME', 'unknown')}"
    yield f"kernel: {platform.release()} {platform.machine()}"
    yield f"up: {float(up[0]) / 3600:.1f} hours" if up else "up: unknown"
    yield f"memory: {_megabytes(memory.get('MemTotal'))}, of which free {_megabytes(memory.get('MemAvailable'))}"
    yield f"heat: {int(heat) / 1000:.0f} degrees" if heat.isdigit() else "heat: unknown"
    yield f"power: {throttled} (0: always enough)" if throttled else "power: unknown"
    yield f"free on the card: {free_space(_there(data)) // 1_000_000} MB"


def _release(root: Path) -> str:
    """Debian has a link in the first of these places."""
    return _read(root / "etc/os-release") or _read(root / "usr/lib/os-release")


def _megabytes(kilobytes: str | None) -> str:
    return f"{int(kilobytes) // 1000} MB" if kilobytes else "unknown"


def _there(folder: Path) -> Path:
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())


def _read(file: Path) -> str:
    try:
        return read_plain(file).decode(errors="replace")
    except OSError:
        return ""


# Settings and self-test.


def _settings(settings: Settings | BadSettings, data: Path) -> Lines:
    if isinstance(settings, BadSettings):
        for mistake in str(settings).splitlines():
            yield mistake.partition(", not ")[0]  # and not what was written instead: it may be a password
        return
    yield "from a file" if settings.file else "no file"
    yield from _chosen(settings)
    with _opened(data / FILE) as connection:
        choices = choosing.found(dict(drawer_lines(connection)).get("settings")) if connection else {}
    for key, value in choices.items():
        yield f"{key} = {value!r}, chosen at the table"


def _chosen(settings: Settings) -> Lines:
    for setting in SETTINGS:
        value = settings.values[setting.section][setting.name]
        if value != setting.default:
            yield f"{setting.key} is set" if setting.is_free else f"{setting.key} = {setting.written(value)}"


def _selftest(data: Path) -> Lines:
    file = data / "selftest.json"
    if not os.path.lexists(file):
        yield "was never run"
        return
    try:
        kept = msgspec.json.decode(read_plain(file))
    except NotPlain:
        yield _left_out(file)
        return
    yield f"{kept['at']}, with {kept['works']}"
    for finding in kept["findings"]:
        yield f"{'good' if finding['is_good'] else 'BAD '} {finding['part']}: {finding['says']}"


# The journal.


def _journal(file: Path) -> Lines:
    try:
        yield from _told_of_journal(file)
    except NotPlain as error:
        yield _left_out(Path(error.filename))


def _told_of_journal(file: Path) -> Lines:
    with _opened(file) as connection:
        if connection is None:
            yield "there is none"
            return
        kinds: Counter[str] = Counter()
        rows = 0
        last: list[str] = []
        for game in game_lines(connection):
            opening = _opening(game)
            kinds[_kind_of_game(opening)] += 1
            entries = [row.entry for row in row_lines(connection, game)]
            rows += len(entries)
            state = "over" if game.over else "not over"
            plays = opening.header.game if opening else _UNKNOWN
            last = [f"last game: {plays}, {len(entries)} rows, {state}", *map(_kind, entries[-_ROWS:])]
        yield f"games: {kinds.total()}, rows: {rows}"
        yield from (f"{kind}: {count}" for kind, count in sorted(kinds.items()))
        yield from last
        for name, value in drawer_lines(connection):
            yield f"drawer: {re.sub(r'[^a-z_-]', '#', name)}, {len(value)} bytes"


def _opening(game: GameLine) -> BriefOpening | None:
    """None where not even the game and the names can be read."""
    with suppress(msgspec.DecodeError):
        return BRIEF_OPENINGS.decode(game.opening)
    return None


def _kind_of_game(opening: BriefOpening | None) -> str:
    if opening is None:
        return _UNKNOWN
    people = sum(player == PERSON for player in opening.players)
    return f"{opening.header.game}, {len(opening.players)} seats, {people} people"


def _kind(entry: bytes) -> str:
    """Of what kind a row is, without anything that was said, paid or dealt."""
    row: dict[str, Any] = msgspec.json.decode(entry)
    told = [_tag(row), _tag(row.get("action")), *map(_tag, row.get("events", ()))]
    return "  " + " ".join(filter(None, told))


def _tag(part: Any) -> str:
    return str(part.get("type", "")) if isinstance(part, dict) else ""


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection | None]:
    """None: there is no journal."""
    with untouched(file, copy_plain) as copy:
        if copy is None:
            yield None
            return
        with closing(connect(copy)) as connection:
            yield connection


def _files(data: Path) -> Lines:
    for file in sorted(data.glob("*")) if data.is_dir() else ():
        found = file.lstat()
        if stat.S_ISREG(found.st_mode):
            yield f"{file.name}: {found.st_size} bytes"
        elif not stat.S_ISDIR(found.st_mode):
            yield _left_out(file)
    for file in _copies(data):
        try:
            with _copied(file, FOLDER) as copied:
                yield from map(_told_of_copy, Copies(copied.parents[1]).all())
        except NotPlain:
            yield _left_out(file)


def _copies(data: Path) -> list[Path]:
    """None of a folder that is a link: it may lead to anybody's files."""
    folder = data / FOLDER
    return [] if folder.is_symlink() else sorted(folder.glob("*.sqlite3"))


def _told_of_copy(copy: Copy) -> str:
    return f"copy {copy.name}: number {copy.number}, {'good' if copy.is_readable else 'DAMAGED'}, {copy.size} bytes"


def _left_out(file: Path) -> str:
    return f"{file.name}: a link or no plain file; it was not opened"


@contextmanager
def _copied(file: Path, folder: str = "") -> Iterator[Path]:
    """Where a copy of a plain file lies, alone, in a folder of that name: SQLite would follow links."""
    with tempfile.TemporaryDirectory() as place:
        (inside := Path(place) / folder).mkdir(exist_ok=True)
        copy_plain(file, inside / file.name)
        yield inside / file.name


# The service.


def _units() -> Lines:
    told = _asked("systemctl", "show", f"--property={_FACTS}", *UNITS)
    return ["there is no systemd here"] if told is None else [line for line in told.splitlines() if line]


def _log(known: _Known) -> Lines:
    if not known.is_complete:
        return ["left out: the journal cannot be read, so nobody knows which names to take out"]
    told = _asked(
        "journalctl", "--unit=veilingklok*", f"--lines={LINES}", "--no-pager", "--no-hostname",
        "--quiet", "--output=short-iso",
    )  # fmt: skip
    if told:
        return told.splitlines()
    return ["there is none here"] if os.geteuid() == 0 else ["cannot be read by this user; try it with sudo"]


def _asked(*command: str) -> str | None:
    """What another program says; None: it is not there, or knows nothing."""
    try:
        asked = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=_PATIENCE, errors="replace"
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return asked.stdout if asked.returncode == 0 else None


# What is private.


def _known(data: Path) -> _Known:
    """From the journal, and from every other one that lies there: the log may tell of games that were deleted."""
    try:
        with _opened(data / FILE) as connection:
            known = _in_journal(connection) if connection else _Known()
    except (OSError, sqlite3.Error):
        known = _Known(is_complete=False)
    others = [*data.glob("games-*.sqlite3"), *_copies(data)]
    return _Known((*known.private, *(one for file in others for one in _in_file(file))), known.is_complete)


def _in_file(file: Path) -> tuple[Private, ...]:
    with suppress(sqlite3.Error, OSError), _copied(file) as copy, closing(sqlite3.connect(copy)) as connection:
        return _in_journal(connection).private
    return ()


def _in_journal(connection: sqlite3.Connection) -> _Known:
    found: list[Private] = []
    is_complete = True
    try:
        for game in game_lines(connection):
            opening = _opening(game)
            if opening is None:
                is_complete = False
                continue
            found += (Private("player", name) for name in opening.header.names)
    except (Damaged, sqlite3.Error):
        is_complete = False
    for name, value in drawer_lines(connection):
        if name != "settings":
            found += (Private("secret", secret) for secret in _secrets(value))
    return _Known(tuple(found), is_complete)


def _secrets(value: bytes) -> Iterator[str]:
    """Of what the drawer holds: names in what is kept as JSON, and all of what is not, since it is a key or a
    password."""
    kept: Any = None
    with suppress(msgspec.DecodeError, RecursionError):
        kept = msgspec.json.decode(value)
    if isinstance(kept, dict | list):
        yield from _names(kept)
        return
    yield from (value.hex(), b64encode(value).decode(), urlsafe_b64encode(value).decode().rstrip("="))
    with suppress(UnicodeDecodeError):
        yield value.decode()


def _names(kept: Any) -> Iterator[str]:
    if isinstance(kept, dict):
        yield from (kept[key] for key in ("name", "phone") if isinstance(kept.get(key), str))
        kept = list(kept.values())
    if isinstance(kept, list):
        for one in kept:
            yield from _names(one)


def _of_machine(root: Path) -> Iterator[Private]:
    for host in (socket.gethostname(), _read(root / "etc/hostname").strip()):
        for name in (host, host.partition(".")[0]):
            if name.lower() not in _EVERYWHERE:
                yield Private("host", name)
    for user in pwd.getpwall():
        if user.pw_uid == os.getuid() or user.pw_uid >= 1000:
            for name in (user.pw_name, user.pw_gecos.partition(",")[0]):
                if name.lower() not in _EVERYWHERE:
                    yield Private("user", name)
    for variable in ("SUDO_USER", "LOGNAME", "USER"):
        if os.environ.get(variable, "root").lower() not in _EVERYWHERE:
            yield Private("user", os.environ[variable])


def _of_networks() -> Iterator[Private]:
    """Those that the machine has joined, whatever their profiles are called, and those in the air."""
    names = Aerial().known()
    for what in (("NAME", "connection", "show"), ("SSID", "device", "wifi", "list", "--rescan", "no")):
        names += (re.sub(r"\\(.)", r"\1", line) for line in (_asked("nmcli", "--get-values", *what) or "").splitlines())
    yield from (Private("wifi", name) for name in names if name.lower() not in _EVERYWHERE)


def _of_settings(settings: Settings | BadSettings) -> Iterator[Private]:
    if isinstance(settings, Settings):
        for setting in SETTINGS:
            value = settings.values[setting.section][setting.name]
            if setting.is_free and value and value != setting.default:
                yield Private("setting", value)
