"""My decision, picked step by step: every legal action can be reached by taps and by words, and nothing else can."""

from itertools import islice
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from merchants_table import Table, begun, position, with_own_deck
from merchants_walk import SETUPS, walk
from tiers import examples

from companion.games.merchants import moment
from companion.games.merchants.actions import AnyAction, Build, Decline, Lose, Moves, Open, StartClock
from companion.games.merchants.state import Setup, State
from companion.words import words
from web.merchants.picking import Decision, Picked, Picking, Way

AFTER = "1.7"


def looked_at(state: State, address: str = "/") -> Decision:
    """The decision of whoever is asked, as the page of this address shows it."""
    seat = state.agenda[-1].seat
    assert seat is not None
    sent = parse_qs(urlsplit(address).query)
    picked = Picked(*(sent.get(name, [""])[0] for name in ("action", "space", "moves", "after")))
    return Picking(moment(state), seat, picked, AFTER, "/", words("en")).decision()


def chosen(decision: Decision) -> AnyAction | None:
    if decision.confirm is None:
        return None
    return msgspec.json.decode(decision.confirm.request, type=AnyAction)  # type: ignore[no-any-return]


def targets(decision: Decision) -> dict[str, str]:
    return {space: target.href for area in decision.targets.values() for space, target in area.items()}


def ways(offered: tuple[Way, ...]) -> list[str]:
    return [address for way in offered for address in (ways(way.inside) if way.inside else [way.href])]


def tapped(table: Table, *spaces: str) -> Decision:
    decision = looked_at(table.state)
    for space in spaces:
        decision = looked_at(table.state, targets(decision)[space])
    return decision


def reached(state: State, *, by_taps: bool) -> set[AnyAction]:
    """Everything that can be confirmed on the pages to which taps, or words, lead."""
    seen, waiting, found = set(), ["/"], set()
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        decision = looked_at(state, address)
        if (action := chosen(decision)) is not None:
            found.add(action)
        if by_taps:
            waiting += targets(decision).values()
        waiting += ways(decision.ways) if not by_taps or "space=" in address else []
    return found


class TestTaps:
    def test_an_office_is_opened_by_tapping_its_space(self) -> None:
        table = position(("mayor_card", 0), mayors_card="office_silk")
        assert chosen(tapped(table, "fe3")) == Open("fe3")

    def test_only_legal_spaces_can_be_tapped(self) -> None:
        table = position(("mayor_card", 0), mayors_card="build_grachten", warehouses=["gr1", "gr2", ""])
        assert sorted(targets(looked_at(table.state))) == ["gr3", "gr4", "gr5", "gr6", "gr7", "gr8", "gr9"]

    def test_a_space_that_leaves_something_to_choose_asks_for_it(self) -> None:
        table = position(("mayor_card", 0), mayors_card="build_grachten")
        decision = tapped(table, "gr5")
        assert decision.confirm is None
        found = {chosen(looked_at(table.state, address)) for address in ways(decision.ways)}
        assert found == {Build("gr5", commodity) for commodity in ("sugar", "gemstones", "spice", "silk")}

    def test_moves_are_picked_one_by_one_in_any_order(self) -> None:
        table = position(("mayor_card", 0), mayors_card="goods")
        decision = tapped(table, "silk", "sugar", "silk")
        assert decision.moved == ("sugar", "silk", "silk")
        assert chosen(decision) == Moves(("sugar", "silk", "silk"))
        assert targets(decision) == {}

    def test_fewer_moves_can_be_confirmed_at_any_time(self) -> None:
        table = position(("mayor_card", 0), mayors_card="goods")
        assert chosen(tapped(table, "spice")) == Moves(("spice",))

    def test_never_three_moves_on_one_track(self) -> None:
        """M7."""
        table = position(("mayor_card", 0), mayors_card="goods")
        assert "silk" not in targets(tapped(table, "silk", "silk"))

    def test_a_track_shows_where_the_token_would_stand(self) -> None:
        table = position(("mayor_card", 0), mayors_card="goods", market=[(0, 3, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)])
        assert looked_at(table.state).targets["market"]["gemstones"].space == 4
        assert tapped(table, "gemstones").targets["market"]["gemstones"].space == 5

    def test_a_shipwreck_shows_the_space_before(self) -> None:
        table = position(("shipwreck", 0), market=[(0, 3, 0, 1), (0, 0, 0, 0), (0, 0, 0, 0)])
        market = looked_at(table.state).targets["market"]
        assert {track: target.space for track, target in market.items()} == {"gemstones": 2, "silk": 0}
        assert chosen(tapped(table, "silk")) == Lose(commodity="silk")

    def test_a_house_that_is_given_up_is_tapped(self) -> None:
        table = position(("lose_warehouse", 0), warehouses=["gr1 oz2", "", ""])
        assert chosen(tapped(table, "oz2")) == Lose(space="oz2")


class TestConfirm:
    def test_it_says_what_will_happen(self) -> None:
        table = position(("mayor_card", 0), mayors_card="office_silk", market=[(0, 0, 0, 2)] * 3)
        decision = tapped(table, "fe3")
        assert decision.confirm is not None
        assert decision.confirm.sentences == (
            "Orange puts a token on fe3 (Far East).",
            "Orange moves the token on the silk track to space 3.",
        )

    def test_declining_can_be_confirmed(self) -> None:
        table = position(("mayor_card", 0), mayors_card="office_silk")
        assert Decline() in {chosen(looked_at(table.state, way)) for way in ways(looked_at(table.state).ways)}

    def test_the_clock_is_started_without_one(self) -> None:
        table = position(("start_clock", 0), auctioned="goods")
        decision = looked_at(table.state)
        assert decision.starts_clock
        assert table.may(0) == (StartClock(),)

    def test_what_was_picked_before_the_game_went_on_is_forgotten(self) -> None:
        table = position(("mayor_card", 0), mayors_card="office_silk")
        address = targets(looked_at(table.state))["fe3"].replace(AFTER, "1.6")
        assert looked_at(table.state, address).confirm is None

    @pytest.mark.parametrize(
        "query",
        [
            'action={"type":"open","space":"am1"}',
            'action={"type":"borrow","yes":true}',
            "action={",
            "action=[[[[",
            "space=nowhere",
            "space=gr5",
            "moves=silk,silk,silk",
            "moves=tulips",
            "moves=" + "silk," * 5000,
        ],
    )
    def test_an_address_that_somebody_made_up_confirms_nothing_illegal(self, query: str) -> None:
        table = position(("mayor_card", 0), mayors_card="office_silk")
        assert looked_at(table.state, f"/?after={AFTER}&{query}").confirm is None

    def test_a_card_of_the_table_can_be_declared_for_a_bot(self) -> None:
        table = with_own_deck()
        assert not looked_at(table.state).for_bot
        seat = table.state.agenda[-1].seat
        assert seat is not None
        for_bot = Picking(moment(table.state), seat, Picked(), AFTER, "/", words("en"), for_bot=True)
        assert for_bot.decision().for_bot


@settings(max_examples=examples(20))
@given(SETUPS, st.integers(0, 2**32))
def test_every_legal_action_can_be_reached_and_nothing_else(setup: Setup, seed: int) -> None:
    for state, *_ in islice(walk(setup, seed, 150), None, None, 7):
        ask = state.agenda[-1] if state.agenda else None
        if ask is None or ask.seat is None or ask.what in ("bid", "start_clock"):
            continue
        options = set(moment(state).choices[ask.seat])
        assert reached(state, by_taps=False) == options
        spaces = {one for one in options if isinstance(one, Open | Build | Moves | Lose)}
        assert reached(state, by_taps=True) == spaces or not spaces


def test_a_game_begins_with_the_mayor_choosing_in_words() -> None:
    decision = looked_at(begun(first=["goods"]).state)
    assert len(ways(decision.ways)) == 3
    assert targets(decision) == {}
