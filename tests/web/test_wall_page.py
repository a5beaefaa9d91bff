"""The page of the wall: what it shows of each table, in whose words, and what becomes of hostile names."""

import re
from typing import Any

import msgspec
import pytest
from boxes_on_show import LAST_GAME, SOLD, a_wall, amsterdam, kinds, merchants, tells, told
from flask.testing import FlaskClient

from companion.convention.announcements import InWords, Player, TableNow
from companion.convention.topics import GONE
from companion.convention.wall import Wall
from companion.games.speech import Phrase
from companion.words import Language, words
from web.wall.app import create_wall
from web.wall.cards import Card, cards, columns


def client(wall: Wall, language: Language = "en") -> FlaskClient:
    return create_wall(wall, "hall.local", language).test_client()


def page(wall: Wall, language: str = "en", path: str = "/") -> str:
    answer = client(wall).get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


def card(now: TableNow, language: Language = "en") -> Card:
    wall = Wall()
    tells(wall, "b0x", now)
    (found,) = cards(wall.sight().tables, words(language))
    return found


class TestCards:
    def test_whose_turn_it_is_and_what_was_sold_last(self) -> None:
        found = card(merchants("Table 1"))
        assert (found.title, found.where) == ("Merchants of Amsterdam", "1621 · Term 9")
        assert (found.says, found.sale) == ("Ben: start the auction clock.", "Sold to Cornelia for 160,000.")
        assert (found.lot, found.finish) == (SOLD.lot.en if SOLD.lot else "", "3.40 ms before Ben")
        assert [(row.name, row.figure, row.is_asked, row.is_mayor) for row in found.rows[:2]] == [
            ("Anna", "610,000", False, False),
            ("Ben", "540,000", True, True),
        ]

    def test_while_the_clock_runs_the_lot_under_the_hammer(self) -> None:
        lot = InWords("a bridge")
        found = card(merchants("x", turn=None, clock="doubled", lot=lot))
        assert (found.says, found.lot, found.sale) == ("The clock is on, doubled", "a bridge", "")

    def test_in_the_language_of_the_screen(self) -> None:
        found = card(merchants("x"), "de")
        assert (found.title, found.where) == ("Die Kaufleute von Amsterdam", "1621 · Amtszeit 9")
        assert found.sale == "Verkauft an Cornelia für 160.000."

    def test_what_one_wins_by_stands_before_the_money(self) -> None:
        assert [(row.figure, row.purse) for row in card(amsterdam("x")).rows] == [
            ("96", "40"),
            ("89", "41"),
            ("82", "42"),
        ]

    def test_at_the_end_whoever_has_most_comes_first(self) -> None:
        poor = tuple(Player(name, "red", money) for name, money in (("Anna", 5), ("Ben", 9), ("Cleo", 7)))
        found = card(merchants("x", on="over", players=poor, winners=(1,), turn=None))
        assert [row.name for row in found.rows] == ["Ben", "Cleo", "Anna"]
        assert found.says == "Ben wins!"
        assert found.sale == ""

    def test_several_can_win(self) -> None:
        assert card(merchants("x", on="over", winners=(0, 1))).says == "Anna and Ben share the victory!"

    def test_an_empty_table_tells_of_its_last_game(self) -> None:
        wall = Wall()
        tells(wall, "b0x", TableNow(table="x", on="nothing"))
        assert cards(wall.sight().tables, words("en"))[0].says == "Nothing is on the table"
        wall.hear(told("b0x", "result", msgspec.json.encode(LAST_GAME)))
        assert cards(wall.sight().tables, words("en"))[0].says == "The last game: Dirk, with 1,240,000"

    def test_a_game_that_this_wall_does_not_know_is_shown_all_the_same(self) -> None:
        found = card(merchants("x", game="antwerp", asks="dance"))
        assert (found.title, found.says) == ("antwerp", "Ben")

    @pytest.mark.parametrize("odd", [{"turn": 9}, {"mayor": 9}, {"winners": (9,), "on": "over"}, {"players": ()}])
    def test_seats_that_are_not_there_do_no_harm(self, odd: dict[str, Any]) -> None:
        assert card(merchants("x", **odd)).name == "x"

    def test_a_colour_that_nobody_knows_is_plain(self) -> None:
        assert card(merchants("x", players=(Player("Anna", "mauve"),))).rows[0].colour == "white"

    def test_table_2_comes_before_table_10(self) -> None:
        wall = Wall()
        for number in (10, 2, 1):
            tells(wall, f"b{number}", TableNow(table=f"Table {number}", on="nothing"))
        assert [one.name for one in cards(wall.sight().tables, words("en"))] == ["Table 1", "Table 2", "Table 10"]

    def test_tables_that_are_called_the_same_get_a_mark(self) -> None:
        wall = Wall()
        for box in ("aaaa1111", "bbbb2222"):
            tells(wall, box, TableNow(table="veilingklok", on="nothing"))
        names = [one.name for one in cards(wall.sight().tables, words("en"))]
        assert names == ["veilingklok · aaaa", "veilingklok · bbbb"]

    @pytest.mark.parametrize(
        ("count", "wide"), [(1, 1), (2, 2), (4, 2), (5, 3), (9, 3), (12, 4), (20, 5), (30, 6), (60, 8)]
    )
    def test_they_stand_in_so_many_columns(self, count: int, wide: int) -> None:
        assert columns(count) == wide


class TestPage:
    def test_a_wall_without_tables_says_what_to_do(self) -> None:
        told = page(a_wall(0))
        assert "No table has been heard of yet." in told
        assert "broker = &#34;hall.local&#34;" in told or 'broker = "hall.local"' in told

    def test_every_kind_of_table_is_there(self) -> None:
        told = page(a_wall(8))
        assert len(re.findall(r'<li id="box-', told)) == 8
        assert "8 tables" in told

    @pytest.mark.parametrize("path", ["/", "/tables"])
    def test_names_are_names_and_nothing_else(self, path: str) -> None:
        wall, evil = Wall(), '<script>alert("x")</script>'
        tells(wall, "b0x", merchants(evil, players=(Player(evil, "red", 1),), where=InWords(evil), game="merchants"))
        told = page(wall, path=path)
        assert "<script>alert" not in told
        assert "&lt;script&gt;alert" in told

    def test_who_is_gone_is_said(self) -> None:
        wall = a_wall(2)
        wall.hear(told("b001", "online", GONE))
        assert re.search(r"gone since \d\d:\d\d", page(wall))
        assert "weg seit" in page(wall, "de")

    def test_a_broker_that_is_away_is_said_in_the_language_of_the_screen(self) -> None:
        wall = a_wall(2)
        wall.broker_is_away(Phrase("The MQTT broker {broker} does not answer", broker="hall.local"))
        assert "Der MQTT-Broker hall.local antwortet nicht. Was hier steht, ist vielleicht alt." in page(wall, "de")
        assert "Table 1" in page(wall, "de")

    def test_a_screen_can_be_told_which_language_to_speak(self) -> None:
        assert "2 Tische" in page(a_wall(2), "en", "/?language=de")
        assert "2 tables" in page(a_wall(2), "en", "/?language=klingon")

    def test_where_a_browser_asks_for_nothing_the_settings_speak(self) -> None:
        assert "2 tafels" in client(a_wall(2), "nl").get("/").text

    def test_whoever_has_seen_it_is_not_told_again(self) -> None:
        wall = a_wall(2)
        phone = client(wall)
        seen = phone.get("/tables").headers["ETag"]
        again = phone.get("/tables", headers={"If-None-Match": seen})
        assert (again.status_code, again.data) == (304, b"")
        tells(wall, "b001", kinds(4))
        assert phone.get("/tables", headers={"If-None-Match": seen}).status_code == 200

    def test_whoever_has_seen_it_before_it_was_started_anew_is_told_again(self) -> None:
        before, after = a_wall(2), a_wall(2)
        seen = client(before).get("/tables").headers["ETag"]
        assert client(after).get("/tables", headers={"If-None-Match": seen}).status_code == 200

    def test_it_shows_nothing_from_elsewhere(self) -> None:
        answer = client(a_wall(2)).get("/")
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert not re.findall(r'(?:src|href)="(?!/)', answer.text)
        assert "style=" not in answer.text

    @pytest.mark.parametrize("address", ["/api/state", "/settings", "/tv", "/static/nothing.css"])
    def test_of_the_tables_own_pages_it_has_none(self, address: str) -> None:
        answer = client(a_wall(1)).get(address)
        assert (answer.status_code, answer.text) == (404, "There is nothing at this address.\n")

    def test_nothing_can_be_sent_to_it(self) -> None:
        answer = client(a_wall(1)).post("/", data={"x": "y"})
        assert answer.status_code == 405
        assert "GET" in answer.headers["Allow"]


class TestItsName:
    """S10: a page elsewhere whose name was made to lead here (DNS rebinding) reads nothing."""

    @pytest.mark.parametrize("path", ["/", "/tables", "/static/wall.css"])
    @pytest.mark.parametrize("host", ["evil.example", "evil.example:8090", "", "localhost.evil.example", "a b"])
    def test_s10_it_answers_to_its_own_names_only(self, path: str, host: str) -> None:
        answer = client(a_wall(1)).get(path, headers={"Host": host})
        assert answer.status_code == 421
        assert answer.text == "The wall has no such name; use the address that veilingklok wall shows.\n"

    @pytest.mark.parametrize("host", ["localhost:8090", "127.0.0.1:8090", "[::1]:8090", "192.168.1.7", "hall.example"])
    def test_its_own_names_and_numbers(self, host: str) -> None:
        app = create_wall(a_wall(1), "hall.local", "en", "Hall.example")
        assert app.test_client().get("/", headers={"Host": host}).status_code == 200
