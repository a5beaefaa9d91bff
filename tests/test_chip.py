"""What the chip says of itself, and machines without one that says anything."""

from pathlib import Path

from companion import chip


def test_its_number_as_it_is_printed(tmp_path: Path) -> None:
    file = tmp_path / chip.SERIAL_NUMBER
    file.parent.mkdir(parents=True)
    file.write_bytes(b"10000000abcdef01\0")
    assert chip.serial_number(tmp_path) == b"10000000abcdef01"


def test_a_machine_that_is_no_pi_has_none(tmp_path: Path) -> None:
    assert chip.serial_number(tmp_path) == b""
