"""Our lines in the firmware's config.txt: one marked block at its end, and not a byte of anybody else's."""

from collections.abc import Callable, Iterator
from functools import partial

from installing.errors import Refused
from installing.firmware_files import change, change_back
from installing.place import Place
from installing.steps import Step

FILES = ("/boot/firmware/config.txt", "/boot/config.txt")
"""Since Bookworm, and before; where there are both the second one only says where the first is."""
_BEGIN = b"# Veilingklok begins: systemd/install keeps these lines"
_JOINED = b", after a line that had no end"
_END = b"# Veilingklok ends"


def config_file(place: Place) -> str | None:
    return next((file for file in FILES if place.at(file).exists()), None)


def with_block(config: bytes, lines: list[str]) -> bytes:
    """The lines go for every model of Pi, whatever section comes before them."""
    begin, end = _block(config)
    present = config[begin:end]
    head, tail = config[:begin], config[end:]
    newline = b"\r\n" if b"\r\n" in head + tail else b"\n"
    first = _BEGIN
    if _JOINED in present or (not present and head and not head.endswith(b"\n")):
        first += _JOINED
    body = [first, b"[all]", *(line.encode() for line in lines), _END]
    return head + (newline if first != _BEGIN else b"") + b"".join(line + newline for line in body) + tail


def without_block(config: bytes) -> bytes:
    begin, end = _block(config)
    return config[:begin] + config[end:]


def _block(config: bytes) -> tuple[int, int]:
    """From where to where it goes; at the end and empty if there is none."""
    begin = config.find(_BEGIN)
    if begin < 0:
        return len(config), len(config)
    end = config.find(_END, begin)
    if end < 0:
        raise Refused(
            f"Our lines in config.txt have no end any more: remove what follows {_BEGIN.decode()!r} by hand, "
            "then run systemd/install again."
        )
    first_line = config[begin : config.find(b"\n", begin)]
    if _JOINED in first_line:
        begin -= 2 if first_line.endswith(b"\r") else 1  # as our own lines end: a \r before may be somebody else's
    over = config.find(b"\n", end)
    return begin, len(config) if over < 0 else over + 1


def boot_steps(
    place: Place, is_known: bool, lines: Callable[[], list[str]], changed: Callable[[], None]
) -> Iterator[Step]:
    """What the program says that it needs; before it is there that is not known."""
    file = config_file(place)
    if file is None:
        yield Step("Look for config.txt.", lambda: _nowhere(lines()))
        return
    config = place.at(file).read_bytes()
    if not is_known or with_block(config, lines()) != config:
        says = f"Write what `veilingklok settings boot` prints into {file}."
        yield Step(says, lambda: _write(place, file, lines(), changed))


def _nowhere(lines: list[str]) -> str:
    return f"There is none in /boot/firmware or /boot. It would need: {', '.join(lines) or 'nothing'}."


def _write(place: Place, file: str, lines: list[str], changed: Callable[[], None]) -> str:
    config = place.at(file).read_bytes()
    wanted = with_block(config, lines)
    if wanted == config:
        return "It is there already."
    backup = change(place, file, wanted)
    changed()
    return f"Now there: {', '.join(lines) or 'nothing'}. As it was before: {backup}"


def boots_as_before(place: Place) -> Iterator[Step]:
    for file in FILES:
        if place.at(file).exists() and _BEGIN in place.at(file).read_bytes():
            yield Step(f"Take our lines out of {file}.", partial(_take_out, place, file))


def _take_out(place: Place, file: str) -> str | None:
    return change_back(place, file, without_block(place.at(file).read_bytes()))
