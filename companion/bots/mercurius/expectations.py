"""What a token will be worth: the best price that can be expected for it in the player's next turns, by the cards that
lie open and those that the player means to play. Other hands and the decks are not looked at.
"""

from companion.games.mercurius.outlook import turns_to_come
from companion.games.mercurius.state import PLACES, State

FORESIGHT = 3
"""Turns: by then all that lies open now has fallen off."""

PATIENCE = 0.1
"""Guilders by which a price has to be better to wait a turn for it."""

Worth = list[float]
"""Of one token of each kind."""


def turns_left(state: State, seat: int) -> int:
    """How many turns the seat still has, this one among them; while nobody can know, as the main deck lets expect."""
    known = turns_to_come(state, seat)
    return known if known is not None else -(-state.main // state.setup.players) + 2


class Expectations:
    """For one seat, at the beginning of its turn or in the middle of it."""

    def __init__(self, state: State, seat: int) -> None:
        self._board = state.setup.board
        self._spaces = state.spaces
        self.turns = min(FORESIGHT, max(1, turns_left(state, seat)))
        self._moves = [[0] * len(state.spaces) for _ in range(self.turns)]
        for other, places in enumerate(state.boards):
            left = turns_left(state, other)
            for place, card in enumerate(places):
                if card is not None:
                    self._lies(card, min(PLACES - place, left))
        self.worth: Worth = [self._best(at, [moves[at] for moves in self._moves]) for at in range(len(state.spaces))]
        """If the player's own next cards are left out of account."""

    def next_price(self, at: int) -> int:
        """When the player's next turn begins, if nothing else is played."""
        return self._board.prices[self._board.moved(self._spaces[at], self._moves[0][at])]

    def with_cards(self, *cards: str) -> Worth:
        """If these cards are played, one now and the others in the turns after it."""
        worth = self.worth.copy()
        moved = dict.fromkeys(at for card in cards for _, at, _ in self._board.moves[card])
        for at in moved:
            moves = [found[at] for found in self._moves]
            for later, card in enumerate(cards):
                move = sum(spaces for _, other, spaces in self._board.moves[card] if other == at)
                for turn in range(later, self.turns):
                    moves[turn] += move * (turn + 1 - later)
            worth[at] = self._best(at, moves)
        return worth

    def _lies(self, card: str, left: int) -> None:
        """On a board, for so many turns more."""
        for _, at, move in self._board.moves[card]:
            for turn, moves in enumerate(self._moves, 1):
                moves[at] += move * min(turn, left)

    def _best(self, at: int, moves: list[int]) -> float:
        prices, end, space = self._board.prices, self._board.end, self._spaces[at]
        return max(prices[min(max(space + move, 0), end)] - PATIENCE * turn for turn, move in enumerate(moves))
