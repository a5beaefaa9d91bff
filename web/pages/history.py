"""What happened: every action in words, the newest first, chapter by chapter; all of it or what one seat was part of;
and the record to take home.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from companion.chronicle import Passage
from companion.errors import BadJournal, NoSuchGame
from companion.finishes import Finish
from companion.games.telling import Chapter
from companion.journal import Summary
from companion.snapshots import CLOCK_ALONE, View
from companion.words import Words
from web.errors import NotThere
from web.games import pages_of
from web.here import Here
from web.telling import telling
from web.visitors import visitor

PATH = "/history"
PAGE = 50
"""So many passages at a time, and the rest of the row that the last of them is part of."""
GAMES = 20
"""So many of the earlier ones are listed."""
_ROOM = 92
"""Percent of a lane that the presses of a finish share; the rest keeps the marks inside it."""


class Lane(NamedTuple):
    """One press of a photo finish, as far along as it came later, in percent."""

    seat: int
    along: str
    words: str
    won: bool


class Told(NamedTuple):
    passage: Passage
    lanes: tuple[Lane, ...]
    explained: tuple[Any, ...]
    """Why each scoring paid what it paid."""


class Section(NamedTuple):
    """One chapter, the newest passage first."""

    chapter: Chapter | None
    told: tuple[Told, ...]

    @property
    def name(self) -> str:
        """Its own, and the same when more is told in it: a game that was taken back comes to a chapter twice."""
        which = f"{self.chapter.when}-{self.chapter.number}" if self.chapter else ""
        return f"{which}-{self.told[-1].passage.number}"


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("history", __name__)
    page = HistoryPage(here)
    doors.add_url_rule(PATH, view_func=page.show, methods=["GET"])
    doors.add_url_rule(f"{PATH}/record.jsonl", view_func=page.record, methods=["GET"])
    doors.add_url_rule(f"{PATH}/<int:game>/record.jsonl", view_func=page.record_of, methods=["GET"])
    return doors


class HistoryPage:
    def __init__(self, here: Here) -> None:
        self._here = here

    def show(self) -> str:
        snapshot = self._here.house.snapshot
        if snapshot is None:
            return render_template("history.html", view=None, earlier=self._earlier())
        words, view = visitor().words, snapshot.view(None)
        seat = _number(request.args.get("seat"), len(view.seats))
        passages = _about(telling().passages(words), seat)
        shown, older = page_of(passages, _number(request.args.get("before")))
        return render_template(
            "history.html",
            view=view,
            seat=seat,
            sections=sections(shown, view, words),
            older=older,
            is_newest="before" not in request.args,
            cardboard=bool(request.args.get("cardboard")),
            way=_way,
            earlier=self._earlier(but=view.game) if view.table.winners is not None else (),
            may_download=may_download(view, has_deck=snapshot.look.now.state.setup.deck is not None),
        )

    def _earlier(self, but: int = CLOCK_ALONE) -> list[Summary]:
        """The last games that were played here, the newest first; looked up only where nobody waits for a game."""
        try:
            return [one for one in self._here.house.latest(GAMES + 1) if one.game != but][:GAMES]
        except BadJournal:  # the table's own page says what is wrong with it
            return []

    def record_of(self, game: int) -> Response:
        """Of a game that was played before."""
        try:
            return _taken_home(game, self._here.house.record(game))
        except NoSuchGame:  # which tells where the games are kept, and not everybody has to know
            raise NotThere("No game of that number was played here.") from None

    def record(self) -> Response:
        """What stands of the game, for `veilingklok replay` and whoever was not there. The house may say why not."""
        snapshot = self._here.house.snapshot
        return _taken_home(snapshot.view(None).game if snapshot else CLOCK_ALONE, self._here.house.record())


def _taken_home(game: int, lines: Iterable[bytes] | None) -> Response:
    if lines is None:
        raise NotThere("There is no game on the table to take home.")
    response = Response(b"".join(line + b"\n" for line in lines), mimetype="application/jsonl")
    response.headers["Content-Disposition"] = f'attachment; filename="veilingklok-game-{game}.jsonl"'
    return response


def _way(**changes: object) -> str:
    """An address of this page as it is now, but for these; from the newest on, unless it says otherwise."""
    kept = {name: request.args[name] for name in ("seat", "cardboard") if name in request.args}
    wanted = {name: value for name, value in {**kept, **changes}.items() if value not in (None, "")}
    return f"{PATH}?{urlencode(wanted)}" if wanted else PATH


def may_download(view: View, *, has_deck: bool) -> bool:
    """A record tells the whole deck, also what the device has yet to deal."""
    return view.game != CLOCK_ALONE and (view.table.winners is not None or not has_deck)


def page_of(passages: Sequence[Passage], before: int | None = None) -> tuple[list[Passage], int | None]:
    """Whole rows, the newest first; and the row before which there is more."""
    there = [one for one in reversed(passages) if before is None or one.number < before]
    if len(there) <= PAGE:
        return there, None
    last = there[PAGE - 1].number
    shown = [one for one in there if one.number >= last]
    return shown, last if len(shown) < len(there) else None


def sections(newest_first: Iterable[Passage], view: View, words: Words) -> Iterator[Section]:
    for chapter, inside in groupby(newest_first, key=lambda one: one.chapter):
        yield Section(chapter, tuple(_told(one, view, words) for one in inside))


def _told(passage: Passage, view: View, words: Words) -> Told:
    explained, names = pages_of(view).why, [seat.name for seat in view.seats]
    why = tuple(explained(payday.reckoning, names, words) for payday in passage.scorings) if explained else ()
    return Told(passage, lanes(passage.finish) if passage.finish else (), why)


def lanes(finish: Finish) -> tuple[Lane, ...]:
    """One below the other, so that presses at almost the same moment can be told apart."""
    whole = finish.presses[-1].after or 1
    return tuple(
        Lane(press.seat, f"{4 + _ROOM * press.after / whole:.1f}%", press.words, press.won) for press in finish.presses
    )


def _about(passages: list[Passage], seat: int | None) -> list[Passage]:
    return passages if seat is None else [one for one in passages if seat in one.concerns]


def _number(text: str | None, below: int = 2**31) -> int | None:
    """What an address says; whatever else stands there says nothing."""
    sound = text is not None and text.isascii() and text.isdigit() and len(text) < 10
    return int(text) if sound and int(text) < below else None  # type: ignore[arg-type]
