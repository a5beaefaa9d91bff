"""What the cards lying out will still do to the prices: everybody can see it (C12), if they can keep it in mind."""

import msgspec

from companion.games.mercurius.state import PLACES, State
from companion.games.mercurius.tokens import TOKENS, Token


class Coming(msgspec.Struct, frozen=True):
    """A price moves by so many spaces in each of the seat's next turns, so many times."""

    token: Token
    seat: int
    card: str
    move: int
    turns: int


def turns_to_come(state: State, seat: int) -> int | None:
    """How often the seat still plays a card, this turn among them; None while nobody can know (C10)."""
    if state.winners is not None:
        return 0
    if state.last_round is None:
        return None
    return state.last_round - state.round + (seat >= state.seat)


def turns_of(state: State, seat: int, place: int) -> int:
    """How often the card on this place of a seat's board will still act."""
    left = turns_to_come(state, seat)
    turns = PLACES - place
    return turns if left is None else min(turns, left)


def seats_in_turn(state: State) -> tuple[int, ...]:
    """All seats, beginning with the one whose turn it is."""
    players = state.setup.players
    return tuple((state.seat + step) % players for step in range(players))


def moves_to_come(state: State) -> tuple[Coming, ...]:
    """All of them, by token; for each in the order of the turns, the newest card first."""
    moves = state.setup.board.moves
    found = [
        Coming(token, seat, card, move, turns)
        for seat in seats_in_turn(state)
        for place, card in enumerate(state.boards[seat])
        if card is not None and (turns := turns_of(state, seat, place))
        for token, _, move in moves[card]
    ]
    return tuple(coming for token in TOKENS for coming in found if coming.token == token)


def forecast(state: State, rounds: int = 1) -> tuple[int, ...]:
    """The spaces of all prices when everybody has had so many more turns, if no other card is played."""
    board = state.setup.board
    spaces = list(state.spaces)
    for later in range(rounds):
        for seat in seats_in_turn(state):
            for place, card in enumerate(state.boards[seat]):
                if card is not None and turns_of(state, seat, place) > later:
                    for _, at, move in board.moves[card]:
                        spaces[at] = board.moved(spaces[at], move)
    return tuple(spaces)
