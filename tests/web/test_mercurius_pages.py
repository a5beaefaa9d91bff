"""The other pages while Mercurius is played: what everybody is worth, the wall, what happened, what is put right; how a
game of it begins, and the row that its owner reads off the cardboard.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from exchanges import begins, is_over, passes, plays_on, seen, state_of
from playing import on_table
from reading_pages import page, part, texts, typed
from rooms import Room, a_room, sent

from companion.exchange_board import DIVIDEND_ROW
from companion.games.box import GAMES
from companion.games.mercurius.actions import Deal, Dividend, PlayCard, Trade
from companion.games.mercurius.board import default_board
from companion.games.mercurius.sight import Sight
from companion.games.mercurius.tokens import AT
from companion.owners_board import OwnersBoard

CHOSEN = {
    **{"game": "mercurius", "players": "3", "deck": "device"},
    **{"name0": "Anna", "player0": "person", "colour0": "red"},
    **{"name1": "Ben", "player1": "random", "colour1": "blue"},
    **{"name2": "Cleo", "player2": "person", "colour2": "white"},
}
ROW = {f"pays{price}": str(price // 3) for price in range(1, 26)}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


class TestScoring:
    def test_wealth_is_reckoned_line_by_line_at_the_prices_now(self, room: Room) -> None:
        begins(room)
        room.house.submit(0, Trade((Deal("buy", "hoorn"), Deal("buy", "hoorn"), Deal("buy", "tea")))).result()
        shown = typed(page(room.client, "/scoring"))
        assert "What everybody is worth now" in shown
        assert "Money 33 70 70" in shown
        assert "Hoorn at 10 20 2 x - -" in shown
        assert "Tea at 15 15 1 x - -" in shown
        assert "In all 68 70 70" in shown

    def test_where_the_money_came_from_is_told_by_token(self, room: Room) -> None:
        begins(room)
        room.house.submit(0, Trade((Deal("buy", "hoorn"), Deal("buy", "tea")))).result()
        shown = typed(page(room.client, "/scoring"))
        assert "Starting capital 70 70 70" in shown
        assert "Bought from the bank -25 - - Hoorn -10 - - Tea -15 - -" in shown
        assert "Holds 45 70 70" in shown

    def test_the_end_is_reckoned_before_everything_was_sold(self, room: Room) -> None:
        begins(room)
        plays_on(room, is_over)
        shown = typed(page(room.client, "/scoring"))
        money = seen(room).money
        assert "How it was reckoned at the end" in shown
        assert f"In all {money[0]} {money[1]} {money[2]}" in shown
        assert "Final standings" in shown

    def test_wealth_is_drawn_over_the_turns(self, room: Room) -> None:
        begins(room)
        plays_on(room, lambda table: table.round == 3)
        shown = page(room.client, "/scoring")
        assert shown.count('class="wealth-chart"') == 2
        assert "Wealth over the turns" in shown

    def test_a_scoring_of_the_other_game_is_told_to_nobody(self, room: Room) -> None:
        begins(room)
        assert room.client.get("/scoring/paid?since=0").status_code == 204

    def test_it_is_in_the_language_of_the_phone(self, room: Room) -> None:
        begins(room)
        assert "Was alle jetzt besitzen" in page(room.client, "/scoring", "de")
        assert "Wat iedereen nu bezit" in page(room.client, "/scoring", "nl")


class TestTelevision:
    def test_the_exchange_the_portfolios_and_whose_turn_it_is(self, room: Room) -> None:
        begins(room)
        room.house.submit(0, Trade((Deal("buy", "hoorn"),))).result()
        told = page(room.client, "/tv")
        assert 'class="exchange"' in told
        assert "Anna: play a price card or News." in told
        assert re.search(r"Anna 60 (1 )?worth 70 in all", typed(told))

    def test_what_was_played_last_is_said_first(self, room: Room) -> None:
        begins(room)
        passes(room)
        room.house.submit(0, PlayCard(seen(room, 0).hand[0])).result()
        assert re.search(r'class="tv-last"><p>Anna plays', page(room.client, "/tv"))

    def test_at_the_end_the_standings(self, room: Room) -> None:
        begins(room)
        plays_on(room, is_over)
        assert 'class="tv-standings"' in page(room.client, "/tv")


class TestHistory:
    def test_it_is_told_round_by_round(self, room: Room) -> None:
        begins(room)
        plays_on(room, lambda table: table.round == 3)
        headings = re.findall(r"<h2>\s*<span>([^<]+)</span>", page(room.client, "/history"))
        assert headings == ["Round 2", "Round 1"]

    def test_a_record_is_not_given_away_while_hands_are_hidden(self, room: Room) -> None:
        begins(room)
        assert room.client.get("/history/record.jsonl").status_code in (403, 404, 409)
        plays_on(room, is_over)
        assert room.client.get("/history/record.jsonl").status_code == 200


class TestCorrect:
    @pytest.mark.parametrize(
        ("change", "put_right"),
        [
            ({"kind": "money", "seat": "1", "amount": "99"}, lambda table: table.money[1] == 99),
            (
                {"kind": "holding", "seat": "0", "token": "tea", "count": "2"},
                lambda table: table.holdings[0][AT["tea"]] == 2,
            ),
            ({"kind": "price", "token": "delft", "space": "33"}, lambda table: table.spaces[AT["delft"]] == 32),
        ],
    )
    def test_money_holdings_and_prices_can_be_put_right(
        self, room: Room, change: dict[str, str], put_right: Callable[[Sight], bool]
    ) -> None:
        begins(room, players=("person", "random", "random"))
        answer = sent(room.seated(0), "/correct", change | {"reason": "miscounted"})
        assert answer.status_code == 303
        assert put_right(seen(room))

    @pytest.mark.parametrize(
        "change",
        [
            {"kind": "holding", "seat": "0", "token": "tea", "count": "6"},
            {"kind": "holding", "seat": "0", "token": "tulips", "count": "1"},
            {"kind": "holding", "seat": "5", "token": "tea", "count": "1"},
            {"kind": "price", "token": "tea", "space": "34"},
            {"kind": "price", "token": "tea", "space": "0"},
            {"kind": "price", "token": "tea", "space": "x"},
            {"kind": "credit", "seat": "0", "amount": "1"},
            {"kind": "money", "seat": "0", "amount": "99", "reason": ""},
        ],
    )
    def test_what_cannot_be_is_refused_in_a_sentence(self, room: Room, change: dict[str, str]) -> None:
        begins(room, players=("person", "random", "random"))
        before = room.house.history()
        answer = sent(room.seated(0), "/correct", {"reason": "miscounted"} | change)
        assert answer.status_code in (400, 409)
        assert typed(answer.text).strip().removesuffix(" Back to the table").endswith(".")
        assert room.house.history() == before

    def test_the_form_names_every_token_and_space(self, room: Room) -> None:
        begins(room)
        shown = page(room.seated(0), "/correct")
        assert "1 (space 3)" in shown
        assert '<option value="29">24</option>' in shown
        assert '<option value="15" selected>10</option>' in shown
        assert "Credit markers" not in shown

    def test_the_form_says_how_things_are_now(self, room: Room) -> None:
        begins(room)
        room.house.submit(0, Trade((Deal("buy", "hoorn"), Deal("buy", "hoorn")))).result()
        shown = texts(page(room.seated(0), "/correct"))
        assert "Now Anna has 2 Hoorn shares. Now Ben has no tokens." in shown
        assert "Amsterdam, now 10" in shown
        assert "Silk, now 15" in shown


class TestNewGame:
    def test_the_game_is_chosen_first(self, room: Room) -> None:
        phone = room.seated(0)
        shown = page(phone, "/new")
        assert re.findall(r'href="/new\?game=(\w+)"', shown) == [*GAMES]
        assert 'name="misbid"' in shown
        shown = page(phone, "/new?game=mercurius")
        assert 'name="misbid"' not in shown
        assert '<input type="hidden" name="game" value="mercurius">' in shown
        assert 'name="misbid"' in page(phone, "/new?game=chess")

    def test_a_game_is_as_it_was_chosen(self, room: Room) -> None:
        assert sent(room.seated(0), "/new", CHOSEN).status_code == 303
        view = on_table(room).view(None)
        assert (view.rules, [seat.player for seat in view.seats]) == ("mercurius", ["person", "random", "person"])
        assert state_of(room).setup.deck is not None

    def test_what_was_played_last_is_offered_again(self, room: Room) -> None:
        sent(room.seated(0), "/new", CHOSEN)
        room.house.leave()
        shown = page(room.seated(0), "/new")
        assert '<input type="hidden" name="game" value="mercurius">' in shown
        assert re.search(r'name="name2" value="Cleo"', shown)

    def test_who_played_the_other_game_is_offered_with_bots_that_there_are(self, room: Room) -> None:
        room.begins(people=1, names=("Anna",))
        room.house.leave()
        shown = page(room.seated(0), "/new?game=mercurius")
        assert "merchant" not in re.findall(r'<option value="(\w+)" selected>', shown)

    def test_a_bot_holds_no_cards_of_cardboard(self, room: Room) -> None:
        answer = sent(room.seated(0), "/new", CHOSEN | {"deck": "table"})
        assert answer.status_code in (400, 409)
        assert "A bot cannot hold cards of cardboard" in answer.text
        assert room.house.snapshot is None
        assert sent(room.seated(0), "/new", CHOSEN | {"deck": "table", "player1": "person"}).status_code == 303
        assert state_of(room).setup.deck is None

    @pytest.mark.parametrize(
        "wrong", [{"game": "chess"}, {"player1": "merchant"}, {"deck": "sleeve"}, {"players": "6"}]
    )
    def test_what_cannot_be_is_refused_in_a_sentence(self, room: Room, wrong: dict[str, str]) -> None:
        answer = sent(room.seated(0), "/new", CHOSEN | wrong)
        assert answer.status_code == 400
        assert room.house.snapshot is None


class TestDividendRow:
    def test_it_begins_as_a_reconstruction(self, room: Room) -> None:
        shown = page(room.client, "/exchange")
        assert "This is a reconstruction" in shown
        amounts = re.findall(r'name="pays(\d+)" value="(\d+)"', shown)
        assert [int(price) for price, _ in amounts] == list(range(1, 26))
        assert dict(amounts)["23"] == "6"

    def test_what_an_owner_has_read_is_used_by_new_games_and_kept(self, room: Room) -> None:
        begins(room)
        phone = room.seated(0)
        assert sent(phone, "/exchange", ROW).status_code == 303
        assert "as somebody has seen it on the cardboard" in page(room.client, "/exchange")
        assert state_of(room).setup.board.data.dividends == default_board().data.dividends, "it was begun before"
        room.house.leave()
        sent(phone, "/new", CHOSEN)
        board = state_of(room).setup.board
        assert board.data.dividends.source == "cardboard"
        assert board.dividends[board.start_spaces[0]] == 3
        assert OwnersBoard(room.journal.drawer, DIVIDEND_ROW).board().data == board.data

    def test_it_can_be_put_back(self, room: Room) -> None:
        phone = room.seated(0)
        sent(phone, "/exchange", ROW)
        assert sent(phone, "/exchange/reset", {}).status_code == 303
        assert "This is a reconstruction" in page(phone, "/exchange")
        assert room.house.exchange.board().data == default_board().data

    @pytest.mark.parametrize("wrong", ["", "-1", "x", "100", "1.5", "9" * 30])
    def test_a_bad_number_is_refused_in_a_sentence_that_names_it(self, room: Room, wrong: str) -> None:
        answer = sent(room.seated(0), "/exchange", ROW | {"pays7": wrong})
        assert answer.status_code == 400
        assert "The dividend at a price of 7" in answer.text
        assert room.house.exchange.board().data == default_board().data

    def test_an_onlooker_may_only_look(self, room: Room) -> None:
        assert "disabled" in page(room.client, "/exchange")
        assert sent(room.client, "/exchange", ROW).status_code == 403
        assert sent(room.client, "/exchange/reset", {}).status_code == 403
        assert room.house.exchange.board().data == default_board().data

    def test_a_dividend_is_paid_by_it(self, room: Room) -> None:
        sent(room.seated(0), "/exchange", dict.fromkeys(ROW, "40"))
        sent(room.seated(0), "/new", CHOSEN | {"player1": "person"})
        room.house.submit(0, Trade((Deal("buy", "hoorn"),))).result()
        room.house.submit(0, PlayCard(seen(room, 0).hand[0])).result()
        room.house.submit(1, Dividend("hoorn")).result()
        assert seen(room).money[0] == 100

    def test_the_way_to_it(self, room: Room) -> None:
        assert 'href="/exchange"' in page(room.client, "/settings")
        assert 'href="/exchange?from=new"' in page(room.seated(0), "/new?game=mercurius")

    @pytest.mark.parametrize(
        ("address", "back"), [("/exchange", "/settings"), ("/exchange?from=new", "/new?game=mercurius")]
    )
    def test_the_way_back_is_kept_when_it_was_saved(self, room: Room, address: str, back: str) -> None:
        phone = room.seated(0)
        shown = page(phone, address)
        assert re.findall(r'href="([^"]*)">Back to the (?:new game|settings)<', shown) == [back]
        assert f'action="{address}"' in shown
        assert sent(phone, address, ROW).headers["Location"] == address

    def test_no_number_is_shortened_while_it_is_typed(self, room: Room) -> None:
        assert "maxlength" not in part(page(room.seated(0), "/exchange"), "row")
        answer = sent(room.seated(0), "/exchange", ROW | {"pays7": "900"})
        assert "from 0 to 99, not '900'" in texts(answer.text)

    def test_a_row_may_fall(self, room: Room) -> None:
        assert sent(room.seated(0), "/exchange", ROW | {"pays25": "0"}).status_code == 303
