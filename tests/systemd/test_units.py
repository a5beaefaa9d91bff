"""The units as they are written: how exposed they are, and that the docs say so."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent.parent
UNITS = CHECKOUT / "systemd/files"
NEEDED = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd-analyze")
MOST = {
    "veilingklok.service": 2.0,
    "veilingklok-again.service": 1.0,
    "veilingklok-backup.service": 1.0,
    "veilingklok-off.service": 1.0,
}


def exposure(unit: str) -> float:
    tool = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNITS / unit)]
    said = subprocess.run(tool, capture_output=True, text=True, check=True).stdout
    found = re.search(r"Overall exposure level for .*: ([\d.]+)", said)
    assert found, said
    return float(found[1])


@NEEDED
@pytest.mark.parametrize("unit", MOST)
def test_a_service_is_hardly_exposed_and_the_docs_say_how_much(unit: str) -> None:
    assert exposure(unit) <= MOST[unit]
    docs = (CHECKOUT / "docs/box.md").read_text(encoding="utf-8")
    assert f"| `{unit}` | {exposure(unit)} |" in docs


def test_every_service_is_among_them() -> None:
    assert {file.name for file in UNITS.glob("veilingklok*.service")} == set(MOST)


@pytest.mark.parametrize("script", ["veilingklok.sh", "farewell.sh"])
def test_a_script_can_be_read_by_every_shell(script: str) -> None:
    assert subprocess.run(["sh", "-n", UNITS / script], check=False).returncode == 0
