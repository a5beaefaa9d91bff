"""A game of Mercurius, event by event, each held against the cardboard: the board data, the deck, and what has happened
so far.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import bookkeeper
from bookkeeper import Json

SHARES = "amsterdam hoorn delft rotterdam enkhuizen middelburg".split()
GOODS = "silk coffee porcelain copper spices tea".split()


@dataclass
class Books(bookkeeper.Books):
    held: list[Counter[str]] = field(default_factory=list)
    lots: list[Counter[str]] = field(default_factory=list)
    hands: list[Counter[str]] = field(default_factory=list)
    boards: list[list[str]] = field(default_factory=list)
    bank: Counter[str] = field(default_factory=Counter)
    spaces: dict[str, int] = field(default_factory=dict)
    specials: list[set[str]] = field(default_factory=list)
    piles: dict[str, list[str]] = field(default_factory=dict)
    played: Counter[str] = field(default_factory=Counter)
    paid: list[str] = field(default_factory=list)
    turns: list[tuple[int, int]] = field(default_factory=list)
    last_round: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        board, players = self.header["board"], self.players
        self.prices: list[int] = board["track"]["prices"]
        self.cards: dict[str, Json] = {card["id"]: card for card in board["cards"]}
        self.tokens = next(bank["tokens"] for bank in board["bank"] if bank["players"] == players)
        self.held = [Counter() for _ in range(players)]
        self.lots = [Counter() for _ in range(players)]
        self.hands = [Counter() for _ in range(players)]
        self.boards = [["", "", ""] for _ in range(players)]
        self.bank = Counter(dict.fromkeys(SHARES + GOODS, self.tokens))
        start = board["start"]
        self.spaces = {token: self.prices.index(start["share"]) for token in SHARES}
        self.spaces |= {token: self.prices.index(start["commodity"]) for token in GOODS}
        self.specials = [{"news", "dividend", "black_market"} for _ in range(players)]
        deck = self.header["deck"] or ["hidden"] * sum(card["count"] for card in self.cards.values())
        backup = board["dealing"]["backup"]
        self.piles = {"backup": deck[:backup], "main": deck[backup:]}

    def price(self, token: str) -> int:
        return self.prices[self.spaces[token]]

    def enter(self, entry: Json) -> None:
        """First its own events, which must be those of the rules, then those of the next turn or of the end."""
        events = entry["events"]
        places = [place for place, event in enumerate(events) if _comes_by_itself(event)]
        own = places[0] if places else len(events)
        _acted(self, entry["seat"], entry["action"], events[:own])
        if events[own:]:
            _went_on(self, events[own:])

    def add(self, event: Json) -> None:
        self.seen.add(event["type"])
        getattr(self, f"_{event['type']}")(event)

    def _check(self, tokens: Iterable[str]) -> None:
        """That none of them was lost or made up."""
        for token in tokens:
            out = sum(held[token] for held in self.held) + sum(lot[token] for lot in self.lots)
            assert self.bank[token] + out == self.tokens
            assert self.bank[token] >= 0

    def _turn(self, event: Json) -> None:
        turns = len(self.turns)
        assert (event["seat"], event["round"]) == (turns % self.players, turns // self.players + 1)
        assert self.last_round is None or event["round"] <= self.last_round
        self.turns.append((event["round"], event["seat"]))

    def _dealt(self, event: Json) -> None:
        assert self.piles[event["pile"]].pop(0) == event["card"]
        self.hands[event["seat"]][event["card"]] += 1
        self.seen.add(f"dealt:{event['pile']}")

    def _main_deck_out(self, event: Json) -> None:
        assert self.piles["main"] == []
        assert self.last_round is None
        assert event["last_round"] == self.turns[-1][0] + 2
        self.last_round = event["last_round"]

    def _money(self, event: Json) -> None:
        why, _, token = event["why"].partition(":")
        self.money[event["seat"]] += event["amount"]
        assert self.money[event["seat"]] >= 0
        self.seen.add(f"money:{why}")
        assert token in self.spaces or why == "start"

    def _holding(self, event: Json) -> None:
        self.held[event["seat"]][event["token"]] += event["count"]
        self.bank[event["token"]] -= event["count"]
        assert self.held[event["seat"]][event["token"]] >= 0
        self._check([event["token"]])

    def _lot(self, event: Json) -> None:
        seat = event["seat"]
        self.specials[seat].remove("black_market")
        assert self.lots[seat].total() == 0
        self.lots[seat] = Counter(event["tokens"])
        self.held[seat].subtract(self.lots[seat])
        assert min(self.held[seat].values()) >= 0
        self._check(event["tokens"])

    def _lot_sold(self, event: Json) -> None:
        lot = self.lots[event["seat"]]
        self.bank.update(lot)
        self.lots[event["seat"]] = Counter()
        self._check(lot)

    def _dividend_paid(self, event: Json) -> None:
        self.specials[event["seat"]].remove("dividend")
        assert event["chamber"] not in self.paid
        self.paid.append(event["chamber"])
        row = dict(zip(sorted(set(self.prices)), self.header["board"]["dividends"]["amounts"], strict=True))
        assert event["each"] == row[self.price(event["chamber"])]

    def _played(self, event: Json) -> None:
        seat, card = event["seat"], event["card"]
        hidden = self.header["deck"] is None
        held = "hidden" if hidden else card
        self.hands[seat][held] -= 1
        assert self.hands[seat][held] >= 0
        self.played[card] += 1
        assert self.played[card] <= self.cards[card]["count"]
        assert self.boards[seat][0] == ""
        self.boards[seat][0] = card

    def _news_played(self, event: Json) -> None:
        seat = event["seat"]
        self.specials[seat].remove("news")
        self.hands[seat].subtract(event["thrown"])
        assert min(self.hands[seat].values()) >= 0
        assert self.boards[seat][0] == ""
        self.boards[seat][0] = "news"
        self.seen.add(f"news:{len(event['thrown'])}:{'main' if self.piles['main'] else 'no main'}")

    def _price(self, event: Json) -> None:
        assert self.spaces[event["token"]] == event["from"] != event["to"]
        self.spaces[event["token"]] = event["to"]
        if self.prices[event["from"]] == self.prices[event["to"]]:
            self.seen.add("price stays")

    def _shifted(self, event: Json) -> None:
        board = self.boards[event["seat"]]
        assert event.get("off", "") == board[2]
        self.boards[event["seat"]] = ["", *board[:2]]

    def _game_over(self, event: Json) -> None:
        assert event["money"] == self.money
        self._check(SHARES + GOODS)
        assert not any(held.total() for held in self.held + self.lots)
        assert self.turns[-1] == (self.last_round, self.players - 1)
        self.over = True


def expected_prices(books: Books, seat: int) -> Iterator[tuple[str, int, int]]:
    """How the cards on a board move the prices: those that move at all, the newest card first."""
    spaces = dict(books.spaces)
    for card in books.boards[seat]:
        if card in books.cards:
            kind = books.cards[card]
            for token, move in ((kind["chamber"], kind["share"]), (kind["commodity"], kind["change"])):
                to = max(0, min(len(books.prices) - 1, spaces[token] + move))
                if to != spaces[token]:
                    yield token, spaces[token], to
                spaces[token] = to


def expected_money(books: Books, seat: int, action: Json) -> Iterator[tuple[int, int, str]]:
    """What an answer to the question of trading brings everybody."""
    if action["type"] == "trade":
        deals = [(deal["kind"], deal["token"]) for deal in action["deals"]]
        for kind, token in deals:
            more = deals.count((kind, token)) - 1
            price = books.price(token)
            yield seat, (-(price + more) if kind == "buy" else max(1, price - more)), f"{kind}:{token}"
    elif action["type"] == "dividend":
        chamber = action["chamber"]
        each = -(-books.price(chamber) // 4)
        for step in range(1, books.players + 1):
            holder = (seat + step) % books.players
            if shares := books.held[holder][chamber]:
                yield holder, each * shares, f"dividend:{chamber}"


def sold(books: Books, seat: int, tokens: Counter[str], why: str) -> Iterator[tuple[int, int, str]]:
    """At the full price."""
    for token in SHARES + GOODS:
        if tokens[token]:
            yield seat, tokens[token] * books.price(token), f"{why}:{token}"


def _comes_by_itself(event: Json) -> bool:
    return event["type"] in ("turn", "game_over") or event.get("why", "").startswith("final")


def _acted(books: Books, seat: int, action: Json, events: list[Json]) -> None:
    books.seen.add(f"action:{action['type']}")
    start = books.header["board"]["start"]["money"]
    is_setup = action["type"] == "setup"
    due = [(seat, start, "start") for seat in range(books.players)] if is_setup else expected_money(books, seat, action)
    assert _money_in(events) == list(due)
    moves: list[tuple[str, int, int]] = []
    for event in events:
        if event["type"] == "price":
            assert moves.pop(0) == (event["token"], event["from"], event["to"])
        books.add(event)
        if event["type"] in ("played", "news_played"):
            moves = list(expected_prices(books, seat))
    assert moves == []


def _went_on(books: Books, events: list[Json]) -> None:
    """A lot is sold at the start of its player's turn; at the end everything is."""
    first = events[0]
    if first["type"] == "turn":
        due = list(sold(books, first["seat"], books.lots[first["seat"]], "black_market"))
    else:
        due = [
            money
            for seat in range(books.players)
            for tokens, why in ((books.held[seat], "final"), (books.lots[seat], "final_lot"))
            for money in sold(books, seat, tokens, why)
        ]
    assert _money_in(events) == due
    for event in events:
        books.add(event)


def _money_in(events: list[Json]) -> list[tuple[int, int, str]]:
    return [(event["seat"], event["amount"], event["why"]) for event in events if event["type"] == "money"]
