"""S9: the locks have every package that is installed, each with its hashes; and what makes them keeps to its rule.

`./play`, `./check` and `systemd/install` fetch nothing that these files do not name with a hash.
"""

import hashlib
import os
import runpy
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

import pytest
from locks import Entry, entries, missing, purposes, unlocked
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from wheels import a_wheel

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "requirements"
NOT_LOCKED = {"pip", "veilingklok"}
"""pip comes with Python; the other is the checkout itself."""


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def locks() -> dict[str, list[Entry]]:
    return {file.stem: entries(file.read_text(encoding="utf-8")) for file in FOLDER.glob("*.lock")}


@pytest.fixture(scope="module")
def installed() -> dict[str, Distribution]:
    """In this virtual environment."""
    inside = [path for path in sys.path if Path(path).is_relative_to(sys.prefix)]
    found = {canonicalize_name(each.metadata["Name"]): each for each in distributions(path=inside)}
    return {name: each for name, each in found.items() if name not in NOT_LOCKED}


def test_s9_every_lock_has_a_hash_for_everything_and_names_no_index(project: dict[str, Any]) -> None:
    files = {file.stem: file.read_text(encoding="utf-8") for file in FOLDER.iterdir()}
    assert set(files) == set(purposes(project))
    for text in files.values():
        assert entries(text)
        assert "://" not in text


def test_s9_the_locks_are_complete(
    project: dict[str, Any], locks: dict[str, list[Entry]], installed: dict[str, Distribution]
) -> None:
    assert list(missing(project, locks, installed)) == []


def test_s9_nothing_is_installed_that_is_not_locked(
    locks: dict[str, list[Entry]], installed: dict[str, Distribution]
) -> None:
    assert unlocked(locks.values(), installed) == []


def test_s9_a_package_has_one_version_in_all_locks(locks: dict[str, list[Entry]]) -> None:
    pins = {(entry.name, entry.version) for lock in locks.values() for entry in lock}
    assert len(pins) == len({name for name, _ in pins})


def test_s9_what_builds_the_program_is_pinned(project: dict[str, Any], locks: dict[str, list[Entry]]) -> None:
    """In pyproject.toml as well: whoever builds without the lock gets the same."""
    wanted = [Requirement(line) for line in project["build-system"]["requires"]]
    pins = {(each.name, str(each.specifier)) for each in wanted}
    assert pins <= {(entry.name, f"=={entry.version}") for entry in locks["build"]}


class TestWhatIsMissingIsFound:
    """The check itself: each thing taken away from a lock is told."""

    TEXT = (
        "# a comment\n\n--only-binary flask\nflask==3.1.3 \\\n"
        f"    --hash=sha256:{'a' * 64} \\\n    --hash=sha256:{'b' * 64}\n"
        f"\npyyaml==6.0.3 ; sys_platform == 'linux' \\\n    --hash=sha256:{'c' * 64}\n"
    )

    def test_a_whole_lock_is_read(self) -> None:
        assert entries(self.TEXT) == [
            Entry("flask", "3.1.3", ""),
            Entry("pyyaml", "6.0.3", "sys_platform == 'linux'"),
        ]

    @pytest.mark.parametrize(
        ("taken", "put"),
        [
            (f" \\\n    --hash=sha256:{'c' * 64}", ""),
            (f"    --hash=sha256:{'c' * 64}\n", ""),
            (f"    --hash=sha256:{'b' * 64}\n", ""),
            ("sha256:cc", "sha256:c"),
            ("sha256:cc", "md5:cc"),
            ("flask==", "flask>="),
            ("# a comment", "--index-url https://example.org/simple"),
            ("# a comment", "--find-links /elsewhere"),
            ("# a comment", "flask @ https://example.org/flask.whl"),
            ("# a comment", "flask"),
        ],
    )
    def test_a_line_without_a_hash_or_that_is_no_part_of_it(self, taken: str, put: str) -> None:
        assert taken in self.TEXT
        with pytest.raises(AssertionError, match=r"hash|part of a lock"):
            entries(self.TEXT.replace(taken, put))

    @pytest.mark.parametrize(
        ("lock", "name"),
        [
            ("build", "setuptools"),  # builds the program
            ("program", "flask"),  # asked for by the program
            ("program", "werkzeug"),  # asked for by flask
            ("program", "lgpio"),  # for a Pi only
            ("mqtt", "paho-mqtt"),
            ("check", "mypy"),
            ("check", "execnet"),  # asked for by pytest-xdist
        ],
    )
    def test_an_entry_that_is_gone(
        self,
        project: dict[str, Any],
        locks: dict[str, list[Entry]],
        installed: dict[str, Distribution],
        lock: str,
        name: str,
    ) -> None:
        assert name in [entry.name for entry in locks[lock]]
        without = locks | {lock: [entry for entry in locks[lock] if entry.name != name]}
        assert any(canonicalize_name(Requirement(line.split(" (")[0]).name) == name
                   for line in missing(project, without, installed))  # fmt: skip

    def test_a_version_that_will_not_do(
        self, project: dict[str, Any], locks: dict[str, list[Entry]], installed: dict[str, Distribution]
    ) -> None:
        old = [entry._replace(version="2.0") if entry.name == "flask" else entry for entry in locks["program"]]
        assert next(missing(project, locks | {"program": old}, installed)).startswith("flask>=3.1")
        assert unlocked([old, locks["check"], locks["build"]], installed) == [f"flask {installed['flask'].version}"]


def _wheel(name: str, digest: str) -> dict[str, Any]:
    return {"url": f"https://example.org/{name}", "hashes": {"sha256": digest}}


class TestMakingTheLock:
    """Sources are allowed only where a 64-bit Linux has no wheel."""

    @pytest.fixture
    def lock(self) -> dict[str, Any]:
        return runpy.run_path(str(ROOT / ".ci" / "lock.py"))

    @pytest.mark.parametrize(
        ("wheels", "hashes"),
        [
            (["demo-1.0-py3-none-any.whl"], ["0"]),
            ([f"demo-1.0-cp39-abi3-manylinux2014_{machine}.whl" for machine in ("x86_64", "aarch64")], ["0", "1"]),
            (["demo-1.0-cp311-abi3-manylinux_2_28_aarch64.whl"], ["0", "sources"]),
            (["demo-1.0-cp311-cp311-manylinux_2_28_aarch64.whl"], ["0", "sources"]),
            (["demo-1.0-cp39-abi3-macosx_11_0_arm64.whl"], ["0", "sources"]),
            ([], ["sources"]),
        ],
        ids=["pure", "both machines", "one machine", "one Python", "no Linux", "none"],
    )  # fmt: skip
    def test_s9_wheels_only_where_there_are_wheels(
        self, lock: dict[str, Any], wheels: list[str], hashes: list[str]
    ) -> None:
        listed = [_wheel(name, str(number)) for number, name in enumerate(wheels)]
        package = {"name": "demo", "version": "1.0", "wheels": listed, "sdist": {"hashes": {"sha256": "sources"}}}
        made = lock["locked"](package)
        assert list(made.hashes) == hashes
        assert ("--only-binary demo\n" in str(made)) == ("sources" not in hashes)

    def test_what_it_writes_can_be_read_again(self, lock: dict[str, Any]) -> None:
        package = {
            "name": "demo",
            "version": "1.0",
            "marker": "sys_platform == 'linux'",
            "wheels": [_wheel("demo-1.0-py3-none-any.whl", "a" * 64)],
        }
        text = f"# for a test\n\n{lock['locked'](package)}"
        assert entries(text) == [Entry("demo", "1.0", "sys_platform == 'linux'")]
        assert lock["pinned"](text) == ["demo==1.0 ; sys_platform == 'linux'"]


def _index(folder: Path, content: str) -> tuple[str, str]:
    """A package index in a folder, with one package of that content: its address, and the package's hash."""
    wheel = a_wheel(folder / "demo", "demo", "1.0", content)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    listed = f'<a href="{wheel.name}#sha256={digest}">{wheel.name}</a>'
    (wheel.parent / "index.html").write_text(listed, encoding="utf-8")
    return folder.as_uri(), digest


@pytest.mark.parametrize("first", ["ours", "theirs"])
def test_s9_another_index_with_other_files_of_the_same_version_is_passed_by(tmp_path: Path, first: str) -> None:
    """Raspberry Pi OS has such a second index, which builds its own wheels."""
    (ours, digest), (theirs, _) = (_index(tmp_path / name, f"WHOSE = {name!r}") for name in ("ours", "theirs"))
    (tmp_path / "demo.lock").write_text(f"demo==1.0 \\\n    --hash=sha256:{digest}\n", encoding="utf-8")
    indexes = [ours, theirs] if first == "ours" else [theirs, ours]
    mine = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    command = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-cache-dir",
        "--require-hashes",
        "--target",
        str(tmp_path / "to"),
    ]
    subprocess.run(
        [sys.executable, *command, "--requirement", tmp_path / "demo.lock"],
        env=mine | {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": indexes[0], "PIP_EXTRA_INDEX_URL": indexes[1]},
        check=True,
        capture_output=True,
    )
    assert (tmp_path / "to/demo.py").read_text(encoding="utf-8") == "WHOSE = 'ours'"


def test_s9_where_the_new_locks_cannot_be_made_the_old_ones_stay(tmp_path: Path) -> None:
    """The network goes after the first answer."""
    (tmp_path / ".ci").mkdir()
    for file in (ROOT / ".ci/lock.py", ROOT / "pyproject.toml"):
        shutil.copy(file, tmp_path / file.relative_to(ROOT))
    shutil.copytree(FOLDER, tmp_path / "requirements")
    uv = tmp_path / "uv"
    uv.write_text(f'#!/bin/sh\n[ ! -e {tmp_path}/asked ] && touch {tmp_path}/asked && echo "packages = []"\n')
    uv.chmod(0o755)
    done = subprocess.run(
        [sys.executable, tmp_path / ".ci/lock.py"],
        env=os.environ | {"UV": str(uv)},
        check=False,
        capture_output=True,
    )
    assert done.returncode != 0
    assert (tmp_path / "asked").exists()
    kept = {file.name: file.read_bytes() for file in (tmp_path / "requirements").iterdir()}
    assert kept == {file.name: file.read_bytes() for file in FOLDER.iterdir()}
