"""All that the pages ask of Merchants."""

from companion.games.merchants.explained import explained
from companion.games.merchants.sight import Sight
from web.game_pages import Corrections, GamePages, NewGame
from web.merchants import correct, glance, opening, scoring, table, television

MERCHANTS = GamePages(
    sight=Sight,
    heading=glance.heading,
    everybody_asked=glance.everybody_asked,
    table=table.contents,
    scoring=scoring.contents,
    television=television.contents,
    correct=Corrections(correct.there, correct.change),
    new=NewGame(opening.PLAYED_BY, opening.DECKS, opening.offered, opening.begun),
    why=explained,
)
