"""The table's page, as everybody gets it: what is on the table, what my seat is asked, and what only some may do."""

import re
from collections.abc import Iterator
from pathlib import Path

import exchanges
import pytest
from flask.testing import FlaskClient
from hang_guard import eventually
from reading_pages import page, part, texts
from rooms import ENGLISH, Room, a_room

from companion.games.merchants.actions import Place
from companion.games.mercurius.actions import Deal, Trade
from companion.openings import opening_for
from companion.requests import Agree, PutAway, Start, TakeBack
from hardware.screens.seating import TypeCode


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


def code_shown(room: Room) -> str:
    """The six digits on the display."""
    found: list[str] = []

    def is_shown() -> bool:
        screen = room.device.panel.programme.at(room.house.now())
        found[:] = [screen.code] if isinstance(screen, TypeCode) else []
        return bool(found)

    eventually(is_shown)
    return found[0]


class TestNothingOnTheTable:
    def test_an_onlooker_is_shown_the_way_to_a_seat(self, room: Room) -> None:
        shown = page(room.client)
        assert "Nothing is on the table" in shown
        assert 'href="/sit"' in shown
        assert "<form" not in shown

    def test_a_phone_at_the_table_can_begin(self, room: Room) -> None:
        shown = page(room.seated(0))
        assert 'href="/new"' in shown
        assert 'action="/clock"' in shown

    def test_a_game_that_was_left_is_offered(self, room: Room) -> None:
        room.begins()
        room.house.leave()
        assert "Game 1 is not over" in page(room.client)
        assert 'action="/resume"' not in page(room.client)
        assert 'action="/resume"' in page(room.seated(1))

    def test_a_device_that_is_switched_off_says_so(self, room: Room) -> None:
        room.house.close()
        assert "The device is switched off." in page(room.client)


class TestGame:
    def test_it_shows_year_term_cards_and_money_of_all(self, room: Room) -> None:
        room.begins()
        shown = texts(page(room.client))
        assert "1579, term 1, 83 cards to come" in shown
        for name in ("Anna", "Ben", "Cleo", "Dave"):
            assert re.search(rf"{name} 400,000", shown)

    def test_it_shows_what_the_next_years_bring(self, room: Room) -> None:
        room.begins()
        shown = texts(page(room.client))
        assert "1588 a ship: everybody may move one token on the market" in shown

    def test_all_three_areas_are_drawn_on_their_sheets(self, room: Room) -> None:
        room.begins()
        sheets = re.findall(r'href="(/sheets/\w+/(\w+)\.en\.svg)"', page(room.client))
        assert [area for _, area in sheets] == ["market", "amsterdam", "colonies"]
        for address, _ in sheets:
            assert room.client.get(address).mimetype == "image/svg+xml"

    def test_whoever_is_asked_is_named(self, room: Room) -> None:
        room.begins()
        assert "Anna: put the drawn card on a free disk." in page(room.client)

    def test_only_the_phone_of_the_seat_that_is_asked_can_answer(self, room: Room) -> None:
        room.begins()
        assert "part-mine" in page(room.seated(0))
        assert "part-mine" not in page(room.seated(1))
        assert "part-mine" not in page(room.client)

    def test_what_was_picked_is_confirmed_in_words(self, room: Room) -> None:
        room.begins()
        phone = room.seated(0)
        (address, *_) = re.findall(r'class="button pick" href="([^"]+)"', page(phone))
        shown = page(phone, address.replace("&amp;", "&"))
        assert "The card goes onto the mayor&#39;s disk." in shown
        assert '<button class="main">Do it</button>' in shown

    def test_what_a_bot_is_asked_nobody_answers(self, tmp_path: Path) -> None:
        with a_room(tmp_path, bots={"pace": 60.0}) as room:
            room.house.begin(opening_for(players=4, people=1, seed=4, names=("Anna",)))
            for disk in ("mayor", "auction", "discard"):
                room.house.submit(0, Place(disk)).result()
            assert "part-mine" in page(room.seated(0))
            assert "part-mine" not in page(room.seated(1))

    def test_everybody_can_take_back_something_and_put_the_board_right_but_onlookers(self, room: Room) -> None:
        room.begins()
        assert "part-mistakes" in page(room.seated(2))
        assert "part-mistakes" not in page(room.client)

    def test_a_proposal_is_shown_to_those_who_have_to_agree(self, room: Room) -> None:
        room.begins()
        for disk in ("mayor", "auction"):
            room.house.submit(0, Place(disk)).result()
        room.acts(room.seated(0), TakeBack(to=0))
        assert "Anna wants to take back what was done last." in page(room.client)
        assert "Agree" in page(room.seated(1))
        assert "Withdraw" in page(room.seated(0))
        assert "Waiting for Ben, Cleo and Dave." in page(room.client)

    def test_names_are_shown_as_they_are_and_run_as_nothing(self, room: Room) -> None:
        room.begins(names=('<script>alert("x")</script>', "Ben & Jerry", "'Cleo'", "{{ 7*7 }}"))
        for path in ("/", "/scoring", "/history", "/tv", "/correct"):
            shown = page(room.seated(0), path)
            assert "<script>alert" not in shown
            assert "{{ 7*7 }}" in shown

    def test_it_is_all_there_in_german_and_dutch(self, room: Room) -> None:
        room.begins()
        assert "Anna: die gezogene Karte" in page(room.client, language="de")
        assert 'lang="nl"' in page(room.client, language="nl")

    def test_leaving_keeps_the_game(self, room: Room) -> None:
        room.begins()
        assert room.client.post("/leave", headers=ENGLISH).status_code == 403
        assert room.house.snapshot is not None
        assert room.seated(3).post("/leave").status_code == 303
        assert room.house.snapshot is None
        assert room.house.unfinished is not None


class TestLeavingTheTable:
    """S6: it is for those who play, with their agreement, and not while the clock runs."""

    def test_s6_a_seat_that_does_not_play_is_refused(self, room: Room) -> None:
        room.begins()
        onlooker = room.seated(4)
        assert 'action="/leave"' not in page(onlooker)
        refused = onlooker.post("/leave", headers=ENGLISH)
        assert refused.status_code == 409
        assert "Nobody plays at this seat now" in refused.text
        assert room.house.snapshot is not None

    def test_s6_a_bots_seat_is_refused(self, room: Room) -> None:
        room.begins(people=1)
        refused = room.seated(3).post("/leave", headers=ENGLISH)
        assert refused.status_code == 409
        assert room.house.snapshot is not None

    def test_s6_the_others_with_phones_are_asked(self, room: Room) -> None:
        room.begins()
        anna, ben = room.seated(0), room.seated(1)
        assert anna.post("/leave", headers=ENGLISH).status_code == 303
        assert room.house.snapshot is not None
        asked = page(ben)
        assert "Anna wants to leave the table. The game is kept." in asked
        assert "Waiting for Ben." in page(anna)
        again = anna.post("/leave", headers=ENGLISH)
        assert again.status_code == 409
        assert "The others have been asked and can still answer" in again.text
        seen = room.state(ben).view
        assert seen is not None
        proposal = seen.proposal
        assert proposal is not None
        assert proposal.waiting_for == (1,)
        assert room.acts(ben, Agree(proposal.number)).status_code == 200
        eventually(lambda: room.house.snapshot is None)
        assert room.house.unfinished is not None

    def test_s6_no_program_chooses_who_is_asked(self, room: Room) -> None:
        room.begins()
        anna, _ = room.seated(0), room.seated(1)
        assert room.acts(anna, PutAway(())).status_code == 200
        assert room.house.snapshot is not None
        seen = room.state(anna).view
        assert seen is not None
        assert seen.proposal is not None
        assert seen.proposal.waiting_for == (1,)

    def test_s6_a_running_clock_is_waited_for(self, room: Room) -> None:
        room.house.clock_alone(3)
        anna = room.seated(0)
        assert room.acts(anna, Start(10.0)).status_code == 200
        assert 'action="/leave"' not in page(anna)
        refused = anna.post("/leave", headers=ENGLISH)
        assert refused.status_code == 409
        assert "you can leave the table once it has stopped" in refused.text
        assert room.house.snapshot is not None

    def test_s6_a_page_that_was_left_open_puts_no_other_game_away(self, room: Room) -> None:
        room.begins()
        shown = re.search('name="evening" value="([0-9]+)"', page(room.seated(0)))
        assert shown
        room.begins()
        late = room.seated(0).post("/leave", data={"evening": shown[1]}, headers=ENGLISH)
        assert late.status_code == 409
        assert "Meanwhile the game has gone on" in late.text
        assert room.house.snapshot is not None
        assert room.house.snapshot.view(None).proposal is None

    def test_s6_a_game_of_bots_alone_is_cleared_by_any_seat(self, room: Room) -> None:
        room.begins(people=0)
        assert room.seated(2).post("/leave").status_code == 303
        assert room.house.snapshot is None


class TestJustTheClock:
    def test_it_says_what_a_button_does(self, room: Room) -> None:
        room.house.clock_alone(3)
        assert "Any button starts the clock." in page(room.client)

    def test_a_phone_at_the_table_can_leave_it(self, room: Room) -> None:
        room.house.clock_alone(3)
        assert 'action="/leave"' in page(room.seated(0))
        assert 'action="/leave"' not in page(room.client)


class TestBoard:
    def test_a_sheet_of_another_board_is_not_there(self, room: Room) -> None:
        assert room.client.get("/sheets/0123456789abcdef/market.en.svg").status_code == 404

    @pytest.mark.parametrize("name", ["tulips.en", "market.fr", "market.en.svg", "..%2fmarket.en"])
    def test_what_is_no_area_or_language_is_not_there(self, room: Room, name: str) -> None:
        room.begins()
        (address, *_) = re.findall(r'href="(/sheets/\w+/)market\.en\.svg"', page(room.client))
        assert room.client.get(f"{address}{name}.svg").status_code == 404

    def test_a_phone_keeps_a_sheet(self, room: Room) -> None:
        room.begins()
        (address, *_) = re.findall(r'href="(/sheets/\w+/market\.en\.svg)"', page(room.client))
        assert "immutable" in room.client.get(address).headers["Cache-Control"]


class TestLateTaps:
    """What is sent says what it is about, so that a second or a late tap means nothing else."""

    def sent(self, shown: str, kind: str) -> dict[str, str]:
        """What the form with this request sends."""
        for form in re.findall(r"<form.*?</form>", shown, re.DOTALL):
            if f'"type":"{kind}"' in form:
                (after,) = re.findall(r'name="after" value="([^"]+)"', form)
                return {"after": after, "request": f'{{"type":"{kind}"}}'}
        raise AssertionError(f"nothing on the page is a {kind}")

    def test_a_second_tap_takes_nothing_more_back(self, room: Room) -> None:
        room.begins(people=1, names=("Anna",))
        phone = room.seated(0)
        for disk in ("mayor", "auction"):
            room.house.submit(0, Place(disk)).result()
        tap = self.sent(page(phone), "take_back")
        assert phone.post("/api/actions", data=tap).status_code == 303
        assert phone.post("/api/actions", data=tap).status_code == 409

    def test_two_who_want_a_pause_do_not_call_the_auction_off(self, tmp_path: Path) -> None:
        with a_room(tmp_path, clock={"profile": "even", "seconds_per_price": 9.0, "get_ready": 0.0}) as room:
            room.house.clock_alone(3)
            one, other = room.seated(0), room.seated(1)
            assert one.post("/api/actions", data=self.sent(page(one), "start")).status_code == 303
            taps = [self.sent(page(phone), "pause") for phone in (one, other)]
            assert one.post("/api/actions", data=taps[0]).status_code == 303
            assert other.post("/api/actions", data=taps[1]).status_code == 409
            assert room.house.snapshot is not None
            assert room.house.snapshot.view(None).clock_stands

    def test_a_seat_without_a_button_bids_and_starts_the_clock_by_phone(self, tmp_path: Path) -> None:
        slow = {"profile": "even", "seconds_per_price": 9.0, "get_ready": 0.0}
        with a_room(tmp_path, clock=slow, seat2={"button": "none"}) as room:
            room.house.clock_alone(3)
            phone = room.phone()
            room.reception.ask(room.name_of(phone), 1)
            room.reception.guess(room.name_of(phone), code_shown(room))
            phone.post("/api/actions", data=self.sent(page(phone), "start"))
            assert "data-bid" in page(phone)
            assert "data-bid" not in page(room.client)

    def test_a_seat_that_nobody_plays_is_told_so(self, room: Room) -> None:
        room.begins()
        assert "Nobody plays at this seat now" in page(room.seated(4))

    def test_so_is_one_that_a_bot_plays(self, room: Room) -> None:
        room.begins(people=2)
        shown = page(room.seated(3))
        assert "A bot plays at this seat" in shown
        assert "Nobody plays at this seat now" not in shown


class TestUndone:
    def listed(self, phone: FlaskClient, name: str = "mistakes") -> list[str]:
        _, _, said = part(page(phone), name).partition("This would be undone:")
        return [texts(item).strip() for item in re.findall("<li>.*?</li>", said)]

    def test_where_nothing_can_be_taken_back_nothing_is_listed(self, room: Room) -> None:
        room.begins()
        assert self.listed(room.seated(0)) == []

    def test_a_taking_back_is_not_taken_back(self, room: Room) -> None:
        room.begins(people=1, names=("Anna",))
        phone = room.seated(0)
        room.house.submit(0, Place("mayor")).result()
        before = self.listed(phone)
        assert before != []
        room.house.submit(0, Place("auction")).result()
        assert self.listed(phone) != before
        for left in (before, []):
            room.house.submit(0, TakeBack()).result()
            assert self.listed(phone) == left

    def test_all_that_the_seat_did_at_once_is_listed(self, room: Room) -> None:
        exchanges.begins(room)
        phone = room.seated(0)
        bought = Trade((Deal("buy", "delft"), Deal("buy", "tea"), Deal("buy", "silk")))
        room.house.submit(0, bought).result()
        for token in ("Delft", "tea", "silk"):
            assert any(token in said for said in self.listed(phone)), token


class TestTroubles:
    def test_what_is_wrong_with_the_journal_is_said_in_the_language_of_the_phone(self, room: Room) -> None:
        room.begins()
        room.journal._connection.execute("PRAGMA query_only = ON")
        assert room.house.submit(0, Place("mayor")).exception() is not None
        english, german = page(room.client), page(room.client, language="de")
        (told,) = re.findall(r'class="trouble">([^<]+)<', english)
        assert told not in german
