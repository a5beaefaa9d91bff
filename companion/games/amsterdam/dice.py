"""The dice and the roundel: two dice for everybody, and what the roundel lets out (A4, A5)."""

from itertools import combinations

from companion.games.amsterdam import cards
from companion.games.amsterdam.actions import AnyAction, FirstResources, Roll, TakeDice, UseCard
from companion.games.amsterdam.board import highest_die
from companion.games.amsterdam.chance import FACES, first_round
from companion.games.amsterdam.events import (
    DiceTaken,
    DiceTurned,
    IntoRoundel,
    Penalty,
    Rolled,
    RoundelTurned,
    Shack,
    Supply,
)
from companion.games.amsterdam.state import Play, State
from companion.games.amsterdam.things import COLOUR_AT, COLOURS, NO_RESOURCES, only
from companion.games.events import Ask
from companion.games.rules import Options, Question, nothing
from companion.games.typed import Counted, OneOf, Typed

_PAIRS = tuple(TakeDice(first, second) for first, second in combinations(COLOURS, 2))
_FIRST = tuple(FirstResources(one, two) for one in COLOURS for two in COLOURS if one != two)


def roll(play: Play, _ask: Ask) -> None:
    """By the device, or by the first player with the table's own dice."""
    state = play.state
    if state.setup.chance is None:
        play.ask("roll", state.person)
    else:
        at = state.round - first_round(state.setup.rules)
        play.emit(Rolled(state.setup.chance.rolls[at]))


def _roll_options(_state: State, _seat: int | None) -> Options:
    return Typed(Roll, Counted([range(FACES[0], FACES[-1] + 1)] * len(COLOURS)))


def _say_roll(play: Play, _seat: int, action: Roll) -> None:
    play.emit(Rolled(action.dice))


def turn_high_dice(play: Play, _ask: Ask) -> None:
    """What would not come out before the end becomes a 1 (A5)."""
    dice, highest = play.state.dice, highest_die(play.state.round)
    turned = tuple(die if die <= highest else 1 for die in dice)
    if turned != dice:
        play.emit(DiceTurned(dice, turned))


def _options(state: State, seat: int | None) -> Options:
    assert seat is not None
    return OneOf(_PAIRS, cards.uses(state, seat))


def _take(play: Play, seat: int, action: AnyAction) -> None:
    if isinstance(action, UseCard):
        play.ask("dice", seat)
        cards.use(play, seat, action)
    elif isinstance(action, TakeDice):
        play.emit(DiceTaken(seat, action.first, action.second))
        for colour in (action.first, action.second):
            pips = play.state.dice[COLOUR_AT[colour]]
            play.emit(IntoRoundel(seat, pips, colour, pips))


def turn_roundels(play: Play, _ask: Ask) -> None:
    """What was in slot 1 comes out, with what was kept in the shack; who gets nothing out takes a token (A4)."""
    state = play.state
    for seat in state.order:
        if seat == state.setup.automaton:
            continue
        out = state.roundels[seat][0]
        play.emit(RoundelTurned(seat, out))
        if out == NO_RESOURCES:
            play.emit(Penalty(seat, 1, "empty_roundel"))
        kept = state.shacks[seat]
        if kept is not None:
            play.emit(Shack(seat, None))
            play.emit(Supply(seat, only(kept), "shack"))


def _first_options(_state: State, _seat: int | None) -> Options:
    return _FIRST


def _take_first(play: Play, seat: int, action: FirstResources) -> None:
    play.emit(IntoRoundel(seat, 1, action.one, 1))
    play.emit(IntoRoundel(seat, 2, action.two, 2))


ROLL = Question(_roll_options, _say_roll, nothing)
DICE = Question(_options, _take, nothing)
FIRST_RESOURCES = Question(_first_options, _take_first, nothing)
