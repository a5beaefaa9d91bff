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


def test_whoever_asks_is_told_which_button_to_hold(room: Room) -> None:
    phone = room.phone()
    assert asks(phone, 2).status_code == 303
    shown = page(phone)
    assert "Hold the button of Green for two seconds" in shown
    assert "Its lamp flashes 3 times, again and again." in shown
    assert re.search(r"Hold it if the display shows \d\d: that is this phone\.", shown)
    assert "stand up" not in shown


def test_nobody_else_is_told(room: Room) -> None:
    asks(room.phone(), 2)
    assert "Hold the button" not in page(room.phone())


def test_that_button_held_seats_the_phone(room: Room) -> None:
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
    assert "Hold the button" not in page(phone)
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


def test_s1_whoever_takes_over_is_told_what_that_does(room: Room) -> None:
    room.seated(1)
    phone = room.phone()
    asks(phone, 1, takes_over="yes")
    assert "All other phones at this seat stand up." in page(phone)


def test_s1_a_full_seat_is_refused_in_a_sentence(room: Room) -> None:
    for _ in range(8):
        room.seated(1)
    answer = asks(room.phone(), 1)
    assert answer.status_code == 409
    assert "Eight phones sit here already; remove one, or take the seat over." in answer.text


def test_s1_two_phones_that_ask_for_one_seat_are_told_of_the_code(room: Room) -> None:
    anna, stranger = room.phone(), room.phone()
    for phone in (anna, stranger):
        asks(phone, 1)
    assert "Another phone asks for this seat too. The display then shows six digits" in page(anna)
    state = room.state(anna)
    assert state.calling is not None
    assert state.calling.contested
    room.answers(1)
    code = room.reception._codes[1, False].digits
    assert anna.post("/sit/code", data={"code": code}, headers=ENGLISH).status_code == 303
    assert [room.state(phone).seat for phone in (anna, stranger)] == [1, None]


def test_s1_a_code_takes_nothing_over_and_that_is_said(room: Room) -> None:
    room.seated(1)
    anna, stranger = room.phone(), room.phone()
    asks(anna, 1, takes_over="yes")
    asks(stranger, 1)
    assert "The phones that sit here stay. Remove them on the settings page afterwards." in page(anna)
    assert "The phones that sit here stay" not in page(stranger)


def test_where_there_is_no_display_they_are_told_to_wait(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room.device, "has_display", lambda: False)
    anna, stranger = room.phone(), room.phone()
    assert "six digits" not in page(anna)
    for phone in (anna, stranger):
        asks(phone, 1)
    assert "there is no display to tell you apart" in page(anna)


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


def test_s1_where_there_is_no_display_no_seat_is_taken_over(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.seated(2)
    assert "Take it over" in page(room.phone())
    monkeypatch.setattr(room.device, "has_display", lambda: False)
    stranger = room.phone()
    assert "Take it over" not in page(stranger)
    refused = asks(stranger, 2, takes_over="yes")
    assert refused.status_code == 409
    assert "The display does not work" in refused.text
    assert asks(stranger, 2).status_code == 303
