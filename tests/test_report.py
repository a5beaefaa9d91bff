"""The report for whoever is asked for help: everything that helps, and nothing that is anybody's business."""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from forged_games import forge
from kept_games import keep, played
from stand_in_nmcli import World
from tables import an_evening

from companion.chair import new_game as lay
from companion.cli import main
from companion.cli.report import sentences
from companion.copies import Copies
from companion.discretion import Discretion
from companion.errors import BadSettings
from companion.games.merchants.game import MERCHANTS
from companion.journal import FILE, Journal, Kept, Opening
from companion.records import header_of
from companion.report import UNITS, written
from companion.seats import PERSON
from companion.settings import Settings, read_settings, settings_from
from companion.simulate import Sitting, new_game
from companion.terminal.offer import offered
from companion.wifi import Air
from companion.wifi.aerial import NAMING
from companion.wifi.telling import told as told_of
from companion.words import LANGUAGES, Language, words

NAMES = ("Annelies", "Al", "Will", "Jan Willem", "Zoë")
"""Among them a short one, one that is a word, and one that is not only letters of English."""
KEY = hashlib.sha256(b"a key").digest()
PHONE = hashlib.sha256(b"a phone").hexdigest()
PLANTED = {
    "wifi at home": "Huize Zonnebloem",
    "wifi password": "tulpen4ever",
    "own wifi password": "k7qmz2w9xy",
    "own wifi password in digits": "2345678923",
    "host": "annelies-pi",
    "domain": "annelies-pi.fritz.box",
    "user": "avries",
    "full name": "Annelies de Vries",
    "ip": "192.168.178.23",
    "ip6": "fe80::ba27:ebff:fe12:3456",
    "mac": "b8:27:eb:12:34:56",
    "mail": "a.devries@example.nl",
    "broker": "mqtt.devries.example",
    "broker user": "zonnetje",
    "broker password": "0penSesam",
    "table name": "Tafel van Oma",
    "page name": "klok.devries.example",
    "key": KEY.hex(),
    "key as a cookie has it": urlsafe_b64encode(KEY).decode().rstrip("="),
    "key otherwise": b64encode(KEY).decode(),
    "phone": PHONE,
    "cookie": "eyJwaG9uZSI6IkFCQ0QifQ.c2lnbmF0dXJl",
    "deleted player": "Xenophilius",
    "player of a copy": "Ottoline",
    "board": "Keukentafel",
}

UNKNOWN = ("wifi password", "deleted player")
"""To everybody on the machine: they are known by the words before them only."""


def opening_of(names: tuple[str, ...], seed: int = 1) -> Opening:
    sitting = Sitting(game=MERCHANTS, board=MERCHANTS.default_board(), players=len(names), bots=["random"])
    begun, _ = new_game(sitting, seed)
    setup = msgspec.structs.replace(begun.setup, names=names)
    return Opening(header_of(MERCHANTS, setup, seed), (PERSON,) * len(names))


def begin(journal: Journal, names: tuple[str, ...]) -> int:
    return lay(journal, opening_of(names))


def log_of(offers: list[str]) -> str:
    """As the journal of systemd would tell it, with something private in every line."""
    at = "2026-11-16T20:00:00+0100 veilingklok[412]:"
    lines = [
        "Veilingklok, with lgpio.",
        *offers,
        *(f"{name} did something odd; {name.upper()} again, {json.dumps(name)}" for name in NAMES),
        *(f"something about {planted} and so on" for what, planted in PLANTED.items() if what not in UNKNOWN),
        "Traceback (most recent call last):",
        '  File "/home/avries/veilingklok/companion/table.py", line 12, in press',
        "The dial is dead: no answer.",
        f"joined {PLANTED['wifi at home']} with psk={PLANTED['wifi password']} from {PLANTED['ip']}:5000",
    ]
    return "\n".join(f"{at} {line}" for line in lines) + "\n"


def a_program(folder: Path, name: str, asked: str, says: str) -> None:
    """One that says this if it is asked for something like it, and else fails."""
    (folder / f"{name}.txt").write_text(says, encoding="utf-8")
    program = folder / name
    answer = f"case \"$*\" in {asked}) cat '{folder / name}.txt';; *) exit 8;; esac"
    program.write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
    program.chmod(0o755)


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with all of it: the folder of its games."""
    data, bin_ = tmp_path / "state", tmp_path / "bin"
    bin_.mkdir()
    with Journal(data) as journal:
        gone = begin(journal, ("Ottoline", "Piet", "Quirine"))
        Copies(data).make(journal)
        journal.delete(gone)
        gone = begin(journal, ("Xenophilius", "Yvonneke", "Zwaantje"))
        kept = journal.game(gone)
        offers = [offered(journal, kept, words(language)) for language in ("en", "de", "nl")]
        journal.delete(gone)
        begin(journal, NAMES)
        journal.drawer.put("key", KEY)
        journal.drawer.put("wifi", PLANTED["own wifi password"].encode())
        journal.drawer.put("another", PLANTED["own wifi password in digits"].encode())
        pairing = {"number": 1, "phone": PHONE, "seat": 0, "since": "2026", "device": "Firefox"}
        journal.drawer.put("pairings", json.dumps({"pairings": [pairing], "last": 1}).encode())
        journal.drawer.put("shelf", json.dumps([{"number": 1, "name": PLANTED["board"]}]).encode())
    a_program(bin_, "journalctl", "--unit=veilingklok\\**", log_of(offers))
    a_program(
        bin_, "systemctl", "show*", f"Id=veilingklok.service\nActiveState=active\nNRestarts=3\nX={PLANTED['host']}\n"
    )
    a_program(bin_, "nmcli", "--get-values*", f"{PLANTED['wifi at home']}\nWired connection 1\n")
    monkeypatch.setenv("PATH", f"{bin_}:{os.environ['PATH']}")
    monkeypatch.setenv("SUDO_USER", PLANTED["user"])
    monkeypatch.setattr("socket.gethostname", lambda: PLANTED["host"])
    (data / "selftest.json").write_text(
        json.dumps(
            {
                "at": "2026-11-16T20:00:00Z",
                "works": "lgpio",
                "findings": [{"part": "dial", "is_good": False, "says": f"Asked by {NAMES[0]}."}],
            }
        )
    )
    return data


SETTINGS = {
    "mqtt": {
        "broker": PLANTED["broker"],
        "user": PLANTED["broker user"],
        "password": PLANTED["broker password"],
        "table": PLANTED["table name"],
    },
    "page": {"name": PLANTED["page name"], "port": 8081},
    "clock": {"speed": 1.5},
}


def told(data: Path, settings: Settings | BadSettings | None = None) -> str:
    def findings() -> list[str]:
        return [f"good folder: Games are kept in /home/{PLANTED['user']}/games, says {PLANTED['full name']}."]

    return written(data, settings or settings_from(SETTINGS), findings, sentences())


def run(data: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["report", "--data", str(data), *more])


def section(text: str, title: str) -> list[str]:
    return text.partition(f"\n{title}\n{'-' * len(title)}\n")[2].partition("\n\n")[0].splitlines()


class TestNothingPrivate:
    @pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED.keys())
    def test_nothing_that_was_planted_is_found(self, box: Path, planted: str) -> None:
        text = told(box)
        assert planted.lower() not in text.lower()

    def test_no_name_of_anybody_is_found(self, box: Path) -> None:
        text = told(box)
        lines = [line for line in text.splitlines() if "did something odd" in line]
        assert len(lines) == len(NAMES)
        assert {line.partition("]: ")[2] for line in lines} == {
            '<player> did something odd; <player> again, "<player>"'
        }

    def test_names_of_a_deleted_game_are_not_told_either(self, box: Path) -> None:
        text = told(box)
        assert sum("<players>" in line for line in text.splitlines()) == 3
        for name in ("Xenophilius", "Yvonneke", "Zwaantje", "Ottoline", "Quirine"):
            assert name not in text

    def test_what_the_drawer_holds_is_named_and_not_told(self, box: Path) -> None:
        text = told(box)
        assert "drawer: wifi, 10 bytes" in text
        assert "drawer: key, 32 bytes" in text

    def test_a_bad_settings_file_is_told_without_what_is_in_it(self, box: Path, tmp_path: Path) -> None:
        file = tmp_path / "bad.toml"
        file.write_text('[mqtt]\npassword = 12345678\nbroker = "not, not a machine"\n[clock]\nspeed = "0penSesam"\n')
        with pytest.raises(BadSettings) as error:
            read_settings(file)
        lines = section(told(box, error.value), "Settings")
        assert len(lines) == 3
        assert any("clock.speed must be a number from 0.5 to 2" in line for line in lines)
        for secret in ("12345678", "0penSesam", "a machine"):
            assert secret not in "\n".join(lines)

    @pytest.mark.parametrize(
        ("name", "value", "secret"),
        [("broker", "mqtt://box:hunter2@hall", "hunter2"), ("user", 123456, "123456"), ("table", ["Oma"], "Oma")],
    )
    def test_a_setting_that_was_bad_is_not_told_by_the_log(
        self, box: Path, tmp_path: Path, name: str, value: object, secret: str
    ) -> None:
        with pytest.raises(BadSettings) as error:
            settings_from({"mqtt": {name: value}})
        self.logged(tmp_path, f"Error: {error.value}")
        (line,) = section(told(box), "Log")
        assert f"mqtt.{name} must be" in line
        assert secret not in line

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize(
        ("broker", "left"),
        [("mqtt.familie-jansen.nl", "<host>"), ("jansen:1884", "<host>:1884"), ("192.168.178.23", "<address>")],
    )
    def test_a_broker_that_is_not_the_one_of_the_settings_is_not_told_by_its_name(
        self, box: Path, tmp_path: Path, language: Language, broker: str, left: str
    ) -> None:
        naming = [sentence for sentence in words("de")._catalogue if "MQTT broker {broker}" in sentence]
        for sentence in naming:
            why, say = "Server busy", words(language).say
            self.logged(tmp_path, say(sentence, broker=broker, why=why))
            (line,) = section(told(box), "Log")
            assert line.endswith(say(sentence, broker=left, why=why))
        assert naming

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("network", ["Smith Family WiFi", 'Huis: 7. "Zoë"', "x" * 32, "B2"])
    def test_a_network_that_was_not_joined_is_not_told_by_its_name(
        self, box: Path, tmp_path: Path, language: Language, network: str
    ) -> None:
        say = words(language).say
        lines = [say(sentence, name=network, why=f"Connection 'Wi-Fi {network}' is odd") for sentence in NAMING]
        lines.append(told_of(Air(is_looked_after=True, joined=network), None).said(words(language)))
        at = "2026-11-16T20:00:00+0100 veilingklok[412]: "
        log = [f"{at}{before}{line}" for line in lines for before in ("", "No longer: ")]
        (tmp_path / "bin" / "journalctl.txt").write_text("\n".join(log), encoding="utf-8")
        found = section(told(box), "Log")
        assert len(found) == len(log)
        assert not any(network in line for line in found)
        assert [line.count("<wifi>") for line in found] == [line.count(network) for line in log]

    def test_no_sentence_without_a_name_is_taken_for_one(self) -> None:
        discretion = Discretion([], sentences())
        catalogues = [words(language)._catalogue for language in LANGUAGES]
        plain = [sentence for said in catalogues for pair in said.items() for sentence in pair if "{" not in sentence]
        assert "The display does not answer." in plain
        assert [one for one in plain if "<wifi>" in discretion.kept(f"veilingklok[412]: {one}")] == []

    def test_networks_are_known_whatever_their_profiles_are_called(
        self, box: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "air").mkdir()
        world = World(tmp_path / "air")
        world.knows("Smith Family WiFi", profile="preconfigured")
        world.knows("Jones: 2", profile="netplan-wlan0-Jones")
        for name, value in world.surroundings.items():
            monkeypatch.setenv(name, value)
        log = "box[1]: joined Smith Family WiFi, then Jones: 2, then neither\n"
        (tmp_path / "bin" / "journalctl.txt").write_text(log, encoding="utf-8")
        assert section(told(box), "Log") == ["box[1]: joined <wifi>, then <wifi>, then neither"]

    def logged(self, folder: Path, line: str) -> None:
        """Nothing else is in the log."""
        at = "2026-11-16T20:00:00+0100 veilingklok[412]:"
        (folder / "bin" / "journalctl.txt").write_text(f"{at} {line}\n", encoding="utf-8")


class TestWhatHelps:
    def test_all_that_helps_is_there(self, box: Path) -> None:
        text = told(box)
        assert section(text, "Program")[0].startswith("veilingklok ")
        assert any(line.startswith("flask ") for line in section(text, "Program"))
        assert any(line.startswith("free on the card: ") for line in section(text, "Machine"))
        assert section(text, "Self-test") == ["2026-11-16T20:00:00Z, with lgpio", "BAD  dial: Asked by <player>."]
        assert "NRestarts=3" in section(text, "Service")
        assert any(line.endswith("The dial is dead: no answer.") for line in section(text, "Log"))
        assert any("companion/table.py" in line for line in section(text, "Log"))

    def test_settings_that_are_not_the_usual_ones(self, box: Path) -> None:
        with Journal(box) as journal:
            journal.drawer.put("settings", b'{"clock.get_ready":5.0}')
        assert section(told(box), "Settings") == [
            "no file",
            "clock.speed = 1.5",
            "page.port = 8081",
            "page.name is set",
            "mqtt.broker is set",
            "mqtt.user is set",
            "mqtt.password is set",
            "mqtt.table is set",
            "clock.get_ready = 5.0, chosen at the table",
        ]

    def test_games_are_counted_and_the_last_rows_are_told_by_their_kind(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path / "state")
        evening.reaches_auction()
        evening.ends()
        lines = section(told(tmp_path / "state"), "Journal")
        assert lines[:3] == [
            "games: 1, rows: 5",
            "merchants, 4 seats, 4 people: 1",
            "last game: merchants, 5 rows, not over",
        ]
        assert lines[4].startswith("  acted place ")

    def test_it_can_be_made_while_somebody_plays(self, box: Path) -> None:
        with Journal(box) as journal:
            journal.hold()
            assert section(told(box), "Journal")[0] == "games: 1, rows: 1"

    def test_nothing_is_changed_by_it(self, box: Path) -> None:
        (box / "games.lock").unlink()
        before = {file: file.read_bytes() for file in box.rglob("*") if file.is_file()}
        told(box)
        assert {file: file.read_bytes() for file in box.rglob("*") if file.is_file()} == before

    def test_if_somebody_moves_while_it_is_copied_it_is_copied_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        copy, moves = shutil.copyfile, cycle([True, False])

        def copy_slowly(source: Path, target: Path) -> None:
            copy(source, target)
            if source.name == FILE and next(moves):
                begin(journal, NAMES)
                with closing(sqlite3.connect(journal.file)) as connection:
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

        with Journal(tmp_path / "state") as journal:
            monkeypatch.setattr("shutil.copyfile", copy_slowly)
            lines = section(told(tmp_path / "state"), "Journal")
            begun = len(journal.games())
        assert lines[0] == f"games: {begun}, rows: {begun}"

    def test_every_unit_of_the_box_is_asked_for(self) -> None:
        laid = (Path(__file__).parents[1] / "systemd" / "files").glob("veilingklok*")
        assert sorted(UNITS) == sorted(file.name for file in laid if file.suffix in (".path", ".service", ".timer"))


OTHER = 54321
"""A user who is not root."""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can leave something that is in another's way")
class TestAsRoot:
    @pytest.fixture
    def folder(self) -> Iterator[Path]:
        """Of another user, who can get there."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with Journal(folder / "state") as journal:
                begin(journal, NAMES)
            for path in (folder, *folder.rglob("*")):
                os.chown(path, OTHER, OTHER)
            yield folder

    def things(self, folder: Path) -> set[tuple[str, int]]:
        return {(str(path), path.lstat().st_uid) for path in folder.rglob("*")}

    def test_nothing_is_left_in_a_folder_of_another_user(self, folder: Path) -> None:
        (folder / "state" / "games.lock").unlink()
        before = self.things(folder)
        assert "games: 1, rows: 1" in run(folder / "state", "-o", "-").stdout
        assert self.things(folder) == before

    def test_nor_while_he_plays(self, folder: Path) -> None:
        with subprocess.Popen(
            [sys.executable, "-c", PLAYS, str(folder / "state"), str(OTHER)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as player:  # fmt: skip
            assert player.stdin
            assert player.stdout
            assert player.stdout.readline() == "plays\n"
            before = self.things(folder)
            assert "games: 1, rows: 1" in run(folder / "state", "-o", "-").stdout
            assert self.things(folder) == before
            player.stdin.close()
        assert {owner for _, owner in before} == {OTHER}
        assert {"games.sqlite3-wal", "games.sqlite3-shm"} <= {Path(path).name for path, _ in before}

    def test_a_lock_that_leads_elsewhere_is_not_followed(self, folder: Path) -> None:
        (folder / "state" / "games.lock").unlink()
        (folder / "state" / "games.lock").symlink_to(folder / "elsewhere")
        assert "games: 1, rows: 1" in run(folder / "state", "-o", "-").stdout
        assert not (folder / "elsewhere").exists()


PLAYS = """
import os, sys
from pathlib import Path
from companion.journal import Journal
os.setgid(int(sys.argv[2]))
os.setuid(int(sys.argv[2]))
with Journal(Path(sys.argv[1])) as journal:
    journal.hold()
    print("plays", flush=True)
    sys.stdin.read()
"""


class TestWhateverIsBroken:
    def test_without_a_journal(self, tmp_path: Path) -> None:
        text = told(tmp_path / "nowhere")
        assert section(text, "Journal") == ["there is none"]
        assert not (tmp_path / "nowhere").exists()

    def test_without_systemd(self, box: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("PATH", str(tmp_path / "empty"))
        text = told(box)
        assert section(text, "Service") == ["there is no systemd here"]
        nothing = "there is none here" if os.geteuid() == 0 else "cannot be read by this user; try it with sudo"
        assert section(text, "Log") == [nothing]

    @pytest.mark.parametrize("damage", ["not a database", "half of it", "a name is lost"])
    def test_with_a_damaged_journal_it_says_so_and_leaves_out_what_it_cannot_judge(
        self, box: Path, damage: str
    ) -> None:
        shutil.rmtree(box / "copies")
        content = (box / FILE).read_bytes()
        if damage == "not a database":
            (box / FILE).write_bytes(b"no database at all")
        elif damage == "half of it":
            (box / FILE).write_bytes(content[: len(content) // 2])
        else:
            with closing(sqlite3.connect(box / FILE)) as connection:
                connection.execute("UPDATE game SET opening = replace(opening, 'Annelies', 'Xxxelies')")
                connection.commit()
        text = told(box)
        assert section(text, "Journal")[-1].startswith("cannot be told: ")
        assert section(text, "Log") == ["left out: the journal cannot be read, so nobody knows which names to take out"]
        assert section(text, "Machine")

    @pytest.mark.parametrize("more", [{"tea": 1}, {"rules": 7}])
    def test_s7_a_game_of_another_version_leaves_out_nothing(self, box: Path, more: dict[str, Any]) -> None:
        """Its names can be read all the same, and are taken out."""
        with Journal(box) as journal:
            number = begin(journal, ("Annelies", "Quinten", "Zwier"))
        forge(box, number, lambda opening, _: opening["header"].update(more))
        self.log(box, "Quinten and Zwier left.")
        text = told(box)
        assert section(text, "Log") == ["box[1]: <player> and <player> left."]
        assert section(text, "Journal")[:3] == [
            "games: 2, rows: 2",
            "merchants, 3 seats, 3 people: 1",
            "merchants, 5 seats, 5 people: 1",
        ]

    def test_s7_a_game_that_says_nothing_of_itself_is_counted_and_only_the_log_is_left_out(self, box: Path) -> None:
        with Journal(box) as journal:
            number = begin(journal, ("Annelies", "Quinten", "Zwier"))
            begin(journal, ("Annelies", "Quinten", "Zwier"))
        forge(box, number, lambda opening, _: opening.pop("header"))
        text = told(box)
        assert section(text, "Journal")[:4] == [
            "games: 3, rows: 3",
            "merchants, 3 seats, 3 people: 1",
            "merchants, 5 seats, 5 people: 1",
            "unknown: 1",
        ]
        assert "drawer: wifi, 10 bytes" in section(text, "Journal")
        assert section(text, "Log") == ["left out: the journal cannot be read, so nobody knows which names to take out"]
        assert "Quinten" not in text

    def log(self, box: Path, line: str) -> None:
        """Nothing else is in it."""
        (box.parent / "bin" / "journalctl.txt").write_text(f"box[1]: {line}\n", encoding="utf-8")

    def test_a_doctor_who_falls_ill_keeps_nobody_from_the_rest(self, box: Path) -> None:
        def ill() -> list[str]:
            raise RuntimeError(f"{NAMES[0]} unplugged it")

        text = written(box, settings_from({}), ill)
        assert section(text, "Doctor") == ["cannot be told: RuntimeError: <player> unplugged it"]
        assert section(text, "Service")


class TestCommand:
    def test_it_writes_one_file_and_says_what_is_in_it(
        self, box: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        result = run(box)
        (file,) = tmp_path.glob("veilingklok-report-*.txt")
        first, *_, last = result.stdout.splitlines()
        assert (result.exit_code, first) == (0, f"Written: {file.name}")
        assert last.startswith("Not in it: names of players")
        text = file.read_text(encoding="utf-8")
        assert section(text, "Doctor")[0].startswith("good settings: ")
        assert PLANTED["wifi password"] not in text

    def test_it_can_be_printed(self, box: Path) -> None:
        result = run(box, "-o", "-")
        assert result.stdout.startswith("Veilingklok report.")
        assert result.stdout.endswith("\n")

    def test_bad_settings_are_what_it_may_be_about(self, box: Path, tmp_path: Path) -> None:
        (tmp_path / "bad.toml").write_text("[clock]\nspeed = 9\n")
        result = run(box, "-o", "-", "--settings", str(tmp_path / "bad.toml"))
        assert result.exit_code == 0
        assert section(result.stdout, "Settings")[0].endswith("clock.speed must be a number from 0.5 to 2")
        assert [line for line in section(result.stdout, "Doctor") if " settings: " in line] == [
            "BAD  settings: They cannot be used, as told below. What follows goes by the usual ones."
        ]

    def test_a_file_that_cannot_be_written_is_one_sentence(self, box: Path, tmp_path: Path) -> None:
        result = run(box, "-o", str(tmp_path / "no" / "such" / "folder.txt"))
        assert result.stderr == f"Error: {tmp_path / 'no' / 'such' / 'folder.txt'}: No such file or directory.\n"


def test_names_that_were_made_up_for_bots_go_as_well(tmp_path: Path) -> None:
    with Journal(tmp_path / "state") as journal:
        for seed in range(1, 4):
            keep(journal, played(seed, actions=30))
        kept: list[Kept] = journal.games()
    text = told(tmp_path / "state")
    for game in kept:
        for name in game.opening.header.names:
            assert name not in text


class TestPlainFilesOnly:
    """S10: what is no plain file is neither followed nor opened, and gets one sentence. A pipe that was opened would
    hang, so these tests would never end."""

    SECRET = "nobody elses business"

    def put(self, kind: str, place: Path, tmp_path: Path) -> None:
        """A link to a secret, a pipe, or a folder, in the place of a file."""
        place.unlink(missing_ok=True)
        place.parent.mkdir(exist_ok=True)
        if kind == "link":
            (tmp_path / "secret").write_text(f'[page]\nname = "{self.SECRET}"\n')
            place.symlink_to(tmp_path / "secret")
        elif kind == "pipe":
            os.mkfifo(place)
        else:
            place.mkdir()

    @pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
    @pytest.mark.parametrize(
        ("name", "title"),
        [("selftest.json", "Self-test"), (FILE, "Journal"), (f"{FILE}-wal", "Journal")],
    )
    def test_s10_what_is_collected(self, box: Path, tmp_path: Path, kind: str, name: str, title: str) -> None:
        self.put(kind, box / name, tmp_path)
        text = told(box)
        assert section(text, title) == [f"{name}: a link or no plain file; it was not opened"]
        assert self.SECRET not in text

    @pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
    def test_s10_a_copy_of_the_games(self, box: Path, tmp_path: Path, kind: str) -> None:
        self.put(kind, box / "copies" / "games-2026-01-01.sqlite3", tmp_path)
        found = [line for line in section(told(box), "Files") if "2026-01-01" in line]
        assert found == ["games-2026-01-01.sqlite3: a link or no plain file; it was not opened"]

    @pytest.mark.parametrize("kind", ["link", "pipe"])
    def test_s10_any_other_file_of_the_games(self, box: Path, tmp_path: Path, kind: str) -> None:
        self.put(kind, box / "games-old.sqlite3", tmp_path)
        assert "games-old.sqlite3: a link or no plain file; it was not opened" in section(told(box), "Files")

    @pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
    def test_s10_the_settings(self, box: Path, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
        place = tmp_path / "settings.toml"
        self.put(kind, place, tmp_path)
        monkeypatch.setattr("companion.cli.report.USUAL_SETTINGS", place)
        text = run(box, "--output", "-").stdout
        assert section(text, "Settings")[0].endswith("is a link or no plain file, so it is not read.")
        assert self.SECRET not in text

    @pytest.mark.parametrize("kind", ["link", "pipe"])
    def test_s10_the_file_that_is_written(self, box: Path, tmp_path: Path, kind: str) -> None:
        place = tmp_path / "report.txt"
        self.put(kind, place, tmp_path)
        ended = run(box, "--output", str(place))
        assert (ended.exit_code, ended.stderr) == (
            1,
            f"Error: {place} is a link or no plain file: choose another with --output.\n",
        )
        if kind == "link":
            assert self.SECRET in (tmp_path / "secret").read_text()

    def test_a_report_replaces_an_older_one(self, box: Path, tmp_path: Path) -> None:
        place = tmp_path / "report.txt"
        place.write_text("old" * 100_000)
        run(box, "--output", str(place))
        assert place.read_text().startswith("Veilingklok report.")
        assert "old" * 100 not in place.read_text()
