"""What a game begins with: players, gulden, discs, tiles, the first cards and the first resources."""

from random import Random

import pytest
from amsterdam_table import Table, a_deck, a_setup, begun, resources
from positions import happened

from companion.games.amsterdam import begin, state
from companion.games.amsterdam.actions import Discs, FirstResources, TakeCard, Tiles
from companion.games.amsterdam.board import default_board
from companion.games.amsterdam.chance import drawn, read
from companion.games.amsterdam.events import CardsShown, DiscsStacked, IntoRoundel, Round, TilesDrawn
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.state import Setup
from companion.games.amsterdam.things import COLOURS
from companion.games.errors import BadSetup
from companion.games.events import Money

SHORT = HouseRules(short=True)


def refused(**how: object) -> str:
    with pytest.raises(BadSetup) as refusal:
        a_setup(**how)  # type: ignore[arg-type]
    return str(refusal.value)


def choose_first_cards(table: Table, seats: tuple[int, ...]) -> None:
    for card, seat in enumerate(seats, 1):
        table.does(seat, TakeCard("building" if card < 3 else "craftsman", card))


def test_a1_everybody_begins_with_1_gulden_and_no_prestige() -> None:
    state, events = begin(a_setup(4, deck=a_deck(4)))
    assert (state.money, state.prestige) == ((1, 1, 1, 1), (0, 0, 0, 0))
    assert happened(events, Money) == [Money(seat, 1, "start") for seat in range(4)]


def test_a1_the_discs_are_stacked_by_chance_and_the_top_one_is_first() -> None:
    state, events = begin(a_setup(4, deck=a_deck(4, discs="2031")))
    assert happened(events, DiscsStacked) == [DiscsStacked((2, 0, 3, 1))]
    assert state.order == (2, 0, 3, 1)
    assert state.amstel == (0, 0, 0, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a1_there_is_one_district_tile_fewer_than_players(players: int) -> None:
    state, events = begin(a_setup(players, deck=a_deck(players)))
    assert happened(events, TilesDrawn) == [TilesDrawn(COLOURS[: players - 1])]
    assert state.tiles == COLOURS[: players - 1]


@pytest.mark.parametrize("players", [1, 5])
def test_a1_other_numbers_of_seats_are_refused(players: int) -> None:
    seats = ("red", "green", "yellow", "blue", "white")[:players]
    with pytest.raises(BadSetup) as refusal:
        Setup(board=default_board(), seats=seats, names=seats)
    assert str(refusal.value) == f"Amsterdam is for 2 to 4 players, not {players}."


def first_rounds(rules: HouseRules) -> list[Round]:
    table = begun(2, rules=rules)
    choose_first_cards(table, (1, 0))
    table.does(0, FirstResources("black", "purple"))
    return happened(table.does(1, FirstResources("black", "purple")), Round)


def test_a1_a_game_begins_with_round_1_and_a_short_one_with_round_3() -> None:
    assert first_rounds(HouseRules()) == [Round(1)]
    assert first_rounds(SHORT) == [Round(3)]


@pytest.mark.parametrize(("players", "cards"), [(2, (0, 2, 1)), (3, (0, 2, 2)), (4, (0, 2, 3))])
def test_a3_the_first_cards_are_two_buildings_and_one_craftsman_fewer_than_players(
    players: int, cards: tuple[int, ...]
) -> None:
    _, events = begin(a_setup(players, deck=a_deck(players)))
    assert happened(events, CardsShown) == [CardsShown(cards)]


def test_a3_of_the_first_cards_the_bottom_disc_takes_one_first() -> None:
    table = begun(3, deck=a_deck(3, discs="201"))
    assert table.asked() == ("card", 1)
    choose_first_cards(table, (1, 0, 2))
    assert table.state.below == ((2,), (1,), (3,))
    assert table.asked() == ("first_resources", 2)


def test_anne_takes_one_black_for_the_first_slot_and_two_purple_for_the_second() -> None:
    table = begun(2)
    choose_first_cards(table, (1, 0))
    events = table.does(0, FirstResources("black", "purple"))
    assert happened(events, IntoRoundel) == [IntoRoundel(0, 1, "black", 1), IntoRoundel(0, 2, "purple", 2)]
    assert (table.slot(0, 1), table.slot(0, 2)) == ({"black": 1}, {"purple": 2})
    assert table.state.supply[0] == resources()
    assert table.asked() == ("first_resources", 1)


def test_the_two_must_have_another_colour_than_the_one() -> None:
    table = begun(2)
    choose_first_cards(table, (1, 0))
    reason = table.refuses(0, FirstResources("pink", "pink"))
    assert reason == "The two resources must have another colour than the first one."


class TestATableThatDrawsForItself:
    def test_somebody_says_how_the_discs_lie_and_which_tiles_are_face_up(self) -> None:
        table = begun(3, deck=None)
        assert table.asked() == ("discs", 0)
        table.does(0, Discs((1, 2, 0)))
        assert table.asked() == ("tiles", 0)
        table.does(0, Tiles(("brown", "pink")))
        assert (table.state.order, table.state.tiles) == ((1, 2, 0), ("brown", "pink"))
        assert table.asked() == ("card", 0)

    @pytest.mark.parametrize("seats", [(0, 1), (0, 1, 1), (0, 1, 2, 3), ()])
    def test_every_disc_lies_there_once(self, seats: tuple[int, ...]) -> None:
        assert begun(3, deck=None).refuses(0, Discs(seats)) == "Name every seat once."

    @pytest.mark.parametrize("tiles", [("pink",), ("pink", "pink"), ("pink", "brown"), ("black", "brown", "pink")])
    def test_as_many_different_tiles_as_there_have_to_be_in_the_order_of_the_colours(self, tiles: tuple[str]) -> None:
        table = begun(3, deck=None)
        table.does(0, Discs((0, 1, 2)))
        reason = "District tiles to name, each once and in the order of the colours: 2."
        assert table.refuses(0, Tiles(tiles)) == reason  # type: ignore[arg-type]


class TestADeckOfChance:
    @pytest.mark.parametrize("players", [2, 3, 4])
    @pytest.mark.parametrize("rules", [HouseRules(), SHORT])
    def test_what_is_drawn_can_be_read_and_is_the_seeds(self, players: int, rules: HouseRules) -> None:
        deck = drawn(players, rules, Random(7))
        assert deck == drawn(players, rules, Random(7)) != drawn(players, rules, Random(8))
        chance = read(deck, players, rules)
        assert sorted(chance.discs) == list(range(players))
        assert len(set(chance.tiles)) == players - 1
        assert len(chance.rolls) == (10 if rules.short else 12)
        assert {die for roll in chance.rolls for die in roll} == set(range(1, 7))

    @pytest.mark.parametrize("deck", [(), ("01",), ("0012",), ("345", "black", "brown")])
    def test_without_the_discs_of_all_seats_it_is_refused(self, deck: tuple[str, ...]) -> None:
        assert refused(players=3, deck=deck) == "The deck must begin with the discs of all seats, from the top."

    @pytest.mark.parametrize("tiles", [("black", "black"), ("black", "white"), ("123456", "123456")])
    def test_without_as_many_different_tiles_as_needed_it_is_refused(self, tiles: tuple[str, ...]) -> None:
        deck = ("012", *tiles, *("123456",) * 12)
        assert refused(players=3, deck=deck) == "The deck must name 2 different district tiles."

    @pytest.mark.parametrize(
        "rolls", [("123456",) * 11, ("123456",) * 13, ("12345",) * 12, ("123457",) * 12, ("12345x",) * 12]
    )
    def test_without_six_dice_for_every_round_it_is_refused(self, rolls: tuple[str, ...]) -> None:
        reason = refused(players=3, deck=("012", "black", "brown", *rolls))
        assert reason == "The deck must hold a roll of six dice for each of the 12 rounds."

    def test_only_those_read_last_are_kept_in_mind(self) -> None:
        for seed in range(100):
            assert a_setup(2, deck=drawn(2, HouseRules(), Random(seed))).chance is not None
        assert state._read.cache_info().currsize <= 64

    def test_a_short_game_has_ten_rolls(self) -> None:
        reason = refused(players=3, deck=a_deck(3), rules=SHORT)
        assert reason == "The deck must hold a roll of six dice for each of the 10 rounds."


@pytest.mark.parametrize("expansion", ["workers", "orders", "marketeer", "tiles"])
def test_a11_against_tom_no_expansion_is_played(expansion: str) -> None:
    assert refused(tom=1, rules=HouseRules(**{expansion: True})) == "Against TOM no expansion is played."


def test_a11_against_tom_the_game_can_be_short() -> None:
    assert a_setup(tom=1, rules=SHORT).house_rules() == {"short": "yes", "tom": "1"}


def test_a11_against_tom_one_plays_alone() -> None:
    for seats, tom in ((3, 1), (2, 2), (2, -1)):
        names = ("Anne", "TOM", "Jan")[:seats]
        with pytest.raises(BadSetup) as refusal:
            Setup(board=default_board(), seats=names, names=names, automaton=tom)
        reason = "Against TOM one plays alone: that needs two seats, and one of them is his."
        assert str(refusal.value) == reason
