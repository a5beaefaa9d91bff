"""What each seat may expect to own when the game is over, by what stands on the board now.

A lead is not sure before it is scored. So places are drawn by lot, where a token more makes the lot heavier:
much heavier when the scoring is near, and hardly when a lot can still happen before it.
"""

from functools import lru_cache
from math import exp

from companion.bots.merchants.outlook import Amounts, Outlook, Scorings, outlook
from companion.games.merchants.board import largest_group
from companion.games.merchants.bonuses import AREA_BONUS, BRIDGE_BONUS, MARKET_SPACE
from companion.games.merchants.ending import REPAYMENT
from companion.games.merchants.state import State

MARKET_BONUS = 70_000
"""About what the free warehouse of the market bonus is worth."""

BRIDGE_LUCK = 0.5
"""A bridge needs one certain plot, while a district is content with any of nine."""

NOBODY = 0.5
"""Nobody draws a lot as well, like somebody with half a token: who is absent earns nothing."""

_kept = lru_cache(maxsize=1_000)
Counts = tuple[int, ...]


def prospects(state: State) -> list[float]:
    """In guilders, by seat."""
    ahead = outlook(state)
    market = _from_market(ahead, state.market)
    colonies = _from_colonies(ahead, state.offices)
    amsterdam = _from_amsterdam(ahead, state.warehouses)
    free = state.free_plots()
    return [
        state.money[seat]
        - REPAYMENT * state.markers[seat]
        + market[seat]
        + colonies[seat]
        + amsterdam[seat]
        + _market_bonus(ahead, state.market[seat])
        + _colonies_bonus(ahead, state.offices[seat])
        + _amsterdam_bonuses(ahead, state.warehouses[seat], free)
        for seat in range(ahead.players)
    ]


@_kept
def _from_market(ahead: Outlook, market: tuple[Counts, ...]) -> list[float]:
    tracks = list(zip(*market, strict=True))
    return _earned(ahead.scorings["market"], tracks, tuple(map(max, tracks)))


@_kept
def _from_colonies(ahead: Outlook, offices: Counts) -> list[float]:
    regions = [tuple([(held & spaces).bit_count() for held in offices]) for spaces in ahead.board.regions.values()]
    return _earned(ahead.scorings["colonies"], regions, tuple(map(sum, regions)))


@_kept
def _from_amsterdam(ahead: Outlook, warehouses: Counts) -> list[float]:
    districts = ahead.board.districts.values()
    groups = [tuple([largest_group(ahead.board, held & plots) for held in warehouses]) for plots in districts]
    sizes = tuple([(sum(warehouses) & plots).bit_count() for plots in districts])
    return _earned(ahead.scorings["amsterdam"], groups, sizes)


def _earned(scorings: Scorings, parts: list[Counts], sizes: Counts) -> list[float]:
    """What the scorings of an area may bring each seat."""
    total = [0.0] * len(parts[0])
    for counts, (first, second) in zip(parts, _amounts(scorings, sizes), strict=True):
        for seat, (leads, follows) in enumerate(_chances(counts, scorings.doubt)):
            total[seat] += first * leads + second * follows
    return total


@_kept
def _amounts(scorings: Scorings, sizes: Counts) -> Amounts:
    """What first and second place of each part may earn: between two ranks as long as it may become either (M24)."""
    found = []
    for part, size in enumerate(sizes):
        leads = [other - size + (0.3 if rival < part else -0.3) for rival, other in enumerate(sizes) if rival != part]
        rank = sum([1 / (1 + exp(-lead / scorings.doubt)) for lead in leads])
        above = min(int(rank), len(sizes) - 2)
        (first, second), (next_first, next_second) = scorings.amounts[above : above + 2]
        found.append((first + (rank - above) * (next_first - first), second + (rank - above) * (next_second - second)))
    return tuple(found)


@_kept
def _chances(counts: Counts, doubt: float) -> list[tuple[float, float]]:
    """How likely each seat comes first, and second: two lots are drawn. Without doubt these are the shares of M26."""
    most = max(counts)
    *lots, nobody = [exp((count - most) / doubt) for count in (*counts, NOBODY)]
    leads = [lot / (sum(lots) + nobody) for lot in lots]
    behind = [lead / (_others(lots, seat) + nobody) for seat, lead in enumerate(leads)]
    return [(lead, lots[seat] * _others(behind, seat)) for seat, lead in enumerate(leads)]


def _others(amounts: list[float], seat: int) -> float:
    """Not the sum less one's own: they may be too small for that."""
    return sum(amounts[:seat]) + sum(amounts[seat + 1 :])


@_kept
def _market_bonus(ahead: Outlook, tracks: Counts) -> float:
    return _bonus(ahead, MARKET_BONUS, [space / MARKET_SPACE for space in tracks], ahead.losses["market"])


@_kept
def _colonies_bonus(ahead: Outlook, offices: int) -> float:
    counts = [(offices & spaces).bit_count() for spaces in ahead.board.regions.values()]
    return _bonus(ahead, AREA_BONUS, counts, ahead.losses["colonies"])


@_kept
def _amsterdam_bonuses(ahead: Outlook, warehouses: int, free: int) -> float:
    counts = [(warehouses & plots).bit_count() for plots in ahead.board.districts.values()]
    total = _bonus(ahead, AREA_BONUS, counts, ahead.losses["amsterdam"])
    for ends in ahead.board.bridges.values():
        missing = ends & ~warehouses
        if missing and missing & free == missing:
            total += BRIDGE_BONUS * (BRIDGE_LUCK * ahead.in_time) ** missing.bit_count()
    return total


def _bonus(ahead: Outlook, worth: int, counts: list[int] | list[float], losses: int) -> float:
    """What a bonus for one of each kind may still bring; or cost, if losses are to come and there is none to spare.

    What it has brought already is in the purse.
    """
    missing = sum([1 - count for count in counts if count < 1])
    if missing:
        return float(worth * ahead.in_time**missing)
    short = max(losses - sum([count - 1 for count in counts]), 0)
    to_spare_in_time = 1 - (1 - ahead.in_time) ** len(counts)  # anywhere will do
    return float(worth * (to_spare_in_time**short - 1))
