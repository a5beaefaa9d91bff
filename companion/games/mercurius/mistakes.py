"""Is this data a board? Every mistake in it, each as one sentence for the owner who typed the file."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.games.mercurius.actions import HIDDEN
from companion.games.mercurius.board import (
    COMMODITY_MOVE,
    NEWS,
    SHARE_MOVE,
    BankTokens,
    Board,
    BoardData,
    CardKind,
    ChamberGoods,
    Dealing,
    DividendRow,
    Start,
    Track,
)
from companion.games.mercurius.state import Setup
from companion.games.mercurius.tokens import CHAMBERS
from companion.games.speech import Phrase
from companion.games.spelling import (
    Mistake,
    Piece,
    board_of,
    piece,
    pieces,
    quoted,
    repeated,
    unusable,
)

SPACES = 33
ALL_CARDS = 72
HANDS = range(3, 9)
"""From 3, so that nobody runs out of cards in the rounds without a deck (C10)."""
BACKUPS = range(2 * Setup.PLAYERS[-1], 21)
"""Every player may draw two of it (C8)."""
MOST_TOKENS = 20
MOST_GUILDERS = 10_000


def board_from(data: object) -> Board:
    """The board that decoded data describe, as in a record's header. `BadBoard` names every mistake."""
    return board_of(data, BoardData, _judged, Board)


def _judged(fields: Mapping[str, Any]) -> list[Mistake]:
    track = piece("track", fields.get("track"), Track)
    chambers = pieces("chambers", fields.get("chambers"), ChamberGoods)
    prices = track.value.prices if track.value else None
    return [
        *_in_track(track),
        *_in_start(piece("start", fields.get("start"), Start), prices),
        *_in_bank(pieces("bank", fields.get("bank"), BankTokens)),
        *_in_dividends(piece("dividends", fields.get("dividends"), DividendRow), prices),
        *_in_dealing(piece("dealing", fields.get("dealing"), Dealing)),
        *_in_chambers(chambers),
        *_in_cards(pieces("cards", fields.get("cards"), CardKind), chambers),
    ]


def _in_track(track: Piece[Track]) -> Iterator[Mistake]:
    yield from track.wrong
    if track.value is None:
        return
    prices = track.value.prices
    if len(prices) != SPACES:
        yield Mistake("track", Phrase("prices must be a list of {due}, not of {count}.", due=SPACES, count=len(prices)))
    if any(not 1 <= price <= MOST_GUILDERS for price in prices):
        yield Mistake("track", Phrase("prices must be from 1 to {most}.", most=MOST_GUILDERS))
    if list(prices) != sorted(prices):
        yield Mistake("track", Phrase("prices may never fall from one space to the next."))


def _in_start(start: Piece[Start], prices: Sequence[int] | None) -> Iterator[Mistake]:
    yield from start.wrong
    if start.value is None:
        return
    if not 0 <= start.value.money <= MOST_GUILDERS:
        yield Mistake("start", Phrase("money must be from 0 to {most}.", most=MOST_GUILDERS))
    for field, price in (("share", start.value.share), ("commodity", start.value.commodity)):
        if prices is not None and price not in prices:
            yield Mistake(
                "start", Phrase("{field} begins at {price}, which is not on the track.", field=field, price=price)
            )


def _in_bank(banks: Sequence[Piece[BankTokens]]) -> Iterator[Mistake]:
    """One for each number of players (C1)."""
    for bank in banks:
        yield from bank.wrong
        if bank.value and not 1 <= bank.value.tokens <= MOST_TOKENS:
            yield Mistake(bank.key, Phrase("tokens must be from 1 to {most}.", most=MOST_TOKENS))
    counts = [bank.value.players for bank in banks if bank.value]
    if len(counts) == len(banks) and sorted(counts) != list(Setup.PLAYERS):
        yield Mistake("bank", Phrase("there must be one line each for 3, 4 and 5 players."))


def _in_dividends(row: Piece[DividendRow], prices: Sequence[int] | None) -> Iterator[Mistake]:
    yield from row.wrong
    if row.value is None:
        return
    amounts = row.value.amounts
    if any(not 0 <= amount <= MOST_GUILDERS for amount in amounts):
        yield Mistake("dividends", Phrase("amounts must be from 0 to {most}.", most=MOST_GUILDERS))
    if prices is not None and len(amounts) != len(set(prices)):
        due = len(set(prices))
        wrong = Phrase(
            "there must be {due} amounts, one for each price on the track, not {count}.", due=due, count=len(amounts)
        )
        yield Mistake("dividends", wrong)


def _in_dealing(dealing: Piece[Dealing]) -> Iterator[Mistake]:
    yield from dealing.wrong
    if dealing.value is None:
        return
    for field, count, allowed in (("hand", dealing.value.hand, HANDS), ("backup", dealing.value.backup, BACKUPS)):
        if count not in allowed:
            least, most = allowed[0], allowed[-1]
            yield Mistake(
                "dealing", Phrase("{field} must be from {least} to {most}.", field=field, least=least, most=most)
            )


def _in_chambers(chambers: Sequence[Piece[ChamberGoods]]) -> Iterator[Mistake]:
    """All six, with a primary commodity each."""
    for chamber in chambers:
        yield from chamber.wrong
        if chamber.value and chamber.value.primary == chamber.value.secondary:
            yield Mistake(chamber.key, Phrase("primary and secondary must be different commodities."))
    yield from repeated(chambers, "id")
    yield from repeated(chambers, "primary")
    named = [chamber.word("id") for chamber in chambers]
    missing = [chamber for chamber in CHAMBERS if chamber not in named]
    if missing and all(chamber.value for chamber in chambers):
        yield Mistake("chambers", Phrase("missing: {names}.", names=", ".join(missing)))


def _in_cards(cards: Sequence[Piece[CardKind]], chambers: Sequence[Piece[ChamberGoods]]) -> Iterator[Mistake]:
    goods = {chamber.value.id: chamber.value for chamber in chambers if chamber.value}
    for card in cards:
        yield from card.wrong
        if card.value:
            yield from (Mistake(card.key, mistake) for mistake in _in_card(card.value, goods.get(card.value.chamber)))
    yield from unusable(cards)
    yield from repeated(cards, "id")
    read = [card.value.count for card in cards if card.value]
    if len(read) == len(cards) and sum(read) != ALL_CARDS:
        yield Mistake("cards", Phrase("there are {count} cards; there must be {due}.", count=sum(read), due=ALL_CARDS))


def _in_card(card: CardKind, goods: ChamberGoods | None) -> Iterator[Phrase]:
    if card.id in (HIDDEN, NEWS):
        yield Phrase("no price card can be called {word}.", word=quoted(card.id))
    if card.count < 1:
        yield Phrase("count must be at least 1, not {count}.", count=card.count)
    if abs(card.share) != SHARE_MOVE:
        yield Phrase("share must be 1 or -1, not {count}.", count=card.share)
    if abs(card.change) != COMMODITY_MOVE:
        yield Phrase("change must be 2 or -2, not {count}.", count=card.change)
    if card.share * card.change > 0:
        yield Phrase("share and change must go opposite ways.")
    if goods and card.commodity not in (goods.primary, goods.secondary):
        yield Phrase("{commodity} is no commodity of {chamber}.", commodity=card.commodity, chamber=card.chamber)
