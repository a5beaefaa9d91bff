"""What a person has to look at on the board to answer for TOM, step by step, and which dice brought it about (A11)."""

from collections.abc import Callable

from companion.games.amsterdam.board import Printed
from companion.games.amsterdam.chance import FACES
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import COLOURS, GOOD_AT, GOODS
from companion.games.amsterdam.titles import colour_heading, district_title, good_title, place_title, spaces_title
from companion.games.amsterdam.tom import delivered_last, emptied_last, seat_of
from companion.games.speech import ENGLISH, Speech


def asked_for_tom(state: State, speech: Speech = ENGLISH) -> list[str]:
    """For the question that is asked now; nothing if it is not about him."""
    steps = _STEPS.get(state.agenda[-1].what) if state.agenda else None
    return steps(state, speech) if steps else []


def _name(state: State) -> str:
    return state.setup.names[seat_of(state)]


def _card(state: State, speech: Speech) -> list[str]:
    say = speech.say
    return [
        say("{name} is first on the Amstel: the cheapest of the cards turned up goes.", name=_name(state)),
        say("Look for the card that costs the fewest resources to activate, whatever their colours."),
        say("Of equally cheap ones a district map goes before a building, and a building before a craftsman."),
        say("Between two equally cheap district maps you choose."),
    ]


def _bridges(state: State, speech: Speech) -> list[str]:
    assert state.crossing is not None
    before, to = state.crossing
    crossed = state.setup.board.bridges(before, to)
    moved = speech.say(
        "{name} moves on the Amstel from space {before} to space {to}.",
        name=_name(state),
        before=str(before),
        to=str(to),
    )
    add = speech.say("Add up what is printed on the bridges between these spaces; without a bridge it is 0.")
    return [*_moved_by(state, speech), moved, add, _guess(crossed, speech)]


def _moved_by(state: State, speech: Speech) -> list[str]:
    """The dice, or the market tile, which nobody has looked at before he has moved by the dice."""
    if state.tile is not None:
        return [speech.say("The market tile brings him {steps}.", steps=spaces_title(state.tile.effect.steps, speech))]
    return [_shown_by(state, state.setup.board.tom.amstel, speech)]


def _magazine(state: State, speech: Speech) -> list[str]:
    board, dock = state.setup.board, emptied_last(state)
    face = FACES[board.tom.docks.index(dock)]
    printed = board.magazine(state.magazine - 1)
    place = place_title(dock, speech)
    return [
        _shown_by(state, face, speech),
        speech.say("A triplet of {face} is for the dock worker at {place}.", face=str(face), place=place),
        speech.say("Put the dock worker on the topmost free space of the magazine."),
        speech.say("Look what is printed on this space."),
        _guess(printed, speech),
    ]


def _block(state: State, speech: Speech) -> list[str]:
    say, name, district = speech.say, _name(state), state.tom_builds[0]
    die = speech.say(
        "The die {colour} shows {face}: {name} takes a block in {district}.",
        colour=colour_heading(district, speech),
        face=str(state.setup.board.tom.block),
        name=name,
        district=district_title(district, speech),
    )
    sold = [good_title(good, speech) for good in GOODS if state.black_market[GOOD_AT[good]]]
    return [
        die,
        say("Look for the cheapest free block there."),
        say("Of equally cheap ones it is one beside a block with a crest of {name}.", name=name),
        say("If there is none, or there are several, it is the one furthest to the left."),
        say("Put a crest of {name} there and take the commodity: say which one it is.", name=name),
        say("Count how many crests of {name} hang together by bridges there, this one included.", name=name),
        say("It is sold on the black market, where there is room for one of each kind; otherwise it is delivered."),
        *([say("On the black market already: {goods}.", goods=speech.listed(sold))] if sold else []),
    ]


def _roof(state: State, speech: Speech) -> list[str]:
    good, board = delivered_last(state), state.setup.board
    there = state.storehouses[GOOD_AT[good]]
    told = [
        speech.say(
            "The black market has this commodity already, so it is delivered: {good}.", good=good_title(good, speech)
        ),
        speech.say("Put it on the highest free rooftop of its storehouse, and look what is printed there."),
        _guess(board.roof(good, there - 1), speech),
    ]
    fast = board.fast_bonus(state.round)
    return (
        [*told, speech.say("For the fast delivery {amount} more is counted by itself.", amount=fast)] if fast else told
    )


def _market(state: State, speech: Speech) -> list[str]:
    say, name = speech.say, _name(state)
    return [
        say("{name} has {count} gulden.", name=name, count=state.money[seat_of(state)]),
        say("Look at the market tile of this round: what it costs, what prestige it brings, how many spaces."),
        say("Whatever else it brings, {name} does not get.", name=name),
        say("If the gulden are not enough, {name} gets 1 gulden instead.", name=name),
    ]


def _shown_by(state: State, face: int, speech: Speech) -> str:
    dice = [colour_heading(colour, speech) for colour, die in zip(COLOURS, state.dice, strict=True) if die == face]
    return speech.say("Dice that show {face}: {dice}.", face=str(face), dice=speech.listed(dice))


def _guess(printed: Printed, speech: Speech) -> str:
    """Only what is not known is asked."""
    return speech.say("Our guess is {prestige}.", prestige=printed.prestige)


_STEPS: dict[str, Callable[[State, Speech], list[str]]] = {
    "tom_card": _card,
    "tom_bridges": _bridges,
    "tom_magazine": _magazine,
    "tom_block": _block,
    "tom_roof": _roof,
    "tom_market": _market,
}
