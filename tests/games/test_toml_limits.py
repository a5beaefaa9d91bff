"""S3: a board file that would fill the memory of a small computer is refused before it is parsed."""

import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.amsterdam.game import AMSTERDAM
from companion.games.errors import BadBoard
from companion.games.merchants.board import default_board
from companion.games.merchants.board_file import board_text
from companion.games.mercurius.game import MERCURIUS
from companion.games.toml_limits import DEEPEST, MOST_KEYS, MOST_POINTS, check_limits
from companion.games.toml_text import LARGEST_FILE, parsed

MB = 1 << 20
KB125 = 125 * 1024
"""What the page takes as a file, nearly."""
DEEP = "this is nested deeper than any board is."
MUCH = "up to here there is more than any board has."


def filled(line: Callable[[int], str]) -> bytes:
    """Lines until the file is as large as the page takes it."""
    size, lines = 0, list[str]()
    while size < KB125:
        lines.append(line(len(lines)))
        size += len(lines[-1]) + 1
    return "\n".join(lines).encode()


BOMBS = {
    "keys of 900 parts": (filled(lambda n: f"k{n}{'.a' * 900} = 1"), 1, DEEP),
    "quoted keys of 900 parts": (filled(lambda n: f'"k{n}"' + " . 'a'" * 900 + " = 1"), 1, DEEP),
    "tables of 900 parts": (filled(lambda n: f"[k{n}{'.a' * 900}]"), 1, DEEP),
    "many keys of eight parts": (filled(lambda n: f"k{n}.a.b.c.d.e.f.g=1"), 1429, MUCH),
    "many tables of eight parts": (filled(lambda n: f"[k{n}.a.b.c.d.e.f.g]"), 1429, MUCH),
    "many keys": (filled(lambda _: "a=1"), MOST_KEYS + 1, MUCH),
    "lists in lists": (b"a = " + b"[" * KB125, 1, DEEP),
    "tables in tables": (b"a = " + b"{a=" * (KB125 // 3), 1, DEEP),
    "thousands of empty lists": (b"a = [" + b"[]," * (KB125 // 3) + b"]", 1, MUCH),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_s3_a_file_that_would_fill_the_memory_is_refused_before_it_is_parsed(bomb: str) -> None:
    text, line, reason = BOMBS[bomb]
    tracemalloc.start()
    try:
        with pytest.raises(BadBoard) as refusal:
            parsed(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert str(refusal.value.mistakes[0]) == f"line {line}: {reason}"
    assert peak < 2 * MB


@pytest.mark.parametrize(
    ("line", "count"),
    [("[k{n}.a]", MOST_POINTS), ("[k{n}.a.b.c.d.e.f.g]", MOST_POINTS // 7), ("[[k{n}]]", MOST_KEYS // 2)],
)
def test_s3_what_is_just_accepted_takes_little_memory(line: str, count: int) -> None:
    text = "\n".join(line.format(n=number) for number in range(count)).encode()
    tracemalloc.start()
    try:
        assert parsed(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 24 * MB


@pytest.mark.parametrize(
    "text",
    [
        b'"""' + b' \\"""' * 25_000,
        b"'''" + b"x" * KB125,
        b'a = "' + b"\\" * KB125,
        b"a" * KB125,
        b'"' * (KB125 + 1),
    ],
)
def test_s3_strings_without_an_end_are_left_to_the_parser_which_says_so(text: bytes) -> None:
    check_limits(text.decode())
    with pytest.raises(BadBoard):
        parsed(text)


def test_s3_what_stands_in_strings_and_comments_does_not_count() -> None:
    points = "." * KB125
    read = parsed(f'a = "{points}"\nb = """\n[[[[[[[[[[{points}"""\nc = \'{points[:9]}\' # {points[:99]}'.encode())
    assert read == {"a": points, "b": f"[[[[[[[[[[{points}", "c": "." * 9}


def test_s3_a_file_as_deep_as_is_allowed_is_read() -> None:
    assert parsed(f"a{'.a' * (DEEPEST - 1)} = 1".encode())
    assert parsed(b"a = " + b"[" * DEEPEST + b"]" * DEEPEST)


def test_s3_a_file_larger_than_any_board_is_refused() -> None:
    with pytest.raises(BadBoard) as refusal:
        parsed(b"#" * (LARGEST_FILE + 1))
    assert str(refusal.value.mistakes[0]) == "The file is larger than 256 kB; no board is."


def test_s3_every_board_in_the_box_is_far_from_the_limits() -> None:
    check_limits(board_text(default_board().data) * 4)
    assert MERCURIUS.default_board()
    assert AMSTERDAM.default_board()


@given(st.text(alphabet="a.=[]{}\"'#\n\\ ,1", max_size=400))
def test_s3_whatever_is_sent_is_read_or_refused_in_a_sentence(text: str) -> None:
    try:
        said = str(parsed(text.encode()))
    except BadBoard as refusal:
        said = str(refusal.mistakes[0])
    assert said.endswith((".", "}"))
