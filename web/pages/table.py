"""The table itself, for everybody; and for a phone that sits at it, what its seat is asked."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from flask import Blueprint, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.chronicle import Passage
from companion.entries import Acted
from companion.games.errors import GameError
from companion.games.merchants.auction import price_of
from companion.games.merchants.drawing import area_picture, changed_spaces, clock_face
from companion.games.merchants.events import Area
from companion.games.merchants.sight import Sight
from companion.games.merchants.state import TRACK
from companion.games.speech import mark
from companion.journal import Kept
from companion.requests import TakeBack
from companion.snapshots import CLOCK_ALONE, Snapshot, View
from companion.words import Words
from web import forms
from web.acting import may_bid
from web.glance import clock_says, glance
from web.here import Here
from web.pages.sheets import sheet_url
from web.picking import Decision, Picked, Picking
from web.seating import merchants_of
from web.state import after
from web.telling import telling
from web.visitors import Visitor, at_table, visitor

LAST = 3
"""So many of the last things that happened are told."""

_TITLES: dict[Area, str] = {
    "market": mark("The market"),
    "amsterdam": mark("Amsterdam"),
    "colonies": mark("The colonies"),
}


class Picture(NamedTuple):
    area: Area
    title: str
    svg: Markup
    is_near: bool = False
    """Only what is around the spaces that can be tapped."""


class Mine(NamedTuple):
    """What concerns the seat of this phone."""

    seat: int | None = None
    plays: bool = False
    """As a person, in the game that is on the table."""
    has_button: bool = False
    bids: bool = False
    """By phone, for it has no button, or the table wants it so."""
    starts_again: bool = False
    """The clock, after an interruption."""
    decision: Decision | None = None


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
        at_table()
        self._here.house.leave()
        return forms.back()

    def _contents(self, who: Visitor) -> dict[str, object]:
        house = self._here.house
        evening, snapshot = house.evening, house.snapshot
        troubles = self._here.troubles(who.words)
        if house.is_closed:
            return {"on": "off", "troubles": []}
        if snapshot is None:
            return {"on": "nothing", "unfinished": self._unfinished(troubles), "troubles": troubles}
        view = snapshot.view(None)
        mine = self._mine(snapshot, evening, who)
        passages = telling().passages(who.words)
        common = {
            "view": snapshot.view(mine.seat if mine.plays else None),
            "mine": mine,
            "told": passages[: -LAST - 1 : -1],
            "undone": undone(passages, self._back_to(view, mine, passages)),
            "troubles": troubles,
            "after": after(snapshot, evening),
            "price": self._price(snapshot, who.words),
            "clock_face": Markup(clock_face(snapshot.look.now.state.setup.board, who.words)),
        }
        if view.game == CLOCK_ALONE:
            return common | {"on": "clock", "says": clock_says(view, who.words)}
        return common | {
            "on": "game",
            "glance": glance(snapshot, who.words),
            "pictures": pictures(snapshot, who.words),
            "aims": aims(snapshot, who.words, mine.decision) if mine.decision else (),
            "is_over": view.table.winners is not None,
        }

    def _unfinished(self, troubles: list[str]) -> Kept | None:
        try:
            return self._here.house.unfinished
        except GameError as error:  # the journal cannot be read; the page has to say so
            troubles.append(error.said(visitor().words))
            return None

    def _back_to(self, view: View, mine: Mine, passages: Sequence[Passage]) -> int | None:
        """The row after which all would be taken back: by what is proposed, or by this seat's own wish."""
        if view.proposal and isinstance(view.proposal.wants, TakeBack):
            return view.proposal.wants.to
        own = [one.number for one in passages if one.stands and one.seat == mine.seat] if mine.plays else []
        return own[-1] - 1 if own else None

    def _price(self, snapshot: Snapshot, words: Words) -> str:
        """As the page is sent; where there is script, it falls from there."""
        run, now = snapshot.look.clock, self._here.house.now()
        if run is None or now < run.start or run.place_at(now) == len(run.slices):
            return ""
        return words.number(price_of(run.slices[run.place_at(now)].dial, run.doubled))

    def _mine(self, snapshot: Snapshot, evening: int, who: Visitor) -> Mine:
        view, seat = snapshot.view(None), who.seat
        if seat is None or seat >= len(view.seats) or view.seats[seat].is_bot:
            return Mine(seat)
        is_alone = view.game == CLOCK_ALONE
        mayor = snapshot.look.now.state.mayor
        return Mine(
            seat=seat,
            plays=True,
            has_button=self._here.device.has_button(seat),
            bids=may_bid(self._here, seat, len(view.seats)),
            starts_again=is_alone or seat == mayor or view.seats[mayor].is_bot,
            decision=None if is_alone else self._decision(snapshot, evening, who),
        )

    def _decision(self, snapshot: Snapshot, evening: int, who: Visitor) -> Decision | None:
        now, seats = snapshot.look.now, snapshot.view(None).seats
        asked = now.state.agenda[-1] if now.state.agenda else None
        if asked is None or asked.what == "bid" or asked.seat is None:
            return None
        for_bot = asked.what == "draw" and seats[asked.seat].is_bot
        if asked.seat != who.seat and not for_bot:
            return None
        picked = Picked(*(request.args.get(name, "") for name in ("action", "space", "moves", "after")))
        step = after(snapshot, evening)
        return Picking(now, asked.seat, picked, step, request.path, who.words, for_bot=for_bot).decision()


def undone(passages: Sequence[Passage], to: int | None) -> tuple[str, ...]:
    """What would be no more, the newest first, a sentence for each."""
    if to is None:
        return ()
    gone = [one for one in passages if one.stands and one.number > to and one.sentences]
    return tuple(one.sentences[0] for one in reversed(gone))


def pictures(snapshot: Snapshot, words: Words) -> tuple[Picture, ...]:
    """The three areas with everybody's tokens."""
    view = snapshot.view(None)
    fresh = changed_spaces(view.last.events) if isinstance(view.last, Acted) else ()
    return tuple(
        Picture(area, words.say(title), _drawn(snapshot, area, view.table, words, fresh=fresh))
        for area, title in _TITLES.items()
    )


def aims(snapshot: Snapshot, words: Words, decision: Decision) -> tuple[Picture, ...]:
    """What can be tapped, as if the moves that were picked had been made."""
    sight = _moved(snapshot.view(None), decision)
    drawn = {
        area: _drawn(snapshot, area, sight, words, targets=targets, nearby=True)
        for area, targets in decision.targets.items()
        if targets
    }
    return tuple(Picture(area, words.say(_TITLES[area]), svg, is_near=True) for area, svg in drawn.items())


def _drawn(snapshot: Snapshot, area: Area, sight: Sight, words: Words, **more: Any) -> Markup:
    setup = snapshot.look.now.state.setup
    background = sheet_url(setup.board, area, words)
    return Markup(area_picture(setup.board, area, sight, merchants_of(setup), words, background=background, **more))


def _moved(view: View, decision: Decision) -> Sight:
    if not decision.moved or view.table.asked is None or view.table.asked.seat is None:
        return view.table
    seat, market = view.table.asked.seat, [list(tracks) for tracks in view.table.market]
    for commodity in decision.moved:
        market[seat][TRACK[commodity]] += 1
    return msgspec.structs.replace(view.table, market=tuple(tuple(tracks) for tracks in market))
