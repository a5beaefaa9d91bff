"""What a card does for the player who uses it: the mayor for nothing, the buyer for the price (M7 to M10)."""

from companion.games.events import Ask
from companion.games.merchants import options
from companion.games.merchants.actions import AnyAction, Build, Commodity, Moves, Open
from companion.games.merchants.bonuses import settle
from companion.games.merchants.events import Market, Office, SetAside, Warehouse
from companion.games.merchants.state import TRACK, Play, State
from companion.games.rules import Question


def move(play: Play, seat: int, commodity: Commodity) -> None:
    """One space forward, or a new token on space 1; nothing if neither can be (M8, M10)."""
    state = play.state
    space = state.market[seat][TRACK[commodity]]
    if space < state.setup.board.track_end and (space or state.supply(seat)):
        play.emit(Market(seat, commodity, space, space + 1))


def open_office(play: Play, seat: int, space: str) -> None:
    """A trade office, and the commodity of its space moves along."""
    play.emit(Office(seat, space))
    move(play, seat, play.state.setup.board.commodity_of[space])
    settle(play, seat)


def card_in_use(state: State) -> str:
    """The mayor's card, or once that is used the auctioned one."""
    mayors, auctioned, _ = state.disks
    card = mayors or auctioned
    assert card is not None
    return card


def _card_options(state: State, seat: int | None) -> options.Options:
    """What the card allows; nothing if it is lost."""
    assert seat is not None
    card = card_in_use(state)
    board = state.setup.board
    supply = state.supply(seat)
    match board.cards[card].kind:
        case "commodity":
            return options.moves(state.market[seat], min(supply, options.MOVES_OF_A_CARD), board.track_end)
        case "office":
            allowed = board.spaces_of_card[card]
            return options.opens(board, allowed, state.free_offices() & allowed) if supply else ()
        case _:
            return _build_options(state, seat, card, supply)


def _build_options(state: State, seat: int, card: str, supply: int) -> options.Options:
    board = state.setup.board
    allowed = board.spaces_of_card[card]
    free = state.free_plots() & allowed
    if free and supply:
        along = _moving_along(state, seat, card, supply - 1)
        return options.builds_or_none(board, allowed, free, along or (None,))
    if state.setup.rules.full_district == "commodity":  # M9, German reading
        return options.single_moves(_moving_along(state, seat, card, supply))
    return ()


def _moving_along(state: State, seat: int, card: str, supply: int) -> tuple[Commodity, ...]:
    """Of the card's commodities those that can move."""
    movable = options.movable(state.market[seat], supply > 0, state.setup.board.track_end)
    only = state.setup.board.cards[card].commodity
    if only is None:
        return movable
    return (only,) if only in movable else ()


def _use(play: Play, seat: int, action: AnyAction) -> None:
    card = card_in_use(play.state)
    match action:
        case Moves(tracks):
            for commodity in tracks:
                move(play, seat, commodity)
            settle(play, seat)
        case Open(space):
            open_office(play, seat, space)
        case Build(space, commodity):
            play.emit(Warehouse(seat, space))
            if commodity:
                move(play, seat, commodity)
            settle(play, seat)
    play.emit(SetAside(card, "used"))


def _lost(play: Play, _ask: Ask) -> None:
    play.emit(SetAside(card_in_use(play.state), "used"))


USE_CARD = Question(_card_options, _use, _lost)
