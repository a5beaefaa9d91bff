"""Where to install: this machine, or a folder that will be one. Files are written whole or not at all."""

import os
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from installing.errors import Failed, Refused

_POWERLESS = ("--clear-groups", "--no-new-privs", "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all")
"""No group but its own, no capability, and no way to gain any."""
_PASSED_ON = ("PIP_", "http_proxy", "https_proxy", "no_proxy")
"""What commands learn of the environment of whoever runs this."""


class Rights(NamedTuple):
    mode: int
    group: str = "root"
    owner: str = "root"


READABLE = Rights(0o644)
RUNNABLE = Rights(0o755)


class Place:
    """All paths are those of the machine, wherever it lies."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.is_this_machine = self.root == Path("/")

    def at(self, path: str | Path) -> Path:
        """Where it lies; nothing outside the folder, whatever its links say."""
        found = self.root / str(path).lstrip("/")
        if not found.parent.resolve().is_relative_to(self.root):
            raise Refused(f"{found} leads out of {self.root}.")
        return found

    def run(self, *command: str, **environment: str) -> str:
        """What it says. A command that fails is told with its last words."""
        return self._run([], command, environment)

    def run_as(self, user: str, *command: str, **environment: str) -> str:
        """The same, by a user who can do nothing else. Whoever is not root, and makes a dry run, remains who he is."""
        if os.geteuid() != 0:
            return self.run(*command, **environment)
        return self._run(["setpriv", "--reuid", user, "--regid", user, *_POWERLESS, "--"], command, environment)

    def _run(self, by: list[str], command: tuple[str, ...], environment: dict[str, str]) -> str:
        try:
            done = subprocess.run(
                [*self._enter, *by, *command],
                env=_environment() | environment,
                cwd="/",  # where everybody may be, and nobody can leave a module for Python to find
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
            )
        except FileNotFoundError:
            raise Refused(f"There is no command {command[0]}.") from None
        if done.returncode:
            lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
            why = lines[-1] if lines else "it does not say why"
            raise Failed(f"{' '.join(command[:3])} failed: {why}", done.stderr)
        return done.stdout

    def succeeds(self, *command: str) -> bool:
        try:
            self.run(*command)
        except Refused:
            return False
        return True

    def read(self, path: str) -> bytes | None:
        try:
            return self.at(path).read_bytes()
        except FileNotFoundError:
            return None

    def write(self, path: str, content: bytes, rights: Rights = READABLE) -> None:
        """Beside it first, and on the disk before it counts: the plug may be pulled at any time."""
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
                self._give(Path(beside), rights)
                os.fsync(stream.fileno())
            Path(beside).replace(file)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
        _sync(file.parent)

    def rewrite(self, path: str, content: bytes) -> None:
        """With the rights that it has, if it is there."""
        there = self.at(path)
        self.write(path, content, Rights(there.stat().st_mode & 0o7777) if there.exists() else READABLE)

    def link(self, path: str, target: str) -> None:
        """In one go: there is never a moment without it."""
        link = self.at(path)
        link.parent.mkdir(parents=True, exist_ok=True)
        beside = link.with_name(f".{link.name}.new")
        beside.unlink(missing_ok=True)
        beside.symlink_to(target)
        beside.replace(link)
        _sync(link.parent)

    def folder(self, path: str, rights: Rights) -> None:
        self.at(path).mkdir(parents=True, exist_ok=True)
        self._give(self.at(path), rights)

    def has_rights(self, path: str, rights: Rights) -> bool:
        found = self.at(path).stat()
        wanted = (rights.mode, self._number("passwd", rights.owner), self._number("group", rights.group))
        return (found.st_mode & 0o7777, found.st_uid, found.st_gid) == wanted

    def give(self, path: str, rights: Rights) -> None:
        self._give(self.at(path), rights)

    def give_all(self, path: str, user: str) -> None:
        """A folder with all that is in it: nobody else can write there from then on, and nothing in it is set-uid.

        Links are not followed, also if whoever had it so far changes it meanwhile.
        """
        handle = os.open(self.at(path), os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY)
        _give_all(handle, self._number("passwd", user), self._number("group", user))

    def remove(self, path: str) -> None:
        found = self.at(path)
        if found.is_dir() and not found.is_symlink():
            shutil.rmtree(found)
        else:
            found.unlink(missing_ok=True)

    def lines(self, path: str) -> list[str]:
        return (self.read(path) or b"").decode(errors="replace").splitlines()

    def _give(self, file: Path, rights: Rights) -> None:
        os.chown(file, self._number("passwd", rights.owner), self._number("group", rights.group))
        file.chmod(rights.mode)  # last: a change of owner takes bits away

    def _number(self, book: str, name: str) -> int:
        """By its own books, not by those of the machine that runs this."""
        if name == "root":
            return 0
        found = [line.split(":")[2] for line in self.lines(f"/etc/{book}") if line.startswith(f"{name}:")]
        if not found:
            raise Refused(f"There is no {name} in /etc/{book}.")
        return int(found[0])

    @property
    def _enter(self) -> list[str]:
        return [] if self.is_this_machine else ["chroot", str(self.root)]


def _environment() -> dict[str, str]:
    passed = {name: value for name, value in os.environ.items() if name.startswith(_PASSED_ON)}
    usual = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    return {
        "PATH": usual,
        "HOME": "/root",
        "LANG": "C.UTF-8",
        "DEBIAN_FRONTEND": "noninteractive",
        "PYTHONNOUSERSITE": "1",
    } | passed


def _give_all(handle: int, owner: int, group: int) -> None:
    """Closes the handle. A folder changes hands before it is read: what is in it then stays in it."""
    try:
        os.fchown(handle, owner, group)
        found = os.fstat(handle).st_mode
        os.fchmod(handle, found & 0o755)
        if not stat.S_ISDIR(found):
            return
        with os.scandir(handle) as entries:
            for entry in entries:
                if entry.is_symlink():
                    os.chown(entry.name, owner, group, dir_fd=handle, follow_symlinks=False)
                else:
                    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
                    _give_all(os.open(entry.name, flags, dir_fd=handle), owner, group)
    finally:
        os.close(handle)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
