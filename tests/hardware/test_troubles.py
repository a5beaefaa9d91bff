"""Troubles: told once, also when their reason is itself a sentence, and in any language."""

from companion.games.speech import Phrase
from companion.words import words
from hardware.dial import NOT_THERE
from hardware.errors import NotThere
from hardware.troubles import Troubles


def no_pwm() -> NotThere:
    return NotThere("There is no hardware PWM: add dtoverlay=pwm to the boot settings and start again.")


def test_the_same_trouble_is_told_once_though_its_reason_is_found_again() -> None:
    heard: list[str] = []
    troubles = Troubles(lambda: heard.append(str(troubles.of("dial"))))
    for _ in range(3):
        troubles.report("dial", NOT_THERE, reason=no_pwm())
    assert len(heard) == 1
    troubles.report("dial", "The dial is dead: {why}.", why="the wire came off")
    assert len(heard) == 2


def test_it_is_said_with_its_reason_in_the_same_language() -> None:
    troubles = Troubles()
    troubles.report("dial", NOT_THERE, reason=no_pwm())
    troubles.report(
        "pins", "The pins cannot be opened: {why}.", why=Phrase("there is no {file}", file="/dev/gpiochip0")
    )
    dial, pins = troubles.all().values()
    assert str(dial).startswith("The dial is dead: There is no hardware PWM: add dtoverlay=pwm")
    assert dial.said(words("de")).startswith("Der Zeiger ist tot: Es gibt keine Hardware-PWM: dtoverlay=pwm")
    assert pins.said(words("nl")) == "De pinnen kunnen niet worden geopend: er is geen /dev/gpiochip0."
