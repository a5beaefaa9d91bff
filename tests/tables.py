"""A table for tests: real in everything but its time, which stands still until a test moves it."""

import resource
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from hang_guard import HANG_GUARD
from lots import CARD
from merchants_table import ENGLISH, GOODS
from positions import stacked

from companion.auction_clock import SECOND
from companion.bot_players import carry_out, intentions
from companion.chair import new_game
from companion.entries import Acted, AnyEntry
from companion.games.errors import GameError
from companion.games.game import Game
from companion.games.merchants.actions import Decline, Place
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.house_rules import HouseRules
from companion.games.setup import COLOURS, pack
from companion.journal import Journal, Opening
from companion.records import header_of
from companion.requests import Agree, AnyRequest
from companion.seats import PERSON
from companion.settings import settings_from
from companion.simulate import NAMES
from companion.snapshots import View
from companion.table import Table, game_table

FIRST_CARDS = (GOODS, CARD, "office_africa") * 2


class Evening:
    """A game on a journal of its own. `does` and `refuses` go through the table's doors."""

    def __init__(self, folder: Path, table: Table, journal: Journal, time: "SteppedTime", game: int) -> None:
        self.folder = folder
        self.table = table
        self.journal = journal
        self.time = time
        self.game = game
        self._start = 0
        """Of the clock that runs, or ran last."""

    def does(self, seat: int, wish: AnyRequest) -> View:
        self.table.submit(seat, wish).result()
        return self.view(seat)

    def refuses(self, seat: int, wish: AnyRequest) -> str:
        """The reason; nothing has changed and nothing was written."""
        before, rows = self.view(None), self.journal.rows(self.game)
        error = self.table.submit(seat, wish).exception()
        assert isinstance(error, GameError)
        assert self.journal.rows(self.game) == rows
        assert self.view(None).table == before.table
        return str(error)

    def presses(self, seat: int, after: float, **how: Any) -> None:
        """So many seconds after the start of the clock that runs, or ran last."""
        self.view()
        stamp = self._start + round(after * SECOND)
        if self.time.now < stamp:
            self.time.now = stamp
        self.table.press(seat, stamp, **how)
        self.table.settle()

    def waits(self, seconds: float) -> View:
        self.time.now += round(seconds * SECOND)
        return self.view(None)

    def view(self, seat: int | None = None) -> View:
        self.table.settle()
        found = self.table.view(seat)
        self._start = found.clock.start if found.clock else self._start
        return found

    def last(self) -> AnyEntry:
        """What the journal says happened last."""
        self.table.settle()
        return self.journal.rows(self.game)[-1].entry

    def bots_play(self, seed: str = "7") -> Iterator[View]:
        """The bots go on to the end; stops after each thing that they do. What they do follows from `seed`."""
        while True:
            self.table.settle()
            look = self.table.look()
            plans = intentions(look, self.view(), seed, pace=0, now=self.time.now)
            if plans:
                self.time.now = max(self.time.now, plans[0].at)
                carry_out(self.table, plans[0])
            elif look.clock:
                self.time.now = max(self.time.now, look.clock.end)  # and on: a display may yet have to show the end
            else:
                return
            self.table.settle()
            self.time.now += SECOND // 50
            yield self.view()

    def moves(self) -> View:
        """Whoever is asked does the first thing that there is to do."""
        seat = self.view().table.asked.seat
        return self.does(seat, self.view(seat).options[0])

    def reaches_auction(self) -> None:
        """The mayor's card is used; now the clock can be started."""
        for disk in ("mayor", "auction", "discard"):
            self.does(0, Place(disk))
        self.does(0, Decline())

    def ends(self) -> None:
        self.table.close()
        self.journal.close()


class Heard:
    """A listener that remembers what a seat saw whenever it was told, and can be made to fail."""

    def __init__(self, table: Table, seat: int | None = None, *, fails: bool = False) -> None:
        self.views: list[View] = []
        self.threads: set[str] = set()
        self._table = table
        self._seat = seat
        self._fails = fails
        self._news = threading.Condition()

    def __call__(self) -> None:
        with self._news:
            self.views.append(self._table.view(self._seat))
            self.threads.add(threading.current_thread().name)
            self._news.notify_all()
        if self._fails:
            raise RuntimeError("the display fell over")

    def wait_for(self, condition: Callable[[list[View]], bool]) -> list[View]:
        with self._news:
            assert self._news.wait_for(lambda: condition(self.views), timeout=HANG_GUARD), "it never came to that"
            return self.views[:]


class SteppedTime:
    def __init__(self) -> None:
        self.now = 500 * SECOND

    def __call__(self) -> int:
        return self.now


def an_evening(
    folder: Path,
    *,
    game: Game = MERCHANTS,
    who: Sequence[str] = (PERSON,) * 4,
    rules: HouseRules = ENGLISH,
    first: Sequence[str] = FIRST_CARDS,
    deck: bool = True,
    settings: dict[str, Any] | None = None,
    with_button: tuple[int, ...] | None = None,
) -> Evening:
    """`rules` and the `first` cards are those of Merchants."""
    board = game.default_board()
    more = game.chosen(rules if game is MERCHANTS else None, who)
    cards = stacked(pack(board), first) if game is MERCHANTS else game.dealt(board, len(who), None, Random(7))
    seats, names = COLOURS[: len(who)], NAMES[: len(who)]
    setup = game.setup(board=board, seats=seats, names=names, deck=cards if deck else None, **more)
    journal = Journal(folder)
    number = new_game(journal, Opening(header_of(game, setup, 7), tuple(who)))
    return gone_on(folder, journal, number, settings, with_button)


def gone_on(
    folder: Path,
    journal: Journal,
    game: int,
    settings: dict[str, Any] | None = None,
    with_button: tuple[int, ...] | None = None,
) -> Evening:
    """The game of a journal, from where it was left."""
    time = SteppedTime()
    table = game_table(journal, game, settings_from(settings or {}), with_button, time)
    return Evening(folder, table, journal, time, game)


@contextmanager
def no_room(evening: Evening) -> Iterator[str]:
    """No file can be written beyond its first page while this lasts; the sentence that says so."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        yield f"{evening.journal.file}: the disk does not take it."
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def everybody_agrees(evening: Evening) -> None:
    proposal = evening.view().proposal
    assert proposal is not None
    for seat in proposal.waiting_for:
        evening.does(seat, Agree(proposal.number))


def facts(evening: Evening) -> list[Any]:
    entry = evening.last()
    assert isinstance(entry, Acted)
    return list(entry.events)


def proposed(evening: Evening, seat: int, wish: AnyRequest) -> int:
    proposal = evening.does(seat, wish).proposal
    assert proposal is not None
    return proposal.number


def kinds(evening: Evening, *wanted: type) -> list[Any]:
    return [event for event in facts(evening) if isinstance(event, wanted)]
