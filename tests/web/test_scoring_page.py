"""What the areas would pay, what they have paid, and where the money came from."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kept_games import played
from midgames import before, does, goes_on_at
from rooms import Room, a_room

from companion.games.events import GameOver
from companion.games.merchants.events import Scored, Warehouse
from companion.games.merchants.forecast import forecast
from companion.words import words
from web.merchants.scoring import book as account_book


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as room:
        yield room


def page(room: Room, language: str = "en") -> str:
    answer = room.client.get("/scoring", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


def paid(room: Room, since: object) -> str:
    """What is laid over a page that knows the game up to this row; nothing if nothing is."""
    answer = room.client.get(f"/scoring/paid?since={since}", headers={"Accept-Language": "en"})
    assert answer.status_code in (200, 204)
    return answer.text


class TestForecast:
    def test_needs_a_game(self, room: Room) -> None:
        assert "No game is on the table" in page(room)
        room.house.clock_alone(3)
        assert "No game is on the table" in page(room)

    def test_says_for_every_part_its_rank_who_earns_what_and_why(self, room: Room) -> None:
        goes_on_at(room, played(seed=5), 60)
        assert room.house.snapshot is not None
        (told,) = re.findall(r'<div id="part-areas"(.*?)<section id="part-', page(room), re.DOTALL)
        for area in forecast(room.house.snapshot.look.now.state):
            for part in area.parts:
                for amount in filter(None, part.amounts):
                    assert f"{amount:,}" in told
        assert told.count('class="because"') == 12
        assert "If the market were scored now, with the amounts of" in told

    def test_sums_up_what_everybody_would_get(self, room: Room) -> None:
        goes_on_at(room, played(seed=5), 60)
        assert room.house.snapshot is not None
        areas = forecast(room.house.snapshot.look.now.state)
        sums = [sum(area.totals[seat] for area in areas) // 1000 for seat in range(4)]
        assert re.findall(r'money sum">([\d,]+)<', page(room))[:4] == [f"{one:,}" for one in sums]

    def test_is_of_the_moment(self, room: Room) -> None:
        game, entry = before(Warehouse)
        goes_on_at(room, game, entry)
        first = page(room)
        does(room, game.entries[entry])
        assert page(room) != first

    def test_is_in_the_language_of_the_phone(self, room: Room) -> None:
        goes_on_at(room, played(seed=5), 60)
        assert "Wenn jetzt gewertet würde" in page(room, "de")
        assert "Als er nu geteld werd" in page(room, "nl")


class TestPayday:
    def test_a_real_scoring_is_kept_with_its_reasons(self, room: Room) -> None:
        game, entry = before(Scored)
        goes_on_at(room, game, entry)
        assert "The last scoring" not in page(room)
        does(room, game.entries[entry])
        told = page(room)
        (scored,) = [event for event in game.entries[entry].events if isinstance(event, Scored)]
        assert f'<span class="year">{scored.year}</span>' in told
        assert told.count('class="purse ') == 4

    def test_is_told_once_to_whoever_saw_the_game_before_it(self, room: Room) -> None:
        game, entry = before(Scored)
        goes_on_at(room, game, entry)
        assert paid(room, 0) == ""
        does(room, game.entries[entry])
        assert "paid-out" in paid(room, entry - 1)
        assert paid(room, entry) == ""

    @pytest.mark.parametrize("since", ["", "x", "-1", "1.5", "9" * 40, "²"])
    def test_whoever_does_not_know_since_when_is_told_nothing(self, room: Room, since: str) -> None:
        game, entry = before(Scored)
        goes_on_at(room, game, entry)
        does(room, game.entries[entry])
        assert paid(room, since) == ""

    def test_shows_what_everybody_had_before_and_has_now(self, room: Room) -> None:
        game, entry = before(Scored)
        goes_on_at(room, game, entry)
        assert room.house.snapshot is not None
        had = room.house.snapshot.view(None).table.money
        does(room, game.entries[entry])
        has = room.house.snapshot.view(None).table.money
        told = paid(room, entry - 1)
        purses = re.findall(r'data-before="(\d+)" data-after="(\d+)"', told)
        assert [(int(one), int(other)) for one, other in purses] == list(zip(had, has, strict=True))

    def test_nothing_is_paid_where_nothing_is_on_the_table(self, room: Room) -> None:
        assert paid(room, 0) == ""


class TestTheEnd:
    def test_shows_the_standings_and_where_each_guilder_came_from(self, room: Room) -> None:
        game, entry = before(GameOver)
        goes_on_at(room, game, entry)
        does(room, game.entries[entry])
        told = page(room)
        assert "Final standings" in told
        assert "Where each guilder came from" in told
        assert "If it were scored now" not in told
        for money in game.state.money:
            assert f"{money:,}" in told

    def test_no_guilder_is_forgotten(self) -> None:
        game = played(seed=5)
        events: list[Any] = [event for entry in game.entries for event in entry.events]
        book = account_book(game.setup, events, words("en"))
        for seat, money in enumerate(game.state.money):
            assert sum(line.amounts[seat] for line in book.lines) == money == book.totals[seat]
            for line in book.lines:
                if line.details:
                    assert sum(detail.amounts[seat] for detail in line.details) == line.amounts[seat]

    def test_a_bar_reaches_from_what_was_spent_to_what_came_in(self) -> None:
        game = played(seed=5)
        events: list[Any] = [event for entry in game.entries for event in entry.events]
        book = account_book(game.setup, events, words("en"))
        for bar in book.bars:
            assert min(slice_.begins for slice_ in bar) >= -0.001
            assert max(slice_.begins + slice_.length for slice_ in bar) <= 1000.001
            assert all((slice_.begins >= book.zero - 0.001) == (slice_.amount > 0) for slice_ in bar)
