"""Whether a herald is sent out at all, what is said where it cannot be, and by which name a box is known."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion import chip
from companion.cli import main
from companion.convention import topics
from companion.convention.opening import sent_out
from companion.errors import BadSettings
from companion.house import House
from companion.journal import Journal
from companion.settings import settings_from
from hardware.troubles import Troubles


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path) as journal:
        yield journal


class TestSendingOut:
    def test_without_a_broker_nobody_goes(self, journal: Journal) -> None:
        troubles = Troubles()
        assert sent_out(House(journal, settings_from({})), journal.drawer, troubles) is None
        assert troubles.all() == {}

    def test_without_the_extra_it_is_a_trouble_and_the_table_plays(
        self, journal: Journal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "companion.convention.broker", None)
        troubles = Troubles()
        house = House(journal, settings_from({"mqtt": {"broker": "hall.local"}}))
        assert sent_out(house, journal.drawer, troubles) is None
        assert [str(one) for one in troubles.all().values()] == [
            "mqtt.broker is set, but the extra mqtt is not installed: nobody is told of this table."
        ]

    def test_without_the_extra_the_wall_says_what_it_needs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "companion.convention.broker", None)
        said = CliRunner().invoke(main, ["wall", "--broker", "hall.local"])
        assert said.exit_code == 1
        brings = ".venv/bin/pip install --require-hashes -r requirements/mqtt.lock brings it"
        assert said.output == f"Error: The wall needs the extra mqtt: {brings}, in the folder of Veilingklok.\n"


class TestSettings:
    @pytest.mark.parametrize("mqtt", [{}, {"broker": "192.168.1.7"}, {"broker": "hall.local", "table": "Anna's, 2nd"}])
    def test_good_ones(self, mqtt: dict[str, Any]) -> None:
        assert settings_from({"mqtt": mqtt}).values["mqtt"] | mqtt == settings_from({"mqtt": mqtt}).values["mqtt"]

    @pytest.mark.parametrize("broker", ["a b", "here..there", ".", "x" * 64, "http://hall", 7])
    def test_what_no_broker_is_called(self, broker: object) -> None:
        with pytest.raises(BadSettings, match=r"mqtt\.broker must be"):
            settings_from({"mqtt": {"broker": broker}})


class TestTheNameOfABox:
    def test_it_is_kept(self, journal: Journal, tmp_path: Path) -> None:
        name = topics.box_name(journal.drawer)
        assert topics.read(topics.Topic(name, "table").name) == (name, "table")
        journal.close()
        with Journal(tmp_path) as again:
            assert topics.box_name(again.drawer) == name

    def test_another_box_has_another(self, journal: Journal, tmp_path: Path) -> None:
        with Journal(tmp_path / "other") as other:
            assert topics.box_name(other.drawer) != topics.box_name(journal.drawer)

    def test_a_copied_card_in_another_machine_has_another(self, journal: Journal, tmp_path: Path) -> None:
        machines = [tmp_path / name for name in ("one", "two")]
        for machine in machines:
            file = machine / chip.SERIAL_NUMBER
            file.parent.mkdir(parents=True)
            file.write_text(f"10000000{machine.name}\0", encoding="ascii")
        assert len({topics.box_name(journal.drawer, machine) for machine in machines}) == 2
