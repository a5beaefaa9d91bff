"""The reception: which phone sits at which seat of the device, and how one is let in: by that seat's own button, held
for two seconds, or by a code that only those at the table can read. Pages and pins are for others; a `Caller` has the
lamps.
"""

import hashlib
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

import msgspec

from companion.auction_clock import SECOND
from companion.chair import now_in_words
from companion.drawer import Drawer
from companion.errors import BadJournal, NotNow, TableClosed, TooOften, WrongCode
from companion.games.errors import GameError, Illegal
from companion.games.speech import Phrase
from companion.house import House
from companion.patience import MOST_NAMES, Patience

PRESSING = 30 * SECOND
"""So long a seat is called: five who come together hold their buttons one after the other."""
TYPING = 30 * SECOND
"""So long a code can be typed."""
GRACE = 3 * SECOND
"""A hold that began in the last moment takes two seconds, and a little longer to be heard of."""
TRIES = 3
"""Wrong codes of one phone, or of one address."""
MOST_TRIES = 2_000
"""Wrong codes of everybody together, for one code that was opened by a hold, and in an hour for those that phones have
asked for: one chance in 500 to guess one of a million."""
PHONES = 8
"""At one seat."""
OPEN = 3
"""Callings from one address at the same time."""
MOST_OPEN = 2_000
"""Callings at the same time; beyond that the oldest ends."""

_MINUTE = 60 * SECOND
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR
_KEY, _BOOK = "key", "pairings"
"""In the drawer."""
_KEY_BYTES = 32
_DIGITS = 6
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
    contested: bool = False
    """Another phone has asked for this seat within the last minute: a hold of the button seats neither, but shows a
    code, and the phone on which it is typed sits down."""


class Caller(Protocol):
    """What the reception wants of the device."""

    def has_button(self, seat: int) -> bool:
        """Fitted, and working."""

    def has_display(self) -> bool: ...

    def call(
        self,
        seat: int,
        mark: str,
        until: int,
        heard: Callable[[], bool],
        *,
        takes_over: bool = False,
        contested: bool = False,
    ) -> Callable[[], None]:
        """The lamp in its own rhythm, and words on the display, in place of what was said of this seat before. A button
        that is held for two seconds calls `heard`, which tells whether the phone was seated. What comes back ends
        it."""

    def on_hold(self, heard: Callable[[int], None]) -> None:
        """Tell of every seat whose button was held for two seconds and that was not called."""

    def show_code(
        self, seat: int, code: str, until: int, *, takes_over: bool = False, was_held: bool = False
    ) -> Callable[[], None]:
        """In place of the code of that kind that was shown for this seat before. If the button was held for it, no
        number of phones that ask can keep it off the display. What comes back ends it."""


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


class _Code(msgspec.Struct, eq=False):
    """Digits that the display shows for a seat."""

    seat: int
    takes_over: bool
    """Whoever types it has the seat alone; the display says so."""
    digits: str
    until: int
    was_held: bool
    """Opened at the device: whoever types it sits down, without having asked."""
    end: Callable[[], None]
    wrong: dict[str, int]
    """Tries in vain, by phone and by address."""
    tries: int = 0


class _Sitter(NamedTuple):
    """A phone that sits down now."""

    phone: str
    client: str
    device: str


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
        self._listening = threading.Lock()
        """For the list alone: whoever comes or goes does not wait until something is written to the disk."""
        self._open: dict[str, _Open] = {}
        """By phone, in the order in which they asked."""
        self._called: dict[int, Callable[[], None]] = {}
        """By seat: ends what the device says of it."""
        self._codes: dict[tuple[int, bool], _Code] = {}
        """By seat and whether it takes the seat over: nobody is put out by digits that seem to ask for less."""
        self._asked: dict[int, dict[str, int]] = {}
        """By seat: which phones asked for it within the last minute, and when."""
        self._phones = Patience(free=3, first=10 * SECOND, most=5 * _MINUTE)
        self._clients = Patience(free=6, first=20 * SECOND, most=30 * _MINUTE)
        """By where they are on the network: a name costs nothing, an address a little more."""
        self._guessers = Patience(free=TRIES - 1, first=_MINUTE, most=_DAY)
        """Phones and addresses that typed wrong codes for a seat without a button, where asking shows a code."""
        self._wrong: deque[int] = deque(maxlen=MOST_TRIES)
        """When such codes were typed, whoever it was."""
        self.trouble: GameError | None = None
        """Why what was changed last will not survive a restart, if so."""
        self._book = _Book()
        self._seats: dict[str, int] = {}
        self._is_read = False
        self.key = self._read() or secrets.token_bytes(_KEY_BYTES)
        """For whoever signs what phones bring along; made at the first start."""
        self._unsubscribe = house.subscribe(self._hear_of_table)
        caller.on_hold(self._open_code)

    def close(self) -> None:
        """Nobody is called any more."""
        self._unsubscribe()
        with self._door:
            self._end_all()

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
        waits = self._open.get(_hash(phone))
        return waits.calling if waits and self._now() < waits.calling.until else None

    def ask(self, phone: str, seat: int, *, takes_over: bool = False, device: str = "", client: str = "") -> Calling:
        """For a seat; with `takes_over` for all of it. Whoever asks twice waits for the same. `client` is where the
        phone is on the network. A GameError says why it cannot be."""
        who, refusal = _hash(phone), None
        with self._door:
            now = self._now()
            self._tidy(now)
            waits = self._open.get(who)
            if waits and now < waits.calling.until:
                calling = waits.calling
                if (calling.seat, calling.takes_over) == (seat, takes_over):
                    return calling
            self._check(who, seat, takes_over)
            if not self._caller.has_display():  # no code could end the contest: only who may ask takes part in it
                self._check_patience(who, client, now)
            is_contested = self._note_asked(seat, who, now)
            calling = self._calling_for(seat, takes_over, is_contested)
            try:
                self._check_patience(who, client, now)
                self._call(_Open(who, client, _shown(device), calling))
            except GameError as error:
                refusal = error
            is_news = is_contested and self._contest(seat)
        if is_news or refusal is None:
            self._tell()
        if refusal:
            raise refusal
        return calling

    def guess(self, phone: str, code: str, *, device: str = "", client: str = "") -> None:
        """The digits on the display: for the seat that this phone has asked for, or for any whose button was held. A
        GameError says why it does not sit down."""
        who = _hash(phone)
        with self._door:
            self._tidy(self._now())
            if self._is_for_clock():
                raise NotNow("This seat's button is for the clock now: sit down after the auction.")
            waits, shown = self._open.get(who), list(self._codes_for(who))
            if not shown:
                raise NotNow("There is no code to type: ask for the seat, or hold its button for two seconds.")
            if not (len(code) == _DIGITS and code.isascii() and code.isdecimal()):
                raise WrongCode("The code has six digits.")
            names = [name for name in (who, client) if name]
            shown = [one for one in shown if all(one.wrong.get(name, 0) < TRIES for name in names)]
            if not shown:
                raise WrongCode("No tries left for this code: hold the button again for another one.")
            right = next((one for one in shown if secrets.compare_digest(one.digits, code)), None)
            if right:
                self._check_room(who, right.seat, right.takes_over)
                sitter = _Sitter(who, client, _shown(device) or (waits.device if waits else ""))
                self._sit_down(sitter, right.seat, right.takes_over)
            else:
                left = min(self._count_wrong(one, names) for one in shown)
                if waits and waits.calling.by_code and left == 0:
                    self._give_up([waits], self._now())
        if right or left == 0:
            self._tell()
        if not right:
            raise WrongCode("That is not the code on the display. Tries left: {left}.", left=left)

    def give_up(self, phone: str) -> None:
        with self._door:
            waits = self._open.get(_hash(phone))
            if waits is None:
                return
            self._give_up([waits], self._now())
        self._tell()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Tell of every change from now on; what comes back ends it."""
        with self._listening:
            self._listeners = [*self._listeners, listener]

        def end() -> None:
            with self._listening:
                self._listeners = [other for other in self._listeners if other is not listener]

        return end

    # Whether somebody may be called.

    def _check(self, who: str, seat: int, takes_over: bool) -> None:
        if self._house.is_closed:
            raise TableClosed("The device is being switched off.")
        if seat not in range(len(self._house.colours)):
            raise Illegal("The device has no seat {seat}.", seat=str(seat + 1))
        if takes_over and not self._caller.has_display():
            raise NotNow("The display does not work, so nobody could see that a seat is taken over.")
        if self._seats.get(who) == seat and not takes_over:
            raise Illegal("This phone sits there already.")
        if self._is_for_clock():
            raise NotNow("This seat's button is for the clock now: sit down after the auction.")
        self._check_room(who, seat, takes_over)

    def _check_room(self, who: str, seat: int, takes_over: bool) -> None:
        """Nobody who sits there gives way unless the whole seat is taken over."""
        others = sum(pairing.seat == seat and pairing.phone != who for pairing in self._book.pairings)
        if others >= PHONES and not takes_over:
            raise Illegal("Eight phones sit here already; remove one, or take the seat over.")

    def _check_patience(self, who: str, client: str, now: int) -> None:
        left = max(self._phones.left(who, now), self._clients.left(client, now))
        mine = [waits.calling.until for waits in self._open.values() if client and waits.client == client]
        if who not in self._open and len(mine) >= OPEN:
            left = max(left, min(mine) - now, SECOND)
        if left:
            raise TooOften("Asked too often: wait {time}.", time=_in_words(left))

    def _check_codes(self, waits: _Open) -> None:
        """Whether a code may be shown because a phone has asked for it."""
        if not self._caller.has_display():
            raise NotNow(
                "Seat {seat} has no working button, and there is no display for a code: nobody can sit down there.",
                seat=str(waits.calling.seat + 1),
            )
        now = self._now()
        left = max(self._codes_stay_closed(), *(self._guessers.left(name, now) for name in (waits.phone, waits.client)))
        if left > 0:
            raise TooOften(
                "Too many wrong codes: wait {time}, or let a phone sit down by its button, or switch the device off "
                "and on.",
                time=_in_words(left),
            )

    def _note_asked(self, seat: int, who: str, now: int) -> bool:
        """Whether another phone has asked for this seat within the last minute, or still waits for it. Whoever was
        refused for asking too often has asked too."""
        asked = {phone: at for phone, at in self._asked.get(seat, {}).items() if at + _MINUTE > now}
        asked.pop(who, None)
        while len(asked) >= MOST_NAMES:
            del asked[next(iter(asked))]
        self._asked[seat] = asked | {who: now}
        return bool(asked) or any(waits.phone != who for waits in self._waiting(seat, by_code=False))

    def _is_for_clock(self) -> bool:
        """Whether every press is a bid, or a false start."""
        snapshot = self._house.snapshot
        return snapshot is not None and snapshot.look.clock is not None

    def _hear_of_table(self) -> None:
        """On the table's thread, which must not wait at the door, behind which somebody may be writing to the disk."""
        if (self._open or self._codes) and self._is_for_clock():
            threading.Thread(target=self._look_at_clock, name="reception", daemon=True).start()

    def _look_at_clock(self) -> None:
        with self._door:
            if not (self._open or self._codes) or not self._is_for_clock():
                return
            self._end_all()
        self._tell()

    # Calling, and what becomes of it.

    def _calling_for(self, seat: int, takes_over: bool, contested: bool) -> Calling:
        by_code = not self._caller.has_button(seat)
        until = self._now() + (TYPING if by_code else PRESSING)
        taken = {waits.calling.mark for waits in self._open.values()}
        marks = [mark for mark in map(str, range(10, 100)) if mark not in taken] or list(map(str, range(10, 100)))
        return Calling(seat, secrets.choice(marks), until, by_code, takes_over, contested and not by_code)

    def _call(self, waits: _Open) -> None:
        calling = waits.calling
        if calling.by_code:
            self._check_codes(waits)
        old = self._open.get(waits.phone)
        if old:  # its own, for another seat
            self._give_up([old], self._now())
        self._end([*self._open.values()][: max(0, len(self._open) + 1 - MOST_OPEN)])
        self._open[waits.phone] = waits
        try:
            if calling.by_code:
                self._show_code(calling.seat, calling.until, takes_over=calling.takes_over)
            else:
                self._show_calling(calling.seat)
        except GameError:
            del self._open[waits.phone]
            raise

    def _waiting(self, seat: int, *, by_code: bool) -> list[_Open]:
        callings = self._open.values()
        return [waits for waits in callings if (waits.calling.seat, waits.calling.by_code) == (seat, by_code)]

    def _contest(self, seat: int) -> bool:
        """Several phones have asked for this seat: a hold could mean any of them. Whether that is new for somebody who
        waits."""
        alone = [waits for waits in self._waiting(seat, by_code=False) if not waits.calling.contested]
        for waits in alone:
            waits.calling = msgspec.structs.replace(waits.calling, contested=True)
        if alone:
            with suppress(NotNow):
                self._show_calling(seat)
        return bool(alone)

    def _show_calling(self, seat: int) -> None:
        """What a hold of this seat's button does, if anybody waits for one."""
        waiting = self._waiting(seat, by_code=False)
        if not waiting:
            self._called.pop(seat, _nothing)()
            return
        last = waiting[-1]
        calling = last.calling
        until = max(waits.calling.until for waits in waiting)

        def heard() -> bool:
            with self._door:
                is_contested = last.calling.contested  # by now: another may have asked since the hold began
                is_seated = not is_contested and self._seat(last)
            if is_seated:
                self._tell()
            else:
                self._open_code(seat)
            return is_seated

        self._called[seat] = self._caller.call(
            seat, calling.mark, until, heard, takes_over=calling.takes_over, contested=calling.contested
        )

    def _seat(self, waits: _Open) -> bool:
        """Somebody at the table has held the button of that seat for this phone, and for no other. Whether it sits
        there now."""
        calling = waits.calling
        in_time = self._now() < calling.until + GRACE
        if self._open.get(waits.phone) is not waits or not in_time or self._is_for_clock():
            return False
        if calling.takes_over and not self._caller.has_display():  # it went dark, and nobody could read on
            return False
        try:
            self._check_room(waits.phone, calling.seat, calling.takes_over)
        except Illegal:
            return False
        self._sit_down(_Sitter(waits.phone, waits.client, waits.device), calling.seat, calling.takes_over)
        return True

    def _open_code(self, seat: int) -> None:
        """Somebody at the table has held the button of that seat, and it is not clear for which phone: let the one in
        on which the code is typed."""
        with self._door:
            is_seat = seat in range(len(self._house.colours))
            if not is_seat or self._house.is_closed or self._is_for_clock() or not self._caller.has_display():
                return
            self._tidy(self._now())
            until = self._now() + TYPING
            waiting = self._waiting(seat, by_code=False)
            with suppress(NotNow):
                self._show_held_code(seat, until)
                for waits in waiting:  # as long as the code can be typed
                    waits.calling = msgspec.structs.replace(waits.calling, until=until)
        if waiting:
            self._tell()

    def _show_held_code(self, seat: int, until: int) -> None:
        """A new one, which takes nothing over."""
        self._end_code((seat, False))
        digits = _digits()
        end = self._caller.show_code(seat, digits, until, was_held=True)
        self._codes[seat, False] = _Code(seat, False, digits, until, was_held=True, end=end, wrong={})

    def _show_code(self, seat: int, until: int, *, takes_over: bool) -> None:
        """Because a phone has asked for it: the one that is shown already, for longer, or a new one."""
        shown = self._codes.get((seat, takes_over))
        digits, until = (shown.digits, max(shown.until, until)) if shown else (_digits(), until)
        was_held = shown is not None and shown.was_held
        end = self._caller.show_code(seat, digits, until, takes_over=takes_over, was_held=was_held)
        if shown:
            shown.until, shown.end = until, end
        else:
            self._codes[seat, takes_over] = _Code(seat, takes_over, digits, until, was_held=False, end=end, wrong={})

    def _codes_for(self, who: str) -> Iterator[_Code]:
        """That this phone may type."""
        waits = self._open.get(who)
        has_asked = waits and waits.calling.by_code and self._codes_stay_closed() <= 0
        mine = (waits.calling.seat, waits.calling.takes_over) if waits and has_asked else None
        for kind, code in self._codes.items():
            if code.was_held or kind == mine:
                yield code

    def _codes_stay_closed(self) -> int:
        """So long nobody may type a code that was not opened at the device, because too many wrong ones were typed."""
        return self._wrong[0] + _HOUR - self._now() if len(self._wrong) == MOST_TRIES else 0

    def _count_wrong(self, code: _Code, names: list[str]) -> int:
        """How many tries are left."""
        for name in names:
            code.wrong[name] = code.wrong.get(name, 0) + 1
            if not code.was_held:
                self._guessers.failed(name, self._now())
        if not code.was_held:
            self._wrong.append(self._now())
        code.tries += 1
        if code.tries >= MOST_TRIES:
            self._end_code((code.seat, code.takes_over))
        return TRIES - max(code.wrong[name] for name in names)

    def _tidy(self, now: int) -> None:
        """What nobody has answered in time is over."""
        late = [
            waits
            for waits in self._open.values()
            if now >= waits.calling.until + (0 if waits.calling.by_code else GRACE)
        ]
        self._give_up(late, now)
        for kind, code in list(self._codes.items()):
            if now >= code.until:
                self._end_code(kind)

    def _give_up(self, given_up: Sequence[_Open], now: int) -> None:
        """It costs whoever has asked, and nobody else."""
        for waits in given_up:
            at = min(now, waits.calling.until)
            self._phones.failed(waits.phone, at)
            if waits.client:
                self._clients.failed(waits.client, at)
        self._end(given_up)

    def _end(self, ended: Sequence[_Open]) -> None:
        for waits in ended:
            del self._open[waits.phone]
        for seat in {waits.calling.seat for waits in ended}:
            with suppress(NotNow):
                self._show_calling(seat)
            wanted = {waits.calling.takes_over for waits in self._waiting(seat, by_code=True)}
            for takes_over in {False, True} - wanted:
                code = self._codes.get((seat, takes_over))
                if code and not code.was_held:
                    self._end_code((seat, takes_over))

    def _end_code(self, kind: tuple[int, bool]) -> None:
        code = self._codes.pop(kind, None)
        if code:
            code.end()

    def _end_all(self) -> None:
        """Nobody has to wait for it."""
        self._open = {}
        for end in self._called.values():
            end()
        self._called = {}
        for kind in list(self._codes):
            self._end_code(kind)

    def _sit_down(self, sitter: _Sitter, seat: int, takes_over: bool) -> None:
        """A phone sits at one seat. Whoever else has asked for this one has to ask again, and to be read again."""
        others = [pairing for pairing in self._book.pairings if pairing.phone != sitter.phone]
        stay = tuple(pairing for pairing in others if not (takes_over and pairing.seat == seat))
        number = self._book.last + 1
        pairing = Pairing(number, sitter.phone, seat, now_in_words(), sitter.device)
        for name in (sitter.phone, sitter.client):
            self._phones.forget(name)
            self._clients.forget(name)
            self._guessers.forget(name)
        self._wrong.clear()
        self._asked.pop(seat, None)
        waiting = self._open.values()
        self._end([waits for waits in waiting if waits.phone == sitter.phone or waits.calling.seat == seat])
        for one in (False, True):
            self._end_code((seat, one))
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


def _nothing() -> None:
    """Ends what is not there."""


def _digits() -> str:
    return f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}"


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
