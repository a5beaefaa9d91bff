"""What the display says to those who have no phone at the table yet: into which Wi-Fi, and where the page is."""

from collections.abc import Callable, Sequence
from typing import Protocol

from companion.reception import Pairing
from companion.snapshots import CLOCK_ALONE, Snapshot
from companion.wifi import OwnWifi
from hardware.following import Hosts
from hardware.screens.joining import Join, JoinWifi
from hardware.screens.screen import Screen


class Found(Protocol):
    """The page, as phones find it."""

    @property
    def url(self) -> str:
        """By number."""

    @property
    def name(self) -> str:
        """To be typed; nothing where there is none."""


class Book(Protocol):
    """Who sits where."""

    @property
    def pairings(self) -> Sequence[Pairing]: ...


class Invitations:
    """For the panel, which asks again and again: the network may come late, and so may phones."""

    def __init__(
        self, house: Hosts, book: Book, page: Callable[[], Found | None], own: Callable[[], OwnWifi | None]
    ) -> None:
        self._house = house
        self._book = book
        self._page = page
        self._own = own

    def __call__(self) -> tuple[Screen, ...]:
        """In the order in which they are to be followed; none where everybody is there, or nobody could come."""
        snapshot = self._house.snapshot
        if snapshot is not None and not self._lacks_somebody(snapshot):
            return ()
        page, own = self._page(), self._own()
        first = (JoinWifi(own),) if own else ()
        return (*first, Join(page.url, page.name, is_second=own is not None)) if page else first

    def _lacks_somebody(self, snapshot: Snapshot) -> bool:
        """A person who plays has no phone. With just the clock on the table nobody needs one."""
        view = snapshot.view(None)
        if view.game == CLOCK_ALONE:
            return False
        seated = {pairing.seat for pairing in self._book.pairings}
        return any(not seat.is_bot and place not in seated for place, seat in enumerate(view.seats))
