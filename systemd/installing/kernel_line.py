"""One word of ours in the firmware's cmdline.txt, the one line that it hands to the kernel. Raspberry Pi OS keeps no
account of memory without it, and the limit of the service would be only a wish.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

from installing.boot_settings import config_file
from installing.firmware_files import change, change_back
from installing.memory import remember, remembered
from installing.place import Place
from installing.steps import Step

WORD = b"cgroup_enable=memory"
_FILE = "cmdline.txt"
_OURS = re.compile(rb" ?(?<!\S)" + re.escape(WORD) + rb"(?!\S)")
_KNOWN_AS = "kernel_line"
"""In the memory: the file into which we wrote it. Whoever wrote it there before us keeps it."""


def with_word(content: bytes) -> bytes:
    """At the end of the first line: there are no others for the firmware."""
    line, newline, rest = content.partition(b"\n")
    if WORD in line.split():
        return content
    text = line.rstrip()
    return text + (b" " if text else b"") + WORD + line[len(text) :] + newline + rest


def without_word(content: bytes) -> bytes:
    line, newline, rest = content.partition(b"\n")
    return _OURS.sub(b"", line) + newline + rest


def kernel_steps(place: Place, changed: Callable[[], None]) -> Iterator[Step]:
    """In the folder of the config.txt that counts: what lies in the other only says where this one is."""
    config = config_file(place)
    if config is None:
        return  # said already
    file = str(PurePosixPath(config).with_name(_FILE))
    content = place.read(file)
    if content is None:
        yield Step(f"Look for {file}.", lambda: "There is none, so the kernel may not limit the memory of the service.")
    elif with_word(content) != content:
        yield Step(f"Write {WORD.decode()} into {file}.", lambda: _write(place, file, changed))


def _write(place: Place, file: str, changed: Callable[[], None]) -> str:
    content = place.at(file).read_bytes()
    remember(place, **{_KNOWN_AS: file})
    backup = change(place, file, with_word(content))
    changed()
    return f"As it was before: {backup}"


def kernel_as_before(place: Place) -> Iterator[Step]:
    file = remembered(place).get(_KNOWN_AS)
    if file and place.at(file).exists():
        yield Step(f"Take {WORD.decode()} out of {file}.", lambda: _take_out(place, file))


def _take_out(place: Place, file: str) -> str | None:
    return change_back(place, file, without_word(place.at(file).read_bytes()))
