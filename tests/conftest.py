"""Tests write to memory where there is room: many of them sync to disk again and again. They speak English, whatever
the developer's terminal speaks, and none of them fails because a machine is slow.
"""

import os
import shutil
from pathlib import Path

import hypothesis
import pytest

from companion.words import Language, Words, words

MEMORY = Path("/dev/shm")
ROOM = 1 << 30

hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")


def pytest_configure() -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        os.environ.pop(name, None)
    os.environ["LANG"] = "C.UTF-8"
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.fixture(params=["de", "nl"])
def speech(request: pytest.FixtureRequest) -> Words:
    """Every other language."""
    language: Language = request.param
    return words(language)
