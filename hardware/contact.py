"""One button as its edges and levels tell it: which edge is a press, and when the next one may be.

It goes by stamps alone, knows no thread and keeps no time of its own.
"""


class Contact:
    """A contact bounces, so the first edge is the press and all others are noise until the line has rested released
    for a while. Releases are not waited for but looked for, so that none can be missed."""

    def __init__(self, rest: int, stuck: int, now: int, is_down: bool) -> None:
        self._rest = rest
        self._stuck = stuck
        self._pressed_at: int | None = now if is_down else None
        """The stamp of the press that is not over yet; of a button found held down, when it was found."""
        self.last_down = now if is_down else 0
        """When the line was last known to be down."""
        self.held_until = self.last_down
        """When it was last known to be down by the press that is not over yet."""
        self._was_released = False
        """Since the press, for so long that it would have been over if somebody had looked: a later edge tells."""
        self.is_stuck = False

    @property
    def is_locked(self) -> bool:
        """A press is not over yet: no edge counts."""
        return self._pressed_at is not None

    @property
    def held_since(self) -> int | None:
        return self._pressed_at

    def edge(self, stamp: int) -> bool:
        """Whether this edge is a press. Of a train that is told in the wrong order the earliest edge is."""
        before, self.last_down = self.last_down, max(self.last_down, stamp)
        if self._pressed_at is not None and (stamp >= self._pressed_at or self.is_stuck):
            self._was_released = self._was_released or stamp - before >= self._rest
            self._note_held()
            return False
        self._was_released = False
        self.held_until = stamp
        is_same_train = self._pressed_at is None or self._pressed_at - stamp < self._rest
        self._pressed_at = stamp
        return is_same_train

    def level(self, is_down: bool, now: int) -> None:
        """How the line stands now."""
        if self._pressed_at is None:
            return
        if is_down:
            self.last_down = max(self.last_down, now)
            self._note_held()
            self.is_stuck = self.is_stuck or now - self._pressed_at >= self._stuck
        elif now - self.last_down >= self._rest:
            self._pressed_at = None
            self.is_stuck = False

    def _note_held(self) -> None:
        if not self._was_released:
            self.held_until = self.last_down
