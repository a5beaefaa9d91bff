"""Every screen, pixel by pixel, in every language and on every size of display.

The pictures to compare with are sheets in `references`. After a change on purpose, look at the new ones and write them:
`veilingklok screens --language de --size 128x32 --scale 1 -o tests/hardware/references/de-128x32.png`.
"""

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops
from tables import an_evening

from companion.cli import main
from companion.games.events import GameOver, Won
from companion.games.merchants.board import default_board
from companion.games.merchants.refusals import QUESTIONS
from companion.words import Language, words
from hardware import showing
from hardware.games.shown import game_over
from hardware.screens import lettering, ranking
from hardware.screens.gallery import COLUMNS, GAP, NOW, gallery, tiles
from hardware.screens.icons import ICONS
from hardware.screens.names import DECISIONS, EVENTS, card
from hardware.screens.screen import drawn
from hardware.screens.verdicts import Sold

REFERENCES = Path(__file__).parent / "references"
LOOKS: list[tuple[Language, tuple[int, int]]] = [
    *((language, (128, 64)) for language in ("en", "de", "nl")),
    ("de", (128, 32)),
    ("de", (128, 128)),
]


def reference(language: Language, size: tuple[int, int]) -> Path:
    return REFERENCES / f"{language}-{size[0]}x{size[1]}.png"


@pytest.mark.parametrize(("language", "size"), LOOKS)
def test_every_screen_is_as_it_was_when_somebody_looked_at_it(language: Language, size: tuple[int, int]) -> None:
    with Image.open(reference(language, size)) as sheet:
        known = sheet.convert("L")
    for place, (name, picture) in enumerate(tiles(size, words(language)).items()):
        row, column = divmod(place, COLUMNS)
        left, top = GAP + column * (size[0] + GAP), GAP + row * (size[1] + GAP)
        expected = known.crop((left, top, left + size[0], top + size[1]))
        difference = ImageChops.difference(expected, picture.convert("L")).getbbox()
        assert difference is None, f"{name} differs within {difference}"


def test_no_two_screens_look_the_same() -> None:
    pictures = [picture.tobytes() for picture in tiles((128, 64), words("en")).values()]
    assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize(("language", "size"), LOOKS)
def test_no_screen_is_empty_or_half_bright(language: Language, size: tuple[int, int]) -> None:
    """An OLED ages where it shines."""
    for name, picture in tiles(size, words(language)).items():
        bright = sum(picture.convert("L").histogram()[128:]) / (size[0] * size[1])
        assert 0.02 < bright < 0.62, f"{name}: {bright:.0%}"


def test_the_price_is_as_high_as_half_the_display() -> None:
    """Readable from a metre: 32 of 64 pixels are more than 5 mm on the usual display."""
    price = gallery()["auction"]
    picture = drawn(price, NOW, (128, 64), words("en")).crop((60, 0, 128, 50))
    _, top, _, bottom = picture.getbbox() or (0, 0, 0, 0)
    assert bottom - top >= 28


def test_the_pointer_glides() -> None:
    """Within one price it moves on from frame to frame."""
    auction = gallery()["auction"]
    frames = {drawn(auction, NOW + step * 66_000_000, (128, 64), words("en")).tobytes() for step in range(15)}
    assert len(frames) >= 10


def test_a_six_a_nine_and_an_eight_are_told_apart_at_every_size() -> None:
    """Somebody would pay for it."""
    for size in range(10, 45):
        glyphs = {digit: lettering._glyph(digit, size).image for digit in "0689"}
        for one in "0689":
            for other in "0689":
                if one < other and glyphs[one].size == glyphs[other].size:
                    different = sum(ImageChops.logical_xor(glyphs[one], glyphs[other]).histogram()[255:])
                    assert different >= 2, f"{one} and {other} at {size}"


@given(st.text(max_size=60), st.integers(10, 30), st.integers(0, 128))
def test_no_text_is_wider_than_its_room(text: str, size: int, room: int) -> None:
    text = " ".join(text.split())
    clipped = lettering.clipped(text, size, room)
    assert lettering.width(clipped, size) <= max(room, lettering.width("...", size))
    abbreviated = lettering.abbreviated(text, size, room)
    assert lettering.width(abbreviated, size) <= max(room, lettering.width(".", size))
    for line in lettering.wrapped(text, size, max(room, 20)):
        assert lettering.width(line, size) <= max(room, 20, lettering.width("...", size))


def test_a_game_is_won_with_guilders_or_with_prestige() -> None:
    names, money, prestige = ("Anna", "Ben"), GameOver((70, 90), (1,)), Won((70, 90), (1,))
    assert game_over(money, names).screen == ranking.GameOver(("Ben",), 90)
    assert game_over(prestige, names).screen == ranking.GameOver(("Ben",), 90, in_prestige=True)
    shown = [drawn(game_over(event, names).screen, NOW, (128, 64), words("de")) for event in (money, prestige)]
    assert shown[0].tobytes() != shown[1].tobytes()


@pytest.mark.parametrize("name", ["Ünsal", "Zoë", "Łukasz", "Siân", "Søren", "Жанна", "李雷", "e\u0301lan"])
def test_names_of_all_kinds_are_shown_somehow(name: str) -> None:
    picture = drawn(Sold(name=name, price=60_000), NOW, (128, 64), words("en"))
    assert picture.crop((36, 14, 128, 36)).getbbox() is not None


def test_every_event_and_question_of_the_game_has_a_picture_and_words() -> None:
    board = default_board()
    for year in board.years:
        assert year.event in EVENTS
        assert year.event in ICONS
    for kind in board.data.cards:
        assert card(board, kind.id).icon in ICONS
        assert card(board, kind.id).named(words("de"))
    assert set(QUESTIONS) - {"bid"} == set(DECISIONS)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_whatever_happens_in_a_game_can_be_drawn_everywhere(tmp_path: Path, players: int) -> None:
    """A whole game among bots: every moment, every standing screen and every clock, in the longest language."""
    evening = an_evening(tmp_path, who=("merchant", "random", "random", "merchant", "random")[:players])
    told = 0
    last = None
    seen: set[str] = set()
    for _ in evening.bots_play():
        snapshot = evening.table.snapshot
        rows = evening.table.history(told)
        told += len(rows)
        clock = showing.clock(snapshot)
        screens = [moment.screen for moment in showing.moments(rows, snapshot, last)]
        screens += [*showing.standing(snapshot), *(clock or ())]
        last = clock or last
        for screen in screens:
            seen.add(type(screen).__name__)
            for size in ((128, 64), (128, 32), (128, 128)):
                assert drawn(screen, evening.time.now, size, words("de")).size == size
    evening.ends()
    assert seen >= {"Term", "Decision", "GetReady", "Auction", "Sold", "Event", "Scoring", "Standings", "GameOver"}


def test_the_contact_sheet_shows_them_all_enlarged(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.png"
    result = CliRunner().invoke(main, ["screens", "-o", str(sheet), "--language", "nl", "--scale", "2"])
    assert result.output == f"{sheet}: {len(gallery())} screens.\n"
    with Image.open(sheet) as picture:
        rows = -(-len(gallery()) // COLUMNS)
        assert picture.size == (COLUMNS * (256 + GAP) + GAP, rows * (128 + GAP) + GAP)
