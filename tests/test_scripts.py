"""./play and ./check say in one sentence what is missing, before they do anything else."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from wheels import a_wheel

ROOT = Path(__file__).parent.parent


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The project's scripts in a folder of their own, without a virtual environment."""
    for name in ("play", "check", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    for room in (".ci", "requirements", "companion", "hardware", "web"):
        shutil.copytree(ROOT / room, tmp_path / room)
    return tmp_path


def run(script: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(script)], env={**os.environ, **environment}, capture_output=True, text=True, check=False, cwd="/"
    )


def stand_in(folder: Path, script: str) -> str:
    """A Python that behaves as the shell script says."""
    file = folder / "python"
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(0o755)
    return str(file)


@pytest.mark.parametrize("script", ["play", "check"])
def test_an_old_python_is_named_with_the_package_that_brings_a_newer(clone: Path, script: str) -> None:
    old = stand_in(clone, 'case "$*" in *python_version*) echo 3.9.2 ;; *) exit 1 ;; esac')
    result = run(clone / script, PYTHON=old)
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr == (
        f"{clone / script}: Veilingklok needs Python 3.11 or later and here it is 3.9.2: "
        "install Debian's package python3 (Debian 12 or later).\n"
    )


def test_no_python_at_all_is_said(clone: Path) -> None:
    result = run(clone / "play", PYTHON=str(clone / "nothing"))
    assert result.returncode == 1
    assert "here it is missing" in result.stderr


@pytest.mark.parametrize("script", ["play", "check"])
def test_a_python_without_venv_is_named_with_its_package(clone: Path, script: str) -> None:
    without = stand_in(clone, f'case "$*" in *ensurepip*) exit 1 ;; *) exec "{sys.executable}" "$@" ;; esac')
    result = run(clone / script, PYTHON=without)
    assert result.returncode == 1
    assert result.stderr == (
        f"{clone / script}: this Python cannot make a virtual environment: install Debian's package python3-venv.\n"
    )


def test_without_a_network_one_sentence_says_so(clone: Path) -> None:
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_CONFIG_FILE": os.devnull, "PIP_RETRIES": "0"}
    result = run(clone / "play", PYTHON=sys.executable, **nowhere)
    assert result.returncode == 1
    assert result.stderr.splitlines() == [
        f"{clone / 'play'}: could not install the Python packages, most likely for want of a network; "
        f"{clone / '.venv'}/install.log tells more."
    ]
    assert (clone / ".venv" / "install.log").read_text(encoding="utf-8")


@pytest.mark.parametrize("script", ["play", "check"])
def test_s9_a_package_with_another_hash_is_refused_and_one_sentence_says_so(clone: Path, script: str) -> None:
    """Somebody has put another file in the place of the one that was locked."""
    version = re.search(r"setuptools==(\S+)", (clone / "requirements/build.lock").read_text(encoding="utf-8"))
    assert version
    (clone / "forged").mkdir()
    (clone / f"forged/setuptools-{version[1]}-py3-none-any.whl").write_bytes(b"not what it says")
    forged = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(clone / "forged"), "PIP_CONFIG_FILE": os.devnull}
    result = run(clone / script, PYTHON=sys.executable, **forged)
    assert result.returncode == 1
    assert result.stderr.splitlines() == [
        f"{clone / script}: a Python package is not the one in the lock: its hash is another, so it was not installed; "
        f"{clone / '.venv'}/install.log names it."
    ]
    assert f"setuptools=={version[1]}" in (clone / ".venv" / "install.log").read_text(encoding="utf-8")
    assert not (clone / ".venv" / "installed").exists()


def test_s9_a_newer_version_that_somebody_asks_for_with_an_extra_changes_nothing(clone: Path) -> None:
    """Older pips look for the newest then, find it without a hash, and give up."""
    shelf = clone / "shelf"
    wheels = [a_wheel(shelf, "outer", "1.0", needs="inner[more]>=1"), a_wheel(shelf, "inner", "1.0", extra="more")]
    a_wheel(shelf, "inner", "2.0", extra="more")
    digests = [hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in wheels]
    pins = zip(("outer", "inner"), digests, strict=True)
    lock = "".join(f"{name}==1.0 \\\n    --hash=sha256:{digest}\n" for name, digest in pins)
    (clone / "requirements/build.lock").write_text("", encoding="utf-8")
    (clone / "requirements/program.lock").write_text(lock, encoding="utf-8")
    only = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(shelf), "PIP_CONFIG_FILE": os.devnull}
    run(clone / "play", PYTHON=sys.executable, **only)  # there is nothing there to build the program with
    found = {path.name for path in (clone / ".venv").rglob("*.dist-info")}
    assert {"outer-1.0.dist-info", "inner-1.0.dist-info"} <= found


def test_a_virtual_environment_that_was_interrupted_is_made_anew(clone: Path) -> None:
    (clone / ".venv" / "bin").mkdir(parents=True)
    (clone / ".venv" / "bin" / "python").symlink_to(sys.executable)  # runs, but has no pip: it was never finished
    result = run(clone / "play", PYTHON=str(clone / "nothing"))
    assert "Veilingklok needs Python 3.11 or later and here it is missing" in result.stderr


def test_s9_a_virtual_environment_for_other_locks_is_made_anew(clone: Path) -> None:
    """pip would leave what is there as it is, and what was installed without a hash would stay."""
    (clone / ".venv" / "bin").mkdir(parents=True)
    (clone / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (clone / ".venv" / "left").touch()
    subprocess.run(["sh", "-c", "cat requirements/*.lock | cksum > .venv/made"], cwd=clone, check=True)
    nowhere = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": ""}
    run(clone / "play", PYTHON=sys.executable, **nowhere)
    assert (clone / ".venv" / "left").exists()
    with (clone / "requirements/program.lock").open("a", encoding="utf-8") as lock:
        lock.write("# another\n")
    run(clone / "play", PYTHON=sys.executable, **nowhere)
    assert not (clone / ".venv" / "left").exists()


def test_play_works_through_a_link_and_in_the_folder_it_is_called_from(clone: Path, tmp_path_factory: Any) -> None:
    """With an environment that is up to date, in which the program only says where it is and what it is told."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    programs = clone / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "python").symlink_to(sys.executable)
    (programs / "veilingklok").write_text('#!/bin/sh\necho "$PWD: $*"\n', encoding="utf-8")
    (programs / "veilingklok").chmod(0o755)
    for stamp, files in {"made": "requirements/*.lock", "installed": "pyproject.toml requirements/*.lock"}.items():
        subprocess.run(["sh", "-c", f"cat {files} | cksum > .venv/{stamp}"], cwd=clone, check=True)
    link = elsewhere / "merchants"
    link.symlink_to(clone / "play")
    result = subprocess.run([str(link), "--new"], capture_output=True, text=True, check=True, cwd=elsewhere)
    assert result.stdout == f"{elsewhere}: device --simulate --new\n"


def test_check_refuses_options_that_it_does_not_know() -> None:
    result = subprocess.run([str(ROOT / "check"), "--sideways"], capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr == "usage: ./check [--long]\n"
