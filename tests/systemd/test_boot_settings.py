"""Our lines in config.txt: there once, for every Pi, and gone without a trace."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from installing.boot_settings import with_block, without_block
from installing.errors import Refused

LINES = ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"]
FILES = {
    "empty": b"",
    "usual": b"dtparam=audio=on\n[all]\n",
    "a section last": b"dtparam=audio=on\n\n[pi4]\narm_boost=1\n",
    "no end of line": b"[pi4]\narm_boost=1",
    "of Windows": b"dtparam=audio=on\r\n[pi4]\r\narm_boost=1\r\n",
    "of Windows, no end of line": b"dtparam=audio=on\r\n[pi4]",
    "empty lines": b"\n\n\n",
    "not text": b"\xff\xfe\x00\n# \xe4\n",
}


@pytest.mark.parametrize("config", FILES.values(), ids=FILES.keys())
def test_what_is_taken_out_leaves_the_file_as_it_was(config: bytes) -> None:
    assert without_block(with_block(config, LINES)) == config


@pytest.mark.parametrize("config", FILES.values(), ids=FILES.keys())
def test_twice_is_once(config: bytes) -> None:
    once = with_block(config, LINES)
    assert with_block(once, LINES) == once


@example(b"\r", [], [])
@given(st.binary(max_size=80), st.lists(st.sampled_from(LINES)), st.lists(st.sampled_from(LINES)))
def test_other_lines_take_the_place_of_the_old_ones(config: bytes, first: list[str], then: list[str]) -> None:
    assert with_block(with_block(config, first), then) == with_block(config, then)
    assert without_block(with_block(config, first)) == config


@pytest.mark.parametrize("config", FILES.values(), ids=FILES.keys())
def test_they_go_for_every_pi_whatever_section_comes_before(config: bytes) -> None:
    lines = with_block(config, LINES).splitlines()
    sections = [line for line in lines[: lines.index(LINES[0].encode())] if line.startswith(b"[")]
    assert sections[-1] == b"[all]"


def test_a_file_of_windows_stays_one() -> None:
    made = with_block(FILES["of Windows"], LINES)
    assert made.count(b"\n") == made.count(b"\r\n")


def test_what_others_write_behind_them_stays() -> None:
    config = with_block(b"a=1\n", LINES) + b"gpu_mem=64\n"
    assert with_block(config, ["b=2"]).endswith(b"gpu_mem=64\n")
    assert without_block(config) == b"a=1\ngpu_mem=64\n"


def test_a_block_without_an_end_is_not_guessed_at() -> None:
    torn = with_block(b"a=1\n", LINES).replace(b"# Veilingklok ends", b"")
    with pytest.raises(Refused, match="have no end"):
        with_block(torn, LINES)
    with pytest.raises(Refused, match="have no end"):
        without_block(torn)
