"""What the cards lying out will still do."""

from mercurius_table import position

from companion.games.mercurius.actions import PlayCard, Trade
from companion.games.mercurius.outlook import forecast, moves_to_come, turns_to_come
from companion.games.mercurius.tokens import AT

UP_SILK, DOWN_COPPER = "amsterdam_up_silk", "rotterdam_down_copper"


def coming(table_boards: list[tuple[str | None, ...]], seat: int = 0, **fields: int) -> list[tuple[str, int, int, int]]:
    table = position(("trade", seat), boards=table_boards, **fields)  # type: ignore[arg-type]
    return [(found.token, found.seat, found.move, found.turns) for found in moves_to_come(table.state)]


def test_each_card_says_what_it_moves_by_how_much_and_how_often() -> None:
    assert coming([(None, UP_SILK, DOWN_COPPER)]) == [
        ("amsterdam", 0, 1, 2),
        ("rotterdam", 0, -1, 1),
        ("silk", 0, -2, 2),
        ("copper", 0, 2, 1),
    ]


def test_for_each_token_they_are_in_the_order_of_the_turns() -> None:
    boards: list[tuple[str | None, ...]] = [(None, None, UP_SILK), (None, UP_SILK, UP_SILK), (None, UP_SILK, None)]
    found = [move for move in coming(boards, seat=1) if move[0] == "silk"]
    assert found == [("silk", 1, -2, 2), ("silk", 1, -2, 1), ("silk", 2, -2, 2), ("silk", 0, -2, 1)]


def test_news_moves_nothing() -> None:
    assert coming([(None, "news", None)]) == []


def test_c10_in_the_last_rounds_cards_act_no_longer_than_the_game_lasts() -> None:
    boards: list[tuple[str | None, ...]] = [(None, UP_SILK, None)] * 3
    last = coming(boards, seat=1, round=9, last_round=9, main=0)
    assert [(seat, turns) for token, seat, _, turns in last if token == "silk"] == [(1, 1), (2, 1)]
    before = coming(boards, seat=1, round=8, last_round=9, main=0)
    assert [(seat, turns) for token, seat, _, turns in before if token == "silk"] == [(1, 2), (2, 2), (0, 1)]


def test_turns_to_come_are_known_once_the_deck_has_run_out() -> None:
    assert turns_to_come(position(("trade", 1)).state, 0) is None
    late = position(("trade", 1), round=8, last_round=9, main=0).state
    assert [turns_to_come(late, seat) for seat in range(3)] == [1, 2, 2]
    assert turns_to_come(position(("trade", 1), winners=(0,)).state, 0) == 0


def test_the_forecast_is_what_happens_if_only_news_were_played() -> None:
    """Everybody's next turn with a card that moves nothing, then the same again."""
    boards = [(None, UP_SILK, DOWN_COPPER), (None, "hoorn_down_silk", UP_SILK), (None, None, "delft_up_copper")]
    table = position(("trade", 1), ("card", 1), boards=boards, spaces={"silk": 1})
    expected = [forecast(table.state, rounds) for rounds in (1, 2)]
    found = []
    for _ in range(2):
        for seat in (1, 2, 0):
            table.state.hands = ((UP_SILK,),) * 3
            table.does(seat, Trade(()))
            table.state.specials = (("news",),) * 3
            table.does(seat, next(action for action in table.may(seat) if not isinstance(action, PlayCard)))
        found.append(table.state.spaces)
    assert expected == found


def test_the_forecast_stops_at_the_ends_of_the_tracks() -> None:
    table = position(("trade", 0), boards=[(None, UP_SILK, UP_SILK)], spaces={"silk": 1, "amsterdam": 32})
    assert forecast(table.state)[AT["silk"]] == 0
    assert forecast(table.state)[AT["amsterdam"]] == 32


def test_without_cards_nothing_is_expected_to_move() -> None:
    table = position(("trade", 0))
    assert forecast(table.state, 3) == table.state.spaces
    assert moves_to_come(table.state) == ()
