"""Mercurius on real phones: a whole game by tapping and nothing else, and what a finger may expect on the way."""

from random import Random

import pytest
from browsers import NEEDED, PhoneShop, Served
from exchanges import acts_by_chance, begins, is_asked, plays_on, seen, titles
from playing import goes_on, on_table
from playwright.sync_api import expect
from scenes import SCENES
from speculators import Speculator
from tiers import LONG, long_only

from companion.games.mercurius.actions import Deal, PlayCard, Trade
from companion.words import Language, words

pytestmark = NEEDED
pytest_plugins = ("phone_shop",)

EVERYTHING = {"trade", "instead", "card", "news"}
"""What a person can do in a turn."""


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=long_only)])
def test_two_persons_and_a_bot_play_to_the_end_by_tapping(served: Served, phone: PhoneShop, language: Language) -> None:
    """The third phone sits where a bot plays, and looks on."""
    room, chance = served.room, Random(5)
    phones = [phone(language=language).sits(room, seat) for seat in range(3)]
    people = [Speculator(one, room, chance, language) for one in phones[:2]]
    begins(room, players=("person", "person", "random"))
    while (before := on_table(room)).view(None).table.winners is None:
        asked = before.view(None).table.asked
        assert asked is not None
        assert asked.seat is not None
        if asked.seat < len(people):
            did = people[0].did | people[1].did
            if not LONG and did == EVERYTHING and before.view(None).table.rounds_left is None:
                acts_by_chance(room, chance)  # nothing that is new until the last rounds
            else:
                people[asked.seat].decide()
        goes_on(room, before)
    assert people[0].did | people[1].did == EVERYTHING
    money = sorted(seen(room).money, reverse=True)
    for one in phones:
        expect(one.heading(words(language).say("Final standings"))).to_be_visible()
        assert one.page.locator(".standings .money").all_inner_texts() == [str(guilders) for guilders in money]


def test_nothing_moves_under_a_finger_that_taps_again_and_again(served: Served, phone: PhoneShop) -> None:
    anna = phone().sits(served.room, 0)
    begins(served.room)
    more = anna.page.get_by_role("link", name="Buy one more: Copper")
    anna.touch(more)
    expect(anna.page.locator(".bill")).to_contain_text("Buy 1 copper at 15")
    before = more.bounding_box()
    anna.touch(more)
    expect(anna.page.locator(".bill")).to_contain_text("Two at once cost 1 more each: 16 instead of 15.")
    assert more.bounding_box() == before
    expect(anna.button("Do it")).to_be_in_viewport()


@pytest.mark.parametrize("way", ["dividend", "black_market", "news"])
def test_what_is_to_be_confirmed_is_in_sight(served: Served, phone: PhoneShop, way: str) -> None:
    anna = phone(size=(360, 740)).sits(served.room, 0)
    begins(served.room)
    served.room.house.submit(0, Trade((Deal("buy", "hoorn"),))).result()
    plays_on(served.room, is_asked("card" if way == "news" else "trade", 0, since=2), seed=3)
    anna.touch(anna.page.locator(f"#part-mine a[href*='way={way}']"))
    anna.touch(anna.page.locator("#part-mine :is(a.payer, .tokens a[href], a.face[href*='thrown='])").first)
    expect(anna.button("Do it")).to_be_in_viewport(ratio=1)


def test_going_back_unpicks(served: Served, phone: PhoneShop) -> None:
    anna = phone().sits(served.room, 0)
    begins(served.room)
    anna.touch(anna.page.get_by_role("link", name="Buy one more: Tea"))
    expect(anna.button("Do it")).to_be_visible()
    anna.page.go_back()
    expect(anna.button("No transactions")).to_be_visible()


def test_without_script_a_turn_is_played_as_well(served: Served, phone: PhoneShop) -> None:
    anna = phone().sits(served.room, 0)
    begins(served.room)
    still = phone(script=False)
    still.context.add_cookies(anna.context.cookies())  # type: ignore[arg-type]
    still.goes()
    still.touch(still.page.get_by_role("link", name="Buy one more: Tea"))
    still.touch(still.button("Do it"))
    still.touch(still.page.locator("a.face").first)
    still.touch(still.button("Do it"))
    expect(still.heading("Ben: buy and sell, or pass.")).to_be_visible()
    assert seen(served.room).money[0] == 55


def test_a_phone_sees_at_once_what_the_others_do_and_never_their_hands(served: Served, phone: PhoneShop) -> None:
    anna, ben = (phone().sits(served.room, seat) for seat in (0, 1))
    begins(served.room)
    hidden = titles(seen(served.room, 0).hand) - titles(seen(served.room, 1).hand)
    expect(ben.heading("Your hand")).to_be_visible()
    assert not [title for title in hidden if title in ben.page.content()]
    card = next(one for one in seen(served.room, 0).hand if titles((one,)) <= hidden)
    served.room.house.submit(0, Trade(())).result()
    served.room.house.submit(0, PlayCard(card)).result()
    expect(ben.heading("It is your turn.")).to_be_visible()
    expect(ben.page.locator("#part-portfolios .lying-cards")).to_have_count(1)
    drawn = titles(seen(served.room, 0).hand) - titles(seen(served.room, 1).hand) - titles((card,))
    assert not [title for title in drawn if title in ben.page.content()]
    expect(anna.heading("Ben: buy and sell, or pass.")).to_be_visible()


def test_another_game_is_chosen_without_losing_what_was_typed(served: Served, phone: PhoneShop) -> None:
    anna = phone().sits(served.room, 0).goes("/new")
    anna.page.get_by_label("Name").first.fill("Annemarie")
    anna.touch(anna.link("Mercurius"))
    expect(anna.page.locator("[name=game]")).to_have_value("mercurius")
    expect(anna.page.get_by_label("Name").first).to_have_value("Annemarie")
    anna.touch(anna.button("Begin the game"))
    expect(anna.heading("Up to three transactions")).to_be_visible()
    assert on_table(served.room).view(None).rules == "mercurius"


@pytest.mark.parametrize("scene", ["exchange", "price card"])
def test_a_television_never_scrolls(served: Served, phone: PhoneShop, scene: str) -> None:
    SCENES[scene].prepare(served.room)
    wall = phone(size=(1280, 800)).goes("/tv")
    assert wall.page.evaluate("document.documentElement.scrollHeight") <= 800
    assert wall.page.locator(".tv-side").evaluate("(side) => side.scrollHeight - side.clientHeight") <= 1


def test_nor_with_five_rich_players(served: Served, phone: PhoneShop) -> None:
    begins(served.room, players=("person",) * 5, names=("Annemarie", "Bartholomew", "Cleopatra", "Diederik", "Eva"))
    plays_on(served.room, is_asked("trade", 0, since=7))
    wall = phone(size=(1280, 720), language="de").goes("/tv")
    assert wall.page.evaluate("document.documentElement.scrollHeight") <= 720
    assert wall.page.locator(".tv-side").evaluate("(side) => side.scrollHeight - side.clientHeight") <= 1
