"""What a card can show, whether a board has such cards or not: every face there could be, in the order of a list."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from companion.games.merchants.actions import Commodity
from companion.games.merchants.board import COMMODITIES, DISTRICTS, REGIONS, CardKind, Kind

MARKED = 4
"""The number of players on cards that leave with fewer."""

_SHORT = {"nieuwe_zijde": "nz", "oude_zijde": "oz", "grachten": "gr", "lastage": "la"}


class Face(NamedTuple):
    kind: Kind
    region: str | None = None
    districts: tuple[str, ...] = ()
    commodity: Commodity | None = None
    min_players: int | None = None

    @property
    def name(self) -> str:
        """What such a card is called where a board has none yet."""
        shown = [self.region, *(self._district(one) for one in self.districts), self.commodity]
        marked = str(self.min_players) if self.min_players else None
        return "_".join(word for word in (self.kind, *shown, marked) if word)

    def _district(self, district: str) -> str:
        return _SHORT[district] if len(self.districts) > 1 else district

    def card(self, name: str, count: int) -> CardKind:
        return CardKind(
            name, self.kind, count, "cardboard", self.region, self.districts or None, self.commodity, self.min_players
        )


def face_of(card: CardKind) -> Face:
    """It does not matter which of two districts stands first."""
    known = tuple(district for district in DISTRICTS if district in (card.districts or ()))
    districts = known if len(known) == len(card.districts or ()) else tuple(card.districts or ())
    return Face(card.kind, card.region, districts, card.commodity, card.min_players)


def faces() -> Iterator[Face]:
    """All that the rules know (M2, M8, M9)."""
    yield Face("sand_clock")
    yield Face("commodity")
    yield Face("commodity", min_players=MARKED)
    yield from (Face("office", region=region) for region in REGIONS)
    yield from (Face("office", commodity=commodity) for commodity in COMMODITIES)
    yield from (Face("build", districts=(district,)) for district in DISTRICTS)
    for pair in combinations(DISTRICTS, 2):
        yield from (Face("build", districts=pair, commodity=commodity) for commodity in COMMODITIES)
