"""Who asks: a name that only the device can give, a seat that only the reception knows, and a language of one's own."""

from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from flask import render_template_string
from flask.testing import FlaskClient
from rooms import Room, a_room, told

from web.errors import NotSeated
from web.visitors import YEAR, Card, Cards, at_table, visitor

LISTENS = {"Accept": "text/event-stream"}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path, simulated=False) as opened:
        yield opened


def chooses(phone: FlaskClient, language: str, **form: str) -> str:
    """Where that leads."""
    answer = phone.post("/language", data={"language": language} | form)
    assert answer.status_code == 303, answer.text
    return str(answer.location)


# --- the name


def test_whoever_comes_by_the_qr_code_sees_the_table_at_once_and_is_given_nothing(room: Room) -> None:
    room.begins()
    answer = room.phone().get("/api/state")
    assert (told(answer)["on"], told(answer)["seat"]) == ("game", None)
    assert "Set-Cookie" not in answer.headers


def test_a_page_that_listens_has_a_name_from_then_on(room: Room) -> None:
    phone = room.phone()
    answer = phone.get("/api/stream", headers=LISTENS)
    answer.close()
    cookie = SimpleCookie(answer.headers["Set-Cookie"])[room.cards.cookie]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"
    assert cookie["path"] == "/"
    assert cookie["max-age"] == str(YEAR)  # by the phone's own clock: that of the device may be wrong
    assert not cookie["secure"]  # the device speaks plain http
    assert len(room.name_of(phone)) == 43
    again = phone.get("/api/stream", headers=LISTENS)
    again.close()
    assert room.cards.read(SimpleCookie(again.headers["Set-Cookie"])[room.cards.cookie].value) == Card(
        room.name_of(phone)
    )


def test_no_two_phones_have_the_same_name(room: Room) -> None:
    assert room.name_of(room.phone()) != room.name_of(room.phone())


def test_a_link_on_another_site_does_not_cost_a_phone_its_name(room: Room) -> None:
    """Its cookie is not sent along then, as if it had none."""
    stranger = room.phone()
    browser = {"Accept": "text/html,*/*;q=0.8", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    for address in ("/api/state", "/api/stream", "/nothing"):
        answer = stranger.get(address, headers=browser)
        answer.close()
        assert "Set-Cookie" not in answer.headers


def test_nor_does_a_form_on_another_site(room: Room) -> None:
    answer = room.phone().post("/language", data={"language": "de"}, headers={"Origin": "http://elsewhere.example"})
    assert answer.status_code == 403
    assert "Set-Cookie" not in answer.headers


def test_a_phone_that_acts_keeps_its_name_for_another_year(room: Room) -> None:
    phone = room.seated(1)
    name = room.name_of(phone)
    assert "Set-Cookie" not in phone.get("/api/state").headers
    answer = phone.post("/api/actions", json={"request": {"type": "pause"}})
    assert f"Max-Age={YEAR}" in answer.headers["Set-Cookie"]
    assert room.name_of(phone) == name


# --- the seat


def test_where_a_phone_sits_is_for_the_reception_to_say(room: Room) -> None:
    phone = room.seated(2)
    assert room.state(phone).seat == 2
    cookie = room.cookie_of(phone)
    room.reception.stand_up(room.name_of(phone))
    assert room.cookie_of(phone) == cookie
    assert room.state(phone).seat is None


def test_an_onlooker_is_told_to_sit_down(room: Room) -> None:
    with room.app.test_request_context("/"), pytest.raises(NotSeated, match="sit down first"):
        at_table()
    cookie = f"{room.cards.cookie}={room.cookie_of(room.seated(3))}"
    with room.app.test_request_context("/", headers={"Cookie": cookie}):
        assert at_table() == visitor()
        assert at_table().seat == 3


def test_a_card_that_another_hand_wrote_is_an_empty_one(room: Room) -> None:
    mine, other = room.cards, Cards(b"another key, of another device...")
    card = Card("phone", "nl")
    assert mine.read(mine.written(card)) == card
    for forged in (other.written(card), mine.written(card)[:-1], mine.written(card) + "x", "", "e30.x", "\x00", "ü"):
        assert mine.read(forged) == Card()
    assert mine.cookie != other.cookie


def test_a_card_of_ours_with_something_else_on_it_is_an_empty_one(room: Room) -> None:
    contents: list[object] = [{"phone": 7}, {"phone": "a", "language": "fr"}, [], "text", None]
    for content in contents:
        assert room.cards.read(room.cards._serializer.dumps(content)) == Card()


# --- the language


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        ("de", "de"),
        ("nl-BE,nl;q=0.9,en;q=0.1", "nl"),
        ("de-AT", "de"),
        ("fr,nl;q=0.2", "nl"),
        ("en-GB,de;q=0.9", "en"),
        ("fr", "nl"),
        ("", "nl"),
        ("*;q=x,;;,\u00fc", "nl"),
    ],
)
def test_everybody_reads_what_the_browser_prefers_or_else_what_the_table_speaks(
    tmp_path: Path, wanted: str, spoken: str
) -> None:
    with a_room(tmp_path, simulated=False, table={"language": "nl"}) as room:
        headers = {"Accept-Language": wanted}
        with room.app.test_request_context("/", headers=headers):
            assert visitor().words.language == spoken


def test_what_was_chosen_on_the_phone_comes_first_and_lasts(room: Room) -> None:
    phone = room.seated(0)
    name = room.name_of(phone)
    assert chooses(phone, "nl") == "/"
    assert room.cards.read(room.cookie_of(phone)) == Card(name, "nl")
    answer = phone.get("/nothing", headers={"Accept-Language": "de"})
    assert answer.text == "Op dit adres is niets te vinden.\n"
    assert room.state(phone).seat == 0


def test_an_onlooker_may_choose_a_language_too(room: Room) -> None:
    phone = room.phone()
    chooses(phone, "de", back="/history")
    assert phone.get("/nothing").text == "Unter dieser Adresse gibt es nichts.\n"


@pytest.mark.parametrize("language", ["fr", "", "de\r\nSet-Cookie: x=y", "DE", "../de"])
def test_there_are_only_so_many_languages(room: Room, language: str) -> None:
    phone = room.phone()
    answer = phone.post("/language", data={"language": language})
    assert (answer.status_code, answer.text) == (400, "There is no such language here.\n")
    assert room.cookie_of(phone) == ""


# --- in templates


def test_templates_speak_to_whoever_looks(room: Room) -> None:
    shown = (
        "{{ say('A tie!') }}|{{ say('{price} guilders', price=160000) }}|{{ number(1510000) }}|{{ words.language }}"
        "|{{ me.seat is none }}|{{ counted(2, '{count} card', '{count} cards') }}|{{ state_number() > 0 }}"
        "{% macro within() %}|{{ say('A tie!') }}{% endmacro %}{{ within() }}"
    )
    with room.app.test_request_context("/", headers={"Accept-Language": "de"}):
        room.app.preprocess_request()
        assert render_template_string(shown).startswith("Gleichzeitig!|160.000 ")
        assert "|1.510.000|de|True|2 " in render_template_string(shown)
        assert render_template_string(shown).endswith("|True|Gleichzeitig!")
