"""Discretion: what is private does not stay in a text, and what is not does."""

import json
import re
import unicodedata
from urllib.parse import quote

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from companion.discretion import Discretion, Private, Sentences


def kept(text: str, *names: str) -> str:
    return Discretion([Private("player", name) for name in names]).kept(text)


class TestNames:
    @pytest.mark.parametrize(
        ("text", "name", "left"),
        [
            ("Anna has bought for 80.", "Anna", "<player> has bought for 80."),
            ("ANNA, anna and Anna", "Anna", "<player>, <player> and <player>"),
            ("Al has a deal, and so do all.", "Al", "<player> has a deal, and so do all."),
            ("Will it be? Goodwill, Williams", "Will", "<player> it be? Goodwill, Williams"),
            ("Annas Zug, Anna's turn", "Anna", "<player> Zug, <player>'s turn"),
            ("Anne-Marie de Vries, Anne-Marie  de\nVries", "Anne-Marie de Vries", "<player>, <player>"),
            ("Ann and Anna-Lena", "Ann", "<player> and Anna-Lena"),
            ("anna_1 anna2 (anna) [anna]", "Anna", "<player>_1 <player>2 (<player>) [<player>]"),
            ("STRASSER and Straßer", "Straßer", "<player> and <player>"),
            ("Zoe\u0308 plays", "Zoë", "<player> plays"),
            ("Zoë plays", "Zoe\u0308", "<player> plays"),
            ("C++ costs more than C", "C++", "<player> costs more than C"),
            ("seat 5 of 0612345678", "0612345678", "seat 5 of <player>"),
            ("明 wins", "明", "<player> wins"),
        ],
    )
    def test_a_name_goes_wherever_it_is_a_word(self, text: str, name: str, left: str) -> None:
        assert kept(text, name) == left

    @pytest.mark.parametrize("name", ["A", "7", "12", " ", "", "..."])
    def test_what_is_nobody_stays(self, name: str) -> None:
        text = "A row of 12 disks, 7 of them ... gone"
        assert kept(text, name) == text

    @pytest.mark.parametrize("write", [json.dumps, repr, ascii, quote, str.upper, str.lower])
    def test_a_name_goes_however_a_program_writes_it(self, write: "type[str]") -> None:
        assert "ren" not in kept(f"name={write('Renée Müller')};", "Renée Müller").lower()

    def test_of_names_within_names_nothing_stays(self) -> None:
        assert kept("Jan, Jan Willem, Willem Jan Willem", "Jan", "Jan Willem", "Willem") == (
            "<player>, <player>, <player> <player>"
        )

    def test_names_stand_for_each_kind(self) -> None:
        known = [Private("player", "Anna"), Private("host", "annas-box"), Private("user", "anna.b")]
        assert Discretion(known).kept("Anna anna.b@annas-box") == "<player> <user>@<host>"

    def test_after_certain_words_every_name_goes_also_such_as_nobody_knows(self) -> None:
        known = Discretion([], Sentences(before_players=("At the table: ",)))
        assert known.kept("Game 3. At the table: Xenia, Yves.\nnext") == "Game 3. At the table: <players>\nnext"


class TestNetworksThatNobodyKnows:
    SENTENCES = Sentences(
        of_networks=("{name} is away.", "{name} fails: {why}.", "The key of {name} is wrong."),
        of_others=("The dial is away.",),
    )

    @pytest.mark.parametrize(
        ("text", "left"),
        [
            ("11:00 box[7]: Our House is away.", "11:00 box[7]: <wifi> is away."),
            ("box[7]: No longer: Our House is away.", "box[7]: No longer: <wifi> is away."),
            (
                "box[7]: companion.errors.CannotJoin: a: b. is away.",
                "box[7]: companion.errors.CannotJoin: <wifi> is away.",
            ),
            ("box[7]: The key of a is wrong. Or is wrong.", "box[7]: The key of <wifi> is wrong."),
            ("(The key of [x]: ünd is wrong.", "(The key of <wifi> is wrong."),
            ("box[7]: Nest fails: 'Wi-Fi Nest' is odd.", "box[7]: <wifi> fails: 'Wi-Fi <wifi>' is odd."),
            ("box[7]: Our House is away.\nbox[7]: Nest is away.", "box[7]: <wifi> is away.\nbox[7]: <wifi> is away."),
        ],
    )
    def test_are_known_by_the_sentence_that_names_them(self, text: str, left: str) -> None:
        assert Discretion([], self.SENTENCES).kept(text) == left

    @pytest.mark.parametrize(
        "text",
        [
            "box[7]: The dial is away.",
            "clock.sped is away.",
            "box[7]: Error: /etc/veilingklok/veilingklok.toml: clock.sped is away.",
            "box[7]: It is away.txt",
        ],
    )
    def test_what_only_looks_like_it_stays(self, text: str) -> None:
        assert Discretion([], self.SENTENCES).kept(text) == text


class TestShapes:
    @pytest.mark.parametrize(
        ("text", "left"),
        [
            ("from 192.168.178.23:5000", "from <address>:5000"),
            ("http://10.0.0.7/panel.", "http://<address>/panel."),
            ("fe80::ba27:ebff:fe12:3456%wlan0 went", "<address> went"),
            ("[2001:db8::8a2e:370:7334]:80", "[<address>]:80"),
            ("inet6:fe80::1: timed out", "inet<address> timed out"),
            ("::ffff:192.168.1.4 asks", "<address> asks"),
            ("mac b8:27:eb:12:34:56, B8-27-EB-12-34-56", "mac <address>, <address>"),
            ("/home/anna/games and /Users/ben/x", "/home/<user>/games and /Users/<user>/x"),
            ("mail to anna.b@example.org now", "mail to <e-mail> now"),
            ("page at http://klok.jansen.nl:8080/ .", "page at http://<host>:8080/ ."),
            ("page at http://Jansen/ .", "page at http://<host>/ ."),
            ("anna-pc.fritz.box and nas.local", "<host> and <host>"),
            ("The MQTT broker mqtt.jansen.nl:1884 is away", "The MQTT broker <host>:1884 is away"),
            ("WIFI:T:WPA;S:Our House;P:very secret;; shown", "<wifi> shown"),
            ("joined Veilingklok-K7QM", "joined <wifi>"),
            ('psk=abc1 ssid: "Our House" password = tulip', "psk=<secret> ssid: <secret> password = <secret>"),
            ("Cookie: veilingklok-0a1b2c3d=eyJw", "Cookie: <cookie>"),
            ("sent veilingklok-0a1b2c3d=eyJwaG9uZSI.abc done", "sent <cookie> done"),
            ("Authorization: Basic dXNlcjpwdw==", "Authorization: <secret>"),
            ("serial 10000000a1b2c3d4", "serial <key>"),
            ("uuid 6f9619ff-8b86-d011-b42d-00c04fc964ff", "uuid <key>"),
            ("phone Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MEFCQ0Q", "phone <key>"),
        ],
    )
    def test_what_nobody_knew_is_known_by_its_shape(self, text: str, left: str) -> None:
        assert kept(text) == left

    @pytest.mark.parametrize(
        "text",
        [
            "2026-11-16T20:00:00+0100 veilingklok[412]: The dial is dead: no answer.",
            "Port 8080 of 0.0.0.0 is free, 127.0.0.1 and ::1 too",
            "The MQTT broker 127.0.0.1 does not answer",
            "kernel 6.6.31+rpt-rpi-v8, Python 3.11.2, lgpio 0.2.2.0",
            "http://127.0.0.1:8080/, http://localhost/ and http://[::1]/",
            "http://veilingklok.local/ and /var/lib/veilingklok/games.sqlite3",
            "companion/games/merchants/rules.py line 312 in test_a_doubled_auction_that_reaches_100",
            "display.address = 0x3c, i2c-1, 12:34:56",
            "ActiveEnterTimestamp=Mon 2026-11-16 20:00:00 CET",
        ],
    )
    def test_what_is_nobodys_stays(self, text: str) -> None:
        assert kept(text) == text


NAMES = (
    st.text(min_size=2, max_size=12)
    .map(str.strip)
    .filter(lambda name: len(name) > 1 and any(letter.isalpha() for letter in name))
)
LETTER = r"[^\W\d_]"


@example("12:34:Ada Fox", ["Ada Fox", "Ed"])
@example("ed:be:ef:00:11:22", ["Ed"])
@given(st.text(max_size=60), st.lists(NAMES, min_size=1, max_size=4))
def test_whatever_the_text_and_the_names_no_name_stays_a_word(text: str, names: list[str]) -> None:
    around = text[: len(text) // 2], text[len(text) // 2 :]
    for name in names:
        for case in (name, name.upper(), name.lower()):
            full = unicodedata.normalize("NFC", f"{around[0]} {case} {around[1]}")
            found = unicodedata.normalize("NFC", case)
            assume(f" {found} " in full)
            left = re.sub(r"<[a-z-]+>", "\0", kept(full, *names))
            before = LETTER if found[0].isalpha() else r"\d" if found[0].isdigit() else "(?!)"
            after = LETTER if found[-1].isalpha() else r"\d" if found[-1].isdigit() else "(?!)"
            assert not re.search(f"(?<!{before}){re.escape(found)}(?!{after})", left)


@given(st.ip_addresses().filter(lambda one: not one.is_loopback and not str(one).startswith(("0.", "::"))))
def test_whatever_the_address_it_does_not_stay(address: object) -> None:
    for text in (f"from {address} to", f"<{address}>", f"a={address}", f"{address}: gone", f"[{address}]:80"):
        assert str(address) not in kept(text)
