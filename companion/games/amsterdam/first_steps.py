"""How the table is laid out before a game, step by step for the number of players and the rules that are played."""

from companion.games.amsterdam.state import Setup
from companion.games.amsterdam.titles import gulden_title
from companion.games.speech import ENGLISH, Speech, mark

_MARKET_TILES: dict[tuple[bool, bool], str] = {
    (False, False): mark("Put two random market tiles A and two B back unseen; lay the six A on top of the six B."),
    (True, False): mark(
        "Put three random market tiles A and three B back unseen; lay the five A on top of the five B."
    ),
    (False, True): mark(
        "Mix three random market tiles A with three CA, three B with three CB; lay the first six on top of the others."
    ),
    (True, True): mark(
        "Mix three random market tiles A with two CA, three B with two CB; lay the first five on top of the others."
    ),
}
"""Of the short game or the long one, without the extra tiles or with them."""


def first_steps(setup: Setup, speech: Speech = ENGLISH) -> list[str]:
    return [
        speech.say("Draw a commodity from the bag for each block of the city."),
        _dock_workers(setup, speech),
        *_drawn_by_hand(setup, speech),
        speech.say(_MARKET_TILES[setup.rules.short, setup.rules.tiles]),
        speech.say(
            "Everybody puts the barge on the pier, the rowboat on 0 and {gulden} into the purse.",
            gulden=gulden_title(setup.board.start_gulden, speech),
        ),
        *_toms(setup, speech),
        *_expansions(setup, speech),
    ]


def _dock_workers(setup: Setup, speech: Speech) -> str:
    if setup.automaton is not None:
        return speech.say("Draw one dock worker for each dock, from one of each colour; none stands at its own dock.")
    return speech.say("Draw two dock workers of different colours for each dock; none stands at its own dock.")


def _drawn_by_hand(setup: Setup, speech: Speech) -> list[str]:
    """What the device has not drawn."""
    if setup.chance is not None:
        return []
    tiles = speech.counted(setup.players - 1, "{count} district tile", "{count} district tiles")
    return [
        speech.say("Draw the discs from the bag and stack them on the start of the Amstel, one on top of the other."),
        speech.say("Draw {tiles} and lay them face up beside the board.", tiles=tiles),
    ]


def _toms(setup: Setup, speech: Speech) -> list[str]:
    """He needs little (A11)."""
    if setup.automaton is None:
        return []
    name = setup.names[setup.automaton]
    return [speech.say("{name} has only a rowboat, a disc and crests: no gulden, no barge, no board.", name=name)]


def _expansions(setup: Setup, speech: Speech) -> list[str]:
    """The figures are put down when the rules ask for it (A10)."""
    return [
        *([speech.say("Deal three secret orders to everybody, face down.")] if setup.rules.orders else []),
        *([speech.say("Lay Supervisor and Bailiff ready.")] if setup.rules.workers else []),
        *([speech.say("Lay the black-marketeer ready.")] if setup.rules.marketeer else []),
    ]
