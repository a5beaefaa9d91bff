"""What ./check does with its stages and what it says of them at the end, and which tests the quick one leaves out."""

import os
import runpy
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from families import Spent, Stopwatch, family_of

ROOT = Path(__file__).parent.parent


class TestStages:
    @pytest.fixture
    def stages(self) -> dict[str, Any]:
        return runpy.run_path(str(ROOT / ".ci" / "stages.py"))

    def test_a_stage_is_known_by_its_exit_status_and_its_cpu_time(self, stages: dict[str, Any]) -> None:
        busy = "import time\nwhile time.process_time() < 0.2: pass\nraise SystemExit(3)"
        stage = stages["run"]("busy", [sys.executable, "-c", busy])
        assert stage.status == 3
        assert stage.cpu >= 0.2

    def test_cpu_time_of_what_a_stage_starts_counts_as_well(self, stages: dict[str, Any]) -> None:
        busy = "import time\nwhile time.process_time() < 0.2: pass"
        parent = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {busy!r}], check=True)"
        assert stages["run"]("parent", [sys.executable, "-c", parent]).cpu >= 0.2

    def test_the_report_has_a_line_for_every_stage_and_family(
        self, stages: dict[str, Any], capsys: pytest.CaptureFixture[str]
    ) -> None:
        done = [stages["Stage"]("types", 0, 30.0, 29.0), stages["Stage"]("tests", 0, 300.0, 500.0)]
        stages["report"](done, {"rules": (100.0, 90.0), "browser": (120.0, 200.0)}, 301.0)
        lines = [line.split() for line in capsys.readouterr().out.splitlines()]
        assert ["types", "30", "29"] in lines
        assert ["tests:", "browser", "120", "200"] in lines
        assert ["tests:", "rules", "100", "90"] in lines

    def test_a_stage_that_cannot_be_run_has_failed(
        self, stages: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        names = stages["main"].__globals__
        monkeypatch.setitem(names, "READING", {"lint": ["true"], "types": ["no-such-program"], "format": ["true"]})
        monkeypatch.setitem(names, "TESTS", ["true"])
        monkeypatch.setitem(names, "keep_compiled", lambda: None)
        monkeypatch.setattr(threading, "excepthook", lambda _: None)
        assert stages["main"]() == 1
        assert capsys.readouterr().out.splitlines()[-1] == "FAILED: types, format"


class TestFamilies:
    @pytest.mark.parametrize(
        ("test", "family"),
        [
            ("tests/web/test_browser_looks.py::test_x[phone]", "browser"),
            ("tests/web/test_api.py::test_x", "web"),
            ("tests/games/merchants/test_bids.py::test_x", "rules"),
            ("tests/test_table.py::test_x", "table"),
        ],
    )
    def test_a_test_belongs_to_the_first_family_that_fits(self, test: str, family: str) -> None:
        assert family_of(test) == family

    def test_time_is_booked_under_the_family_that_was_entered_last(self) -> None:
        stopwatch = Stopwatch()
        for family in ("rules", "web", "rules", "done"):
            stopwatch.enter(family)
        assert set(stopwatch.spent) == {"collecting", "rules", "web"}
        assert all(spent.wall >= 0 <= spent.cpu for spent in stopwatch.spent.values())

    def test_what_is_spent_adds_up(self) -> None:
        assert Spent(1.0, 2.0).plus(0.5, 0.25) == Spent(1.5, 2.25)


class TestTiers:
    SAMPLE = """
from tiers import long_only

def test_short(): pass

@long_only
def test_long(): pass
"""

    @pytest.mark.parametrize(
        ("environment", "outcome"),
        [({}, "1 passed, 1 deselected"), ({"VEILINGKLOK_LONG": "1"}, "2 passed")],
        ids=["quick", "long"],
    )
    def test_only_the_long_check_runs_what_is_marked(
        self, tmp_path: Path, environment: dict[str, str], outcome: str
    ) -> None:
        (tmp_path / "test_sample.py").write_text(self.SAMPLE, encoding="utf-8")
        mine = {name: value for name, value in os.environ.items() if name != "VEILINGKLOK_LONG"}
        paths = {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
        command = ["-m", "pytest", "-p", "conftest", "-c", str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider"]
        result = subprocess.run(
            [sys.executable, *command, str(tmp_path)],
            env=mine | paths | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.stdout.splitlines()[-1].startswith(f"{outcome} in "), result.stdout + result.stderr
