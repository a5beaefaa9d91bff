"""Random walks through the rules of Amsterdam."""

from collections.abc import Iterator
from itertools import product
from random import Random

from hypothesis import strategies as st
from walks import SEEDS, Step, setup_of, walked

from companion.bots.amsterdam import RandomBot
from companion.games.amsterdam.actions import AnyAction
from companion.games.amsterdam.decide import RULES
from companion.games.amsterdam.game import AMSTERDAM
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.state import Setup, State
from companion.games.rules import Options

HOUSE_RULES = [HouseRules(*played) for played in product((False, True), repeat=5)]
AGAINST_TOM = [HouseRules(), HouseRules(short=True)]
STEPS = 250
"""Of a whole game of two, most often, and most of one with more players."""


def a_setup(players: int, rules: int, seed: int, *, dealt_by_device: bool = True) -> Setup:
    """For one player there is TOM opposite, and no expansion."""
    there_are = AGAINST_TOM if players == 1 else HOUSE_RULES
    played_by = there_are[rules % len(there_are)]
    setup: Setup = setup_of(AMSTERDAM, players, seed, dealt_by_device=dealt_by_device, rules=played_by)
    return setup


SETUPS = st.builds(
    a_setup, st.integers(1, 4), st.integers(0, len(HOUSE_RULES) - 1), SEEDS, dealt_by_device=st.booleans()
)


def walk(setup: Setup, seed: int, steps: int = STEPS) -> Iterator[Step[State]]:
    return walked(RULES, setup, seed, steps, whim)


def whim(chance: Random, state: State, options: Options) -> AnyAction:
    """As a bot that does anything: not all are equally likely, for there are millions of some."""
    seat = state.agenda[-1].seat
    assert seat is not None
    return RandomBot(chance).choose(state, seat, options)
