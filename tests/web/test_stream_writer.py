"""The thread that writes all streams (S4): a page that is behind is left out, and told how things stand afterwards."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hang_guard import HANG_GUARD, eventually
from rooms import a_room

from web.stream import streams_of
from web.stream_writer import StreamWriter

NEVER = float("inf")


class Page:
    """A stream and its reader in one."""

    def __init__(self) -> None:
        self.bell = threading.Event()
        self.reader: Page | None = self
        self.look_at = NEVER
        self.is_behind = False
        self.fresh: list[bytes] = []
        self.heard: list[bytes] = []
        self.is_closed = self.has_ended = self.has_left = False

    def news(self) -> bytes:
        fresh, self.fresh = self.fresh, []
        return b"".join(fresh[-1:])

    def write(self, news: bytes) -> None:
        if self.has_left:
            raise ConnectionError
        self.heard.append(news)

    def close(self) -> None:
        self.is_closed = True

    def end(self) -> None:
        self.has_ended = True


@contextmanager
def written(*pages: Page) -> Iterator[StreamWriter]:
    writer = StreamWriter(lambda: 1, lambda: [page for page in pages if not page.is_closed])
    writer.start()
    try:
        yield writer
    finally:
        writer.close()


def test_s4_a_page_that_is_behind_is_told_the_newest_when_it_has_caught_up() -> None:
    slow, quick = Page(), Page()
    slow.is_behind = True
    with written(slow, quick) as writer:
        for number in range(3):
            for page in (slow, quick):
                page.fresh.append(b"%d" % number)
            writer.tell_all()
            eventually(lambda: len(quick.heard) == number + 1)  # noqa: B023  now
        assert slow.heard == []
        slow.is_behind = False
        eventually(lambda: slow.heard)
    assert (slow.heard, quick.heard) == ([b"2"], [b"0", b"1", b"2"])


def test_s4_a_page_that_has_left_is_closed_and_the_next_is_told() -> None:
    gone, there = Page(), Page()
    gone.has_left = True
    gone.fresh, there.fresh = [b"x"], [b"x"]
    with written(gone, there) as writer:
        writer.tell_all()
        eventually(lambda: there.heard)
        assert gone.is_closed


def test_s4_a_page_is_looked_at_when_it_is_due_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.stream_writer.LOOK", 10 * HANG_GUARD)
    due, other = Page(), Page()
    due.look_at = 0.0
    with written(other, due) as writer:  # in this order they would be told
        writer.tell_all()
        eventually(lambda: writer.answers(HANG_GUARD) and not writer._has_news)
        other.fresh = [b"other"]
        due.fresh = [b"due"]
        eventually(lambda: due.heard)
        assert other.heard == []


def test_s4_with_the_writer_all_streams_end() -> None:
    handed_over, stepped_through = Page(), Page()
    stepped_through.reader = None
    with written(handed_over, stepped_through):
        pass
    assert handed_over.is_closed
    assert handed_over.has_ended
    assert stepped_through.bell.is_set()


def test_s4_a_stream_that_is_handed_over_when_all_have_ended_ends_too(tmp_path: Path) -> None:
    with a_room(tmp_path, simulated=False) as room:
        stream, page = room.opens_stream(), Page()
        streams_of(room.app).close()
        stream.write_to(page)
        assert page.has_ended
        assert not streams_of(room.app).is_watched
