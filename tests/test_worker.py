"""S8: a background thread that dies is noticed, told, and started again after a growing pause; the sign of life knows
it. Every thread of the box is killed here once, in the middle of what it does."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from benches import AtTable, Bench, Ear
from hang_guard import HANG_GUARD, eventually
from stand_in_nmcli import World
from tables import SteppedTime, an_evening

from companion.auction_clock import SECOND
from companion.bot_players import BotPlayers
from companion.caretaker import Caretaker
from companion.chair import new_game
from companion.cli.box import Box
from companion.convention.broker import Broker
from companion.convention.herald import Herald
from companion.entries import Acted
from companion.errors import TableClosed
from companion.games.merchants.actions import Stop
from companion.house import House
from companion.journal import Journal
from companion.journal_check import JournalCheck
from companion.openings import opening_for
from companion.requests import Start
from companion.settings import settings_from
from companion.wifi import Radio
from companion.words import LANGUAGES, mark, words
from companion.worker import MOST_FAILED_ROUNDS, MOST_FAILURES, Worker
from hardware.buttons import Buttons
from hardware.device import EmptyTable
from hardware.dial import Dial
from hardware.display import Display
from hardware.lamps import Glow, Lamps
from hardware.panel import Panel
from hardware.sounds import Sounds
from hardware.troubles import Troubles

WITH_DIAL = settings_from({"dial": {"kind": "pwm"}})
QUICK = {"clock": {"profile": "even", "seconds_per_price": 0.2, "speed": 2, "get_ready": 0}, "bots": {"pace": 0}}


class Odd(BaseException):
    """Nothing that `except Exception` would catch."""


DEATHS = [RuntimeError, SystemExit, KeyboardInterrupt, Odd]


class Body:
    """Fails so many times, then waits until it is stopped."""

    def __init__(self, failures: int, error: type[BaseException] = RuntimeError) -> None:
        self.failures = failures
        self.runs = threading.Event()
        self.begun = 0
        self._error = error
        self._bell = threading.Event()
        self.worker: Worker

    def wake(self) -> None:
        self._bell.set()

    def __call__(self) -> None:
        self.begun += 1
        if self.begun <= self.failures:
            raise self._error("as the test wants it")
        self.runs.set()
        while not self.worker.is_stopping:
            self._bell.wait()
            self._bell.clear()
            with self.worker.one_round():
                pass


class Told:
    """Troubles that can be waited for."""

    def __init__(self) -> None:
        self.ear = Ear()
        self.troubles = Troubles(self.ear)

    def says(self, part: str) -> str:
        self.ear.wait_until(lambda: self.troubles.of(part))
        return str(self.troubles.of(part))


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.worker.FIRST_PAUSE", 0.0)


def started(body: Body, told: Told, **how: Any) -> Worker:
    body.worker = Worker("lamps", mark("Lamps"), body, told.troubles, wake=body.wake, **how)
    body.worker.start()
    return body.worker


def dies(patch: pytest.MonkeyPatch, kind: type, method: str, error: type[BaseException] = SystemExit) -> None:
    """The first time that this method is called."""
    original, deaths = getattr(kind, method), [error]

    def mortal(*args: Any, **kwargs: Any) -> Any:
        if deaths:
            raise deaths.pop()("as the test wants it")
        return original(*args, **kwargs)

    patch.setattr(kind, method, mortal)


class TestWorker:
    @pytest.mark.parametrize("error", DEATHS)
    def test_s8_a_thread_that_dies_is_told_logged_and_started_again(
        self, told: Told, error: type[BaseException], caplog: pytest.LogCaptureFixture
    ) -> None:
        body = Body(1, error)
        worker = started(body, told, is_essential=True)
        assert body.runs.wait(HANG_GUARD)
        assert told.says("lamps thread") == "Lamps: stopped and started again."
        assert worker.answers(HANG_GUARD)
        worker.stop()
        assert any(record.exc_info for record in caplog.records if record.levelno == logging.ERROR)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_what_is_told_is_said_in_every_language(self, told: Told, language: Any) -> None:
        body = Body(1)
        worker = started(body, told)
        told.says("lamps thread")
        trouble = told.troubles.of("lamps thread")
        assert trouble
        assert trouble.said(words(language)).startswith({"en": "Lamps:", "de": "Lampen:", "nl": "Lampen:"}[language])
        worker.stop()

    def test_s8_an_essential_one_that_keeps_dying_gives_no_sign_of_life(self, told: Told) -> None:
        body = Body(MOST_FAILURES)
        worker = started(body, told, is_essential=True)
        assert body.runs.wait(HANG_GUARD)
        assert told.says("lamps thread").startswith("Lamps: stopped again and again.")
        assert not worker.answers(HANG_GUARD)
        worker.stop()

    def test_one_that_is_done_without_goes_on_being_tried(self, told: Told) -> None:
        body = Body(3 * MOST_FAILURES)
        worker = started(body, told)
        assert body.runs.wait(HANG_GUARD)
        assert worker.answers(HANG_GUARD)
        assert told.troubles.of("lamps thread")
        worker.stop()

    def test_the_first_restart_is_at_once_and_then_the_pauses_grow(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.worker.FIRST_PAUSE", 0.1)
        worker = Worker("lamps", mark("Lamps"), lambda: None, Troubles())
        pauses = []
        for worker._failures in range(1, 12):
            pauses.append(worker._pause())
        assert pauses[:4] == [0.0, 0.1, 0.2, 0.4]
        assert pauses[-1] == 10.0

    def test_s8_a_stop_during_a_pause_returns_at_once(self, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
        for pause in ("FIRST_PAUSE", "LAST_PAUSE"):
            monkeypatch.setattr(f"companion.worker.{pause}", 1000 * HANG_GUARD)
        body = Body(failures=1000)
        worker = started(body, told)
        eventually(lambda: body.begun == 2)
        worker.stop(HANG_GUARD)
        assert not worker.is_alive
        assert told.troubles.all() == {}

    def test_what_has_been_well_for_a_while_is_no_fault_any_more(self, told: Told) -> None:
        body = Body(MOST_FAILURES)
        worker = started(body, told, is_essential=True, calm=0.0)
        told.ear.wait_until(lambda: body.begun > MOST_FAILURES and not told.troubles.all())
        eventually(lambda: worker.answers(HANG_GUARD))
        worker.stop()

    def test_s8_where_no_further_thread_is_to_be_had_it_goes_on_all_the_same(
        self, told: Told, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        start = threading.Thread.start

        def refuse(thread: threading.Thread) -> None:
            if thread.name.endswith("recovery"):
                raise RuntimeError("can't start new thread")
            start(thread)

        monkeypatch.setattr(threading.Thread, "start", refuse)
        body = Body(3)
        worker = started(body, told)
        assert body.runs.wait(HANG_GUARD)
        assert worker.answers(HANG_GUARD)
        assert told.troubles.of("lamps thread")
        worker.stop()

    def test_an_exception_in_one_round_ends_that_round_only(self, told: Told) -> None:
        rounds: list[int] = []
        going = threading.Event()

        def body() -> None:
            while not worker.is_stopping:
                with worker.one_round():
                    rounds.append(len(rounds))
                    if len(rounds) == 1:
                        raise ValueError("once")
                    going.set()
                worker.wait(0.001)

        worker = Worker("lamps", mark("Lamps"), body, told.troubles)
        worker.start()
        assert going.wait(HANG_GUARD)
        assert told.says("lamps thread") == "Lamps: something went wrong. It goes on."
        worker.stop()

    def test_s8_an_essential_one_whose_rounds_all_fail_gives_no_sign_of_life(self, told: Told) -> None:
        fails, rounds = threading.Event(), list[int]()
        fails.set()

        def body() -> None:
            while not worker.is_stopping:
                with worker.one_round():
                    rounds.append(len(rounds))
                    if fails.is_set():
                        raise ValueError("again")
                worker.wait(0.001)

        worker = Worker("lamps", mark("Lamps"), body, told.troubles, is_essential=True)
        worker.start()
        eventually(lambda: len(rounds) > MOST_FAILED_ROUNDS)
        assert not worker.answers(HANG_GUARD)
        fails.clear()
        eventually(lambda: worker.answers(HANG_GUARD))
        worker.stop()

    def test_one_that_hangs_gives_no_sign_of_life(self, told: Told) -> None:
        free = threading.Event()

        def hang() -> None:
            free.wait(HANG_GUARD)

        worker = Worker("lamps", mark("Lamps"), hang, told.troubles, is_essential=True)
        worker.start()
        assert not worker.answers(0.05)
        free.set()
        worker.stop()
        assert worker.answers(HANG_GUARD)  # it is over, and nobody misses it


class TestEveryThread:
    """Killed once by SystemExit, which ends a thread without a word; then the part works again."""

    @pytest.fixture
    def bench(self) -> Bench:
        return Bench(WITH_DIAL.fittings)

    @pytest.fixture
    def panel(self, bench: Bench, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Panel]:
        dies(monkeypatch, *request.param)
        made = Panel(EmptyTable(), WITH_DIAL, bench)
        yield made
        made.close()

    @pytest.mark.parametrize("panel", [(Lamps, "_level")], indirect=True)
    def test_s8_lamps(self, panel: Panel, bench: Bench) -> None:
        panel.lamps.show((Glow.LIT,) * 5)
        eventually(lambda: panel.troubles.of("lamps thread"))
        panel.lamps.show((), (1.0,) * 5)
        eventually(lambda: bench.lamp(4) == 1)

    @pytest.mark.parametrize("panel", [(Dial, "_target")], indirect=True)
    def test_s8_dial(self, panel: Panel, bench: Bench) -> None:
        panel.dial.point(1.0)
        eventually(lambda: panel.troubles.of("dial thread"))
        eventually(lambda: panel.dial._shown == 1.0)

    @pytest.mark.parametrize("panel", [(Sounds, "_sound")], indirect=True)
    def test_s8_sounds(self, panel: Panel) -> None:
        panel.sounds.play("turn")
        eventually(lambda: panel.troubles.of("sounds thread"))
        panel.sounds.play("tick")
        eventually(lambda: panel.sounds._wanted is None and panel.sounds._playing is None)

    @pytest.mark.parametrize("panel", [(Display, "_look")], indirect=True)
    def test_s8_display(self, panel: Panel) -> None:
        eventually(lambda: panel.troubles.of("display thread"))
        panel.display.look()
        eventually(lambda: panel.display.is_working)

    @pytest.mark.parametrize("panel", [(Panel, "_look")], indirect=True)
    def test_s8_panel(self, panel: Panel) -> None:
        eventually(lambda: panel.troubles.of("panel thread"))
        assert all(worker.answers(HANG_GUARD) for worker in panel.workers)

    @pytest.mark.parametrize("error", [SystemExit, Odd])
    def test_s8_buttons_and_no_press_is_lost_or_stamped_late(
        self, bench: Bench, told: Told, error: type[BaseException]
    ) -> None:
        presses: list[tuple[int, int]] = []
        deaths = [error]

        def pressed(seat: int, stamp: int) -> None:
            if deaths:
                raise deaths.pop()
            presses.append((seat, stamp))

        time = SteppedTime()
        lines = [seat.button for seat in WITH_DIAL.fittings.seats]
        buttons = Buttons(lines, SECOND // 100, 10 * SECOND, pressed, told.troubles, time)
        buttons.open(bench.factory)
        bench.pin(2).edge(time.now)
        bench.pin(3).edge(time.now + 5)
        eventually(lambda: len(presses) == 2)
        assert presses == [(2, time.now), (3, time.now + 5)]
        assert told.says("buttons thread") == "Buttons: stopped and started again."
        assert buttons.worker.answers(HANG_GUARD)
        buttons.close()

    def test_s8_bots(self, tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
        dies(monkeypatch, BotPlayers, "_waited")
        with Journal(tmp_path) as journal:
            house = House(journal, settings_from(QUICK))
            house.faults = told.troubles
            house.begin(opening_for(players=3, people=0, seed=1))
            assert told.says("bots thread") == "Bots: stopped and started again."
            eventually(lambda: house.snapshot and house.snapshot.look.row > 0)
            assert house.answers(HANG_GUARD)
            house.close()
        assert told.troubles.all() == {}

    def test_s8_caretaker(self, tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.caretaker.EVERY", 0.001)
        looks: list[Path] = []

        def free(folder: Path) -> int:
            looks.append(folder)
            if len(looks) == 2:  # the first is on the thread that makes it
                raise SystemExit
            return 10**9

        caretaker = Caretaker(tmp_path, told.troubles, lambda: False, free)
        assert told.says("caretaker thread")
        eventually(lambda: len(looks) > 2)
        caretaker.close()

    def test_s8_check_of_the_journal(self, tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
        with Journal(tmp_path) as journal:
            new_game(journal, opening_for(players=3, people=3, seed=1))
            checked = threading.Event()
            monkeypatch.setattr("companion.journal_check.check_pages", lambda _: checked.set())
            dies(monkeypatch, JournalCheck, "_verify")
            check = JournalCheck(journal.file, told.troubles, pause=0)
            assert told.says("journal check thread")
            assert checked.wait(HANG_GUARD)
            check.close()

    def test_s8_radio(self, tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
        world = World(tmp_path)
        for name, value in world.surroundings.items():
            monkeypatch.setenv(name, value)
        dies(monkeypatch, Radio, "_look")
        with Journal(tmp_path / "games") as journal:
            radio = Radio(journal.drawer, told.troubles)
            assert told.says("radio thread") == "Wi-Fi: stopped and started again."
            eventually(lambda: radio.news.air.is_looked_after)
            radio.close()

    def test_s8_herald(self, tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
        evening = an_evening(tmp_path)
        looked = threading.Event()
        monkeypatch.setattr(Herald, "_send", lambda *_: looked.set())
        dies(monkeypatch, Herald, "_look")
        settings = settings_from({})
        hosts: Any = AtTable(evening.table)
        hosts.settings = settings
        herald = Herald(Broker("127.0.0.1", 1), hosts, evening.journal.drawer, told.troubles)
        assert told.says("herald thread")
        assert looked.wait(HANG_GUARD)
        herald.close()
        evening.ends()


class TestTheTable:
    def test_s8_a_table_whose_writer_dies_is_not_begun_anew(self, tmp_path: Path, told: Told) -> None:
        """Its state may be half changed: whoever asked is answered, it is told, and there is no sign of life."""
        with Journal(tmp_path) as journal:
            house = House(journal, settings_from({}))
            house.faults = told.troubles
            house.clock_alone()
            table = house._table
            assert table
            _die(table._chair, "hear")
            with pytest.raises(TableClosed):
                house.submit(0, Start(3)).result(HANG_GUARD)
            assert told.says("table thread").startswith("Table: stopped.")
            with pytest.raises(TableClosed):
                house.submit(0, Start(3)).result(HANG_GUARD)
            assert not house.answers(HANG_GUARD)
            house.leave()
            house.clock_alone()  # another table works
            assert house.answers(HANG_GUARD)
            assert told.troubles.all() == {}
            house.close()


def _die(of: Any, method: str) -> None:
    def mortal(*_: Any) -> None:
        raise SystemExit

    setattr(of, method, mortal)


class TestTheBox:
    @pytest.fixture
    def box(self, tmp_path: Path) -> Iterator[Box]:
        with Journal(tmp_path) as journal:
            box = Box(journal, WITH_DIAL, tmp_path, ("127.0.0.1", 0), lambda: None, simulate=True)
            yield box
            box.close(None)

    def test_s8_the_sign_of_life_knows_every_thread(self, box: Box) -> None:
        parts = box.parts
        essential = {"table", "page", "panel", "buttons"}
        assert set(parts) == essential | {"lamps", "dial", "sounds", "display", "caretaker"}
        assert all(answers(HANG_GUARD) for answers in parts.values())

    @pytest.mark.parametrize("part", ["buttons", "panel"])
    def test_s8_it_is_missing_while_an_essential_one_stays_dead(
        self, box: Box, part: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kind, method = {"buttons": (Buttons, "_is_any_down"), "panel": (Panel, "_due")}[part]
        monkeypatch.setattr("companion.worker.LAST_PAUSE", 0.001)
        with monkeypatch.context() as patch:
            patch.setattr(kind, method, _raises(SystemExit))
            answers = box.parts[part]
            eventually(lambda: not answers(0.05))
            sentence = eventually(lambda: str(box.device.panel.troubles.of(f"{part} thread") or ""))
            assert "stopped" in sentence

    def test_s8_lamps_that_stay_dead_are_told_and_end_nobodys_game(
        self, box: Box, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(Lamps, "_level", _raises(SystemExit))
            box.device.panel.lamps.show((Glow.LIT,) * 5)
            troubles = box.device.panel.troubles
            eventually(lambda: "again and again" in str(troubles.of("lamps thread")))
            assert all(answers(HANG_GUARD) for answers in box.parts.values())

    def test_s7_a_game_that_the_display_cannot_show_is_set_aside(
        self, box: Box, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Else the panel would fail again and again, and after every restart."""
        box.house.begin(opening_for(players=3, people=3, seed=7, colours=box.house.colours))
        monkeypatch.setattr("hardware.panel.standing", _raises(KeyError("unicorn")))
        box.check_journal()
        assert box.house.snapshot is None
        assert box.house.unfinished is None
        assert "set aside" in str(box.device.panel.troubles.of("kept game"))

    def test_s6_what_cannot_be_closed_keeps_nothing_else_open(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        with Journal(tmp_path) as journal:
            box = Box(journal, WITH_DIAL, tmp_path, ("127.0.0.1", 0), lambda: None, simulate=True)
            box._check = Unclosable()  # type: ignore[assignment]
            box.close(None)
            assert box.house.is_closed
            assert not any(worker.is_alive for worker in box.device.panel.workers)
        assert "Something could not be closed." in caplog.text

    def test_s6_what_may_take_long_to_end_ends_while_presses_still_count(self, tmp_path: Path) -> None:
        """Else a clock that runs on would be over with nobody able to stop it."""
        stopped = set[int | None]()
        with Journal(tmp_path) as journal:
            box = Box(journal, WITH_DIAL, tmp_path, ("127.0.0.1", 0), lambda: None, simulate=True)
            box.house.subscribe(lambda: stopped.update(_stopped_by(box.house)))
            box.house.clock_alone(3)
            box.house.submit(0, Start(0)).result()
            box._check = Presses(box, 2)  # type: ignore[assignment]
            box.close(None)
        assert stopped == {2}


class Unclosable:
    def close(self) -> None:
        raise RuntimeError


class Presses:
    """Something that takes long to end: the clock is stopped meanwhile."""

    def __init__(self, box: Box, seat: int) -> None:
        self._box = box
        self._seat = seat

    def close(self) -> None:
        snapshot = self._box.house.snapshot
        clock = snapshot and snapshot.look.clock
        assert clock
        eventually(lambda: time.monotonic_ns() > clock.start)
        self._box.device.panel._pressed(self._seat, time.monotonic_ns())


def _stopped_by(house: House) -> list[int | None]:
    acted = [row.entry for row in house.history() if isinstance(row.entry, Acted)]
    return [entry.seat for entry in acted if isinstance(entry.action, Stop)]


def _raises(error: BaseException | type[BaseException]) -> Callable[..., Any]:
    def mortal(*_: Any, **__: Any) -> Any:
        raise error

    return mortal
