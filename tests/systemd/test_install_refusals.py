"""Whoever cannot install is told why in one sentence, before anything is touched."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from debian_roots import a_checkout

INSTALL = Path(__file__).parent.parent.parent / "systemd/install"


def run(install: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, install, *words], capture_output=True, text=True, check=False)


def refused(install: Path, *words: str) -> str:
    done = run(install, *words)
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Enough of a machine to be refused."""
    model = tmp_path / "root/proc/device-tree/model"
    model.parent.mkdir(parents=True)
    model.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    return tmp_path / "root"


@pytest.mark.skipif(Path("/proc/device-tree/model").exists(), reason="this may be a Pi")
def test_a_machine_that_is_no_pi() -> None:
    assert "This is no Raspberry Pi" in refused(INSTALL, "--dry-run")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "There is no folder" in refused(INSTALL, "--dry-run", "--root", str(tmp_path / "nothing"))


def test_half_a_checkout(tmp_path: Path, root: Path) -> None:
    checkout = a_checkout(tmp_path / "checkout")
    shutil.rmtree(checkout / "hardware")
    assert "run systemd/install in a whole checkout" in refused(
        checkout / "systemd/install", "--dry-run", "--root", str(root)
    )


def test_a_folder_without_python(root: Path) -> None:
    assert f"There is no Debian with Python in {root}." in refused(INSTALL, "--dry-run", "--root", str(root))


def test_a_machine_without_a_name(root: Path) -> None:
    assert "is no name for a machine" in refused(INSTALL, "--name", "", "--dry-run", "--root", str(root))


def test_no_way_back_where_there_was_nothing(root: Path) -> None:
    assert "There is no version before this one." in refused(INSTALL, "--back", "--dry-run", "--root", str(root))


def test_a_country_for_a_folder(root: Path) -> None:
    assert "a folder has none" in refused(INSTALL, "--country", "NL", "--dry-run", "--root", str(root))


def test_a_folder_that_leads_out_of_itself(tmp_path: Path, root: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (root / "opt").symlink_to(tmp_path / "elsewhere")
    assert "leads out of" in refused(INSTALL, "--uninstall", "--dry-run", "--root", str(root))
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.skipif(Path("/opt/veilingklok").exists(), reason="this is a box")
def test_where_nothing_is_installed_nothing_is_removed() -> None:
    done = run(INSTALL, "--uninstall", "--dry-run")
    assert (done.returncode, done.stdout) == (0, "There is nothing to do.\n")


def test_a_purge_without_an_uninstall() -> None:
    done = run(INSTALL, "--purge")
    assert done.returncode == 2
    assert "--purge goes with --uninstall" in done.stderr
