"""What a player may do, in words: every legal option, each once, and nothing about what is hidden."""

from collections.abc import Iterator

import msgspec
import pytest
from merchants_table import Table, begun, position, with_own_deck
from merchants_walk import a_setup, walk

from companion.games.merchants import moment
from companion.games.merchants.actions import AnyAction, Build, Declare, Moves, Open
from companion.games.merchants.choosing import FEW, Choice, choices, question
from companion.games.merchants.state import State


def offered(table: Table) -> tuple[Choice, ...]:
    seat = table.state.agenda[-1].seat
    assert seat is not None
    return choices(moment(table.state), seat)


def words(table: Table) -> list[str]:
    return [choice.words for choice in offered(table)]


def asked(state: State) -> list[str]:
    return question(state, lambda seat: state.setup.names[seat])


def actions(choices: tuple[Choice, ...]) -> list[AnyAction]:
    found: list[AnyAction] = []
    for choice in choices:
        found += actions(choice.inside) if choice.inside else [choice.action] if choice.action else []
    return found


def test_where_a_drawn_card_goes() -> None:
    table = begun(first=["goods"])
    assert asked(table.state) == ["Orange, put the drawn card on a free disk: three moves on the market"]
    assert words(table) == ["for the mayor, free of charge", "for auction", "to be discarded"]


def test_what_lies_on_the_disks_already_is_said() -> None:
    table = position(("place", 0), drawn="goods", auctioned="office_silk")
    assert asked(table.state)[1:] == ["   already for auction: silk trade office"]


def test_an_office_says_what_moves_along() -> None:
    table = position(("mayor_card", 0), mayors_card="office_silk", market=[(0, 0, 3, 2)] * 3)
    assert asked(table.state) == ["Orange, use the mayor's card: silk trade office"]
    assert "silk office in the Far East (fe1), silk to space 3" in [choice.words for choice in leaves(offered(table))]


def leaves(choices: tuple[Choice, ...]) -> list[Choice]:
    return [leaf for choice in choices for leaf in (leaves(choice.inside) if choice.inside else [choice])]


def test_a_card_with_many_spaces_is_asked_for_in_steps() -> None:
    table = position(("mayor_card", 0), mayors_card="build_grachten")
    first = offered(table)
    assert first[2].words == "warehouse in Grachten (gr3)"
    assert [choice.words for choice in first[2].inside] == [
        f"warehouse in Grachten (gr3), a new token on the {commodity} track"
        for commodity in ("sugar", "gemstones", "spice", "silk")
    ]
    assert first[-1].words == "leave it unused"


def test_everywhere_is_asked_for_by_region() -> None:
    table = position(("globe", 0))
    assert words(table) == [
        "the Americas (9 spaces)",
        "Africa (9 spaces)",
        "the East Indies (9 spaces)",
        "the Far East (9 spaces)",
        "leave it unused",
    ]


def test_three_moves_are_asked_for_one_by_one() -> None:
    """M7: not all three on one track."""
    table = position(("mayor_card", 0), mayors_card="goods", market=[(2, 8, 0, 0)] * 3)
    first = offered(table)
    assert [choice.words for choice in first] == [
        "sugar to space 3",
        "a new token on the spice track",
        "a new token on the silk track",
        "leave it unused",
    ]
    then = first[0].inside
    assert [choice.words for choice in then] == [
        "sugar to space 4",
        "a new token on the spice track",
        "a new token on the silk track",
        "that is all",
    ]
    assert then[-1].action == Moves(("sugar",))
    assert [choice.words for choice in then[0].inside] == [
        "a new token on the spice track",
        "a new token on the silk track",
        "that is all",
    ]
    assert then[0].inside[0].action == Moves(("sugar", "sugar", "spice"))


def test_a_bonus_is_announced() -> None:
    table = position(("arms", 0), warehouses=["nz6 gr1", "", ""])
    found = [choice.words for choice in leaves(offered(table))]
    assert "warehouse in Oude Zijde (oz4); +40,000, the bonus of the bridge Dam" in found
    market = position(("ship", 0), market=[(2, 2, 2, 1)] * 3)
    assert "silk to space 2; gains the market bonus" in words(market)


def test_a_bonus_that_would_be_lost_is_announced() -> None:
    table = position(("lose_warehouse", 0), warehouses=["nz6 oz4", "", ""])
    assert words(table)[0] == "warehouse in Nieuwe Zijde (nz6); -40,000, the bonus of the bridge Dam"
    wrecked = position(("shipwreck", 0), market=[(2, 1, 0, 0)] * 3)
    assert words(wrecked) == ["sugar back to space 1", "gemstones off the track"]


def test_a_credit_says_what_it_costs() -> None:
    assert words(position(("credit", 0))) == ["take 120,000 and repay 200,000 at the end", "take no credit"]


def test_a_card_from_the_tables_own_deck_is_named_by_its_kind_first() -> None:
    table = with_own_deck(players=3)
    assert asked(table.state) == ["Which card does orange turn up?"]
    assert words(table) == [
        "sand clock (24 left)",
        "three moves on the market (12 left)",
        "trade office (24 left)",
        "warehouse (24 left)",
    ]
    assert [choice.words for choice in offered(table)[1].inside] == [
        "three moves on the market (6 left)",
        "three moves on the market, marked for 4 or more players (6 left)",
    ]
    assert offered(table)[0].action == Declare("sand")


def questions(seed: int, dealt_by_device: bool = True) -> Iterator[tuple[State, int]]:
    """Every question of a random game that is put to one seat."""
    setup = a_setup(3 + seed, seed, seed, dealt_by_device=dealt_by_device)
    for state, seat, _ in walk(setup, seed, 400):
        if seat is not None and state.agenda[-1].what != "bid":
            yield state, seat


@pytest.mark.parametrize("seed", range(3))
def test_every_option_of_a_game_can_be_chosen_in_exactly_one_way(seed: int) -> None:
    """But for moves, which can be named in any order."""
    for state, seat in questions(seed, dealt_by_device=seed > 0):
        now = moment(state)
        found = actions(choices(now, seat))
        legal = now.choices[seat]
        assert set(found) == set(legal)
        if not isinstance(legal[0], Moves):
            assert len(found) == len(legal)


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_the_deck_shows_in_no_option(seed: int) -> None:
    """The words are the same whatever card comes next."""
    for state, seat in questions(seed):
        deck = state.setup.deck
        assert deck is not None
        left = state.cards_left()
        hidden = deck[: len(deck) - left] + deck[len(deck) - left :][::-1]
        other = msgspec.structs.replace(state, setup=msgspec.structs.replace(state.setup, deck=hidden))
        assert choices(moment(state), seat) == choices(moment(other), seat)


def test_lists_are_short() -> None:
    assert FEW < 10
    for kind in (Open, Build):
        table = position(("globe", 0)) if kind is Open else position(("arms", 0))
        assert all(len(choice.inside) <= FEW for choice in offered(table))
