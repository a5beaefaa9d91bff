"""A few values changed in a settings file: everything else in it stays as its owner wrote it."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.settings import default_file
from companion.settings.writing import with_values

MINE = """\
# My clock, built in the winter of 2026.

[clock]
profile = "even"      # like a metronome

# The hand sits a little crooked.
[dial]
kind = "pwm"
start_us = 640   # by eye
end_us=2310# by ear

[sound]
# no buzzer
buzzer = "none"
"""
TAUGHT = {"start_us": 655, "end_us": 2295}


def test_only_the_values_change() -> None:
    assert with_values(MINE, "dial", TAUGHT) == MINE.replace("640", "655").replace("2310", "2295")


def test_a_comment_right_behind_a_value_stays() -> None:
    assert "end_us=2295# by ear\n" in with_values(MINE, "dial", TAUGHT)


def test_a_value_that_is_not_set_yet_comes_first_in_its_section() -> None:
    text = '[clock]\nspeed = 1.5\n\n[dial]  # the hand\nkind = "pwm"\n'
    assert with_values(text, "dial", {"end_us": 2300}) == text.replace("kind", "end_us = 2300\nkind")


def test_a_section_that_is_not_there_comes_last() -> None:
    text = "[clock]\nspeed = 1.5\n"
    assert with_values(text, "dial", TAUGHT).startswith(text)
    assert tomllib.loads(with_values(text, "dial", TAUGHT)) == {"clock": {"speed": 1.5}, "dial": TAUGHT}


def test_a_line_without_an_end_is_ended_first() -> None:
    assert tomllib.loads(with_values("[clock]\nspeed = 1.5", "dial", TAUGHT))["clock"] == {"speed": 1.5}


@pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n", "# nothing yet"])
def test_a_file_that_sets_nothing_is_begun(text: str) -> None:
    written = with_values(text, "dial", TAUGHT)
    assert written.startswith(text)
    assert tomllib.loads(written) == {"dial": TAUGHT}


def test_the_same_name_in_another_section_is_left_alone() -> None:
    text = "[before]\nstart_us = 1\n[dial]\nstart_us = 2\n[dials]\nstart_us = 3\n[after]\nstart_us = 4\n"
    assert with_values(text, "dial", {"start_us": 655}) == text.replace("= 2", "= 655")


def test_a_name_that_only_begins_or_ends_the_same_is_left_alone() -> None:
    text = "[dial]\nstart_us_before = 1\nmy_start_us = 2\nstart_us = 3\n"
    assert with_values(text, "dial", {"start_us": 655}) == text.replace("= 3", "= 655")


def test_what_is_commented_out_stays_so() -> None:
    text = "# [dial]\n# start_us = 600\n[dial]\n# start_us = 610\n"
    written = with_values(text, "dial", {"start_us": 655})
    assert written.count("# ") == 3
    assert tomllib.loads(written) == {"dial": {"start_us": 655}}


@pytest.mark.parametrize(
    "text",
    ["[dial]", "[dial] # the hand", "[ dial ]\nstart_us = 1\n", "  [dial]\n  start_us = 1\n", "[dial]\n\tstart_us = 1"],
)
def test_however_the_section_is_laid_out(text: str) -> None:
    assert tomllib.loads(with_values(text, "dial", TAUGHT)) == {"dial": TAUGHT}


def test_an_indented_section_ends_the_one_before() -> None:
    text = "[dial]\n  [other]\n  start_us = 1\n"
    assert tomllib.loads(with_values(text, "dial", {"start_us": 655})) == {
        "dial": {"start_us": 655},
        "other": {"start_us": 1},
    }


def test_the_file_of_all_defaults_keeps_every_word_of_help() -> None:
    written = with_values(default_file(), "dial", TAUGHT)
    changed = [new for old, new in zip(default_file().splitlines(), written.splitlines(), strict=True) if old != new]
    assert changed == ["start_us = 655", "end_us = 2295"]


# --- whatever the file

_words = st.text("abc =[]#'\"", max_size=12)
_space = st.sampled_from(["", " ", "   ", "\t"])
_remark = st.one_of(st.just(""), _words.map(lambda words: f"#{words}"))
_blank = st.one_of(_space, _remark)
_names = ("start_us", "end_us", "start", "us", "dial")


@st.composite
def _setting(draw: st.DrawFn, name: str) -> str:
    value = draw(st.sampled_from(["1", "2_400", "-7", "0x3c", '"none"', "[1, 3]", "1.5", "true"]))
    if name in TAUGHT:
        value = draw(st.sampled_from(["600", "2_400", "+7", "0x3c"]))
    return f"{draw(_space)}{name}{draw(_space)}={draw(_space)}{value}{draw(_space)}{draw(_remark)}"


@st.composite
def _files(draw: st.DrawFn) -> str:
    """Well-formed ones, laid out as people do, with or without what is to be set."""
    lines = draw(st.lists(_blank, max_size=3))
    for section in draw(st.lists(st.sampled_from(["dial", "dials", "clock", "sound"]), unique=True)):
        heading = f"{draw(_space)}[{draw(_space)}{section}{draw(_space)}]{draw(_space)}{draw(_remark)}"
        lines += [heading, *draw(st.lists(_blank, max_size=2))]
        for name in draw(st.lists(st.sampled_from(_names), unique=True)):
            lines += [draw(_setting(name)), *draw(st.lists(_blank, max_size=2))]
    return "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n\n"]))


@given(_files(), st.integers(400, 2600), st.integers(400, 2600))
def test_it_has_the_values_then_and_everything_else_as_before(text: str, start: int, end: int) -> None:
    taught = {"start_us": start, "end_us": end}
    before, written = tomllib.loads(text), with_values(text, "dial", taught)
    after = tomllib.loads(written)
    assert after == before | {"dial": before.get("dial", {}) | taught}
    assert written.count("#") == text.count("#")
