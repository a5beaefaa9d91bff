"""The board: its data as the TOML file and the record write them, and the lookups that the rules ask of it.

Whether the data make sense is judged in `mistakes`.
"""

import pkgutil
from functools import cache

import msgspec

from companion.games.board_data import Item, Source
from companion.games.mercurius.actions import PlayCard
from companion.games.mercurius.tokens import AT, CHAMBERS, COMMODITIES, Chamber, Commodity, Token

NEWS = "news"
"""The News card, where it lies among price cards."""

SHARE_MOVE, COMMODITY_MOVE = 1, 2
"""How far a card moves either price (C2)."""


class Track(Item, frozen=True):
    """The price of each space, from the lowest (C4); all tokens have the same track."""

    prices: tuple[int, ...]
    source: Source


class Start(Item, frozen=True):
    """Guilders of each player, and where the prices begin (C1)."""

    money: int
    share: int
    commodity: int
    source: Source


class BankTokens(Item, frozen=True):
    """So many tokens of each kind are in the bank when so many play (C1)."""

    players: int
    tokens: int
    source: Source


class DividendRow(Item, frozen=True):
    """What a share pays at each price that the track knows, from the lowest (C7)."""

    amounts: tuple[int, ...]
    source: Source


class Dealing(Item, frozen=True):
    """How many cards a hand begins with, and how many make the backup deck (C2)."""

    hand: int
    backup: int
    source: Source


class ChamberGoods(Item, frozen=True):
    """What a chamber deals in."""

    id: Chamber
    primary: Commodity
    secondary: Commodity
    source: Source


class CardKind(Item, frozen=True):
    """A price card: by how many spaces it moves a share, and by how many a commodity."""

    id: str
    chamber: Chamber
    share: int
    commodity: Commodity
    change: int
    count: int
    source: Source


class BoardData(Item, frozen=True):
    """A whole board, in the shape of the TOML file and of a record's header."""

    track: Track
    start: Start
    bank: tuple[BankTokens, ...]
    dividends: DividendRow
    dealing: Dealing
    chambers: tuple[ChamberGoods, ...]
    cards: tuple[CardKind, ...]


class Board:
    """Board data with everything looked up beforehand that the rules ask for in play."""

    def __init__(self, data: BoardData) -> None:
        self.data = data
        self.prices = data.track.prices
        self.end = len(self.prices) - 1
        self.start_money = data.start.money
        start = data.start
        self.start_spaces = tuple(
            map(self.prices.index, [start.share] * len(CHAMBERS) + [start.commodity] * len(COMMODITIES))
        )
        self.bank = {bank.players: bank.tokens for bank in data.bank}
        amounts = dict(zip(sorted(set(self.prices)), data.dividends.amounts, strict=True))
        self.dividends = tuple(amounts[price] for price in self.prices)
        self.hand = data.dealing.hand
        self.backup = data.dealing.backup
        self._number_cards(data.cards)

    def __repr__(self) -> str:
        return f"<Board of {len(self.prices)} spaces and {self.all_cards} cards>"

    def _number_cards(self, kinds: tuple[CardKind, ...]) -> None:
        self.cards = {card.id: card for card in kinds}
        self.card_at = {card.id: place for place, card in enumerate(kinds)}
        self.all_cards = sum(card.count for card in kinds)
        self.plays = {card.id: PlayCard(card.id) for card in kinds}
        self.moves: dict[str, tuple[tuple[Token, int, int], ...]] = {card.id: _moves(card) for card in kinds}
        self.moves[NEWS] = ()

    def moved(self, space: int, move: int) -> int:
        """Where a price goes that stops at the ends of its track (C4)."""
        return min(max(space + move, 0), self.end)


def _moves(card: CardKind) -> tuple[tuple[Token, int, int], ...]:
    """Each token that the card moves, its place among all, and by how many spaces."""
    return (card.chamber, AT[card.chamber], card.share), (card.commodity, AT[card.commodity], card.change)


@cache
def default_board() -> Board:
    """The board in the box: the rulebook's facts, and a reconstruction of the one row that it does not show."""
    text = pkgutil.get_data(__package__, "board.toml")
    assert text is not None
    return Board(msgspec.toml.decode(text, type=BoardData))
