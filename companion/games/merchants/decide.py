"""The door to the rules: begin a game, list what is legal, judge an action."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.games.errors import Illegal
from companion.games.merchants import auction, bonuses, cards, corrections, term, years
from companion.games.merchants.actions import AnyAction
from companion.games.merchants.corrections import AnyChange
from companion.games.merchants.events import AnyEvent, Ask, Asked, Market, Money, Office, Warehouse, What, Year
from companion.games.merchants.options import Options
from companion.games.merchants.play import Play, Question
from companion.games.merchants.refusals import refusal
from companion.games.merchants.state import Setup, State, empty_state

START_MONEY = 400_000

_QUESTIONS: dict[What, Question] = {
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
    "bonus_warehouse": bonuses.BONUS_WAREHOUSE,
    "give_back": bonuses.GIVE_BACK,
}

_STEPS: dict[What, Callable[[Play, Ask], None]] = {
    "next_term": term.next_term,
    "settle": bonuses.settle_step,
}
"""What the game does by itself when the agenda comes to it."""


def begin(setup: Setup) -> tuple[State, list[AnyEvent]]:
    """The game as it stands when the first player has something to choose, and the facts that led there (M1)."""
    play = Play(empty_state(setup), [])
    board = setup.board
    play.emit(Year(board.years[0].year))
    for seat, spaces in zip(range(setup.players), board.data.start, strict=False):
        play.emit(Money(seat, START_MONEY, "start"))
        play.emit(Office(seat, spaces.office))
        play.emit(Warehouse(seat, spaces.warehouse))
        play.emit(Market(seat, board.commodity_of[spaces.office], 0, 1))
    play.ask("next_term", None)
    _go_on(play)
    return play.state, play.events


def choices(state: State) -> dict[int | None, Options]:
    """Everybody who has something to choose now, and what. None is the clock: it runs out unless somebody stops it."""
    return _offered(state, legal(state, state.agenda[-1].seat)) if state.agenda else {}


def legal(state: State, seat: int | None) -> Options:
    """Every action that `decide` accepts from this seat now, in a fixed order."""
    if not state.agenda:
        return ()
    ask = state.agenda[-1]
    if ask.seat != seat and ask.what != "bid":
        return ()
    return _QUESTIONS[ask.what].options(state, seat)


def decide(state: State, seat: int | None, action: AnyAction) -> list[AnyEvent]:
    """The facts that this action brings about. Changes nothing; raises `Illegal` with the reason if it may not be."""
    if action not in legal(state, seat):
        raise refusal(state, seat, action)
    play, _ = _carry_out(state, seat, action)
    return play.events


class Moment(NamedTuple):
    """A state with the choices that it offers, found once. Made by `moment` and `advance`, never by hand."""

    state: State
    choices: dict[int | None, Options]


def moment(state: State) -> Moment:
    return Moment(state, choices(state))


def advance(now: Moment, seat: int | None, action: AnyAction) -> tuple[Moment, list[AnyEvent]]:
    """`decide`, and where its facts lead: to judge what follows it had to go there anyway."""
    if action not in now.choices.get(seat, ()):
        raise refusal(now.state, seat, action)
    play, options = _carry_out(now.state, seat, action)
    return Moment(play.state, _offered(play.state, options)), play.events


def correct(now: Moment, changes: Sequence[AnyChange]) -> tuple[Moment, list[AnyEvent]]:
    """The board put right as the cardboard says, whatever the rules made of it; then on with what was asked."""
    if now.state.winners is not None:
        raise Illegal("The game is over: take back its end first.")
    play = Play(now.state.__copy__(), list(now.state.agenda))
    corrections.put_right(play, changes)
    options = _go_on(play)
    return Moment(play.state, _offered(play.state, options)), play.events


def _carry_out(state: State, seat: int | None, action: AnyAction) -> tuple[Play, Options]:
    """A legal action and all that follows by itself; and what may be answered to the question it ends with."""
    play = Play(state.__copy__(), list(state.agenda))
    _QUESTIONS[play.agenda.pop().what].answer(play, seat, action)
    return play, _go_on(play)


def _go_on(play: Play) -> Options:
    """By itself, until somebody has something to choose, or to the end. The last fact is what is asked then."""
    agenda = play.agenda
    options: Options = ()
    while agenda and not options:
        ask = agenda[-1]
        question = _QUESTIONS.get(ask.what)
        if question is None:
            agenda.pop()
            _STEPS[ask.what](play, ask)
        elif not (options := question.options(play.state, ask.seat)):
            agenda.pop()
            question.otherwise(play, ask)
    play.emit(Asked(tuple(agenda)))
    return options


def _offered(state: State, options: Options) -> dict[int | None, Options]:
    """These options by who has them; while the clock runs that is everybody."""
    if not state.agenda:
        return {}
    ask = state.agenda[-1]
    return auction.bids(state) if ask.what == "bid" else {ask.seat: options}
