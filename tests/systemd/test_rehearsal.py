"""The pieces of the rehearsal that can be tried without a machine: its arithmetic, what it packs, what it hears."""

import ast
import shutil
import subprocess
from pathlib import Path

import pytest
from rehearsal import command, kernel
from rehearsal.guest.counting import Heard, Pair, fairness, spread, tally
from rehearsal.machine import MODEL, REVISION, make_device_tree
from rehearsal.report import Report

from companion.settings import settings_from

ROOT = Path(__file__).parent.parent.parent
GUEST = ROOT / "systemd/rehearsal/guest"
ACTS = ("install", "evening", "next_evening", "after_the_plug", "wifi")


def pair(*told: tuple[int, int], pulled: tuple[int, int] = (0, 1), **rulings: str) -> Pair:
    seats = {"one": 0, "two": 1, "three": 2}
    return Pair(pulled, tuple(Heard(*heard) for heard in told), {seats[who]: said for who, said in rulings.items()})


class TestCounting:
    def test_a_spread_has_the_middle_and_the_worst_of_a_hundred(self) -> None:
        assert spread(list(range(101))) == (0, 50, 99, 100)

    def test_a_pair_in_order_counts_as_such(self) -> None:
        found = tally([pair((0, 1_000), (1, 301_000), one="first", two="beaten")] * 2)
        assert found[:8] == (2, 0, 0, 2, 0, 2, 2, 2)
        assert found.distances == (300, 300, 300, 300)

    def test_told_in_another_order_than_stamped(self) -> None:
        late = pair((1, 301_000), (0, 1_000), one="first", two="beaten")
        found = tally([late, pair((0, 1_000), (1, 301_000), one="first", two="beaten")])
        assert (found.told_out_of_order, found.stamped_as_pulled, found.decided_as_pulled) == (1, 2, 2)

    def test_a_tie_is_not_decided(self) -> None:
        found = tally([pair((0, 1_000), (1, 101_000), one="tied", two="first")] * 2)
        assert (found.ties, found.decided, found.decided_as_pulled) == (2, 0, 0)

    def test_somebody_else_wins_than_was_pulled_first(self) -> None:
        wrong = pair((1, 1_000), (0, 301_000), two="first", one="beaten")
        found = tally([wrong, wrong])
        assert (found.stamped_as_pulled, found.decided_as_stamped, found.decided_as_pulled) == (0, 2, 0)

    def test_a_press_that_nobody_judged_is_lost(self) -> None:
        whole = pair((0, 1_000), (1, 301_000), one="first", two="beaten")
        found = tally([whole, whole, pair((0, 1_000), one="first"), pair((0, 1), (1, 2), one="first")])
        assert (found.pairs, found.lost, found.decided) == (4, 2, 2)


FAIR = tally([pair((0, 1_000), (1, 301_000), one="first", two="beaten")] * 2)._asdict()
STAMPED = {"stamped_before_the_pull": 0}


class TestFairness:
    def test_all_in_order_is_fair(self) -> None:
        assert set(fairness(STAMPED, FAIR, FAIR).values()) == {True}

    @pytest.mark.parametrize(
        ("single", "near", "at_once", "wrong"),
        [
            ({"stamped_before_the_pull": 1}, {}, {}, "No press is stamped before its line was pulled"),
            ({}, {"lost": 1}, {}, "No press is lost"),
            ({}, {}, {"lost": 1}, "No press is lost"),
            ({}, {"decided_as_stamped": 1}, {}, "Whatever is decided goes to the earlier stamp"),
            ({}, {}, {"decided_as_stamped": 1}, "Whatever is decided goes to the earlier stamp"),
            ({}, {"decided_as_pulled": 1}, {}, "It goes to the line that was pulled first"),
        ],
    )
    def test_one_press_that_was_wronged_is_enough(
        self, single: dict[str, int], near: dict[str, int], at_once: dict[str, int], wrong: str
    ) -> None:
        found = fairness(STAMPED | single, FAIR | near, FAIR | at_once)
        assert [sentence for sentence, is_so in found.items() if not is_so] == [wrong]


class TestReport:
    def test_it_is_good_only_if_everything_was_so(self) -> None:
        report = Report()
        assert not report.is_good
        report.hear({"check": "It is ready", "is_so": True, "seen": ""})
        assert report.is_good
        report.hear({"check": "Nothing is lost", "is_so": False, "seen": "7"})
        assert not report.is_good

    def test_an_act_that_failed_is_no_success(self) -> None:
        report = Report()
        report.hear({"check": "It is ready", "is_so": True, "seen": ""})
        report.hear({"failed": "TimeoutError: the page answers"})
        assert not report.is_good
        assert "TimeoutError: the page answers" in report.as_table()

    def test_figures_are_told_flat(self) -> None:
        report = Report()
        report.hear({"figure": "pins.pairs", "value": {"pairs": 1000, "distances": {"p50": 310.25}}})
        assert ["pins.pairs.pairs", "1,000"] in [line.split() for line in report.as_table().splitlines()]
        assert ["pins.pairs.distances.p50", "310.2"] in [line.split() for line in report.as_table().splitlines()]


class TestPieces:
    @pytest.mark.parametrize("script", ["lines", "../init"])
    def test_shell_scripts_can_be_read(self, script: str) -> None:
        subprocess.run(["sh", "-n", GUEST / script], check=True)

    @pytest.mark.parametrize("act", ACTS)
    def test_every_act_can_be_played(self, act: str) -> None:
        tree = ast.parse((GUEST / f"acts/{act}.py").read_text(encoding="utf-8"))
        assert "play" in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]

    def test_what_the_machine_runs_can_be_run(self) -> None:
        started = [
            line.removeprefix("ExecStart=/rehearsal/checkout/")
            for unit in GUEST.glob("*.service")
            for line in unit.read_text(encoding="utf-8").splitlines()
            if line.startswith("ExecStart=")
        ]
        assert len(started) == 2
        for program in started:
            assert (ROOT / program).stat().st_mode & 0o111

    def test_the_fingers_are_on_the_lines_of_the_buttons(self) -> None:
        from rehearsal.guest.fingers import LINES  # noqa: PLC0415

        seats = settings_from({}).fittings.seats
        assert {number: seat.button for number, seat in enumerate(seats, 1)} == LINES

    def test_the_first_program_is_packed_as_kernels_unpack_it(self) -> None:
        packed = kernel._cpio(["bin"], {"bin/sh": b"#!", "init": b"x" * 5})
        assert packed.count(b"070701") == 4
        assert len(packed) % 4 == 0
        assert packed.endswith(b"TRAILER!!!\0\0\0\0")
        assert b"bin/sh\0" in packed

    @pytest.mark.skipif(
        not (shutil.which("qemu-system-aarch64") and shutil.which("fdtput")), reason="needs qemu-system-arm and dtc"
    )
    def test_the_device_tree_says_raspberry_pi(self, tmp_path: Path) -> None:
        make_device_tree(tmp_path / "tree")

        def said(kind: str, node: str, name: str) -> str:
            words = ["fdtget", "-t", kind, str(tmp_path / "tree"), node, name]
            return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()

        assert said("s", "/", "model") == MODEL
        assert int(said("x", "/system", "linux,revision"), 16) == int(REVISION, 16)
        assert said("s", "/pl061@9030000", "status") == "disabled"


def test_what_is_missing_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(command.Refused, match=r"apt install .*mmdebstrap.* qemu-system-arm"):
        command._check("python3")


def test_only_root_is_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(command.Refused, match="sudo systemd/rehearse"):
        command._check("python3")


def test_nothing_is_fetched_where_a_foreign_debian_could_not_configure_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And what to do about it is said."""
    foreign = tmp_path / "bin/arch-test"
    foreign.parent.mkdir()
    foreign.write_text("#!/bin/sh\nexit 1\n")
    foreign.chmod(0o755)
    monkeypatch.setenv("PATH", str(foreign.parent))
    with pytest.raises(command.Refused, match=r"binfmt-support.*binfmt_misc.*update-binfmts --enable"):
        command._rehearsed(command._wishes(["--keep", str(tmp_path / "kept")]))
    assert list((tmp_path / "kept").iterdir()) == []
