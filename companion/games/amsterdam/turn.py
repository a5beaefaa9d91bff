"""A turn in phase III: any of the actions in any order and mix, until its player has done (A6)."""

from collections.abc import Callable

from companion.games.amsterdam import amstel, cards, city, figures, harbour, market
from companion.games.amsterdam.actions import (
    Activate,
    AnyAction,
    Bring,
    Buy,
    Deliver,
    Done,
    Fetch,
    Load,
    MoveBarge,
    MoveOnAmstel,
    TakeBlock,
    UseCard,
)
from companion.games.amsterdam.events import Acting
from companion.games.amsterdam.state import Play, State
from companion.games.events import Ask
from companion.games.rules import Options, Question, nothing
from companion.games.typed import OneOf

DONE = (Done(),)

_OFFERS: tuple[Callable[[State, int], Options], ...] = (
    cards.activations,
    cards.uses,
    city.blocks,
    harbour.loads,
    harbour.voyages,
    harbour.fetches,
    harbour.bringings,
    harbour.deliveries,
    amstel.moves,
    market.purchases,
)


def begin_turn(play: Play, ask: Ask) -> None:
    assert ask.seat is not None
    play.emit(Acting(ask.seat))
    play.ask("act", ask.seat)


def _options(state: State, seat: int | None) -> Options:
    assert seat is not None
    return OneOf(*(offer(state, seat) for offer in _OFFERS), DONE)


def _act(play: Play, seat: int, action: AnyAction) -> None:
    if isinstance(action, Done):
        if "supervised" in play.state.once:
            figures.move_supervisor(play, seat)
        return
    play.ask("act", seat)
    match action:
        case Activate():
            cards.activate(play, seat, action)
        case UseCard():
            cards.use(play, seat, action)
        case TakeBlock():
            city.take_block(play, seat, action)
        case Load():
            harbour.load(play, seat)
        case MoveBarge():
            harbour.sail(play, seat, action)
        case Fetch():
            harbour.fetch(play, seat, action)
        case Bring():
            harbour.bring(play, seat, action)
        case Deliver():
            harbour.deliver(play, seat, action)
        case MoveOnAmstel():
            amstel.move(play, seat, action)
        case Buy():
            market.buy(play, seat, action)


ACT = Question(_options, _act, nothing)
