"""Random walks through the rules of Mercurius."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st
from walks import SEEDS, Step, setup_of, walked

from companion.bots.mercurius import RandomBot
from companion.games.mercurius.actions import AnyAction
from companion.games.mercurius.decide import RULES
from companion.games.mercurius.game import MERCURIUS
from companion.games.mercurius.state import Setup, State
from companion.games.rules import Options

STEPS = 110
"""Of a whole game, most often."""


def a_setup(players: int, seed: int, *, dealt_by_device: bool = True) -> Setup:
    setup: Setup = setup_of(MERCURIUS, players, seed, dealt_by_device=dealt_by_device)
    return setup


SETUPS = st.builds(a_setup, st.integers(3, 5), SEEDS, dealt_by_device=st.booleans())


def walk(setup: Setup, seed: int, steps: int = STEPS) -> Iterator[Step[State]]:
    return walked(RULES, setup, seed, steps, whim)


def whim(chance: Random, state: State, options: Options) -> AnyAction:
    """As a bot that does anything: not all are equally likely, for there are thousands of some."""
    seat = state.agenda[-1].seat
    assert seat is not None
    return RandomBot(chance).choose(state, seat, options)
