"""The table's page while Amsterdam is played: what is asked, how it is answered by a tap and by a form, and what is
said to what cannot be.
"""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from canals import begins, does, gets_rich, is_asked, is_over, plays_on, puts_right, state_of
from flask.testing import FlaskClient
from playing import on_table
from reading_pages import page, part, texts
from rooms import ENGLISH, Room, a_room, told
from werkzeug.test import TestResponse

from companion.games.amsterdam.actions import Activate, Effect, MoveBarge, MoveOnAmstel, UseCard
from companion.games.amsterdam.board import default_board
from companion.games.amsterdam.corrections import SetGoods
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.refusals import QUESTIONS
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import COLOUR_AT, NO_RESOURCES, only
from companion.words import Language, words
from web.amsterdam.asking import TITLES
from web.amsterdam.spending import usual_payment


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


def mine(phone: FlaskClient, language: str = "en") -> str:
    return part(page(phone, "/", language), "mine")


def offered(phone: FlaskClient) -> list[str]:
    """Whole actions that a tap sends."""
    return [html.unescape(one) for one in re.findall(r'name="request" value="([^"]*)"', mine(phone))]


def sent(phone: FlaskClient, **fields: str) -> TestResponse:
    values = {name.replace("__", "."): value for name, value in fields.items()}
    return phone.post("/do", data=values, headers=ENGLISH)


def paid(**counts: str) -> dict[str, str]:
    """In the fields of a form."""
    return {f"pay.{at}": counts.get(colour, "0") for colour, at in COLOUR_AT.items()}


def at_act(room: Room, since: int = 1) -> FlaskClient:
    """A phone whose seat may act, and has some of everything."""
    phone = room.seated(0)
    begins(room)
    plays_on(room, is_asked("act", since=since))
    gets_rich(room)
    return phone


class TestWhatIsAsked:
    def test_every_question_has_a_title(self) -> None:
        assert TITLES.keys() == QUESTIONS.keys()

    def test_whoever_is_not_asked_sees_the_own_board_and_no_forms(self, room: Room) -> None:
        ben = room.seated(1)
        begins(room, names=("Anna", "Ben"))
        plays_on(room, is_asked("act"))
        shown = page(ben)
        assert 'id="part-mine"' not in shown
        assert 'id="part-own"' in shown

    def test_an_onlooker_sees_the_board_of_all(self, room: Room) -> None:
        begins(room)
        shown = page(room.client)
        assert 'id="part-own"' not in shown
        assert 'id="part-city"' in shown

    def test_before_tom_is_answered_for_it_says_where_to_look(self, room: Room) -> None:
        phone = room.seated(0)
        begins(room)
        plays_on(room, is_asked("tom_block"))
        assert "steps-of-tom" in mine(phone)

    @pytest.mark.parametrize("language", ["en", "de", "nl"])
    def test_all_that_can_be_asked_is_shown_in_every_language(self, room: Room, language: Language) -> None:
        """Two games, with the table's dice and all expansions, and alone against TOM."""
        phone, asked = room.seated(0), set[str]()

        def look(state: State) -> bool:
            ask = state.agenda[-1] if state.agenda else None
            if ask and ask.seat == 0 and ask.what not in asked:
                asked.add(ask.what)
                assert words(language).say(TITLES[ask.what]) in texts(mine(phone, language))
            return is_over(state)

        everything = HouseRules(workers=True, orders=True, marketeer=True)
        begins(room, names=("Anna", "Ben", "Cleo"), deck="table", rules=everything)
        plays_on(room, look)
        room.house.leave()
        begins(room)
        plays_on(room, look)
        assert asked >= QUESTIONS.keys() - {"tom_roof", "tom_magazine", "bailiff", "supervisor", "marketeer", "throw"}


class TestTaps:
    def test_a_move_on_the_amstel_is_paid_from_what_there_is_most_of(self, room: Room) -> None:
        phone = at_act(room)
        assert '{"type":"amstel","spaces":2,"pay":[0,0,0,0,1,2]}' in offered(phone)

    def test_the_usual_payment_takes_each_resource_from_the_largest_pile(self) -> None:
        assert usual_payment((0, 1, 4, 3, 0, 0), 3) == (0, 0, 2, 1, 0, 0)

    def test_what_a_card_did_is_offered_again(self, room: Room) -> None:
        phone = at_act(room)
        card = state_of(room).below[0][0]
        does(room, Activate(card, NO_RESOURCES))
        does(room, UseCard(card, False, Effect(gulden=2)))
        again = f'{{"type":"use_card","card":{card},"once":false,"effect":{{"gulden":2}}}}'
        assert again in offered(phone)

    def test_it_is_not_if_it_is_used_up(self, room: Room) -> None:
        phone = at_act(room)
        card = state_of(room).below[0][0]
        does(room, Activate(card, NO_RESOURCES))
        does(room, UseCard(card, True, Effect(gulden=2)))
        assert not [one for one in offered(phone) if "use_card" in one]

    def test_two_dice_are_taken_once_both_are_picked(self, room: Room) -> None:
        phone = room.seated(0)
        begins(room)
        plays_on(room, is_asked("dice"))
        after = re.search(r"after=([0-9.]+)&", html.unescape(mine(phone)))
        assert after
        one = part(page(phone, f"/?after={after[1]}&dice=pink"), "mine")
        assert "take_dice" not in one
        two = part(page(phone, f"/?after={after[1]}&dice=pink,black"), "mine")
        assert '{"type":"take_dice","first":"black","second":"pink"}' in html.unescape(two)

    def test_dice_that_were_picked_for_another_question_are_not_believed(self, room: Room) -> None:
        phone = room.seated(0)
        begins(room)
        plays_on(room, is_asked("dice"))
        assert "take_dice" not in part(page(phone, "/?after=1.1&dice=pink,black"), "mine")

    def test_the_roundel_shows_what_is_picked(self, room: Room) -> None:
        phone = room.seated(0)
        begins(room)
        plays_on(room, is_asked("dice"))
        bare = part(page(phone), "own")
        after = re.search(r"after=([0-9.]+)&", html.unescape(mine(phone)))
        assert after
        assert part(page(phone, f"/?after={after[1]}&dice=pink"), "own") != bare

    def test_where_the_printed_value_is_known_a_delivery_is_one_tap(self, room: Room) -> None:
        data = default_board().data
        houses = [{"good": house.good, "roofs": list(house.roofs), "source": "cardboard"} for house in data.storehouses]
        room.house.city.put({"storehouses": houses})
        phone = room.seated(0)
        from_house(room)
        gets_rich(room)
        does(room, MoveBarge("beer", only("gray")))
        assert '{"type":"deliver","good":"beer","prestige":8}' in offered(phone)

    def test_what_is_not_possible_says_why(self, room: Room) -> None:
        phone = at_act(room)
        does(room, MoveOnAmstel(1, only("gray")))
        plays_on(room, is_asked("act"))
        assert "You have moved on the Amstel in this turn already." in texts(mine(phone))
        assert "No dock worker waits where your barge lies: at the pier." in texts(mine(phone))


def from_house(room: Room) -> None:
    """A game with the board of the house, at an action."""
    phone = room.seated(0)
    chosen = {"game": "amsterdam", "players": "1", "deck": "device", "name0": "Anna", "player0": "person"}
    assert phone.post("/new", data=chosen | {"colour0": "red"}, headers=ENGLISH).status_code == 303
    plays_on(room, is_asked("act"))


class TestForms:
    def test_a_form_becomes_an_action(self, room: Room) -> None:
        phone = at_act(room)
        card = state_of(room).below[0][0]
        answer = sent(phone, type="activate", card=str(card), **paid(pink="2"))
        assert answer.status_code == 303
        assert card in state_of(room).active[0]
        assert state_of(room).supply[0][COLOUR_AT["pink"]] == 1

    def test_what_is_within_an_effect_has_a_name_with_a_dot(self, room: Room) -> None:
        phone = at_act(room)
        card = state_of(room).below[0][0]
        does(room, Activate(card, NO_RESOURCES))
        resources = {f"effect__resources__{at}": str(at) for at in COLOUR_AT.values()}
        assert sent(phone, type="use_card", card=str(card), once="false", **resources).status_code == 303
        assert [use.effect.resources for use in state_of(room).uses] == [(0, 1, 2, 3, 4, 5)]

    def test_a_box_that_is_ticked_counts_before_the_one_that_says_no(self, room: Room) -> None:
        phone = at_act(room)
        card = state_of(room).below[0][0]
        does(room, Activate(card, NO_RESOURCES))
        values = {"type": "use_card", "card": str(card), "once": ["true", "false"], "effect.gulden": "1"}
        assert phone.post("/do", data=values, headers=ENGLISH).status_code == 303
        assert card in state_of(room).used

    def test_what_is_not_sold_is_stored(self, room: Room) -> None:
        phone = at_act(room)
        block = {"district": "gray", "cost": "2", "good": "glass", "group": "1"}
        assert sent(phone, type="take_block", sold_for="null", **block).status_code == 303
        assert state_of(room).storage[0][-2:] == (1, 0)

    @pytest.mark.parametrize(
        ("fields", "why"),
        [
            ({"type": "activate", "card": "x", **paid()}, "card must be a whole number"),
            ({"type": "activate", **paid()}, "card is missing."),
            ({"card": "1"}, "type is missing."),
            ({"type": "fly"}, "is not known"),
            ({"type": "activate", "card": "1", "pay": "1", "pay.0": "1"}, "cannot be understood"),
            ({"type": "activate", "card": "1", "pay.a.b.c.d": "1"}, "That cannot be read"),
            ({}, "type is missing."),
        ],
    )
    def test_what_cannot_be_read_is_refused_in_a_sentence(self, room: Room, fields: dict[str, str], why: str) -> None:
        phone = at_act(room)
        before = on_table(room)
        answer = phone.post("/do", data=fields, headers=ENGLISH | {"Accept": "application/json"})
        assert answer.status_code == 400
        assert why in told(answer)["error"]
        assert on_table(room) is before

    def test_what_the_rules_refuse_is_said_as_they_say_it(self, room: Room) -> None:
        phone = at_act(room)
        answer = phone.post(
            "/do", data={"type": "move_barge", "to": "gold", **paid()}, headers=ENGLISH | {"Accept": "application/json"}
        )
        assert answer.status_code == 409
        assert told(answer)["error"] == "Each space costs one resource."

    def test_an_answer_to_an_older_question_is_refused(self, room: Room) -> None:
        phone = at_act(room)
        assert sent(phone, type="move_barge", to="gold", after="1.1", **paid(gray="1")).status_code == 409

    def test_nobody_answers_without_a_seat_or_for_another(self, room: Room) -> None:
        at_act(room)
        assert sent(room.client, type="done").status_code == 403
        assert sent(room.seated(2), type="done").status_code == 409

    def test_nor_from_another_page(self, room: Room) -> None:
        phone = at_act(room)
        answer = phone.post("/do", data={"type": "done"}, headers={"Origin": "http://elsewhere.example"})
        assert answer.status_code == 403

    def test_a_guess_is_offered_to_be_put_right(self, room: Room) -> None:
        phone = at_act(room)
        puts_right(room, SetGoods(0, "lace", True, 1))
        does(room, MoveBarge("lace", only("gray")))
        shown = mine(phone)
        assert re.search(r'data-about="deliver lace".*?name="prestige" value="7" min="0" max="20"', shown, re.DOTALL)
