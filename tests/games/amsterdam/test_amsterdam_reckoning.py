"""What everybody would have if the game ended now, and what the end really brought."""

import pytest
from amsterdam_table import Table, position
from amsterdam_walk import a_setup as walked_setup
from amsterdam_walk import walk

from companion.games.amsterdam.actions import ScoreCard
from companion.games.amsterdam.reckoning import Counted, final_reckoning, line_heading, reckoning, would_win
from companion.games.amsterdam.things import LAST_ROUND


def lines(table: Table, seat: int) -> list[Counted]:
    return list(reckoning(table.state)[seat].lines)


def test_a9_the_end_is_reckoned_line_by_line() -> None:
    table = position(
        ("act", 2),
        prestige=(0, 0, 40),
        penalties=(0, 0, 2),
        below=((), (), (5, 6)),
        crests=[{"pink": 2}, {"pink": 2}, {"black": 5, "gray": 3}],
        groups=(2, 2, 6),
        tiles=("black", "pink"),
        money=(0, 0, 5),
        supply=[{}, {}, {"black": 4}],
        storage=[{}, {}, {"beer": 2}],
        aboard=((), (), ("white",)),
    )
    assert lines(table, 2) == [
        Counted("prestige", 40),
        Counted("penalties", -22, 4),
        Counted("group", 18, 6),
        Counted("district:black", 5, 5),
        Counted("district:pink", 0, 0),
        Counted("leftovers", 6, 12),
    ]
    assert lines(table, 0)[4] == lines(table, 1)[4] == Counted("district:pink", 3, 2)
    assert [one.total for one in reckoning(table.state)] == [9, 9, 47]
    assert would_win(table.state) == 2


def test_a9_a_tie_is_won_by_who_is_further_on_the_amstel() -> None:
    assert would_win(position(("act", 0), prestige=(5, 5, 4), order=(1, 2, 0)).state) == 1


def test_a11_with_as_much_as_tom_one_has_lost() -> None:
    assert would_win(position(("act", 0), tom=1, prestige=(5, 5), order=(0, 1)).state) == 1


def test_penalties_that_have_been_counted_are_not_counted_again() -> None:
    table = position(
        ("end_cards", 0), then=("evaluation",), below=((5,), (), ()), penalties=(1, 0, 0), active=((7,), (), ())
    )
    table.does(0, ScoreCard(7, 6))
    assert lines(table, 0)[:2] == [Counted("prestige", 6), Counted("penalties", 0, 0)]


def test_a11_tom_has_no_penalty_tokens_to_count() -> None:
    table = position(("act", 0), tom=1, penalties=(2, 2), below=((), (7,)))
    assert [lines(table, seat)[1] for seat in (0, 1)] == [Counted("penalties", -8, 2), Counted("penalties", 0, 0)]


def test_lines_have_headings() -> None:
    whys = ("prestige", "penalties", "end_cards", "orders", "group", "district:gray", "leftovers")
    assert [line_heading(why) for why in whys] == [
        "Prestige during the game",
        "Penalty tokens",
        "Cards for the end of the game",
        "Secret orders",
        "Largest group of crests",
        "Crests in the gray district",
        "What is left over",
    ]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_the_end_brought_adds_up_to_what_everybody_has(players: int) -> None:
    setup = walked_setup(players, 31, players)
    steps = list(walk(setup, players, 1000))
    events, state = [event for step in steps for event in step.events], steps[-1].state
    found = final_reckoning(setup, events)
    assert state.winners is not None
    assert tuple(one.total for one in found) == state.prestige
    assert len({tuple(line.why for line in one.lines) for one in found}) == 1
    assert tuple(one.total for one in reckoning(state)) == state.prestige


@pytest.mark.parametrize("players", [1, 3])
def test_what_would_be_is_what_is_but_for_cards_and_orders(players: int) -> None:
    setup = walked_setup(players, 0, 8)
    steps = list(walk(setup, 8, 1000))
    last = next(place for place, step in enumerate(steps) if step.state.round == LAST_ROUND and not step.state.agenda)
    ending = [event for step in steps for event in step.events]
    said = {one.seat: one for one in final_reckoning(setup, ending)}
    before = [step.state for step in steps[:last] if any(ask.what == "end_cards" for ask in step.state.agenda)]
    for now in reckoning(before[0] if before else steps[-1].state):
        cards = sum(line.amount for line in said[now.seat].lines if line.why == "end_cards")
        counted = now.total + cards
        assert counted == said[now.seat].total
