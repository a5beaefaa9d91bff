"""Mercurius by Veilingklok, by `advance`."""

from mercurius import MERCURIUS
from rounds import Engine, answer_requests

from companion.games.mercurius.state import State

if __name__ == "__main__":
    answer_requests(Engine(MERCURIUS.by_advance, State.copy))
