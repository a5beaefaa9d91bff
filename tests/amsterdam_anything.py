"""Whatever could be written down in a game of Amsterdam, sensible or not, and often nearly right."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from companion.games.amsterdam import actions as act
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import COLOURS, GOODS, KINDS, PLACES, WORKERS, Counts

Seat = int


def anything(chance: Random, state: State, seat: Seat) -> Iterator[act.AnyAction]:
    """One of each kind after the other, again and again."""
    kinds = list(_KINDS)
    while True:
        chance.shuffle(kinds)
        for kind in kinds:
            yield kind(chance, state, seat)


def answers(chance: Random, state: State, seat: Seat) -> Iterator[act.AnyAction]:
    """Of the kinds that answer what is asked now."""
    kinds = _ANSWERS[state.agenda[-1].what]
    while True:
        yield chance.choice(kinds)(chance, state, seat)


def _one(chance: Random, values: Sequence[Any]) -> Any:
    return chance.choice(values)


def _about(chance: Random, number: int) -> int:
    """Most often near it."""
    return number + chance.choice((-2, -1, -1, 0, 0, 0, 1, 1, 2, 17))


def _part(chance: Random, have: Counts) -> Counts:
    """Of what there is, now and then too much, or not of six colours."""
    counts = [chance.choice((0, 0, 1, count, count // 2, count // 3)) for count in have]
    if chance.random() < 0.1:
        counts[chance.randrange(len(counts))] += chance.choice((-1, 1, 12))
    if chance.random() < 0.03:
        counts.pop()
    return tuple(counts)


def _card(chance: Random, state: State, seat: Seat) -> int:
    known = (*state.below[seat], *state.active[seat])
    return chance.choice((*known * 3, *state.out, 0, 133, *chance.sample(range(1, 133), 12)))


def _effect(chance: Random, state: State, seat: Seat) -> act.Effect:
    resources = [chance.choice((0, 0, 0, 0, 1, -have, -have - 1, 10, 11)) for have in state.supply[seat]]
    if chance.random() < 0.7:
        resources = [max(-have, count) for have, count in zip(state.supply[seat], resources, strict=True)]
        resources = [min(10, count) for count in resources]
    money, tokens = state.money[seat], state.penalties[seat]
    mouth = state.setup.board.mouth
    return act.Effect(
        tuple(resources[: 6 if chance.random() < 0.97 else 5]),
        chance.choice((0, 0, 0, 0, 2, 10, 11, -money, -money - 1)),
        chance.choice((0, 0, 0, 0, 3, 30, 31, -1)),
        chance.choice((0, 0, 0, 0, 1, mouth, mouth + 1, -1)),
        chance.choice((0, 0, 0, 0, 1, 3, 4, -tokens, -tokens - 1)),
    )


def _discs(chance: Random, state: State, _seat: Seat) -> act.AnyAction:
    seats = list(range(state.setup.players))
    return act.Discs(tuple(chance.choice((chance.sample(seats, len(seats)), seats[1:], seats + seats[:1]))))


def _tiles(chance: Random, state: State, _seat: Seat) -> act.AnyAction:
    count = state.setup.players - 1 + chance.choice((0, 0, 0, -1, 1))
    tiles = chance.choice((chance.sample(COLOURS, count), chance.choices(COLOURS, k=count)))
    return act.Tiles(tuple(sorted(tiles, key=COLOURS.index) if chance.random() < 0.7 else tiles))


def _first_resources(chance: Random, _state: State, _seat: Seat) -> act.AnyAction:
    return act.FirstResources(_one(chance, COLOURS), _one(chance, COLOURS))


def _take_card(chance: Random, state: State, seat: Seat) -> act.AnyAction:
    return act.TakeCard(_one(chance, KINDS), _card(chance, state, seat))


def _tom_card(chance: Random, state: State, seat: Seat) -> act.AnyAction:
    return act.TomCard(_one(chance, KINDS), _card(chance, state, seat))


def _throw_card(chance: Random, state: State, seat: Seat) -> act.AnyAction:
    return act.ThrowCard(_card(chance, state, seat))


def _roll(chance: Random, _state: State, _seat: Seat) -> act.AnyAction:
    dice = chance.choices(range(1, 7), k=chance.choice((6, 6, 6, 5, 7)))
    return act.Roll(tuple(dice if chance.random() < 0.7 else [*dice[:-1], chance.choice((0, 7))]))


def _take_dice(chance: Random, _state: State, _seat: Seat) -> act.AnyAction:
    return act.TakeDice(_one(chance, COLOURS), _one(chance, COLOURS))


def _use_card(chance: Random, state: State, seat: Seat) -> act.AnyAction:
    return act.UseCard(_card(chance, state, seat), chance.random() < 0.5, _effect(chance, state, seat))


def _activate(chance: Random, state: State, seat: Seat) -> act.AnyAction:
    return act.Activate(_card(chance, state, seat), _part(chance, state.supply[seat]))


def _take_block(chance: Random, state: State, seat: Seat) -> act.AnyAction:
    rich = [colour for colour, count in zip(COLOURS, state.supply[seat], strict=True) if count]
    district = chance.choice((*rich * 3, *COLOURS))
    have = state.supply[seat][COLOURS.index(district)]
    good = chance.choice((*GOODS, *([state.marketeer] * 6 if state.marketeer else [])))
    crests = sum(state.crests[seat])
    group = chance.choice((1, 1, 1, crests, crests + 1, crests + 2, 0))
    sold_for: Any = chance.choice((None, None, "gulden", "gulden", *COLOURS))
    bailiff = chance.random() < (0.5 if state.bailiff == district else 0.1)
    cost = chance.choice((1, 2, have, have, have + 1, have + 2, 0))
    return act.TakeBlock(district, cost, good, group, sold_for, bailiff)


def _load(_chance: Random, _state: State, _seat: Seat) -> act.AnyAction:
    return act.Load()


def _move_barge(chance: Random, state: State, seat: Seat) -> act.AnyAction:
    return act.MoveBarge(_one(chance, (*PLACES, state.barges[seat])), _part(chance, state.supply[seat]))


def _fetch(chance: Random, _state: State, _seat: Seat) -> act.AnyAction:
    return act.Fetch(_one(chance, WORKERS))


def _bring(chance: Random, _state: State, _seat: Seat) -> act.AnyAction:
    return act.Bring(chance.choice((3, 5, 7, 9, 0, 20, 21, -1)))


def _deliver(chance: Random, state: State, seat: Seat) -> act.AnyAction:
    aboard = [good for good, count in zip(GOODS, state.cargo[seat], strict=True) if count]
    return act.Deliver(chance.choice((*aboard * 4, *GOODS)), chance.choice((4, 5, 6, 8, 0, 20, 21, -1)))


def _move_on_amstel(chance: Random, state: State, seat: Seat) -> act.AnyAction:
    pay = _part(chance, state.supply[seat])
    return act.MoveOnAmstel(chance.choice(((sum(pay) + 1) // 2, _about(chance, 1))), pay)


def _buy(chance: Random, state: State, seat: Seat) -> act.AnyAction:
    return act.Buy(_about(chance, min(1, state.money[seat])), _effect(chance, state, seat))


def _printed(chance: Random, _state: State, _seat: Seat) -> act.AnyAction:
    return act.Printed(chance.choice((0, 2, 5, 20, 21, -1)))


def _keep(chance: Random, _state: State, _seat: Seat) -> act.AnyAction:
    return act.Keep(_one(chance, COLOURS))


def _done(_chance: Random, _state: State, _seat: Seat) -> act.AnyAction:
    return act.Done()


def _place_supervisor(chance: Random, _state: State, _seat: Seat) -> act.AnyAction:
    return act.PlaceSupervisor(_one(chance, PLACES))


def _place_bailiff(chance: Random, _state: State, _seat: Seat) -> act.AnyAction:
    return act.PlaceBailiff(_one(chance, COLOURS))


def _place_marketeer(chance: Random, _state: State, _seat: Seat) -> act.AnyAction:
    return act.PlaceMarketeer(_one(chance, GOODS))


def _tom_block(chance: Random, state: State, _seat: Seat) -> act.AnyAction:
    tom = state.setup.automaton or 0
    return act.TomBlock(_one(chance, GOODS), _about(chance, sum(state.crests[tom])))


def _tom_market(chance: Random, _state: State, _seat: Seat) -> act.AnyAction:
    return act.TomMarket(chance.choice((0, 1, 10, 11)), chance.choice((-1, 0, 30, 31)), chance.choice((-1, 0, 18, 19)))


def _score_card(chance: Random, state: State, seat: Seat) -> act.AnyAction:
    return act.ScoreCard(_card(chance, state, seat), chance.choice((0, 7, 30, 31, -1)))


def _orders(chance: Random, _state: State, _seat: Seat) -> act.AnyAction:
    return act.Orders(chance.choice((0, 7, 100, 101, -1)))


Kind = Callable[[Random, State, Seat], act.AnyAction]
_KINDS: tuple[Kind, ...] = (
    _discs, _tiles, _first_resources, _take_card, _tom_card, _throw_card, _roll, _take_dice, _use_card, _activate,
    _take_block, _load, _move_barge, _fetch, _bring, _deliver, _move_on_amstel, _buy, _printed, _keep, _done,
    _place_supervisor, _place_bailiff, _place_marketeer, _tom_block, _tom_market, _score_card, _orders,
)  # fmt: skip
_ANSWERS: dict[str, tuple[Kind, ...]] = {
    "discs": (_discs,), "tiles": (_tiles,), "supervisor": (_place_supervisor,), "bailiff": (_place_bailiff,),
    "marketeer": (_place_marketeer,), "first_resources": (_first_resources,), "card": (_take_card, _use_card),
    "throw": (_throw_card,), "roll": (_roll,), "dice": (_take_dice, _use_card),
    "act": (
        _activate, _use_card, _take_block, _load, _move_barge, _fetch, _bring, _deliver, _move_on_amstel, _buy, _done,
    ),
    "bridges": (_printed,), "keep": (_keep,), "tom_card": (_tom_card,), "tom_bridges": (_printed,),
    "tom_magazine": (_printed,), "tom_block": (_tom_block,), "tom_roof": (_printed,), "tom_market": (_tom_market,),
    "end_cards": (_score_card, _done), "orders": (_orders,),
}  # fmt: skip
