"""The wall's memory of all tables: what strangers send, who is gone, and a broker that was away."""

from typing import Any

import msgspec
import pytest
from boxes_on_show import LAST_GAME, kinds, merchants, tells, told
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import examples

from companion.convention.announcements import MOST_BYTES, Player, TableNow
from companion.convention.broker import Message
from companion.convention.topics import GONE, HERE, Kind
from companion.convention.wall import GRACE, MOST_TABLES, Wall
from companion.games.speech import Phrase

AWAY = Phrase("The broker is away")


class Clocked:
    """A wall, and its clocks."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.wall = Wall(lambda: self.seconds, lambda: self.seconds + 1_000_000)
        self.wall.broker_is_there()

    def names(self) -> list[str]:
        return [shown.box for shown in self.wall.sight().tables]


@pytest.fixture
def clocked() -> Clocked:
    return Clocked()


@pytest.fixture
def wall(clocked: Clocked) -> Wall:
    return clocked.wall


class TestBoxes:
    def test_the_newest_of_each_is_shown(self, wall: Wall) -> None:
        tells(wall, "one", kinds(1))
        tells(wall, "two", kinds(2))
        tells(wall, "one", kinds(3))
        assert [shown.now for shown in wall.sight().tables] == [kinds(3), kinds(2)]

    def test_it_has_another_number_only_when_it_looks_different(self, wall: Wall) -> None:
        tells(wall, "one", kinds(1))
        before = wall.sight().number
        tells(wall, "one", kinds(1))
        assert wall.sight().number == before
        tells(wall, "one", kinds(2))
        assert wall.sight().number > before

    def test_one_that_is_lost_is_gone_since_then_and_comes_back(self, clocked: Clocked, wall: Wall) -> None:
        tells(wall, "one", kinds(1))
        clocked.seconds = 1500
        wall.hear(told("one", "online", GONE))
        clocked.seconds = 1600
        wall.hear(told("one", "online", GONE))  # said twice
        (shown,) = wall.sight().tables
        assert (shown.is_here, shown.gone_since, shown.now) == (False, 1_001_500, kinds(1))
        wall.hear(told("one", "online", HERE))
        (shown,) = wall.sight().tables
        assert (shown.is_here, shown.gone_since) == (True, None)

    def test_of_one_that_was_gone_before_nobody_knows_since_when(self, wall: Wall) -> None:
        wall.hear(told("one", "online", GONE, is_retained=True))
        wall.hear(told("one", "table", msgspec.json.encode(kinds(1)), is_retained=True))
        (shown,) = wall.sight().tables
        assert (shown.is_here, shown.gone_since) == (False, None)

    def test_an_empty_message_takes_a_table_off_the_wall(self, clocked: Clocked, wall: Wall) -> None:
        tells(wall, "one", kinds(1))
        wall.hear(told("one", "table", b""))
        assert clocked.names() == []

    def test_an_empty_result_was_taken_back(self, wall: Wall) -> None:
        tells(wall, "one", kinds(1))
        wall.hear(told("one", "result", msgspec.json.encode(LAST_GAME)))
        assert wall.sight().tables[0].result == LAST_GAME
        wall.hear(told("one", "result", b""))
        assert wall.sight().tables[0].result is None

    def test_a_box_of_which_only_its_presence_is_known_is_no_table_yet(self, wall: Wall) -> None:
        wall.hear(told("one", "online", HERE))
        assert wall.sight().tables == ()


class TestSilence:
    def test_who_says_nothing_for_half_a_minute_is_gone_since_the_last_word(self, clocked: Clocked, wall: Wall) -> None:
        tells(wall, "one", kinds(1))
        clocked.seconds += GRACE - 1
        assert wall.sight().tables[0].is_here
        before = wall.sight().number
        clocked.seconds += 1
        (shown,) = wall.sight().tables
        assert (shown.is_here, shown.gone_since) == (False, 1_001_000)
        assert wall.sight().number > before

    @pytest.mark.parametrize(
        "word",
        [told("one", "online", HERE), told("one", "table", msgspec.json.encode(kinds(1)))],
        ids=lambda one: one.topic,
    )
    def test_any_word_of_it_is_a_sign_of_life(self, clocked: Clocked, wall: Wall, word: Message) -> None:
        tells(wall, "one", kinds(1))
        clocked.seconds += GRACE - 1
        wall.hear(word)
        clocked.seconds += GRACE - 1
        assert wall.sight().tables[0].is_here

    def test_what_the_broker_kept_is_none(self, clocked: Clocked, wall: Wall) -> None:
        tells(wall, "one", kinds(1))
        clocked.seconds += GRACE
        self.kept(wall, "one", kinds(2))
        (shown,) = wall.sight().tables
        assert (shown.now, shown.is_here) == (kinds(2), False)

    def test_of_a_box_not_heard_of_it_is_shown_for_half_a_minute(self, clocked: Clocked, wall: Wall) -> None:
        """A wall that has just come can know no better."""
        self.kept(wall, "one", kinds(1))
        clocked.seconds += GRACE - 1
        assert [shown.is_here for shown in wall.sight().tables] == [True]
        clocked.seconds += 1
        (shown,) = wall.sight().tables
        assert (shown.is_here, shown.gone_since) == (False, None)

    def test_nor_does_it_bring_anybody_back(self, wall: Wall) -> None:
        tells(wall, "one", kinds(1))
        wall.hear(told("one", "online", GONE))
        self.kept(wall, "one", kinds(1))
        assert not wall.sight().tables[0].is_here
        wall.hear(told("one", "online", HERE))
        assert wall.sight().tables[0].is_here

    def kept(self, wall: Wall, box: str, now: TableNow) -> None:
        wall.hear(told(box, "online", HERE, is_retained=True))
        wall.hear(told(box, "table", msgspec.json.encode(now), is_retained=True))


class TestABrokerThatWasAway:
    def test_what_is_known_stays(self, clocked: Clocked, wall: Wall) -> None:
        tells(wall, "one", kinds(1))
        wall.broker_is_away(AWAY)
        clocked.seconds += 10 * GRACE
        assert wall.sight().trouble is AWAY
        assert [shown.is_here for shown in wall.sight().tables] == [True]

    def test_whoever_is_not_heard_of_again_is_gone(self, clocked: Clocked, wall: Wall) -> None:
        """A broker that was started anew has forgotten whom it should miss."""
        tells(wall, "one", kinds(1))
        tells(wall, "two", kinds(2))
        clocked.seconds += 100
        wall.broker_is_away(AWAY)
        clocked.seconds += 100
        wall.broker_is_there()
        clocked.seconds += 1
        tells(wall, "two", kinds(2))
        assert [shown.is_here for shown in wall.sight().tables] == [True, True]
        clocked.seconds += GRACE - 1
        assert [shown.is_here for shown in wall.sight().tables] == [False, True]

    def test_without_one_from_the_start_it_says_so(self) -> None:
        assert str(Wall().sight().trouble) == "The MQTT broker has not answered yet"


class TestMoreThanCanBeShown:
    def test_ten_thousand_tables_are_not_kept(self, wall: Wall) -> None:
        for number in range(10_000):
            tells(wall, f"fake{number}", kinds(1))
        assert len(wall.sight().tables) == MOST_TABLES
        assert wall.sight().is_full

    def test_one_that_is_gone_makes_room(self, clocked: Clocked, wall: Wall) -> None:
        self.all_speak(wall)
        wall.hear(told("box7", "online", GONE))
        tells(wall, "new", kinds(2))
        assert "new" in clocked.names()
        assert "box7" not in clocked.names()
        assert not wall.sight().is_full

    @pytest.mark.parametrize("gone", [(), ("box7",)])
    @pytest.mark.parametrize("kind", ["online", "table", "result"])
    def test_what_is_no_table_neither_takes_room_nor_finds_none(
        self, wall: Wall, gone: tuple[str, ...], kind: Kind
    ) -> None:
        self.all_speak(wall)
        for box in gone:
            wall.hear(told(box, "online", GONE))
        before = wall.sight()
        wall.hear(told("new", kind, b"{"))
        assert wall.sight() == before

    def test_the_wall_looks_different_when_one_finds_no_room_and_when_that_one_is_silent(
        self, clocked: Clocked, wall: Wall
    ) -> None:
        self.all_speak(wall)
        before = wall.sight()
        tells(wall, "new", kinds(2))
        full = wall.sight()
        clocked.seconds += GRACE - 1
        self.all_speak(wall)
        assert wall.sight().number == full.number
        clocked.seconds += 1
        after = wall.sight()
        assert [sight.is_full for sight in (before, full, after)] == [False, True, False]
        assert len({sight.number for sight in (before, full, after)}) == 3

    def test_one_that_speaks_again_still_finds_no_room(self, clocked: Clocked, wall: Wall) -> None:
        for _ in range(2):
            clocked.seconds += GRACE - 1
            self.all_speak(wall)
            tells(wall, "new", kinds(2))
        assert wall.sight().is_full

    def test_while_the_broker_is_away_nobody_is_taken_for_silent(self, clocked: Clocked, wall: Wall) -> None:
        self.all_speak(wall)
        tells(wall, "new", kinds(2))
        wall.broker_is_away(AWAY)
        clocked.seconds += 10 * GRACE
        assert wall.sight().is_full
        wall.broker_is_there()
        clocked.seconds += GRACE - 1
        assert wall.sight().is_full

    def all_speak(self, wall: Wall) -> None:
        """As many as the wall can show."""
        for number in range(MOST_TABLES):
            tells(wall, f"box{number}", kinds(1))


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
)
FIELDS = st.dictionaries(st.sampled_from(TableNow.__struct_fields__), ANY)


class TestStrangers:
    @pytest.mark.parametrize(
        "payload",
        [
            b"{",
            b"[]",
            b"null",
            b'"yes"',
            b"\xff\xfe",
            b'{"table": 7, "on": "game"}',
            b'{"table": "x", "on": "never"}',
            b'{"on": "nothing"}',
            b'{"table": "' + b"x" * 101 + b'", "on": "nothing"}',
            b'{"table": "bell\\u0007", "on": "nothing"}',
            b'{"table": "x", "on": "game", "turn": 77}',
            b'{"table": "x", "on": "game", "players": [{"name": "x", "colour": "red", "money": 1e99}]}',
            b'{"table": "x", "on": "game", "players": [{"name": "x", "colour": "red; }"}]}',
            b'{"table": "x", "on": "nothing"}' + b" " * MOST_BYTES,
            b"[" * MOST_BYTES,
        ],
    )
    def test_what_is_no_table_changes_nothing(self, clocked: Clocked, wall: Wall, payload: bytes) -> None:
        tells(wall, "one", kinds(1))
        before = wall.sight()
        wall.hear(told("one", "table", payload))
        wall.hear(told("two", "table", payload))
        assert wall.sight() == before

    @pytest.mark.parametrize(
        "topic",
        ["veilingklok", "veilingklok/one", "veilingklok/one/table/x", "other/one/table", "veilingklok/<b>/table",
         f"veilingklok/{'x' * 33}/table", "veilingklok//table", "veilingklok/one/auction"],
    )  # fmt: skip
    def test_what_is_told_elsewhere_is_not_for_the_wall(self, wall: Wall, topic: str) -> None:
        wall.hear(Message(topic, msgspec.json.encode(kinds(1)), is_retained=False))
        assert wall.sight().tables == ()

    @given(FIELDS)
    @settings(max_examples=examples(40))
    def test_whatever_is_sent_is_a_table_or_nothing(self, fields: dict[str, Any]) -> None:
        wall = Clocked().wall
        wall.hear(told("one", "table", msgspec.json.encode(fields)))
        for shown in wall.sight().tables:
            assert shown.now is not None
            assert all(isinstance(player, Player) for player in shown.now.players)

    def test_what_a_newer_box_tells_besides_is_passed_over(self, wall: Wall) -> None:
        wall.hear(told("one", "table", b'{"table":"x","on":"nothing","weather":"fine"}'))
        assert len(wall.sight().tables) == 1

    def test_a_seat_that_is_not_there_does_no_harm(self, wall: Wall) -> None:
        tells(wall, "one", merchants("x", 2, turn=9, mayor=9, winners=(9,)))
        assert len(wall.sight().tables) == 1
