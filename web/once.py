"""What does not depend on who looks is worked out once for each moment of the table and each language, though pages are
rendered for every seat.
"""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from companion.games.speech import Speech
from companion.snapshots import Snapshot

T = TypeVar("T")
SomeSpeech = TypeVar("SomeSpeech", bound=Speech)


def once_for_each_snapshot(work_out: Callable[[Snapshot, SomeSpeech], T]) -> Callable[[Snapshot, SomeSpeech], T]:
    """Remembers only the last snapshot in each language. `work_out` must depend on nothing but its arguments, and what
    it returns must not be changed. On any thread: two that come at once may both work it out."""
    known: dict[Speech, tuple[Snapshot, T]] = {}

    @wraps(work_out)
    def worked_out(snapshot: Snapshot, speech: SomeSpeech) -> T:
        found = known.get(speech)
        if found is None or found[0] is not snapshot:
            found = known[speech] = snapshot, work_out(snapshot, speech)
        return found[1]

    return worked_out
