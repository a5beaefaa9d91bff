"""What is played instead of trading: the Black Market card (C6) and the Dividend card (C7)."""

from typing import Literal

from companion.games.events import Money
from companion.games.mercurius.events import DividendPaid, Lot, LotSold
from companion.games.mercurius.state import Play
from companion.games.mercurius.tokens import AT, Chamber, Token


def offer_lot(play: Play, seat: int, tokens: tuple[Token, ...]) -> None:
    """From now on they are nobody's."""
    play.emit(Lot(seat, tokens))


def sell_lot(play: Play, seat: int, why: Literal["black_market", "final_lot"]) -> None:
    """Everything on the seat's Black Market card, at the full price now."""
    state = play.state
    lot = state.lots[seat]
    for token in dict.fromkeys(lot):
        play.emit(Money(seat, lot.count(token) * state.price(token), f"{why}:{token}"))
    play.emit(LotSold(seat))


def pay_dividend(play: Play, seat: int, chamber: Chamber) -> None:
    """To all who hold its shares, clockwise from the left of who plays the card."""
    state = play.state
    at = AT[chamber]
    each = state.setup.board.dividends[state.spaces[at]]
    play.emit(DividendPaid(seat, chamber, each))
    for holder in state.setup.seats_from_left_of(seat):
        if amount := each * state.holdings[holder][at]:
            play.emit(Money(holder, amount, f"dividend:{chamber}"))
