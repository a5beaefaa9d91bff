"""`legal` is exact: everything in it is accepted, everything else is refused with a reason."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from merchants_walk import SETUPS, a_setup, walk
from positions import refusal_of
from tiers import examples
from walks import SEEDS

from companion.games.errors import Illegal
from companion.games.merchants import actions as act
from companion.games.merchants import decide, legal
from companion.games.merchants.board import COMMODITIES, default_board
from companion.games.merchants.decide import RULES
from companion.games.merchants.state import DISKS, Setup, State


def everything_conceivable() -> Iterator[act.AnyAction]:
    """Every action that could be written down for the default board, sensible or not."""
    board = default_board()
    spaces = [*board.office_names, *board.plot_names, "nowhere", ""]
    yield from (act.Place(disk) for disk in DISKS)
    yield from (act.Declare(card) for card in [*board.cards, "joker"])
    for length in range(5):
        yield from (act.Moves(tracks) for tracks in product(COMMODITIES, repeat=length))
    for space in spaces:
        yield act.Open(space)
        yield act.Lose(space=space)
        yield act.Lose(space=space, commodity="silk")
        yield from (act.Build(space, commodity) for commodity in (*COMMODITIES, None))
    yield from (act.Lose(commodity=commodity) for commodity in COMMODITIES)
    yield from (act.Stop(dial, start) for dial in range(0, 410, 5) for start in (False, True))
    yield from (act.Ship(commodity) for commodity in COMMODITIES)
    yield from (act.Lose(), act.Decline(), act.StartClock(), act.Expire(), act.Borrow(yes=True), act.Borrow(yes=False))


EVERYTHING = list(everything_conceivable())


@given(setup=SETUPS, seed=SEEDS, steps=st.integers(0, 250))
@settings(max_examples=examples(150))
def test_what_is_legal_is_accepted_and_nothing_else(setup: Setup, seed: int, steps: int) -> None:
    *_, (state, _, _) = walk(setup, seed, steps)
    chance = Random(seed)
    for seat in (None, *range(setup.players), setup.players, -1):
        allowed = legal(state, seat)
        for action in allowed:
            assert decide(state, seat, action)
        for action in chance.sample(EVERYTHING, 150):
            if action not in allowed:
                refusal_of(RULES, state, seat, action)


@pytest.mark.parametrize("seed", range(3))
def test_everything_conceivable_at_steps_all_over_a_game(seed: int) -> None:
    """Every seventh step, against the whole list, for a seat that is asked."""
    setup = a_setup(3 + seed, seed, seed, dealt_by_device=seed != 1)
    for state, seat, _ in list(walk(setup, seed, 400))[seed::7]:
        accepted = {action for action in EVERYTHING if is_accepted(state, seat, action)}
        assert accepted == set(legal(state, seat))


def is_accepted(state: State, seat: int | None, action: act.AnyAction) -> bool:
    try:
        decide(state, seat, action)
    except Illegal:
        return False
    return True
