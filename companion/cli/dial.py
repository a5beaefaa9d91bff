"""`veilingklok dial`: the servo dial taught its two ends."""

from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

import click

from companion.cli.commands import group
from companion.cli.options import USUAL_SETTINGS, says_what_is_wrong, settings_option, simulate_option
from companion.cli.speaking import here
from companion.errors import BadSettings
from companion.games.errors import GameError
from companion.games.speech import mark
from companion.settings import Settings, read_settings
from companion.settings.writing import with_values
from companion.terminal.keys import ENTER, GONE, Key, Keyboard
from companion.terminal.screen import Block, Screen

if TYPE_CHECKING:
    from hardware.calibration import Calibration


@group()
def dial() -> None:
    """The servo dial."""


@dial.command()
@simulate_option
@settings_option
@says_what_is_wrong
def calibrate(simulate: bool, settings: Settings) -> None:
    """Lead the hand to both ends of the face; the settings file remembers them."""
    from hardware.calibration import Calibration  # noqa: PLC0415  pins take a while to load
    from hardware.simulator import SimulatedWorks  # noqa: PLC0415
    from hardware.works import RealWorks, Works  # noqa: PLC0415

    fitting = settings.fittings.dial
    if fitting is None:
        raise BadSettings("No dial is built in: set dial.kind to pwm or lgpio first.")
    works: Works = SimulatedWorks(settings.fittings) if simulate else RealWorks(settings.values["pins"]["factory"])
    servo = works.servo(fitting)
    try:
        calibration = Calibration(fitting, servo)
        if _led(calibration):
            file = settings.file or USUAL_SETTINGS
            _remember(file, *calibration.ends)
            start, end = map(str, calibration.ends)
            found = mark("Start is at {start} µs, the end at {end} µs; {file} says so now.")
            click.echo(here().say(found, start=start, end=end, file=file))
        else:
            click.echo(here().say("Nothing is changed."))
    finally:
        servo.close()


def _led(calibration: "Calibration") -> bool:
    """Whether both ends were found."""
    keys: SimpleQueue[Key] = SimpleQueue()
    with Keyboard(keys.put), Screen() as screen:
        while not calibration.is_done:
            screen.show(Block([calibration.question(here())]))
            key = keys.get().text
            if key in ("q", "Q", GONE):
                return False
            try:
                if key == ENTER:
                    calibration.accept()
                else:
                    calibration.turn(key)
            except GameError as refusal:
                screen.say(refusal.said(here()))
    return True


def _remember(file: Path, start: int, end: int) -> None:
    """Written whole or not at all, and judged before it counts."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(f"{file.name}.new")
    try:
        fresh.write_text(with_values(text, "dial", {"start_us": start, "end_us": end}), encoding="utf-8")
        read_settings(fresh)
    except BadSettings:
        fresh.unlink()
        raise BadSettings(
            "{file} cannot be changed as it is written: set start_us = {start} and end_us = {end} in [dial].",
            file=file,
            start=str(start),
            end=str(end),
        ) from None
    fresh.replace(file)
