"""Where everybody's prestige came from, and how it grew."""

import pytest
from amsterdam_table import a_setup
from amsterdam_walk import a_setup as walked_setup
from amsterdam_walk import walk

from companion.games.amsterdam.accounts import (
    SOURCES,
    Point,
    accounts,
    detail_heading,
    prestige_over_rounds,
    source_heading,
)
from companion.games.amsterdam.events import AnyEvent, Prestige, Round
from companion.games.amsterdam.state import Setup, State


def whole_game(setup: Setup, seed: int) -> tuple[list[AnyEvent], State]:
    steps = list(walk(setup, seed, 1000))
    return [event for _, _, events in steps for event in events], steps[-1][0]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_all_prestige_is_accounted_for(players: int) -> None:
    for seed in range(3):
        setup = walked_setup(players, 31, seed)
        events, state = whole_game(setup, seed)
        found = accounts(setup, events)
        assert state.winners is not None
        assert tuple(account.money for account in found) == state.prestige
        for account in found:
            assert [line.source for line in account.lines] == list(SOURCES)
            for line in account.lines:
                assert sum(detail.amount for detail in line.details) in (line.amount, 0)


def test_lines_say_where_it_came_from() -> None:
    events: list[AnyEvent] = [
        Prestige(0, 6, "delivery:cheese"),
        Prestige(0, 4, "fast"),
        Prestige(0, 8, "delivery:cheese"),
        Prestige(0, 4, "delivery:beer"),
        Prestige(0, 3, "card:7"),
        Prestige(0, 6, "end_card:11"),
        Prestige(0, -22, "penalties"),
        Prestige(0, 5, "district:pink"),
        Prestige(1, 10, "mouth"),
        Prestige(1, 2, "correction"),
    ]
    anne, jan, _ = accounts(a_setup(), events)
    assert {line.source: line.amount for line in anne.lines if line.amount} == {
        "deliveries": 18, "fast": 4, "cards": 3, "end_cards": 6, "districts": 5, "penalties": -22,
    }  # fmt: skip
    details = [
        (source_heading(line.source), detail_heading(line.source, detail.what), detail.amount)
        for line in anne.lines
        for detail in line.details
    ]
    assert details == [
        ("Commodities delivered", "Cheese", 14),
        ("Commodities delivered", "Beer", 4),
        ("Cards used", "card 007", 3),
        ("Cards for the end of the game", "card 011", 6),
        ("Crests in districts", "the pink district (Plantage)", 5),
    ]
    assert jan.money == 12
    assert len({source_heading(source) for source in SOURCES}) == len(SOURCES)


def test_prestige_round_by_round() -> None:
    events: list[AnyEvent] = [Round(1), Prestige(0, 6, "fast"), Round(2), Prestige(1, 3, "market")]
    assert prestige_over_rounds(a_setup(2), events) == (Point(0, (0, 0)), Point(1, (6, 0)), Point(2, (6, 3)))
