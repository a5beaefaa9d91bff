"""S8: the threads of a box that has everything, also the radio and the broker's herald that a simulated one has not."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hang_guard import HANG_GUARD, eventually
from stand_in_nmcli import World

from companion.cli import box as the_box
from companion.cli.box import Box
from companion.convention.herald import Herald
from companion.journal import Journal
from companion.openings import opening_for
from companion.settings import settings_from
from companion.wifi import Radio
from companion.worker import Worker
from hardware.simulator import SimulatedWorks

SETTINGS = settings_from({"dial": {"kind": "pwm"}, "mqtt": {"broker": "127.0.0.1", "port": 1}})
"""Nobody listens at that port."""


@contextmanager
def a_box(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[Box]:
    """As on a Pi, but for its pins, its display and its network."""
    for name, value in World(folder).surroundings.items():
        patch.setenv(name, value)
    patch.setattr(the_box, "RealWorks", lambda _factory: SimulatedWorks(SETTINGS.fittings))
    with Journal(folder / "games") as journal:
        box = Box(journal, SETTINGS, folder, ("127.0.0.1", 0), lambda: None, simulate=False)
        try:
            yield box
        finally:
            box.close(None)


def test_s8_every_worker_that_was_started_for_the_box_is_asked_for_a_sign_of_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: set[str] = set()
    start = Worker.start

    def noted(worker: Worker) -> None:
        started.add(worker.name)
        start(worker)

    monkeypatch.setattr(Worker, "start", noted)
    with a_box(tmp_path, monkeypatch) as box:
        box.house.begin(opening_for(players=3, people=1))
        parts = box.parts
        assert set(parts) == started - {"bots"}  # they are asked together with the table
        assert set(parts) >= {"radio", "herald"}
        assert all(answers(HANG_GUARD) for answers in parts.values())


def test_s8_a_radio_and_a_herald_that_die_are_told_on_the_display_and_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dies_once(monkeypatch, Radio)
    dies_once(monkeypatch, Herald)
    with a_box(tmp_path, monkeypatch) as box:
        troubles, parts = box.device.panel.troubles, box.parts
        for part, name in {"radio": "Wi-Fi", "herald": "Messages to the broker"}.items():
            told = eventually(partial(troubles.of, f"{part} thread"))
            assert str(told) == f"{name}: stopped and started again."
            assert parts[part](HANG_GUARD)


def dies_once(patch: pytest.MonkeyPatch, kind: Any) -> None:
    """By SystemExit, which ends a thread without a word."""
    deaths, look = [SystemExit], kind._look

    def mortal(*args: Any) -> Any:
        if deaths:
            raise deaths.pop()
        return look(*args)

    patch.setattr(kind, "_look", mortal)
