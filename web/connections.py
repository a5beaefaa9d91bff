"""Which connections there may be: who is let in, who has idled or dawdled for too long, and who goes when there is no
room left.

Phones at the table have a room of their own, and are never closed to make room for others.
"""

import socket
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from web.bodies import ALL, BodyLimits, Budget
from web.channel import Channel, State
from web.rates import Allowance, SharedTime
from web.seated import SeatedPhones
from web.stream import MOST

READING = Allowance(0.1, 0.03)
"""Seconds of processor time that it may take to read what the strangers of one address send."""
READING_OF_ALL = Allowance(0.1, 0.05)
"""The same for all strangers together."""
READING_OF_NEWCOMER = Allowance(0.01, 0.001)
"""Of an address that was hardly heard before, even if there is nothing left for all together."""
PAUSE = 0.01
"""Seconds after which some of those are heard again that had no time left."""
GO_ON = 8
"""So many of them, in turn: all at once would keep everybody else waiting."""
CLOSED = 2
"""Connections at a time: hundreds of them at once would keep all others waiting."""
EVERY = 0.004
"""Seconds from one time to the next."""
LOOKED_FOR = 0.1
"""Seconds between two looks for connections that may go to make room, if the last one found too few."""
LONGEST_KNOWN = 1.0
"""Seconds after which what was found is found anew."""
OF_ONE_ADDRESS = 64
"""Connections: a browser has six, and some machines have many browsers."""


class Limits(NamedTuple):
    """Seconds, bytes and numbers of connections."""

    connections: int = 2 * MOST + 100
    kept_for_seated: int = 64
    """Of these, for the addresses from which a seated phone was heard."""
    of_one_address: int = OF_ONE_ADDRESS
    idle_of_one_address: int = 8
    """When more than half of the room is taken."""
    until_head: float = 5.0
    """From the first moment of a connection, or the first byte of a request, until its head is there."""
    until_body: float = 10.0
    """From the first byte of a request to its last."""
    idle: float = 15.0
    """Until the next request."""
    stalled: float = 20.0
    """While nothing is taken of what is to be sent."""
    leaving: float = 2.0
    """After a refusal, for whoever is still sending."""
    half_closed: float = 2.0
    """Until its answer is made, for one that has closed its side: whoever has left looks the same."""
    remembered: float = 3600.0
    """So long an address is one of a seated phone's after it was last heard."""
    addresses: int = 64
    """That are remembered."""
    unsent: int = 8 * 1024 * 1024
    """Of answers, over all connections."""
    look: float = 1.0
    """So often they are looked at."""


LIMITS = Limits()

_GO_FIRST = ("leaving", "idle", "head", "body", "sending", "answering")
"""When there is no room, in this order. Streams stay: there are only so many of them."""


class Connections:
    """All of a server's. For the thread of its loop, unless it says otherwise."""

    def __init__(self, seated: SeatedPhones | None, bodies: BodyLimits, limits: Limits) -> None:
        self._seated = seated
        self._bodies = bodies
        self._limits = limits
        self.look_at: Callable[[int | None], None] = lambda _: None
        """Lets the loop look at a socket, on any thread."""
        self._seated_budget, self._budget = Budget(ALL), Budget(ALL)
        self._heard_at: OrderedDict[str, tuple[float, str]] = OrderedDict()
        """When a seated phone was last heard at an address, and its name; the last one last."""
        self._channels: dict[int, Channel] = {}
        self._of_address: dict[str, set[Channel]] = {}
        self._may_go: deque[Channel] = deque()
        """To make room, the first one first; as they were when somebody last looked for them."""
        self._may_go_at = 0.0
        self._go_on_at = 0.0
        self._paused: OrderedDict[Channel, None] = OrderedDict()
        """Until there is time again to read what they send; those first that have waited for longest."""
        self._reading = SharedTime(READING, READING_OF_ALL, READING_OF_NEWCOMER)
        """By address, of strangers."""
        self._look_at = 0.0
        self._has_more_to_send = False
        """Since all that is to be sent was counted."""
        self._close_at = 0.0
        self._to_close: deque[tuple[Channel, float]] = deque()
        """Those that were there for too long; `look` closes a few at a time, unless one has done something since."""

    def look_after(self, channels: dict[int, Channel]) -> None:
        """These, of which waitress keeps the list."""
        self._channels = channels

    # What a connection asks.

    def seated_phone(self, cookies: str) -> str:
        return self._seated.phone(cookies) if self._seated else ""

    def body_limit(self, method: str, path: str, phone: str, address: str) -> int:
        return self._bodies.largest(method, path, phone=phone, address=address)

    def budget(self, phone: str) -> Budget:
        return self._seated_budget if phone else self._budget

    def heard(self, channel: Channel) -> None:
        self._heard_at[channel.address] = time.monotonic(), channel.phone
        self._heard_at.move_to_end(channel.address)
        if len(self._heard_at) > self._limits.addresses:
            self._heard_at.popitem(last=False)

    def has_written(self) -> None:
        """On any thread; whoever has written tells the loop that `has_changed`."""
        self._has_more_to_send = True

    def may_read(self, channel: Channel) -> bool:
        """A stranger's requests are read while there is time for strangers: what a seat does waits for the same thread.
        Once there is none, only those are heard who have hardly taken any."""
        if not self.is_stranger(channel):
            return True
        may_read = self._reading.has_time(channel.address)
        if not may_read:
            self._paused[channel] = None
        return may_read

    def is_stranger(self, one: object) -> bool:
        """A connection, and not one of a phone at the table."""
        return isinstance(one, Channel) and not (one.phone or self.is_seated(one.address))

    def has_read(self, channel: Channel, seconds: float) -> None:
        if self.is_stranger(channel):
            self._reading.spend(channel.address, seconds)

    def has_changed(self, channel: Channel) -> None:
        """It may want to read or write now, or no longer. On any thread."""
        self.look_at(channel.number)

    def has_closed(self, channel: Channel) -> None:
        """May be told more than once."""
        self._paused.pop(channel, None)
        others = self._of_address.get(channel.address, set())
        others.discard(channel)
        if not others:
            self._of_address.pop(channel.address, None)

    # Who is let in.

    def let_in(self, server: Any, connection: socket.socket, address: tuple[str, int]) -> None:
        """If there `has_room`."""
        channel = Channel(self, server, connection, address, server.adj, server._map)
        self._of_address.setdefault(channel.address, set()).add(channel)
        self.has_changed(channel)

    def has_room(self, address: str) -> bool:
        """For one more; somebody else may have to go for it."""
        own, is_seated = self._of_address.get(address, set()), self.is_seated(address)
        if len(own) >= self._limits.of_one_address:
            return False
        if not is_seated and len(self._too_many_idle(own, self._limits.idle_of_one_address - 1)) > 0:
            return False
        kept = 0 if is_seated else self._limits.kept_for_seated
        return len(self._channels) < self._limits.connections - kept or self._close_one()

    def is_seated(self, address: str) -> bool:
        """A phone that sits at the table was heard there, and has not been removed since."""
        heard = self._heard_at.get(address)
        if heard is None or self._seated is None:
            return False
        at, phone = heard
        return time.monotonic() - at < self._limits.remembered and self._seated.sits(phone)

    def _close_one(self) -> bool:
        """Of those that may go, the one that has been in its state for longest; whether there was one. They are looked
        for a few times a second at most, or whoever comes again and again would keep the server busy with that."""
        now = time.monotonic()
        if now >= self._may_go_at + (LONGEST_KNOWN if self._may_go else LOOKED_FOR):
            self._may_go_at = now
            states = [(channel.state, channel) for channel in self._channels.values()]  # once: workers change them
            found = [(_GO_FIRST.index(state), one.since, one) for state, one in states if self._can_go(one, state)]
            self._may_go = deque(channel for _, _, channel in sorted(found, key=lambda one: one[:2]))
        while self._may_go:
            channel = self._may_go.popleft()
            if channel.connected and self._can_go(channel, channel.state):
                channel.handle_close()
                return True
        return False

    def _can_go(self, channel: Channel, state: State) -> bool:
        return state in _GO_FIRST and not channel.phone and not self.is_seated(channel.address)

    def _too_many_idle(self, of_one_address: Collection[Channel], most: int) -> list[Channel]:
        """When more than half of the room is taken: all but so many, those that have idled for longest."""
        if len(of_one_address) <= most or 2 * len(self._channels) <= self._limits.connections:
            return []
        idle = [channel for channel in of_one_address if channel.state == "idle" and not channel.phone]
        idle.sort(key=lambda channel: channel.since, reverse=True)
        return idle[most:]

    # Who has been there for too long.

    @property
    def wait(self) -> float:
        """Seconds that the next step of the loop may wait for news."""
        if self._has_more_to_send:
            return 0.0
        if self._to_close:
            return EVERY
        return min(PAUSE, self._limits.look) if self._paused else self._limits.look

    def look(self) -> None:
        """After every step of the loop."""
        if self._has_more_to_send:
            self._has_more_to_send = False
            self._close_slow_readers()
        now = time.monotonic()
        if now >= self._close_at:
            self._close_at = now + EVERY
            for _ in range(min(CLOSED, len(self._to_close))):
                channel, since = self._to_close.popleft()
                if channel.connected and channel.since == since:
                    channel.handle_close()
        if self._paused and now >= self._go_on_at:
            self._go_on_at = now + PAUSE
            self._go_on()
        if now < self._look_at:
            return
        self._look_at = now + self._limits.look
        if now >= self._may_go_at + LONGEST_KNOWN:
            self._may_go.clear()  # closed connections would stay in memory with it
        for channel in list(self._channels.values()):
            if now - channel.since > self._patience(channel):
                self._to_close.append((channel, channel.since))
        for channels in list(self._of_address.values()):
            too_many = self._too_many_idle(channels, self._limits.idle_of_one_address)
            self._to_close += [(channel, channel.since) for channel in too_many]

    def _close_slow_readers(self) -> None:
        """If all together have too much to send, those go that have taken nothing for longest; phones at the table only
        if even that is not enough."""
        to_send = {channel: channel.total_outbufs_len for channel in self._channels.values()}  # once: workers change it
        unsent = sum(to_send.values())
        if unsent <= self._limits.unsent:
            return
        slow = sorted(filter(to_send.get, to_send), key=lambda channel: channel.since)
        going = []
        for is_seated, most in ((False, self._limits.unsent), (True, 2 * self._limits.unsent)):
            for channel in slow:
                if unsent > most and bool(channel.phone) == is_seated:
                    unsent -= to_send[channel]
                    going.append(channel)
        for channel in going[:CLOSED]:
            channel.handle_close()
        if len(going) > CLOSED:
            self._has_more_to_send = True

    def _go_on(self) -> None:
        """Whoever still has no time left is paused again, behind the others."""
        for _ in range(min(GO_ON, len(self._paused))):
            channel, _nothing = self._paused.popitem(last=False)
            channel.is_paused = False
            self.has_changed(channel)

    def _patience(self, channel: Channel) -> float:
        limits = self._limits
        match channel.state:
            case "idle":
                return limits.idle if channel.was_used else limits.until_head
            case "head":
                return limits.until_head
            case "body":
                return limits.until_body
            case "leaving":
                return limits.leaving
            case "answering" if channel.is_half_closed:
                return limits.half_closed
            case "sending":
                return limits.stalled
            case "stream" if channel.total_outbufs_len:
                return limits.stalled
        return float("inf")
