"""What must hold at every step of any game of Amsterdam, whatever the players do."""

from collections import Counter
from collections.abc import Iterator

from amsterdam_canal import MOUTH, Canal
from amsterdam_walk import SETUPS, walk
from hypothesis import given, settings
from tiers import examples
from walks import SEEDS

from companion.games.amsterdam import events as ev
from companion.games.amsterdam.sight import sights
from companion.games.amsterdam.state import Setup, State
from companion.games.amsterdam.things import COLOURS, GOODS, NO_GOODS, NO_RESOURCES
from companion.games.events import Money, Won


class Purses:
    """What everybody has, added up from the facts alone."""

    def __init__(self, players: int) -> None:
        self.gulden = [0] * players
        self.prestige = [0] * players
        self.tokens = [0] * players
        self.supply: list[Counter[str]] = [Counter() for _ in range(players)]
        self.roundels: list[Counter[str]] = [Counter() for _ in range(players)]
        self.shacks: list[str | None] = [None] * players

    def add(self, event: object) -> None:
        match event:
            case Money(seat, amount, _):
                self.gulden[seat] += amount
            case ev.Prestige(seat, amount, _):
                self.prestige[seat] += amount
            case ev.Penalty(seat, count, _):
                self.tokens[seat] += count
            case ev.Supply(seat, resources, _):
                self._into(self.supply[seat], resources)
            case ev.IntoRoundel(seat, _, colour, count):
                self.roundels[seat][colour] += count
            case ev.RoundelTurned(seat, out):
                self._into(self.supply[seat], out)
                self.roundels[seat].subtract(dict(zip(COLOURS, out, strict=True)))
            case ev.Shack(seat, colour):
                assert (self.shacks[seat] is None) != (colour is None)
                self.shacks[seat] = colour

    def _into(self, counter: Counter[str], counts: tuple[int, ...]) -> None:
        counter.update(dict(zip(COLOURS, counts, strict=True)))
        assert min(counter.values()) >= 0


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(80))
def test_a2_the_order_is_that_of_the_discs_on_the_amstel(setup: Setup, seed: int) -> None:
    canal = Canal()
    stacked = False
    for state, _, events in walk(setup, seed):
        for event in events:
            if isinstance(event, ev.DiscsStacked):
                canal.stack(event.seats)
                stacked = True
            elif isinstance(event, ev.Advanced):
                canal.move(event.seat, event.before, event.to)
        if stacked:
            assert state.order == canal.order()
            assert all(seat in canal.piles[space] for seat, space in enumerate(state.amstel))


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(80))
def test_everything_that_is_counted_is_the_sum_of_the_facts(setup: Setup, seed: int) -> None:
    purses = Purses(setup.players)
    for state, _, events in walk(setup, seed):
        for event in events:
            purses.add(event)
        assert state.money == tuple(purses.gulden)
        assert state.score == state.prestige == tuple(purses.prestige)
        assert state.penalties == tuple(purses.tokens)
        assert state.shacks == tuple(purses.shacks)
        for seat in range(setup.players):
            assert dict(zip(COLOURS, state.supply[seat], strict=True)) == {
                colour: purses.supply[seat][colour] for colour in COLOURS
            }
            in_slots = [sum(counts) for counts in zip(*state.roundels[seat], strict=True)]
            assert in_slots == [purses.roundels[seat][colour] for colour in COLOURS]


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(80))
def test_the_table_stays_possible(setup: Setup, seed: int) -> None:
    for state, _, _ in walk(setup, seed):
        assert all(count >= 0 for count in counts_of(state))
        assert max(state.storehouses) <= 3
        assert max(state.warehouses) <= 1
        assert max(state.black_market) <= 1
        assert all(len(workers) <= 2 for workers in state.aboard)
        assert all(sum(crests[at] for crests in state.crests) <= 6 for at in range(6))
        assert all(0 <= space <= MOUTH for space in state.amstel)
        for crests, group in zip(map(sum, state.crests), state.groups, strict=True):
            assert min(crests, 1) <= group <= crests
        below = [len(cards) for cards in state.below]
        assert max(below) <= 6
        assert max(below) <= 5 or state.agenda[-1].what == "throw"
        named = [card for hand in (*state.below, *state.active) for card in hand]
        assert len(set(named)) == len(named)
        assert set(named) <= set(state.out)
        assert len(set(state.out)) == len(state.out)


def counts_of(state: State) -> Iterator[int]:
    """Of everything that there can be none of, but no less."""
    yield from state.money
    yield from state.penalties
    yield from (state.magazine, *state.docks, *state.waiting, *state.display)
    for by_seat in (state.supply, state.storage, state.cargo, state.crests):
        for counts in by_seat:
            yield from counts
    for slots in state.roundels:
        for counts in slots:
            yield from counts


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(80))
def test_commodities_and_workers_are_where_they_went(setup: Setup, seed: int) -> None:
    """Each block gives one commodity, which is in storage, aboard, on the black market, delivered, or lost by TOM."""
    taken: Counter[str] = Counter()
    workers = 6 * (1 if setup.automaton is not None else 2)
    for state, _, events in walk(setup, seed):
        taken.update(event.good for event in events if isinstance(event, ev.BlockTaken))
        held = [0] * len(GOODS)
        for counts in (*state.storage, *state.cargo, state.black_market):
            held = [one + other for one, other in zip(held, counts, strict=True)]
        delivered = sum(state.storehouses) + sum(state.warehouses)
        if setup.automaton is None:
            assert sum(held) + delivered == taken.total() == sum(map(sum, state.crests))
        else:
            assert sum(held) + delivered <= taken.total()
        assert all(count <= taken[good] for good, count in zip(GOODS, held, strict=True))
        assert sum(state.docks) + sum(map(len, state.aboard)) + state.magazine == workers


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(60))
def test_a5_nothing_is_left_on_any_roundel_when_the_game_is_over(setup: Setup, seed: int) -> None:
    *_, (state, _, events) = walk(setup, seed, 2000)
    assert state.roundels == ((NO_RESOURCES,) * 6,) * setup.players
    assert state.shacks == (None,) * setup.players
    assert state.round == 12
    wins = [event for event in events if isinstance(event, Won)]
    assert wins == [Won(state.prestige, state.winners or ())]
    assert len(state.winners or ()) == 1


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(40))
def test_a11_tom_owns_nothing_but_prestige_gulden_and_crests(setup: Setup, seed: int) -> None:
    tom = setup.automaton
    for state, seat, _ in walk(setup, seed):
        if tom is not None:
            assert seat != tom
            assert state.supply[tom] == NO_RESOURCES
            assert state.storage[tom] == state.cargo[tom] == NO_GOODS
            assert (state.below[tom], state.active[tom], state.aboard[tom]) == ((), (), ())
            assert state.penalties[tom] == 0


@given(setup=SETUPS, seed=SEEDS)
@settings(max_examples=examples(30))
def test_everybody_sees_the_same_at_every_step(setup: Setup, seed: int) -> None:
    for state, _, _ in walk(setup, seed):
        found = sights(state)
        assert len(found) == setup.players + 1
        assert all(sight is found[0] for sight in found)
        assert (found[0].money, found[0].prestige) == (state.money, state.prestige)
