"""Sitting down on the page: a seat is chosen there, and given by whoever is at the device."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hang_guard import eventually
from rooms import ENGLISH, Room, a_room
from werkzeug.test import TestResponse


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


def page(phone: FlaskClient) -> str:
    return phone.get("/sit", headers=ENGLISH).text


def asks(phone: FlaskClient, seat: object, **more: str) -> TestResponse:
    return phone.post("/sit/ask", data={"seat": str(seat)} | more, headers=ENGLISH)


def test_every_seat_of_the_device_is_offered(room: Room) -> None:
    shown = page(room.client)
    assert re.findall(r"<b>(\w+)</b>", shown)[-5:] == ["Orange", "Blue", "Green", "Yellow", "Purple"]
    assert shown.count("Sit here") == 5


def test_in_a_game_seats_have_names_and_those_of_bots_are_not_offered(room: Room) -> None:
    room.begins(people=2, names=("Anna", "Ben"))
    shown = page(room.client)
    assert "Anna" in shown
    assert shown.count("a bot") == 2
    assert shown.count("Sit here") == 3  # with the seat that nobody plays


def test_whoever_asks_is_told_which_button_to_press(room: Room) -> None:
    phone = room.phone()
    assert asks(phone, 2).status_code == 303
    shown = page(phone)
    assert "Press the button of Green now" in shown
    assert "Its lamp flashes 3 times, again and again." in shown
    assert re.search(r"On the display this phone is called \d\d\.", shown)


def test_nobody_else_is_told(room: Room) -> None:
    asks(room.phone(), 2)
    assert "Press the button" not in page(room.phone())


def test_the_press_of_that_button_seats_the_phone(room: Room) -> None:
    phone = room.phone()
    asks(phone, 2)
    assert room.state(phone).seat is None
    room.answers(2)
    eventually(lambda: room.state(phone).seat == 2)
    assert "you sit here" in page(phone)


def test_giving_up_ends_it(room: Room) -> None:
    phone = room.phone()
    asks(phone, 2)
    phone.post("/sit/give_up")
    assert "Press the button" not in page(phone)
    assert room.state(phone).calling is None


def test_standing_up_makes_an_onlooker(room: Room) -> None:
    phone = room.seated(1)
    phone.post("/sit/stand_up")
    assert room.state(phone).seat is None


def test_a_seat_that_is_taken_can_be_shared_or_taken_over(room: Room) -> None:
    first, second, third = room.seated(1), room.phone(), room.phone()
    assert "1 phone sits here" in page(second)
    asks(second, 1)
    room.answers(1)
    eventually(lambda: (room.state(first).seat, room.state(second).seat) == (1, 1))
    asks(third, 1, takes_over="yes")
    room.answers(1)
    eventually(lambda: [room.state(phone).seat for phone in (first, second, third)] == [None, None, 1])


@pytest.mark.parametrize("seat", ["5", "-1", "", "one", "1e0", "٣", "9" * 30])
def test_a_seat_that_is_none_is_refused_in_a_sentence(room: Room, seat: str) -> None:
    answer = asks(room.phone(), seat)
    assert answer.status_code == 400
    assert "The seat" in answer.text


def test_no_seat_is_given_while_the_clock_runs(room: Room) -> None:
    room.house.clock_alone(3)
    room.house.press(0, room.house.now())
    eventually(lambda: (snapshot := room.house.snapshot) and snapshot.look.clock)
    answer = asks(room.phone(), 1)
    assert answer.status_code >= 400
    assert answer.text.strip().endswith(".")
