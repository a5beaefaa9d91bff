"""What the table shows of Amsterdam: what the seat of this phone is asked, its board, and the board of all."""

from flask import request
from markupsafe import Markup

from companion.games.amsterdam.chance import first_round
from companion.games.amsterdam.drawing import amstel_track, city, harbour, round_board
from companion.games.amsterdam.sight import Sight
from companion.games.amsterdam.state import State
from companion.games.events import Ask
from companion.snapshots import Snapshot
from companion.words import Words
from web.amsterdam.asked import Asked
from web.amsterdam.asking import Decision, decision
from web.amsterdam.dice import picked_dice
from web.amsterdam.glance import everybody
from web.amsterdam.own_board import OwnBoard, own_board
from web.mine import Seen
from web.once import once_for_each_snapshot
from web.seating import players_of
from web.steps import Address


def contents(seen: Seen) -> dict[str, object]:
    asked = _decision(seen)
    return {
        "decision": asked,
        "is_my_turn": asked is not None,
        "own": _own_board(seen),
        "everybody": everybody(seen.snapshot, seen.words),
        **_drawings(seen.snapshot, seen.words),
    }


@once_for_each_snapshot
def _drawings(snapshot: Snapshot, words: Words) -> dict[str, Markup]:
    state: State = snapshot.look.now.state
    setup, players = state.setup, players_of(state.setup)
    return {
        "rounds": Markup(round_board(setup.board, state.round, first_round(setup.rules), words)),
        "amstel": Markup(amstel_track(setup.board, state.amstel, state.order, players, words)),
        "harbour": Markup(harbour(state, players, words)),
        "city": Markup(city(state, players, words)),
    }


def _decision(seen: Seen) -> Decision | None:
    now, seat = seen.snapshot.look.now, seen.mine.seat
    table: Sight = seen.snapshot.view(None).table
    if seat is None or not seen.mine.plays or table.asked is None or table.asked.seat != seat:
        return None
    asked = Asked(now.state, seat, now.choices[seat], seen.words)
    return decision(asked, Address(request.path, seen.after), request.args, seen.after)


def _own_board(seen: Seen) -> OwnBoard | None:
    seat = seen.mine.seat
    if seat is None or not seen.mine.plays:
        return None
    state: State = seen.snapshot.look.now.state
    table: Sight = seen.snapshot.view(None).table
    is_choosing = table.asked == Ask("dice", seat)
    picked = picked_dice(request.args, seen.after) if is_choosing else ()
    return own_board(state, seat, picked, seen.words)
