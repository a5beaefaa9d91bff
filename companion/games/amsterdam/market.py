"""The market: once in a turn, gulden for prestige and whatever else the tile of the round shows (A6)."""

from companion.games.amsterdam import cards
from companion.games.amsterdam.actions import Buy, Effect
from companion.games.amsterdam.cards import MOST_GAINED, MOST_PRESTIGE
from companion.games.amsterdam.events import OnceDone, TileSeen
from companion.games.amsterdam.state import Play, State
from companion.games.amsterdam.things import COLOURS
from companion.games.events import Money
from companion.games.rules import Options
from companion.games.typed import Counted, Typed

MOST_PRICE = 10
"""In gulden, of any tile."""


def purchases(state: State, seat: int) -> Options:
    if "market" in state.once:
        return ()
    prices = range(1, min(state.money[seat], MOST_PRICE) + 1)
    steps = range(state.setup.board.mouth + 1)
    extra = Counted([range(MOST_GAINED + 1)] * len(COLOURS))
    relief = range(-state.penalties[seat], 1)
    return Typed(Buy, prices, Typed(Effect, extra, range(MOST_GAINED + 1), range(MOST_PRESTIGE + 1), steps, relief))


def buy(play: Play, seat: int, action: Buy) -> None:
    play.emit(OnceDone("market"))
    play.emit(TileSeen(action.price, action.effect))
    play.emit(Money(seat, -action.price, "market"))
    cards.bring(play, seat, action.effect, "market")
