"""A position by itself: reckoned up from a file, or shown from a game."""

from typing import Any

import msgspec
import pytest
from amsterdam_table import position, seen_board
from amsterdam_walk import a_setup, walk
from plain_boards import plain
from positions import said_against

from companion.games.amsterdam.position import Position, score_position, shown, told
from companion.games.amsterdam.reckoning import reckoning
from companion.games.errors import BadBoard
from companion.games.positions import scores_told

PLAIN: dict[str, Any] = {"game": "amsterdam", "seats": ["red", "blue", "green"]}


def text(**fields: Any) -> bytes:
    return msgspec.json.encode(PLAIN | fields)


def test_a9_the_five_steps_are_told_line_by_line() -> None:
    scores = score_position(
        text(
            prestige={"red": 40, "blue": 30},
            penalties={"red": 3},
            below={"red": [17]},
            crests={"red": {"pink": 2, "black": 6}, "blue": {"pink": 2}},
            groups={"red": 6, "blue": 2},
            tiles=["pink"],
            money={"red": 5},
            supply={"red": {"black": 4}},
            storage={"red": {"beer": 1}},
            cargo={"red": {"lace": 1}},
            aboard={"red": ["gold"]},
        )
    )
    assert scores.total == {"red": 45, "blue": 39, "green": 0}
    assert scores.winners == ["red"]
    red, _, green = scores.scores
    assert [line.why for line in red.lines] == [
        "Prestige so far: 40",
        "4 penalty tokens, with one for each card below the board: -22",
        "Largest group of crests, 6 at 3: 18",
        "Crests in the pink district (Plantage), 2: 3",
        "Things left over, 12, 1 for every 2: 6",
    ]
    assert [(line.what, line.count) for line in red.lines][1:3] == [("penalties", 4), ("group", 6)]
    assert [line.why for line in green.lines] == ["Prestige so far: 0"]
    assert [line.words for line in scores_told(scores)][:2] == ["red 45", "  Prestige so far: 40"]


def test_a9_a_tie_goes_to_who_is_further_on_the_amstel() -> None:
    assert score_position(text(amstel={"red": 2, "green": 5})).winners == ["green"]
    assert score_position(text(order=["blue", "red", "green"])).winners == ["blue"]


def test_a11_with_as_much_as_tom_one_has_lost() -> None:
    assert score_position(text(seats=["red", "blue"], tom="blue", order=["red", "blue"])).winners == ["blue"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"seats": ["red", "red"]}, "A position needs 2 to 4 seats of different colours."),
        ({"seats": ["red"]}, "A position needs 2 to 4 seats of different colours."),
        ({"money": {"pink": 5}}, "money: nobody plays pink."),
        ({"tom": "pink"}, "tom: nobody plays pink."),
        ({"winners": ["pink"]}, "winners: nobody plays pink."),
        ({"order": ["red", "blue"]}, "order must name every seat once."),
        ({"tiles": ["pink", "pink"]}, "A district tile is named twice."),
        ({"money": {"red": -1}}, "Nobody can have -1 of that."),
        ({"supply": {"red": {"black": 501}}}, "Nobody can have 501 of that."),
        ({"amstel": {"red": 19}}, "There is no space 19 on the Amstel."),
        ({"below": {"red": [133]}}, "The cards have numbers from 1 to 132."),
        ({"below": {"red": [7], "blue": [7]}}, "Card 007 is named twice."),
        ({"crests": {"red": {"pink": 7}}}, "A district has 6 blocks, and no more crests."),
        ({"crests": {"red": {"pink": 2}}}, "The largest group has between 1 and all 2 crests."),
        ({"groups": {"red": 1}}, "The largest group has between 1 and all 0 crests."),
        ({"tom": "red"}, "Against TOM one plays alone: that needs two seats, and one of them is his."),
    ],
)
def test_what_cannot_be_is_refused(fields: dict[str, Any], reason: str) -> None:
    assert said_against(score_position, text(**fields)) == reason


def test_what_cannot_be_read_is_refused() -> None:
    assert said_against(score_position, b"{")
    assert said_against(score_position, text(colour="red"))
    with pytest.raises(BadBoard):
        score_position(text(board={}))


def test_another_board_counts_otherwise() -> None:
    data = plain(seen_board())
    data["penalties"]["prestige"] = [1]
    assert score_position(text(board=data, penalties={"red": 3})).total["red"] == -3


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_game_can_be_shown_read_and_reckoned_up_at_any_moment(players: int) -> None:
    setup = a_setup(players, 31, 4)
    for n, (state, _, _) in enumerate(walk(setup, 4, 1000)):
        if n % 7 and state.agenda:
            continue
        found = shown(state, n, "game.jsonl")
        written = msgspec.json.encode(found)
        assert msgspec.json.decode(written, type=Position) == found
        reckoned = {setup.seats[one.seat]: one.total for one in reckoning(state)}
        assert score_position(written).total == reckoned
        assert all("{" not in line for line in told(found))


def test_a_position_is_told_in_a_few_lines() -> None:
    table = position(
        ("act", 0),
        players=2,
        supply=[{"black": 2}],
        cargo=[{"beer": 1}],
        aboard=(("white",), ()),
        below=((7,), ()),
        penalties=(2, 0),
        tiles=("gray",),
        prestige=(12, 3),
        money=(4, 0),
    )
    assert told(shown(table.state, 12)) == [
        "round 9, phase 3",
        "asked: orange, perform actions, or be done",
        "dice: Black 1, Brown 2, Purple 3, Pink 4, Orange 4, Gray 1",
        "district tiles: the gray district",
        "orange: 12 prestige, 4 gulden, space 0 of the Amstel",
        "  supply: 2 black",
        "  aboard: beer and white",
        "  cards below the board: card 007",
        "  penalty tokens: 2",
        "  barge: the pier",
        "blue: 3 prestige, 0 gulden, space 0 of the Amstel",
        "  barge: the pier",
    ]
