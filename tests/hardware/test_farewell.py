"""The last word of a machine, through the chip of a real display."""

from typing import Any

import pytest
from click.testing import CliRunner
from luma.oled.device import ssd1306
from ssd1306_model import Ssd1306

from companion.cli import main
from companion.settings import settings_from
from companion.words import Language, words
from hardware.farewell import say_farewell
from hardware.screens.device import SafeToUnplug
from hardware.screens.screen import drawn
from hardware.works import RealWorks


class Bench(RealWorks):
    """A Pi with this chip on its bus."""

    def __init__(self, chip: Ssd1306) -> None:
        super().__init__("lgpio")
        self.device = ssd1306(chip)

    def display(self, fitting: Any) -> Any:
        return self.device


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_it_may_be_unplugged_and_that_stays_when_the_program_has_gone(language: Language) -> None:
    chip = Ssd1306()
    bench = Bench(chip)
    say_farewell(settings_from({}), bench, language)
    bench.device.cleanup()  # as luma does by itself at the very end
    assert chip.picture() == drawn(SafeToUnplug(), 0, (128, 64), words(language))


def test_without_a_display_there_is_nobody_to_tell() -> None:
    chip = Ssd1306()
    bench = Bench(chip)
    before = chip.picture()
    say_farewell(settings_from({"display": {"driver": "none"}}), bench, "en")
    assert chip.picture() == before


def test_a_display_that_is_dead_is_one_sentence() -> None:
    told = CliRunner().invoke(main, ["farewell"], env={"VEILINGKLOK_SETTINGS": ""})
    assert told.exit_code == 1
    assert told.output.startswith("Error: The display is dead: ")
    assert len(told.output.splitlines()) == 1
