"""Merchants of Amsterdam by Veilingklok, by `advance`."""

from merchants import MERCHANTS
from rounds import Engine, answer_requests

from companion.games.merchants.state import State

if __name__ == "__main__":
    answer_requests(Engine(MERCHANTS.by_advance, State.copy))
