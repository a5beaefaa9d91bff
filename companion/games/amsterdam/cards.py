"""Cards: one is taken in each round (A3), activated for its cost and used for what it shows (A6). What that is only the
cardboard tells, so a player says it; here it is checked for what is possible, and counted.
"""

from functools import lru_cache

from companion.games.amsterdam import amstel
from companion.games.amsterdam.actions import Activate, AnyAction, Effect, TakeCard, ThrowCard, UseCard
from companion.games.amsterdam.events import Activated, CardTaken, CardThrown, CardUsed, Penalty, Prestige, Supply
from companion.games.amsterdam.state import Cards, Play, State
from companion.games.amsterdam.things import CARDS, KINDS, NO_RESOURCES, minus
from companion.games.events import Money
from companion.games.rules import Options, Question, nothing
from companion.games.typed import Counted, OneOf, Typed

MOST_GAINED = 10
"""Resources of a colour, or gulden, by one effect; and no more than that is lost by one."""
MOST_PRESTIGE = 30
MOST_PENALTIES = 3


@lru_cache(maxsize=1000)
def not_named(out: Cards) -> Cards:
    """Cards that nobody has named yet."""
    return tuple(card for card in CARDS if card not in out)


def named_in_display(kind: type[AnyAction], state: State) -> Options:
    """One of the cards turned up, as an answer of this kind."""
    shown = [name for name, count in zip(KINDS, state.display, strict=True) if count]
    return Typed(kind, shown, not_named(state.out))


def uses(state: State, seat: int) -> Options:
    """Active cards that are not used up in this round."""
    cards = [card for card in state.active[seat] if card not in state.used]
    return Typed(UseCard, cards, (True, False), _effects(state, seat))


def _effects(state: State, seat: int) -> Typed:
    """Whatever a card can bring, or cost as far as the seat has it; steps also beyond the mouth, where one stops."""
    return Typed(
        Effect,
        Counted([_gained_or_lost(have) for have in state.supply[seat]]),
        _gained_or_lost(state.money[seat]),
        range(MOST_PRESTIGE + 1),
        range(state.setup.board.mouth + 1),
        range(-state.penalties[seat], MOST_PENALTIES + 1),
    )


def _gained_or_lost(have: int) -> range:
    return range(-min(have, MOST_GAINED), MOST_GAINED + 1)


def use(play: Play, seat: int, action: UseCard) -> None:
    play.emit(CardUsed(seat, action.card, action.once, action.effect))
    bring(play, seat, action.effect, f"card:{action.card}")


def bring(play: Play, seat: int, effect: Effect, why: str) -> None:
    """All that an effect brings or costs."""
    if effect.resources != NO_RESOURCES:
        play.emit(Supply(seat, effect.resources, why))
    if effect.gulden:
        play.emit(Money(seat, effect.gulden, why))
    if effect.prestige:
        play.emit(Prestige(seat, effect.prestige, why))
    if effect.penalties:
        play.emit(Penalty(seat, effect.penalties, why))
    amstel.advance(play, seat, effect.steps)


def activations(state: State, seat: int) -> Options:
    return Typed(Activate, state.below[seat], Counted([range(have + 1) for have in state.supply[seat]]))


def activate(play: Play, seat: int, action: Activate) -> None:
    if any(action.pay):
        play.emit(Supply(seat, minus(action.pay), f"activate:{action.card}"))
    play.emit(Activated(seat, action.card))


# Taking one.


def _take_options(state: State, seat: int | None) -> Options:
    assert seat is not None
    return OneOf(named_in_display(TakeCard, state), uses(state, seat))


def _take(play: Play, seat: int, action: AnyAction) -> None:
    state = play.state
    if isinstance(action, UseCard):
        play.ask("card", seat)
        use(play, seat, action)
    elif isinstance(action, TakeCard):
        play.emit(CardTaken(seat, action.kind, action.card))
        if len(state.below[seat]) > state.setup.board.slots:
            play.ask("throw", seat)


def _throw_options(state: State, seat: int | None) -> Options:
    """Unless there are not too many any more, since it was put right."""
    assert seat is not None
    below = state.below[seat]
    return tuple(ThrowCard(card) for card in below) if len(below) > state.setup.board.slots else ()


def _throw(play: Play, seat: int, action: ThrowCard) -> None:
    play.emit(CardThrown(seat, action.card))
    play.emit(Penalty(seat, 1, "sixth_card"))


CARD = Question(_take_options, _take, nothing)
THROW = Question(_throw_options, _throw, nothing)
