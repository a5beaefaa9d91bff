"""What a screen on the wall shows of Amsterdam: the whole table, and what everybody has."""

from markupsafe import Markup

from companion.games.amsterdam.drawing import television
from companion.snapshots import Snapshot
from companion.words import Words
from web.amsterdam.glance import everybody
from web.seating import players_of


def contents(snapshot: Snapshot, words: Words) -> dict[str, object]:
    state = snapshot.look.now.state
    drawn = television(state, players_of(state.setup), words)
    return {"everybody": everybody(snapshot, words), "board": Markup(drawn)}
