"""`legal` is exact: everything in it is accepted, everything else is refused with a reason. What ought to be in it is
judged here once more, in the plainest way.
"""

from collections import Counter
from itertools import islice, pairwise
from random import Random

from amsterdam_anything import answers, anything
from amsterdam_walk import SETUPS, a_setup, walk
from hypothesis import given, settings
from positions import refusal_of
from tiers import examples
from walks import SEEDS

from companion.games.amsterdam import actions as act
from companion.games.amsterdam import decide, legal
from companion.games.amsterdam.decide import RULES
from companion.games.amsterdam.refusals import QUESTIONS
from companion.games.amsterdam.state import Setup, State
from companion.games.amsterdam.things import COLOURS, GOODS, KINDS, WAREHOUSES, WORKERS, Colour

MOST_PRINTED = 20


def by_the_book(state: State, seat: int, action: act.AnyAction) -> bool:
    """Whether a seat that is asked may answer so. On the board in the box nearly everything printed is a guess, so that
    anything up to 20 can be found there."""
    match state.agenda[-1].what, action:
        case "discs", act.Discs(seats):
            return sorted(seats) == list(range(state.setup.players))
        case "tiles", act.Tiles(tiles):
            places = [COLOURS.index(tile) for tile in tiles]
            return len(tiles) == state.setup.players - 1 and all(one < other for one, other in pairwise(places))
        case "first_resources", act.FirstResources(one, two):
            return one != two
        case ("card", act.TakeCard(kind, card)) | ("tom_card", act.TomCard(kind, card)):
            return state.display[KINDS.index(kind)] > 0 and 1 <= card <= 132 and card not in state.out
        case "throw", act.ThrowCard(card):
            return card in state.below[seat] and len(state.below[seat]) > 5
        case "roll", act.Roll(dice):
            return len(dice) == 6 and all(1 <= die <= 6 for die in dice)
        case "dice", act.TakeDice(first, second):
            return COLOURS.index(first) < COLOURS.index(second)
        case (("card" | "dice" | "act"), act.UseCard(card, _, effect)):
            return card in state.active[seat] and card not in state.used and brings(state, seat, effect)
        case "act", _:
            return turn_by_the_book(state, seat, action)
        case (("bridges" | "tom_bridges" | "tom_magazine" | "tom_roof"), act.Printed(prestige)):
            return 0 <= prestige <= MOST_PRINTED
        case "keep", act.Keep(colour):
            return state.supply[seat][COLOURS.index(colour)] > 0
        case "supervisor", act.PlaceSupervisor(place):
            begins = state.supervisor is None
            if place in WAREHOUSES:
                return place != state.supervisor and state.warehouses[WAREHOUSES.index(place)] == 0
            return place in GOODS and not begins and place != state.supervisor and roofs_left(state, place) > 0
        case "bailiff", act.PlaceBailiff(district):
            return free_blocks(state, district) > 0
        case "marketeer", act.PlaceMarketeer(good):
            return state.black_market[GOODS.index(good)] == 0
        case "tom_block", act.TomBlock(_, group):
            return 1 <= group <= sum(state.crests[1]) + 1
        case "tom_market", act.TomMarket(price, prestige, steps):
            return 1 <= price <= 10 and 0 <= prestige <= 30 and 0 <= steps <= 18
        case "end_cards", act.ScoreCard(card, prestige):
            return card in state.active[seat] and card not in state.scored and 0 <= prestige <= 30
        case "end_cards", act.Done():
            return True
        case "orders", act.Orders(prestige):
            return 0 <= prestige <= 100
    return False


def turn_by_the_book(state: State, seat: int, action: act.AnyAction) -> bool:
    """A6."""
    have, lies, left = state.supply[seat], state.barges[seat], 18 - state.amstel[seat]
    match action:
        case act.Activate(card, pay):
            return card in state.below[seat] and can_pay(have, pay)
        case act.TakeBlock():
            return block_by_the_book(state, seat, action)
        case act.Load():
            return any(state.storage[seat]) and (lies in WORKERS or lies == "pier")
        case act.MoveBarge(to, pay):
            return can_pay(have, pay) and sum(pay) > 0 and (to != lies or to == "water")
        case act.Fetch(worker):
            if lies not in WORKERS or len(state.aboard[seat]) >= 2 or "worker" in state.once:
                return False
            return state.docks[WORKERS.index(lies)] > 0 and worker != lies and state.waiting[WORKERS.index(worker)] > 0
        case act.Bring(prestige):
            return lies in state.aboard[seat] and 0 <= prestige <= MOST_PRINTED
        case act.Deliver(good, prestige):
            room = (
                state.warehouses[WAREHOUSES.index(lies)] == 0
                if lies in WAREHOUSES
                else lies == good and roofs_left(state, good) > 0
            )
            return state.cargo[seat][GOODS.index(good)] > 0 and room and 0 <= prestige <= MOST_PRINTED
        case act.MoveOnAmstel(spaces, pay):
            costs = 1 + 2 * (spaces - 1)
            return "amstel" not in state.once and 1 <= spaces <= left and can_pay(have, pay) and sum(pay) == costs
        case act.Buy(price, effect):
            gains = all(count >= 0 for count in effect.resources) and effect.gulden >= 0 and effect.penalties <= 0
            affordable = 1 <= price <= min(10, state.money[seat])
            return "market" not in state.once and affordable and gains and brings(state, seat, effect)
        case act.Done():
            return True
    return False


def block_by_the_book(state: State, seat: int, block: act.TakeBlock) -> bool:
    pays = block.cost - (1 if block.bailiff else 0)
    where_he_stands = state.bailiff == block.district
    if block.bailiff and not where_he_stands:
        return False
    if not block.bailiff and where_he_stands and free_blocks(state, block.district) == 1:
        return False
    if block.sold_for is not None and state.black_market[GOODS.index(block.good)] > 0:
        return False
    if block.sold_for == "gulden" and state.marketeer == block.good:
        return False
    return (
        "block" not in state.once
        and free_blocks(state, block.district) > 0
        and block.cost >= 1
        and pays <= state.supply[seat][COLOURS.index(block.district)]
        and 1 <= block.group <= sum(state.crests[seat]) + 1
    )


def brings(state: State, seat: int, effect: act.Effect) -> bool:
    """No more than is thinkable, and no loss of what nobody has."""
    if len(effect.resources) != 6:
        return False
    changes = zip((*state.supply[seat], state.money[seat]), (*effect.resources, effect.gulden), strict=True)
    fits = all(have + change >= 0 and -10 <= change <= 10 for have, change in changes)
    fits &= -state.penalties[seat] <= effect.penalties <= 3
    return fits and 0 <= effect.prestige <= 30 and 0 <= effect.steps <= 18


def can_pay(have: tuple[int, ...], pay: tuple[int, ...]) -> bool:
    return len(pay) == 6 and all(0 <= paid <= count for paid, count in zip(pay, have, strict=True))


def free_blocks(state: State, district: Colour) -> int:
    return 6 - sum(crests[COLOURS.index(district)] for crests in state.crests)


def roofs_left(state: State, good: str) -> int:
    return 3 - state.storehouses[[str(one) for one in GOODS].index(good)]


def check_judgement(state: State, seat: int | None, action: act.AnyAction, *, allowed: bool) -> None:
    """What is allowed has consequences, all else a reason against it."""
    assert (action in legal(state, seat)) == allowed
    if allowed:
        assert decide(state, seat, action)
    else:
        refusal_of(RULES, state, seat, action)


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(60))
def test_what_the_book_allows_is_accepted_and_nothing_else(setup: Setup, seed: int) -> None:
    chance = Random(seed)
    for state, asked, _ in walk(setup, seed):
        if asked is not None:
            for action in islice(answers(chance, state, asked), 6):
                check_judgement(state, asked, action, allowed=by_the_book(state, asked, action))


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(60))
def test_words_that_answer_no_question_and_people_who_are_not_asked_are_refused(setup: Setup, seed: int) -> None:
    chance = Random(seed)
    for state, asked, _ in list(walk(setup, seed))[:: chance.randrange(15, 40)]:
        for seat in (None, *range(setup.players), setup.players, -1):
            assert bool(legal(state, seat)) == (seat == asked is not None)
            someone = asked or 0
            for action in islice(anything(chance, state, someone), 28):
                allowed = seat == asked is not None and by_the_book(state, someone, action)
                check_judgement(state, seat, action, allowed=allowed)


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(40))
def test_whatever_is_listed_the_book_allows(setup: Setup, seed: int) -> None:
    """From places all over the list, which may hold millions."""
    chance = Random(seed)
    for state, asked, _ in list(walk(setup, seed))[::5]:
        if asked is None:
            continue
        options = legal(state, asked)
        places = {0, len(options) - 1, *(chance.randrange(len(options)) for _ in range(8))}
        assert all(by_the_book(state, asked, options[place]) for place in places)


def test_short_lists_are_complete_and_hold_nothing_twice() -> None:
    looked_at: Counter[str] = Counter()
    for seed in range(24):
        for state, asked, _ in walk(a_setup(1 + seed % 4, seed, seed, dealt_by_device=seed % 2 == 0), seed):
            if asked is None or len(options := legal(state, asked)) > 3000:
                continue
            listed = list(options)
            assert len(set(listed)) == len(listed) == len(options)
            looked_at[state.agenda[-1].what] += 1
    assert set(QUESTIONS) - set(looked_at) == {"roll", "tom_market"}
