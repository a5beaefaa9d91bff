"""Playing a card: it lies on the own board for three turns and moves prices in each of them (C3, C4), or it is the News
card, which moves none but lets its player throw cards away for new ones (C8).
"""

from functools import lru_cache
from itertools import combinations

from companion.games.mercurius.actions import HIDDEN, AnyAction, News, PlayCard
from companion.games.mercurius.board import Board
from companion.games.mercurius.events import Dealt, MainDeckOut, NewsPlayed, Pile, Played, Price, Shifted
from companion.games.mercurius.state import Cards, Play, State
from companion.games.rules import Question, nothing

MOST_THROWN = 3
ROUNDS_WITHOUT_A_DECK = 2
"""After the one in which the main deck runs out (C10)."""

Options = tuple[AnyAction, ...]


def deal(play: Play, seat: int, pile: Pile) -> None:
    """The next card of this deck, if there is one."""
    state = play.state
    if (state.main if pile == "main" else state.backup) == 0:
        return
    play.emit(Dealt(seat, _top_card(state, pile), pile))
    if pile == "main" and state.main == 0:
        play.emit(MainDeckOut(state.round + ROUNDS_WITHOUT_A_DECK))


def _top_card(state: State, pile: Pile) -> str:
    deck, backup = state.setup.deck, state.setup.board.backup
    if deck is None:
        return HIDDEN
    return deck[-state.main] if pile == "main" else deck[backup - state.backup]


def _options(state: State, seat: int | None) -> Options:
    assert seat is not None
    board, hand = state.setup.board, state.hands[seat]
    if hand[0] == HIDDEN:  # nobody runs out of cards before the end (C10)
        plays = _declarable(board, state.left)
    else:
        plays = tuple([board.plays[card] for card in dict.fromkeys(hand)])
    return plays + _news(hand) if "news" in state.specials[seat] else plays


@lru_cache(maxsize=1000)
def _declarable(board: Board, left: tuple[int, ...]) -> Options:
    """What a card of the table's own can be: whatever has not come out yet."""
    return tuple(play for play, count in zip(board.plays.values(), left, strict=True) if count)


@lru_cache(maxsize=1000)
def _news(hand: Cards) -> Options:
    """With any cards of the hand thrown away, each choice once."""
    thrown = [some for count in range(MOST_THROWN + 1) for some in combinations(hand, count)]
    return tuple(News(some) for some in dict.fromkeys(thrown))


def _answer(play: Play, seat: int, action: AnyAction) -> None:
    if isinstance(action, PlayCard):
        play.emit(Played(seat, action.card))
        _change_prices(play, seat)
        deal(play, seat, "main")
    elif isinstance(action, News):
        play.emit(NewsPlayed(seat, action.thrown))
        for pile in _PILES[: len(action.thrown)]:
            deal(play, seat, pile)
        _change_prices(play, seat)


_PILES: tuple[Pile, ...] = ("main", "backup", "backup")
"""Where the cards for those thrown away come from: the first is this turn's draw (C8)."""


def _change_prices(play: Play, seat: int) -> None:
    """By every card on the board, the newest first; then the cards move on (C3)."""
    state = play.state
    board = state.setup.board
    for card in state.boards[seat]:
        for token, at, move in board.moves[card] if card else ():
            before = state.spaces[at]
            to = board.moved(before, move)
            if to != before:
                play.emit(Price(token, before, to))
    play.emit(Shifted(seat, state.boards[seat][-1]))


CARD = Question(_options, _answer, nothing)
