"""Fixtures for tests in browsers, which ask for them with `pytest_plugins`: a room that is served, and phones in it."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from browsers import Phone, PhoneShop, Served, a_browser, a_served_room
from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests of a worker; every phone in it has its own cookies."""
    with a_browser() as opened:
        yield opened


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with a_served_room(tmp_path) as opened:
        yield opened


@pytest.fixture
def shop(browser: Browser) -> Iterator[PhoneShop]:
    """Hands out phones, and asks every one at the end whether it had anything to complain of."""
    handed_out: list[Phone] = []

    def hand_out(*at: Any, **how: Any) -> Phone:
        handed_out.append(Phone(browser, *at, **how))
        return handed_out[-1]

    yield hand_out
    for phone in handed_out:
        phone.leaves()


@pytest.fixture
def phone(served: Served, shop: PhoneShop) -> PhoneShop:
    """Another one at this room; they leave before it is closed."""
    return partial(shop, served.address)
