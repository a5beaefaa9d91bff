"""A term of office: the mayor draws card by card onto the three disks (M4 to M6), then the disks are carried out."""

from functools import lru_cache
from itertools import product

from companion.games.events import Ask
from companion.games.merchants import ending, years
from companion.games.merchants.actions import Declare, Place
from companion.games.merchants.board import Board
from companion.games.merchants.events import Drawn, Placed, SetAside, Term
from companion.games.merchants.options import Options
from companion.games.merchants.state import DISKS, Play, State
from companion.games.rules import Question, nothing


def next_term(play: Play, _ask: Ask) -> None:
    """The disks go to the left neighbour, unless the game is over (M32)."""
    state = play.state
    following = state.terms % state.setup.players
    if ending.is_reached(state):
        ending.finish(play)
    elif state.terms < all_terms(state.setup.board, state.setup.players):
        play.emit(Term(following))
        play.ask("next_term", None)
        play.ask("draw", following)
    else:  # sand clocks that nobody's term is for (M33)
        play.ask("next_term", None)
        play.ask("draw", following if state.setup.rules.last_sand_clocks == "next" else state.mayor)


@lru_cache(maxsize=20)
def all_terms(board: Board, players: int) -> int:
    """A term takes one card for each disk, so the action cards make so many (M2)."""
    kinds = [card for card in board.data.cards if card.kind != "sand_clock" and players >= (card.min_players or 0)]
    return sum(card.count for card in kinds) // len(DISKS)


def _draw_options(state: State, _seat: int | None) -> Options:
    """What a table with its own deck may have turned up; nobody is asked where the device deals."""
    return () if state.setup.deck is not None else _declarable(state.setup.board, state.left)


@lru_cache(maxsize=1000)
def _declarable(board: Board, left: tuple[int, ...]) -> Options:
    return tuple(Declare(card.id) for card, count in zip(board.data.cards, left, strict=True) if count)


def _declared(play: Play, seat: int, action: Declare) -> None:
    _turn_up(play, seat, action.card)


def _draw(play: Play, ask: Ask) -> None:
    """The device's deck gives its next card, if there is one."""
    deck = play.state.setup.deck
    left = play.state.cards_left()
    if deck is not None and left:
        assert ask.seat is not None
        _turn_up(play, ask.seat, deck[-left])


def _turn_up(play: Play, seat: int, card: str) -> None:
    """A card comes up: it is for a disk, or it leaves at once and the next one is drawn."""
    state = play.state
    play.emit(Drawn(card))
    sand_clock = state.setup.board.cards[card].kind == "sand_clock"
    if not sand_clock and not state.setup.is_set_aside(card):
        play.ask("place", seat)
        return
    play.emit(SetAside(card, "sand_clock" if sand_clock else "three_players"))
    play.ask("draw", seat)
    if sand_clock:
        years.move_on(play, drawer=seat)


_PLACES: dict[tuple[bool, ...], Options] = {
    free: tuple(Place(disk) for disk, is_free in zip(DISKS, free, strict=True) if is_free)
    for free in product((True, False), repeat=len(DISKS))
}
"""By which disks are free."""


def _place_options(state: State, _seat: int | None) -> Options:
    mayors, auctioned, discarded = state.disks
    return _PLACES[mayors is None, auctioned is None, discarded is None]


def _place(play: Play, seat: int, action: Place) -> None:
    """On with the next card, or with all three disks filled: discard, mayor's card, auction (M6)."""
    state = play.state
    assert state.drawn is not None
    play.emit(Placed(state.drawn, action.disk))
    if None in state.disks:
        play.ask("draw", seat)
        return
    discarded = state.disks[DISKS.index("discard")]
    assert discarded is not None
    play.emit(SetAside(discarded, "discarded"))
    play.ask("start_clock", seat)
    play.ask("mayor_card", seat)


DRAW = Question(_draw_options, _declared, _draw)
PLACE = Question(_place_options, _place, nothing)
