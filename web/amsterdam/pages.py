"""All that the pages ask of Amsterdam."""

from companion.games.amsterdam.sight import Sight
from companion.games.speech import Speech
from companion.snapshots import Snapshot
from web.amsterdam import correct, glance, opening, scoring, table, television
from web.game_pages import Corrections, GamePages, NewGame


def _everybody_asked(_snapshot: Snapshot, _speech: Speech) -> str:
    raise AssertionError("every question goes to one seat")


AMSTERDAM = GamePages(
    sight=Sight,
    heading=glance.heading,
    everybody_asked=_everybody_asked,
    table=table.contents,
    scoring=scoring.contents,
    television=television.contents,
    correct=Corrections(correct.there, correct.change),
    new=NewGame(opening.PLAYED_BY, opening.DECKS, opening.offered, opening.begun),
    sheet="amsterdam.css",
)
