"""The arithmetic of the figures: spreads, in which order pairs of presses were pulled, stamped, told and judged, and
what has to be so of all that.
"""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median, quantiles
from typing import Any, NamedTuple


class Spread(NamedTuple):
    least: float
    p50: float
    p99: float
    most: float


def spread(values: Sequence[float]) -> Spread:
    return Spread(min(values), median(values), quantiles(values, n=100, method="inclusive")[-1], max(values))


class Heard(NamedTuple):
    """An edge, as the buttons were told of it."""

    seat: int
    stamp: int


class Pair(NamedTuple):
    """Two presses close together."""

    pulled: tuple[int, int]
    """The seats, the first one first."""
    told: tuple[Heard, ...]
    """In the order in which the library told of them."""
    rulings: dict[int, str]
    """What the referee said, by seat."""

    @property
    def is_whole(self) -> bool:
        return len(self.told) == 2 and set(self.rulings) == set(self.pulled)

    @property
    def distance(self) -> int:
        """Nanoseconds between the stamps."""
        return abs(self.told[0].stamp - self.told[1].stamp)

    @property
    def stamped(self) -> tuple[int, ...]:
        return tuple(heard.seat for heard in sorted(self.told, key=lambda heard: heard.stamp))

    @property
    def is_told_out_of_order(self) -> bool:
        return tuple(heard.seat for heard in self.told) != self.stamped

    @property
    def is_tie(self) -> bool:
        return "tied" in self.rulings.values()

    @property
    def winner(self) -> int:
        return next(seat for seat, ruling in self.rulings.items() if ruling == "first")


class Tally(NamedTuple):
    pairs: int
    lost: int
    """Not both presses came to be judged."""
    told_out_of_order: int
    stamped_as_pulled: int
    ties: int
    decided: int
    decided_as_stamped: int
    decided_as_pulled: int
    distances: Spread
    """Microseconds between the two stamps."""


def tally(pairs: Iterable[Pair]) -> Tally:
    everything = list(pairs)
    whole = [pair for pair in everything if pair.is_whole]
    decided = [pair for pair in whole if not pair.is_tie]
    return Tally(
        pairs=len(everything),
        lost=len(everything) - len(whole),
        told_out_of_order=sum(pair.is_told_out_of_order for pair in whole),
        stamped_as_pulled=sum(pair.stamped == pair.pulled for pair in whole),
        ties=len(whole) - len(decided),
        decided=len(decided),
        decided_as_stamped=sum(pair.winner == pair.stamped[0] for pair in decided),
        decided_as_pulled=sum(pair.winner == pair.pulled[0] for pair in decided),
        distances=spread([pair.distance / 1000 for pair in whole]),
    )


def fairness(single: Mapping[str, Any], near: Mapping[str, Any], at_once: Mapping[str, Any]) -> dict[str, bool]:
    """What has to be so of the figures of single presses, of pairs one after the other, and of pairs at once."""
    return {
        "No press is stamped before its line was pulled": single["stamped_before_the_pull"] == 0,
        "No press is lost": near["lost"] == at_once["lost"] == 0,
        "Whatever is decided goes to the earlier stamp": all(
            pairs["decided_as_stamped"] == pairs["decided"] for pairs in (near, at_once)
        ),
        "It goes to the line that was pulled first": near["decided_as_pulled"] == near["decided"] > 0,
    }
