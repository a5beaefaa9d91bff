"""Random walks through the rules of Merchants of Amsterdam."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st
from walks import SEEDS, Step, setup_of, walked

from companion.games.merchants.actions import AnyAction, Declare
from companion.games.merchants.decide import RULES
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.house_rules import every_combination
from companion.games.merchants.state import Setup, State
from companion.games.rules import Options

HOUSE_RULES = list(every_combination())
STEPS = 400
"""Of a whole game."""


def a_setup(players: int, rules: int, seed: int, *, dealt_by_device: bool = True) -> Setup:
    played_by = HOUSE_RULES[rules % len(HOUSE_RULES)]
    setup: Setup = setup_of(MERCHANTS, players, seed, dealt_by_device=dealt_by_device, rules=played_by)
    return setup


SETUPS = st.builds(
    a_setup,
    st.integers(3, 5),
    st.integers(0, len(HOUSE_RULES) - 1),
    SEEDS,
    dealt_by_device=st.booleans(),
)


def walk(setup: Setup, seed: int, steps: int = STEPS) -> Iterator[Step[State]]:
    return walked(RULES, setup, seed, steps, whim)


def whim(chance: Random, state: State, options: Options) -> AnyAction:
    """Anything legal, but declared cards come as often as they are left in the pack."""
    if isinstance(options[0], Declare):
        return Declare(chance.choices(list(state.setup.board.cards), state.left)[0])
    action: AnyAction = chance.choice(options)
    return action
