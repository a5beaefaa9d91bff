"""Debian's packages: waited for while others install some, looked for before they are said not to be there."""

import hashlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from debian_roots import NEEDED as A_DEBIAN
from debian_roots import a_debian
from installing import packages
from installing.errors import Failed, Refused
from installing.packages import package_steps
from installing.place import Place
from stand_in_places import StandInPlace

LOCKED = Failed(
    "apt-get update failed: E: Unable to lock directory /var/lib/apt/lists/",
    "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 712 (apt-get)\n"
    "E: Unable to lock directory /var/lib/apt/lists/\n",
)
UNREACHABLE = Failed("apt-get update failed: E: There is no mirror.", "E: There is no mirror.\n")


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "_PAUSE", 0)


def _place(root: Path, *failures: Failed, last: Failed | None = None) -> StandInPlace:
    """Nothing is installed. `apt-get update` fails so often, then for ever or no more."""
    left = list(failures)

    def answer(command: tuple[str, ...]) -> str:
        if command[:2] == ("apt-get", "update"):
            failure = left.pop(0) if left else last
            if failure:
                raise failure
        return ""

    return StandInPlace(root, answer)


def _updates(place: StandInPlace) -> int:
    return sum(command[:2] == ("apt-get", "update") for command in place.asked)


def test_while_somebody_else_has_the_lists_it_is_tried_again(tmp_path: Path) -> None:
    place = _place(tmp_path, LOCKED, LOCKED)
    (step,) = package_steps(place)
    step.does()
    assert _updates(place) == 3
    assert any(command[:2] == ("apt-get", "install") and "polkitd" in command for command in place.asked)


def test_but_not_for_ever_and_the_network_is_not_blamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "_PATIENCE", 0)
    (step,) = package_steps(_place(tmp_path, last=LOCKED))
    with pytest.raises(Refused, match="Somebody else has been installing packages") as refusal:
        step.does()
    assert "network" not in str(refusal.value)


def test_whatever_else_fails_is_not_tried_again(tmp_path: Path) -> None:
    place = _place(tmp_path, last=UNREACHABLE)
    (step,) = package_steps(place)
    with pytest.raises(Refused, match="is there a network"):
        step.does()
    assert _updates(place) == 1


@pytest.fixture
def root() -> Iterator[Path]:
    """As it comes from the factory: nobody has asked yet what the release has. Its mirror is a folder."""
    with a_debian() as fresh:
        shutil.rmtree(fresh / "var/lib/apt/lists")
        (fresh / "mirror").mkdir()
        (fresh / "mirror/Packages").touch()
        (fresh / "etc/apt/sources.list").write_text("deb [trusted=yes] file:/mirror ./\n")
        shutil.rmtree(fresh / "etc/apt/sources.list.d", ignore_errors=True)
        yield fresh


def _offered(root: Path, name: str) -> None:
    """By the mirror, from now on."""
    folder = root / "mirror" / name
    (folder / "DEBIAN").mkdir(parents=True)
    control = f"Package: {name}\nVersion: 1\nArchitecture: all\nMaintainer: Nobody <n@example.org>\nDescription: None\n"
    (folder / "DEBIAN/control").write_text(control)
    subprocess.run(["chroot", root, "dpkg-deb", "--build", f"/mirror/{name}"], check=True, capture_output=True)
    deb = root / f"mirror/{name}.deb"
    with (root / "mirror/Packages").open("a") as listed:
        digest = hashlib.sha256(deb.read_bytes()).hexdigest()
        listed.write(f"{control}Filename: ./{deb.name}\nSize: {deb.stat().st_size}\nSHA256: {digest}\n\n")


@A_DEBIAN
def test_a_fresh_system_is_asked_before_anything_is_said_not_to_be_there(root: Path) -> None:
    place = Place(root)
    (step,) = package_steps(place)
    assert step.says == "Install the Debian packages python3-lgpio."
    assert step.does() == "There is no python3-lgpio in this release: pip brings lgpio instead."
    assert list(package_steps(place)) == []
    _offered(root, "python3-lgpio")
    shutil.rmtree(root / "var/lib/apt/lists")
    (step,) = package_steps(place)
    assert step.does() is None
    assert place.run("dpkg-query", "--show", "--showformat=${Version}", "python3-lgpio") == "1"
    assert list(package_steps(place)) == []


@A_DEBIAN
def test_what_apt_says_of_a_lock_is_what_is_waited_for(root: Path) -> None:
    with subprocess.Popen(
        ["chroot", root, "python3", "-uc", _HOLDS_THE_LISTS], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(Failed) as failure:
            Place(root).run("apt-get", "update")
        holder.communicate()
    assert packages._LOCKED in failure.value.said


_HOLDS_THE_LISTS = """
import fcntl, os
os.makedirs("/var/lib/apt/lists", exist_ok=True)
with open("/var/lib/apt/lists/lock", "w") as lock:
    fcntl.lockf(lock, fcntl.LOCK_EX)
    print("held")
    input()
"""
