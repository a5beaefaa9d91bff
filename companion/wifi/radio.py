"""Looks after the Wi-Fi while the box runs, on a thread of its own that nobody waits for: puts up a Wi-Fi of its own
where no known network answers, joins another when it is told, and comes back where that fails.
"""

import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Literal, NamedTuple

from companion.drawer import Drawer
from companion.errors import BadJournal, CannotJoin, NotNow
from companion.games.speech import Phrase, mark
from companion.wifi.aerial import Aerial, Air, Network, check_name_and_password
from companion.wifi.own import OwnWifi, kept_password, own_wifi, renewed_own_wifi
from companion.worker import Faults, Worker

Own = Literal["when_alone", "never", "always"]

_JOINING, _PUTTING_UP, _SWITCHED_OFF = "wifi", "own wifi", "wifi off"
"""Parts that may be in trouble."""
RENEWED = mark("{name} has a new password: phones join it anew with the code on the display.")


class Waits(NamedTuple):
    """Seconds."""

    look: float = 5.0
    """So often NetworkManager is asked how things stand,"""
    calm: float = 15.0
    """and so often where it is in a network, if only its own, or none is looked after: every question costs a small
    computer some time."""
    grace: float = 2.0
    """Before a network is left: so long the page has to say so."""
    back: float = 300.0
    """So long our own Wi-Fi is up before known networks are looked for again, and only while nobody needs it: it has
    to go down for that, since a Pi has one radio."""
    looking: float = 25.0
    """So long they may take to answer then."""
    again: float = 60.0
    """After our own Wi-Fi could not be put up."""
    stale: float = 20.0
    """Networks in reach that are older are looked for again when somebody wants to see them."""
    said: float = 300.0
    """So long page and display say what became of what was wanted."""


USUAL = Waits()


class News(NamedTuple):
    """How the Wi-Fi is, for whoever asks: never older than it takes to look."""

    air: Air = Air()
    networks: tuple[Network, ...] = ()
    """In reach. While our own Wi-Fi is up, as they were before."""
    joining: str | None = None
    """What is being joined just now."""
    said: Phrase | None = None
    """What became of what was wanted last."""


class Radio:
    """All doors can be used from any thread. `is_needed`: somebody would miss our own Wi-Fi if it went down."""

    def __init__(
        self,
        drawer: Drawer,
        troubles: Faults,
        *,
        own: Own = "when_alone",
        patience: float = 45.0,
        is_needed: Callable[[], bool] = lambda: False,
        aerial: Aerial | None = None,
        waits: Waits = USUAL,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._drawer = drawer
        self.own: OwnWifi = own_wifi(drawer)
        self.news = News()
        self.may_own = own != "never"
        self._when = own
        self._patience = patience
        self._troubles = troubles
        self._is_needed = is_needed
        self._aerial = aerial or Aerial()
        self._waits = waits
        self._now = now
        self._wishes: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._writing = threading.RLock()
        self._alone_since: float | None = None
        self._own_since: float | None = None
        """None: our own Wi-Fi was not up yet, or there has been another network since."""
        self._is_stopgap = True
        """Our own Wi-Fi is up for want of another, not because somebody wants it."""
        self._is_at_once = own == "always"
        """Our own Wi-Fi waits for nothing, until it was up or somebody has joined another."""
        self._put_up_at = 0.0
        """Not before then, after it has failed."""
        self._may_come = False
        """Our own Wi-Fi did not come up in time, but NetworkManager may still be at it."""
        self._looked_at: float | None = None
        self._seen_at: float | None = None
        """When the networks in the news were in reach."""
        self._said_at = 0.0
        self.worker = Worker("radio", mark("Wi-Fi"), self._attend, troubles, wake=self._wake)
        self.worker.start()

    def close(self) -> None:
        """What NetworkManager is doing, it does to its end."""
        self.worker.stop(1.0)

    def _wake(self) -> None:
        self._wishes.put(lambda: None)

    # Doors.

    @property
    def up(self) -> OwnWifi | None:
        """Our own Wi-Fi, while it is up."""
        return self.own if self.news.air.is_own else None

    def join(self, name: str, password: str = "", *, is_hidden: bool = False) -> None:
        """As soon as whoever asks has heard of it. What becomes of it is in the news."""
        check_name_and_password(name, password)
        self._wish(lambda: self._join(name, password, is_hidden), joining=name, said=None)

    def put_up(self) -> None:
        """Our own Wi-Fi, until somebody joins another."""
        if not self.may_own:
            raise CannotJoin("The settings say that this box has no Wi-Fi of its own: wifi.own is never.")
        self._wish(self._go_own, joining=self.own.name, said=None)

    def renew_password(self) -> None:
        """Of our own Wi-Fi. If that is up it comes back with the new one, and every phone in it has to join anew."""
        is_up = self.up is not None
        self._wish(self._renew_password, joining=self.own.name if is_up else None, said=None)

    @property
    def age(self) -> float | None:
        """Seconds since the networks in the news were in reach; None: nobody has looked yet."""
        return None if self._seen_at is None else max(0.0, self._now() - self._seen_at)

    def forget(self, name: str) -> None:
        """A network that was joined before; it is left, if the box is in it."""
        self._wish(lambda: self._forget(name))

    def look_around(self) -> None:
        """For networks in reach, if that was not just done."""
        is_fresh = self._looked_at is not None and self._now() - self._looked_at < self._waits.stale
        if self.news.air.wireless and not self.news.air.is_own and not is_fresh:
            self._looked_at = self._now()
            self._wishes.put(self._see_networks)

    def _wish(self, deed: Callable[[], None], **news: object) -> None:
        """In one step: of two phones at once, the second has to wait."""
        with self._writing:
            self._check_is_free()
            self._change(**news)
            self._wishes.put(deed)

    def _check_is_free(self) -> None:
        if self.news.joining is not None:
            raise NotNow("The box is just joining {name}: wait a moment.", name=self.news.joining)
        if self.news.air.wireless is None:
            raise CannotJoin("There is no Wi-Fi here to look after.")

    # Its own thread.

    def _attend(self) -> None:
        self._change(joining=None)  # begun anew: nobody is at it any more
        while not self.worker.is_stopping:
            self._safely(self._look)
            try:
                wish = self._wishes.get(timeout=self._waits.look if self._is_unsettled else self._waits.calm)
            except Empty:
                continue
            self._safely(wish)

    @property
    def _is_unsettled(self) -> bool:
        air = self.news.air
        return air.is_alone and not air.is_own and air.wireless is not None

    def _safely(self, deed: Callable[[], None]) -> None:
        is_done = False
        with self.worker.one_round():
            deed()
            is_done = True
        if not is_done:
            self._change(joining=None)

    def _look(self) -> None:
        self._read_password()
        is_new = self.news.air.is_looked_after and self._own_since is None
        air, now = self._see_air(), self._now()
        if air.is_own:
            self._notice_own(is_new)
        elif now >= self._put_up_at and not air.is_trying:
            self._may_come = False
        if now - self._said_at >= self._waits.said:
            self._troubles.clear(_JOINING)
            self._change(said=None)
        self._tell_if_off(air, now)
        if air.wireless and not air.is_blocked and not self.worker.is_stopping:
            self._decide(air, now)

    def _notice_own(self, is_new: bool) -> None:
        """It is up: perhaps late, but as it was asked for, or put back, or else by somebody who wants it."""
        if self._may_come:
            self._may_come = False
            self._change(said=None)
        elif is_new:
            self._is_stopgap = False
        self._troubles.clear(_PUTTING_UP)

    def _tell_if_off(self, air: Air, now: float) -> None:
        """Whoever has just built the box sees why no phone finds it."""
        if air.is_blocked and self._has_waited(now):
            off = mark("Wi-Fi is switched off: sudo veilingklok doctor says what to do.")
            self._troubles.report(_SWITCHED_OFF, off)
        elif not air.is_blocked:
            self._troubles.clear(_SWITCHED_OFF)

    def _decide(self, air: Air, now: float) -> None:
        if air.is_own:
            if self._is_stopgap and self._when == "when_alone":
                self._look_for_others(air, now)
        elif now >= self._put_up_at and not air.is_trying and self._is_wanted(now):
            self._is_stopgap, self._own_since = True, None
            self._see_networks()
            self._raise()

    def _is_wanted(self, now: float) -> bool:
        return self.may_own and (self._is_at_once or self._has_waited(now))

    def _has_waited(self, now: float) -> bool:
        return self._alone_since is not None and now - self._alone_since >= self._patience

    def _raise(self) -> bool:
        """Whether our own is up now; if not, it is said why."""
        try:
            self._aerial.put_up(self.own)
            self._troubles.clear(_PUTTING_UP)
            is_up = True
        except CannotJoin as error:
            self._put_up_at, self._may_come = self._now() + self._waits.again, True
            self._complain(_PUTTING_UP, error)
            is_up = False
        self._see_air()
        return is_up

    def _look_for_others(self, air: Air, now: float) -> None:
        """A cable is there, or a router that was slower to start than this box may be."""
        is_time = self._own_since is not None and now - self._own_since >= self._waits.back
        if self._is_needed() or not (air.by_cable or is_time):
            return
        self._own_since = now
        if not air.by_cable and not self._aerial.known():
            return
        self._aerial.take_down()
        until = self._now() + self._waits.looking
        while self._see_air().is_alone and self._now() < until and not self.worker.wait(self._waits.look / 2):
            if not self._wishes.empty():
                break
        if self.news.air.is_alone and not self.worker.is_stopping:
            self._raise()

    # What somebody wants.

    def _join(self, name: str, password: str, is_hidden: bool) -> None:
        self._troubles.clear(_JOINING)
        if self.worker.wait(self._waits.grace):
            return
        own = self.own if self._see_air().is_own else None
        try:
            self._aerial.join(name, password, is_hidden=is_hidden, in_place_of=own)
            self._is_at_once = False
        except CannotJoin as error:
            self._complain(_JOINING, error)
        self._see_air()
        self._change(joining=None)

    def _go_own(self) -> None:
        self._troubles.clear(_JOINING)
        if self.worker.wait(self._waits.grace):
            return
        self._see_networks()
        self._is_stopgap = False
        self._raise()
        self._change(joining=None)

    def _read_password(self) -> None:
        """Again: the command line may have renewed it."""
        kept = kept_password(self._drawer)
        if kept is not None and kept != self.own.password:
            self.own = own_wifi(self._drawer)

    def _renew_password(self) -> None:
        self._troubles.clear(_JOINING)
        is_up = self._see_air().is_own
        if is_up and self.worker.wait(self._waits.grace):
            return
        try:
            self.own = renewed_own_wifi(self._drawer)
        except BadJournal as error:
            self._say(error, joining=None)
            return
        if is_up:
            self._aerial.take_down()
        if is_up and not self._raise():
            self._change(joining=None)
        else:
            self._say(Phrase(RENEWED, name=self.own.name), joining=None)

    def _forget(self, name: str) -> None:
        try:
            self._aerial.forget(name)
        except CannotJoin as error:
            self._complain(_JOINING, error)
            return
        left = tuple(one._replace(is_known=one.is_known and one.name != name) for one in self.news.networks)
        self._say(Phrase("{name} is forgotten.", name=name), networks=left)
        self._see_networks()

    def _see_networks(self) -> None:
        """While our own is up they are not heard."""
        if self.news.air.is_own:
            return
        found = self._aerial.networks(look_again=True)
        self._looked_at = self._seen_at = self._now()
        self._change(networks=tuple(one for one in found if one.name != self.own.name))

    def _see_air(self) -> Air:
        """How things stand now, and since when."""
        air, now = self._aerial.look(), self._now()
        if air.is_own:
            self._own_since, self._is_at_once = self._own_since or now, False
        elif not air.is_alone:
            self._own_since = None
        self._alone_since = (self._alone_since or now) if air.is_alone and not air.is_own else None
        if air != self.news.air:
            self._change(air=air)
        return air

    def _complain(self, part: str, error: CannotJoin) -> None:
        """On the page and on the display; in the log as well, so no password is ever in it."""
        self._say(error)
        self._troubles.report(part, error.sentence, **error.values)

    def _say(self, said: Phrase, **news: object) -> None:
        self._said_at = self._now()
        self._change(said=said, **news)

    def _change(self, **news: object) -> None:
        """By whichever thread, one at a time."""
        with self._writing:
            self.news = self.news._replace(**news)  # type: ignore[arg-type]
