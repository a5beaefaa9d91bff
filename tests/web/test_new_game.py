"""A new table on the page: who plays, by which rules, who deals, how the clock runs; and the last table's choices."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from filled_forms import forms_of
from flask.testing import FlaskClient
from rooms import ENGLISH, Room, a_room
from werkzeug.test import TestResponse

from companion.journal import FILE

CHOSEN = {
    "players": "3",
    **{"name0": "Anna", "player0": "person", "colour0": "red"},
    **{"name1": "Ben", "player1": "merchant", "colour1": "blue"},
    **{"name2": "Cleo", "player2": "random", "colour2": "white"},
    **{"full_district": "commodity", "double_window": "start", "misbid": "ignore", "end": "1665"},
    **{"last_sand_clocks": "last", "deck": "table", "profile": "original"},
}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


def begins(phone: FlaskClient, **other: str) -> TestResponse:
    return phone.post("/new", data=CHOSEN | other, headers=ENGLISH)


def played_by(shown: str) -> list[str]:
    return re.findall(r'<option value="(\w+)" selected>(?:person|clever bot|random bot)', shown)


def test_a_game_is_as_it_was_chosen(room: Room) -> None:
    assert begins(room.seated(0)).status_code == 303
    snapshot = room.house.snapshot
    assert snapshot is not None
    seats = snapshot.view(None).seats
    assert [(seat.name, seat.colour, seat.player) for seat in seats] == [
        ("Anna", "red", "person"),
        ("Ben", "blue", "merchant"),
        ("Cleo", "white", "random"),
    ]
    setup = snapshot.look.now.state.setup
    assert (setup.rules.misbid, setup.rules.end, setup.deck) == ("ignore", "1665", None)
    assert room.house.settings.values["clock"]["profile"] == "original"


@pytest.mark.parametrize("game", ["merchants", "mercurius", "amsterdam"])
def test_s2_no_seed_decides_a_game_that_is_begun_here(room: Room, game: str) -> None:
    phone = room.seated(0)
    openings = []
    for number in (1, 2):
        (form,) = [form for form in forms_of(phone.get(f"/new?game={game}").text) if form.action.startswith("/new")]
        answer = phone.post("/new", data=form.sent() | {"game": game, "deck": "device"}, headers=ENGLISH)
        assert answer.status_code == 303, answer.text
        openings.append(room.journal.game(number).opening)
        room.house.leave()
    assert [opening.header.game for opening in openings] == [game, game]
    assert [opening.header.seed for opening in openings] == [None, None]
    assert openings[0].header.deck != openings[1].header.deck
    assert len({opening.bot_secret for opening in openings}) == 2


def test_an_onlooker_begins_nothing(room: Room) -> None:
    assert begins(room.client).status_code == 403
    assert room.house.snapshot is None
    assert "<form" not in room.client.get("/new").text


def test_nothing_is_begun_on_a_table_that_is_taken(room: Room) -> None:
    room.begins()
    before = room.house.evening
    assert begins(room.seated(0)).status_code == 400
    assert room.house.evening == before


def test_every_house_rule_is_offered_with_a_sentence_for_each_choice(room: Room) -> None:
    shown = room.seated(0).get("/new", headers=ENGLISH).text
    for rule in ("full_district", "double_window", "misbid", "end", "last_sand_clocks"):
        sentences = re.findall(rf'name="{rule}" value="\w+"[^>]*><span>([^<]+\.)</span>', shown)
        assert len(set(sentences)) == 2


def test_a_first_game_is_offered_against_three_bots(room: Room) -> None:
    shown = room.seated(2).get("/new", headers=ENGLISH).text
    assert played_by(shown)[:4] == ["merchant", "merchant", "person", "merchant"]
    assert re.search(r'value="4" id="players-4" checked', shown)


@pytest.mark.parametrize("game", ["merchants", "mercurius", "amsterdam"])
def test_a_new_game_is_offered_though_an_old_one_cannot_be_read(room: Room, tmp_path: Path, game: str) -> None:
    room.begins()
    room.house.leave()
    with closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        connection.execute("UPDATE game SET opening = 'x'")
    shown = room.seated(0).get(f"/new?game={game}", headers=ENGLISH)
    assert shown.status_code == 200
    assert re.search(r'value="4" id="players-4"', shown.text)


@pytest.mark.parametrize("game", ["merchants", "mercurius"])
def test_everybody_who_sits_at_the_table_plays(room: Room, game: str) -> None:
    room.seated(3)
    shown = room.seated(0).get(f"/new?game={game}", headers=ENGLISH).text
    assert [seat for seat, player in enumerate(played_by(shown)) if player == "person"] == [0, 3]


@pytest.mark.parametrize("game", ["merchants", "mercurius"])
def test_whoever_sat_down_since_the_last_game_plays_instead_of_the_bot(room: Room, game: str) -> None:
    phone = room.seated(0)
    begins(phone, player2="person")
    room.house.leave()
    room.seated(1)
    assert played_by(phone.get(f"/new?game={game}", headers=ENGLISH).text)[:3] == ["person"] * 3


def test_whoever_sits_at_the_last_seat_plays_in_the_game_that_is_offered(room: Room) -> None:
    assert re.search(r'value="5" id="players-5" checked', room.seated(4).get("/new", headers=ENGLISH).text)


def test_the_last_tables_choices_are_offered_again(room: Room) -> None:
    phone = room.seated(0)
    begins(phone)
    room.house.leave()
    shown = phone.get("/new", headers=ENGLISH).text
    assert re.findall(r'name="name\d" value="(\w+)"', shown)[:3] == ["Anna", "Ben", "Cleo"]
    assert re.search(r'value="3" id="players-3" checked', shown)
    assert re.search(r'name="misbid" value="ignore" checked', shown)
    assert re.search(r'name="deck" value="table" checked', shown)
    assert re.search(r'name="profile" value="original" checked', shown)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"players": "6"}, "The number of players must be a number from 3 to 5, not '6'."),
        ({"players": ""}, "The number of players is missing"),
        ({"colour1": "red"}, "colour"),
        ({"colour1": "mauve"}, "The colour must be one of"),
        ({"name1": "Anna"}, "Anna"),
        ({"name1": "x" * 41}, "40"),
        ({"name1": "a\u0007b"}, "letters"),
        ({"player0": "merchant"}, "person"),
        ({"player0": "wizard"}, "Who plays must be one of"),
        ({"misbid": "maybe"}, "The house rule must be one of restart, ignore"),
        ({"deck": "mine"}, "Who deals must be one of"),
        ({"profile": "wild"}, "The clock must be one of"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(room: Room, wrong: dict[str, str], says: str) -> None:
    answer = begins(room.seated(0), **wrong)
    assert answer.status_code == 400
    assert says in answer.text
    assert room.house.snapshot is None


def test_a_game_that_was_left_goes_on(room: Room) -> None:
    room.begins()
    room.house.leave()
    phone = room.seated(1)
    assert room.client.post("/resume", data={"game": "1"}).status_code == 403
    assert phone.post("/resume", data={"game": "99"}).status_code == 400
    assert phone.post("/resume", data={"game": "1"}).status_code == 303
    assert room.house.snapshot is not None


def test_just_the_clock_can_be_put_on_the_table(room: Room) -> None:
    assert room.client.post("/clock", data={"seats": "3"}).status_code == 403
    assert room.seated(0).post("/clock", data={"seats": "3"}).status_code == 303
    assert room.state().on == "clock"
