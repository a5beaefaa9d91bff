"""Our word in cmdline.txt: there once, in the one line that there is, and gone without a trace."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from installing.kernel_line import WORD, kernel_as_before, kernel_steps, with_word, without_word
from installing.place import Place

LINE = b"console=tty1 root=PARTUUID=6c586e13-02 rootfstype=ext4 fsck.repair=yes rootwait"
FILES = {
    "usual": LINE + b"\n",
    "no end of line": LINE,
    "of Windows": LINE + b"\r\n",
    "space at the end": LINE + b" \n",
    "empty": b"",
    "an empty line": b"\n",
    "more than the firmware reads": LINE + b"\n# " + WORD + b"\n",
    "another of the kind": LINE + b" cgroup_enable=memory,cpu xcgroup_enable=memory\n",
}


@pytest.mark.parametrize("content", FILES.values(), ids=FILES.keys())
def test_it_stands_in_the_first_line_which_stays_one(content: bytes) -> None:
    made = with_word(content)
    assert WORD in made.split(b"\n")[0].split()
    assert made.count(b"\n") == content.count(b"\n")


@pytest.mark.parametrize("content", FILES.values(), ids=FILES.keys())
def test_twice_is_once(content: bytes) -> None:
    assert with_word(with_word(content)) == with_word(content)


@pytest.mark.parametrize("content", FILES.values(), ids=FILES.keys())
def test_what_is_taken_out_leaves_the_file_as_it_was(content: bytes) -> None:
    assert without_word(with_word(content)) == content


@given(st.lists(st.sampled_from([b"a=1", WORD, WORD + b"x", b" ", b"\t", b"\n", b"\r", b"\xff", b"\0"])).map(b"".join))
def test_whatever_stands_there(content: bytes) -> None:
    assume(with_word(content) != content)
    assert without_word(with_word(content)) == content


@pytest.fixture
def place(tmp_path: Path) -> Place:
    if os.geteuid() != 0:
        pytest.skip("only root gives files to root")
    return Place(tmp_path)


@pytest.fixture(params=["boot/firmware", "boot"])
def line(request: pytest.FixtureRequest, place: Place) -> Path:
    """In either folder; since Bookworm the old one says where to look."""
    if request.param == "boot/firmware":
        _lay(place, "boot/config.txt", b"moved\n")
        _lay(place, "boot/cmdline.txt", b"moved\n")
    _lay(place, f"{request.param}/config.txt", b"[all]\n")
    return _lay(place, f"{request.param}/cmdline.txt", LINE + b"\n")


def _lay(place: Place, name: str, content: bytes) -> Path:
    file = place.root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return file


def _files(place: Place) -> dict[str, bytes]:
    found = [path for path in (place.root / "boot").rglob("*") if path.is_file()]
    return {str(path.relative_to(place.root)): path.read_bytes() for path in found}


def _installs(place: Place) -> Iterator[str]:
    for step in list(kernel_steps(place, lambda: None)):
        yield step.says
        yield step.does() or ""


def _uninstalls(place: Place) -> list[str]:
    return [step.does() or "" for step in list(kernel_as_before(place))]


def test_it_is_written_where_the_firmware_reads_it_and_taken_out_again(place: Place, line: Path) -> None:
    before = _files(place)
    assert f"Write cgroup_enable=memory into /{line.relative_to(place.root)}." in list(_installs(place))
    assert line.read_bytes() == LINE + b" cgroup_enable=memory\n"
    assert line.with_name("cmdline.txt.before-veilingklok").read_bytes() == LINE + b"\n"
    assert list(_installs(place)) == []
    assert _uninstalls(place) == [""]
    assert _files(place) == before


def test_what_others_have_changed_meanwhile_stays(place: Place, line: Path) -> None:
    list(_installs(place))
    line.write_bytes(line.read_bytes().replace(b"rootwait", b"rootwait quiet"))
    assert "Others have changed it, too" in _uninstalls(place)[0]
    assert line.read_bytes() == LINE + b" quiet\n"
    assert line.with_name("cmdline.txt.before-veilingklok").read_bytes() == LINE + b"\n"


def test_whoever_had_it_before_keeps_it(place: Place, line: Path) -> None:
    line.write_bytes(WORD + b" " + LINE + b"\n")
    before = _files(place)
    assert list(_installs(place)) == []
    assert _uninstalls(place) == []
    assert _files(place) == before


def test_where_there_is_none_that_is_said(place: Place, line: Path) -> None:
    line.unlink()
    before = _files(place)
    assert any("There is none" in told for told in _installs(place))
    assert _uninstalls(place) == []
    assert _files(place) == before


def test_nothing_is_said_twice_of_a_machine_without_a_boot_folder(place: Place) -> None:
    assert list(_installs(place)) == []
