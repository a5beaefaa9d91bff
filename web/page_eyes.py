"""Looks at a page for one phone: tells it the parts that changed, as soon as they have been rendered."""

from collections.abc import Callable

from companion.words import Language
from web.page_parts import PageParts, fetch_instead
from web.page_renderer import PageRenderer, Place, ViewerKind


class PageEyes:
    """`seat` says where the phone sits, and is asked at every look: what was rendered for a seat reaches only a phone
    that has it now. `shows` is the digest of what the page says that it shows. Never waits for the renderer."""

    def __init__(
        self, renderer: PageRenderer, seat: Callable[[], int | None], page: str, language: Language, shows: str
    ) -> None:
        self._renderer = renderer
        self._seat = seat
        self._page = page
        self._language = language
        self._place: Place | None = None
        self._told: PageParts | None = renderer.known(shows, self._kind())
        """What the page shows by all that it has been told."""
        self._number = 0
        """Of the last message."""
        self._closed = False

    def _kind(self) -> ViewerKind:
        return ViewerKind(self._page, self._seat(), self._language)

    def news(self) -> bytes:
        if self._closed:
            return b""
        kind = self._kind()
        if self._place is None or self._place.kind != kind:
            self._leave()
            self._place = self._renderer.watch(kind, self, self._told)
            if self._closed:  # meanwhile, on the thread of the connections
                self._leave()
                return b""
        place = self._place
        if place is None:  # too many kinds
            return self._fetch(self._renderer.number)
        if place.failed:
            return self._fetch(place.number)
        if place.shown is None:
            return self._as_it_is() if place.number else b""
        return self._parts(place.shown)

    def close(self) -> None:
        """Nobody looks any more."""
        self._closed = True
        self._leave()

    def _leave(self) -> None:
        place, self._place = self._place, None
        if place:
            self._renderer.leave(place, self)

    def _parts(self, shown: PageParts) -> bytes:
        if shown is self._told and self._number:
            return b""
        base, self._told, self._number = self._told, shown, shown.number
        return shown.since(base)

    def _as_it_is(self) -> bytes:
        """The page was fetched a moment ago, and nothing has changed since."""
        return self._parts(self._told) if self._told else b""

    def _fetch(self, number: int) -> bytes:
        if number == self._number:
            return b""
        is_first, self._number = not self._number, number
        if is_first and self._told and self._told.number == number:  # it was fetched a moment ago
            return self._told.since(self._told)
        return fetch_instead(number)
