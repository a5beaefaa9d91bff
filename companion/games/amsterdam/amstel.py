"""The Amstel: where the discs lie, who is first by it, and what it costs and brings to move on (A2, A6)."""

from companion.games.amsterdam.actions import MoveOnAmstel, Printed
from companion.games.amsterdam.events import Advanced, OnceDone, Prestige, Supply
from companion.games.amsterdam.state import Play, State
from companion.games.amsterdam.things import minus
from companion.games.rules import Options, Question, nothing
from companion.games.typed import OneOf, Summing, Typed


def order_after(order: tuple[int, ...], spaces: tuple[int, ...], moved: int, mouth: int) -> tuple[int, ...]:
    """Once this seat's disc has moved: further on comes first; on one space the later arrival lies on top. At the mouth
    the order of arrival is fixed for good (A2)."""
    space = spaces[moved]
    others = [seat for seat in order if seat != moved]
    before = [seat for seat in others if spaces[seat] > space or (spaces[seat] == space == mouth)]
    return (*before, moved, *others[len(before) :])


def cost(spaces: int) -> int:
    """One resource for the first space, two for each further one."""
    return 2 * spaces - 1


def advance(play: Play, seat: int, steps: int) -> None:
    """As far as there are spaces; then bridges, which somebody may have to look up on the board."""
    state = play.state
    before, board = state.amstel[seat], state.setup.board
    to = min(before + steps, board.mouth)
    if to == before:
        return
    play.emit(Advanced(seat, before, to))
    if to == board.mouth:
        play.emit(Prestige(seat, board.data.amstel.mouth, "mouth"))
    bridges = board.bridges(before, to)
    if not bridges.is_known:
        is_tom = seat == state.setup.automaton
        play.ask("tom_bridges" if is_tom else "bridges", state.person if is_tom else seat)
    elif bridges.prestige:
        play.emit(Prestige(seat, bridges.prestige, "bridges"))


def moves(state: State, seat: int) -> Options:
    """Once in a turn."""
    left = state.setup.board.mouth - state.amstel[seat]
    if "amstel" in state.once or not left:
        return ()
    have = state.supply[seat]
    affordable = [spaces for spaces in range(1, left + 1) if cost(spaces) <= sum(have)]
    return OneOf(*(Typed(MoveOnAmstel, (spaces,), Summing(have, cost(spaces))) for spaces in affordable))


def move(play: Play, seat: int, action: MoveOnAmstel) -> None:
    play.emit(OnceDone("amstel"))
    play.emit(Supply(seat, minus(action.pay), "amstel"))
    advance(play, seat, action.spaces)


def _bridge_options(state: State, _seat: int | None) -> Options:
    assert state.crossing is not None
    return Typed(Printed, state.setup.board.bridges(*state.crossing).choices)


def _bridges_crossed(play: Play, seat: int, action: Printed) -> None:
    _gain(play, seat, action)


def _bridges_crossed_by_tom(play: Play, _seat: int, action: Printed) -> None:
    assert play.state.setup.automaton is not None
    _gain(play, play.state.setup.automaton, action)


def _gain(play: Play, seat: int, printed: Printed) -> None:
    if printed.prestige:
        play.emit(Prestige(seat, printed.prestige, "bridges"))


BRIDGES = Question(_bridge_options, _bridges_crossed, nothing)
TOM_BRIDGES = Question(_bridge_options, _bridges_crossed_by_tom, nothing)
