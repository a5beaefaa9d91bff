"""Random walks through the rules of any game, for tests of what must hold at every step."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from hypothesis import strategies as st

from companion.games.errors import Illegal
from companion.games.game import Game
from companion.games.rules import Options, Rules
from companion.games.setup import COLOURS
from companion.games.state import State
from companion.simulate import Sitting

S = TypeVar("S", bound=State)

SEEDS = st.integers(0, 2**32)
Whim = Callable[[Random, Any, Options], Any]
"""One of the options, by chance, in a state."""


class Step(NamedTuple, Generic[S]):
    state: S
    seat: int | None
    """One who is to move then."""
    events: list[Any]
    """Those that led there."""


def walked(rules: Rules[S], setup: Any, seed: int, steps: int, whim: Whim) -> Iterator[Step[S]]:
    """So many steps and where they lead, to the end at the most."""
    chance = Random(seed)
    state, events = rules.begin(setup)
    now = rules.moment(state)
    for _ in range(steps + 1):
        seat = chance.choice(list(now.choices)) if now.choices else None
        yield Step(now.state, seat, events)
        if not now.choices:
            return
        now, events = rules.advance(now, seat, whim(chance, now.state, now.choices[seat]))


def refusals(rules: Rules[S], steps: Iterable[Step[S]], tries: Sequence[Any]) -> list[Illegal]:
    """All that is said against these actions on the way, each sentence once: to who is asked, to the seat after it, and
    where nobody sits.
    """
    found: dict[str, Illegal] = {}
    for state, _, _ in steps:
        asked = state.agenda[-1].seat if state.agenda else 0
        for seat, action in product((asked, (asked or 0) + 1, 7), tries):
            try:
                rules.decide(state, seat, action)
            except Illegal as refusal:
                found[refusal.sentence] = refusal
    return list(found.values())


def setup_of(game: Game, players: int, seed: int, *, dealt_by_device: bool, rules: Any = None) -> Any:
    """With cards in an order of chance."""
    board = game.default_board()
    who = Sitting(game=game, board=board, players=players, bots=["random"]).who
    seats = COLOURS[: len(who)]
    deck = game.dealt(board, len(who), rules, Random(seed)) if dealt_by_device else None
    return game.setup(board=board, seats=seats, names=seats, deck=deck, **game.chosen(rules, who))
