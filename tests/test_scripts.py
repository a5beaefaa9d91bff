"""./play and ./check say in one sentence what is missing, before they do anything else."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The project's scripts in a folder of their own, without a virtual environment."""
    for name in ("play", "check", "pyproject.toml", "requirements.lock", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    for room in ("companion", "hardware", "web"):
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


def test_a_virtual_environment_that_was_interrupted_is_made_anew(clone: Path) -> None:
    (clone / ".venv" / "bin").mkdir(parents=True)
    (clone / ".venv" / "bin" / "python").symlink_to(sys.executable)  # runs, but has no pip: it was never finished
    result = run(clone / "play", PYTHON=str(clone / "nothing"))
    assert "Veilingklok needs Python 3.11 or later and here it is missing" in result.stderr


def test_play_works_through_a_link_and_in_the_folder_it_is_called_from(clone: Path, tmp_path_factory: Any) -> None:
    """With an environment that is up to date, in which the program only says where it is and what it is told."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    programs = clone / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "python").symlink_to(sys.executable)
    (programs / "veilingklok").write_text('#!/bin/sh\necho "$PWD: $*"\n', encoding="utf-8")
    (programs / "veilingklok").chmod(0o755)
    (clone / ".venv" / "made").touch()
    command = f"cat {clone}/pyproject.toml {clone}/requirements.lock | cksum > {clone}/.venv/installed"
    subprocess.run(["sh", "-c", command], check=True)
    link = elsewhere / "merchants"
    link.symlink_to(clone / "play")
    result = subprocess.run([str(link), "--new"], capture_output=True, text=True, check=True, cwd=elsewhere)
    assert result.stdout == f"{elsewhere}: device --simulate --new\n"


def test_check_refuses_options_that_it_does_not_know() -> None:
    result = subprocess.run([str(ROOT / "check"), "--sideways"], capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr == "usage: ./check [--long]\n"
