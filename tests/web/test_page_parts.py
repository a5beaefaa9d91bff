"""S4: a page is taken apart into parts, all templates keep to the contract for that, and only what changed is sent."""

from pathlib import Path
from typing import Any

import pytest
from rooms import ENGLISH, a_room, heard
from scenes import SCENES

from web.page_parts import EVENT, NotInParts, PageParts, fetch_instead
from web.page_renderer import ViewerKind
from web.watched_pages import LONGEST, STATE, render, watched_address

PAGE = """<!doctype html>
<html lang="en">
<head><title>Table &amp; chairs</title><link rel="stylesheet" href="/a.css?x=1&amp;y=2"></head>
<body><p id="me" class="me">{me}</p>
<div id="live" class="live" data-number="{number}">{live}</div><p>after it</p></body></html>"""
COLUMNS = """
<div class="column" id="left"><section id="a">{a}</section>
  <!-- not a <part> --><section id="b"><br><svg><use href="#x"/></svg></section></div>
<div id="right" class="wide column"><p id="c" title="a > b">c</p></div>"""


def page(a: str = "1", me: str = "Anna", number: int = 7) -> str:
    return PAGE.format(me=me, number=number, live=COLUMNS.format(a=a))


def news(message: bytes) -> dict[str, Any]:
    told: dict[str, Any] = heard(message)[EVENT]
    return told


def test_s4_a_page_is_taken_apart() -> None:
    parts = PageParts(page(), 7)
    assert (parts.language, parts.title, parts.sheets) == ("en", "Table & chairs", ("/a.css?x=1&y=2",))
    assert parts.me == '<p id="me" class="me">Anna</p>'
    assert [(name, tag, names) for name, tag, names in parts.columns] == [
        ("left", '<div class="column" id="left">', ("a", "b")),
        ("right", '<div id="right" class="wide column">', ("c",)),
    ]
    assert parts.parts == {
        "a": '<section id="a">1</section>',
        "b": '<section id="b"><br><svg><use href="#x"/></svg></section>',
        "c": '<p id="c" title="a > b">c</p>',
    }


def test_s4_a_page_without_columns_is_one() -> None:
    parts = PageParts(PAGE.format(me="", number=1, live='<p id="x">x</p>\n<hr id="y"><p id="z"></p>'), 1)
    assert parts.columns == (("live", "", ("x", "y", "z")),)
    assert PageParts(PAGE.format(me="", number=1, live=""), 1).parts == {}


@pytest.mark.parametrize(
    "live",
    [
        "<p>no id</p>",
        '<p id="x"></p><p id="x"></p>',
        '<p id="x"><b></p></b>',
        '<div id="l" class="column"></div><p id="x"></p>',
        '<p id="x">',
    ],
)
def test_s4_what_does_not_keep_the_contract_is_not_taken_apart(live: str) -> None:
    with pytest.raises(NotInParts):
        PageParts(PAGE.format(me="", number=1, live=live), 1)


def test_s4_a_page_without_a_live_part_is_not_taken_apart() -> None:
    with pytest.raises(NotInParts):
        PageParts('<html lang="en"><title>x</title>', 1)


def test_s4_only_what_changed_is_sent() -> None:
    first, second = PageParts(page(), 7), PageParts(page(a="2"), 8)
    assert news(second.since(first)) == {
        "number": 8,
        "shows": second.digest,
        "base": first.digest,
        "parts": {"a": '<section id="a">2</section>'},
    }
    assert second.since(first) is second.since(PageParts(page(number=6), 6))  # written once for all that show the same
    assert news(PageParts(page(me="Ben"), 8).since(first))["me"] == '<p id="me" class="me">Ben</p>'


def test_s4_where_nothing_changed_only_the_number_is_told() -> None:
    first, second = PageParts(page(), 7), PageParts(page(number=8), 8)
    assert news(second.since(first)) == {"number": 8, "shows": first.digest, "base": first.digest}


def test_s4_whoever_shows_nothing_that_is_known_is_sent_all() -> None:
    parts = PageParts(page(), 7)
    told = news(parts.since(None))
    assert "base" not in told
    assert told["parts"] == parts.parts
    assert told["columns"] == [[name, tag, list(names)] for name, tag, names in parts.columns]
    assert (told["language"], told["title"], told["sheets"], told["me"]) == (
        *(parts.language, parts.title),
        *(list(parts.sheets), parts.me),
    )
    assert news(fetch_instead(3)) == {"number": 3, "fetch": True}


@pytest.mark.parametrize("name", SCENES)
def test_s4_every_template_keeps_to_the_contract_and_looks_the_same_to_all_of_a_kind(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen by a phone that fetches it, at seat 0 and without one, and by the renderer, which knows no phone."""
    monkeypatch.setattr("web.merchants.auction._price", lambda *_: "200")  # which falls meanwhile
    with a_room(tmp_path) as room:
        seated, onlooker = room.seated(0), room.phone()
        SCENES[name].prepare(room)
        for path in {watched_address(path) for path in SCENES[name].pages}:
            for phone, seat in ((seated, 0), (onlooker, None)) if path else ():
                assert path is not None
                answer = phone.get(path, headers=ENGLISH)
                fetched = PageParts(answer.text, 0)
                rendered = PageParts(render(room.app, ViewerKind(path, seat, "en"), 0), 0)
                assert rendered.columns == fetched.columns
                assert rendered.parts == fetched.parts
                assert rendered.digest == fetched.digest
                assert f'data-shows="{fetched.digest}"' in answer.text
                assert f'data-page="{path.replace("&", "&amp;")}"' in answer.text
                assert answer.headers[STATE] in answer.text


def test_s4_which_pages_are_watched() -> None:
    assert watched_address("/") == watched_address("/?action=build&space=x") == "/"
    assert watched_address("/history?junk=1&cardboard=yes&seat=2&seat=3") == "/history?seat=2&cardboard=yes"
    for other in ("", "/sit", "/settings", "//elsewhere/", "http://elsewhere/", "/api/state", "tv", "/tv/", "//["):
        assert watched_address(other) is None
    assert watched_address("/history?seat=" + "1" * LONGEST) is None
