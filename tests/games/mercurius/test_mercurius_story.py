"""Everything that happens at the table is told in words, and every card and token has a name."""

import pytest
from mercurius_table import NAMES, a_setup
from mercurius_walk import walk

from companion.games.events import Asked, GameOver, Money
from companion.games.mercurius import events as ev
from companion.games.mercurius.actions import Trade
from companion.games.mercurius.board import default_board
from companion.games.mercurius.state import empty_state
from companion.games.mercurius.story import Story
from companion.games.mercurius.telling import Telling
from companion.games.mercurius.titles import all_counted, card_title, counted, special_title, token_heading, token_title
from companion.games.mercurius.tokens import TOKENS
from companion.games.speech import ENGLISH

SETUP = a_setup(3)


def telling() -> Telling:
    return Telling(SETUP, lambda seat: NAMES[seat], ENGLISH)


SENTENCES: list[tuple[ev.AnyEvent, list[str]]] = [
    (Money(0, -14, "buy:amsterdam"), ["Robert buys 1 Amsterdam share for 14."]),
    (Money(0, 21, "sell:tea"), ["Robert sells 1 tea for 21."]),
    (Money(1, 34, "black_market:hoorn"), ["The Black Market pays Magda 34 for Hoorn shares."]),
    (Money(2, 12, "dividend:rotterdam"), ["Rafal receives a dividend of 12."]),
    (Money(2, 1200, "final:tea"), ["At the end Rafal gets 1,200 for tea."]),
    (Money(2, 30, "final_lot:tea"), ["At the end the Black Market pays Rafal 30 for tea."]),
    (Money(2, 70, "start"), []),
    (Money(2, 7, "correction"), []),
    (ev.Holding(0, "tea", 1), []),
    (ev.Lot(1, ("hoorn", "hoorn", "spices")), ["Magda offers on the Black Market: 2 Hoorn shares and 1 spice."]),
    (ev.LotSold(1), []),
    (ev.DividendPaid(0, "rotterdam", 6), ["Robert plays Dividend: Rotterdam pays 6 for each share."]),
    (ev.Played(1, "amsterdam_up_silk"), ["Magda plays Amsterdam +1 / Silk -2."]),
    (ev.NewsPlayed(1, ()), ["Magda plays News."]),
    (ev.NewsPlayed(1, ("hoorn_up_silk",)), ["Magda plays News and throws away 1 card."]),
    (ev.NewsPlayed(1, ("hidden", "hidden")), ["Magda plays News and throws away 2 cards."]),
    (ev.Price("amsterdam", 14, 15), []),
    (ev.Shifted(0, "news"), []),
    (ev.Dealt(0, "hoorn_up_silk", "main"), ["Robert draws a card."]),
    (ev.Dealt(0, "hoorn_up_silk", "backup"), ["Robert draws a card from the backup deck."]),
    (ev.MainDeckOut(17), ["The main deck is used up: round 17 is the last."]),
    (ev.Turn(0, 2), []),
    (GameOver((1, 2, 3), (2,)), []),
    (Asked(()), []),
]


@pytest.mark.parametrize(("event", "told"), SENTENCES)
def test_sentences(event: ev.AnyEvent, told: list[str]) -> None:
    story = Story(SETUP, lambda seat: NAMES[seat])
    story.tell(ev.Turn(0, 1))
    assert [*story.tell(event), *story.tell(Asked(()))] == told


def test_what_is_traded_of_one_kind_is_told_together() -> None:
    story = telling()
    trade = [(-16, "buy:copper"), (-16, "buy:copper"), (9, "sell:delft"), (-16, "buy:copper")]
    told = [sentence for amount, why in trade for sentence in story.tell(Money(0, amount, why))]
    assert [*told, *story.tell(Asked(()))] == [
        "Robert buys 2 copper for 32.",
        "Robert sells 1 Delft share for 9.",
        "Robert buys 1 copper for 16.",
    ]
    assert story.tell(Asked(())) == []


def test_the_prices_of_a_turn_are_told_together_by_what_came_of_it() -> None:
    story = telling()
    for moved in (("silk", 19, 17), ("hoorn", 15, 16), ("silk", 17, 19), ("tea", 3, 1), ("delft", 15, 14)):
        assert story.tell(ev.Price(*moved)) == []
    assert story.tell(ev.Shifted(0)) == ["Prices: Hoorn 11 → 12, Delft 11 → 10."]
    assert story.tell(ev.Shifted(1)) == []


def test_every_kind_of_event_is_among_them() -> None:
    told = {type(event) for event, _ in SENTENCES}
    assert told == set(ev.AnyEvent.__args__)


def test_the_hands_dealt_at_the_beginning_are_not_told_card_by_card() -> None:
    story = telling()
    assert story.tell(ev.Dealt(0, "hoorn_up_silk", "main")) == []
    story.tell(ev.Played(1, "hoorn_up_silk"))
    assert story.tell(ev.Dealt(0, "hoorn_up_silk", "main")) == ["Robert draws a card."]


def test_taken_back_to_the_beginning_or_to_later_it_knows_where_it_is() -> None:
    story, state = telling(), empty_state(SETUP)
    state.round = 2
    story.go_on_from(state)
    assert story.tell(ev.Dealt(0, "hoorn_up_silk", "main")) == ["Robert draws a card."]
    story.go_on_from(empty_state(SETUP))
    assert story.tell(ev.Dealt(0, "hoorn_up_silk", "main")) == []


def test_what_no_event_tells_is_told_as_a_deed() -> None:
    assert telling().deed(0, Trade(())) == "Robert neither buys nor sells."


def test_rounds_are_the_chapters() -> None:
    state = empty_state(SETUP)
    assert telling().chapter(state).title == "The game is set up"
    state.round = 4
    assert telling().chapter(state)[:2] == (4, "Round 4")
    assert [telling().begins_part(event) for event in (ev.Turn(0, 2), ev.Turn(1, 2), ev.Shifted(0))] == [
        True,
        True,
        False,
    ]
    assert telling().scored(ev.Shifted(0), state) is None  # type: ignore[func-returns-value]


def test_names_of_tokens_and_cards() -> None:
    board = default_board()
    assert (token_heading("hoorn"), token_title("hoorn"), counted("hoorn", 1), counted("hoorn", 3)) == (
        "Hoorn", "Hoorn shares", "1 Hoorn share", "3 Hoorn shares",
    )  # fmt: skip
    assert (token_heading("tea"), token_title("tea"), counted("tea", 2)) == ("Tea", "tea", "2 tea")
    assert all_counted(("tea", "hoorn", "tea")) == "1 Hoorn share and 2 tea"
    assert card_title(board, "rotterdam_down_copper") == "Rotterdam -1 / Copper +2"
    assert (card_title(board, "news"), card_title(board, "hidden")) == ("News", "a card")
    assert special_title("black_market") == "Black Market"
    titles = [card_title(board, card) for card in board.cards] + [token_heading(token) for token in TOKENS]
    assert len(set(titles)) == 36


def test_a_whole_game_can_be_told() -> None:
    sentences: list[str] = []
    for seed in range(5):
        story = telling()
        for _, _, events in walk(SETUP, seed, 200):
            sentences += [line for event in events for line in story.tell(event)]
    assert len(sentences) > 1000
    assert all(line.endswith(".") and "{" not in line for line in sentences)
