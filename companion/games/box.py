"""The games in the box, and the words that journals, records and requests know: those of all games together."""

from companion.games.amsterdam import actions as amsterdam_actions
from companion.games.amsterdam import corrections as amsterdam_corrections
from companion.games.amsterdam import events as amsterdam_events
from companion.games.amsterdam.game import AMSTERDAM
from companion.games.errors import BadSetup
from companion.games.game import Game
from companion.games.merchants import actions as merchants_actions
from companion.games.merchants import corrections as merchants_corrections
from companion.games.merchants import events as merchants_events
from companion.games.merchants.game import MERCHANTS
from companion.games.mercurius import actions as mercurius_actions
from companion.games.mercurius import corrections as mercurius_corrections
from companion.games.mercurius import events as mercurius_events
from companion.games.mercurius.game import MERCURIUS

GAMES: dict[str, Game] = {game.name: game for game in (MERCHANTS, MERCURIUS, AMSTERDAM)}

AnyAction = merchants_actions.AnyAction | mercurius_actions.AnyAction | amsterdam_actions.AnyAction
AnyEvent = merchants_events.AnyEvent | mercurius_events.AnyEvent | amsterdam_events.AnyEvent
AnyChange = merchants_corrections.AnyChange | mercurius_corrections.AnyChange | amsterdam_corrections.AnyChange


def game_called(name: str) -> Game:
    if name not in GAMES:
        raise BadSetup("the game {game!r} is not known; there are {known}.", game=name, known=", ".join(GAMES))
    return GAMES[name]
