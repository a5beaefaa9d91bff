"""The Wi-Fi of the box: made once, the same ever after, and understood by the camera of a phone."""

import re
from pathlib import Path

import pytest

from companion.drawer import Drawer
from companion.journal import Journal
from companion.wifi import OwnWifi, own_wifi
from companion.wifi.own import LENGTH, LETTERS


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A root in which the chip says its number."""
    return a_box(tmp_path / "box", b"10000000abcdef01\0")


def a_box(root: Path, serial: bytes) -> Path:
    file = root / "sys/firmware/devicetree/base/serial-number"
    file.parent.mkdir(parents=True)
    file.write_bytes(serial)
    return root


def test_is_the_same_after_a_restart(tmp_path: Path, box: Path) -> None:
    with Journal(tmp_path) as journal:
        first = own_wifi(journal.drawer, box)
    with Journal(tmp_path) as journal:
        assert own_wifi(journal.drawer, box) == first
    assert re.fullmatch(r"Veilingklok-[A-Z2-9]{4}", first.name)
    assert len(first.password) == LENGTH
    assert set(first.password) <= set(LETTERS)


def test_every_box_has_another_password_and_another_name(tmp_path: Path, box: Path) -> None:
    other = a_box(tmp_path / "other", b"10000000abcdef02\0")
    with Journal(tmp_path / "one") as journal, Journal(tmp_path / "two") as another:
        mine, yours = own_wifi(journal.drawer, box), own_wifi(another.drawer, other)
    assert mine.name != yours.name
    assert mine.password != yours.password


def test_a_card_that_is_copied_into_another_box_has_another_name_there(tmp_path: Path, box: Path) -> None:
    other = a_box(tmp_path / "other", b"10000000abcdef02\0")
    with Journal(tmp_path) as journal:
        assert own_wifi(journal.drawer, box).name != own_wifi(journal.drawer, other).name


def test_a_machine_that_does_not_say_which_one_it_is_has_a_name_all_the_same(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        assert own_wifi(journal.drawer, tmp_path) == own_wifi(journal.drawer, tmp_path)


def test_what_is_no_password_is_replaced(tmp_path: Path, box: Path) -> None:
    with Journal(tmp_path) as journal:
        for bad in (b"", b"short", b"0O1lI0O1lI", "übergrößt".encode()):
            journal.drawer.put("wifi", bad)
            assert set(own_wifi(journal.drawer, box).password) <= set(LETTERS)


def test_a_drawer_that_cannot_be_opened_keeps_nobody_out(tmp_path: Path, box: Path) -> None:
    (tmp_path / "games.sqlite3").write_bytes(b"no journal" * 100)
    assert len(own_wifi(Drawer(tmp_path / "games.sqlite3"), box).password) == LENGTH


def test_no_two_letters_can_be_mistaken_for_each_other() -> None:
    assert not set(LETTERS) & set("0o1li")
    assert len(set(LETTERS)) ** LENGTH > 2**48


@pytest.mark.parametrize(
    ("wifi", "scanned"),
    [
        (OwnWifi("Veilingklok-AB12", "hb7qkg3bpd"), "WIFI:T:WPA;S:Veilingklok-AB12;P:hb7qkg3bpd;;"),
        (OwnWifi('a;b,c:d\\e"f', "x"), 'WIFI:T:WPA;S:a\\;b\\,c\\:d\\\\e\\"f;P:x;;'),
    ],
)
def test_a_camera_is_told_in_its_own_words(wifi: OwnWifi, scanned: str) -> None:
    assert wifi.invitation == scanned


def test_its_password_does_not_slip_into_a_log() -> None:
    assert "hb7qkg3bpd" not in f"{OwnWifi('Veilingklok-AB12', 'hb7qkg3bpd')!r} {OwnWifi('a', 'hb7qkg3bpd')}"
