"""The same play by `advance`, as the table goes: options are found once and every fact is applied once."""

from random import Random

from mercurius import beginning, drawn
from rounds import Engine, answer_requests

from companion.games.mercurius import advance, moment
from companion.games.mercurius.state import State


def play(seed: int, most: int) -> tuple[State, list[int]]:
    """By chance: cards uniformly, trades found deal by deal."""
    chance = Random(seed)
    now = moment(beginning(chance))
    counts: list[int] = []
    while now.choices and len(counts) < most:
        ((seat, options),) = now.choices.items()
        count, action = drawn(chance, options)
        counts.append(count)
        now, _ = advance(now, seat, action)
    return now.state, counts


if __name__ == "__main__":
    answer_requests(Engine(play, State.copy))
