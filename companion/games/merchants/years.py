"""Time moves on: what each space of the time track does to all players (M5, M18 to M23)."""

from companion.games.merchants import bonuses, cards, options
from companion.games.merchants.actions import Borrow, Lose, Open, Ship
from companion.games.merchants.board import COMMODITIES
from companion.games.merchants.events import Market, OfficeLost, Year
from companion.games.merchants.scoring import pay
from companion.games.merchants.state import TRACK, Play, State
from companion.games.rules import Question, nothing

_BORROW = (Borrow(yes=True), Borrow(yes=False))


def move_on(play: Play, drawer: int) -> None:
    """One space further, and what it says; from the drawer's left, the drawer last (M18)."""
    setup = play.state.setup
    space = setup.board.years[play.state.year + 1]
    play.emit(Year(space.year))
    seats = setup.seats_from_left_of(drawer)
    match space.event:
        case "none":
            pass
        case "score_market" | "score_amsterdam" | "score_colonies":
            for area, table in space.scorings():
                pay(play, area, table)
        case "leaders_back":
            _leaders_back(play, seats)
        case "start" | "final":
            raise AssertionError("no sand clock leads here")
        case all_seats:
            play.ask_in_turn(all_seats, seats)


def _leaders_back(play: Play, seats: tuple[int, ...]) -> None:
    """All at the same time, then the lost bonuses seat by seat (M22)."""
    market = play.state.market
    for track, commodity in enumerate(COMMODITIES):
        furthest = max(tracks[track] for tracks in market)
        for seat in seats:
            if furthest and market[seat][track] == furthest:
                play.emit(Market(seat, commodity, furthest, furthest - 1))
    play.ask_in_turn("settle", seats)


def _ship_options(state: State, seat: int | None) -> options.Options:
    assert seat is not None
    tokens = state.supply(seat) > 0
    return options.ships(options.movable(state.market[seat], tokens, state.setup.board.track_end))


def _ship(play: Play, seat: int, action: object) -> None:
    if isinstance(action, Ship):
        cards.move(play, seat, action.commodity)
        bonuses.settle(play, seat)


def _globe_options(state: State, seat: int | None) -> options.Options:
    assert seat is not None
    board = state.setup.board
    return options.opens(board, board.all_offices, state.free_offices()) if state.supply(seat) else ()


def _globe(play: Play, seat: int, action: object) -> None:
    if isinstance(action, Open):
        cards.open_office(play, seat, action.space)


def _credit_options(_state: State, _seat: int | None) -> options.Options:
    return _BORROW


def _credit(play: Play, seat: int, action: Borrow) -> None:
    if action.yes:
        bonuses.borrow(play, seat)


def _offices_options(state: State, seat: int | None) -> options.Options:
    assert seat is not None
    return options.losses(state.setup.board.office_names, state.offices[seat])


def _lose_office(play: Play, seat: int, action: Lose) -> None:
    assert action.space is not None
    play.emit(OfficeLost(seat, action.space))
    bonuses.settle(play, seat)


def _wreck_options(state: State, seat: int | None) -> options.Options:
    assert seat is not None
    return options.wrecks(state.market[seat])


def _wreck(play: Play, seat: int, action: Lose) -> None:
    """One space back, off the track from space 1 (M21)."""
    assert action.commodity is not None
    space = play.state.market[seat][TRACK[action.commodity]]
    play.emit(Market(seat, action.commodity, space, space - 1))
    bonuses.settle(play, seat)


SHIP = Question(_ship_options, _ship, nothing)
GLOBE = Question(_globe_options, _globe, nothing)
ARMS = Question(bonuses.plots_options, bonuses.build_anywhere, nothing)
CREDIT = Question(_credit_options, _credit, nothing)
LOSE_WAREHOUSE = Question(bonuses.warehouses_options, bonuses.lose_warehouse, nothing)
LOSE_OFFICE = Question(_offices_options, _lose_office, nothing)
SHIPWRECK = Question(_wreck_options, _wreck, nothing)
