"""What must hold at every step of any game of Mercurius, whatever the players do."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from mercurius_walk import SEEDS, SETUPS, walk

from companion.bots.mercurius import RandomBot
from companion.games.mercurius import advance, choices, decide, evolve, legal, moment
from companion.games.mercurius.offers import Offers, offers
from companion.games.mercurius.sight import sights
from companion.games.mercurius.state import Setup, State, empty_state, wealth
from companion.games.mercurius.tokens import TOKENS
from companion.games.state import dump, load


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=60)
def test_a_copy_is_equal_and_apart(setup: Setup, seed: int) -> None:
    for state, seat, _ in walk(setup, seed):
        copy = state.copy()
        assert copy == state
        if seat is not None:
            for event in decide(copy, seat, legal(copy, seat)[0]):
                evolve(copy, event)
            assert copy != state


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=60)
def test_serialising_round_trips(setup: Setup, seed: int) -> None:
    for state, seat, _ in walk(setup, seed):
        loaded = load(State, setup, dump(state))
        assert loaded == state
        assert legal(loaded, seat) == legal(state, seat)
        assert dump(loaded) == dump(state)


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=60)
def test_legal_lists_hold_no_duplicates_and_only_those_to_move_have_any(setup: Setup, seed: int) -> None:
    for state, _, _ in walk(setup, seed):
        movers = choices(state)
        for seat in (None, *range(setup.players)):
            options = legal(state, seat)
            assert options == movers.get(seat, ())
            listed = options.firsts() if isinstance(options, Offers) else options
            assert len(set(listed)) == len(listed)
        assert bool(movers) == (state.winners is None)


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=60)
def test_decide_changes_nothing_and_says_the_same_twice(setup: Setup, seed: int) -> None:
    chance = RandomBot(Random(seed))
    for state, seat, _ in walk(setup, seed):
        before = dump(state)
        if seat is not None:
            action = chance.choose(state, seat, legal(state, seat))
            assert decide(state, seat, action) == decide(state, seat, action)
        assert dump(state) == before


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=60)
def test_advancing_is_deciding_and_evolving(setup: Setup, seed: int) -> None:
    chance = RandomBot(Random(seed))
    for state, seat, _ in walk(setup, seed):
        if seat is None:
            continue
        action = chance.choose(state, seat, legal(state, seat))
        after, events = advance(moment(state), seat, action)
        assert events == decide(state, seat, action)
        follower = state.copy()
        for event in events:
            evolve(follower, event)
        assert follower == after.state != state
        assert after == moment(follower)


@given(setup=SETUPS, seed=SEEDS, older=st.integers(0, 100))
@settings(max_examples=60)
def test_events_added_to_an_older_state_give_the_same_state(setup: Setup, seed: int, older: int) -> None:
    follower: State | None = None
    for step, (state, _, events) in enumerate(walk(setup, seed)):
        if follower is None and step == older:
            follower = state.copy()
        elif follower is not None:
            for event in events:
                evolve(follower, event)
            assert follower == state


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=60)
def test_all_events_from_the_empty_table_give_the_state(setup: Setup, seed: int) -> None:
    table = empty_state(setup)
    for state, _, events in walk(setup, seed):
        for event in events:
            evolve(table, event)
        assert table == state


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=60)
def test_the_table_stays_possible(setup: Setup, seed: int) -> None:
    """Tokens are in one place each, nobody owes money, prices are on their tracks, and cards are where they can be."""
    board = setup.board
    for state, _, _ in walk(setup, seed):
        assert min(state.money) >= 0
        for at, token in enumerate(TOKENS):
            out = sum(held[at] for held in state.holdings) + sum(lot.count(token) for lot in state.lots)
            assert state.bank[at] + out == board.bank[setup.players]
            assert state.bank[at] >= 0
            assert 0 <= state.spaces[at] <= board.end
        assert all(min(held) >= 0 for held in state.holdings)
        assert min(state.left) >= 0
        assert state.main >= 0
        assert state.backup >= 2
        assert all(lying[0] is None for lying in state.boards)
        in_hands = sum(map(len, state.hands))
        assert in_hands + state.main + state.backup <= sum(state.left)
        if setup.deck is not None and state.winners is None:
            assert all(len(hand) >= 2 for hand in state.hands)


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=30)
def test_only_dividends_make_the_table_richer_while_prices_stand(setup: Setup, seed: int) -> None:
    """Buying and selling at best keeps what one has (C5)."""
    for state, seat, _ in walk(setup, seed, 60):
        if seat is None or state.agenda[-1].what != "trade":
            continue
        before = [wealth(state, player) for player in range(setup.players)]
        for action in offers(state, seat).firsts()[:12]:
            after, events = advance(moment(state), seat, action)
            gained = sum(event.amount for event in events if getattr(event, "why", "").startswith("dividend"))
            assert sum(wealth(after.state, player) for player in range(setup.players)) <= sum(before) + gained


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=30)
def test_sights_can_be_made_at_every_step(setup: Setup, seed: int) -> None:
    for state, _, _ in walk(setup, seed):
        found = sights(state)
        assert len(found) == setup.players + 1
        assert {sight.money for sight in found} == {state.money}
        assert [sight.hand for sight in found] == [*state.hands, ()]
