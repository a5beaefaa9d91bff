"""Putting the board right on the page: proposed by a seat, agreed to by the others, and in a sentence why not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from rooms import ENGLISH, Room, a_room
from werkzeug.test import TestResponse

from companion.requests import Agree


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


def proposes(phone: FlaskClient, **values: str) -> TestResponse:
    return phone.post("/correct", data={"reason": "miscounted"} | values, headers=ENGLISH)


def test_it_comes_about_when_everybody_agrees(room: Room) -> None:
    room.begins(people=2, names=("Anna", "Ben"))
    assert proposes(room.seated(0), kind="money", seat="1", amount="355000").status_code == 303
    proposal = room.state().view.proposal  # type: ignore[union-attr]
    assert proposal is not None
    shown = room.client.get("/", headers=ENGLISH).text
    assert "Anna wants to put something right: Ben has 355,000 (miscounted)." in shown
    assert room.acts(room.seated(1), Agree(proposal.number)).status_code == 200
    assert room.state().view.table.money[1] == 355_000  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "credit", "seat": "0", "amount": "2"},
        {"kind": "market", "seat": "0", "track": "silk", "amount": "4"},
        {"kind": "owner", "space": "gr5", "seat": "0"},
        {"kind": "owner", "space": "nz3", "seat": "nobody"},
    ],
)
def test_everything_on_the_board_can_be_put_right(room: Room, change: dict[str, str]) -> None:
    room.begins(people=1, names=("Anna",))
    before = room.state().view.table  # type: ignore[union-attr]
    assert proposes(room.seated(0), **change).status_code == 303
    assert room.state().view.table != before  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "money", "seat": "0", "amount": "-1"},
        {"kind": "money", "seat": "0", "amount": "100000001"},
        {"kind": "money", "seat": "7", "amount": "1"},
        {"kind": "money", "seat": "0", "amount": "1", "reason": ""},
        {"kind": "market", "seat": "0", "track": "tulips", "amount": "1"},
        {"kind": "market", "seat": "0", "track": "silk", "amount": "9"},
        {"kind": "owner", "space": "atlantis", "seat": "0"},
        {"kind": "weather", "seat": "0"},
        {},
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(room: Room, change: dict[str, str]) -> None:
    room.begins(people=1, names=("Anna",))
    before = room.house.history()
    answer = proposes(room.seated(0), **change)
    assert answer.status_code in (400, 409)
    assert answer.text.strip().endswith(".")
    assert room.house.history() == before


def test_an_onlooker_proposes_nothing(room: Room) -> None:
    room.begins()
    assert proposes(room.client, kind="money", seat="0", amount="1").status_code == 403


def test_without_a_game_there_is_nothing_to_put_right(room: Room) -> None:
    assert room.client.get("/correct").status_code == 303
    assert proposes(room.seated(0), kind="money", seat="0", amount="1").status_code == 400
