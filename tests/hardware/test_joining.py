"""How phones are told to come in: what a camera reads off the display, and who is invited when."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import segno
from hang_guard import eventually
from PIL import Image
from test_callings import Hall

from companion.games.merchants.actions import StartClock
from companion.journal import Journal
from companion.openings import opening_for
from companion.wifi import OwnWifi
from companion.words import Language, words
from hardware.invitations import Invitations
from hardware.screens.clock import GetReady
from hardware.screens.device import Waiting
from hardware.screens.joining import Join, JoinWifi
from hardware.screens.screen import Screen, drawn

SIZES = [(128, 64), (128, 32), (128, 128)]
OURS = OwnWifi("Veilingklok-RHQ7", "hb7qkg3bpd")
PAGE = Join("http://192.168.178.123/", "veilingklok.local")
SECOND_PAGE = Join("http://192.168.178.123/", "veilingklok.local", is_second=True)


def modules(text: str) -> list[list[bool]]:
    made = segno.make(text, error="l", boost_error=False, micro=False)
    return [[bool(dot) for dot in row] for row in made.matrix]


def seen(picture: Image.Image, size: int, scale: int, left: int, top: int) -> list[list[bool]]:
    """Dark where a code is dark, looked at in the middle of each of its dots."""
    middle = scale // 2
    return [
        [not picture.getpixel((left + column * scale + middle, top + row * scale + middle)) for column in range(size)]
        for row in range(size)
    ]


def is_readable(screen: Screen, text: str, size: tuple[int, int]) -> bool:
    """Somewhere on it is the code of this text, with a bright edge around it."""
    picture, code = drawn(screen, 0, size, words("en")), modules(text)
    most = min(size) // len(code)
    for scale in range(most, 0, -1):
        side = len(code) * scale
        for top in range(1, size[1] - side):
            for left in range(1, size[0] - side):
                if _has_edge(picture, left, top, side) and seen(picture, len(code), scale, left, top) == code:
                    return True
    return False


def _has_edge(picture: Image.Image, left: int, top: int, side: int) -> bool:
    frame = [(left - 1 + step, y) for step in range(side + 2) for y in (top - 1, top + side)]
    frame += [(x, top - 1 + step) for step in range(side + 2) for x in (left - 1, left + side)]
    return all(picture.getpixel(place) for place in frame)


@pytest.mark.parametrize("size", SIZES)
class TestWhatACameraReads:
    @pytest.mark.parametrize("url", ["http://192.168.178.123:8080/", "http://10.42.0.1/"])
    def test_the_page_by_number_also_where_it_has_a_name(self, size: tuple[int, int], url: str) -> None:
        assert is_readable(Join(url, "veilingklok.local"), url, size)

    def test_our_own_wifi(self, size: tuple[int, int]) -> None:
        assert is_readable(JoinWifi(OURS), "WIFI:T:WPA;S:Veilingklok-RHQ7;P:hb7qkg3bpd;;", size)

    def test_an_odd_name_of_a_wifi(self, size: tuple[int, int]) -> None:
        odd = OwnWifi('a;b:"c', "x\\y,z12345")
        assert is_readable(JoinWifi(odd), 'WIFI:T:WPA;S:a\\;b\\:\\"c;P:x\\\\y\\,z12345;;', size)


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("size", SIZES)
def test_name_and_number_are_to_be_read_as_well(size: tuple[int, int], language: Language) -> None:
    def shown(screen: Screen) -> bytes:
        return drawn(screen, 0, size, words(language)).tobytes()

    assert shown(PAGE) != shown(Join(PAGE.url))
    assert shown(PAGE) != shown(Join(PAGE.url, "veilingklok-2.local"))
    assert size == (128, 32) or shown(PAGE) != shown(SECOND_PAGE)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Journal(tmp_path) as journal:
        hall = Hall(journal)
        yield hall
        hall.closes()


class World(NamedTuple):
    page: Join | None
    own: OwnWifi | None


class TestInvitations:
    def welcomes(self, hall: Hall, page: Join | None = PAGE, own: OwnWifi | None = None) -> Invitations:
        invitations = Invitations(hall.house, hall.reception, lambda: page, lambda: own)
        hall.panel.welcome(invitations)
        hall.waits(20)
        return invitations

    def stands(self, hall: Hall) -> tuple[Screen, ...]:
        return hall.panel.programme._standing

    def test_into_our_own_wifi_first_and_to_the_page_then(self, hall: Hall) -> None:
        self.welcomes(hall, own=OURS)
        eventually(lambda: self.stands(hall) == (Waiting(), JoinWifi(OURS), SECOND_PAGE))

    def test_into_our_own_wifi_although_the_page_is_not_there_yet(self, hall: Hall) -> None:
        assert self.welcomes(hall, page=None, own=OURS)() == (JoinWifi(OURS),)

    def test_in_a_game_as_long_as_a_person_has_no_phone(self, hall: Hall) -> None:
        self.welcomes(hall)
        hall.house.begin(opening_for(players=3, people=2, seed=7, colours=hall.house.colours))
        people = [seat for seat in range(3) if not hall.view().seats[seat].is_bot]
        eventually(lambda: len(self.stands(hall)) == 3)
        what_stands = self.stands(hall)[0]
        assert self.stands(hall) == (what_stands, what_stands, PAGE)
        for seat in people:
            assert PAGE in self.stands(hall)
            hall.asks(f"{seat}'s", seat)
            hall.lets_in(seat)
            hall.is_seated(f"{seat}'s", seat)
            hall.waits(3)  # for as long as that is shown
        hall.waits(10)
        eventually(lambda: PAGE not in self.stands(hall))

    def test_never_while_the_clock_counts_down_or_runs(self, hall: Hall) -> None:
        self.welcomes(hall)
        hall.begins()
        eventually(lambda: PAGE in self.stands(hall))
        hall.waits(60)
        hall.house.submit(0, StartClock()).result()
        clock = hall.view().clock
        assert clock is not None
        eventually(lambda: isinstance(hall.shows(), GetReady))
        turns = range(hall.time.now, clock.end, 5_000_000_000)
        assert not any(isinstance(hall.panel.programme.at(turn), Join) for turn in turns)
        eventually(lambda: PAGE not in self.stands(hall))

    def test_a_network_that_comes_late_is_told_of(self, hall: Hall) -> None:
        world = [World(None, None)]
        hall.panel.welcome(Invitations(hall.house, hall.reception, lambda: world[0].page, lambda: world[0].own))
        hall.waits(20)
        eventually(lambda: self.stands(hall) == (Waiting(),))
        world[0] = World(PAGE, None)
        hall.waits(6)
        hall.panel._ring()
        eventually(lambda: self.stands(hall) == (Waiting(), PAGE))
