"""The 40-pin header of every Pi since 2014: which line is behind which pin, and what else some of the lines are for."""

HEADER: tuple[int | str, ...] = (
    "3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15,
    17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND",
    9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND",
    6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21,
)  # fmt: skip
"""By pin, from 1: the GPIO line, or what the pin carries."""

PIN_OF_LINE = {line: pin for pin, line in enumerate(HEADER, 1) if isinstance(line, int)}

I2C_LINES = {1: (2, 3)}
"""Data and clock of the I2C bus on the header, by its number."""

SPI_LINES = {0: (10, 9, 11, 8, 7), 1: (20, 19, 21, 18, 17)}
"""Data out, data in, clock and the selects of the SPI buses on the header."""

PWM_LINES = {12: 0, 13: 1, 18: 0, 19: 1}
"""Lines with hardware PWM, and its channel up to a Pi 4."""

PWM_FUNCTIONS = {12: 4, 13: 4, 18: 2, 19: 2}
"""By line, as the overlay counts the functions of a pin."""

PWM_LINES_PI5 = {12: 0, 13: 1, 18: 2, 19: 3}

ID_LINES = (0, 1)
"""Asked by the firmware for what sits on the header; nothing else should hang there."""
