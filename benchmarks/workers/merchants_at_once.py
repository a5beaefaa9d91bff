"""The same play by `advance`, as the table goes: options are found once and every fact is applied once."""

from random import Random

from merchants import beginning, drawn
from rounds import Engine, answer_requests

from companion.games.merchants import advance, moment
from companion.games.merchants.state import State


def play(seed: int, most: int) -> tuple[State, list[int]]:
    """Uniformly over the actions of all who may act."""
    chance = Random(seed)
    now = moment(beginning(chance))
    counts: list[int] = []
    while now.choices and len(counts) < most:
        count, seat, action = drawn(chance, now.choices)
        counts.append(count)
        now, _ = advance(now, seat, action)
    return now.state, counts


if __name__ == "__main__":
    answer_requests(Engine(play, State.copy))
