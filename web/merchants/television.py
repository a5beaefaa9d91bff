"""What a screen on the wall shows of Merchants: the whole board, and the clock."""

from markupsafe import Markup

from companion.games.merchants.drawing import board_picture
from companion.snapshots import Snapshot
from companion.words import Words
from web.merchants.auction import face
from web.merchants.glance import lying
from web.pages.sheets import WHOLE, sheet_url
from web.seating import players_of


def contents(snapshot: Snapshot, words: Words) -> dict[str, object]:
    now = lying(snapshot, words)
    return {"now": now, "lot": now.lot, "board": _board(snapshot, words), "clock_face": face(snapshot, words)}


def _board(snapshot: Snapshot, words: Words) -> Markup:
    view, setup = snapshot.view(None), snapshot.look.now.state.setup
    sheet = sheet_url(setup.board, WHOLE, words)
    return Markup(board_picture(setup.board, view.table, players_of(setup), words, background=sheet))
