"""The lists of choices, made once for each situation and kept, since the same ones come back all the time."""

from functools import lru_cache
from itertools import combinations_with_replacement

from companion.games.merchants.actions import AnyAction, Build, Commodity, Decline, Lose, Moves, Open, Ship
from companion.games.merchants.board import COMMODITIES, Board, bits

Options = tuple[AnyAction, ...]

MOVES_OF_A_CARD = 3
"""M7."""

_kept = lru_cache(maxsize=2_000)
DECLINE = Decline()
_ALL_MOVES = [
    (Moves(tracks), [tracks.count(commodity) for commodity in COMMODITIES])
    for length in range(1, MOVES_OF_A_CARD + 1)
    for tracks in combinations_with_replacement(COMMODITIES, length)
    if len(tracks) < MOVES_OF_A_CARD or len(set(tracks)) > 1
]
"""With the spaces moved on each track."""


@_kept
def opens(board: Board, allowed: int, free: int) -> Options:
    """An office on any of the allowed spaces that is free, or none."""
    found = [action for bit, action in _all_opens(board, allowed) if free & bit]
    return (*found, DECLINE) if found else ()


@_kept
def builds(board: Board, allowed: int, free: int, commodities: tuple[Commodity | None, ...]) -> Options:
    """A warehouse on any of the allowed plots that is free, with one of these commodities moving along."""
    return tuple([action for bit, action in _all_builds(board, allowed, commodities) if free & bit])


@_kept
def builds_or_none(board: Board, allowed: int, free: int, commodities: tuple[Commodity | None, ...]) -> Options:
    found = builds(board, allowed, free, commodities)
    return (*found, DECLINE) if found else ()


@lru_cache(maxsize=200)
def _all_opens(board: Board, allowed: int) -> list[tuple[int, Open]]:
    return [(bit, Open(board.office_names[bit.bit_length() - 1])) for bit in bits(allowed)]


@lru_cache(maxsize=200)
def _all_builds(board: Board, allowed: int, commodities: tuple[Commodity | None, ...]) -> list[tuple[int, Build]]:
    return [
        (bit, Build(board.plot_names[bit.bit_length() - 1], commodity))
        for bit in bits(allowed)
        for commodity in commodities
    ]


@_kept
def moves(market: tuple[int, ...], supply: int, end: int) -> Options:
    """One to three moves, never three on one track (M7); new tokens only while there are some (M10)."""
    rooms = tuple([min(end - space, MOVES_OF_A_CARD) for space in market])
    new = tuple([space == 0 for space in market])
    return _moves_with(rooms, new, supply)


@_kept
def _moves_with(rooms: tuple[int, ...], new: tuple[bool, ...], supply: int) -> Options:
    """By the room ahead on each track and whether moving there takes a new token."""
    found = [
        moves
        for moves, steps in _ALL_MOVES
        if all(step <= room for step, room in zip(steps, rooms, strict=True))
        and sum(step > 0 and takes for step, takes in zip(steps, new, strict=True)) <= supply
    ]
    return (*found, DECLINE) if found else ()


@_kept
def movable(market: tuple[int, ...], tokens: bool, end: int) -> tuple[Commodity, ...]:
    """The tracks on which one can move: forward, or onto space 1 if there is a token for it (M10)."""
    return tuple(
        commodity
        for commodity, space in zip(COMMODITIES, market, strict=True)
        if 0 < space < end or (space == 0 and tokens)
    )


@_kept
def single_moves(commodities: tuple[Commodity, ...]) -> Options:
    """One move by a card that is otherwise lost (M9, German reading), or none."""
    return (*(Moves((commodity,)) for commodity in commodities), DECLINE) if commodities else ()


@_kept
def ships(commodities: tuple[Commodity, ...]) -> Options:
    return (*(Ship(commodity) for commodity in commodities), DECLINE) if commodities else ()


@_kept
def wrecks(market: tuple[int, ...]) -> Options:
    """Any track on which a token stands."""
    return tuple(Lose(commodity=commodity) for commodity, space in zip(COMMODITIES, market, strict=True) if space)


@_kept
def losses(names: tuple[str, ...], spaces: int) -> Options:
    """Any of these spaces; `names` are those of all the bits."""
    return tuple(Lose(space=names[bit.bit_length() - 1]) for bit in bits(spaces))
