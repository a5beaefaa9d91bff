"""`legal` is exact: everything in it is accepted, everything else is refused with a reason. What ought to be in it is
worked out here once more, in the plainest way.
"""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mercurius_table import position
from mercurius_walk import SETUPS, a_setup, walk
from positions import refusal_of
from tiers import examples
from walks import SEEDS

from companion.games.mercurius import actions as act
from companion.games.mercurius import decide, legal
from companion.games.mercurius.board import default_board
from companion.games.mercurius.decide import RULES
from companion.games.mercurius.offers import Offers, offers
from companion.games.mercurius.state import Setup, State
from companion.games.mercurius.tokens import CHAMBERS, TOKENS, Token

CARDS = list(default_board().cards)


def everything_conceivable(hand: tuple[str, ...]) -> Iterator[act.AnyAction]:
    """Every action that could be written down, sensible or not; for News by somebody with this hand."""
    for count in range(4):
        yield from (act.Trade(deals) for deals in product(act.DEALS, repeat=count))
        yield from (act.BlackMarket(tokens) for tokens in product(TOKENS, repeat=count))
        yield from (act.News(thrown) for thrown in product((*dict.fromkeys(hand), "joker"), repeat=count))
    yield act.Trade((act.DEALS[0],) * 4)
    yield act.BlackMarket((TOKENS[0],) * 4)
    yield act.News(hand[:4])
    yield from map(act.Dividend, CHAMBERS)
    yield from map(act.PlayCard, (*CARDS, act.HIDDEN, "news", "joker"))


def by_the_book(state: State, seat: int) -> set[act.AnyAction]:
    """All that a seat may do, by trying out every trade token by token."""
    if state.agenda[-1].what == "card":
        return cards_by_the_book(state, seat)
    specials = state.specials[seat]
    held = [token for token, count in zip(TOKENS, state.holdings[seat], strict=True) for _ in range(count)]
    trades = [act.Trade(deals) for count in range(4) for deals in product(act.DEALS, repeat=count)]
    found: set[act.AnyAction] = {trade for trade in trades if works_out(state, seat, trade.deals)}
    if "black_market" in specials:
        found |= {act.BlackMarket(lot) for count in (1, 2, 3) for lot in combinations(held, count)}
    if "dividend" in specials:
        found |= {act.Dividend(chamber) for chamber in CHAMBERS if chamber not in state.paid}
    return found


def works_out(state: State, seat: int, deals: tuple[act.Deal, ...]) -> bool:
    """C5, with a purse and two heaps of tokens."""
    purse = state.money[seat]
    mine = dict(zip(TOKENS, state.holdings[seat], strict=True))
    bank = dict(zip(TOKENS, state.bank, strict=True))
    for deal in deals:
        of_a_kind = sum(other == deal for other in deals)
        price = state.setup.board.prices[state.spaces[TOKENS.index(deal.token)]]
        if deal.kind == "buy":
            purse -= [price, price + 1, price + 2][of_a_kind - 1]
            mine[deal.token] += 1
            bank[deal.token] -= 1
        else:
            purse += max(1, [price, price - 1, price - 2][of_a_kind - 1])
            mine[deal.token] -= 1
            bank[deal.token] += 1
        if purse < 0 or mine[deal.token] < 0 or bank[deal.token] < 0:
            return False
    return True


def cards_by_the_book(state: State, seat: int) -> set[act.AnyAction]:
    hand = state.hands[seat]
    kinds = {card for card, left in zip(CARDS, state.left, strict=True) if left} if act.HIDDEN in hand else set(hand)
    found: set[act.AnyAction] = {act.PlayCard(card) for card in kinds}
    if "news" in state.specials[seat]:
        found |= {act.News(thrown) for count in range(4) for thrown in combinations(hand, count)}
    return found


@pytest.mark.parametrize("seed", range(6))
def test_everything_conceivable_at_steps_all_over_a_game(seed: int) -> None:
    """All trades of up to three deals among them."""
    setup = a_setup(3 + seed % 3, seed, dealt_by_device=seed % 2 == 0)
    chance = Random(seed)
    for state, seat, _ in list(walk(setup, seed))[seed:-1:11]:
        assert seat is not None
        due = by_the_book(state, seat)
        options = legal(state, seat)
        listed = list(options)
        assert set(listed) == due
        assert len(listed) == len(due) == len(options)
        everything = list(everything_conceivable(state.hands[seat]))
        assert {action for action in everything if action in options} == due
        for action in chance.sample(everything, 300):
            check_judgement(state, seat, action, allowed=action in due)


@given(setup=SETUPS, seed=SEEDS, steps=st.integers(0, 100))
@settings(max_examples=examples(100))
def test_what_is_legal_is_accepted_and_nothing_else(setup: Setup, seed: int, steps: int) -> None:
    *_, (state, asked, _) = walk(setup, seed, steps)
    chance = Random(seed)
    for seat in (None, *range(setup.players), setup.players, -1):
        allowed = legal(state, seat)
        assert bool(allowed) == (seat == asked is not None)
        for action in chance.sample(SOME_OF_EVERYTHING, 60):
            check_judgement(state, seat, action, allowed=action in allowed)


def check_judgement(state: State, seat: int | None, action: act.AnyAction, *, allowed: bool) -> None:
    """What is allowed has consequences, all else a reason against it."""
    if allowed:
        assert decide(state, seat, action)
    else:
        refusal_of(RULES, state, seat, action)


SOME_OF_EVERYTHING = Random(1).sample(list(everything_conceivable(tuple(CARDS[:5]))), 3000)


class TestOffers:
    """The thousands of ways to trade, as one thing that can be asked."""

    def test_all_of_them_come_in_one_fixed_order_without_a_double(self) -> None:
        table = position(("trade", 0), ("card", 0), money=(12, 0, 0), holdings=[{"tea": 2}, {"delft": 5}])
        listed = list(offers(table.state, 0))
        assert listed == list(offers(table.state, 0))
        assert len(set(listed)) == len(listed) == len(offers(table.state, 0))

    def test_a_place_gives_the_same_as_the_list(self) -> None:
        offered = offers(position(("trade", 0), money=(12, 0, 0), holdings=[{"tea": 2}]).state, 0)
        listed = list(offered)
        assert [offered[0], offered[7], offered[-1]] == [listed[0], listed[7], listed[-1]]
        assert offered[:3] == tuple(listed[:3])
        with pytest.raises(IndexError):
            offered[len(listed)]

    def test_to_pass_comes_first_and_is_always_there(self) -> None:
        poor = offers(position(("trade", 0), money=(0, 0, 0), specials=((),) * 3).state, 0)
        assert list(poor) == [act.Trade(())]
        assert poor

    def test_the_same_offers_are_equal_and_others_are_not(self) -> None:
        state = position(("trade", 0)).state
        assert offers(state, 0) == offers(state.copy(), 0)
        assert offers(state, 0) != offers(position(("trade", 0), money=(69, 70, 70)).state, 0)

    def test_what_is_listed_for_programs_is_every_way_to_begin(self) -> None:
        state = position(("trade", 0), money=(12, 0, 0), holdings=[{"tea": 2}, {"delft": 5}]).state
        offered = offers(state, 0)
        short = [action for action in offered if length(action) <= 1]
        assert set(offered.firsts()) == set(short)
        assert len(offered.firsts()) == len(short)

    @given(setup=SETUPS, seed=SEEDS)
    @settings(max_examples=examples(30))
    def test_one_drawn_by_chance_is_one_of_them(self, setup: Setup, seed: int) -> None:
        chance = Random(seed)
        for state, seat, _ in walk(setup, seed):
            options = legal(state, seat)
            if isinstance(options, Offers):
                assert all(options.drawn(chance) in options for _ in range(20))

    def test_by_chance_every_kind_of_answer_comes_at_last(self) -> None:
        state = position(("trade", 0), money=(11, 0, 0), holdings=[{"tea": 2}, {"delft": 5}], paid=CHAMBERS[:5]).state
        offered = offers(state, 0)
        few = [action for action in offered if isinstance(action, act.BlackMarket | act.Dividend) or length(action) < 2]
        chance = Random(3)
        drawn = {offered.drawn(chance) for _ in range(5000)}
        assert set(few) <= drawn <= set(offered)


def length(action: act.AnyAction) -> int:
    match action:
        case act.Trade(deals):
            return len(deals)
        case act.BlackMarket(tokens):
            return len(tokens)
        case _:
            return 1


@pytest.mark.parametrize("held", [("tea",), ("tea", "tea"), ("hoorn", "tea", "tea"), ("hoorn",) * 4])
def test_c6_a_lot_is_offered_once_whatever_the_order_of_its_tokens(held: tuple[Token, ...]) -> None:
    holding = {token: held.count(token) for token in held}
    options = offers(position(("trade", 0), money=(0, 0, 0), holdings=[holding]).state, 0)
    lots = [action.tokens for action in options if isinstance(action, act.BlackMarket)]
    fitting = [
        lot
        for count in (1, 2, 3)
        for lot in combinations_with_replacement(TOKENS, count)
        if all(lot.count(token) <= held.count(token) for token in lot)
    ]
    assert lots == fitting
