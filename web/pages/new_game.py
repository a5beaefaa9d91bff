"""A new table: which game, who plays, by which house rules, who deals, how the clock runs. Also going on with a game
that was left, and just the clock. What the last table chose is offered again.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from random import SystemRandom
from typing import Literal, NamedTuple

import msgspec
from flask import Blueprint, redirect, render_template
from werkzeug.wrappers import Response

from companion.boards import DEFAULT
from companion.bots import BOTS
from companion.colours import COLOURS
from companion.games.merchants.house_rules import SENTENCES, TITLES, HouseRules, chosen
from companion.games.merchants.house_rules import choices as rules_there_are
from companion.games.speech import Phrase, mark
from companion.journal import Opening
from companion.openings import Place, opening_of
from companion.seats import PERSON
from companion.simulate import NAMES
from companion.snapshots import CLOCK_ALONE
from web import forms
from web.errors import Refused
from web.here import Here
from web.visitors import Visitor, at_table, visitor

PLAYERS = (3, 5)
USUAL = 4
"""Players, where nobody has played yet."""
_LARGEST = 2**53

PLAYED_BY = {PERSON: mark("person"), "merchant": mark("clever bot"), "random": mark("random bot")}
assert set(PLAYED_BY) == {PERSON, *BOTS}
PROFILES = {
    "original": mark("Like the original clock: the first prices pass quickly."),
    "even": mark("Every price for the same time."),
}
DECKS: dict[Literal["device", "table"], str] = {
    "device": mark("The device shuffles and deals; the cardboard cards stay in the box."),
    "table": mark("The table draws its own cards, and the mayor says which one came up."),
}


class Offered(NamedTuple):
    """What the form shows to begin with."""

    players: int
    places: tuple[Place, ...]
    rules: dict[str, str]
    deck: str
    profile: str
    board: int


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
        self._boards = here.house.boards
        self._beginning = threading.Lock()

    def show(self) -> str:
        return render_template(
            "new.html",
            offered=self._offered(visitor()),
            is_free=self._is_free(),
            colours=tuple(COLOURS),
            played_by=PLAYED_BY,
            rules_there_are=rules_there_are(),
            rule_titles=TITLES,
            rule_sentences=SENTENCES,
            profiles=PROFILES,
            decks=DECKS,
            boards=[shelved for shelved in self._boards.all if shelved.board],
            is_first=not self._boards.all and not self._here.house.games,
        )

    def begin(self) -> Response:
        at_table()
        players = forms.number("players", *PLAYERS, Phrase("The number of players"))
        number = self._wanted_board()
        opening = opening_of(
            [self._place(seat) for seat in range(players)],
            seed=SystemRandom().randrange(1_000_000),
            rules=_rules(),
            deck=forms.one_of("deck", DECKS, Phrase("Who deals")),
            board=self._boards.board(number),
        )
        profile = forms.one_of("profile", PROFILES, Phrase("The clock"))
        with self._empty_table():
            self._boards.use(number)
            self._here.house.change("clock", "profile", profile)
            self._here.house.begin(opening)
        return redirect("/", 303)

    def resume(self) -> Response:
        at_table()
        game = forms.number("game", 1, _LARGEST, Phrase("The number of the game"))
        with self._empty_table():
            self._here.house.resume(game)
        return redirect("/", 303)

    def clock(self) -> Response:
        at_table()
        seats = forms.number("seats", *PLAYERS, Phrase("The number of seats"))
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

    def _wanted_board(self) -> int:
        """The one in use, where nothing is said."""
        if not forms.text("board"):
            return self._boards.in_use
        return forms.number("board", DEFAULT, _LARGEST, Phrase("The number of the board"))

    def _place(self, seat: int) -> Place:
        return Place(
            name=forms.text(f"name{seat}") or NAMES[seat],
            colour=forms.one_of(f"colour{seat}", COLOURS, Phrase("The colour")),
            player=forms.one_of(f"player{seat}", PLAYED_BY, Phrase("Who plays")),
        )

    def _offered(self, who: Visitor) -> Offered:
        house = self._here.house
        last = house.last_opening
        profile = str(house.settings.values["clock"]["profile"])
        if last is None:
            players = max(USUAL, (who.seat or 0) + 1)
            rules = msgspec.to_builtins(HouseRules())
            return Offered(players, self._usual_places(who), rules, "device", profile, self._boards.in_use)
        deck = "table" if last.header.deck is None else "device"
        places, rules = self._places_of(last, who), dict(last.header.rules)
        return Offered(len(last.players), places, rules, deck, profile, self._boards.in_use)

    def _usual_places(self, who: Visitor) -> tuple[Place, ...]:
        """Whoever asks plays, and the others are bots."""
        return tuple(
            Place(NAMES[seat], colour, PERSON if seat == (who.seat or 0) else "merchant")
            for seat, colour in enumerate(self._here.house.colours)
        )

    def _places_of(self, last: Opening, who: Visitor) -> tuple[Place, ...]:
        """Those of the last game, and usual ones for seats that nobody had."""
        had = [Place(seat.name, seat.colour, seat.player) for seat in last.seats]
        names = [name for name in NAMES if name not in [place.name for place in had]]
        free = [colour for colour in COLOURS if colour not in [place.colour for place in had]]
        more = len(self._here.house.colours) - len(had)
        return (*had, *(Place(*pair, "merchant") for pair in zip(names[:more], free, strict=False)))


def _rules() -> HouseRules:
    there = rules_there_are()
    return chosen({rule: forms.one_of(rule, there[rule], Phrase("The house rule")) for rule in there})
