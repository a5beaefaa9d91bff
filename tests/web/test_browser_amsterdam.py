"""Amsterdam on real phones: a whole game against TOM by tapping, and what a finger may expect on the way."""

import os
from pathlib import Path
from random import Random

import pytest
from bargees import Bargee
from browsers import NEEDED, OPEN_ALL, PHONE, Phone, PhoneShop, Served
from canals import begins, does, gets_rich, is_asked, plays_on, puts_right, state_of
from playing import on_table
from playwright.sync_api import expect
from scenes import SCENES
from tiers import LONG, long_only

from companion.games.actions import SetMoney
from companion.games.amsterdam.actions import Activate
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.things import NO_RESOURCES
from companion.words import Language, words

pytestmark = NEEDED
pytest_plugins = ("phone_shop",)

PICTURES = os.environ.get("AMSTERDAM_PICTURES")
"""A folder for what the phone shows; without one nothing is kept."""

EVERY_WAY = {
    *("activates", "uses", "uses_again", "block", "loads", "sails", "delivers", "fetches", "brings", "moves", "buys")
}
EVERY_QUESTION = {"tom_card", "tom_bridges", "tom_block", "tom_market", "bridges", "keep"}
"""What comes up before the last round."""


def pictured(phone: Phone, name: str) -> None:
    if PICTURES:
        phone.page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=long_only), pytest.param("nl", marks=long_only)])
def test_a_person_alone_plays_against_tom_to_the_end_by_tapping(
    served: Served, phone: PhoneShop, language: Language
) -> None:
    room = served.room
    anna = phone(language=language, size=PHONE).sits(room, 0)
    begins(room, rules=HouseRules(short=not LONG))
    player = Bargee(anna, room, Random(5), language)
    while on_table(room).view(None).table.winners is None:
        if not LONG and player.did == EVERY_WAY and player.asked >= EVERY_QUESTION and "end_cards" not in player.asked:
            plays_on(room, is_asked("end_cards"))  # nothing that is new until then
        before = set(player.asked)
        player.decide()
        if player.asked - before:
            pictured(anna, f"{language}-{state_of(room).round:02d}-{max(player.asked - before)}")
    assert player.did == EVERY_WAY
    assert player.asked >= EVERY_QUESTION | {"end_cards"}
    expect(anna.heading(words(language).say("Final standings"))).to_be_visible()
    prestige = sorted(state_of(room).prestige, reverse=True)
    assert anna.page.locator(".standings .money").all_inner_texts() == [str(points) for points in prestige]
    pictured(anna, f"{language}-end")


def test_what_is_typed_survives_what_happens_meanwhile(served: Served, phone: PhoneShop) -> None:
    room = served.room
    anna = phone().sits(room, 0)
    begins(room)
    plays_on(room, is_asked("act"))
    gets_rich(room)
    card = state_of(room).below[0][0]
    expect(anna.page.locator("[data-key=way-amstel]")).to_be_visible()
    anna.page.evaluate(OPEN_ALL)
    field = anna.page.locator(f"form[data-about='activate {card}'] [name='pay.3']")
    anna.touch(field.locator("xpath=../button[@data-step='1']"))
    expect(field).to_have_value("1")
    puts_right(room, SetMoney(0, 5))
    expect(anna.page.locator("#part-own .has")).to_contain_text("5")
    expect(field).to_have_value("1")
    anna.touch(anna.button(f"Activate card {card:03d}"))
    expect(anna.page.locator("#part-own .numbers").last).to_have_text(f"{card:03d}")
    assert state_of(room).supply[0][3] == 2


def test_what_cannot_be_is_said_where_it_was_tried(served: Served, phone: PhoneShop) -> None:
    anna = phone().forgive("status of 409").sits(served.room, 0)
    begins(served.room)
    plays_on(served.room, is_asked("act"))
    gets_rich(served.room)
    anna.touch(anna.page.locator("[data-key=way-barge] > summary"))
    form = anna.page.locator("form[data-about='move_barge ']")
    anna.touch(anna.page.locator("[data-key='barge-move_barge '] > summary"))
    form.locator("select").select_option("gold")
    anna.touch(form.locator("button.main"))
    expect(anna.page.get_by_role("alert")).to_have_text("Each space costs one resource.")
    expect(form.locator("select")).to_have_value("gold")


def test_going_back_unpicks_a_die(served: Served, phone: PhoneShop) -> None:
    anna = phone().sits(served.room, 0)
    begins(served.room)
    plays_on(served.room, is_asked("dice"))
    anna.touch(anna.page.locator("a.die-of").first)
    expect(anna.page.locator("a.die-of[aria-current]")).to_have_count(1)
    anna.page.go_back()
    expect(anna.page.locator("a.die-of[aria-current]")).to_have_count(0)


def test_without_script_a_turn_is_played_as_well(served: Served, phone: PhoneShop) -> None:
    anna = phone().sits(served.room, 0)
    begins(served.room)
    still = phone(script=False)
    still.context.add_cookies(anna.context.cookies())  # type: ignore[arg-type]
    still.goes()
    still.touch(still.page.locator(".picks label").first)
    still.page.get_by_label("Its number").fill("17")
    still.touch(still.button("Take it"))
    expect(still.heading("Choose your first resources")).to_be_visible()
    assert state_of(served.room).below[0] == (17,)
    plays_on(served.room, is_asked("act"))
    gets_rich(served.room)
    does(served.room, Activate(17, NO_RESOURCES))
    still.goes()
    still.touch(still.page.locator("[data-key=way-use] > summary"))
    still.page.get_by_label("Prestige", exact=True).first.fill("4")
    before = state_of(served.room).prestige[0]
    still.touch(still.button("Use card 017"))
    expect(still.heading("Your actions")).to_be_visible()
    assert state_of(served.room).prestige[0] == before + 4


def test_a_television_never_scrolls(served: Served, phone: PhoneShop) -> None:
    SCENES["canals"].prepare(served.room)
    wall = phone(size=(1280, 800)).goes("/tv")
    assert wall.page.evaluate("document.documentElement.scrollHeight") <= 800
    assert wall.page.locator(".tv-side").evaluate("(side) => side.scrollHeight - side.clientHeight") <= 1


def test_a_page_that_waited_looks_as_it_should_once_a_game_begins(served: Served, phone: PhoneShop) -> None:
    """Each game has a sheet of its own, which comes with it."""
    anna = phone().sits(served.room, 0)
    begins(served.room)
    sheet = anna.page.locator("head link[href*='amsterdam']")
    expect(sheet).to_have_count(1)
    expect(anna.page.locator(".asked-for").first).to_have_css("display", "grid")
