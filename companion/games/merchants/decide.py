"""The door to the rules: begin a game, list what is legal, judge an action."""

from companion.games.merchants import auction, bonuses, cards, term, years
from companion.games.merchants.actions import AnyAction
from companion.games.merchants.events import AnyEvent, Market, Money, Office, Warehouse, What, Year
from companion.games.merchants.evolve import evolve_all
from companion.games.merchants.options import Options
from companion.games.merchants.play import Item, Play, run
from companion.games.merchants.refusals import refusal
from companion.games.merchants.state import Setup, State, empty_state

START_MONEY = 400_000

_ITEMS: dict[What, Item] = {
    "next_term": term.NEXT_TERM,
    "draw": term.DRAW,
    "place": term.PLACE,
    "mayor_card": cards.USE_CARD,
    "start_clock": auction.START_CLOCK,
    "bid": auction.BID,
    "auction_card": cards.USE_CARD,
    "ship": years.SHIP,
    "globe": years.GLOBE,
    "arms": years.ARMS,
    "credit": years.CREDIT,
    "lose_warehouse": years.LOSE_WAREHOUSE,
    "lose_office": years.LOSE_OFFICE,
    "shipwreck": years.SHIPWRECK,
    "settle": bonuses.SETTLE,
    "bonus_warehouse": bonuses.BONUS_WAREHOUSE,
    "give_back": bonuses.GIVE_BACK,
}


def begin(setup: Setup) -> tuple[State, list[AnyEvent]]:
    """The game as it stands when the first player has something to choose, and the facts that led there (M1)."""
    state = empty_state(setup)
    play = Play(state.copy())
    board = setup.board
    play.emit(Year(board.years[0].year))
    for seat, spaces in zip(range(setup.players), board.data.start, strict=False):
        play.emit(Money(seat, START_MONEY, "start"))
        play.emit(Office(seat, spaces.office))
        play.emit(Warehouse(seat, spaces.warehouse))
        play.emit(Market(seat, board.commodity_of[spaces.office], 0, 1))
    play.ask("next_term", None)
    run(play, _ITEMS)
    evolve_all(state, play.events)
    return state, play.events


def to_move(state: State) -> tuple[int | None, ...]:
    """Who has something to choose now. None is the clock: it runs out unless somebody stops it."""
    if not state.agenda:
        return ()
    ask = state.agenda[-1]
    if ask.what != "bid":
        return (ask.seat,)
    return (*(seat for seat in range(state.setup.players) if legal(state, seat)), None)


def legal(state: State, seat: int | None) -> Options:
    """Every action that `decide` accepts from this seat now, in a fixed order."""
    if not state.agenda:
        return ()
    ask = state.agenda[-1]
    if ask.seat != seat and ask.what != "bid":
        return ()
    return _ITEMS[ask.what].options(state, seat)


def decide(state: State, seat: int | None, action: AnyAction) -> list[AnyEvent]:
    """The facts that this action brings about. Changes nothing; raises `Illegal` with the reason if it may not be."""
    if action not in legal(state, seat):
        raise refusal(state, seat, action)
    play = Play(state.__copy__())
    _ITEMS[play.agenda.pop().what].answer(play, seat, action)
    run(play, _ITEMS)
    return play.events
