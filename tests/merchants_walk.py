"""Random walks through the rules, for tests of what must hold at every step."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from companion.games.merchants import begin, choices, decide, evolve, legal
from companion.games.merchants.actions import AnyAction, Declare
from companion.games.merchants.board import default_board
from companion.games.merchants.events import AnyEvent
from companion.games.merchants.house_rules import every_combination
from companion.games.merchants.state import Setup, State, shuffled
from companion.games.setup import COLOURS

RULES = list(every_combination())


def a_setup(players: int, rules: int, seed: int, *, dealt_by_device: bool = True) -> Setup:
    board = default_board()
    return Setup(
        board=board,
        seats=COLOURS[:players],
        names=COLOURS[:players],
        rules=RULES[rules % len(RULES)],
        deck=shuffled(board, Random(seed)) if dealt_by_device else None,
    )


SETUPS = st.builds(
    a_setup,
    st.integers(3, 5),
    st.integers(0, len(RULES) - 1),
    st.integers(0, 2**32),
    dealt_by_device=st.booleans(),
)


def walk(setup: Setup, seed: int, steps: int) -> Iterator[tuple[State, int | None, list[AnyEvent]]]:
    """The state before each step, one who is to move then, and the events that led there; to the end at the most."""
    chance = Random(seed)
    state, events = begin(setup)
    for _ in range(steps + 1):
        seats = list(choices(state))
        seat = chance.choice(seats) if seats else None
        yield state, seat, events
        if not seats:
            return
        events = decide(state, seat, chance.choice(_likely(state, seat)))
        state = state.copy()
        for event in events:
            evolve(state, event)


def _likely(state: State, seat: int | None) -> list[AnyAction]:
    """All that is legal, but declared cards come as often as they are left in the pack."""
    options = list(legal(state, seat))
    if isinstance(options[0], Declare):
        counts = dict(zip(state.setup.board.cards, state.left, strict=True))
        return [Declare(card) for card, count in counts.items() for _ in range(count)]
    return options
