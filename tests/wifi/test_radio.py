"""The radio looks after the Wi-Fi by itself: its own where no other answers, and another when somebody wants it."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hang_guard import HANG_GUARD, eventually
from stand_in_nmcli import OWN, World

from companion.errors import CannotJoin, NotNow
from companion.journal import Journal
from companion.wifi import Aerial, Radio, own_wifi
from companion.wifi.radio import Waits
from hardware.troubles import Troubles

QUICK = Waits(look=0.03, calm=0.03, grace=0.0, looking=0.5)


class Time:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def passes(self, seconds: float) -> "Time":
        self.now += seconds
        return self


class Shed:
    """A radio in a world that can be changed."""

    def __init__(self, world: World, journal: Journal) -> None:
        self.world = world
        self.time = Time()
        self.troubles = Troubles()
        self.needed = False
        self.journal = journal
        self._radios: list[Radio] = []

    def radio(self, kind: type[Radio] = Radio, **settings: Any) -> Radio:
        """Switched on; it has looked around once."""
        usual: dict[str, Any] = {"is_needed": lambda: self.needed, "waits": QUICK, "now": self.time}
        radio = kind(self.journal.drawer, self.troubles, **usual | settings)
        self._radios.append(radio)
        self.looked()
        return radio

    def looked(self, times: int = 2) -> None:
        """So often again, from now on."""
        before = self._looks()
        eventually(lambda: self._looks() >= before + times)

    def _looks(self) -> int:
        return sum("status" in call for call in self.world.calls)

    def closes(self) -> None:
        for radio in self._radios:
            radio.close()


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    world = World(tmp_path)
    for name, value in world.surroundings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("companion.wifi.nmcli.QUICK", HANG_GUARD)
    return world


@pytest.fixture
def shed(world: World, tmp_path: Path) -> Iterator[Shed]:
    with Journal(tmp_path / "games") as journal:
        shed = Shed(world, journal)
        try:
            yield shed
        finally:
            shed.closes()


class Doorway(Radio):
    """Whoever finds it free waits for another to find it free as well, if he is let."""

    meeting = threading.Barrier(2, timeout=0.1)

    def _check_is_free(self) -> None:
        super()._check_is_free()
        with suppress(threading.BrokenBarrierError):
            self.meeting.wait()


def ended(radio: Radio) -> Callable[[], bool]:
    """What was wanted has come about, or not."""
    return lambda: radio.news.joining is None


class TestAlone:
    def test_after_some_patience_it_has_a_wifi_of_its_own(self, shed: Shed) -> None:
        radio = shed.radio()
        shed.time.now += 44
        shed.looked()
        assert not shed.world.is_own_up
        assert radio.up is None
        shed.time.now += 2
        eventually(lambda: radio.up)
        assert shed.world.is_own_up
        assert shed.world.joined == radio.own.name
        assert shed.world.read()["own_password"] == radio.own.password

    def test_not_where_there_is_a_cable_or_a_known_network(self, shed: Shed) -> None:
        shed.world.change(cable="connected")
        shed.radio()
        shed.time.now += 100
        shed.looked()
        assert not shed.world.is_own_up
        shed.world.change(cable="unavailable")
        shed.world.is_in("Home", "secret12345")
        shed.looked()
        shed.time.now += 100
        shed.looked()
        assert shed.world.joined == "Home"

    def test_patience_begins_when_the_network_is_lost(self, shed: Shed) -> None:
        shed.world.is_in("Home", "secret12345")
        radio = shed.radio()
        shed.time.now += 100
        shed.looked()
        shed.world.change(active="", wireless="disconnected")
        shed.looked()
        shed.time.now += 44
        shed.looked()
        assert not shed.world.is_own_up
        shed.time.now += 2
        eventually(lambda: radio.up)

    def test_not_while_a_network_is_just_being_joined(self, shed: Shed) -> None:
        shed.world.change(wireless="connecting (getting IP configuration)")
        shed.radio()
        shed.time.now += 100
        shed.looked()
        assert not shed.world.is_own_up

    def test_never_where_the_settings_say_so(self, shed: Shed) -> None:
        radio = shed.radio(own="never")
        shed.time.now += 1000
        shed.looked()
        assert not shed.world.is_own_up
        with pytest.raises(CannotJoin, match=r"wifi\.own is never"):
            radio.put_up()

    def test_at_once_where_the_settings_say_always(self, shed: Shed) -> None:
        shed.world.is_in("Home", "secret12345")
        radio = shed.radio(own="always")
        eventually(lambda: radio.up)

    def test_one_that_cannot_be_put_up_is_told_and_tried_again_later(self, shed: Shed) -> None:
        shed.world.change(is_allowed=False)
        radio = shed.radio()
        shed.time.now += 50
        eventually(lambda: shed.troubles.of("own wifi"))
        assert "cannot be put up" in str(shed.troubles.of("own wifi"))
        tries = [call for call in shed.world.calls if call[:2] == ["connection", "add"]]
        shed.looked()
        assert [call for call in shed.world.calls if call[:2] == ["connection", "add"]] == tries
        shed.world.change(is_allowed=True)
        shed.time.now += 61
        eventually(lambda: radio.up)
        eventually(lambda: shed.troubles.of("own wifi") is None)

    def test_nothing_is_done_where_wifi_is_switched_off_or_nobody_looks_after_it(self, shed: Shed) -> None:
        shed.world.change(is_blocked=True)
        radio = shed.radio()
        shed.time.now += 100
        shed.looked()
        assert radio.news.air.is_blocked
        eventually(lambda: shed.troubles.of("wifi off"))
        assert str(shed.troubles.of("wifi off")) == "Wi-Fi is switched off: sudo veilingklok doctor says what to do."
        shed.world.change(is_blocked=False, is_running=False)
        eventually(lambda: shed.troubles.of("wifi off") is None)
        shed.looked()
        assert not radio.news.air.is_looked_after
        assert not any(call[:1] == ["connection"] for call in shed.world.calls)
        with pytest.raises(CannotJoin, match="no Wi-Fi here"):
            radio.join("Home", "secret12345")

    def test_where_ours_is_up_it_is_looked_at_as_seldom_as_any_other(self, shed: Shed) -> None:
        shed.radio(own="always", waits=QUICK._replace(look=600))
        shed.looked()

    def test_networkmanager_may_come_late(self, shed: Shed) -> None:
        shed.world.change(is_running=False)
        radio = shed.radio()
        shed.world.change(is_running=True)
        eventually(lambda: radio.news.air.wireless)
        shed.time.now += 46
        eventually(lambda: radio.up)


class TestBackToAKnownNetwork:
    def alone(self, shed: Shed) -> Radio:
        """It knows a network that is not there, and has its own."""
        shed.world.knows("Home", "secret12345")
        radio = shed.radio()
        shed.time.now += 46
        eventually(lambda: radio.up)
        shed.looked()
        return radio

    def test_a_router_that_was_slower_to_start_is_found(self, shed: Shed) -> None:
        radio = self.alone(shed)
        shed.world.has("Home", "secret12345")
        shed.time.now += 299
        shed.looked()
        assert radio.up
        shed.time.now += 2
        eventually(lambda: radio.news.air.joined == "Home")

    def test_not_while_somebody_needs_our_own(self, shed: Shed) -> None:
        radio = self.alone(shed)
        shed.needed = True
        shed.world.has("Home", "secret12345")
        shed.time.now += 1000
        shed.looked()
        assert radio.up
        shed.needed = False
        eventually(lambda: radio.news.air.joined == "Home")

    def test_if_it_is_not_there_ours_is_up_again(self, shed: Shed) -> None:
        radio = self.alone(shed)
        downs = self.downs(shed)
        shed.time.now += 301
        eventually(lambda: self.downs(shed) == downs + 1)
        eventually(lambda: shed.time.passes(0.1) and radio.up and shed.world.is_own_up)

    def downs(self, shed: Shed) -> int:
        return sum("down" in call for call in shed.world.calls)

    def test_where_none_is_known_ours_stays_up(self, shed: Shed) -> None:
        radio = shed.radio()
        shed.time.now += 46
        eventually(lambda: radio.up)
        shed.looked()
        shed.time.now += 301
        shed.looked()
        assert radio.up
        assert self.downs(shed) == 0

    def test_a_cable_is_enough(self, shed: Shed) -> None:
        radio = self.alone(shed)
        shed.world.change(cable="connected")
        eventually(lambda: radio.news.air.by_cable and not radio.news.air.is_own)

    def test_one_that_somebody_put_up_by_another_command_stays_up(self, shed: Shed) -> None:
        shed.world.has("Home", "secret12345")
        shed.world.is_in("Home", "secret12345")
        radio = shed.radio()
        Aerial().put_up(radio.own)
        eventually(lambda: radio.up)
        shed.time.now += 1000
        shed.looked()
        assert shed.world.is_own_up

    def test_one_that_another_command_put_back_is_a_stopgap_all_the_same(self, shed: Shed) -> None:
        radio = self.alone(shed)
        Aerial().take_down()
        eventually(lambda: radio.up is None)
        Aerial().put_up(radio.own)
        eventually(lambda: radio.up)
        shed.world.has("Home", "secret12345")
        shed.time.now += 301
        eventually(lambda: radio.news.air.joined == "Home")

    @pytest.mark.parametrize("seconds", [20, 200])
    def test_one_that_came_up_late_is_a_stopgap_all_the_same(self, shed: Shed, seconds: int) -> None:
        shed.world.knows("Home", "secret12345")
        shed.world.change(too_late_at="up")
        radio = shed.radio()
        shed.time.now += 46
        eventually(lambda: shed.troubles.of("own wifi"))
        shed.world.change(wireless="connecting (configuring)")
        shed.looked()
        shed.time.now += seconds
        shed.looked()
        profiles = shed.world.read()["profiles"]
        (ours,) = (one for one, about in profiles.items() if about["id"] == OWN)
        shed.world.change(active=ours, wireless="connected", too_late_at="")
        eventually(lambda: radio.up)
        eventually(lambda: shed.troubles.of("own wifi") is None)
        assert radio.news.said is None
        shed.world.has("Home", "secret12345")
        shed.time.now += 301
        eventually(lambda: radio.news.air.joined == "Home")

    def test_one_that_was_left_up_by_a_program_that_ended_goes_when_another_is_back(self, shed: Shed) -> None:
        shed.world.has("Home", "secret12345")
        shed.world.knows("Home", "secret12345")
        Aerial().put_up(own_wifi(shed.journal.drawer))
        radio = shed.radio()
        shed.time.now += 301
        eventually(lambda: radio.news.air.joined == "Home")

    def test_one_that_somebody_wants_stays_up(self, shed: Shed) -> None:
        shed.world.has("Home", "secret12345")
        shed.world.is_in("Home", "secret12345")
        radio = shed.radio()
        radio.put_up()
        eventually(ended(radio))
        assert radio.up
        shed.time.now += 1000
        shed.looked()
        assert shed.world.is_own_up


class TestJoining:
    def test_a_network_from_our_own(self, shed: Shed) -> None:
        shed.world.has("Home", "secret12345")
        radio = shed.radio(own="always")
        eventually(lambda: radio.up)
        radio.join("Home", "secret12345")
        eventually(ended(radio))
        assert (radio.news.air.joined, radio.up) == ("Home", None)
        assert radio.news.said is None
        shed.time.now += 1000
        shed.looked()
        assert shed.world.joined == "Home"

    def test_a_network_by_another_command(self, shed: Shed) -> None:
        shed.world.has("Home", "secret12345")
        radio = shed.radio(own="always")
        eventually(lambda: radio.up)
        Aerial().take_down()
        shed.looked()
        assert not shed.world.is_own_up
        Aerial().join("Home", "secret12345")
        shed.looked()
        shed.time.now += 1000
        shed.looked()
        assert shed.world.joined == "Home"
        shed.world.change(active="", wireless="disconnected")
        shed.looked()
        shed.time.now += 46
        eventually(lambda: radio.up)

    def test_a_network_where_ours_could_not_be_put_up(self, shed: Shed) -> None:
        shed.world.has("Home", "secret12345")
        shed.world.change(is_allowed=False)
        radio = shed.radio(own="always")
        eventually(lambda: shed.troubles.of("own wifi"))
        shed.world.change(is_allowed=True)
        radio.join("Home", "secret12345")
        eventually(ended(radio))
        shed.time.now += 61
        shed.looked()
        assert shed.world.joined == "Home"

    @pytest.mark.parametrize(
        ("name", "password", "why"),
        [
            ("Home", "wrong12345", "The password of Home is wrong."),
            ("Elsewhere", "secret12345", "Elsewhere does not answer."),
        ],
    )
    def test_in_vain_and_ours_comes_back_with_the_reason(self, shed: Shed, name: str, password: str, why: str) -> None:
        shed.world.has("Home", "secret12345")
        radio = shed.radio(own="always")
        eventually(lambda: radio.up)
        radio.join(name, password)
        eventually(ended(radio))
        assert radio.up
        assert shed.world.is_own_up
        assert str(radio.news.said) == why
        assert str(shed.troubles.of("wifi")) == why

    def test_the_reason_goes_with_time_or_with_the_next_try(self, shed: Shed) -> None:
        shed.world.has("Home", "secret12345")
        radio = shed.radio()
        ways: tuple[Callable[[], object], ...] = (lambda: shed.time.passes(301), radio.put_up)
        for way in ways:
            radio.join("Home", "wrong12345")
            eventually(ended(radio))
            assert shed.troubles.of("wifi")
            way()
            eventually(lambda: shed.troubles.of("wifi") is None and radio.news.said is None)
            eventually(ended(radio))

    def test_one_thing_at_a_time(self, shed: Shed) -> None:
        radio = shed.radio(waits=QUICK._replace(grace=60))
        radio.join("Home", "secret12345")
        assert radio.news.joining == "Home"
        for other in (radio.put_up, lambda: radio.join("Guest"), lambda: radio.forget("Home")):
            with pytest.raises(NotNow, match="just joining Home"):
                other()

    def test_of_two_phones_at_once_one_is_heard(self, shed: Shed) -> None:
        radio = shed.radio(Doorway, waits=QUICK._replace(grace=60))
        heard: list[str] = []

        def asks(name: str, wish: Callable[[], None]) -> None:
            with suppress(NotNow):
                wish()
                heard.append(name)

        wishes = {"Home": lambda: radio.join("Home", "secret12345"), radio.own.name: radio.put_up}
        phones = [threading.Thread(target=asks, args=wish) for wish in wishes.items()]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join()
        assert heard == [radio.news.joining]

    def test_a_password_that_cannot_be_is_refused_at_once_and_nothing_is_given_up(self, shed: Shed) -> None:
        radio = shed.radio()
        with pytest.raises(CannotJoin, match="8 to 63 letters"):
            radio.join("Home", "short")
        assert radio.news.joining is None

    def test_a_forgotten_network_is_left(self, shed: Shed) -> None:
        shed.world.is_in("Home", "secret12345")
        radio = shed.radio()
        radio.forget("Home")
        eventually(lambda: radio.news.said)
        assert str(radio.news.said) == "Home is forgotten."
        eventually(lambda: radio.news.air.joined is None)
        shed.looked()
        assert radio.news.said
        shed.time.now += 301
        eventually(lambda: radio.news.said is None)

    def test_no_password_is_in_the_log(self, shed: Shed, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.DEBUG)
        shed.world.has("Home", "secret12345")
        radio = shed.radio()
        for password in ("wrong12345", "secret12345"):
            radio.join("Home", password)
            eventually(ended(radio))
        radio.put_up()
        eventually(ended(radio))
        assert "The password of Home is wrong." in caplog.text
        assert not any(word in caplog.text for word in ("wrong12345", "secret12345", radio.own.password))


class TestNetworksInReach:
    def test_are_remembered_while_ours_is_up_and_without_ours(self, shed: Shed) -> None:
        shed.world.has("Home", "secret12345")
        radio = shed.radio()
        shed.world.has(radio.own.name, "x")
        shed.time.now += 46
        eventually(lambda: radio.up)
        shed.world.change(air=[])
        shed.time.now += 100
        radio.look_around()
        shed.looked()
        assert [one.name for one in radio.news.networks] == ["Home"]

    def test_one_that_is_forgotten_while_ours_is_up_is_still_in_reach(self, shed: Shed) -> None:
        shed.world.has("Home", "secret12345", signal=80)
        shed.world.has("Guest")
        shed.world.knows("Home", "secret12345")
        radio = shed.radio()
        shed.time.now += 46
        eventually(lambda: radio.up)
        shed.world.change(air=[])  # an access point hears nobody
        assert [(one.name, one.is_known) for one in radio.news.networks] == [("Home", True), ("Guest", False)]
        radio.forget("Home")
        eventually(lambda: radio.news.said)
        shed.looked()
        assert [(one.name, one.is_known) for one in radio.news.networks] == [("Home", False), ("Guest", False)]

    def test_are_looked_for_again_when_somebody_wants_to_see_them(self, shed: Shed) -> None:
        shed.world.is_in("Home", "secret12345")
        radio = shed.radio()
        radio.look_around()
        shed.looked()
        shed.world.has("Guest")
        radio.look_around()
        shed.looked()
        assert radio.news.networks == ()
        shed.time.now += 21
        radio.look_around()
        eventually(lambda: radio.news.networks)


def test_what_is_under_way_keeps_nobody_from_switching_off(shed: Shed) -> None:
    radio = shed.radio(waits=QUICK._replace(grace=600))
    radio.join("Home", "secret12345")
    radio.close()
    eventually(lambda: not radio.worker.is_alive)
