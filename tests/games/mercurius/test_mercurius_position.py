"""A position by itself: reckoned up from a file, or shown from a game."""

from typing import Any

import msgspec
import pytest
from mercurius_table import position
from mercurius_walk import a_setup, walk
from positions import said_against

from companion.games.errors import BadBoard
from companion.games.mercurius.board import Board, default_board
from companion.games.mercurius.position import Position, score_position, shown, told
from companion.games.mercurius.state import wealth
from companion.games.mercurius.tokens import CHAMBERS, COMMODITIES

PRICES = dict.fromkeys(CHAMBERS, 10) | dict.fromkeys(COMMODITIES, 15)
PLAIN: dict[str, Any] = {"game": "mercurius", "seats": ["red", "blue", "green"], "prices": PRICES}


def text(**fields: Any) -> bytes:
    return msgspec.json.encode(PLAIN | fields)


def test_c11_wealth_is_told_line_by_line() -> None:
    scores = score_position(
        text(
            prices=PRICES | {"rotterdam": 23},
            money={"red": 40, "blue": 12},
            holdings={"red": {"rotterdam": 3, "tea": 1}},
            lots={"blue": {"silk": 2}},
        )
    )
    assert scores.total == {"red": 124, "blue": 42, "green": 0}
    red, blue, green = scores.scores
    assert [line.why for line in red.lines] == ["Money: 40", "3 Rotterdam shares at 23: 69", "1 tea at 15: 15"]
    assert [line.amount for line in red.lines] == [40, 69, 15]
    assert [line.why for line in blue.lines] == ["Money: 12", "2 silk at 15: 30"]
    assert (red.seat, green.seat, green.wealth) == ("red", "green", 0)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"lots": {"red": {"tea": 4}}}, "The Black Market takes at most 3 tokens, not 4."),
        ({"seats": ["red", "red", "blue"]}, "A position needs 3 to 5 seats of different colours."),
        ({"seats": ["red", "blue"]}, "A position needs 3 to 5 seats of different colours."),
        ({"prices": {"tea": 5}}, "The price of Amsterdam shares is missing."),
        ({"prices": PRICES | {"tea": 26}}, "There is no price 26 on the price tracks."),
        ({"money": {"pink": 5}}, "money: nobody plays pink."),
        ({"holdings": {"pink": {}}}, "holdings: nobody plays pink."),
        ({"lots": {"pink": {}}}, "lots: nobody plays pink."),
        ({"money": {"red": -1}}, "Nobody can have -1 guilders."),
        ({"holdings": {"red": {"tea": -1}}}, "Nobody can have -1 tokens."),
        ({"holdings": {"red": {"tea": 3}}, "lots": {"red": {"tea": 3}}}, "There are only 5 tokens of tea."),
        ({"money": []}, "money must be an object, not a list."),
        ({"colour": 1}, "colour is not known here."),
    ],
)
def test_what_cannot_be_is_refused(fields: dict[str, Any], reason: str) -> None:
    assert said_against(score_position, text(**fields)) == reason


def test_what_is_no_json_is_refused() -> None:
    assert said_against(score_position, b"{") == "This is not JSON: it ends too early."


def test_a_board_of_the_owners_own_is_heeded() -> None:
    data = msgspec.to_builtins(default_board().data)
    data["bank"] = [{"players": players, "tokens": 2, "source": "cardboard"} for players in (3, 4, 5)]
    assert (
        said_against(score_position, text(board=data, holdings={"red": {"tea": 3}}))
        == "There are only 2 tokens of tea."
    )
    with pytest.raises(BadBoard):
        score_position(text(board={"track": 1}))


def test_a_state_shown_as_a_position_scores_what_everybody_has() -> None:
    for state, _, _ in walk(a_setup(4, 3), 3, 200):
        written = msgspec.json.encode(shown(state, 7, file="game.jsonl"))
        total = score_position(written).total
        assert tuple(total.values()) == tuple(wealth(state, seat) for seat in range(4))


def test_a_position_in_a_few_lines() -> None:
    table = position(
        ("trade", 1),
        holdings=[{"hoorn": 2}],
        boards=[(None, "amsterdam_up_silk", "news")],
        lots=[(), ("tea",)],
        specials=(("news",), (), ()),
    )
    lines = told(shown(table.state, 5))
    assert lines[0] == "round 3, blue is to move"
    assert "asked: blue, buy and sell, or pass" in lines
    assert any(line.startswith("prices: Amsterdam shares 10, ") for line in lines)
    assert "  holdings: 2 Hoorn shares" in lines
    assert "  on the Black Market: 1 tea" in lines
    assert "  cards on the board, and for how many turns: Amsterdam +1 / Silk -2 (2), News (1)" in lines
    assert "  special cards: News" in lines
    assert "  special cards: none" in lines


def test_the_end_is_told() -> None:
    table = position(("trade", 1), agenda=(), winners=(0, 2), round=9, last_round=9)
    lines = told(shown(table.state, 5))
    assert "over: won by orange and green" in lines
    table.state.winners, table.state.round = None, 8
    assert "rounds to come: 1" in told(shown(table.state, 5))


def test_a_position_never_shows_a_hand() -> None:
    state = position(("card", 0), hands=[("amsterdam_up_silk",)] * 3).state
    assert b"amsterdam_up_silk" not in msgspec.json.encode(shown(state, 1))


def test_a_position_on_another_board_carries_it_along() -> None:
    data = default_board().data
    other = Board(msgspec.structs.replace(data, start=msgspec.structs.replace(data.start, money=99)))
    found = shown(position(("trade", 0), board=other).state, 1)
    again = msgspec.json.decode(msgspec.json.encode(found), type=Position)
    assert again.board is not None
    assert again.board["start"]["money"] == 99
    assert told(again)
