"""The number that every Pi has in its chip. It stays when a memory card is copied, and so tells machines apart."""

from pathlib import Path

SERIAL_NUMBER = "sys/firmware/devicetree/base/serial-number"
"""Where the chip says it."""


def serial_number(root: Path = Path("/")) -> bytes:
    """Nothing where the machine is no Pi."""
    try:
        return (root / SERIAL_NUMBER).read_bytes().strip(b"\0\n ")
    except OSError:
        return b""
