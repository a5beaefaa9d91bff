"""What a phone does for its seat, and for no other: checked here, judged by the rules."""

from concurrent.futures import Future

from companion.errors import NotNow
from companion.games.merchants.actions import Declare
from companion.requests import AnyRequest, PutAway
from companion.snapshots import Snapshot
from web.errors import NoAnswer, NotSeated
from web.here import Here
from web.state import after as name_of
from web.visitors import Visitor

PATIENCE = 5.0
"""Seconds that somebody waits for an answer of the table."""


def act(here: Here, who: Visitor, wish: AnyRequest, after: str = "") -> int:
    """Ask it of the table, and wait for the answer: the number of the last row. A GameError says why not."""
    snapshot = _on_table(here, after)
    seat = _own_seat(who, snapshot)
    if isinstance(wish, Declare):
        seat = _whose_card(seat, snapshot)
    if isinstance(wish, PutAway):
        wish = PutAway(tuple(sorted({pairing.seat for pairing in here.reception.pairings})))
    return _answer(here.house.submit(seat, wish, snapshot.look.step if after else None))


def put_away(here: Here, who: Visitor, looked_at: str = "") -> None:
    """Leave the table, or ask the others to: it is for those who play. A game that is over, or that only bots play, can
    be cleared away by anybody who sits at the device. `looked_at` is the number of the evening that the
    page showed: a page that was left open puts no other game away."""
    evening, snapshot = here.house.evening, here.house.snapshot
    if snapshot is None:
        return
    if looked_at not in ("", str(evening)):
        raise NotNow("Meanwhile the game has gone on; look again before you choose.")
    if is_for_anybody(snapshot):
        here.house.leave(evening)
        return
    act(here, who, PutAway())
    here.house.clear_if_put_away()


def is_for_anybody(snapshot: Snapshot) -> bool:
    """Whether what is on the table can be cleared away by one who does not play."""
    view = snapshot.view(None)
    return view.table.winners is not None or all(seat.is_bot for seat in view.seats)


def press(here: Here, who: Visitor, stamp: int, after: str = "") -> None:
    """A bid, or the mayor's start of the clock: goes its way at once, and what becomes of it is told by the table."""
    here.house.press(_own_seat(who, _on_table(here, after)), stamp, phone=True)


def may_bid(here: Here, seat: int, players: int) -> bool:
    """By phone, if the table wants it so."""
    return seat not in here.house.button_only(players)


def _on_table(here: Here, after: str) -> Snapshot:
    evening, snapshot = here.house.evening, here.house.snapshot
    if snapshot is None:
        raise NotNow("Nothing is on the table.")
    if after not in ("", name_of(snapshot, evening)):
        raise NotNow("Meanwhile the game has gone on; look again before you choose.")
    return snapshot


def _own_seat(who: Visitor, snapshot: Snapshot) -> int:
    if who.seat is None:
        raise NotSeated("Only a phone that sits at the table can do this; sit down first.")
    seats = snapshot.view(None).seats
    if who.seat >= len(seats):
        raise NotNow("Nobody plays at this seat now; look on, or sit at another one.")
    if seats[who.seat].is_bot:
        raise NotNow("{name} is a bot and chooses alone.", name=seats[who.seat].name)
    return who.seat


def _whose_card(seat: int, snapshot: Snapshot) -> int:
    """A card that the table turns up for a bot is named by any person at the table."""
    asked = snapshot.view(None).table.asked
    if asked is None or asked.seat is None or asked.what != "draw":
        return seat
    return asked.seat if snapshot.view(None).seats[asked.seat].is_bot else seat


def _answer(asked: "Future[int]") -> int:
    """What the table says; a refusal of its own is a GameError already."""
    try:
        return asked.result(timeout=PATIENCE)
    except TimeoutError:
        raise NoAnswer("The table does not answer; look again in a moment.") from None
