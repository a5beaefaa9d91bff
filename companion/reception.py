"""The reception: which phone sits at which seat of the device, and how one is let in: by a press of that seat's own
button, or by a code that only those at the table can read. Pages and pins are for others; a `Caller` has the lamps.
"""

import hashlib
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

import msgspec

from companion.auction_clock import SECOND
from companion.chair import now_in_words
from companion.drawer import Drawer
from companion.errors import BadJournal, NotNow, TableClosed, TooOften, WrongCode
from companion.games.errors import GameError, Illegal
from companion.games.speech import Phrase
from companion.house import House
from companion.patience import Patience
from companion.snapshots import CLOCK_ALONE

PRESSING = 15 * SECOND
"""So long a seat is called."""
TYPING = 30 * SECOND
"""So long a code can be typed."""
GRACE = SECOND
"""A press in the last moment may take as long to be heard of."""
TRIES = 3
"""Wrong codes, and the calling is over."""
PHONES = 8
"""At one seat; the one that has sat there longest gives way."""
UNANSWERED = 10
"""Callings in a minute to which nobody came; then everybody waits a little."""

_MINUTE = 60 * SECOND
_DAY = 24 * 60 * _MINUTE
_KEY, _BOOK = "key", "pairings"
"""In the drawer."""
_KEY_BYTES = 32
_CODES = "codes"
_LONGEST_DEVICE = 40

_log = logging.getLogger(__name__)


class Pairing(msgspec.Struct, frozen=True):
    """A phone that sits at a seat."""

    number: int
    phone: str
    """Not its name but a hash of it: whoever reads the file can be nobody's phone."""
    seat: int
    since: str
    device: str
    """What it is, from the browser's own words."""


class Calling(msgspec.Struct, frozen=True):
    """What a phone that wants to sit down waits for."""

    seat: int
    mark: str
    """Two digits that the phone and the display show, so that people see which phone asks."""
    until: int
    by_code: bool
    takes_over: bool


class Caller(Protocol):
    """What the reception wants of the device."""

    def has_button(self, seat: int) -> bool:
        """Fitted, and working."""

    def has_display(self) -> bool: ...

    def call(self, seat: int, mark: str, until: int, heard: Callable[[], None]) -> Callable[[], None]:
        """The lamp in its own rhythm, and words on the display; a press calls `heard`, once. What comes back ends
        it."""

    def show_code(self, seat: int, code: str, until: int) -> Callable[[], None]: ...


class _Book(msgspec.Struct, frozen=True):
    """As it lies in the drawer."""

    pairings: tuple[Pairing, ...] = ()
    last: int = 0
    """The highest number that was ever given."""


class _Open(msgspec.Struct, eq=False):
    """A calling that nobody has answered yet."""

    phone: str
    client: str
    device: str
    calling: Calling
    code: str | None = None
    wrong: int = 0
    end: Callable[[], None] = lambda: None


class Reception:
    """All doors can be used from any thread."""

    def __init__(
        self, drawer: Drawer, caller: Caller, house: House, now: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self._drawer = drawer
        self._caller = caller
        self._house = house
        self._now = now
        self._door = threading.RLock()
        self._listeners: list[Callable[[], None]] = []
        self._open: _Open | None = None
        self._phones = Patience(free=3, first=10 * SECOND, most=5 * _MINUTE)
        self._clients = Patience(free=6, first=20 * SECOND, most=30 * _MINUTE)
        """By where they are on the network: a name costs nothing, an address a little more."""
        self._codes = Patience(free=TRIES - 1, first=_MINUTE, most=_DAY)
        """Of all wrong codes together, whoever typed them: names cost nothing. Only who got in can have them
        forgotten, and that takes somebody at the table; or the device is switched off and on again."""
        self._unanswered: deque[int] = deque(maxlen=UNANSWERED)
        self.trouble: GameError | None = None
        """Why what was changed last will not survive a restart, if so."""
        self._book = _Book()
        self._seats: dict[str, int] = {}
        self._is_read = False
        self.key = self._read() or secrets.token_bytes(_KEY_BYTES)
        """For whoever signs what phones bring along; made at the first start."""
        self._unsubscribe = house.subscribe(self._hear_of_table)

    def close(self) -> None:
        """Nobody is called any more."""
        self._unsubscribe()
        with self._door:
            if self._open:
                self._end(self._open)

    # Who sits where.

    def seat_of(self, phone: str) -> int | None:
        return self._seats.get(_hash(phone))

    def pairing_of(self, phone: str) -> Pairing | None:
        who = _hash(phone)
        return next((pairing for pairing in self._book.pairings if pairing.phone == who), None)

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        return self._book.pairings

    def stand_up(self, phone: str) -> None:
        who = _hash(phone)
        with self._door:
            if who not in self._seats:  # nothing is written, and nobody told, for one who looks on
                return
            self._write(tuple(pairing for pairing in self._book.pairings if pairing.phone != who))
        self._tell()
        self._check_is_kept()

    def remove(self, number: int) -> None:
        """A phone stands up whether it wants or not."""
        with self._door:
            if all(pairing.number != number for pairing in self._book.pairings):
                raise Illegal("That phone does not sit at the table any more.")
            self._write(tuple(pairing for pairing in self._book.pairings if pairing.number != number))
        self._tell()
        self._check_is_kept()

    def _check_is_kept(self) -> None:
        """Whoever was sent away would be back after a restart: somebody has to know."""
        if self.trouble:
            raise self.trouble

    # Sitting down.

    def calling(self, phone: str) -> Calling | None:
        """What this phone waits for."""
        waits = self._open
        is_mine = waits is not None and waits.phone == _hash(phone) and self._now() < waits.calling.until
        return waits.calling if waits and is_mine else None

    def ask(self, phone: str, seat: int, *, takes_over: bool = False, device: str = "", client: str = "") -> Calling:
        """For a seat; with `takes_over` for all of it. Whoever asks twice waits for the same. `client` is where the
        phone is on the network."""
        who = _hash(phone)
        with self._door:
            waits = self._waiting()
            if waits and (waits.phone, waits.calling.seat, waits.calling.takes_over) == (who, seat, takes_over):
                return waits.calling
            self._check(who, client, seat, takes_over, waits)
            by_code = not self._caller.has_button(seat)
            if by_code:
                self._check_codes(seat)
            if waits:  # its own, for another seat
                self._give_up(waits, self._now())
            until = self._now() + (TYPING if by_code else PRESSING)
            calling = Calling(seat, f"{10 + secrets.randbelow(90)}", until, by_code, takes_over)
            self._call(_Open(who, client, _shown(device), calling))
        self._tell()
        return calling

    def guess(self, phone: str, code: str) -> None:
        """The four digits on the display."""
        with self._door:
            waits = self._waiting()
            if waits is None or waits.phone != _hash(phone) or waits.code is None:
                raise NotNow("There is no code to type: ask for the seat again.")
            if not (len(code) == 4 and code.isascii() and code.isdecimal()):
                raise WrongCode("The code has four digits.")
            is_right = secrets.compare_digest(waits.code, code)
            if is_right:
                self._sit_down(waits)
            else:
                self._count_wrong(waits)
        self._tell()
        if not is_right:
            left = TRIES - waits.wrong
            raise WrongCode("That is not the code on the display. Tries left: {left}.", left=left)

    def give_up(self, phone: str) -> None:
        with self._door:
            waits = self._waiting()
            if waits is None or waits.phone != _hash(phone):
                return
            self._give_up(waits, self._now())
        self._tell()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Tell of every change from now on; what comes back ends it."""
        with self._door:
            self._listeners = [*self._listeners, listener]

        def end() -> None:
            with self._door:
                self._listeners = [other for other in self._listeners if other is not listener]

        return end

    # Whether somebody may be called.

    def _check(self, who: str, client: str, seat: int, takes_over: bool, waits: _Open | None) -> None:
        if self._house.is_closed:
            raise TableClosed("The device is being switched off.")
        if seat not in range(len(self._house.colours)):
            raise Illegal("The device has no seat {seat}.", seat=str(seat + 1))
        if self._seats.get(who) == seat and not takes_over:
            raise Illegal("This phone sits there already.")
        if self._is_for_clock(seat):
            raise NotNow("This seat's button is for the clock now: sit down after the auction.")
        if waits and waits.phone != who:
            raise NotNow("Another phone is just sitting down: try again in a moment.")
        self._check_patience(who, client)

    def _check_patience(self, who: str, client: str) -> None:
        now = self._now()
        recent = [at for at in self._unanswered if at + _MINUTE > now]
        crowd = recent[0] + _MINUTE - now if len(recent) == UNANSWERED else 0
        left = max(crowd, self._phones.left(who, now), self._clients.left(client, now))
        if left:
            raise TooOften("Asked too often: wait {time}.", time=_in_words(left))

    def _check_codes(self, seat: int) -> None:
        if not self._caller.has_display():
            raise NotNow(
                "Seat {seat} has no working button, and there is no display for a code: nobody can sit down there.",
                seat=str(seat + 1),
            )
        left = self._codes.left(_CODES, self._now())
        if left:
            raise TooOften(
                "Too many wrong codes: wait {time}, or let a phone sit down by its button, or switch the device off "
                "and on.",
                time=_in_words(left),
            )

    def _is_for_clock(self, seat: int) -> bool:
        """Whether a press of this button is a bid, or starts the clock of a game: it must never let a stranger sit
        down. On an empty table, and where just the clock stands idle, there is nothing that a stranger could win."""
        snapshot = self._house.snapshot
        if snapshot is None or snapshot.view(None).game == CLOCK_ALONE:
            return snapshot is not None and snapshot.look.clock is not None
        asked = snapshot.view(None).table.asked
        starts = asked is not None and asked.what == "start_clock" and asked.seat == seat
        return starts or snapshot.look.clock is not None or snapshot.view(None).clock_stands

    def _hear_of_table(self) -> None:
        """On the table's thread, which must neither wait at the door, behind which somebody may be writing to the disk,
        nor make anybody's view of the table."""
        if self._open:
            threading.Thread(target=self._look_at_clock, name="reception", daemon=True).start()

    def _look_at_clock(self) -> None:
        if self._open is None:
            return
        with self._door:
            if self._open is None or not self._is_for_clock(self._open.calling.seat):
                return
            self._end(self._open)
        self._tell()

    # Calling, and what becomes of it.

    def _call(self, waits: _Open) -> None:
        calling = waits.calling
        waits.code = code = f"{secrets.randbelow(10_000):04}" if calling.by_code else None
        if code is None:
            waits.end = self._caller.call(calling.seat, calling.mark, calling.until, lambda: self._heard(waits))
        else:
            waits.end = self._caller.show_code(calling.seat, code, calling.until)
        self._open = waits

    def _heard(self, waits: _Open) -> None:
        """Somebody at the table has pressed the button of that seat."""
        with self._door:
            in_time = self._now() < waits.calling.until + GRACE
            if self._open is not waits or not in_time or self._is_for_clock(waits.calling.seat):
                return
            self._sit_down(waits)
        self._tell()

    def _waiting(self) -> _Open | None:
        """Who is being called, if it has not been too long."""
        waits = self._open
        if waits and self._now() >= waits.calling.until:
            self._give_up(waits, waits.calling.until)
        return self._open

    def _count_wrong(self, waits: _Open) -> None:
        waits.wrong += 1
        self._codes.failed(_CODES, self._now())
        if waits.wrong == TRIES:
            self._give_up(waits, self._now())

    def _give_up(self, waits: _Open, at: int) -> None:
        self._phones.failed(waits.phone, at)
        if waits.client:
            self._clients.failed(waits.client, at)
        self._unanswered.append(at)
        self._end(waits)

    def _end(self, waits: _Open) -> None:
        self._open = None
        waits.end()

    def _sit_down(self, waits: _Open) -> None:
        """A phone sits at one seat; of those who sat there before some give way."""
        calling = waits.calling
        others = [pairing for pairing in self._book.pairings if pairing.phone != waits.phone]
        here = [pairing for pairing in others if pairing.seat == calling.seat]
        gone = here if calling.takes_over else here[: -(PHONES - 1)]
        stay = tuple(pairing for pairing in others if pairing not in gone)
        number = self._book.last + 1
        pairing = Pairing(number, waits.phone, calling.seat, now_in_words(), waits.device)
        self._phones.forget(waits.phone)
        self._clients.forget(waits.client)
        self._codes.forget(_CODES)
        self._unanswered.clear()
        self._end(waits)
        self._write((*stay, pairing), number)

    # What is kept.

    def _read(self) -> bytes | None:
        """The key, if there is one already. A drawer that cannot be read is looked into again before it is written."""
        try:
            key, book = self._drawer.get(_KEY), self._drawer.get(_BOOK)
            if key is None or len(key) != _KEY_BYTES:
                key = secrets.token_bytes(_KEY_BYTES)
                self._drawer.put(_KEY, key)
        except BadJournal as error:
            self._say(error)
            return None
        self._is_read = True
        self._take(_merged(_understood(book), self._book))
        return key

    def _write(self, pairings: tuple[Pairing, ...], last: int = 0) -> None:
        self._take(_Book(pairings, max(last, self._book.last)))
        try:
            if not self._is_read:
                self._take(_merged(_understood(self._drawer.get(_BOOK)), self._book))
                self._is_read = True
            self._drawer.put(_BOOK, msgspec.json.encode(self._book))
            self.trouble = None
        except BadJournal as error:
            self._say(error)

    def _take(self, book: _Book) -> None:
        self._book = book
        self._seats = {pairing.phone: pairing.seat for pairing in book.pairings}

    def _say(self, error: GameError) -> None:
        self.trouble = error
        _log.error("%s", error)

    def _tell(self) -> None:
        for listener in self._listeners:
            try:
                listener()
            except Exception:
                _log.exception("A listener failed.")


def _hash(phone: str) -> str:
    """Of a name that nobody can guess, so that nothing can be learned from how long a look-up takes."""
    return hashlib.sha256(phone.encode(errors="surrogatepass")).hexdigest()


def _understood(book: bytes | None) -> _Book:
    """What is no list of pairings seats nobody."""
    try:
        return msgspec.json.decode(book, type=_Book) if book else _Book()
    except msgspec.DecodeError as error:
        _log.error("Who sat where cannot be read: %s", error)
        return _Book()


def _merged(old: _Book, new: _Book) -> _Book:
    """What was kept before, and who has sat down since; numbers stay apart."""
    phones = {pairing.phone for pairing in new.pairings}
    stay = [pairing for pairing in old.pairings if pairing.phone not in phones]
    moved = [msgspec.structs.replace(pairing, number=pairing.number + old.last) for pairing in new.pairings]
    return _Book((*stay, *moved), old.last + new.last)


def _shown(device: str) -> str:
    return "".join(letter for letter in device if letter.isprintable())[:_LONGEST_DEVICE].strip()


def _in_words(nanoseconds: int) -> Phrase:
    seconds = -(-nanoseconds // SECOND)
    if seconds < 100:
        return Phrase("{seconds} s", seconds=seconds)
    return Phrase("{minutes} min", minutes=-(-seconds // 60))
