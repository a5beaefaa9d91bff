"""What the forms of Amsterdam offer: nothing that the rules or a browser would refuse, nothing hidden that counts, and
nothing said that nobody has looked at.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from canals import begins, does, gets_rich, is_asked, is_over, plays_on, puts_right, state_of
from filled_forms import Form, forms_of
from flask.testing import FlaskClient
from msgspec.structs import replace
from reading_pages import page, part, texts
from rooms import ENGLISH, Room, a_room, sent, told

from companion.games.actions import SetMoney
from companion.games.amsterdam.actions import (
    Activate,
    Buy,
    Effect,
    MoveBarge,
    TakeBlock,
    UseCard,
)
from companion.games.amsterdam.board import Board, default_board
from companion.games.amsterdam.corrections import AnyChange, SetPenalties, SetSpace, SetSupply
from companion.games.amsterdam.game import AMSTERDAM
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import CARDS, COLOURS, NO_RESOURCES, only
from companion.games.amsterdam.titles import number_of
from companion.games.speech import ENGLISH as ENGLISH_SPEECH
from companion.requests import TakeBack
from web.amsterdam.answers import Way
from web.amsterdam.asked import Asked
from web.amsterdam.barge import barge

MISSING = (
    "Each space costs one resource.",
    "The two resources must have another colour",
    "District tiles to name",
)
"""What is said to somebody who has not chosen yet: where to sail for nothing, two colours alike, no tile."""
AS_JSON = {"Accept": "application/json"}
NOTHING = tuple(SetSupply(0, colour, 0) for colour in COLOURS)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


def mine(phone: FlaskClient, language: str = "en") -> str:
    return part(page(phone, "/", language), "mine")


def forms(phone: FlaskClient) -> list[Form]:
    return forms_of(mine(phone))


def form(phone: FlaskClient, about: str) -> Form:
    return next(one for one in forms(phone) if one.about == about)


def at_act(room: Room, *changes: AnyChange) -> FlaskClient:
    """Alone against TOM, with these things."""
    phone = room.seated(0)
    begins(room)
    plays_on(room, is_asked("act"))
    puts_right(room, *NOTHING, *changes)
    return phone


def with_active_card(room: Room, effect: Effect) -> int:
    """It was used so before, and can be again."""
    card = state_of(room).below[0][0]
    does(room, Activate(card, NO_RESOURCES))
    does(room, UseCard(card, False, effect))
    plays_on(room, is_asked("act"))
    return card


# Sent as they are.


def one_gulden(room: Room) -> None:
    puts_right(room, SetMoney(0, 1))


def one_resource(room: Room) -> None:
    puts_right(room, SetSupply(0, "gray", 1))


def many_of_everything(room: Room) -> None:
    """More than any card gives or takes at once."""
    puts_right(room, *(SetSupply(0, colour, 14) for colour in COLOURS), SetMoney(0, 30), SetPenalties(0, 5))
    with_active_card(room, Effect(resources=(-10,) * len(COLOURS), gulden=-10))


def at_the_mouth(room: Room) -> None:
    one_resource(room)
    with_active_card(room, Effect(steps=3))
    puts_right(room, SetSpace(0, state_of(room).setup.board.mouth), SetSupply(0, "gray", 1), SetMoney(0, 4))


def no_longer_payable(room: Room) -> None:
    """What the card cost last, and the penalty token that it took away."""
    puts_right(room, SetSupply(0, "pink", 3), SetMoney(0, 3), SetPenalties(0, 2))
    with_active_card(room, Effect(resources=only("pink", -3), gulden=-3, penalties=-2))


def a_full_hold(room: Room) -> None:
    gets_rich(room)
    does(room, TakeBlock("gray", 1, "lace", 1))
    does(room, MoveBarge("beer", only("gray")))


@pytest.mark.parametrize(
    "brought_about",
    [
        lambda _room: None,
        one_gulden,
        one_resource,
        many_of_everything,
        at_the_mouth,
        no_longer_payable,
        gets_rich,
        a_full_hold,
    ],
    ids=["nothing", "gulden", "resource", "many", "mouth", "unpayable", "rich", "hold"],
)
def test_no_form_of_a_turn_offers_what_is_refused(room: Room, brought_about: Callable[[Room], None]) -> None:
    phone = at_act(room, SetMoney(0, 0))
    brought_about(room)
    assert [one.action for one in forms(phone)]
    for place in range(len(forms(phone))):
        one = forms(phone)[place]
        if "done" not in one.about and '"type":"done"' not in str(one.fields):
            is_taken_as_it_stands(room, phone, one)


def is_taken_as_it_stands(room: Room, phone: FlaskClient, one: Form) -> None:
    """Or it is said what is missing; afterwards everything is as it was."""
    assert [field for field in one.fields if not field.is_possible] == []
    answer = phone.post(one.action, data=one.sent(), headers=ENGLISH | AS_JSON)
    if answer.status_code == 303:
        room.house.submit(0, TakeBack()).result()
    else:
        assert answer.status_code == 409, one.about
        assert told(answer)["error"].startswith(MISSING), one.about


def with_card(room: Room, one: Form) -> dict[str, str]:
    """One that nobody has named, if one has to be."""
    card = {"card": number_of(next(card for card in CARDS if card not in state_of(room).out))}
    return one.sent() | (card if "card" in [field.name for field in one.empty] else {})


def test_nor_does_any_other_question(room: Room) -> None:
    """Through a game against TOM, each question the first time it is asked."""
    phone, asked = room.seated(0), set[str]()
    begins(room)

    def look(state: State) -> bool:
        what = state.agenda[-1].what if state.agenda else ""
        if what not in asked and what not in ("", "act", "dice"):
            asked.add(what)
            for one in forms(phone):
                assert [field for field in one.fields if not field.is_possible] == []
            first = forms(phone)[0]
            answer = phone.post(first.action, data=with_card(room, first), headers=ENGLISH | AS_JSON)
            assert answer.status_code == 303 or told(answer)["error"].startswith(MISSING), what
        return is_over(state)

    plays_on(room, look)
    assert asked >= {"card", "keep", "bridges", "tom_card", "tom_bridges", "tom_block", "tom_market"}


# What is always in sight.


def test_the_price_of_a_tile_is_asked_also_of_who_has_one_gulden(room: Room) -> None:
    shown = mine(at_act(room, SetMoney(0, 1)))
    assert '<input type="number" inputmode="numeric" name="price" value="1" min="1" max="1"' in shown
    assert "Price in gulden" in shown


def test_so_is_the_cost_of_a_block(room: Room) -> None:
    shown = mine(at_act(room, SetSupply(0, "gray", 1)))
    assert '<input type="number" inputmode="numeric" name="cost" value="1" min="1" max="1"' in shown


def test_a_colour_that_one_has_not_is_not_asked_for(room: Room) -> None:
    shown = mine(at_act(room, SetSupply(0, "gray", 1)))
    assert '<input type="hidden" name="pay.0" value="0">' in shown


# What is offered to begin with.


def test_a_card_takes_no_more_than_any_card_does(room: Room) -> None:
    phone = at_act(room, SetMoney(0, 0))
    many_of_everything(room)
    card = state_of(room).active[0][0]
    fields = {field.name: field for field in form(phone, f"use_card {card}").fields}
    assert [(fields[name].least, fields[name].most) for name in ("effect.gulden", "effect.resources.0")] == [
        (-10, 10),
        (-4, 10),
    ]


def test_steps_are_those_that_are_shown_also_near_the_mouth(room: Room) -> None:
    phone = at_act(room, SetMoney(0, 0))
    at_the_mouth(room)
    card, mouth = state_of(room).active[0][0], state_of(room).setup.board.mouth
    steps = next(field for field in form(phone, f"use_card {card}").fields if field.name == "effect.steps")
    assert (steps.value, steps.most) == ("3", mouth)


def test_a_new_crest_stands_alone_until_more_is_said(room: Room) -> None:
    phone = room.seated(0)
    begins(room)
    plays_on(room, is_asked("act"))
    gets_rich(room)
    does(room, TakeBlock("gray", 1, "lace", 1))
    plays_on(room, is_asked("act", since=2))
    puts_right(room, SetSupply(0, "gray", 1))
    assert form(phone, "take_block ").value("group") == "1"
    assert "Crests joined to this one by bridges, this one included" in texts(mine(phone))


def test_what_was_said_of_the_tile_for_tom_is_only_offered_to_be_read(room: Room) -> None:
    """For him not everything on it counts."""
    phone = room.seated(0)
    begins(room)
    plays_on(room, lambda state: is_asked("act")(state) and state.tile is not None)
    tile = state_of(room).tile
    assert tile is not None
    puts_right(room, SetMoney(0, 10))
    assert "market_tile" not in "".join(field.value for one in forms(phone) for field in one.fields if not one.about)
    assert form(phone, "market_tile ").value("price") == str(tile.price)


def test_what_somebody_bought_is_one_tap_for_the_others(room: Room) -> None:
    phones = [room.seated(0), room.seated(1)]
    begins(room, names=("Anna", "Ben"))
    plays_on(room, lambda state: any(is_asked("act", seat)(state) for seat in (0, 1)))
    first = state_of(room).agenda[-1].seat
    assert first is not None
    does(room, Buy(1, Effect(prestige=2)))
    plays_on(room, is_asked("act", 1 - first))
    taps = [one.value("request") for one in forms(phones[1 - first]) if one.action == "/api/actions"]
    assert '{"type":"market_tile","price":1,"effect":{"prestige":2}}' in taps


def test_a_number_is_typed_as_it_is_printed_on_the_card(room: Room) -> None:
    phone = room.seated(0)
    begins(room)
    plays_on(room, is_asked("card"))
    take = form(phone, "take_card ").sent()
    assert sent(phone, "/do", take | {"card": number_of(7)}).status_code == 303
    assert 7 in state_of(room).out
    assert number_of(7) == "007"


# Where something is added, and what has to be counted.


def offered_where_the_supervisor_stands(room: Room, board: Board) -> Way:
    """Beer is aboard, at the storehouse for it; two come from the Supervisor, and some from its being early."""
    begins(room)
    plays_on(room, is_asked("act"))
    gets_rich(room)
    before = state_of(room)
    setup = replace(before.setup, board=board)
    state = replace(before, setup=setup, supervisor="beer", barges=("beer", "pier"))
    asked = Asked(state, 0, AMSTERDAM.rules.moment(state).choices[0], ENGLISH_SPEECH)
    return next(offer for offer in barge(asked) if isinstance(offer, Way))


def test_where_the_supervisor_stands_a_known_delivery_says_all_that_it_brings(room: Room) -> None:
    data = default_board().data
    seen = tuple(replace(house, source="cardboard") for house in data.storehouses)
    board = Board(replace(data, storehouses=seen))
    deliver = next(tap for tap in offered_where_the_supervisor_stands(room, board).taps if "deliver" in tap.request)
    assert deliver.cost[0].number == board.roof("beer", 0).prestige + board.fast_bonus(1) + 2


def test_and_one_that_is_guessed_says_what_comes_on_top(room: Room) -> None:
    board = default_board()
    deliver = next(one for one in offered_where_the_supervisor_stands(room, board).forms if one.kind == "deliver")
    assert deliver.hint == "The 7 for a fast delivery come on top. The Supervisor brings 2 more."


@pytest.mark.parametrize(("players", "count"), [(3, 2), (4, 3)])
def test_it_is_said_how_many_district_tiles_lie_face_up(room: Room, players: int, count: int) -> None:
    begins(room, names=("Anna", "Ben", "Cleo", "Dave")[:players], deck="table")
    plays_on(room, lambda state: state.agenda[-1].what == "tiles")
    seat = state_of(room).agenda[-1].seat
    assert seat is not None
    assert f"{count} tiles lie face up: tick them." in texts(mine(room.seated(seat)))
