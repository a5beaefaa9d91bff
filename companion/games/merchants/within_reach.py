"""The bonuses that everybody holds, and those that one more token or one more move would earn (M28, M29)."""

from typing import Literal

import msgspec

from companion.games.merchants.board import COMMODITIES, Board, bits
from companion.games.merchants.bonuses import MARKET_SPACE, worth
from companion.games.merchants.state import State
from companion.games.merchants.story import bonus_title
from companion.games.merchants.titles import bonus_heading, part_of, where
from companion.games.speech import ENGLISH, Speech


class Step(msgspec.Struct, frozen=True):
    """What is missing for a bonus: a move on a track, an office or a warehouse on any one of these spaces."""

    bonus: str
    kind: Literal["move", "office", "warehouse"]
    part: str
    """The track, region or district."""
    spaces: tuple[str, ...]
    """Free ones; none for a move."""
    worth: int
    """In guilders; nothing for the market's, which is a warehouse."""


class Reach(msgspec.Struct, frozen=True):
    """One seat's, as values and in words."""

    seat: int
    bonuses: tuple[str, ...]
    """Those it holds."""
    steps: tuple[Step, ...]
    held: tuple[str, ...]
    """The bonuses in words."""
    near: tuple[str, ...]
    """The steps in words."""


def within_reach(state: State, speech: Speech = ENGLISH) -> tuple[Reach, ...]:
    """For each seat."""
    return tuple(_reach(state, seat, speech) for seat in range(state.setup.players))


def step_in_words(step: Step, speech: Speech = ENGLISH) -> str:
    """What would earn what."""
    place, bonus = where(step.part), bonus_title(step.bonus, speech)
    if step.kind == "move":
        return speech.say("One more move {where} earns a free warehouse: {bonus}.", where=place, bonus=bonus)
    if step.kind == "office":
        return speech.say("A trade office {where} earns {worth}: {bonus}.", where=place, worth=step.worth, bonus=bonus)
    if step.bonus == "amsterdam":
        return speech.say("A warehouse {where} earns {worth}: {bonus}.", where=place, worth=step.worth, bonus=bonus)
    (plot,) = step.spaces
    return speech.say("A warehouse on {plot} earns {worth}: {bonus}.", plot=plot, worth=step.worth, bonus=bonus)


def _reach(state: State, seat: int, speech: Speech) -> Reach:
    board = state.setup.board
    offices, plots = (state.free_offices(), state.free_plots()) if state.supply(seat) else (0, 0)  # M10
    steps = [
        *_move(state.market[seat]),
        *_everywhere("colonies", "office", board.regions, state.offices[seat], offices, board.office_names),
        *_everywhere("amsterdam", "warehouse", board.districts, state.warehouses[seat], plots, board.plot_names),
        *_bridges(board, state.warehouses[seat], plots),
    ]
    bonuses = tuple(bonus for bonus, bit in board.bonus_bit.items() if state.bonuses[seat] & bit)
    missing = tuple(step for step in steps if step.bonus not in bonuses)
    return Reach(
        seat=seat,
        bonuses=bonuses,
        steps=missing,
        held=tuple(bonus_heading(bonus, speech) for bonus in bonuses),
        near=tuple(step_in_words(step, speech) for step in missing),
    )


def _move(market: tuple[int, ...]) -> list[Step]:
    """Just one token is just one space too far back."""
    behind = [
        (commodity, MARKET_SPACE - space)
        for commodity, space in zip(COMMODITIES, market, strict=True)
        if space < MARKET_SPACE
    ]
    if [missing for _, missing in behind] != [1]:
        return []
    return [Step("market", "move", behind[0][0], (), 0)]


def _everywhere(
    bonus: str, kind: Literal["office", "warehouse"], parts: dict[str, int], own: int, free: int, names: tuple[str, ...]
) -> list[Step]:
    """Something stands in every part but one, and there is room there."""
    missing = [part for part, spaces in parts.items() if not own & spaces]
    if len(missing) != 1 or not free & parts[missing[0]]:
        return []
    return [Step(bonus, kind, missing[0], _named(names, free & parts[missing[0]]), worth(bonus))]


def _bridges(board: Board, own: int, free: int) -> list[Step]:
    """One end is the seat's, the other is nobody's."""
    found = []
    for bridge, ends in board.bridges.items():
        other = ends & ~own
        if other.bit_count() == 1 and other & free:
            (plot,) = _named(board.plot_names, other)
            bonus = f"bridge:{bridge}"
            found.append(Step(bonus, "warehouse", part_of(board, plot), (plot,), worth(bonus)))
    return found


def _named(names: tuple[str, ...], spaces: int) -> tuple[str, ...]:
    return tuple(names[bit.bit_length() - 1] for bit in bits(spaces))
