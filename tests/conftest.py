"""Tests write to memory where there is room: many of them sync to disk again and again. They speak English, whatever
the developer's terminal speaks, and none of them fails because a machine is slow. Without `VEILINGKLOK_LONG` the long
ones are left out.
"""

import os
import shutil
from pathlib import Path

import hypothesis
import pytest
from families import Plugin
from tiers import LONG, examples

from companion.words import Language, Words, words

MEMORY = Path("/dev/shm")
ROOM = 1 << 30

hypothesis.settings.register_profile("veilingklok", deadline=None, max_examples=examples(100))
hypothesis.settings.load_profile("veilingklok")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--times", type=Path, metavar="FILE", help="Write wall and CPU seconds by family, as JSON.")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Plugin(config.getoption("--times")))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        os.environ.pop(name, None)
    os.environ["LANG"] = "C.UTF-8"
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if LONG:
        return
    left_out = [item for item in items if item.get_closest_marker("long_only")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not item.get_closest_marker("long_only")]


@pytest.fixture(params=["de", "nl"])
def speech(request: pytest.FixtureRequest) -> Words:
    """Every other language."""
    language: Language = request.param
    return words(language)
