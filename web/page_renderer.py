"""Puts pages together for all that watch them: after a change once for each kind of viewer, however many those are.

A kind of viewer is all that such a page depends on: its address, the seat of the phone, and the language. Whoever is of
a kind gets the same bytes.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from companion.games.speech import mark
from companion.words import Language
from companion.worker import UNTOLD, Faults, Worker
from web.page_parts import PageParts
from web.rates import Allowance, TimeShare

MOST_DETAILS = 4
"""Kinds of viewers without a seat whose address asks for something in particular; a phone of one more kind fetches its
page itself. The addresses without any such wish are few, and always have room."""
MOST_OF_A_SEAT = 8
"""Kinds, in all."""
LEFT = 8
"""Kinds that nobody watches any more: whoever comes back before anything has changed costs no rendering."""
OF_STRANGERS = Allowance(1.0, 0.3)
"""Seconds of processor time that the pages of all who have no seat may take. Beyond that they are late, and fetch
themselves."""
_LEAST_WAIT = 0.02
HANGS = 5.0
"""Seconds that the end of the thread is waited for."""
REMEMBERED = 32
"""Pages that were fetched last: the stream that each of them opens says which one it shows."""

_log = logging.getLogger(__name__)


class ViewerKind(NamedTuple):
    page: str
    """Its address, with what it says of what is wanted."""
    seat: int | None
    language: Language

    @property
    def wants_details(self) -> bool:
        return "?" in self.page


Render = Callable[[ViewerKind, int], str]
"""The page as that kind sees it; the number is that of the state. May raise whatever goes wrong."""


class Place:
    """What is known of one kind. Only the renderer's thread changes what is shown."""

    def __init__(self, kind: ViewerKind, number: int = 0) -> None:
        self.kind = kind
        self.viewers: set[object] = set()
        """The eyes of those who watch."""
        self.number = number
        """Of the state for which it was rendered; 0 if it has to be, whatever the state."""
        self.shown: PageParts | None = None
        self.failed = False
        """The last time it could not be rendered: the page has to fetch itself, and finds out."""

    def precedence(self) -> tuple[bool, bool, int]:
        """The least goes first: seats before onlookers, the usual pages before others, then what many watch."""
        return self.kind.seat is None, self.kind.wants_details, -len(self.viewers)


class PageRenderer:
    """`number` is that of the present state, `page_number` that of the state since which no page has changed. `tell` is
    called on the renderer's thread, with those for whom there is something new to read. That thread starts with the
    first viewer."""

    def __init__(
        self,
        render: Render,
        number: Callable[[], int],
        page_number: Callable[[], int],
        faults: Faults = UNTOLD,
    ) -> None:
        self._render = render
        self._number = number
        self._page_number = page_number
        self.tell: Callable[[set[object]], None] = lambda _viewers: None
        self._door = threading.Lock()
        self._places: dict[ViewerKind, Place] = {}
        self._left: OrderedDict[ViewerKind, Place] = OrderedDict()
        self._strangers = TimeShare(*OF_STRANGERS)
        """Only for the renderer's thread."""
        self._puts_off = False
        """Strangers' pages, until there is time again."""
        self._fetched: OrderedDict[tuple[ViewerKind, str], PageParts] = OrderedDict()
        self._news = threading.Event()
        self._is_started = False
        self._ended = False
        self._worker = Worker("pages", mark("Live pages"), self._keep_rendering, faults, wake=self._news.set)

    @property
    def number(self) -> int:
        """Of the state that there is now."""
        return self._number()

    def watch(self, kind: ViewerKind, viewer: object, base: PageParts | None) -> Place | None:
        """None if there are too many kinds already. A page that shows the present state already has to be rendered
        only when that changes."""
        is_new = base is None or base.number != self._number()
        with self._door:
            place = self._places.get(kind)
            if place is None:
                if not self._has_room(kind):
                    return None
                place = self._places[kind] = self._come_back(kind) or Place(kind, base.number if base else 0)
            place.viewers.add(viewer)
            if is_new and place.shown is None:
                place.number = 0
        if is_new or place.number != self._number():  # it may have changed since it was asked for
            self.wake()
        return place

    def _come_back(self, kind: ViewerKind) -> Place | None:
        """What was known of this kind when the last one left, if it is so still."""
        place = self._left.pop(kind, None)
        return place if place and place.number == self._number() else None

    def _has_room(self, kind: ViewerKind) -> bool:
        if kind.seat is not None:
            return sum(other.seat == kind.seat for other in self._places) < MOST_OF_A_SEAT
        details = sum(other.seat is None and other.wants_details for other in self._places)
        return not kind.wants_details or details < MOST_DETAILS

    def leave(self, place: Place, viewer: object) -> None:
        with self._door:
            place.viewers.discard(viewer)
            if not place.viewers and self._places.get(place.kind) is place:
                self._left[place.kind] = self._places.pop(place.kind)
                if len(self._left) > LEFT:
                    self._left.popitem(last=False)

    def remember(self, kind: ViewerKind, page: PageParts) -> None:
        """One that was fetched by this kind of viewer. Nobody but the phone that says that it shows it has any use for
        it; and no other kind may learn whether its guess at it is right."""
        with self._door:
            self._fetched[kind, page.digest] = page
            self._fetched.move_to_end((kind, page.digest))
            if len(self._fetched) > REMEMBERED:
                self._fetched.popitem(last=False)

    def known(self, digest: str, kind: ViewerKind) -> PageParts | None:
        """What a page says that it shows, if we know what that is."""
        with self._door:
            place = self._places.get(kind)
            if place and place.shown and place.shown.digest == digest:
                return place.shown
            return self._fetched.get((kind, digest))

    def wake(self) -> None:
        """Something may have changed. Waits for nobody."""
        with self._door:
            if self._places and not self._ended and not self._is_started:
                self._is_started = True
                self._worker.start()
        self._news.set()

    def close(self) -> None:
        """Waits for the thread, but not for one that hangs."""
        with self._door:
            self._ended = True
        if self._is_started:
            self._worker.stop(HANGS)

    def answers(self, patience: float) -> bool:
        """Whether its thread is there; also before it is needed."""
        return not self._is_started or self._ended or self._worker.answers(patience)

    def _keep_rendering(self) -> None:
        self._news.set()  # begun anew, it may not have come to the end of the last round
        while not self._ended:
            self._news.wait(max(_LEAST_WAIT, self._strangers.wait("")) if self._puts_off else None)
            self._news.clear()
            with self._worker.one_round():
                self._render_watched()

    def _render_watched(self) -> None:
        """A seat that has seen a change while an onlooker's page was rendered is next."""
        while not self._ended and (place := self._next()):
            self._show(place)

    def _next(self) -> Place | None:
        number = self._number()
        with self._door:
            old = [place for place in self._places.values() if place.viewers and place.number != number]
        first = min(old, key=Place.precedence, default=None)
        self._puts_off = first is not None and first.kind.seat is None and self._strangers.left("") <= 0
        return None if self._puts_off else first

    def _show(self, place: Place) -> None:
        """As of now: of several changes that came meanwhile only the newest is seen."""
        number, began = self._number(), time.thread_time()  # before all else: what changes meanwhile has another
        before = None if place.failed else place.shown
        try:
            if before and self._page_number() <= before.number:  # a stranger's request for a seat costs no rendering
                shown = before.as_of(number)
            else:
                shown = PageParts(self._render(place.kind, number), number)
        except Exception:
            if not place.failed:
                _log.exception("The page %s could not be rendered for those who watch it", place.kind.page)
            place.failed, place.number = True, number
        else:
            place.shown, place.failed, place.number = shown, False, number
        if place.kind.seat is None:
            self._strangers.spend("", time.thread_time() - began)
        with self._door:
            viewers = set(place.viewers)
        self.tell(viewers)
