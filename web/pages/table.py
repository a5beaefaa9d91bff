"""The table itself, for everybody; and for a phone that sits at it, what its seat is asked."""

from collections.abc import Sequence

from flask import Blueprint, render_template
from werkzeug.wrappers import Response

from companion.chronicle import Passage
from companion.entries import Acted, Corrected, Row
from companion.games.errors import GameError
from companion.journal import Kept
from companion.requests import TakeBack
from companion.snapshots import CLOCK_ALONE
from web import forms
from web.acting import is_for_anybody, put_away
from web.games import pages_of
from web.glance import clock_says, glance
from web.here import Here
from web.merchants.auction import auction
from web.mine import Seen, seen
from web.refusals import for_players
from web.telling import telling
from web.visitors import Visitor, at_table, visitor

LAST = 3
"""So many of the last things that happened are told."""


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("table", __name__)
    page = TablePage(here)
    doors.add_url_rule("/", view_func=page.show, methods=["GET"])
    doors.add_url_rule("/leave", view_func=page.leave, methods=["POST"])
    return doors


class TablePage:
    def __init__(self, here: Here) -> None:
        self._here = here

    def show(self) -> str:
        return render_template("table.html", **self._contents(visitor()))

    def leave(self) -> Response:
        put_away(self._here, at_table(), forms.text("evening"))
        return forms.back()

    def _contents(self, who: Visitor) -> dict[str, object]:
        house = self._here.house
        evening, snapshot = house.evening, house.snapshot
        troubles = self._here.troubles(who.words)
        if house.is_closed:
            return {"on": "off", "troubles": []}
        if snapshot is None:
            return {"on": "nothing", "unfinished": self._unfinished(troubles), "troubles": troubles}
        looked = seen(self._here, snapshot, evening, who)
        return _frame(looked, house.history()) | _on_table(looked) | {"troubles": troubles, "evening": evening}

    def _unfinished(self, troubles: list[str]) -> Kept | None:
        try:
            return self._here.house.unfinished
        except GameError as error:  # the journal cannot be read; the page has to say so
            troubles.append(for_players(error).said(visitor().words))
            return None


def _frame(looked: Seen, rows: Sequence[Row]) -> dict[str, object]:
    """Around whatever is on the table."""
    snapshot, _, mine, words = looked
    passages = telling().passages(words)
    return {
        "view": snapshot.view(mine.seat if mine.plays else None),
        "mine": mine,
        "told": passages[: -LAST - 1 : -1],
        "undone": _undone(looked, passages, rows),
        "after": looked.after,
        "may_leave": mine.plays or (mine.seat is not None and is_for_anybody(snapshot)),
    }


def _on_table(looked: Seen) -> dict[str, object]:
    snapshot, words = looked.snapshot, looked.words
    view = snapshot.view(None)
    if view.game == CLOCK_ALONE:
        return {"on": "clock", "says": clock_says(view, words), **auction(snapshot, looked.mine.seat, words)}
    return {
        "on": "game",
        "game": view.rules,
        "glance": glance(snapshot, words),
        "is_over": view.table.winners is not None,
        **pages_of(view).table(looked),
    }


def _undone(looked: Seen, passages: Sequence[Passage], rows: Sequence[Row]) -> tuple[str, ...]:
    """By what is proposed, or by this seat's own wish."""
    steps = {row.n: row.entry for row in rows if isinstance(row.entry, Acted | Corrected)}
    standing = [one for one in passages if one.stands and one.number in steps]
    proposal, mine = looked.snapshot.view(None).proposal, looked.mine
    if proposal and isinstance(proposal.wants, TakeBack) and proposal.wants.to is not None:
        return undone(standing, proposal.wants.to, proposal.by)
    if mine.seat is None or not mine.plays:
        return ()
    own = [one.number for one in standing if one.seat == mine.seat and isinstance(steps[one.number], Acted)]
    return undone(standing, own[-1] - 1, mine.seat) if own else ()


def undone(steps: Sequence[Passage], to: int, by: int) -> tuple[str, ...]:
    """What would be no more after that row, the newest first: all that this seat did, and a sentence for all else."""
    gone = [one for one in steps if one.number > to]
    return tuple(
        sentence for one in reversed(gone) for sentence in (one.sentences if one.seat == by else one.sentences[:1])
    )
