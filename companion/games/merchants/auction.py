"""The Dutch auction (M11 to M16). It knows no time: it is told who stopped the clock where, or that it ran out."""

from functools import lru_cache

from companion.games.events import Money
from companion.games.merchants.actions import Expire, StartClock, Stop
from companion.games.merchants.board import THOUSAND, Board
from companion.games.merchants.events import ClockStarted, Doubled, Misbid, SetAside, Sold, Unsold
from companion.games.merchants.options import Options
from companion.games.merchants.state import DISKS, Play, State
from companion.games.rules import Question, nothing

DOUBLING_DIAL = 200
GUARANTEE_DIAL = 100
"""A doubled auction that reaches it goes to the doubler for the doubled price (M13)."""

_START = (StartClock(),)
_EXPIRE = (Expire(),)


def price_of(dial: int, doubled: bool) -> int:
    """What a stop at this dial costs, in guilders."""
    return dial * THOUSAND * (2 if doubled else 1)


def doubles(state: State, stop: Stop) -> bool:
    """Whether this stop doubles the auction instead of buying (M12)."""
    if state.doubled_by is not None or stop.dial < DOUBLING_DIAL:
        return False
    return stop.start or state.setup.rules.double_window == "200"


def live_dials(board: Board, doubled: bool) -> list[int]:
    """The readings at which a card can be bought, from the highest; the next one ends the auction (M11, M13)."""
    return [dial for dial in board.dials if not doubled or dial > GUARANTEE_DIAL]


@lru_cache(maxsize=20)
def stops(board: Board, doubled: bool, window: str) -> Options:
    """Every stop there can be, from the highest."""
    before_200 = (Stop(DOUBLING_DIAL, start=True),) if window == "start" and not doubled else ()
    return (*before_200, *(Stop(dial) for dial in live_dials(board, doubled)))


def stop_at(state: State, dial: int, before_200: bool) -> Stop:
    """The stop of a clock that shows this; before 200 is reached it is one of its own only by the house rule (M12)."""
    apart = state.setup.rules.double_window == "start" and state.doubled_by is None
    return Stop(dial, start=before_200 and apart)


def _payable(all_stops: Options, dial: int) -> Options:
    return tuple(stop for stop in all_stops if isinstance(stop, Stop) and stop.dial <= dial)


def _start_options(_state: State, _seat: int | None) -> Options:
    return _START


def _start(play: Play, _seat: int, _action: StartClock) -> None:
    _run_clock(play, None, ())


def _run_clock(play: Play, doubled_by: int | None, barred: tuple[int, ...]) -> None:
    play.emit(ClockStarted(doubled_by, barred))
    play.ask("bid", None)


def bids(state: State) -> dict[int | None, Options]:
    """What everybody may do while the clock runs. Nobody (None) is the clock, which runs out if it is not stopped."""
    seats = (*range(len(state.money)), None)
    return {seat: options for seat in seats if (options := _bid_options(state, seat))}


def _bid_options(state: State, seat: int | None) -> Options:
    if seat is None:
        return _EXPIRE
    if seat in state.barred or not 0 <= seat < len(state.money):
        return ()
    doubled = state.doubled_by is not None
    rules = state.setup.rules
    all_stops = stops(state.setup.board, doubled, rules.double_window)
    if rules.misbid == "restart":
        return all_stops
    return _payable(all_stops, state.money[seat] // price_of(1, doubled))


def _bid(play: Play, seat: int | None, action: Stop | Expire) -> None:
    doubler = play.state.doubled_by
    if isinstance(action, Stop):
        assert seat is not None
        _stop(play, seat, action)
    elif doubler is not None:
        _sell(play, doubler, price_of(GUARANTEE_DIAL, doubled=True))
    else:
        _leave_unsold(play)


def _stop(play: Play, seat: int, stop: Stop) -> None:
    state = play.state
    price = price_of(stop.dial, state.doubled_by is not None)
    if state.money[seat] < price:
        _misbid(play, seat, stop.dial)
    elif doubles(state, stop):
        play.emit(Doubled(seat))
        _run_clock(play, seat, state.barred)
    else:
        _sell(play, seat, price)


def _misbid(play: Play, seat: int, dial: int) -> None:
    """The clock starts again without this seat; with nobody left the card is discarded (M14)."""
    state = play.state
    play.emit(Misbid(seat, dial))
    barred = tuple(sorted((*state.barred, seat)))
    if len(barred) == state.setup.players:
        _leave_unsold(play)
    else:
        _run_clock(play, state.doubled_by, barred)


def _sell(play: Play, seat: int, price: int) -> None:
    """The winner pays first, then uses the card (M16)."""
    play.emit(Sold(seat, price))
    play.emit(Money(seat, -price, "auction"))
    play.ask("auction_card", seat)


def _leave_unsold(play: Play) -> None:
    card = play.state.disks[DISKS.index("auction")]
    assert card is not None
    play.emit(Unsold())
    play.emit(SetAside(card, "unsold"))


START_CLOCK = Question(_start_options, _start, nothing)
BID = Question(_bid_options, _bid, nothing)
