"""What the firmware of a Pi has to be told before the kernel starts, for the device to find its bus and its pulses:
lines of `config.txt`, as the settings ask for them.
"""

from collections.abc import Iterator

from companion.settings.fittings import DialFitting, DisplayFitting, Fittings
from companion.settings.header import I2C_LINES, PWM_FUNCTIONS

I2C_HERTZ = 400_000
"""Below it the display cannot keep up with the clock."""
I2C_SPEED = f"dtparam=i2c_arm_baudrate={I2C_HERTZ}"


def boot_lines(fittings: Fittings) -> list[str]:
    """In the order in which they are to stand."""
    return [*_display(fittings.display), *_dial(fittings.dial), *_halted(fittings.halted)]


def pwm_overlay(line: int) -> str:
    """The chip's own pulses on this line."""
    return f"dtoverlay=pwm,pin={line},func={PWM_FUNCTIONS[line]}"


def _display(display: DisplayFitting | None) -> Iterator[str]:
    if display is None:
        return
    if display.bus == "spi":
        yield "dtparam=spi=on" if display.port == 0 else f"dtoverlay=spi1-{display.select + 1}cs"
    elif display.port in I2C_LINES:
        yield "dtparam=i2c_arm=on"
        yield I2C_SPEED
    else:  # a Pi 4 has more of them, on lines of their own
        yield f"dtoverlay=i2c{display.port},baudrate={I2C_HERTZ}"


def _dial(dial: DialFitting | None) -> Iterator[str]:
    if dial and dial.kind == "pwm" and dial.line is not None:
        yield "dtoverlay="  # ends what comes before: an overlay for HDMI has an `audio` of its own
        yield "dtparam=audio=off"  # the headphones' sound is made by the same pulses
        yield pwm_overlay(dial.line)


def _halted(line: int | None) -> Iterator[str]:
    if line is not None:
        yield f"dtoverlay=gpio-poweroff,gpiopin={line}"
