"""S1: a stranger who sees the public state asks for the seat of somebody who is about to press, again and again, in
every state of every game; whoever sits there presses as usual, and the stranger is never seated."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from every_game import EVERY_GAME
from hang_guard import eventually
from test_callings import Hall

from companion.auction_clock import SECOND
from companion.entries import TookBack
from companion.errors import NotNow
from companion.games.errors import GameError
from companion.games.game import Game
from companion.games.mercurius.game import MERCURIUS
from companion.journal import Journal
from companion.openings import Place, opening_of
from companion.requests import Pause, Start, TakeBack
from companion.snapshots import View
from hardware.screens.seating import SitDown, TypeCode

PLAYERS = 3
NAMES = ("Aletta", "Bram", "Cornelia")
STEPS = 40


class Theft:
    """Three people with a phone each, and a stranger who asks whenever it is of most use."""

    def __init__(self, journal: Journal) -> None:
        self.hall = Hall(journal)
        self.tries = 0
        self.effects = 0
        """Presses that did something in the game."""
        self.asked = 0
        """Tries in which the stranger's phone was called."""
        for seat in range(PLAYERS):
            self.hall.reception._open_code(seat)
            self.hall.reception.guess(f"{seat}'s", self.hall.reception._codes[seat, False].digits)
        self._owners = self.hall.reception.pairings

    def begins(self, game: Game) -> None:
        places = [Place(*who) for who in zip(NAMES, self.hall.house.colours, strict=False)]
        self.hall.house.begin(opening_of(places, game=game, seed=7))

    def tries_at(self, seat: int, *, held: float = 0.15) -> None:
        """More than a minute after the last try, so that nobody else has asked for this seat: then a hold would seat
        the stranger, and only the press of whoever sits there is in the way."""
        hall, before = self.hall, self._row()
        self.tries += 1
        with suppress(GameError):
            stranger, client = f"stranger {self.tries}", f"10.1.{self.tries}.66"
            hall.reception.ask(stranger, seat, takes_over=self.tries % 2 == 0, client=client)
            hall.reads(seat)
            eventually(lambda: isinstance(hall.shows(), SitDown))
            self.asked += 1
        hall.pushes(seat)
        hall.waits(held)
        hall.lets_go(seat)
        assert hall.reception.pairings == self._owners
        assert not isinstance(hall.shows(), TypeCode)
        self.effects += self._row() != before
        hall.waits(61)

    def goes_on(self) -> None:
        """Whoever is asked does the first thing that there is to do; a clock runs out."""
        view = self.view()
        if view.clock:
            self.hall.time.now = max(self.hall.time.now, view.clock.end + SECOND)
            eventually(lambda: self.view().clock is None)
            self.hall.waits(3)
            return
        asked = view.table.asked
        if asked is not None and asked.seat is not None:
            self.hall.house.submit(asked.seat, self.view(asked.seat).options[0]).result()

    def view(self, seat: int | None = None) -> View:
        return self.hall.view(seat)

    def _row(self) -> tuple[int, bool]:
        if self.hall.house.snapshot is None:
            return -1, False
        view = self.view()
        return view.row, view.clock is not None


@pytest.fixture
def theft(tmp_path: Path) -> Iterator[Theft]:
    with Journal(tmp_path) as journal:
        made = Theft(journal)
        yield made
        made.hall.closes()


@EVERY_GAME
def test_s1_in_every_game_no_press_seats_a_stranger(theft: Theft, game: Game) -> None:
    """At the seat that is asked, whose button may say "done", start the clock, or agree; and at one that waits."""
    theft.begins(game)
    for step in range(STEPS):
        asked = theft.view().table.asked
        seat = asked.seat if asked is not None and asked.seat is not None else 0
        for one in (seat, (seat + 1) % PLAYERS):
            theft.tries_at(one, held=1.9 if step % 4 == 3 else 0.15)
        theft.goes_on()
    assert theft.tries == 2 * STEPS
    assert theft.asked > STEPS
    assert theft.effects > 0


def test_s1_nor_on_an_empty_table_or_at_an_idle_clock(theft: Theft) -> None:
    """The press puts the clock on the table, and then starts it."""
    theft.tries_at(0)
    assert theft.hall.house.snapshot is not None
    theft.tries_at(1)
    assert theft.effects == 2
    eventually(lambda: theft.view().clock is None)
    theft.hall.waits(3)
    theft.tries_at(2, held=1.9)
    assert theft.effects == 3


def test_s1_nor_while_the_clock_counts_down_runs_or_stands(theft: Theft) -> None:
    hall, house = theft.hall, theft.hall.house
    house.change("clock", "profile", "even")
    house.change("clock", "seconds_per_price", 10.0)
    house.clock_alone(PLAYERS)
    house.submit(0, Start(60)).result()
    theft.tries_at(1)  # a false start, and a minute later it runs
    clock = theft.view().clock
    assert clock is not None
    assert hall.time.now > clock.start
    with pytest.raises(NotNow, match="for the clock now"):
        hall.asks("stranger's", 2)
    house.submit(0, Pause()).result()
    assert theft.view().clock_stands
    hall.waits(3)
    theft.tries_at(2)
    assert theft.view().clock is not None
    assert theft.effects == 1
    theft.tries_at(0)  # a bid
    assert theft.view().clock is None


def test_s1_nor_where_a_press_agrees_to_a_proposal(theft: Theft) -> None:
    """In a game without a clock."""
    theft.begins(MERCURIUS)
    for _ in range(3):
        theft.goes_on()
    hall, before = theft.hall, theft.view().row
    hall.house.submit(2, TakeBack(to=before - 2)).result()
    proposal = theft.view().proposal
    assert proposal is not None
    for seat in proposal.waiting_for:
        theft.tries_at(seat)
    assert theft.view().proposal == proposal, "the display showed the stranger, and not what the press agrees to"
    for seat in proposal.waiting_for:
        hall.looks()
        eventually(lambda: hall.panel._proposed_at)
        hall.waits(1)
        hall.presses(seat)
    assert theft.view().proposal is None
    assert isinstance(hall.house.history()[-1].entry, TookBack)
