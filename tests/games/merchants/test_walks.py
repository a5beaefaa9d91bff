"""What must hold at every step of any game, whatever the players do."""

from hypothesis import given, settings
from hypothesis import strategies as st
from merchants_walk import SETUPS, walk

from companion.games.merchants import advance, choices, decide, evolve, legal, moment
from companion.games.merchants.bonuses import due
from companion.games.merchants.state import Setup, State, empty_state
from companion.games.state import dump, load

SEEDS = st.integers(0, 2**32)


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=100)
def test_a_copy_is_equal_and_apart(setup: Setup, seed: int) -> None:
    for state, seat, _ in walk(setup, seed, 400):
        copy = state.copy()
        assert copy == state
        if seat is not None or state.agenda:
            for event in decide(copy, seat, legal(copy, seat)[0]):
                evolve(copy, event)
            assert copy != state


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=100)
def test_serialising_round_trips(setup: Setup, seed: int) -> None:
    for state, seat, _ in walk(setup, seed, 400):
        loaded = load(State, setup, dump(state))
        assert loaded == state
        assert legal(loaded, seat) == legal(state, seat)
        assert dump(loaded) == dump(state)


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=100)
def test_legal_lists_hold_no_duplicates_and_only_those_to_move_have_any(setup: Setup, seed: int) -> None:
    for state, _, _ in walk(setup, seed, 400):
        movers = choices(state)
        for seat in (None, *range(setup.players)):
            options = legal(state, seat)
            assert len(set(options)) == len(options)
            assert options == movers.get(seat, ())
        assert bool(movers) == (state.winners is None)


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=100)
def test_decide_changes_nothing_and_says_the_same_twice(setup: Setup, seed: int) -> None:
    for state, seat, _ in walk(setup, seed, 400):
        before = dump(state)
        for action in legal(state, seat)[:3]:
            assert decide(state, seat, action) == decide(state, seat, action)
        assert dump(state) == before


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=100)
def test_advancing_is_deciding_and_evolving(setup: Setup, seed: int) -> None:
    for state, seat, _ in walk(setup, seed, 400):
        for action in legal(state, seat)[-3:]:
            after, events = advance(moment(state), seat, action)
            assert events == decide(state, seat, action)
            follower = state.copy()
            for event in events:
                evolve(follower, event)
            assert follower == after.state != state
            assert after == moment(follower)


@given(setup=SETUPS, seed=SEEDS, older=st.integers(0, 100))
@settings(max_examples=100)
def test_events_added_to_an_older_state_give_the_same_state(setup: Setup, seed: int, older: int) -> None:
    follower: State | None = None
    for step, (state, _, events) in enumerate(walk(setup, seed, 400)):
        if follower is None and step == older:
            follower = state.copy()
        elif follower is not None:
            for event in events:
                evolve(follower, event)
            assert follower == state


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=100)
def test_all_events_from_the_empty_table_give_the_state(setup: Setup, seed: int) -> None:
    table = empty_state(setup)
    for state, _, events in walk(setup, seed, 400):
        for event in events:
            evolve(table, event)
        assert table == state


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=100)
def test_the_table_stays_possible(setup: Setup, seed: int) -> None:
    """Tokens, spaces, tracks and purses keep within their bounds, and nobody holds a bonus that is not due."""
    board = setup.board
    for state, _, _ in walk(setup, seed, 400):
        for seat in range(setup.players):
            assert 0 <= state.supply(seat) <= 24
            assert all(0 <= space <= board.track_end for space in state.market[seat])
            assert state.money[seat] >= 0 or state.winners is not None
            if all(ask.what != "settle" for ask in state.agenda):
                met = due(board, state.market[seat], state.offices[seat], state.warehouses[seat])
                assert state.bonuses[seat] == met
        for owned in (state.offices, state.warehouses):
            assert sum(spaces.bit_count() for spaces in owned) == sum(owned).bit_count()
        assert state.cards_left() >= 0
