"""S9: a folder changes hands with all that is in it, and whoever had it so far keeps nothing of it."""

import os
import stat
from pathlib import Path

import pytest
from installing.place import Place

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")

USER = 12345


@pytest.fixture
def place(tmp_path: Path) -> Place:
    (tmp_path / "etc").mkdir()
    for book in ("passwd", "group"):
        (tmp_path / "etc" / book).write_text(f"veilingklok:x:{USER}:{USER}::/:/\n", encoding="utf-8")
    return Place(tmp_path)


@pytest.fixture
def folder(place: Place) -> Path:
    """As somebody may leave it who means no good: what all can write, what runs as its owner, a link out of it."""
    folder = place.root / "opt/built"
    (folder / "deep/deeper").mkdir(parents=True)
    (folder / "deep/deeper/module.py").touch()
    (folder / "tool").touch()
    (folder / "link").symlink_to("/opt/secret")
    (place.root / "opt/secret").touch(mode=0o600)
    (folder / "out").symlink_to(place.root / "opt/secret")
    place.give_all("/opt/built", "veilingklok")
    (folder / "tool").chmod(0o6755)
    (folder / "deep").chmod(0o2777)
    (folder / "deep/deeper/module.py").chmod(0o666)
    return folder


def _lies(path: Path) -> tuple[int, int, int]:
    found = path.lstat()
    return found.st_uid, found.st_gid, 0 if path.is_symlink() else stat.S_IMODE(found.st_mode)


def test_everything_is_given(folder: Path) -> None:
    assert {_lies(path)[:2] for path in (folder, *folder.rglob("*"))} == {(USER, USER)}


def test_s9_what_root_takes_back_nobody_else_can_write_and_nothing_is_set_uid(place: Place, folder: Path) -> None:
    place.give_all("/opt/built", "root")
    assert {_lies(path)[:2] for path in (folder, *folder.rglob("*"))} == {(0, 0)}
    assert _lies(folder / "tool") == (0, 0, 0o755)
    assert _lies(folder / "deep") == (0, 0, 0o755)
    assert _lies(folder / "deep/deeper/module.py") == (0, 0, 0o644)


def test_s9_links_are_not_followed(place: Place, folder: Path) -> None:
    """Neither on the way there, which the fixture goes, nor to a folder that is a link itself."""
    assert _lies(place.root / "opt/secret") == (0, 0, 0o600)
    (place.root / "opt/elsewhere").symlink_to(folder)
    with pytest.raises(OSError, match=r"Not a directory|Too many levels"):
        place.give_all("/opt/elsewhere", "root")
    assert _lies(folder / "tool")[0] == USER
