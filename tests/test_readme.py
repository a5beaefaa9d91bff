"""What the README shows works."""

import doctest
import re
from pathlib import Path

from click.testing import CliRunner

from companion.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_in_python_says_what_it_shows() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 8
    assert failed == 0


def test_every_command_that_is_named_exists() -> None:
    commands = re.findall(r"^\.venv/bin/veilingklok (.+?)(?:  *#.*)?$", README, re.MULTILINE)
    assert len(commands) >= 6
    for command in commands:
        words = command.split()
        known = words[:2] if words[0] in ("board", "games") else words[:1]
        options = {word for word in words if word.startswith("-")}
        told = CliRunner().invoke(main, [*known, "--help"])
        assert told.exit_code == 0, command
        assert all(option in told.output for option in options), command


def test_every_file_that_is_linked_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
