"""German and Dutch phones: every page in their language, with nothing left in English, and no wider than the phone."""

import pytest
from browsers import NEEDED, OPEN_ALL, REFUSED, WIDER, Phone, PhoneShop, Served
from playwright.sync_api import expect
from reading_pages import OTHERS, sentences_among
from scenes import SCENES
from tiers import long_only

from companion.games.merchants.actions import Place
from companion.words import Language, words

pytestmark = NEEDED
pytest_plugins = ("phone_shop",)

READ = """() => {
    const shown = (one) => one.checkVisibility() || one.closest("svg, option, .unseen");
    const letters = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    const found = [document.title];
    while (letters.nextNode()) {
        const { parentElement: within, data } = letters.currentNode;
        if (shown(within) && !within.closest("script, style, noscript, select[name=language]")) found.push(data);
    }
    for (const one of document.querySelectorAll("[aria-label], [title], [alt], [placeholder]")) {
        for (const name of ["aria-label", "title", "alt", "placeholder"]) found.push(one.getAttribute(name) ?? "");
    }
    return found.map((words) => words.replace(/\\s+/g, " ").trim());
}"""


def sentences(phone: Phone, path: str) -> set[str]:
    """All that can be read on a page and is longer than a name; numbers aside."""
    phone.goes(path)
    phone.page.evaluate(OPEN_ALL)
    return sentences_among(phone.page.evaluate(READ))


LIVE = ("auction", "price card", "dice")
"""Scenes that are read in browsers in the quick check too, one of each game. test_pages_in_other_languages.py reads all
of them as they are sent; test_browser_looks.py measures how wide they are."""


@pytest.mark.parametrize("scene", [one if one in LIVE else pytest.param(one, marks=long_only) for one in SCENES])
def test_no_page_has_any_english_left_and_none_is_too_wide(served: Served, phone: PhoneShop, scene: str) -> None:
    english, *others = (phone(language=language).sits(served.room, 0) for language in ("en", *OTHERS))
    SCENES[scene].prepare(served.room)
    found = []
    for path in SCENES[scene].pages:
        known = sentences(english, path)
        for language, other in zip(OTHERS, others, strict=True):
            found += [f"{path} in {language}: {same}" for same in sorted(sentences(other, path) & known)]
            assert other.page.locator("html").get_attribute("lang") == language
            assert other.page.evaluate(WIDER) <= 0, f"{path} in {language}"
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", OTHERS)
def test_a_seat_is_had_a_decision_made_and_a_refusal_understood(
    served: Served, phone: PhoneShop, language: Language
) -> None:
    room, say = served.room, words(language).say
    anna = phone(language=language).forgive(REFUSED).goes("/sit")
    anna.touch(anna.button(say("Sit here")).first)
    expect(anna.page.locator("#part-calling h1")).to_be_visible()
    room.answers(0)
    expect(anna.page).to_have_url(f"{served.address}/")
    room.begins()
    expect(anna.heading(say("It is your turn."))).to_be_visible()
    anna.touch(anna.page.locator("#part-mine a.pick").first)
    expect(anna.button(say("Do it"))).to_be_visible()
    room.house.submit(0, Place("auction")).result()  # by another phone of hers, just now
    refused = anna.page.evaluate(
        """() => fetch("/api/actions", {
            method: "POST",
            body: JSON.stringify({ after: "0.0", request: { type: "decline" } }),
            headers: { "Content-Type": "application/json" },
        }).then((answer) => answer.json())"""
    )
    assert refused == {"error": say("Meanwhile the game has gone on; look again before you choose.")}
    expect(anna.page.locator(".disk.lies")).to_have_count(1)
    anna.touch(anna.page.locator("#part-mine > .choices a.pick").first)
    anna.touch(anna.button(say("Do it")))
    expect(anna.page.locator(".disk.lies")).to_have_count(2)


def test_a_phone_speaks_the_language_that_was_chosen_on_it(served: Served, phone: PhoneShop) -> None:
    anna = phone().goes("/settings")
    anna.page.get_by_label("Language of this phone").select_option("de")
    anna.touch(anna.button("Use it"))
    expect(anna.page.locator("html")).to_have_attribute("lang", "de")
    expect(anna.page.locator(".tabs")).to_contain_text(words("de").say("Scoring"))
    for path in ("/", "/scoring"):
        expect(anna.goes(path).page.locator("html")).to_have_attribute("lang", "de")
    other = phone().goes()
    expect(other.page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("language", OTHERS)
def test_the_ways_from_page_to_page_stand_in_one_line_each(
    served: Served, phone: PhoneShop, language: Language
) -> None:
    eve = phone(language=language).goes("/sit")
    for words_there in eve.page.locator(".tabs span, #me .onlooker, #me b").all():
        lines, is_cut = words_there.evaluate(
            "(one) => [one.getClientRects().length, one.scrollWidth > one.offsetWidth]"
        )
        height = words_there.evaluate("(one) => one.offsetHeight / parseFloat(getComputedStyle(one).fontSize)")
        assert (lines, is_cut, height < 2) == (1, False, True), words_there.inner_text()
