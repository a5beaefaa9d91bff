"""M1 to M3: what a game begins with."""

import pytest
from merchants_table import begun, with_own_deck
from positions import happened

from companion.games.errors import BadSetup
from companion.games.events import Money
from companion.games.merchants import begin
from companion.games.merchants.actions import Declare, Place
from companion.games.merchants.board import default_board
from companion.games.merchants.events import Drawn, SetAside, Term
from companion.games.merchants.state import TOKENS, Setup
from companion.games.setup import COLOURS, pack


@pytest.mark.parametrize("players", [3, 4, 5])
def test_m1_everybody_starts_with_400000_and_three_of_24_tokens_on_the_board(players: int) -> None:
    state = begun(players, first=["goods"]).state
    assert state.money == (400_000,) * players
    for seat in range(players):
        assert state.warehouses[seat].bit_count() == state.offices[seat].bit_count() == 1
        assert sorted(state.market[seat]) == [0, 0, 0, 1]
        assert state.supply(seat) == TOKENS - 3 == 21


def test_m1_the_commodity_of_the_start_office_stands_on_the_first_space() -> None:
    state = begun(5, first=["goods"]).state
    commodities = [default_board().commodity_of[start.office] for start in default_board().data.start]
    assert commodities == ["sugar", "spice", "silk", "gemstones", "gemstones"]
    assert state.market == ((1, 0, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (0, 1, 0, 0), (0, 1, 0, 0))


@pytest.mark.parametrize("players", [0, 1, 2, 6])
def test_m1_any_other_number_of_players_is_refused(players: int) -> None:
    seats = tuple(f"colour{seat}" for seat in range(players))
    with pytest.raises(BadSetup, match=f"3 to 5 players, not {players}"):
        Setup(board=default_board(), seats=seats, names=seats)


def test_m2_there_are_24_sand_clocks_and_60_action_cards_of_which_54_are_for_three() -> None:
    cards = default_board().data.cards
    assert sum(card.count for card in cards if card.kind == "sand_clock") == 24
    assert sum(card.count for card in cards if card.kind != "sand_clock") == 60
    assert sum(card.count for card in cards if card.kind != "sand_clock" and not card.min_players) == 54


def test_m2_with_three_players_a_marked_commodity_card_is_set_aside_and_the_next_is_drawn() -> None:
    board = default_board()
    rest = pack(board)
    rest.remove("goods4")
    rest.remove("goods")
    setup = Setup(board=board, seats=COLOURS[:3], names=COLOURS[:3], deck=("goods4", "goods", *rest))
    state, events = begin(setup)
    assert happened(events, Drawn) == [Drawn("goods4"), Drawn("goods")]
    assert happened(events, SetAside) == [SetAside("goods4", "three_players")]
    assert state.drawn == "goods"


def test_m2_with_four_players_it_is_a_card_like_any_other() -> None:
    table = begun(4, first=["goods4"])
    assert table.state.drawn == "goods4"
    assert table.asked() == ("place", 0)


def test_m3_the_time_track_has_26_spaces_and_24_steps_lead_from_1579_to_1665() -> None:
    years = [space.year for space in default_board().years]
    assert len(years) == 26
    assert (years[0], years[-2], years[-1]) == ("1579", "1665", "1666")
    assert years.index("1665") - years.index("1579") == 24


def test_a_deck_with_other_cards_than_the_board_counts_is_refused() -> None:
    deck = pack(default_board())
    deck[deck.index("sand")] = "goods"
    with pytest.raises(BadSetup, match="23 x sand instead of 24, 7 x goods instead of 6"):
        Setup(board=default_board(), seats=COLOURS[:4], names=COLOURS[:4], deck=tuple(deck))


def test_two_seats_of_one_colour_are_refused() -> None:
    with pytest.raises(BadSetup, match="same colour"):
        Setup(board=default_board(), seats=("red", "red", "blue"), names=("A", "B", "C"))


@pytest.mark.parametrize("name", ["", "two\nlines", "\x1b[31mred", "x" * 41])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    with pytest.raises(BadSetup, match="1 to 40 letters"):
        Setup(board=default_board(), seats=COLOURS[:3], names=("A", "B", name))


def test_every_seat_needs_a_name() -> None:
    with pytest.raises(BadSetup, match="3 names"):
        Setup(board=default_board(), seats=("red", "green", "blue"), names=("A", "B"))


def test_the_setup_tells_of_the_start_money_and_the_first_term() -> None:
    setup = Setup(board=default_board(), seats=COLOURS[:3], names=COLOURS[:3])
    _, events = begin(setup)
    assert happened(events, Money) == [Money(seat, 400_000, "start") for seat in range(3)]
    assert happened(events, Term) == [Term(0)]


class TestATableWithItsOwnDeck:
    def test_the_mayor_declares_each_card_and_places_it(self) -> None:
        table = with_own_deck()
        assert table.asked() == ("draw", 0)
        assert table.does(0, Declare("office_silk")) == [Drawn("office_silk")]
        assert table.asked() == ("place", 0)
        table.does(0, Place("auction"))
        assert table.asked() == ("draw", 0)

    def test_a_card_of_which_none_can_be_left_is_refused(self) -> None:
        table = with_own_deck()
        table.does(0, Declare("build_gr_oz_gemstones"))
        table.does(0, Place("auction"))
        assert table.refuses(0, Declare("build_gr_oz_gemstones")) == (
            "All 1 cards build_gr_oz_gemstones have been drawn already."
        )

    def test_a_card_that_is_not_in_the_game_is_refused(self) -> None:
        assert with_own_deck().refuses(0, Declare("joker")) == "There is no card joker in this game."

    def test_every_kind_that_is_left_may_be_declared_and_nothing_else(self) -> None:
        table = with_own_deck()
        assert table.may(0) == tuple(Declare(card.id) for card in default_board().data.cards)
        assert table.may(1) == ()
