"""What is written beside the map: a title, a key to the outlines, and how many cards there are of each kind."""

from collections.abc import Sequence

from companion.games.board_data import Source
from companion.games.drawing.paints import FADED, PARCHMENT
from companion.games.merchants.board import CardKind, Point
from companion.games.merchants.drawing import names, symbols
from companion.games.merchants.drawing.svg import outline, seat_mark
from companion.games.merchants.titles import part_heading
from companion.games.speech import ENGLISH, Speech, mark
from companion.games.svg import Box, Element, group, moved, rect, shape, text

CARTOUCHE = Box(124, 532, 246, 114)
CARDS = Box(664, 664, 526, 146)
COLUMNS = 3
TIMES = "\u00d7"

_KEY: tuple[tuple[Source, str], ...] = (
    ("rulebook", mark("known: a rulebook or a board says so")),
    ("reconstruction", mark("reconstructed: compare your own board")),
)
_KINDS = {"sand_clock": mark("sand clock"), "commodity": mark("commodity")}


def draw_cartouche(parent: Element, speech: Speech = ENGLISH) -> None:
    """The title, and what the outlines mean."""
    x, y, width, _ = CARTOUCHE
    drawn = draw_title(parent, speech)
    tables = speech.say("scoring tables: a column for each rank, in thousands")
    text(drawn, tables, (x + width / 2, y + 43), 7.5, room=width - 20, fill=FADED)
    for row, (source, meaning) in enumerate(_KEY):
        square = outline(source) | {"fill": PARCHMENT}
        shape(drawn, "rect", x=x + 16, y=y + 54 + 19 * row, width=22, height=14, rx=2, **square)
        beside = (x + 46, y + 64.5 + 19 * row)
        text(drawn, speech.say(meaning), beside, 8.5, room=width - 50, text_anchor="start")
    seat_mark(drawn, 1, (x + 27, y + 98))
    first = speech.say("start space of the first seat, and so on")
    text(drawn, first, (x + 46, y + 101), 8.5, room=width - 50, text_anchor="start")


def draw_title(parent: Element, speech: Speech = ENGLISH) -> Element:
    """A cartouche with the name of the game, and room below."""
    drawn = group(parent)
    for inset, line_width in ((0, 1.4), (4, 0.6)):
        rect(drawn, CARTOUCHE.grown(-inset), rx=6, fill=PARCHMENT, stroke=FADED, stroke_width=line_width)
    name, above = speech.say("Merchants of Amsterdam"), (CARTOUCHE.middle[0], CARTOUCHE.y + 28)
    text(drawn, name, above, 16, room=CARTOUCHE.width - 24, font_style="italic")
    return drawn


def draw_cards(parent: Element, cards: Sequence[CardKind], speech: Speech = ENGLISH) -> None:
    """A line for each kind of card, in as many rows as there must be."""
    x, y, width, height = CARDS
    drawn = group(parent, speech.say("Cards"))
    total = speech.say("{count} cards", count=sum(card.count for card in cards))
    text(drawn, total, (x + 4, y + 11), 12, text_anchor="start", font_style="italic")
    rows = max(-(-len(cards) // COLUMNS), 1)
    row_height = min((height - 18) / rows, 14)
    for place, card in enumerate(cards):
        column, row = divmod(place, rows)
        at = (x + column * width / COLUMNS, y + 18 + (row + 0.5) * row_height)
        _draw_card(drawn, card, at, width / COLUMNS, row_height, speech)


def _draw_card(parent: Element, card: CardKind, at: Point, width: float, height: float, speech: Speech) -> None:
    x, middle = at
    size = min(height * 0.7, 9.5)
    line = middle + size * 0.36
    drawn = group(parent, names.with_source(f"{card.id}: {card.count}", card.source, speech))
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
    text(drawn, card_words(card, speech), (left, line), size, room=x + width - left - 4, text_anchor="start")


def card_words(card: CardKind, speech: Speech) -> str:
    """What it shows; its name, where that is nothing."""
    if not {"office": card.region or card.commodity, "build": card.districts}.get(card.kind, True):
        return card.id
    if card.kind == "office":
        return speech.say("office, {place}", place=part_heading(card.region or card.commodity or "", speech))
    if card.kind == "build":
        return speech.either([part_heading(district, speech) for district in card.districts or ()])
    kind = speech.say(_KINDS[card.kind])
    if card.min_players is None:
        return kind
    return speech.say("{kind}, {count} players or more", kind=kind, count=card.min_players)
