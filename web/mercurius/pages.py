"""All that the pages ask of Mercurius."""

from companion.games.mercurius.sight import Sight
from companion.games.speech import Speech
from companion.snapshots import Snapshot
from web.game_pages import Corrections, GamePages, NewGame
from web.mercurius import correct, glance, opening, scoring, table, television


def _everybody_asked(_snapshot: Snapshot, _speech: Speech) -> str:
    raise AssertionError("every question goes to one seat")


MERCURIUS = GamePages(
    sight=Sight,
    heading=glance.heading,
    everybody_asked=_everybody_asked,
    table=table.contents,
    scoring=scoring.contents,
    television=television.contents,
    correct=Corrections(correct.there, correct.change),
    new=NewGame(opening.PLAYED_BY, opening.DECKS, opening.offered, opening.begun),
    sheet="mercurius.css",
)
