"""The wiring as a picture: the header with everything that hangs on it."""

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from wirings import DEVICES, built

from companion.cli import main
from companion.colours import COLOURS
from companion.prints.wiring import picture
from companion.wiring import connections
from companion.words import Language
from companion.words import words as spoken

SVG = "{http://www.w3.org/2000/svg}"


def drawn(device: str, language: Language = "en") -> ElementTree.Element:
    return ElementTree.fromstring(picture(connections(built(device)), spoken(language)))


def words(root: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def box(text: ElementTree.Element) -> tuple[float, float, float, float]:
    """Left, top, right and bottom, in a wide fount."""
    x, y, size = (float(text.get(name, 0)) for name in ("x", "y", "font-size"))
    width = len(text.text or "") * size * 0.6
    left = x - width * {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor", "start")]
    return left, y - size * 0.8, left + width, y + size * 0.2


@pytest.mark.parametrize("device", DEVICES)
def test_every_connection_is_labelled_once(device: str) -> None:
    written = words(drawn(device))
    for one in connections(built(device)):
        assert written.count(one.label()) == 1, one


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("device", DEVICES)
def test_no_words_lie_on_others_or_outside_the_sheet(device: str, language: Language) -> None:
    root = drawn(device, language)
    boxes = [box(text) for text in root.iter(f"{SVG}text")]
    width, height = (float(root.get(name, 0)) for name in ("width", "height"))
    assert all(0 <= left < right <= width and 0 <= top < bottom <= height for left, top, right, bottom in boxes)
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)


def test_all_forty_pins_are_numbered_and_only_the_first_is_square() -> None:
    root = drawn("as it comes")
    numbers = [text for text in root.iter(f"{SVG}text") if (text.text or "").isdigit()]
    assert [int(text.text or 0) for text in numbers] == list(range(1, 41))
    squares = [rect for rect in root.iter(f"{SVG}rect") if rect.get("width") == rect.get("height")]
    assert len(squares) == 1
    left, top, right, bottom = box(numbers[0])
    (x, y, side) = (float(squares[0].get(name, 0)) for name in ("x", "y", "width"))
    assert x < left < right < x + side
    assert y < top < bottom < y + side


def test_buttons_and_lamps_are_in_the_colour_of_their_seat() -> None:
    fills = [circle.get("fill", "") for circle in drawn("as it comes").iter(f"{SVG}circle")]
    times = {colour: fills.count("#" + bytes(COLOURS[colour]).hex()) for colour in COLOURS}
    legend = 2  # shows both in the colour of the first seat
    assert times == {"orange": 2 + legend, "blue": 2, "green": 2, "yellow": 2, "purple": 2, "red": 0, "white": 0}


def test_the_legend_explains_what_is_there_and_nothing_else() -> None:
    assert not {"dial", "bus", "lamp"} & set(words(drawn("one button")))
    assert {"button", "ground"} <= set(words(drawn("one button")))
    assert {"button", "lamp", "bus", "dial", "buzzer", "power", "ground"} <= set(words(drawn("with everything")))


def test_the_picture_needs_nothing_from_elsewhere() -> None:
    text = picture(connections(built("with everything"))).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"href|url\(|<style|<script|<image|@import|https?:", text)


# --- the command


def test_wiring_goes_by_the_settings_and_draws_into_a_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('[dial]\nkind = "lgpio"\nline = 4\n')
    file = tmp_path / "wiring.svg"
    result = CliRunner().invoke(main, ["wiring", "--settings", str(mine), "--svg", str(file)])
    assert (result.exit_code, result.stdout) == (0, f"{file}: drawn.\n")
    assert "dial: signal" in words(ElementTree.parse(file).getroot())


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "wiring.svg"
    result = CliRunner().invoke(main, ["wiring", "--svg", str(file)])
    assert result.exit_code == 1
    assert result.stderr == f"Error: {file}: No such file or directory.\n"
