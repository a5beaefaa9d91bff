"""The board of Amsterdam as its owner reads it off the cardboard, part by part."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from reading_pages import page, texts
from rooms import ENGLISH, Room, a_room
from werkzeug.test import TestResponse

from companion.city_board import PARTS, PRINTED
from companion.games.amsterdam.board import default_board
from companion.games.amsterdam.things import GOODS, WORKERS
from companion.owners_board import OwnersBoard

FORMS: dict[str, dict[str, Any]] = {
    "storehouses": {f"{good}{roof}": str(9 - roof) for good in GOODS for roof in range(3)},
    "warehouses": {f"warehouse_{number}": "4" for number in range(1, 5)},
    "magazine": {"space0": "10", "space1": "7", "space2": "4", "space3": "2"},
    "amstel": {"spaces": "20", "mouth": "10"}
    | {f"behind{bridge}": str(3 + 4 * bridge) for bridge in range(4)}
    | {f"bridge{bridge}": str(2 + bridge) for bridge in range(4)},
    "cranes": {"crane": ["gold", "water"]},
    "tom": {"amstel": "2", "block": "5"} | {f"dock{face}": WORKERS[-face] for face in range(1, 7)},
}
NEW_GAME = {
    **{"game": "amsterdam", "players": "2", "deck": "device"},
    **{"name0": "Anne", "player0": "person", "colour0": "red"},
    **{"name1": "Jan", "player1": "person", "colour1": "green"},
}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


def saves(phone: FlaskClient, part: str, otherwise: dict[str, str] | None = None) -> TestResponse:
    return phone.post("/city", data=FORMS[part] | {"part": part} | (otherwise or {}), headers=ENGLISH)


def test_there_is_a_form_for_every_part() -> None:
    assert set(FORMS) == set(PARTS)


def test_it_begins_with_guesses(room: Room) -> None:
    shown = texts(page(room.client, "/city"))
    assert shown.count("A guess: compare it with your cardboard.") == len(PARTS)
    assert "Seen on the cardboard." not in shown


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_was_read_is_known_and_the_others_stay_guesses(room: Room, part: str) -> None:
    assert saves(room.seated(0), part).status_code == 303
    assert texts(page(room.client, "/city")).count("Seen on the cardboard.") == 1
    data = room.house.city.board().data
    assert getattr(data, part) != getattr(default_board().data, part)
    assert OwnersBoard(room.journal.drawer, PRINTED).board().data == data


def test_new_games_are_played_with_it(room: Room) -> None:
    phone = room.seated(0)
    for part in PARTS:
        assert saves(phone, part).status_code == 303
    assert phone.post("/new", data=NEW_GAME, headers=ENGLISH).status_code == 303
    assert room.house.snapshot is not None
    board = room.house.snapshot.look.now.state.setup.board
    assert board.data == room.house.city.board().data
    assert board.roof("cheese", 1) == (8, True)
    assert board.warehouse("warehouse_2") == (4, True)
    assert board.magazine(7) == (2, True)
    assert board.bridges(3, 8) == (2 + 3, True)
    assert board.mouth == 19
    assert board.cranes == ("gold", "water")
    assert (board.tom.amstel, board.tom.block, board.tom.docks) == (2, 5, WORKERS[::-1])


@pytest.mark.parametrize(
    ("part", "wrong", "said"),
    [
        ("storehouses", {"beer0": "21"}, "The prestige that is printed must be a number from 0 to 20, not '21'."),
        ("warehouses", {"warehouse_1": ""}, "The prestige that is printed is missing"),
        ("magazine", {"space0": "x"}, "The prestige that is printed"),
        ("amstel", {"spaces": "1"}, "The number of spaces must be a number from 2 to 40"),
        ("amstel", {"behind3": "20"}, "bridges"),
        ("cranes", {"crane": "nowhere"}, "A barge must be loaded somewhere"),
        ("tom", {"amstel": "7"}, "The face of a die must be a number from 1 to 6"),
        ("tom", {"dock1": "gold"}, "docks"),
        ("tom", {"part": "bakery"}, "The part of the board must be one of"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(room: Room, part: str, wrong: dict[str, str], said: str) -> None:
    answer = saves(room.seated(0), part, wrong)
    assert answer.status_code == 400
    assert said in texts(answer.text)
    assert room.house.city.board().data == default_board().data


def test_an_onlooker_may_only_look(room: Room) -> None:
    assert "disabled" in page(room.client, "/city")
    assert saves(room.client, "magazine").status_code == 403
    assert room.client.post("/city/reset", headers=ENGLISH).status_code == 403
    assert room.house.city.read == {}


def test_it_can_be_put_back(room: Room) -> None:
    phone = room.seated(0)
    saves(phone, "magazine")
    assert phone.post("/city/reset", headers=ENGLISH).status_code == 303
    assert room.house.city.board().data == default_board().data


def test_the_way_to_it_and_back(room: Room) -> None:
    assert 'href="/city"' in page(room.client, "/settings")
    assert 'href="/city?from=new"' in page(room.seated(0), "/new?game=amsterdam")
    assert 'href="/new?game=amsterdam"' in page(room.client, "/city?from=new")
