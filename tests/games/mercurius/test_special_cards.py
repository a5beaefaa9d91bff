"""The three cards that everybody has once: Black Market, Dividend, News."""

import pytest
from mercurius_table import buy, position
from positions import happened

from companion.games.events import Money
from companion.games.mercurius.actions import BlackMarket, Dividend, News, PlayCard, Trade
from companion.games.mercurius.events import Dealt, DividendPaid, Holding, Lot, LotSold, NewsPlayed, Price, Shifted
from companion.games.mercurius.state import SPECIALS
from companion.games.mercurius.tokens import Token

CARD = "amsterdam_up_silk"
HAND = ("amsterdam_up_silk", "hoorn_up_coffee", "delft_up_copper", "rotterdam_up_copper", "enkhuizen_up_tea")
PASS = Trade(())


class TestBlackMarket:
    def test_c6_magda_sells_two_hoorn_shares_at_17_and_a_spice_at_20_for_54(self) -> None:
        table = position(("trade", 1), ("card", 1), holdings=[{}, {"hoorn": 2, "spices": 1}], hands=[(CARD,)] * 3)
        events = table.does(1, BlackMarket(("hoorn", "hoorn", "spices")))
        assert events == [Lot(1, ("hoorn", "hoorn", "spices"))]
        table.does(1, PlayCard(CARD))
        for seat in (2, 0):
            table.does(seat, PASS)
            if seat == 0:
                table.state.spaces = position(("trade", 1), prices={"hoorn": 17, "spices": 20}).state.spaces
            table.state.hands = ((CARD,),) * 3
            events = table.does(seat, PlayCard(CARD))
        assert happened(events, Money) == [Money(1, 34, "black_market:hoorn"), Money(1, 20, "black_market:spices")]
        assert table.state.money == (70, 70 + 54, 70)
        assert table.state.lots == ((), (), ())
        assert table.asked() == ("trade", 1)

    def test_c6_tokens_on_the_card_are_neither_the_players_nor_the_banks(self) -> None:
        table = position(("trade", 0), ("card", 0), holdings=[{"delft": 3}, {"delft": 2}])
        table.does(0, BlackMarket(("delft", "delft", "delft")))
        assert table.held(0) == {}
        assert table.state.bank[2] == 0
        state = table.state
        state.agenda = position(("trade", 2)).state.agenda
        assert table.refuses(2, buy("delft")) == "The bank has no more Delft shares."

    def test_c6_sold_they_go_back_to_the_bank(self) -> None:
        table = position(("card", 2), lots=[("delft", "tea")], hands=[(CARD,)] * 3)
        assert (table.state.bank[2], table.state.bank[11]) == (4, 4)
        events = table.does(2, PlayCard(CARD))
        assert happened(events, LotSold) == [LotSold(0)]
        assert (table.state.bank[2], table.state.bank[11]) == (5, 5)

    def test_c6_the_black_market_pays_the_full_price_for_three_of_a_kind(self) -> None:
        table = position(("card", 2), lots=[("tea", "tea", "tea")], hands=[(CARD,)] * 3)
        events = table.does(2, PlayCard(CARD))
        assert happened(events, Money) == [Money(0, 45, "black_market:tea")]

    def test_c6_still_there_at_the_end_they_are_sold_at_the_full_final_price(self) -> None:
        table = position(("card", 2), lots=[(), (), ("tea", "tea")], hands=[(CARD,)] * 3, main=0, round=9, last_round=9)
        events = table.does(2, PlayCard(CARD))
        assert happened(events, Money) == [Money(2, 30, "final_lot:tea")]
        assert happened(events, LotSold) == [LotSold(2)]
        assert table.state.bank[11] == 5

    @pytest.mark.parametrize(
        ("tokens", "reason"),
        [
            ((), "Choose at least one token for the Black Market."),
            (("tea", "tea", "tea", "tea"), "The Black Market takes at most 3 tokens, not 4."),
            (("tea", "hoorn"), "Name the tokens in their order: the shares as on the board, then the commodities."),
            (("hoorn", "hoorn"), "You do not have so much for the Black Market: Hoorn shares."),
            (("silk",), "You do not have so much for the Black Market: silk."),
        ],
    )
    def test_c6_one_to_three_own_tokens(self, tokens: tuple[Token, ...], reason: str) -> None:
        table = position(("trade", 0), ("card", 0), holdings=[{"hoorn": 1, "tea": 4}])
        assert table.refuses(0, BlackMarket(tokens)) == reason


class TestDividend:
    def test_c7_robert_pays_out_rotterdam_at_23_for_18_and_6_and_12(self) -> None:
        table = position(
            ("trade", 0),
            ("card", 0),
            players=4,
            prices={"rotterdam": 23},
            holdings=[{"rotterdam": 3}, {"rotterdam": 1}, {"rotterdam": 2}],
        )
        events = table.does(0, Dividend("rotterdam"))
        assert happened(events, DividendPaid) == [DividendPaid(0, "rotterdam", 6)]
        assert table.state.money == (70 + 18, 70 + 6, 70 + 12, 70)
        assert table.state.paid == ("rotterdam",)
        assert table.held(0) == {"rotterdam": 3}

    @pytest.mark.parametrize(("price", "each"), [(1, 1), (4, 1), (5, 2), (10, 3), (20, 5), (21, 6), (24, 6), (25, 7)])
    def test_c7_by_default_a_quarter_of_the_price_rounded_up(self, price: int, each: int) -> None:
        table = position(("trade", 0), ("card", 0), prices={"delft": price}, holdings=[{"delft": 1}])
        table.does(0, Dividend("delft"))
        assert table.state.money[0] == 70 + each

    def test_c7_it_pays_clockwise_from_the_left_of_who_plays_the_card(self) -> None:
        table = position(("trade", 1), ("card", 1), holdings=[{"delft": 1}] * 3)
        events = table.does(1, Dividend("delft"))
        assert [event.seat for event in happened(events, Money)] == [2, 0, 1]
        assert {event.why for event in happened(events, Money)} == {"dividend:delft"}

    def test_c7_no_chamber_pays_twice(self) -> None:
        table = position(("trade", 1), ("card", 1), paid=("delft",))
        assert table.refuses(1, Dividend("delft")) == "Delft has paid its dividend already."
        table.does(1, Dividend("hoorn"))
        assert table.state.paid == ("delft", "hoorn")

    def test_c7_shares_on_a_black_market_card_earn_nothing(self) -> None:
        table = position(("trade", 0), ("card", 0), lots=[(), ("delft",)])
        assert happened(table.does(0, Dividend("delft")), Money) == []


class TestNews:
    def test_c8_three_thrown_away_bring_one_of_the_main_deck_and_two_of_the_backup_deck(self) -> None:
        table = position(("card", 0), hands=[HAND])
        events = table.does(0, News(HAND[1:4]))
        assert happened(events, NewsPlayed) == [NewsPlayed(0, HAND[1:4])]
        assert [event.pile for event in happened(events, Dealt)] == ["main", "backup", "backup"]
        assert (table.state.main, table.state.backup) == (29, 10)
        assert len(table.state.hands[0]) == 5

    @pytest.mark.parametrize(("thrown", "main", "backup"), [(0, 30, 12), (1, 29, 12), (2, 29, 11), (3, 29, 10)])
    def test_c8_as_many_are_drawn_as_were_thrown_away_and_no_more(self, thrown: int, main: int, backup: int) -> None:
        table = position(("card", 0), hands=[HAND])
        table.does(0, News(HAND[:thrown]))
        assert (table.state.main, table.state.backup) == (main, backup)
        assert len(table.state.hands[0]) == 5

    @pytest.mark.parametrize(("thrown", "backup", "hand"), [(0, 12, 5), (1, 12, 4), (2, 11, 4), (3, 10, 4)])
    def test_c8_with_the_main_deck_empty_only_the_first_is_not_drawn(self, thrown: int, backup: int, hand: int) -> None:
        table = position(("card", 0), hands=[HAND], main=0, last_round=5)
        table.does(0, News(HAND[:thrown]))
        assert table.state.backup == backup
        assert len(table.state.hands[0]) == hand

    def test_c8_it_moves_no_price_but_the_cards_beside_it_do(self) -> None:
        table = position(("card", 0), hands=[HAND], boards=[(None, "amsterdam_up_silk", "hoorn_up_coffee")])
        events = table.does(0, News(()))
        assert {event.token for event in happened(events, Price)} == {"amsterdam", "silk", "hoorn", "coffee"}
        assert table.state.boards[0] == (None, "news", "amsterdam_up_silk")

    def test_c8_it_moves_on_and_falls_off_like_a_card(self) -> None:
        table = position(("card", 0), hands=[HAND], boards=[(None, "amsterdam_up_silk", "news")])
        events = table.does(0, PlayCard(HAND[1]))
        assert happened(events, Shifted) == [Shifted(0, "news")]
        assert len(happened(events, Price)) == 4

    def test_c8_cards_come_from_the_front_of_both_decks(self) -> None:
        table = position(("card", 0), hands=[HAND])
        deck = table.state.setup.deck
        assert deck is not None
        events = table.does(0, News(HAND[:3]))
        assert [event.card for event in happened(events, Dealt)] == [deck[-30], deck[0], deck[1]]

    def test_c8_the_last_card_of_the_main_deck_may_be_drawn_for_news(self) -> None:
        table = position(("card", 0), hands=[HAND], main=1)
        table.does(0, News(HAND[:2]))
        assert (table.state.main, table.state.backup) == (0, 11)
        assert table.state.last_round == table.state.round + 2

    @pytest.mark.parametrize(
        ("thrown", "reason"),
        [
            (HAND[:4], "At most 3 cards can be thrown away, not 4."),
            (("amsterdam_up_silk", "amsterdam_up_silk"), "Only cards of your own hand can be thrown away."),
            (("joker",), "Only cards of your own hand can be thrown away."),
            (HAND[1::-1], "Name the cards in the order of your hand."),
        ],
    )
    def test_c8_up_to_three_cards_of_the_hand(self, thrown: tuple[str, ...], reason: str) -> None:
        table = position(("card", 0), hands=[HAND])
        assert table.refuses(0, News(thrown)) == reason


class TestOnce:
    def test_c9_everybody_begins_with_all_three(self) -> None:
        assert position(("trade", 0)).state.specials == (SPECIALS,) * 3

    def test_c9_each_can_be_played_once_a_game(self) -> None:
        table = position(
            ("trade", 0), ("card", 0), hands=[HAND], holdings=[{"tea": 1}], specials=((), SPECIALS, SPECIALS)
        )
        assert table.refuses(0, BlackMarket(("tea",))) == "Your Black Market card has been played."
        assert table.refuses(0, Dividend("delft")) == "Your Dividend card has been played."
        table.does(0, PASS)
        assert table.refuses(0, News(())) == "Your News card has been played."

    def test_c9_a_played_card_is_gone_for_its_player_only(self) -> None:
        table = position(("trade", 0), ("card", 0), hands=[HAND])
        table.does(0, Dividend("delft"))
        assert table.state.specials == (("black_market", "news"), SPECIALS, SPECIALS)

    def test_c9_dividend_and_news_go_together_in_one_turn(self) -> None:
        table = position(("trade", 0), ("card", 0), hands=[HAND])
        table.does(0, Dividend("delft"))
        table.does(0, News(()))
        assert table.state.specials[0] == ("black_market",)

    def test_c9_black_market_and_news_go_together_in_one_turn(self) -> None:
        table = position(("trade", 0), ("card", 0), hands=[HAND], holdings=[{"tea": 1}])
        table.does(0, BlackMarket(("tea",)))
        table.does(0, News(HAND[:1]))
        assert table.state.specials[0] == ("dividend",)

    def test_c3_a_black_market_or_a_dividend_is_instead_of_all_transactions(self) -> None:
        table = position(("trade", 0), ("card", 0), hands=[HAND])
        table.does(0, Dividend("delft"))
        assert table.asked() == ("card", 0)
        assert table.refuses(0, buy("tea")) == "The question is to play a price card or News."

    def test_c3_no_token_changes_hands_by_a_dividend(self) -> None:
        table = position(("trade", 0), ("card", 0), holdings=[{"delft": 2}])
        assert happened(table.does(0, Dividend("delft")), Holding) == []
