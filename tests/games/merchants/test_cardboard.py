"""What to do on the cardboard after an action, and what an action would bring about: sentences for the table."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from merchants_table import GOODS, Table, begun, position, with_own_deck
from merchants_walk import SETUPS, a_setup, walk
from tiers import examples

from companion.games.actions import SetMoney
from companion.games.events import Asked
from companion.games.merchants import begin, correct, moment
from companion.games.merchants.actions import (
    AnyAction,
    Borrow,
    Build,
    Declare,
    Decline,
    Lose,
    Moves,
    Open,
    Place,
    Ship,
    StartClock,
    Stop,
)
from companion.games.merchants.cardboard import cardboard, consequences
from companion.games.merchants.corrections import SetMarkers
from companion.games.merchants.events import Drawn
from companion.games.merchants.state import Setup
from companion.words import Language, words


def done(table: Table, seat: int | None, action: AnyAction) -> list[str]:
    """The seat acts; what that means for the cardboard."""
    return cardboard(table.state.setup, table.does(seat, action))


def told(table: Table, seat: int, action: AnyAction) -> list[str]:
    """Before the seat acts."""
    return consequences(moment(table.state), seat, action)


def with_cards(table: Table) -> Table:
    """The same position at a table that has its own cards."""
    table.state.setup = msgspec.structs.replace(table.state.setup, deck=None)
    return table


class TestTokens:
    def test_m7_moves_on_one_track_are_one_move_of_the_hand(self) -> None:
        table = position(("mayor_card", 0), mayors_card=GOODS, market=[(2, 0, 0, 0)] * 3)
        assert done(table, 0, Moves(("sugar", "sugar", "silk"))) == [
            "Orange moves the token on the sugar track to space 4.",
            "Orange puts a token on the silk track, space 1.",
        ]

    def test_m8_an_office_and_its_commodity(self) -> None:
        table = position(("globe", 1), market=[(0, 0, 0, 0), (0, 3, 0, 0), (0, 0, 0, 0)])
        assert done(table, 1, Open("af1")) == [
            "Blue puts a token on af1 (Africa).",
            "Blue moves the token on the gemstones track to space 4.",
        ]

    def test_m19_a_warehouse(self) -> None:
        assert done(position(("arms", 0)), 0, Build("nz3", None)) == ["Orange puts a token on nz3 (Nieuwe Zijde)."]

    def test_m20_what_is_lost_is_taken_off(self) -> None:
        table = position(("lose_warehouse", 0), ("lose_office", 0), warehouses=["nz3", "", ""], offices=["fe1", "", ""])
        assert done(table, 0, Lose(space="nz3")) == ["Orange takes the token off nz3 (Nieuwe Zijde)."]
        assert done(table, 0, Lose(space="fe1")) == ["Orange takes the token off fe1 (Far East)."]

    def test_m21_a_shipwreck_moves_back_or_off_the_track(self) -> None:
        table = position(("shipwreck", 0), ("shipwreck", 1), market=[(0, 0, 0, 3), (1, 0, 0, 0), (0, 0, 0, 0)])
        assert done(table, 0, Lose(commodity="silk")) == ["Orange moves the token on the silk track back to space 2."]
        assert done(table, 1, Lose(commodity="sugar")) == ["Blue takes back the token on the sugar track."]


class TestMoney:
    def test_m16_the_buyer_pays_the_bank(self) -> None:
        table = position(("bid", None), auctioned="build_lastage")
        assert done(table, 1, Stop(90)) == ["Blue pays 90,000 to the bank."]

    def test_m19_a_credit_comes_with_its_marker(self) -> None:
        assert done(position(("credit", 0)), 0, Borrow(yes=True)) == [
            "Orange takes 120,000 and a credit marker from the bank."
        ]
        assert done(position(("credit", 0)), 0, Borrow(yes=False)) == []

    def test_m28_bonuses(self) -> None:
        table = position(("arms", 0), warehouses=["nz6 gr1 la1", "", ""])
        assert done(table, 0, Build("oz4", None))[1:] == [
            "Orange takes 100,000 from the bank (Amsterdam bonus).",
            "Orange takes 40,000 from the bank (bonus of the bridge Dam).",
        ]

    def test_m31_who_cannot_give_back_borrows_first(self) -> None:
        table = position(("lose_office", 0), offices=["am1 af1 ei1 fe1", "", ""], money=[30_000, 0, 0])
        assert done(table, 0, Lose(space="fe1"))[1:] == [
            "Orange takes 120,000 and a credit marker from the bank.",
            "Orange gives 100,000 back to the bank (colonies bonus).",
        ]

    def test_m26_a_scoring_is_paid_out_as_a_whole(self) -> None:
        table = with_cards(position(("draw", 0), year="1602", market=[(4, 4, 0, 0), (2, 0, 0, 0), (0, 0, 0, 0)]))
        assert done(table, 0, Declare("sand")) == [
            "The sand clock goes onto the discard pile.",
            "Move the figure on the time track to 1609.",
            "Orange takes 180,000 from the bank (Market).",
            "Blue takes 60,000 from the bank (Market).",
        ]

    def test_m34_at_the_end_the_markers_go_back(self) -> None:
        table = with_cards(position(("draw", 0), ("next_term", None), year="1664", markers=(2, 1, 0), terms=18))
        board = table.state.setup.board
        table.state.left = tuple(1 if card.id == "sand" else 0 for card in board.data.cards)
        assert done(table, 0, Declare("sand"))[-2:] == [
            "Orange pays 400,000 to the bank and gives back 2 credit markers.",
            "Blue pays 200,000 to the bank and gives back 1 credit marker.",
        ]

    def test_m1_the_board_is_laid(self) -> None:
        setup = with_cards(begun(3)).state.setup
        laid = cardboard(setup, begin(setup)[1])
        assert laid[:5] == [
            "Move the figure on the time track to 1579.",
            "Orange takes 400,000 from the bank.",
            "Orange puts a token on am1 (Americas).",
            "Orange puts a token on nz3 (Nieuwe Zijde).",
            "Orange puts a token on the sugar track, space 1.",
        ]
        assert len(laid) == 1 + 3 * 4 + 1
        assert laid[-1] == "The three disks go to Orange."

    def test_what_was_put_right_lies_there_already(self) -> None:
        now = moment(position(("ship", 0), money=[5_000, 0, 0]).state)
        _, events = correct(now, [SetMoney(0, 10_000), SetMarkers(1, 2)])
        assert cardboard(now.state.setup, events) == []


class TestCards:
    def test_m4_a_card_goes_onto_a_disk(self) -> None:
        table = with_own_deck(3)
        table.does(0, Declare(GOODS))
        assert done(table, 0, Place("mayor")) == ["The card goes onto the mayor's disk."]

    def test_m6_with_all_disks_filled_one_is_discarded(self) -> None:
        table = with_own_deck(3)
        for disk in ("mayor", "auction"):
            table.does(0, Declare(GOODS))
            table.does(0, Place(disk))
        table.does(0, Declare(GOODS))
        assert done(table, 0, Place("discard")) == [
            "The card goes onto the discard disk.",
            "The card on the discard disk goes onto the discard pile.",
        ]

    def test_m2_a_card_that_is_not_for_three(self) -> None:
        assert done(with_own_deck(3), 0, Declare("goods4")) == [
            "This card is not for three players: it goes onto the discard pile."
        ]

    def test_the_disks_go_round(self) -> None:
        table = with_cards(position(("auction_card", 2), ("next_term", None), auctioned=GOODS, terms=1))
        assert done(table, 2, Decline()) == [
            "This card is done with: it goes onto the discard pile.",
            "The three disks go to Blue.",
        ]

    def test_where_the_device_deals_the_cards_stay_in_the_box(self) -> None:
        table = begun(3, first=(GOODS, "office_silk"))
        assert done(table, 0, Place("mayor")) == []


class TestConsequences:
    def test_an_action_is_told_before_it_is_done_as_it_is_afterwards(self) -> None:
        table = position(("globe", 1), ("globe", 0), offices=["", "am1 ei1 fe1", ""])
        before = table.state.copy()
        foretold = told(table, 1, Open("af1"))
        assert table.state == before
        assert foretold == done(table, 1, Open("af1"))
        assert foretold[-1] == "Blue takes 100,000 from the bank (colonies bonus)."

    def test_m28_the_market_bonus_is_announced(self) -> None:
        table = position(("ship", 0), market=[(2, 2, 2, 1)] * 3)
        assert told(table, 0, Ship("silk")) == [
            "Orange moves the token on the silk track to space 2.",
            "Orange gains the market bonus and builds a free warehouse next.",
        ]

    def test_m28_also_where_it_builds_nothing(self) -> None:
        houses = " ".join(f"{district}{plot}" for district in ("nz", "gr") for plot in range(1, 10))
        table = position(
            ("ship", 0), market=[(2, 2, 2, 1)] * 3, offices=["am1 am2", "", ""], warehouses=[houses, "", ""]
        )
        assert told(table, 0, Ship("silk"))[1] == (
            "Orange gains the market bonus, but has no token or no plot to build on."
        )

    def test_m30_and_so_is_its_loss(self) -> None:
        table = position(("shipwreck", 0), market=[(2, 2, 2, 2)] * 3, warehouses=["nz3", "", ""])
        assert told(table, 0, Lose(commodity="silk"))[1] == (
            "Orange loses the market bonus and has to give back a warehouse."
        )
        table = position(("shipwreck", 0), market=[(2, 2, 2, 2)] * 3)
        assert told(table, 0, Lose(commodity="silk"))[1] == "Orange loses the market bonus."

    def test_what_changes_nothing_says_so(self) -> None:
        assert told(position(("ship", 0)), 0, Decline()) == ["Nothing changes on the board."]

    def test_m15_the_clock_starts(self) -> None:
        assert told(position(("start_clock", 0), auctioned=GOODS), 0, StartClock()) == ["The clock starts."]

    def test_m4_a_card_is_placed_also_where_the_device_deals_but_the_next_one_is_not_told(self) -> None:
        table = begun(3, first=(GOODS, "sand"))
        events = table.does(0, Place("mayor"))
        assert any(isinstance(event, Drawn) for event in events)
        table = begun(3, first=(GOODS, "sand"))
        assert told(table, 0, Place("mayor")) == ["The card goes onto the mayor's disk."]

    def test_a_declared_sand_clock_is_told_with_its_year(self) -> None:
        assert told(with_own_deck(3), 0, Declare("sand")) == [
            "The sand clock goes onto the discard pile.",
            "Move the figure on the time track to 1585.",
        ]

    @given(players=st.integers(3, 5), rules=st.integers(0, 99), seed=st.integers(0, 2**32), other=st.integers(0, 99))
    @settings(max_examples=examples(40))
    def test_m4_no_consequence_depends_on_a_card_that_is_still_face_down(
        self, players: int, rules: int, seed: int, other: int
    ) -> None:
        for state, seat, _ in walk(a_setup(players, rules, seed), seed, 120):
            left = state.cards_left()
            deck = state.setup.deck
            assert deck is not None
            hidden = list(deck[len(deck) - left :])
            Random(other).shuffle(hidden)
            setup = msgspec.structs.replace(state.setup, deck=(*deck[: len(deck) - left], *hidden))
            shuffled = msgspec.structs.replace(state, setup=setup)
            if seat is None:
                continue
            for action in moment(state).choices[seat][:8]:
                said = consequences(moment(state), seat, action)
                assert said == consequences(moment(shuffled), seat, action)
                assert said


@given(setup=SETUPS, seed=st.integers(0, 2**32), language=st.sampled_from(["en", "de", "nl"]))
@settings(max_examples=examples(30))
def test_a_whole_game_can_be_followed_on_the_cardboard(setup: Setup, seed: int, language: Language) -> None:
    speech = words(language)
    for _, _, events in walk(setup, seed, 600):
        for sentence in cardboard(setup, events, speech):
            assert sentence.endswith(".")
            assert "{" not in sentence


@pytest.mark.parametrize("language", ["de", "nl"])
def test_every_sentence_is_said_in_every_language(language: Language) -> None:
    speech = words(language)
    table = with_own_deck(3)
    events = [event for event in begin(table.state.setup)[1] if not isinstance(event, Asked)]
    assert not set(cardboard(table.state.setup, events)) & set(cardboard(table.state.setup, events, speech))
