"""The page of prints: each with a picture, on both papers, as PDF and SVG, for everybody, in the phone's language."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from reading_pdf import Sheet
from rooms import Room, a_room

from companion.prints import PRINTS


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as room:
        yield room


def page(room: Room, language: str = "en") -> str:
    answer = room.client.get("/prints", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


def links(told: str) -> list[str]:
    return re.findall(r'<a class="button[^"]*" href="(/prints/[^"]+)"', told)


def test_every_print_is_offered_on_both_papers_in_both_formats(room: Room) -> None:
    wanted = {
        f"/prints/{paper}/{name}.en.{kind}" for name in PRINTS for paper in ("a4", "letter") for kind in ("pdf", "svg")
    }
    assert set(links(page(room))) == wanted


def test_whoever_looks_on_gets_every_file(room: Room) -> None:
    for address in links(page(room)):
        answer = room.client.get(address)
        assert answer.status_code == 200
        name, paper = address.split("/")[-1].split(".")[0], address.split("/")[2]
        kind = address.rsplit(".", 1)[1]
        assert answer.headers["Content-Disposition"] == f'inline; filename="veilingklok-{name}-{paper}.{kind}"'
        if kind == "pdf":
            assert answer.mimetype == "application/pdf"
            assert Sheet(answer.data).points[0] == pytest.approx({"a4": 595.28, "letter": 612}[paper], abs=0.01)
        else:
            assert answer.mimetype == "image/svg+xml"
            assert ElementTree.fromstring(answer.text).get("width") == {"a4": "210mm", "letter": "215.9mm"}[paper]


def test_each_print_has_a_picture_of_itself(room: Room) -> None:
    pictures = re.findall(r'<img src="(/prints/a4/[^"]+\.svg)"', page(room))
    assert len(pictures) == len(PRINTS)
    assert all(room.client.get(picture).mimetype == "image/svg+xml" for picture in pictures)


@pytest.mark.parametrize(("language", "title"), [("de", "Zifferblatt"), ("nl", "Wijzerplaat")])
def test_the_files_speak_the_language_of_the_phone(room: Room, language: str, title: str) -> None:
    told = page(room, language)
    assert f"<h2>{title}</h2>" in told
    (address,) = [one for one in links(told) if one.endswith(f"a4/dial.{language}.pdf")]
    assert title in [line.words for line in Sheet(room.client.get(address).data).lines]


def test_the_device_is_drawn_as_the_settings_have_it(tmp_path: Path) -> None:
    with a_room(tmp_path, seat4={"button": "none"}, dial={"kind": "none"}) as room:
        told = [line.words for line in Sheet(room.client.get("/prints/a4/case.en.pdf").data).lines]
        assert "green" in told
        assert "yellow" not in told
        assert not any(words.startswith("dial:") for words in told)


@pytest.mark.parametrize(
    "address",
    [
        "/prints/a5/dial.en.pdf",
        "/prints/a4/poster.en.pdf",
        "/prints/a4/dial.fr.pdf",
        "/prints/a4/dial.en.png",
        "/prints/a4/..%2Fdial.en.pdf",
        "/prints/",
    ],
)
def test_what_there_is_not_is_not_found(room: Room, address: str) -> None:
    assert room.client.get(address).status_code == 404


def test_there_is_nothing_to_change(room: Room) -> None:
    for address in ("/prints", "/prints/a4/dial.en.pdf"):
        assert room.client.post(address, headers={"Origin": "http://localhost"}).status_code == 405


def test_the_settings_lead_to_it(room: Room) -> None:
    assert (
        '<a class="button quiet" href="/prints">Prints</a>'
        in room.client.get("/settings", headers={"Accept-Language": "en"}).text
    )
