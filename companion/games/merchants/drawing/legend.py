"""What is written beside the map: a title, a key to the outlines, and how many cards there are of each kind."""

from collections.abc import Sequence

from companion.games.merchants.board import CardKind, Point, Source
from companion.games.merchants.drawing import symbols
from companion.games.merchants.drawing.svg import (
    FADED,
    PARCHMENT,
    Element,
    group,
    in_words,
    moved,
    outline,
    seat_mark,
    shape,
    text,
)

CARTOUCHE = (124, 532, 246, 114)
CARDS = (664, 664, 526, 146)
COLUMNS = 3
TIMES = "\u00d7"


def draw_cartouche(parent: Element) -> None:
    x, y, width, height = CARTOUCHE
    drawn = group(parent)
    for inset, line_width in ((0, 1.4), (4, 0.6)):
        size = {"width": width - 2 * inset, "height": height - 2 * inset}
        looks = {"rx": 6, "fill": PARCHMENT, "stroke": FADED, "stroke_width": line_width}
        shape(drawn, "rect", x=x + inset, y=y + inset, **size, **looks)
    middle = x + width / 2
    text(drawn, "Merchants of Amsterdam", (middle, y + 28), 16, room=width - 24, font_style="italic")
    text(drawn, "scoring tables: a column for each rank, in thousands", (middle, y + 43), 7.5, fill=FADED)
    key: tuple[tuple[Source, str], ...] = (
        ("rulebook", "the rulebook says so"),
        ("reconstruction", "reconstructed: compare your own board"),
    )
    for row, (source, meaning) in enumerate(key):
        square = outline(source) | {"fill": PARCHMENT}
        shape(drawn, "rect", x=x + 16, y=y + 54 + 19 * row, width=22, height=14, rx=2, **square)
        text(drawn, meaning, (x + 46, y + 64.5 + 19 * row), 8.5, text_anchor="start")
    seat_mark(drawn, 1, (x + 27, y + 98))
    text(drawn, "start space of the first seat, and so on", (x + 46, y + 101), 8.5, text_anchor="start")


def draw_cards(parent: Element, cards: Sequence[CardKind]) -> None:
    """A line for each kind of card, in as many rows as there must be."""
    x, y, width, height = CARDS
    drawn = group(parent, "Cards")
    total = sum(card.count for card in cards)
    text(drawn, f"{total} cards", (x + 4, y + 11), 12, text_anchor="start", font_style="italic")
    rows = max(-(-len(cards) // COLUMNS), 1)
    row_height = min((height - 18) / rows, 14)
    for place, card in enumerate(cards):
        column, row = divmod(place, rows)
        at = (x + column * width / COLUMNS, y + 18 + (row + 0.5) * row_height)
        _draw_card(drawn, card, at, width / COLUMNS, row_height)


def _draw_card(parent: Element, card: CardKind, at: Point, width: float, height: float) -> None:
    x, middle = at
    size = min(height * 0.7, 9.5)
    line = middle + size * 0.36
    drawn = group(parent, f"{card.id}: {card.count} ({card.source})")
    text(drawn, f"{card.count} {TIMES}", (x + 22, line), size, room=22, text_anchor="end", font_weight="bold")
    looks = outline(card.source, 0.9) | {"fill": PARCHMENT}
    shape(drawn, "rect", x=x + 27, y=middle - height * 0.36, width=height * 0.52, height=height * 0.72, rx=1, **looks)
    left = x + 40
    if card.kind == "sand_clock":
        symbols.hourglass(moved(drawn, (left + 5, middle), height / 26))
        left += 13
    elif card.commodity:
        symbols.commodity(drawn, card.commodity, (left + 5, middle), height / 26)
        left += 13
    text(drawn, _words(card), (left, line), size, room=x + width - left - 4, text_anchor="start")


def _words(card: CardKind) -> str:
    if card.kind == "office":
        return f"office, {in_words(card.region or card.commodity or '')}"
    if card.kind == "build":
        return " or ".join(in_words(district) for district in card.districts or ())
    few = f", {card.min_players} players or more" if card.min_players else ""
    return card.kind.replace("_", " ") + few
