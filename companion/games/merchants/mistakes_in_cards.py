"""What can be wrong with the cards: what each kind shows, and how many there are."""

from collections.abc import Iterator, Sequence

from companion.games.merchants.board import DISTRICTS, REGIONS, CardKind
from companion.games.speech import Phrase
from companion.games.spelling import Mistake, Piece, pieces, quoted, repeated, unusable

SAND_CLOCKS = 24
ACTION_CARDS = 60
FOR_FOUR_PLAYERS = 6
"""Commodity cards that leave with three players, so that 54 stay (M2)."""


def mistakes_in_cards(typed: object) -> Iterator[Mistake]:
    cards = pieces("cards", typed, CardKind)
    for card in cards:
        yield from card.wrong
        if card.value:
            yield from (Mistake(card.key, mistake) for mistake in _mistakes_in_card(card.value))
    yield from unusable(cards)
    yield from repeated(cards, "id")
    yield from _mistakes_in_counts(cards)


def _mistakes_in_card(card: CardKind) -> Iterator[Phrase]:
    if card.count < 1:
        yield Phrase("count must be at least 1, not {count}.", count=card.count)
    if card.min_players is not None and (card.kind, card.min_players) != ("commodity", 4):
        yield Phrase("min_players may only be 4, and only on a commodity card.")
    if card.region is not None and card.region not in REGIONS:
        yield Phrase("region {word} is none of {known}.", word=quoted(card.region), known=", ".join(REGIONS))
    for district in card.districts or ():
        if district not in DISTRICTS:
            yield Phrase("district {word} is none of {known}.", word=quoted(district), known=", ".join(DISTRICTS))
    match card.kind:
        case "office":
            yield from _mistakes_in_office_card(card)
        case "build":
            yield from _mistakes_in_build_card(card)
        case "sand_clock" | "commodity":
            shown = {"region": card.region, "districts": card.districts, "commodity": card.commodity}
            strange = [quoted(field) for field, value in shown.items() if value is not None]
            yield from (Phrase("{field} does not belong on this kind of card.", field=field) for field in strange)


def _mistakes_in_office_card(card: CardKind) -> Iterator[Phrase]:
    """One region with all its commodities, or one commodity in all regions (M8)."""
    if (card.region is None) == (card.commodity is None):
        yield Phrase("an office card shows either a region or a commodity.")
    if card.districts is not None:
        yield Phrase("an office card shows no districts.")


def _mistakes_in_build_card(card: CardKind) -> Iterator[Phrase]:
    """One district with any commodity, or two with one (M9)."""
    districts = card.districts or ()
    single = len(districts) == 1 and card.commodity is None
    double = len(set(districts)) == len(districts) == 2 and card.commodity is not None
    if not (single or double):
        yield Phrase("a build card shows one district and no commodity, or two different districts and a commodity.")
    if card.region is not None:
        yield Phrase("a build card shows no region.")


def _mistakes_in_counts(cards: Sequence[Piece[CardKind]]) -> Iterator[Mistake]:
    """How many there are (M2); judged once every card can be read."""
    read = [card.value for card in cards if card.value]
    if len(read) < len(cards):
        return
    sand = [card.count for card in read if card.kind == "sand_clock"]
    action = [card.count for card in read if card.kind != "sand_clock"]
    leaving = [card.count for card in read if card.min_players is not None]
    if len(sand) != 1:
        yield Mistake("cards", Phrase("there must be one kind of sand clock, not {count}.", count=len(sand)))
    if sum(sand) != SAND_CLOCKS:
        clocks = Phrase("there are {count} sand clocks; there must be {due}.", count=sum(sand), due=SAND_CLOCKS)
        yield Mistake("cards", clocks)
    if sum(action) != ACTION_CARDS:
        actions = Phrase("there are {count} action cards; there must be {due}.", count=sum(action), due=ACTION_CARDS)
        yield Mistake("cards", actions)
    if sum(leaving) != FOR_FOUR_PLAYERS:
        marked = Phrase(
            "{count} cards have min_players = 4; there must be {due}.", count=sum(leaving), due=FOR_FOUR_PLAYERS
        )
        yield Mistake("cards", marked)
