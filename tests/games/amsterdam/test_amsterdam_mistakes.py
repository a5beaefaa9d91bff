"""What can be wrong with a board of Amsterdam that an owner typed: each mistake is a sentence that names its place."""

from functools import partial

import plain_boards
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_boards import JSON, changed_inside, mistakes_told, plain
from tiers import examples

from companion.games.amsterdam.board import default_board
from companion.games.amsterdam.mistakes import board_from

BOARD = default_board()
changed = partial(plain_boards.changed, BOARD)
told = partial(mistakes_told, board_from)


def test_the_board_in_the_box_is_one() -> None:
    assert told(plain(BOARD)) == []
    assert board_from(plain(BOARD)).data == BOARD.data


def test_an_owner_can_enter_what_is_printed() -> None:
    board = board_from(changed("magazine", value={"prestige": [10, 8, 6, 4], "source": "cardboard"}))
    assert board.magazine(0) == (10, True)


@pytest.mark.parametrize(
    ("data", "mistake"),
    [
        (changed("storehouses", 0, "roofs", value=[8, 6]), "storehouses[0]: roofs must be a list of 3, not of 2."),
        (changed("storehouses", 0, "roofs", value=[4, 6, 8]), "storehouses[0]: roofs must begin with the highest."),
        (changed("storehouses", 0, "roofs", value=[21, 6, 4]), "storehouses[0]: roofs must be from 0 to 20."),
        (
            changed("storehouses", 1, "good", value="beer"),
            'storehouses[1]: good "beer" is used twice; storehouses[0] has it too.',
        ),
        (changed("storehouses", value=plain(BOARD)["storehouses"][1:]), "storehouses: missing: beer."),
        (
            changed("warehouses", 0, "prestige", value=-1),
            'warehouses[0] ("warehouse_1"): prestige must be from 0 to 20.',
        ),
        (
            changed("warehouses", 1, "id", value="warehouse_1"),
            'warehouses[1] ("warehouse_1"): id "warehouse_1" is used twice; warehouses[0] has it too.',
        ),
        (changed("warehouses", value=[]), "warehouses: missing: warehouse_1, warehouse_2, warehouse_3, warehouse_4."),
        (
            changed("majorities", 0, "players", value=3),
            "majorities: there must be one line each for 2, 3 and 4 players.",
        ),
        (changed("majorities", 0, "prestige", value=[]), "majorities[0]: prestige needs at least one number."),
        (changed("majorities", 0, "prestige", value=[5, 2, 1]), "majorities[0]: prestige can be for 2 places at most."),
        (changed("majorities", 1, "prestige", value=[2, 5]), "majorities[1]: prestige must begin with the highest."),
        (changed("display", 0, "players", value=5), "display: there must be one line each for 2, 3 and 4 players."),
        (changed("display", 0, "odd", value={"map": 2}), "display[0]: odd says nothing of building, craftsman."),
        (changed("display", 0, "odd", "map", value=11), "display[0]: odd must be from 0 to 10."),
        (
            changed("display", 2, "first", value={"map": 1, "building": 1, "craftsman": 1}),
            "display[2]: first has fewer cards than there are players.",
        ),
        (changed("start", "gulden", value=-1), "start: gulden must be from 0 to 20."),
        (changed("start", "slots", value=0), "start: slots must be from 1 to 20."),
        (changed("fast", "bonus", value=[1] * 13), "fast: bonus can be for 12 rounds at most."),
        (changed("fast", "bonus", value=[-1]), "fast: bonus must be from 0 to 20."),
        (changed("penalties", "prestige", value=[]), "penalties: prestige needs at least one number."),
        (changed("magazine", "prestige", value=[]), "magazine: prestige needs at least one number."),
        (changed("amstel", "spaces", value=1), "amstel: spaces must be from 2 to 100."),
        (changed("amstel", "mouth", value=21), "amstel: mouth must be from 0 to 20."),
        (changed("amstel", "bridges", 0, "behind", value=18), "amstel.bridges[0]: behind must be from 0 to 17."),
        (changed("amstel", "bridges", 1, "behind", value=4), "amstel.bridges[1]: another bridge lies behind the same"),
        (changed("amstel", "bridges", 1, "prestige", value=-1), "amstel.bridges[1]: prestige must be from 0 to 20."),
        (changed("amstel", "bridges", 1, value={"behind": 3}), 'amstel.bridges[1]: "prestige" is missing.'),
        (changed("amstel", "bridges", value=3), "amstel.bridges: must be a list."),
        (changed("cranes", "docks", value=[]), "cranes: at least one dock must have a crane."),
        (changed("cranes", "docks", value=["gold", "gold"]), "cranes: a dock is named twice."),
        (changed("cranes", "docks", value=["sea"]), 'cranes: docks[0] "sea" is none of'),
        (changed("tom", "amstel", value=7), "tom: amstel must be from 1 to 6."),
        (changed("tom", "amstel", value=6), "tom: amstel and block must be different faces."),
        (changed("tom", "docks", value=["gold"] * 6), "tom: docks must name each of the six docks once."),
        (changed("amstel", value=None), "amstel: is missing."),
        (changed("colour", value="red"), 'board: "colour" is not known here'),
        ([], "board: must be a table of keys and values."),
    ],
)
def test_each_mistake_is_one_sentence(data: object, mistake: str) -> None:
    found = told(data)
    assert any(sentence.startswith(mistake) for sentence in found), found
    assert not any("{" in sentence for sentence in found)


def test_all_mistakes_are_named_at_once() -> None:
    data = changed("start", "gulden", value=-1)
    data["tom"]["amstel"] = 0
    data["storehouses"][3]["roofs"] = [1]
    del data["fast"]
    assert len(told(data)) == 4


KEYS = list(plain(BOARD))
FIELDS = [
    "source", "roofs", "good", "id", "prestige", "players", "odd", "first", "gulden", "bonus", "spaces", "bridges",
    "docks", "block",
]  # fmt: skip


@given(data=JSON)
@settings(max_examples=examples(100))
def test_whatever_json_it_is_there_is_a_board_or_a_sentence(data: object) -> None:
    assert told(data)


@given(key=st.sampled_from(KEYS), field=st.sampled_from(FIELDS), place=st.integers(0, 4), value=JSON)
@settings(max_examples=examples(300))
def test_whatever_is_typed_into_a_board_there_is_a_board_or_a_sentence(
    key: str, field: str, place: int, value: object
) -> None:
    for data in (changed(key, value=value), changed_inside(BOARD, key, place, field, value)):
        assert told(data) or board_from(data)
