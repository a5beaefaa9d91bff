"""A game that was left is offered before a new one is begun."""

from queue import SimpleQueue
from typing import Any

from companion.following import following, past_of
from companion.games.game import Game
from companion.games.speech import ENGLISH, Phrase, Speech, mark
from companion.journal import Journal, Kept
from companion.terminal.keys import ENTER, GONE, Key, Keyboard
from companion.terminal.screen import Block, Screen

OFFER = mark("Game {game} is not over: begun {begun}, {title}, {where}. At the table: {names}.")


def offered(journal: Journal, kept: Kept, speech: Speech = ENGLISH) -> str:
    """What is known of it, in a line or two."""
    past = past_of(journal, kept)
    with following(kept.game):
        return offer(kept, past.state, speech)


def offer(kept: Kept, state: Any, speech: Speech = ENGLISH) -> str:
    """The same of a game whose state is known already."""
    opening = kept.opening
    return speech.say(
        OFFER,
        game=str(kept.game),
        begun=kept.begun_here,
        title=Phrase(opening.game.title),
        where=whereabouts(opening.game, state, speech),
        names=", ".join(seat.name + (" (bot)" if seat.is_bot else "") for seat in opening.seats),
    )


def whereabouts(game: Game, state: Any, speech: Speech) -> str:
    """How far a game has come."""
    chapter = game.telling(state.setup, state.setup.names.__getitem__, speech).chapter(state)
    return ", ".join(filter(None, (chapter.when, chapter.title)))


def wants_to_go_on(offer: str, speech: Speech = ENGLISH) -> bool | None:
    """Enter, n, or neither."""
    keys: SimpleQueue[Key] = SimpleQueue()
    with Keyboard(keys.put), Screen() as screen:
        screen.say(offer)
        screen.show(Block([speech.say("[Enter] goes on with it   n begins a new game   q leaves")]))
        while True:
            match keys.get().text.lower():
                case key if key == ENTER:
                    return True
                case "n":
                    return False
                case key if key in ("q", GONE):
                    return None
