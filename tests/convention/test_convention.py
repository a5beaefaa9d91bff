"""Two boxes, a wall and a real broker: what is told arrives, whoever comes late or is lost; and no game notices."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from brokers import HERE, NEEDED, Box, Mosquitto, a_listener, a_mosquitto, port_kept
from hang_guard import HANG_GUARD, eventually
from tables import Evening, an_evening

from companion.convention.announcements import Auction, Result, TableNow
from companion.convention.broker import Broker
from companion.convention.herald import EVERY, PATIENCE, Herald
from companion.convention.topics import Topic
from companion.convention.wall import GRACE, Shown, Wall, line_to
from companion.drawer import Drawer
from companion.entries import AnyEntry, Row
from companion.games.merchants.events import Sold, Unsold
from companion.games.speech import Phrase
from companion.house import House
from companion.journal import Journal
from companion.requests import TakeBack
from companion.settings import Settings, settings_from
from companion.snapshots import Snapshot
from hardware.troubles import Troubles

pytestmark = NEEDED

BOTS = ("merchant",) * 4


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    with a_mosquitto(tmp_path / "broker") as running:
        yield running


class Seconds:
    """A monotonic clock that stands until a test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def a_wall(broker: Broker, clock: Callable[[], float] = time.monotonic) -> Iterator[Wall]:
    wall = Wall(clock)
    line = line_to(broker, wall)
    try:
        yield wall
    finally:
        line.close()


def table(wall: Wall, name: str) -> Shown | None:
    return next((one for one in wall.sight().tables if one.now and one.now.table == name), None)


def now(wall: Wall, name: str) -> TableNow:
    shown = table(wall, name)
    assert shown is not None
    assert shown.now is not None
    return shown.now


class AtTable:
    """An evening as the herald knows the house."""

    evening = 1

    def __init__(self, evening: Evening, **mqtt: Any) -> None:
        self._table = evening.table
        self.settings: Settings = settings_from({"mqtt": mqtt})

    @property
    def snapshot(self) -> Snapshot | None:
        return self._table.snapshot

    def history(self, since: int = 0) -> tuple[Row, ...]:
        return self._table.history(since)

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        return self._table.subscribe(listener)


class Guest:
    """A house with a herald, whose clock stands until it is moved."""

    def __init__(self, folder: Path, mosquitto: Mosquitto, **mqtt: Any) -> None:
        self.clock = Seconds()
        self.journal = Journal(folder)
        self.troubles = Troubles()
        self.house = House(self.journal, settings_from({"mqtt": mosquitto.settings | {"table": "Anna's"} | mqtt}))
        broker = Broker(HERE, mosquitto.port, str(mqtt.get("user", "")), str(mqtt.get("password", "")))
        self.herald = Herald(broker, self.house, self.journal.drawer, self.troubles, self.clock)

    def topic(self, kind: Any) -> str:
        return Topic(self.herald.box, kind).name

    def ends(self) -> None:
        self.herald.close()
        self.house.close()
        self.journal.close()


@contextmanager
def a_guest(folder: Path, mosquitto: Mosquitto, **mqtt: Any) -> Iterator[Guest]:
    guest = Guest(folder, mosquitto, **mqtt)
    try:
        yield guest
    finally:
        guest.ends()


class TestTwoBoxesAndAWall:
    @pytest.fixture
    def boxes(self, tmp_path: Path, mosquitto: Mosquitto) -> Iterator[list[Box]]:
        boxes = [Box(tmp_path / f"box{number}", mosquitto, f"Table {number}", seed=number) for number in (1, 2)]
        yield boxes
        for box in boxes:
            box.ends()

    def test_a_wall_that_comes_later_sees_both_and_follows_them(self, boxes: list[Box], mosquitto: Mosquitto) -> None:
        eventually(lambda: all(box.rows() > 10_010 for box in boxes))
        with a_wall(mosquitto.broker) as wall:
            eventually(lambda: len(wall.sight().tables) == 2)
            assert {shown.box for shown in wall.sight().tables} == {box.name for box in boxes}
            assert len(now(wall, "Table 1").players) == 4
            assert len(now(wall, "Table 2").players) == 3
            first = now(wall, "Table 1").last
            eventually(lambda: now(wall, "Table 1").last not in (None, first))
            eventually(lambda: now(wall, "Table 2").clock == "on")
            assert all(shown.is_here for shown in wall.sight().tables)

    def test_a_box_that_is_killed_is_gone_on_the_wall_and_the_other_plays_on(
        self, boxes: list[Box], mosquitto: Mosquitto
    ) -> None:
        with a_wall(mosquitto.broker) as wall:
            eventually(lambda: table(wall, "Table 1") and table(wall, "Table 2"))
            boxes[0].is_killed()
            eventually(lambda: not table(wall, "Table 1").is_here)  # type: ignore[union-attr]
            gone, other = table(wall, "Table 1"), table(wall, "Table 2")
            assert gone is not None
            assert gone.gone_since is not None
            assert gone.now is not None  # what was last known of it stays
            assert other is not None
            assert other.is_here
            rows = boxes[1].rows()
            eventually(lambda: boxes[1].rows() > rows + 5)

    def test_a_broker_that_is_killed_and_comes_back_disturbs_nobody(
        self, boxes: list[Box], mosquitto: Mosquitto
    ) -> None:
        with a_wall(mosquitto.broker) as wall:
            eventually(lambda: len(wall.sight().tables) == 2 and wall.sight().trouble is None)
            mosquitto.is_killed()
            eventually(lambda: wall.sight().trouble is not None)
            assert str(wall.sight().trouble) == f"The MQTT broker {HERE}:{mosquitto.port} does not answer"
            assert len(wall.sight().tables) == 2  # as they were last heard of
            rows = [box.rows() for box in boxes]
            eventually(lambda: all(box.rows() > before + 10 for box, before in zip(boxes, rows, strict=True)))
            heard = {shown.box: shown.heard_at for shown in wall.sight().tables}
            mosquitto.starts()
            eventually(lambda: wall.sight().trouble is None)
            eventually(lambda: all(one.heard_at > heard[one.box] for one in wall.sight().tables))
            assert all(one.is_here for one in wall.sight().tables)
            with a_listener(mosquitto) as late:  # a broker that had forgotten everything knows it again
                online = [f"veilingklok/{box.name}/online" for box in boxes]
                eventually(lambda: all(late.last(topic) == b"yes" for topic in online))
                eventually(lambda: all(late.last(topic.replace("online", "table")) for topic in online))


class TestNoGameIsDisturbed:
    @pytest.fixture
    def undisturbed(self, tmp_path: Path) -> list[AnyEntry]:
        evening = an_evening(tmp_path / "alone", who=BOTS)
        for _ in evening.bots_play():
            pass
        return entries(evening)

    def test_with_a_broker_that_is_not_there(self, tmp_path: Path, undisturbed: list[AnyEntry]) -> None:
        with port_kept() as place:
            assert self.played(tmp_path, Broker(HERE, place.getsockname()[1])) == undisturbed

    def test_with_one_that_never_says_a_word(
        self, tmp_path: Path, mosquitto: Mosquitto, undisturbed: list[AnyEntry]
    ) -> None:
        mosquitto.holds_still()
        assert self.played(tmp_path, mosquitto.broker) == undisturbed
        mosquitto.goes_on()

    def test_with_one_that_falls_silent_in_the_middle(
        self, tmp_path: Path, mosquitto: Mosquitto, undisturbed: list[AnyEntry]
    ) -> None:
        with a_listener(mosquitto) as listener:
            evening = an_evening(tmp_path / "told", who=BOTS)
            herald = Herald(mosquitto.broker, AtTable(evening), Drawer(evening.journal.file), Troubles())
            for number, _ in enumerate(evening.bots_play()):
                if number == 30:
                    eventually(lambda: listener.last(Topic(herald.box, "table").name))
                    mosquitto.holds_still()
            assert entries(evening) == undisturbed
            mosquitto.goes_on()
            herald.close()

    def played(self, folder: Path, broker: Broker) -> list[AnyEntry]:
        evening = an_evening(folder / "told", who=BOTS)
        herald = Herald(broker, AtTable(evening), Drawer(evening.journal.file), Troubles())
        for _ in evening.bots_play():
            pass
        herald.close()
        return entries(evening)


def entries(evening: Evening) -> list[AnyEntry]:
    """Without the time of day."""
    found = [row.entry for row in evening.table.history()]
    evening.ends()
    return found


class TestTheHerald:
    def test_what_is_told_of_a_whole_game(self, tmp_path: Path, mosquitto: Mosquitto) -> None:
        evening = an_evening(tmp_path / "game", who=BOTS)
        with a_listener(mosquitto) as listener:
            troubles = Troubles()
            herald = Herald(mosquitto.broker, AtTable(evening), Drawer(evening.journal.file), troubles, Seconds())
            topics = {kind: Topic(herald.box, kind).name for kind in ("online", "table", "auction", "result")}
            eventually(lambda: listener.last(topics["table"]))
            for _ in evening.bots_play():
                pass
            eventually(lambda: listener.last(topics["result"]))
            events = [event for row in evening.table.history() for event in getattr(row.entry, "events", ())]
            ended = [event for event in events if isinstance(event, Sold | Unsold)]
            eventually(lambda: len(listener.all(topics["auction"])) == len(ended))
            auctions = [msgspec.json.decode(one, type=Auction) for one in listener.all(topics["auction"])]
            assert [one.price for one in auctions] == [getattr(event, "price", 0) for event in ended]
            assert all(one.lot for one in auctions)
            result = msgspec.json.decode(listener.last(topics["result"]) or b"", type=Result)
            money = sorted(evening.view().table.money, reverse=True)
            assert [one.score for one in result.standings] == money
            assert [one.wins for one in result.standings] == [True, False, False, False]
            eventually(lambda: b'"over"' in (listener.last(topics["table"]) or b""))
            over = msgspec.json.decode(listener.last(topics["table"]) or b"", type=TableNow)
            assert [over.players[seat].name for seat in over.winners] == [result.standings[0].name]
            assert listener.all(topics["online"]) == [b"yes"]
            assert max(len(message.payload) for message in listener.messages) < 3000
            assert troubles.all() == {}
            herald.close()
            eventually(lambda: listener.all(topics["online"]) == [b"yes", b"no"])
        evening.ends()

    def test_an_end_that_is_taken_back_takes_its_result_back(self, tmp_path: Path, mosquitto: Mosquitto) -> None:
        evening = an_evening(tmp_path / "game", who=BOTS)
        for _ in evening.bots_play():
            pass
        with a_listener(mosquitto) as listener:
            herald = Herald(mosquitto.broker, AtTable(evening), Drawer(evening.journal.file), Troubles())
            topic = Topic(herald.box, "result").name
            eventually(lambda: listener.last(topic))
            evening.does(0, TakeBack(to=evening.view().row - 1))
            eventually(lambda: listener.last(topic) == b"")
            herald.close()
        evening.ends()

    def test_what_had_happened_before_it_came_is_not_told_as_news(self, tmp_path: Path, mosquitto: Mosquitto) -> None:
        evening = an_evening(tmp_path / "game", who=BOTS)
        playing = evening.bots_play()
        while not any(
            isinstance(event, Sold) for row in evening.table.history() for event in getattr(row.entry, "events", ())
        ):
            next(playing)
        with a_listener(mosquitto) as listener:
            herald = Herald(mosquitto.broker, AtTable(evening), Drawer(evening.journal.file), Troubles())
            eventually(lambda: listener.last(Topic(herald.box, "table").name))
            told = msgspec.json.decode(listener.last(Topic(herald.box, "table").name) or b"", type=TableNow)
            assert told.last is not None
            assert listener.all(Topic(herald.box, "auction").name) == []
            herald.close()
        evening.ends()

    def test_auctions_wait_until_the_broker_takes_them_and_none_is_lost(
        self, tmp_path: Path, mosquitto: Mosquitto
    ) -> None:
        evening = an_evening(tmp_path / "game", who=BOTS)
        box = mosquitto.broker._replace(user="box", password="unheard of")
        with a_listener(mosquitto) as listener:
            herald = Herald(box, AtTable(evening), Drawer(evening.journal.file), Troubles())
            eventually(lambda: herald._onlooker)
            for _ in evening.bots_play():
                pass
            eventually(lambda: herald._onlooker and herald._onlooker.told == len(evening.table.history()))
            topic = Topic(herald.box, "auction").name
            assert listener.all(topic) == []
            mosquitto.lets_in("unheard of")
            events = [event for row in evening.table.history() for event in getattr(row.entry, "events", ())]
            prices = [getattr(event, "price", 0) for event in events if isinstance(event, Sold | Unsold)]
            eventually(lambda: len(listener.all(topic)) == len(prices))
            assert [msgspec.json.decode(one, type=Auction).price for one in listener.all(topic)] == prices
            assert len(prices) > 10
            herald.close()
        evening.ends()

    def test_an_empty_table_and_just_the_clock(self, tmp_path: Path, mosquitto: Mosquitto) -> None:
        with a_listener(mosquitto) as listener, a_guest(tmp_path / "box", mosquitto) as guest:
            eventually(lambda: listener.last(guest.topic("table")) == b'{"table":"Anna\'s","on":"nothing"}')
            guest.house.clock_alone(3)
            eventually(lambda: b'"clock"' in (listener.last(guest.topic("table")) or b""))
            told = msgspec.json.decode(listener.last(guest.topic("table")) or b"", type=TableNow)
            assert [player.colour for player in told.players] == ["orange", "blue", "green"]
            assert told.players[0].money is None
            guest.house.leave()
            eventually(lambda: listener.last(guest.topic("table")) == b'{"table":"Anna\'s","on":"nothing"}')

    def test_a_broker_that_is_away_is_a_trouble_until_it_is_back(self, tmp_path: Path, mosquitto: Mosquitto) -> None:
        with a_guest(tmp_path / "box", mosquitto) as guest:
            eventually(lambda: guest.herald._told)
            mosquitto.is_killed()
            self.a_minute_passes(guest)
            assert [str(one) for one in guest.troubles.all().values()] == [
                f"The MQTT broker {HERE}:{mosquitto.port} does not answer. The table plays on; it is tried again."
            ]
            mosquitto.starts()
            eventually(lambda: not guest.troubles.all())

    def test_one_that_does_not_answer_for_less_than_a_minute_is_nobodys_concern(
        self, tmp_path: Path, mosquitto: Mosquitto
    ) -> None:
        """A box is up before its network is."""
        mosquitto.is_killed()
        why = Phrase("Nobody is there")
        with a_guest(tmp_path / "box", mosquitto) as guest:
            for _ in range(9):
                guest.herald._away(why)
                assert guest.troubles.all() == {}
                guest.clock.now += PATIENCE / 9
            guest.herald._away(why)
            assert len(guest.troubles.all()) == 1

    def test_each_minute_in_vain_begins_when_the_line_was_lost(self, tmp_path: Path, mosquitto: Mosquitto) -> None:
        mosquitto.is_killed()
        why = Phrase("Nobody is there")
        with a_guest(tmp_path / "box", mosquitto) as guest:
            guest.herald._away(why)
            guest.clock.now += PATIENCE - 1
            guest.herald._there()
            guest.clock.now += PATIENCE - 1
            guest.herald._away(why)
            assert guest.troubles.all() == {}

    def test_it_says_again_and_again_that_it_is_here(self, tmp_path: Path, mosquitto: Mosquitto) -> None:
        with a_listener(mosquitto) as listener, a_guest(tmp_path / "box", mosquitto) as guest:
            for times in range(1, 4):
                eventually(lambda: listener.all(guest.topic("online")) == [b"yes"] * times)  # noqa: B023
                guest.clock.now += EVERY
            assert not any(message.is_retained for message in listener.messages)
            with a_listener(mosquitto) as late:
                eventually(lambda: late.last(guest.topic("online")) == b"yes")

    def test_a_wrong_password_is_said_and_not_shown(self, tmp_path: Path) -> None:
        with (
            a_mosquitto(tmp_path / "locked", password="right") as locked,
            a_guest(tmp_path / "box", locked, user="box", password="wrong-secret") as guest,
        ):
            self.a_minute_passes(guest)
            (trouble,) = guest.troubles.all().values()
            assert "mqtt.user and mqtt.password" in str(trouble)
            assert "wrong-secret" not in str(trouble)

    def test_with_the_right_password_it_is_let_in(self, tmp_path: Path) -> None:
        with (
            a_mosquitto(tmp_path / "locked", password="right") as locked,
            a_guest(tmp_path / "box", locked, user="box", password="right") as guest,
        ):
            eventually(lambda: guest.herald._told)
            assert guest.troubles.all() == {}

    def a_minute_passes(self, guest: Guest) -> None:
        """In vain, until it is said."""
        eventually(lambda: guest.herald._away_since is not None)
        guest.clock.now += PATIENCE
        eventually(guest.troubles.all)

    def test_a_box_keeps_its_name_and_two_that_are_called_the_same_do_not_clash(
        self, tmp_path: Path, mosquitto: Mosquitto
    ) -> None:
        with a_guest(tmp_path / "one", mosquitto) as one, a_guest(tmp_path / "two", mosquitto) as two:
            names = {one.herald.box, two.herald.box}
            assert len(names) == 2
            with a_wall(mosquitto.broker) as wall:
                eventually(lambda: {shown.box for shown in wall.sight().tables} == names)
            first = one.herald.box
        with a_guest(tmp_path / "one", mosquitto) as again:
            assert again.herald.box == first


class TestABrokerThatKeepsWhatItWasTold:
    """Over a power cut, also that a box is here which is not."""

    @pytest.fixture
    def mosquitto(self, tmp_path: Path) -> Iterator[Mosquitto]:
        with a_mosquitto(tmp_path / "broker", keeps=True) as running:
            yield running

    @pytest.fixture
    def living(self, tmp_path: Path, mosquitto: Mosquitto) -> Iterator[Guest]:
        with a_guest(tmp_path / "living", mosquitto, table="Living") as guest:
            eventually(lambda: guest.herald._told)
            yield guest

    def test_a_box_that_died_meanwhile_is_gone_half_a_minute_later(
        self, tmp_path: Path, mosquitto: Mosquitto, living: Guest
    ) -> None:
        clock = Seconds()
        with a_wall(mosquitto.broker, clock) as wall:
            eventually(lambda: wall.sight().trouble is None)
            with self.dying(tmp_path, mosquitto) as dying:
                eventually(lambda: len(wall.sight().tables) == 2)
                mosquitto.loses_power()
            eventually(lambda: wall.sight().trouble)
            mosquitto.starts()
            self.still_says_that_it_is_here(mosquitto, dying)
            eventually(lambda: wall.sight().trouble is None)
            self.only_the_living_stays(wall, clock, living)
            gone = table(wall, "Dying")
            assert gone is not None
            assert gone.gone_since is not None

    def test_nor_is_a_wall_that_comes_later_fooled(self, tmp_path: Path, mosquitto: Mosquitto, living: Guest) -> None:
        with self.dying(tmp_path, mosquitto) as dying:
            mosquitto.loses_power()
        mosquitto.starts()
        self.still_says_that_it_is_here(mosquitto, dying)
        clock = Seconds()
        with a_wall(mosquitto.broker, clock) as wall:
            eventually(lambda: len(wall.sight().tables) == 2)
            eventually(lambda: wall.sight().trouble is None)
            self.only_the_living_stays(wall, clock, living)
            gone = table(wall, "Dying")
            assert gone is not None
            assert gone.gone_since is None

    @contextmanager
    def dying(self, tmp_path: Path, mosquitto: Mosquitto) -> Iterator[Guest]:
        """The broker has heard of it; it goes without a word, if the broker went before."""
        with a_listener(mosquitto) as listener, a_guest(tmp_path / "dying", mosquitto, table="Dying") as guest:
            eventually(lambda: listener.last(guest.topic("table")))
            yield guest

    def still_says_that_it_is_here(self, mosquitto: Mosquitto, dead: Guest) -> None:
        with a_listener(mosquitto) as listener:
            eventually(lambda: listener.last(dead.topic("online")) == b"yes")

    def only_the_living_stays(self, wall: Wall, clock: Seconds, living: Guest) -> None:
        clock.now += GRACE - 1
        assert [shown.is_here for shown in wall.sight().tables] == [True, True]
        living.clock.now += EVERY
        eventually(lambda: table(wall, "Living").heard_at == clock.now)  # type: ignore[union-attr]
        clock.now += 1
        shown = {one.now.table: one.is_here for one in wall.sight().tables if one.now}
        assert shown == {"Living": True, "Dying": False}


class TestHomeAssistant:
    def test_it_is_told_what_the_box_is(self, tmp_path: Path, mosquitto: Mosquitto) -> None:
        with a_guest(tmp_path / "box", mosquitto) as guest:
            topic = f"homeassistant/device/veilingklok-{guest.herald.box}/config"
            with a_listener(mosquitto) as listener:  # comes later: it is retained
                eventually(lambda: listener.last(topic))
                assert b'"name":"Anna\'s"' in (listener.last(topic) or b"")

    def test_it_forgets_the_box_when_that_is_wanted(self, tmp_path: Path, mosquitto: Mosquitto) -> None:
        with a_listener(mosquitto) as listener:
            with a_guest(tmp_path / "box", mosquitto) as guest:
                topic = f"homeassistant/device/veilingklok-{guest.herald.box}/config"
                eventually(lambda: listener.last(topic))
            with a_guest(tmp_path / "box", mosquitto, discovery=False) as guest:
                eventually(lambda: listener.last(topic) == b"")


def test_what_is_too_large_stays_with_the_broker(mosquitto: Mosquitto) -> None:
    with a_listener(mosquitto, largest=10_000) as small, a_listener(mosquitto) as teller:
        teller.line.tell("veilingklok/huge/table", b"x" * 5_000_000)
        teller.line.tell("veilingklok/good/table", b"y")
        eventually(lambda: small.last("veilingklok/good/table"))
        assert [message.topic for message in small.messages] == ["veilingklok/good/table"]
        eventually(lambda: teller.last("veilingklok/huge/table"))


class TestTheCommand:
    def test_it_serves_the_wall_until_it_is_told_to_stop(self, tmp_path: Path, mosquitto: Mosquitto) -> None:
        with (
            a_guest(tmp_path / "box", mosquitto),
            self.wall("--broker", HERE, "--broker-port", str(mosquitto.port)) as (
                process,
                said,
            ),
        ):
            found = re.search(
                r"All tables of 127\.0\.0\.1:\d+ are at (http://127\.0\.0\.1:\d+/) \. Ctrl-C ends\.", said
            )
            assert found, said
            eventually(lambda: b"Anna&#39;s" in urllib.request.urlopen(found[1], timeout=HANG_GUARD).read())
            process.send_signal(signal.SIGTERM)
            assert process.wait(HANG_GUARD) == 0

    def test_without_a_broker_it_says_what_is_missing(self) -> None:
        done = subprocess.run(self.command(), capture_output=True, text=True, env=self.environment(), check=False)
        assert done.returncode == 1
        assert done.stderr == "Error: Say where the broker is: with --broker, or as mqtt.broker in the settings.\n"

    def test_a_name_that_no_machine_can_have_is_one_sentence(self) -> None:
        command = [*self.command(), "--broker", "here..there"]
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment(), check=False)
        assert done.returncode == 1
        assert done.stderr.startswith("Error: mqtt.broker must be a name such as")

    def test_a_port_that_is_taken_is_one_sentence_about_what_the_wall_goes_by(self, mosquitto: Mosquitto) -> None:
        command = [*self.command(), "--broker", HERE, "--port", str(mosquitto.port)]
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment(), check=False)
        assert done.returncode == 1
        assert done.stderr == f"Error: Port {mosquitto.port} of {HERE} is taken: choose another with --port.\n"

    @contextmanager
    def wall(self, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
        command = [*self.command(), *options, "--port", "0"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=self.environment())
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline()
        finally:
            process.kill()
            process.wait()
            process.stdout.close()

    def command(self) -> list[str]:
        return [sys.executable, "-m", "companion", "wall", "--settings", os.devnull]

    def environment(self) -> dict[str, str]:
        return os.environ | {"PYTHONUNBUFFERED": "1"}
