"""A game that was left is offered before a new one is begun."""

from queue import SimpleQueue

from companion.games.merchants.state import State
from companion.journal import Journal, Kept
from companion.past import Past
from companion.terminal.keys import ENTER, GONE, Key, Keyboard
from companion.terminal.screen import Block, Screen


def offered(journal: Journal, kept: Kept) -> str:
    """What is known of it, in a line or two."""
    state = Past(kept.opening.setup(), journal.rows(kept.game)).state
    who = ", ".join(seat.name + (" (bot)" if seat.is_bot else "") for seat in kept.opening.seats)
    return f"Game {kept.game} is not over: begun {kept.begun_here}, {_where(state)}. At the table: {who}."


def _where(state: State) -> str:
    return f"now in {state.setup.board.years[state.year].year}, term {state.terms}"


def wants_to_go_on(offer: str) -> bool | None:
    """Enter, n, or neither."""
    keys: SimpleQueue[Key] = SimpleQueue()
    with Keyboard(keys.put), Screen() as screen:
        screen.say(offer)
        screen.show(Block(["[Enter] goes on with it   n begins a new game   q leaves"]))
        while True:
            match keys.get().text.lower():
                case key if key == ENTER:
                    return True
                case "n":
                    return False
                case key if key in ("q", GONE):
                    return None
