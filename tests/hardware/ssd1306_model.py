"""A little SSD1306, written from its data sheet: takes the bytes as they go over the bus, keeps them in its memory, and
shows what a person in front of it sees. It stands where luma's serial interface does.
"""

from collections.abc import Sequence
from random import Random

from PIL import Image

COLUMNS = 128
PAGES = 8
ROWS = 8 * PAGES

HORIZONTAL = 0
ALTERNATING = 0x10
PUMP = 0x04

_PARAMETERS = {
    0x20: 1,  # memory mode
    0x21: 2,  # columns, from and to
    0x22: 2,  # pages, from and to
    0x81: 1,  # contrast
    0x8D: 1,  # charge pump
    0xA8: 1,  # multiplex ratio, less one
    0xD3: 1,  # display offset
    0xD5: 1,  # clock
    0xD9: 1,  # pre-charge
    0xDA: 1,  # COM pins
    0xDB: 1,  # VCOMH level
}
_SINGLE = (0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8, *range(0x40, 0x80))
_BITS = [bytes(255 * (byte >> bit & 1) for byte in range(256)) for bit in range(8)]
"""From a column of eight dots to one of them, as bright as it is."""


class UnknownCommand(ValueError):
    """A byte that the data sheet, as far as it is followed here, does not have."""


class Ssd1306:
    """On a glass of 64 lines, or of 32. After power-up the memory is full of snow, and the chip shows nothing."""

    def __init__(self, height: int = ROWS) -> None:
        self.height = height
        self.is_closed = False
        self.bytes = 0
        """On the bus so far, with the address and the control byte of each transfer."""
        self.transfers = 0
        self._memory = [bytearray(Random(page).randbytes(COLUMNS)) for page in range(PAGES)]
        """By page and segment: what a byte was written through, column or remapped column, no longer matters."""
        self._parameters = {0x20: (2,), 0x21: (0, COLUMNS - 1), 0x22: (0, PAGES - 1), 0x81: (0x7F,), 0x8D: (0,)}
        self._parameters |= {0xA8: (ROWS - 1,), 0xD3: (0,), 0xD5: (0x80,), 0xD9: (0x22,), 0xDA: (0x12,), 0xDB: (0x20,)}
        self._command: list[int] = []
        """The beginning of one whose parameters are still to come."""
        self._column = self._page = self._start_line = 0
        self._is_on = self._is_remapped = self._scans_down = self._is_inverse = self._is_all_on = False

    # The bus.

    def command(self, *sent: int) -> None:
        self._carry(len(sent))
        for byte in sent:
            if not self._command and byte not in _SINGLE and byte not in _PARAMETERS:
                raise UnknownCommand(f"0x{byte:02X}")
            self._command.append(byte)
            if len(self._command) > _PARAMETERS.get(self._command[0], 0):
                self._obey(*self._command)
                self._command = []

    def data(self, sent: Sequence[int]) -> None:
        self._carry(len(sent))
        if self._parameters[0x20] != (HORIZONTAL,):
            raise ValueError("Only the horizontal memory mode is modelled.")
        for byte in sent:
            self._memory[self._page][COLUMNS - 1 - self._column if self._is_remapped else self._column] = byte
            self._step()

    def cleanup(self) -> None:
        self.is_closed = True

    def seconds(self, hertz: int) -> float:
        """So long an I2C bus was busy: nine bits for each byte, and a start and a stop for each transfer."""
        return (9 * self.bytes + 2 * self.transfers) / hertz

    def _carry(self, payload: int) -> None:
        if self.is_closed:
            raise OSError("The bus is closed.")
        self.bytes += 2 + payload
        self.transfers += 1

    # The chip.

    def _obey(self, command: int, *parameters: int) -> None:
        if parameters:
            self._parameters[command] = parameters
        match command:
            case 0x21:
                self._column = parameters[0]
            case 0x22:
                self._page = parameters[0]
            case 0xA0 | 0xA1:
                self._is_remapped = command == 0xA1
            case 0xA4 | 0xA5:
                self._is_all_on = command == 0xA5
            case 0xA6 | 0xA7:
                self._is_inverse = command == 0xA7
            case 0xAE | 0xAF:
                self._is_on = command == 0xAF
            case 0xC0 | 0xC8:
                self._scans_down = command == 0xC8
            case _ if command in range(0x40, 0x80):
                self._start_line = command - 0x40

    def _step(self) -> None:
        """To the next column, behind the last to the first of the next page, behind the last page to the first."""
        (left, right), (top, bottom) = self._parameters[0x21], self._parameters[0x22]
        if self._column != right:
            self._column = (self._column + 1) % COLUMNS
            return
        self._column = left
        self._page = top if self._page == bottom else (self._page + 1) % PAGES

    # The eye.

    @property
    def contrast(self) -> int:
        return self._parameters[0x81][0]

    @property
    def is_on(self) -> bool:
        """Without the charge pump it is on and dark: the module has no other supply for the dots."""
        return self._is_on and bool(self._parameters[0x8D][0] & PUMP)

    def picture(self) -> Image.Image:
        """With the module mounted the usual way: upright where segments are remapped and COM lines scanned down."""
        lines = [bytes(COLUMNS)] * self.height
        if self.is_on:
            wired = {pin: line for line, pin in enumerate(_pins(alternating=self.height == ROWS)[: self.height])}
            driven = _pins(alternating=bool(self._parameters[0xDA][0] & ALTERNATING))
            for com, pin in enumerate(driven):
                if pin in wired:
                    lines[self.height - 1 - wired[pin]] = self._line(com)
        return Image.frombytes("L", (COLUMNS, self.height), b"".join(lines)).convert("1", dither=Image.Dither.NONE)

    def _line(self, com: int) -> bytes:
        """What a COM line lights up, from left to right; a dark one beyond the multiplex ratio."""
        ratio = self._parameters[0xA8][0] + 1
        row = ((ratio - 1 - com if self._scans_down else com) + self._parameters[0xD3][0]) % ROWS
        if row >= ratio:
            return bytes(COLUMNS)
        if self._is_all_on:
            return bytes([255]) * COLUMNS
        page, bit = divmod((row + self._start_line) % ROWS, 8)
        line = self._memory[page][::-1].translate(_BITS[bit])
        return bytes(255 - dot for dot in line) if self._is_inverse else bytes(line)


def _pins(*, alternating: bool) -> list[int]:
    """On which pin each COM line comes out; a glass of 64 lines has its even ones on one side, its odd ones on the
    other."""
    return [com // 2 + ROWS // 2 * (com % 2) if alternating else com for com in range(ROWS)]
