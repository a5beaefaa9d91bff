"""Random walks through the rules of Mercurius, for tests of what must hold at every step."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from companion.bots.mercurius import RandomBot
from companion.games.mercurius import begin, decide, evolve, legal
from companion.games.mercurius.board import default_board
from companion.games.mercurius.events import AnyEvent
from companion.games.mercurius.state import Setup, State, shuffled
from companion.games.setup import COLOURS


def a_setup(players: int, seed: int, *, dealt_by_device: bool = True) -> Setup:
    board = default_board()
    return Setup(
        board=board,
        seats=COLOURS[:players],
        names=COLOURS[:players],
        deck=shuffled(board, Random(seed)) if dealt_by_device else None,
    )


SETUPS = st.builds(a_setup, st.integers(3, 5), st.integers(0, 2**32), dealt_by_device=st.booleans())
SEEDS = st.integers(0, 2**32)
STEPS = 110
"""Of a whole game, most often."""


def walk(setup: Setup, seed: int, steps: int = STEPS) -> Iterator[tuple[State, int | None, list[AnyEvent]]]:
    """The state before each step, who is to move then, and the events that led there; to the end at the most."""
    bot = RandomBot(Random(seed))
    state, events = begin(setup)
    for _ in range(steps + 1):
        seat = state.agenda[-1].seat if state.agenda else None
        yield state, seat, events
        if seat is None:
            return
        events = decide(state, seat, bot.choose(state, seat, legal(state, seat)))
        state = state.copy()
        for event in events:
            evolve(state, event)
