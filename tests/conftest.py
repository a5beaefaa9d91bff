"""Tests write to memory where there is room: many of them sync to disk again and again. They speak English, whatever
the developer's terminal speaks.
"""

import os
import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 1 << 30


def pytest_configure() -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        os.environ.pop(name, None)
    os.environ["LANG"] = "C.UTF-8"
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
