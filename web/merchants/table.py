"""What the table shows of Merchants, and what the seat of this phone is asked."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from flask import request
from markupsafe import Markup

from companion.entries import Acted
from companion.games.merchants.drawing import area_picture, changed_spaces
from companion.games.merchants.events import Area
from companion.games.merchants.sight import Sight
from companion.games.merchants.state import TRACK
from companion.games.speech import mark
from companion.snapshots import Snapshot
from companion.words import Words
from web.merchants.auction import auction
from web.merchants.glance import lying
from web.merchants.picking import Decision, Picked, Picking
from web.mine import Seen
from web.once import once_for_each_snapshot
from web.pages.sheets import sheet_url
from web.seating import players_of

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


def contents(seen: Seen) -> dict[str, object]:
    snapshot, words = seen.snapshot, seen.words
    decision = _decision(seen) if seen.mine.plays else None
    now = lying(snapshot, words)
    return {
        "now": now,
        "lot": now.lot,
        "decision": decision,
        "is_my_turn": decision is not None and not decision.for_bot,
        "pictures": pictures(snapshot, words),
        "aims": aims(snapshot, words, decision) if decision else (),
        **auction(snapshot, seen.mine.seat, words),
    }


def _decision(seen: Seen) -> Decision | None:
    now, seats = seen.snapshot.look.now, seen.snapshot.view(None).seats
    asked = now.state.agenda[-1] if now.state.agenda else None
    if asked is None or asked.what == "bid" or asked.seat is None:
        return None
    for_bot = asked.what == "draw" and seats[asked.seat].is_bot
    if asked.seat != seen.mine.seat and not for_bot:
        return None
    picked = Picked(*(request.args.get(name, "") for name in ("action", "space", "moves", "after")))
    return Picking(now, asked.seat, picked, seen.after, request.path, seen.words, for_bot=for_bot).decision()


@once_for_each_snapshot
def pictures(snapshot: Snapshot, words: Words) -> tuple[Picture, ...]:
    """The three areas with everybody's tokens."""
    view = snapshot.view(None)
    happened: Sequence[Any] = view.last.events if isinstance(view.last, Acted) else ()
    fresh = changed_spaces(happened)
    return tuple(
        Picture(area, words.say(title), _drawn(snapshot, area, view.table, words, fresh=fresh))
        for area, title in _TITLES.items()
    )


def aims(snapshot: Snapshot, words: Words, decision: Decision) -> tuple[Picture, ...]:
    """What can be tapped, as if the moves that were picked had been made."""
    sight = _moved(snapshot.view(None).table, decision)
    drawn = {
        area: _drawn(snapshot, area, sight, words, targets=targets, nearby=True)
        for area, targets in decision.targets.items()
        if targets
    }
    return tuple(Picture(area, words.say(_TITLES[area]), svg, is_near=True) for area, svg in drawn.items())


def _drawn(snapshot: Snapshot, area: Area, sight: Sight, words: Words, **more: Any) -> Markup:
    setup = snapshot.look.now.state.setup
    background = sheet_url(setup.board, area, words)
    return Markup(area_picture(setup.board, area, sight, players_of(setup), words, background=background, **more))


def _moved(sight: Sight, decision: Decision) -> Sight:
    if not decision.moved or sight.asked is None or sight.asked.seat is None:
        return sight
    market = [list(tracks) for tracks in sight.market]
    for commodity in decision.moved:
        market[sight.asked.seat][TRACK[commodity]] += 1
    return msgspec.structs.replace(sight, market=tuple(tuple(tracks) for tracks in market))
