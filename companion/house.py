"""The auction house: what is on the table of this device, a game, just the clock or nothing, and who wants to know.

Panel and page go through here, so that neither has to notice that one evening ends and another begins.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any

import msgspec

from companion.boards import Boards
from companion.bot_players import BotPlayers
from companion.chair import new_game, number_to_begin_with
from companion.chronicle import Chronicle
from companion.city_board import PRINTED, CityBoard
from companion.clock_alone import ClockAlone
from companion.entries import Row
from companion.errors import BadJournal, CannotFollow, NoSuchGame, ReadOnlyJournal, TableClosed
from companion.exchange_board import DIVIDEND_ROW, ExchangeBoard
from companion.following import following, past_of
from companion.games.box import GAMES
from companion.games.errors import BadSetup, GameError, Illegal
from companion.games.merchants.state import Setup
from companion.games.setup import check_players
from companion.games.speech import mark
from companion.journal import NOT_KEPT, Journal, Kept, Opening, Summary
from companion.owners_board import OwnersBoard
from companion.records import written
from companion.requests import AnyRequest
from companion.settings import Settings, choosing
from companion.snapshots import CLOCK_ALONE, Snapshot
from companion.table import Listener, Table, game_table
from companion.words import words
from companion.worker import UNTOLD, Faults

_log = logging.getLogger(__name__)

STORAGE = "storage"
"""Of the device, as its troubles have it: what games are kept on."""
_WRITING = "writing"
"""The game on the table cannot be written at the moment."""
_GAME = "kept game"
SET_ASIDE = mark("This version cannot go on with game {game}. It is kept, but set aside.")

_CHOSEN = "settings"
"""In the drawer."""


class House:
    """All doors can be used from any thread."""

    def __init__(self, journal: Journal, settings: Settings, now: Callable[[], int] = time.monotonic_ns) -> None:
        self.now = now
        self._journal = journal
        self._file_settings = settings
        self._chosen = self._kept_choices()
        self.settings = choosing.laid_over(settings, self._chosen)
        """As they are now: those of the file, and what the table has chosen since."""
        self._fittings = settings.fittings
        self.boards = Boards(journal.drawer)
        self.exchange: ExchangeBoard = OwnersBoard(journal.drawer, DIVIDEND_ROW)
        self.city: CityBoard = OwnersBoard(journal.drawer, PRINTED)
        self._table: Table | None = None
        self._bots: BotPlayers | None = None
        self._listeners: tuple[Listener, ...] = ()
        self._listening = threading.Lock()
        """For the list alone, so that nobody who comes or goes waits until a table is laid."""
        self._door = threading.RLock()
        self.is_closed = False
        self.faults: Faults = UNTOLD
        """Who is told of a game that was set aside, and of a thread that stopped, from the next table on; the box has
        somebody who shows it."""
        self.check_can_be_shown: Callable[[Snapshot], object] = lambda _: None
        """Raises what would keep display and lamps from showing a snapshot; the box has a device that knows."""
        self._last_opening: tuple[int, Opening | None] = 0, None
        """With the number of its game: to read it takes a while, and it stays the same."""
        self.evening = number_to_begin_with()
        """Counts what has been on the table; another number, another evening."""

    # What is on the table.

    @property
    def snapshot(self) -> Snapshot | None:
        """Of the table as it is now; None: nothing is on it."""
        table = self._table
        return table.snapshot if table else None

    def history(self, since: int = 0) -> tuple[Row, ...]:
        table = self._table
        return table.history(since) if table else ()

    @property
    def unfinished(self) -> Kept | None:
        """The last game that was left before its end. One that cannot be understood is told by a `CannotFollow`, once:
        then it is set aside."""
        try:
            return None if self.is_closed else self._journal.unfinished()
        except CannotFollow as error:
            self._set_aside(error)
            raise

    @property
    def has_games(self) -> bool:
        """Whether one was ever played here, and can be read or not."""
        return not self.is_closed and self._journal.last_number() > 0

    def latest(self, count: int) -> list[Summary]:
        """So many of the games that were played here, the newest first. Only these are read, and not their boards."""
        return [] if self.is_closed else list(self._journal.summaries(count))[::-1]

    @property
    def last_opening(self) -> Opening | None:
        """What the last game began with, whoever left it; for those who begin the next."""
        number = 0 if self.is_closed else self._journal.last_number()
        if number == self._last_opening[0]:
            return self._last_opening[1]
        opening = self._opening_of(number)
        if opening:  # else it is tried again: a disk may be there again
            self._last_opening = number, opening
        return opening

    def _opening_of(self, number: int) -> Opening | None:
        """None where it cannot be used: a game that cannot be read keeps nobody from another."""
        try:
            opening = self._journal.game(number).opening
            with following(number):
                opening.setup()
        except (BadJournal, NoSuchGame) as error:
            _log.error("%s", error)
            return None
        return opening

    def record(self, game: int | None = None) -> Iterator[bytes] | None:
        """The lines of a game's record: of that number, or the one on the table; None where that is no game."""
        snapshot = self.snapshot
        number = game or (snapshot.view(None).game if snapshot else CLOCK_ALONE)
        if self.is_closed or number == CLOCK_ALONE:
            return None
        kept = self._journal.game(number)
        opening = kept.opening
        if opening.header.deck is not None and not kept.over:
            raise Illegal("The record tells which cards are still to come: it is there once the game is over.")
        past = past_of(self._journal, kept)
        # From a seed, which games of 0.8.0 have, follows what their bots will do (M36).
        header = opening.header if kept.over else msgspec.structs.replace(opening.header, seed=None)
        return written(header, past.record(), past.state)

    @property
    def colours(self) -> tuple[str, ...]:
        """Of the buttons, seat by seat."""
        return tuple(seat.colour for seat in self._fittings.seats)

    def button_only(self, players: int) -> tuple[int, ...]:
        """Of so many seats those that cannot bid by phone."""
        return self.settings.terms(range(players), self._with_button).button_only

    @property
    def _with_button(self) -> tuple[int, ...]:
        return tuple(place for place, seat in enumerate(self._fittings.seats) if seat.button is not None)

    # What the table chooses.

    def change(self, section: str, name: str, value: Any) -> None:
        """A setting, for good: at once where that can be, for auctions from the next one on."""
        with self._door:
            self._check_is_open()
            chosen = choosing.with_choice(self._chosen, self._file_settings, section, name, value)
            self._journal.drawer.put(_CHOSEN, choosing.kept(chosen))
            self._chosen = chosen
            self.settings = choosing.laid_over(self._file_settings, chosen)
            self._apply()
        self._tell()

    def _apply(self) -> None:
        if self._table:
            players = self._table.snapshot.look.now.state.setup.players
            self._table.arrange(self.settings.arrangement(range(players), self._with_button))
        if self._bots:
            self._bots.pace = self.settings.pace

    def _kept_choices(self) -> choosing.Chosen:
        try:
            return choosing.found(self._journal.drawer.get(_CHOSEN))
        except BadJournal as error:
            _log.error("%s", error)
            return {}

    # Beginning and leaving.

    def begin(self, opening: Opening) -> None:
        """A new game."""
        with self._door:
            self._check_is_open()
            try:
                number = new_game(self._journal, opening)
            except ReadOnlyJournal:
                self.faults.report(STORAGE, NOT_KEPT)
                raise
            self.faults.clear(STORAGE)
            self._play(self._journal.game(number))

    def resume(self, game: int | Kept) -> None:
        """A game from where it was left; of one that was read already the opening is not read again."""
        with self._door:
            self._check_is_open()
            self._journal.hold()
            self._play(game if isinstance(game, Kept) else self._journal.game(game))

    def clock_alone(self, players: int | None = None, money: Sequence[int] | None = None) -> None:
        """Just the clock; for as many seats as there are buttons unless something else is said."""
        buttons = [seat.button is not None for seat in self._fittings.seats]
        seats = players or max(3, max((place for place, there in enumerate(buttons, 1) if there), default=0))
        check_players(Setup.TITLE, Setup.PLAYERS, seats)
        if money is not None and len(money) != seats:
            raise BadSetup("There are {money} amounts of money for {seats} seats.", money=len(money), seats=seats)
        speech = words(self.settings.values["table"]["language"])
        setup = Setup(
            board=self.boards.board(),
            seats=self.colours[:seats],
            names=tuple(speech.told(colour).capitalize() for colour in self.colours[:seats]),
        )
        with self._door:
            self._check_is_open()
            self.leave()
            arrangement = self.settings.arrangement(range(seats), self._with_button)
            self._seat(Table(ClockAlone(setup, money, *arrangement, self.now), self.now, self.faults))

    def _check_is_open(self) -> None:
        if self.is_closed:
            raise TableClosed("The device is being switched off.")

    def _play(self, kept: Kept) -> None:
        if kept.over:
            raise GameError("Game {game} is over.", game=kept.game)
        self.leave()
        try:
            self._seat(game_table(self._journal, kept, self.settings, self._with_button, self.now, self.faults))
        except CannotFollow as error:
            self._set_aside(error)
            raise
        assert self._table is not None
        self._bots = BotPlayers(self._table, kept.opening.bot_seed, self.settings.pace, self.faults)
        self._journal.set_aside.remove(kept.game)

    def check_can_be_told(self) -> None:
        """Tell the whole game on the table once, as pages do, and show how it stands, as the display does. One that
        cannot be told or shown is cleared away and set aside, and a `CannotFollow` says why. Takes seconds of a small
        computer with a long game, so it is not part of `resume`: the table is there before."""
        evening, snapshot, rows = self.evening, self.snapshot, self.history()
        number = snapshot.view(None).game if snapshot else CLOCK_ALONE
        if snapshot is None or number == CLOCK_ALONE:
            return
        try:
            with following(number):
                self.check_can_be_shown(snapshot)
                Chronicle(GAMES[snapshot.view(None).rules], snapshot.look.now.state.setup).add(rows)
        except CannotFollow as error:
            self.leave(evening)
            self._set_aside(error)
            raise

    def _set_aside(self, error: CannotFollow) -> None:
        """It is not offered again by this program, and everything else goes on."""
        _log.error("%s", error, exc_info=error.__cause__)
        self._journal.set_aside.add(error.number)
        self.faults.report(_GAME, SET_ASIDE, game=str(error.number))

    def close(self) -> None:
        """For good: the table is cleared, and nothing more is asked of the journal."""
        with self._door:
            self.is_closed = True
            self.leave()

    def leave(self, evening: int | None = None) -> None:
        """The table is cleared; a game is kept as it is. A clock that somebody has stopped is judged and written first.
        With the number of an `evening`, only if that is still on the table."""
        with self._door:
            if evening not in (None, self.evening):
                return
            if self._bots:
                self._bots.end()
            if self._table:
                self._table.close()
                self._journal.checkpoint()  # now, when nobody plays
                self._report_storage(None)
            self._table = self._bots = None
        self._tell()

    def clear_if_put_away(self) -> None:
        """Once those who play have agreed to leave the table. It would be cleared anyway in a moment, on another
        thread; whoever calls this waits for it."""
        with self._door:
            if self._table and self._table.snapshot.is_put_away:
                self.leave()

    def _seat(self, table: Table) -> None:
        def hear() -> None:
            self._report_storage(table.snapshot.trouble)
            self._tell()
            if table.snapshot.look.now.state.winners is not None:
                self._journal.checkpoint()  # when all have been told: it takes a few syncs
            if table.snapshot.is_put_away:  # not on this thread, which is the table's: to clear it is to wait for it
                threading.Thread(target=self.clear_if_put_away, name="put away", daemon=True).start()

        self.evening += 1
        self._table = table
        table.subscribe(hear)
        self._tell()

    def _report_storage(self, trouble: GameError | None) -> None:
        """Whether what was done last at the table could be written: else every action is refused, and the display says
        why, as pages do."""
        if trouble is None:
            self.faults.clear(_WRITING)
        elif isinstance(trouble, ReadOnlyJournal):
            self.faults.report(_WRITING, NOT_KEPT)
        else:
            self.faults.report(_WRITING, trouble.sentence, **trouble.values)

    # At the table.

    def press(self, seat: int, stamp: int, uncertainty: int = 0, phone: bool = False) -> None:
        """A button; where nothing is on the table, it puts the clock there. Or a phone, which begins nothing so; its
        stamp is when the press arrived, and nobody knows how long it was on its way. A phone that comes too late is
        told so by a TableClosed."""
        table = self._table
        if table:
            off = max(uncertainty, self.settings.late) if phone else uncertainty
            is_taken = table.press(seat, stamp, uncertainty=off, phone=phone)
            if phone and not is_taken:
                raise TableClosed("The table is closed.")
            return
        if phone:
            return
        with self._door:
            if self._table is None and not self.is_closed:  # two may press at once
                self.clock_alone()

    def drawn(self, shows: str, stamp: int) -> None:
        """The display had finished drawing this price at the stamp."""
        table = self._table
        if table:
            table.drawn(shows, stamp)

    def submit(self, seat: int, wish: AnyRequest, step: int | None = None) -> "Future[int]":
        table = self._table
        if table:
            return table.submit(seat, wish, step)
        answer: Future[int] = Future()
        answer.set_exception(TableClosed("Nothing is on the table."))
        return answer

    def answers(self, patience: float) -> bool:
        """Whether what is on the table, and the bots at it, give a sign of life within so many seconds."""
        table, bots = self._table, self._bots
        if table and not table.answers(patience):
            return False
        return bots is None or bots.worker.answers(patience)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell of every change from now on, whatever is on the table; what comes back ends it. As for a table's
        listeners: it must not block."""
        with self._listening:
            self._listeners = (*self._listeners, listener)

        def end() -> None:
            with self._listening:
                self._listeners = tuple(other for other in self._listeners if other is not listener)

        return end

    def _tell(self) -> None:
        """On the thread of the table, or of whoever clears or lays it. Not behind the door: whoever clears the table
        waits behind it for the table's thread."""
        for listener in self._listeners:
            try:
                listener()
            except Exception:
                _log.exception("A listener failed.")
