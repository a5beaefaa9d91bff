"""Amsterdam by Veilingklok, by `advance`."""

from amsterdam import AMSTERDAM
from rounds import Engine, answer_requests

from companion.games.amsterdam.state import State

if __name__ == "__main__":
    answer_requests(Engine(AMSTERDAM.by_advance, State.copy))
