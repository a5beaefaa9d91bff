"""What must hold at every step of any game of Merchants of Amsterdam, whatever the players do."""

from hypothesis import given, settings
from merchants_walk import SETUPS, walk
from tiers import examples
from walks import SEEDS

from companion.games.merchants.bonuses import due
from companion.games.merchants.state import Setup


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(100))
def test_the_table_stays_possible(setup: Setup, seed: int) -> None:
    """Tokens, spaces, tracks and purses keep within their bounds, and nobody holds a bonus that is not due."""
    board = setup.board
    for state, _, _ in walk(setup, seed):
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
