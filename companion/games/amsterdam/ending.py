"""How a game ends: penalties, cards and orders, the largest group, the districts, what is left over; and who has won
(A9, A10).
"""

from typing import NamedTuple

from companion.games.amsterdam.actions import AnyAction, Done, Orders, ScoreCard
from companion.games.amsterdam.cards import MOST_PRESTIGE
from companion.games.amsterdam.events import CardScored, Penalty, Prestige
from companion.games.amsterdam.state import Play, State
from companion.games.amsterdam.things import COLOUR_AT, Colour
from companion.games.events import Ask, Won
from companion.games.rules import Options, Question, nothing
from companion.games.typed import OneOf, Typed

PER_CREST = 3
LEFTOVERS_PER_PRESTIGE = 2
MOST_FOR_ORDERS = 100


class Gain(NamedTuple):
    """Prestige of a seat at the end, and what for."""

    seat: int
    amount: int
    why: str


def begin(play: Play) -> None:
    """Penalty tokens, also for cards that never became active; then what only players can say."""
    state = play.state
    for seat in state.setup.people:
        if cards := len(state.below[seat]):
            play.emit(Penalty(seat, cards, "cards"))
        if tokens := state.penalties[seat]:
            play.emit(Prestige(seat, -state.setup.board.penalty(tokens), "penalties"))
    play.ask("evaluation", None)
    people = tuple([seat for seat in state.order if seat != state.setup.automaton])
    if state.setup.rules.orders:
        play.ask_in_turn("orders", people)
    play.ask_in_turn("end_cards", people)


def _card_options(state: State, seat: int | None) -> Options:
    """Each active card once, and an end."""
    assert seat is not None
    cards = [card for card in state.active[seat] if card not in state.scored]
    return OneOf(Typed(ScoreCard, cards, range(MOST_PRESTIGE + 1)), (Done(),)) if cards else ()


def _score_card(play: Play, seat: int, action: AnyAction) -> None:
    if not isinstance(action, ScoreCard):
        return
    play.ask("end_cards", seat)
    play.emit(CardScored(seat, action.card))
    if action.prestige:
        play.emit(Prestige(seat, action.prestige, f"end_card:{action.card}"))


def _order_options(_state: State, _seat: int | None) -> Options:
    return Typed(Orders, range(MOST_FOR_ORDERS + 1))


def _fulfil(play: Play, seat: int, action: Orders) -> None:
    if action.prestige:
        play.emit(Prestige(seat, action.prestige, "orders"))


def evaluate(play: Play, _ask: Ask) -> None:
    """City, districts and leftovers; then it is known who has won."""
    state = play.state
    for gain in evaluation(state):
        play.emit(Prestige(*gain))
    play.emit(Won(state.prestige, (winner(state, state.prestige),)))


def evaluation(state: State) -> list[Gain]:
    """What the board brings at the end, as it stands now."""
    return [gain for gain in (*_groups(state), *_districts(state), *_leftovers(state)) if gain.amount]


def _groups(state: State) -> list[Gain]:
    return [Gain(seat, PER_CREST * group, "group") for seat, group in enumerate(state.groups)]


def _districts(state: State) -> list[Gain]:
    return [
        Gain(seat, amount, f"district:{district}")
        for district in state.tiles
        for seat, amount in enumerate(majority(state, district))
    ]


def majority(state: State, district: Colour) -> tuple[int, ...]:
    """What each seat gets for its crests there: tied places are added, divided and rounded down (A9)."""
    prestige = state.setup.board.majorities[state.setup.players]
    crests = [counts[COLOUR_AT[district]] for counts in state.crests]
    return tuple(_share(crests, seat, prestige) for seat in range(len(crests)))


def _share(crests: list[int], seat: int, prestige: tuple[int, ...]) -> int:
    own = crests[seat]
    if not own:
        return 0
    place, tied = sum(other > own for other in crests), crests.count(own)
    return sum(prestige[place : place + tied]) // tied


def _leftovers(state: State) -> list[Gain]:
    return [
        Gain(seat, leftovers(state, seat) // LEFTOVERS_PER_PRESTIGE, "leftovers") for seat in range(len(state.money))
    ]


def leftovers(state: State, seat: int) -> int:
    """Commodities, dock workers, gulden and resources together."""
    goods = sum(state.storage[seat]) + sum(state.cargo[seat])
    return goods + len(state.aboard[seat]) + state.money[seat] + sum(state.supply[seat])


def winner(state: State, prestige: tuple[int, ...]) -> int:
    """Of those with the most, who is furthest on the Amstel; against TOM one needs more than he has (A9, A11)."""
    best = [seat for seat in state.order if prestige[seat] == max(prestige)]
    tom = state.setup.automaton
    return tom if tom is not None and tom in best else best[0]


END_CARDS = Question(_card_options, _score_card, nothing)
ORDERS = Question(_order_options, _fulfil, nothing)
