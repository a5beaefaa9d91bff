"""What must hold at every step of any game, whichever it is and whatever the players do."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import amsterdam_walk
import merchants_walk
import mercurius_walk
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import examples
from walks import SEEDS, Step, Whim

from companion.games.amsterdam.actions import Effect, UseCard
from companion.games.amsterdam.game import AMSTERDAM
from companion.games.box import GAMES
from companion.games.game import Game
from companion.games.merchants.game import MERCHANTS
from companion.games.mercurius.game import MERCURIUS
from companion.games.state import dump, load


class Walker(NamedTuple):
    """Goes through a game as chance will have it."""

    game: Game
    setups: st.SearchStrategy[Any]
    walk: Callable[[Any, int], Iterator[Step[Any]]]
    whim: Whim

    def goes(self, data: st.DataObject) -> Iterator[Step[Any]]:
        return self.walk(data.draw(self.setups), data.draw(SEEDS))


WALKERS = (
    Walker(MERCHANTS, merchants_walk.SETUPS, merchants_walk.walk, merchants_walk.whim),
    Walker(MERCURIUS, mercurius_walk.SETUPS, mercurius_walk.walk, mercurius_walk.whim),
    Walker(AMSTERDAM, amsterdam_walk.SETUPS, amsterdam_walk.walk, amsterdam_walk.whim),
)


def on_walks_of_every_game(test: Callable[[Walker, st.DataObject], None]) -> Callable[..., None]:
    """The test is given a hundred of each."""
    named = pytest.mark.parametrize("walker", WALKERS, ids=[walker.game.name for walker in WALKERS])
    walked: Callable[..., None] = named(settings(max_examples=examples(100))(given(data=st.data())(test)))
    return walked


def test_there_is_a_walker_for_every_game() -> None:
    assert [walker.game for walker in WALKERS] == list(GAMES.values())


@on_walks_of_every_game
def test_a_copy_is_equal_and_apart(walker: Walker, data: st.DataObject) -> None:
    rules = walker.game.rules
    for state, seat, _ in walker.goes(data):
        copy = state.copy()
        assert copy == state
        if state.agenda:
            for event in rules.decide(copy, seat, rules.legal(copy, seat)[0]):
                rules.evolve(copy, event)
            assert copy != state


@on_walks_of_every_game
def test_serialising_round_trips(walker: Walker, data: st.DataObject) -> None:
    legal = walker.game.rules.legal
    for state, seat, _ in walker.goes(data):
        written = dump(state)
        loaded = load(type(state), state.setup, written)
        assert loaded == state
        assert legal(loaded, seat) == legal(state, seat)
        assert dump(loaded) == written


@on_walks_of_every_game
def test_legal_lists_hold_no_duplicates_and_only_those_to_move_have_any(walker: Walker, data: st.DataObject) -> None:
    """Of thousands of options those are looked at that can be listed."""
    rules = walker.game.rules
    for state, _, _ in walker.goes(data):
        movers = rules.choices(state)
        for seat in (None, *range(state.setup.players)):
            options = rules.legal(state, seat)
            assert options == movers.get(seat, ())
            listed = walker.game.shown(options)
            assert len(set(listed)) == len(listed)
        assert bool(movers) == (state.winners is None)


@on_walks_of_every_game
def test_decide_changes_nothing_and_says_the_same_twice(walker: Walker, data: st.DataObject) -> None:
    rules, chance = walker.game.rules, Random(1)
    for state, seat, _ in walker.goes(data):
        before = dump(state)
        if options := rules.legal(state, seat):
            for action in (*walker.game.shown(options)[:2], walker.whim(chance, state, options)):
                assert rules.decide(state, seat, action) == rules.decide(state, seat, action)
        assert dump(state) == before


@on_walks_of_every_game
def test_advancing_is_deciding_and_evolving(walker: Walker, data: st.DataObject) -> None:
    rules, chance = walker.game.rules, Random(1)
    for state, seat, _ in walker.goes(data):
        now = rules.moment(state)
        if not now.choices:
            continue
        options = now.choices[seat]
        for action in (*walker.game.shown(options)[-2:], walker.whim(chance, state, options)):
            after, events = rules.advance(now, seat, action)
            assert events == rules.decide(state, seat, action)
            follower = state.copy()
            for event in events:
                rules.evolve(follower, event)
            assert follower == after.state
            assert after.state != state or action == UseCard(action.card, False, Effect())  # again, for nothing
            assert after == rules.moment(follower)


@on_walks_of_every_game
def test_events_added_to_an_older_state_give_the_same_state(walker: Walker, data: st.DataObject) -> None:
    older = data.draw(st.integers(0, 100))
    follower: Any = None
    for step, (state, _, events) in enumerate(walker.goes(data)):
        if follower is None and step == older:
            follower = state.copy()
        elif follower is not None:
            for event in events:
                walker.game.rules.evolve(follower, event)
            assert follower == state


@on_walks_of_every_game
def test_all_events_from_the_empty_table_give_the_state(walker: Walker, data: st.DataObject) -> None:
    table: Any = None
    for state, _, events in walker.goes(data):
        table = table or walker.game.rules.empty_state(state.setup)
        for event in events:
            walker.game.rules.evolve(table, event)
        assert table == state
