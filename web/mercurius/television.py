"""What a screen on the wall shows of Mercurius: the exchange, and what everybody has."""

from markupsafe import Markup

from companion.games.mercurius.drawing import exchange
from companion.games.mercurius.outlook import moves_to_come
from companion.games.mercurius.sight import Sight
from companion.snapshots import Snapshot
from companion.words import Words
from web.mercurius.glance import lying
from web.seating import players_of


def contents(snapshot: Snapshot, words: Words) -> dict[str, object]:
    state = snapshot.look.now.state
    table: Sight = snapshot.view(None).table
    players = players_of(state.setup)
    drawn = exchange(state.setup.board, table.spaces, moves_to_come(state), players, words, paid=table.paid)
    return {"now": lying(snapshot, words), "board": Markup(drawn)}
