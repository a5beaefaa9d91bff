"""What is to be done on the cardboard after an action, and what an action will bring about before it is sent."""

from mercurius_table import a_setup, begun, buy, position, sell

from companion.games.mercurius import moment
from companion.games.mercurius.actions import HIDDEN, AnyAction, BlackMarket, Dividend, News, PlayCard, Trade
from companion.games.mercurius.cardboard import cardboard, consequences
from companion.games.mercurius.events import Price

PASS = Trade(())
CARD = "amsterdam_up_silk"


def test_tokens_and_money_of_a_trade_are_moved_once() -> None:
    table = position(("trade", 0), ("card", 0), prices={"amsterdam": 13, "tea": 17})
    events = table.does(0, buy("amsterdam", "tea", "amsterdam"))
    assert cardboard(table.state.setup, events) == [
        "Robert takes 2 Amsterdam shares from the bank.",
        "Robert takes 1 tea from the bank.",
        "Robert pays 45 to the bank.",
    ]


def test_what_is_bought_and_sold_again_stays_where_it_is() -> None:
    table = position(("trade", 0), ("card", 0))
    events = table.does(0, Trade((*buy("tea").deals, *sell("tea").deals)))
    assert cardboard(table.state.setup, events) == []


def test_a_sale() -> None:
    table = position(("trade", 1), ("card", 1), holdings=[{}, {"silk": 1}])
    assert cardboard(table.state.setup, table.does(1, sell("silk"))) == [
        "Magda gives 1 silk back to the bank.",
        "Magda takes 15 from the bank.",
    ]


def test_a_black_market_and_its_end() -> None:
    table = position(("trade", 0), ("card", 0), holdings=[{"hoorn": 2, "tea": 1}], hands=[(CARD,)] * 3)
    events = table.does(0, BlackMarket(("hoorn", "hoorn", "tea")))
    assert cardboard(table.state.setup, events) == ["Robert puts on the Black Market card: 2 Hoorn shares and 1 tea."]
    sold = position(("card", 2), lots=[("hoorn",)], hands=[(CARD,)] * 3)
    assert cardboard(sold.state.setup, sold.does(2, PlayCard(CARD)))[-2:] == [
        "Robert gives the tokens on the Black Market card back to the bank.",
        "Robert takes 10 from the bank.",
    ]


def test_a_dividend() -> None:
    table = position(("trade", 0), ("card", 0), holdings=[{"delft": 2}, {"delft": 1}])
    assert cardboard(table.state.setup, table.does(0, Dividend("delft"))) == [
        "Put a dividend marker on Delft.",
        "Robert takes 6 from the bank.",
        "Magda takes 3 from the bank.",
    ]


def test_a_price_that_several_cards_move_is_moved_once() -> None:
    table = position(("card", 0), hands=[(CARD,)], boards=[(None, "amsterdam_up_silk", "hoorn_down_silk")])
    assert cardboard(table.state.setup, table.does(0, PlayCard(CARD))) == [
        "Move the price of Amsterdam shares to 12.",
        "Move the price of Hoorn shares to 9.",
        "Move the price of silk to 13.",
    ]


def test_a_price_that_comes_back_is_not_moved() -> None:
    events = [Price("tea", 19, 21), Price("tea", 21, 19), Price("silk", 19, 17)]
    assert cardboard(a_setup(), events) == ["Move the price of silk to 13."]


def test_where_several_spaces_have_the_same_price_the_space_is_said() -> None:
    assert cardboard(a_setup(), [Price("tea", 5, 3), Price("silk", 29, 31)]) == [
        "Move the price of silk to 25, on space 32 of its track.",
        "Move the price of tea to 1, on space 4 of its track.",
    ]


def test_the_tables_own_cards_are_moved_too() -> None:
    table = begun(own_cards=True)
    table.does(0, PASS)
    assert cardboard(table.state.setup, table.does(0, PlayCard(CARD))) == [
        "On the first space of Robert's board goes: Amsterdam +1 / Silk -2.",
        "Move the price of Amsterdam shares to 11.",
        "Move the price of silk to 13.",
        "The cards on Robert's board move on by one space.",
        "Robert draws a card from the main deck.",
    ]
    table.does(1, PASS)
    assert cardboard(table.state.setup, table.does(1, News((HIDDEN, HIDDEN)))) == [
        "The News card goes face down on the first space of Magda's board.",
        "Magda throws away 2 cards, face down.",
        "Magda draws a card from the main deck.",
        "Magda draws a card from the backup deck.",
        "The cards on Magda's board move on by one space.",
    ]


def test_a_card_that_falls_off_is_said() -> None:
    table = begun(own_cards=True)
    table.state.boards = ((None, CARD, CARD), *table.state.boards[1:])
    table.does(0, PASS)
    told = cardboard(table.state.setup, table.does(0, News(())))
    assert "The cards on Robert's board move on by one space; the last one falls off." in told


def before(table_action: AnyAction, **fields: object) -> list[str]:
    what = "card" if isinstance(table_action, PlayCard | News) else "trade"
    table = position((what, 0), hands=[(CARD, "hoorn_up_silk")], holdings=[{"tea": 2}], **fields)  # type: ignore[arg-type]
    state = table.state.copy()
    told = consequences(moment(table.state), 0, table_action)
    assert table.state == state
    return told


def test_consequences_of_every_kind_of_action() -> None:
    assert before(PASS) == ["Nothing changes on the board."]
    assert before(sell("tea")) == ["Robert gives 1 tea back to the bank.", "Robert takes 15 from the bank."]
    assert before(BlackMarket(("tea",))) == [
        "Robert puts on the Black Market card: 1 tea.",
        "The Black Market pays the full prices when Robert has the next turn.",
    ]
    assert before(Dividend("delft")) == ["Put a dividend marker on Delft."]
    assert before(PlayCard(CARD)) == [
        "Move the price of Amsterdam shares to 11.",
        "Move the price of silk to 13.",
        "Robert draws a card.",
    ]
    assert before(News((CARD,))) == ["Robert throws away 1 card.", "Robert draws a card."]
    assert before(News(())) == ["Nothing changes on the board."]


def test_in_the_last_round_a_black_market_is_not_promised_another_turn() -> None:
    assert before(BlackMarket(("tea",)), round=5, last_round=5, main=0) == [
        "Robert puts on the Black Market card: 1 tea.",
        "The Black Market pays the full final prices at the end of the game.",
    ]
    assert "has the next turn" in before(BlackMarket(("tea",)), round=4, last_round=5, main=0)[-1]


def test_the_last_card_of_the_main_deck_is_foretold() -> None:
    assert before(News((CARD,)), main=1) == [
        "Robert throws away 1 card.",
        "Robert draws a card.",
        "The main deck is used up: round 5 is the last.",
    ]


def test_what_comes_after_the_own_action_is_left_out() -> None:
    table = position(("card", 0), hands=[(CARD,)], lots=[(), ("tea",)])
    assert all("Magda" not in line for line in consequences(moment(table.state), 0, PlayCard(CARD)))
