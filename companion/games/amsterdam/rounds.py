"""The way through a game: how it is laid out, its rounds, and the four phases of each (A1, A3, A4, A8)."""

from itertools import combinations, permutations

from companion.games.amsterdam import ending
from companion.games.amsterdam.actions import Discs, Keep, Tiles
from companion.games.amsterdam.chance import first_round
from companion.games.amsterdam.events import CardsShown, DiscsStacked, PhaseBegins, Round, Shack, Supply, TilesDrawn
from companion.games.amsterdam.state import Play, State
from companion.games.amsterdam.things import COLOURS, LAST_ROUND, NO_RESOURCES, Colour, minus
from companion.games.events import Ask, Money
from companion.games.rules import Options, Question, nothing


def lay_out(play: Play) -> None:
    """Gulden for everybody but TOM; then chance stacks discs and draws tiles, or the table says how they lie."""
    setup = play.state.setup
    for seat in setup.people:
        play.emit(Money(seat, setup.board.start_gulden, "start"))
    for what in ("next_round", "first_resources_in_turn", "first_cards", "first_places"):
        play.ask(what, None)
    if setup.chance is None:
        play.ask("tiles", setup.people[0])
        play.ask("discs", setup.people[0])
    else:
        play.emit(DiscsStacked(setup.chance.discs))
        play.emit(TilesDrawn(setup.chance.tiles))


def people_in_order(state: State) -> tuple[int, ...]:
    """By the Amstel, without TOM."""
    return tuple([seat for seat in state.order if seat != state.setup.automaton])


def first_cards(play: Play, _ask: Ask) -> None:
    """One each, who lies at the bottom first."""
    _turn_up(play, 0)
    play.ask_in_turn("card", people_in_order(play.state)[::-1])


def first_resources(play: Play, _ask: Ask) -> None:
    play.ask_in_turn("first_resources", people_in_order(play.state))


def next_round(play: Play, _ask: Ask) -> None:
    state = play.state
    if state.round == LAST_ROUND:
        ending.begin(play)
        return
    play.emit(Round(state.round + 1 if state.round else first_round(state.setup.rules)))
    for what in ("next_round", "phase_4", "phase_3", "phase_2", "phase_1"):
        play.ask(what, None)


def reveal_cards(play: Play, _ask: Ask) -> None:
    """Phase I: everybody takes a card; but TOM, if he leads, throws one away before (A11)."""
    state = play.state
    play.emit(PhaseBegins(1))
    _turn_up(play, state.round)
    play.ask_in_turn("card", people_in_order(state))
    if state.order[0] == state.setup.automaton:
        play.ask("tom_card", state.person)


def roll_dice(play: Play, _ask: Ask) -> None:
    """Phase II. TOM acts on the dice as they were rolled, in phase III too, before anybody else (A11)."""
    play.emit(PhaseBegins(2))
    for what in ("turn_roundels", "dice_in_turn", "turn_high_dice"):
        play.ask(what, None)
    if play.state.setup.automaton is not None:
        play.ask("tom", None)
    play.ask("roll_dice", None)


def choose_dice(play: Play, _ask: Ask) -> None:
    play.ask_in_turn("dice", people_in_order(play.state))


def perform_actions(play: Play, _ask: Ask) -> None:
    """Phase III."""
    play.emit(PhaseBegins(3))
    play.ask_in_turn("turn", people_in_order(play.state))


def end_round(play: Play, _ask: Ask) -> None:
    """Phase IV: everybody keeps one resource; not in the last round (A8)."""
    if play.state.round < LAST_ROUND:
        play.emit(PhaseBegins(4))
        play.ask_in_turn("keep", people_in_order(play.state))


def _turn_up(play: Play, round_: int) -> None:
    setup = play.state.setup
    play.emit(CardsShown(setup.board.display(setup.players, round_)))


# Phase IV.


def _keep_options(state: State, seat: int | None) -> Options:
    """A question only where there are several colours."""
    assert seat is not None
    there = [colour for colour, count in zip(COLOURS, state.supply[seat], strict=True) if count]
    return tuple(Keep(colour) for colour in there) if len(there) > 1 else ()


def _keep(play: Play, seat: int, action: Keep) -> None:
    _keep_one(play, seat, action.colour)


def _keep_the_only_one(play: Play, ask: Ask) -> None:
    assert ask.seat is not None
    supply = play.state.supply[ask.seat]
    if supply != NO_RESOURCES:
        _keep_one(play, ask.seat, next(colour for colour, count in zip(COLOURS, supply, strict=True) if count))


def _keep_one(play: Play, seat: int, colour: Colour) -> None:
    """The rest goes back."""
    play.emit(Supply(seat, minus(play.state.supply[seat]), "end_of_round"))
    play.emit(Shack(seat, colour))


# What the table says that draws for itself.


def _disc_options(state: State, _seat: int | None) -> Options:
    return tuple(Discs(order) for order in permutations(range(state.setup.players)))


def _stack(play: Play, _seat: int, action: Discs) -> None:
    play.emit(DiscsStacked(action.seats))


def _tile_options(state: State, _seat: int | None) -> Options:
    return tuple(Tiles(tiles) for tiles in combinations(COLOURS, state.setup.players - 1))


def _draw_tiles(play: Play, _seat: int, action: Tiles) -> None:
    play.emit(TilesDrawn(action.districts))


KEEP = Question(_keep_options, _keep, _keep_the_only_one)


DISCS = Question(_disc_options, _stack, nothing)
TILES = Question(_tile_options, _draw_tiles, nothing)
