"""What happened, for everybody who looks."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from kept_games import keep, played
from rooms import ENGLISH, Room, a_room

from companion.auction_clock import MILLISECOND
from companion.chronicle import Chronicle, Passage
from companion.finishes import Finish, Pressed
from companion.games.merchants.actions import AnyAction, StartClock
from companion.games.merchants.game import MERCHANTS
from companion.journal_file import opening_checksum
from companion.openings import opening_for
from companion.past import Past
from companion.records import header_of, written
from companion.requests import Agree, TakeBack
from web.pages.history import GAMES, PAGE, lanes, page_of


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as room:
        yield room


def page(room: Room, address: str = "/history", language: str = "en") -> str:
    answer = room.client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


def plays(room: Room, steps: int) -> None:
    """Everybody always does the first thing that may be done, up to the clock at most."""
    for _ in range(steps):
        assert room.house.snapshot is not None
        ((seat, options),) = room.house.snapshot.look.now.choices.items()
        action: AnyAction = options[0]
        if isinstance(action, StartClock) or seat is None:
            return
        room.house.submit(seat, action).result()


def takes_back(room: Room) -> None:
    """The mayor wants it, and everybody agrees: a card has been seen."""
    room.house.submit(0, TakeBack()).result()
    assert room.house.snapshot is not None
    proposal = room.house.snapshot.view(None).proposal
    assert proposal is not None
    for seat in proposal.waiting_for:
        room.house.submit(seat, Agree(proposal.number)).result()


class TestThePage:
    def test_says_that_there_is_nothing_to_tell(self, room: Room) -> None:
        assert "Nothing is on the table" in page(room)

    def test_tells_a_game_from_its_setup_the_newest_first(self, room: Room) -> None:
        room.begins()
        plays(room, 2)
        told = page(room)
        assert told.index("A card comes up") < told.index("The game is set up")
        assert "Term 1" in told

    def test_is_about_one_seat_for_whoever_wants_that(self, room: Room) -> None:
        room.begins()
        plays(room, 2)
        assert "Anna opens a" in page(room, "/history?seat=0")
        assert "A card comes up" in page(room, "/history?seat=0")
        assert "A card comes up" not in page(room, "/history?seat=1")

    @pytest.mark.parametrize("seat", ["9", "-1", "x", "", "1e3", "٣", "999999999999999999999"])
    def test_takes_a_seat_that_is_not_there_for_everybody(self, room: Room, seat: str) -> None:
        room.begins()
        assert page(room, f"/history?seat={seat}").count('aria-current="true"') == 1

    def test_strikes_out_what_was_taken_back(self, room: Room) -> None:
        room.begins()
        plays(room, 1)
        takes_back(room)
        told = page(room)
        assert re.search(r"<del>A card comes up[^<]*</del>", told)
        assert "Anna, Ben, Cleo and Dave take back." in told

    def test_speaks_the_language_of_the_phone(self, room: Room) -> None:
        room.begins()
        assert "Was geschah" in page(room, language="de")
        assert "Wat er gebeurde" in page(room, language="nl")

    def test_another_evening_is_another_story(self, room: Room) -> None:
        room.begins()
        plays(room, 2)
        assert "Anna" in page(room)
        room.house.leave()
        room.begins(names=("Willem", "Xenia", "Yara", "Zoe"))
        assert "Willem opens a" in page(room)
        assert "Anna" not in page(room)
        assert "A card comes up" not in page(room)

    def test_tells_of_the_clock_alone(self, room: Room) -> None:
        room.house.clock_alone(3)
        room.house.submit(0, StartClock()).result()
        assert "Orange starts the clock." in page(room)
        assert "Download" not in page(room)


class TestPaging:
    def told(self, count: int, each: int = 1) -> list[Passage]:
        return [Passage(number=number, at="20:00") for number in range(count) for _ in range(each)]

    def test_a_short_game_is_one_page(self) -> None:
        shown, older = page_of(self.told(PAGE))
        assert [one.number for one in shown] == list(range(PAGE))[::-1]
        assert older is None

    def test_a_long_one_goes_on_where_the_page_before_it_ended(self) -> None:
        passages = self.told(PAGE * 2 + 10)
        pages, before = [], None
        while True:
            shown, before = page_of(passages, before)
            pages.append([one.number for one in shown])
            if before is None:
                break
        assert [len(one) for one in pages] == [PAGE, PAGE, 10]
        assert [number for numbers in pages for number in numbers] == [one.number for one in passages][::-1]

    def test_no_row_is_torn_apart(self) -> None:
        shown, older = page_of(self.told(PAGE, each=3))
        assert len(shown) % 3 == 0
        assert older == shown[-1].number

    def test_a_whole_game_can_be_leafed_through(self, room: Room) -> None:
        room.house.resume(keep(room.journal, played(seed=5, actions=150), who="person"))
        address, pages = "/history", 0
        while address:
            told = page(room, address)
            older = re.search(r'href="(/history\?before=\d+)"', told)
            address, pages = older[1] if older else "", pages + 1
        assert pages > 2
        assert "The game is set up" in told
        assert "Back to the newest" in told


class TestPhotoFinishes:
    def test_every_press_has_a_lane_as_long_as_it_came_later(self) -> None:
        first, second, third = (Pressed(2 - place, place * 4 * MILLISECOND, "", not place) for place in range(3))
        drawn = lanes(Finish("4.00 ms before Ben", (first, second, third)))
        assert [lane.along for lane in drawn] == ["4.0%", "50.0%", "96.0%"]
        assert [lane.seat for lane in drawn] == [2, 1, 0]

    def test_presses_at_the_same_moment_lie_below_each_other(self) -> None:
        tie = Finish("A tie", (Pressed(0, 0, "", False), Pressed(1, 0, "", True)))
        assert [lane.along for lane in lanes(tie)] == ["4.0%", "4.0%"]


class TestTheRecord:
    def test_is_what_stands_of_the_game(self, room: Room) -> None:
        game = played(seed=5)
        number = keep(room.journal, game)
        past = Past(MERCHANTS, game.setup, room.journal.rows(number))
        lines = b"".join(
            line + b"\n" for line in written(header_of(MERCHANTS, past.setup, game.seed), past.record(), past.state)
        )
        assert room.house.record(number) is not None
        assert b"".join(line + b"\n" for line in room.house.record(number) or ()) == lines

    def test_is_not_told_before_the_end_where_the_device_deals(self, room: Room) -> None:
        room.begins()
        answer = room.client.get("/history/record.jsonl", headers={"Accept-Language": "en"})
        assert answer.status_code == 409
        assert "cards are still to come" in answer.text
        assert "The record can be downloaded when the game is over" in page(room)

    def test_can_be_taken_home_where_the_table_deals(self, room: Room) -> None:
        room.house.begin(opening_for(players=4, people=4, seed=4, deck="table"))
        answer = room.client.get("/history/record.jsonl")
        assert answer.status_code == 200
        assert answer.headers["Content-Disposition"] == 'attachment; filename="veilingklok-game-1.jsonl"'
        assert answer.data == b"".join(line + b"\n" for line in room.house.record() or ())
        assert 'href="/history/record.jsonl"' in page(room)

    def test_of_an_earlier_game_can_be_had_where_nobody_plays(self, room: Room) -> None:
        over, left = keep(room.journal, played(seed=5)), keep(room.journal, played(seed=6, actions=30))
        told = page(room)
        assert f'href="/history/{over}/record.jsonl"' in told
        assert f'href="/history/{left}/record.jsonl"' not in told
        assert room.client.get(f"/history/{over}/record.jsonl").data.count(b"\n") > 100
        assert room.client.get(f"/history/{left}/record.jsonl").status_code == 409
        unknown = room.client.get("/history/77/record.jsonl", headers={"Accept-Language": "en"})
        assert (unknown.status_code, unknown.text.strip()) == (404, "No game of that number was played here.")

    def test_of_nothing_is_nothing(self, room: Room) -> None:
        assert room.client.get("/history/record.jsonl").status_code == 404
        room.house.clock_alone(3)
        assert room.client.get("/history/record.jsonl").status_code == 404


def test_it_is_the_same_that_is_told_of_the_rows(room: Room) -> None:
    room.begins()
    plays(room, 3)
    assert room.house.snapshot is not None
    setup = room.house.snapshot.look.now.state.setup
    told, chronicle = page(room), Chronicle(MERCHANTS, setup)
    chronicle.add(room.house.history())
    for passage in chronicle.passages():
        for sentence in passage.sentences:
            assert sentence in told.replace("&#39;", "'")


def test_s4_a_list_of_games_reads_only_what_it_shows(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 300 kept games; every opening that is read is checked, so the checks are counted."""
    game = played(seed=5, actions=1)
    for _ in range(300):
        keep(room.journal, game, who="person")
    read: list[int] = []

    def counted(number: int, begun: str, opening: bytes) -> bytes:
        read.append(number)
        return opening_checksum(number, begun, opening)

    monkeypatch.setattr("companion.journal_file.opening_checksum", counted)
    shown = room.client.get("/history", headers=ENGLISH).text
    assert shown.count("not over") == GAMES
    assert "Game 300" in shown
    assert "Game 280" not in shown
    assert len(read) == GAMES + 1
    for path in ("/", "/new"):
        read.clear()
        assert room.client.get(path, headers=ENGLISH).status_code == 200
        assert len(read) <= 1, path
