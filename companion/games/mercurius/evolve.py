"""How a fact changes the state. Judges nothing; nothing else changes a state."""

from collections.abc import Callable
from typing import Any

from companion.games.events import Asked, Event, GameOver, Money
from companion.games.mercurius import events as ev
from companion.games.mercurius.actions import HIDDEN
from companion.games.mercurius.board import NEWS
from companion.games.mercurius.state import Special, State
from companion.games.mercurius.tokens import AT
from companion.games.state import put


def _turn(state: State, event: ev.Turn) -> None:
    state.seat = event.seat
    state.round = event.round


def _dealt(state: State, event: ev.Dealt) -> None:
    hand = (*state.hands[event.seat], event.card)
    if event.card != HIDDEN:
        hand = tuple(sorted(hand, key=state.setup.board.card_at.__getitem__))
    state.hands = put(state.hands, event.seat, hand)
    if event.pile == "main":
        state.main -= 1
    else:
        state.backup -= 1


def _main_deck_out(state: State, event: ev.MainDeckOut) -> None:
    state.last_round = event.last_round


def _money(state: State, event: Money) -> None:
    state.money = put(state.money, event.seat, state.money[event.seat] + event.amount)


def _holding(state: State, event: ev.Holding) -> None:
    at, seat, count = AT[event.token], event.seat, event.count
    held, bank = list(state.holdings[seat]), list(state.bank)
    held[at] += count
    bank[at] -= count
    state.holdings = put(state.holdings, seat, tuple(held))
    state.bank = tuple(bank)


def _lot(state: State, event: ev.Lot) -> None:
    held = list(state.holdings[event.seat])
    for token in event.tokens:
        held[AT[token]] -= 1
    state.holdings = put(state.holdings, event.seat, tuple(held))
    state.lots = put(state.lots, event.seat, event.tokens)
    _spend(state, event.seat, "black_market")


def _lot_sold(state: State, event: ev.LotSold) -> None:
    bank = list(state.bank)
    for token in state.lots[event.seat]:
        bank[AT[token]] += 1
    state.bank = tuple(bank)
    state.lots = put(state.lots, event.seat, ())


def _dividend_paid(state: State, event: ev.DividendPaid) -> None:
    state.paid = (*state.paid, event.chamber)
    _spend(state, event.seat, "dividend")


def _played(state: State, event: ev.Played) -> None:
    seat, card = event.seat, event.card
    hand = list(state.hands[seat])
    hand.remove(card if card in hand else HIDDEN)
    state.hands = put(state.hands, seat, tuple(hand))
    _lay(state, seat, card)
    kind = state.setup.board.card_at[card]
    state.left = put(state.left, kind, state.left[kind] - 1)


def _news_played(state: State, event: ev.NewsPlayed) -> None:
    hand = list(state.hands[event.seat])
    for card in event.thrown:
        hand.remove(card)
    state.hands = put(state.hands, event.seat, tuple(hand))
    _lay(state, event.seat, NEWS)
    _spend(state, event.seat, "news")


def _price(state: State, event: ev.Price) -> None:
    state.spaces = put(state.spaces, AT[event.token], event.to)


def _shifted(state: State, event: ev.Shifted) -> None:
    newest, second, _ = state.boards[event.seat]
    state.boards = put(state.boards, event.seat, (None, newest, second))


def _game_over(state: State, event: GameOver) -> None:
    state.winners = event.winners


def _asked(state: State, event: Asked) -> None:
    state.agenda = event.agenda


def _lay(state: State, seat: int, card: str) -> None:
    """On the first place of the board."""
    _, second, third = state.boards[seat]
    state.boards = put(state.boards, seat, (card, second, third))


def _spend(state: State, seat: int, special: Special) -> None:
    rest = tuple([card for card in state.specials[seat] if card != special])
    state.specials = put(state.specials, seat, rest)


CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    ev.Turn: _turn,
    ev.Dealt: _dealt,
    ev.MainDeckOut: _main_deck_out,
    Money: _money,
    ev.Holding: _holding,
    ev.Lot: _lot,
    ev.LotSold: _lot_sold,
    ev.DividendPaid: _dividend_paid,
    ev.Played: _played,
    ev.NewsPlayed: _news_played,
    ev.Price: _price,
    ev.Shifted: _shifted,
    GameOver: _game_over,
    Asked: _asked,
}
