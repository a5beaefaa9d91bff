"""A game that was left is offered before a new one is begun."""

from queue import SimpleQueue

from companion.games.speech import ENGLISH, Speech
from companion.journal import Journal, Kept
from companion.past import Past
from companion.terminal.keys import ENTER, GONE, Key, Keyboard
from companion.terminal.screen import Block, Screen


def offered(journal: Journal, kept: Kept, speech: Speech = ENGLISH) -> str:
    """What is known of it, in a line or two."""
    state = Past(kept.opening.game, kept.opening.setup(), journal.rows(kept.game)).state
    return speech.say(
        "Game {game} is not over: begun {begun}, now in {year}, term {term}. At the table: {names}.",
        game=str(kept.game),
        begun=kept.begun_here,
        year=state.setup.board.years[state.year].year,
        term=state.terms,
        names=", ".join(seat.name + (" (bot)" if seat.is_bot else "") for seat in kept.opening.seats),
    )


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
