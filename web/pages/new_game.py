"""A new table: which game, who plays, who deals, and what else that game asks. Also going on with a game that was left,
and just the clock. What the last table chose is offered again.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request
from msgspec.structs import replace
from werkzeug.wrappers import Response

from companion.colours import COLOURS
from companion.games.box import GAMES
from companion.games.merchants.game import MERCHANTS
from companion.games.speech import Phrase, mark
from companion.journal import Opening
from companion.openings import Place, facing
from companion.seats import PERSON, Seat
from companion.simulate import NAMES
from companion.snapshots import CLOCK_ALONE
from web import forms
from web.errors import Refused
from web.games import PAGES
from web.here import Here
from web.visitors import Visitor, at_table, visitor

USUAL = 4
"""Players, where nobody has played yet."""
_LARGEST = 2**53
ALONE = range(2)
"""Seats of who plays alone, and of the automaton opposite."""
_AUTOMATA = {game.automaton for game in GAMES.values()}


class Offered(NamedTuple):
    """What the form shows to begin with."""

    players: int
    places: tuple[Place, ...]
    deck: str


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("new_game", __name__)
    page = NewGamePage(here)
    doors.add_url_rule("/new", view_func=page.show, methods=["GET"])
    doors.add_url_rule("/new", view_func=page.begin, methods=["POST"])
    doors.add_url_rule("/resume", view_func=page.resume, methods=["POST"])
    doors.add_url_rule("/clock", view_func=page.clock, methods=["POST"])
    return doors


class NewGamePage:
    def __init__(self, here: Here) -> None:
        self._here = here
        self._beginning = threading.Lock()

    def show(self) -> str:
        last = self._here.house.last_opening
        game = _wanted(request.args.get("game", ""), last)
        new, same = PAGES[game].new, last if last and last.header.game == game else None
        return render_template(
            f"{game}/new.html",
            game=game,
            offered=self._offered(game, last, visitor()),
            alone=_alone(visitor()),
            is_free=self._is_free(),
            numbers=GAMES[game].players,
            colours=tuple(COLOURS),
            played_by=_played_by(game),
            decks=new.decks,
            own=new.offered(self._here.house, same),
        )

    def begin(self) -> Response:
        who = at_table()
        game = forms.one_of("game", PAGES, Phrase("The game")) if forms.text("game") else next(iter(PAGES))
        new = PAGES[game].new
        players = _number("players", GAMES[game].players, Phrase("The number of players"))
        places = _places(game, players) if players > 1 else _opposites(game, who)
        begun = new.begun(self._here.house, places, forms.one_of("deck", new.decks, Phrase("Who deals")))
        with self._empty_table():
            begun.keep()
            self._here.house.begin(begun.opening)
        return redirect("/", 303)

    def resume(self) -> Response:
        at_table()
        game = forms.number("game", 1, _LARGEST, Phrase("The number of the game"))
        with self._empty_table():
            self._here.house.resume(game)
            self._here.house.check_can_be_told()
        return redirect("/", 303)

    def clock(self) -> Response:
        at_table()
        seats = _number("seats", MERCHANTS.players, Phrase("The number of seats"))
        with self._empty_table():
            self._here.house.clock_alone(seats)
        return redirect("/", 303)

    @contextmanager
    def _empty_table(self) -> Iterator[None]:
        """For one who begins something; two may want it at once."""
        with self._beginning:
            if not self._is_free():
                raise Refused("Something is on the table already; leave it first.")
            if self._here.device.is_testing:
                raise Refused("The self-test has the buttons; wait until it is done.")
            yield

    def _is_free(self) -> bool:
        """Nothing is on the table, or just the clock while nobody bids: it gives way."""
        snapshot = self._here.house.snapshot
        if snapshot is None:
            return True
        view = snapshot.view(None)
        return view.game == CLOCK_ALONE and view.clock is None and not view.clock_stands

    def _offered(self, game: str, last: Opening | None, who: Visitor) -> Offered:
        there = GAMES[game].players
        if last is None:
            played, places, deck = max(USUAL, (who.seat or 0) + 1), self._usual_places(game), "device"
        else:
            played, places = len(_who_played(last)), self._places_of(game, last)
            deck = "table" if last.header.deck is None else "device"
        return Offered(min(max(played, there[0]), there[-1]), self._with_people(places[: there[-1]]), deck)

    def _with_people(self, places: Sequence[Place]) -> tuple[Place, ...]:
        """Where a phone sits, a person plays, whoever played there before."""
        taken = [pairing.seat for pairing in self._here.reception.pairings]
        return tuple(replace(place, player=PERSON) if seat in taken else place for seat, place in enumerate(places))

    def _usual_places(self, game: str) -> tuple[Place, ...]:
        return tuple(
            Place(NAMES[seat], colour, _usual_bot(game)) for seat, colour in enumerate(self._here.house.colours)
        )

    def _places_of(self, game: str, last: Opening) -> tuple[Place, ...]:
        """Those of the last game, and usual ones for seats that nobody had."""
        players, had = _played_by(game), _who_played(last)
        names = [name for name in NAMES if name not in [seat.name for seat in had]]
        free = [colour for colour in COLOURS if colour not in [seat.colour for seat in had]]
        usual = (Place(*pair, _usual_bot(game)) for pair in zip(names, free, strict=False))
        return (
            *(
                Place(seat.name, seat.colour, seat.player if seat.player in players else _usual_bot(game))
                if seat in had
                else next(usual)
                for seat in last.seats
            ),
            *islice(usual, max(len(self._here.house.colours) - len(last.seats), 0)),
        )


def _number(name: str, there: range, title: Phrase) -> int:
    return forms.number(name, there[0], there[-1], title)


def _who_played(last: Opening) -> list[Seat]:
    """People and bots: who plays by himself is there where one plays alone."""
    return [seat for seat in last.seats if seat.player not in _AUTOMATA]


def _wanted(sent: str, last: Opening | None) -> str:
    """The game that was picked, or the one that was played last, or the first in the box."""
    known = [game for game in (sent, last.header.game if last else "") if game in PAGES]
    return (known or list(PAGES))[0]


def _played_by(game: str) -> Mapping[str, str]:
    return {PERSON: mark("person"), **PAGES[game].new.played_by}


def _usual_bot(game: str) -> str:
    """A person, in a game that has none."""
    return next(iter(PAGES[game].new.played_by), PERSON)


def _places(game: str, players: int) -> list[Place]:
    return [_place(seat, game) for seat in range(players)]


def _opposites(game: str, who: Visitor) -> tuple[Place, ...]:
    """Of one who plays alone, and of the automaton."""
    seat = _alone(who)
    if seat is None:
        raise Refused("One who plays alone sits at seat 1 or 2; sit down there first.")
    return facing(_place(seat, game), GAMES[game], seat)


def _alone(who: Visitor) -> int | None:
    """The seat of one who plays alone: the own one, if it is one of the two."""
    return who.seat if who.seat in ALONE else None


def _place(seat: int, game: str) -> Place:
    return Place(
        name=forms.text(f"name{seat}") or NAMES[seat],
        colour=forms.one_of(f"colour{seat}", COLOURS, Phrase("The colour")),
        player=forms.one_of(f"player{seat}", _played_by(game), Phrase("Who plays")),
    )
