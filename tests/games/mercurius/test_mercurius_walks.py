"""What must hold at every step of any game of Mercurius, whatever the players do."""

from hypothesis import given, settings
from mercurius_walk import SETUPS, walk
from tiers import examples
from walks import SEEDS

from companion.games.mercurius import advance, moment
from companion.games.mercurius.offers import offers
from companion.games.mercurius.sight import sights
from companion.games.mercurius.state import Setup, wealth
from companion.games.mercurius.tokens import TOKENS


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(60))
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
@settings(max_examples=examples(30))
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
@settings(max_examples=examples(30))
def test_sights_can_be_made_at_every_step(setup: Setup, seed: int) -> None:
    for state, _, _ in walk(setup, seed):
        found = sights(state)
        assert len(found) == setup.players + 1
        assert {sight.money for sight in found} == {state.money}
        assert [sight.hand for sight in found] == [*state.hands, ()]
