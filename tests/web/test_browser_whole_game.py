"""A whole game of three persons and a bot, from the first card to the last, by tapping and nothing else."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from browsers import NEEDED, REFUSED, PhoneShop, Served, a_served_room
from playing import goes_on, on_table, stopped_by
from playwright.sync_api import expect
from tappers import Tapper
from tiers import LONG

from companion.games.merchants.house_rules import HouseRules
from companion.openings import opening_for

pytestmark = NEEDED
pytest_plugins = ("phone_shop",)

SHORT = 25_679
"""A deck in which the sand clocks come early: eleven terms to 1665."""
FROM, UNTIL = 4, 10
"""Terms between which nothing but bids is tapped in the quick check."""
HURRY = {"profile": "even", "seconds_per_price": 0.2, "speed": 2.0, "get_ready": 0.0}
SLOW = 1.0
"""Seconds for each price until somebody has bid: on a busy machine no tap might ever be in time for the other."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Where everything goes quickly, and everybody bids by phone."""
    with a_served_room(tmp_path, clock=HURRY | {"seconds_per_price": SLOW}, referee={"phone_bids": "always"}) as opened:
        yield opened


def test_three_persons_and_a_bot_play_to_the_end_by_tapping(phone: PhoneShop, served: Served) -> None:
    room, chance = served.room, Random(5)
    phones = [phone().forgive(REFUSED).sits(room, seat) for seat in range(3)]  # a bid may come too late
    people = [Tapper(one, room, chance) for one in phones]
    until_1665 = HouseRules(end="1665")
    room.house.begin(opening_for(players=4, people=3, seed=SHORT, names=("Anna", "Ben", "Cleo"), rules=until_1665))
    while (before := on_table(room)).view(None).table.winners is None:
        asked = before.view(None).table.asked
        assert asked is not None
        is_quick = not LONG and FROM <= before.view(None).table.term < UNTIL
        if before.look.clock:
            chance.choice(people).bid()
        elif asked.seat is not None and asked.seat < len(people):
            if is_quick:
                room.house.submit(asked.seat, chance.choice(before.look.now.choices[asked.seat])).result()
            else:
                people[asked.seat].decide()
        goes_on(room, before)
        if {0, 1, 2} & set(stopped_by(room)):
            room.house.change("clock", "seconds_per_price", HURRY["seconds_per_price"])
    assert {0, 1, 2} & set(stopped_by(room))
    money = sorted(on_table(room).view(None).table.money, reverse=True)
    for one in phones:
        expect(one.heading("Final standings")).to_be_visible()
        assert one.page.locator(".standings .money").all_inner_texts() == [f"{guilders:,}" for guilders in money]
