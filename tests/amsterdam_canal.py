"""The Amstel with its discs, which does not know our code."""

MOUTH = 18


class Canal:
    """The Amstel with its discs, as they lie there: a pile on each space, the top one last; at the mouth they lie side
    by side, in the order in which they came."""

    def __init__(self) -> None:
        self.piles: dict[int, list[int]] = {space: [] for space in range(MOUTH + 1)}

    def stack(self, top_first: tuple[int, ...]) -> None:
        self.piles[0] = list(reversed(top_first))

    def move(self, disc: int, before: int, to: int) -> None:
        self.piles[before].remove(disc)
        self.piles[to].append(disc)

    def order(self) -> tuple[int, ...]:
        found = list(self.piles[MOUTH])
        for space in reversed(range(MOUTH)):
            found += reversed(self.piles[space])
        return tuple(found)
