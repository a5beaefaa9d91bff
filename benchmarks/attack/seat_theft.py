"""A stranger's phone asks for a seat, and whoever plays there presses the button as usual, without reading anything:
to bid, to start the clock, to say "done", or too early. No such press may seat the stranger, and nobody who sits there
already may be put out by it. This in every position that a game can have a question for, and in every state of the
clock.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from attack.positions import GAME_OVER, PLAYERS, PROPOSAL, Position, every_position, with_proposal
from attack.seated import seat_phone
from attack.target import HOLD, QUICK, Device, Phone
from companion.games.box import GAMES

LEAST = 200
"""Tries of a full run."""
AT_ONCE = 3
"""Devices that are attacked at the same time, each by itself."""
NOT_PLAYING = 3
"""A seat of the device at which nobody plays in a game of three."""
CLOCK_SEATS = (0, 1, 2, 3)
"""Of a clock without a game everybody who has a button is a player."""
TAKES_OVER = 2
"""Every so many requests are for taking the seat over."""
WAITS = (0.0, 0.4, 1.3, 1.3)
"""Seconds before a press. After more than one the display has shown the request for long enough, and only the length of
the press is in the way."""
LONG = 0.15
"""The share of presses that are slow, but no holds."""
SETTLED = 0.5
"""Seconds after the last press: the panel answers on a thread of its own."""
UNDER_WAY = 10.0
"""Seconds at most until the table is as it is to be."""
SLOW = QUICK.replace("seconds_per_price = 0.2", "seconds_per_price = 10").replace("speed = 2", "speed = 1")
"""Settings with which the clock still runs at the end of a try."""


class Try(NamedTuple):
    state: str
    """What was on the table, and what was asked, when the stranger asked."""
    status: int
    """Of the stranger's request."""
    stranger: Phone
    is_seated: bool = False
    """Right after the presses, or later."""


class Victim(NamedTuple):
    """A phone that sat down before, by a held button."""

    phone: Phone
    seat: int


class Found(NamedTuple):
    """At one device."""

    name: str
    tries: Sequence[Try]
    victims: int
    put_out: int
    longest: float
    """Seconds: of the longest press."""


Scene = Callable[[tuple[str, ...]], Found]
"""One device, attacked from beginning to end. The argument is the program."""


def run(share: int, program: tuple[str, ...]) -> Iterator[str]:
    """One of so many positions of each game, and as few of the clock's states."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = list(pool.map(lambda scene: scene(program), _scenes(share)))
    tries = [one for device in found for one in device.tries]
    if share == 1 and len(tries) < LEAST:
        raise SystemExit(f"There were {len(tries)} tries instead of {LEAST}.")
    yield from _table(tries)
    victims, put_out = sum(device.victims for device in found), sum(device.put_out for device in found)
    yield f"devices {len(found)}, strangers looked at again at the end {len(tries)}"
    yield f"phones that sat there before {victims}, put out {put_out}"
    yield f"longest press {max(device.longest for device in found):.2f} s, where a hold is 2 s"
    if stolen := [one.state for one in tries if one.is_seated]:
        yield f"NOT HELD: a stranger was seated at: {', '.join(sorted(set(stolen)))}"
    if emptied := [device.name for device in found if device.put_out]:
        yield f"NOT HELD: somebody was put out at: {', '.join(emptied)}"


def _table(tries: Sequence[Try]) -> Iterator[str]:
    states = Counter(one.state for one in tries)
    heard = Counter(one.state for one in tries if one.status < 400)
    stolen = Counter(one.state for one in tries if one.is_seated)
    yield f"{'seat theft, by what was asked':<44}{'tries':>7}{'called':>8}{'seated':>8}"
    for state, tried in sorted(states.items()):
        yield f"{state:<44}{tried:>7}{heard[state]:>8}{stolen[state]:>8}"
    yield f"{'together':<44}{len(tries):>7}{heard.total():>8}{stolen.total():>8}"


def _scenes(share: int) -> list[Scene]:
    """The positions are all looked for, however few of them are used."""
    positions = [one for game in GAMES.values() for one in every_position(game)[::share]]
    positions += [with_proposal(game) for game in GAMES.values()][::share]
    clocks = list(CLOCK_STATES)[:: min(share, len(CLOCK_STATES) - 1)]
    return [
        *(partial(_in_game, place, position) for place, position in enumerate(positions)),
        *(partial(_at_clock, name) for name in clocks),
    ]


class Attack:
    """On one device. Strangers have an address each."""

    def __init__(self, device: Device, chance: Random, victims: Sequence[int]) -> None:
        """Phones sit down at the seats of the victims."""
        self.device = device
        self.victims = [Victim(seat_phone(device, seat, f"127.0.0.{10 + seat}"), seat) for seat in victims]
        self._chance = chance
        self._strangers = (Phone(device, f"127.1.{n // 250}.{n % 250 + 1}") for n in count())
        self._tries: list[Try] = []
        self._longest = 0.0

    def steal(self, seat: int, meanwhile: Callable[[], None] = lambda: None) -> None:
        """A stranger asks for this seat, something else may happen, and then its owner presses, up to three times
        within a few seconds."""
        stranger = next(self._strangers)
        state = _named(stranger.state)
        status = stranger.ask_for_seat(seat, takes_over=len(self._tries) % TAKES_OVER == 0).status
        meanwhile()
        for _ in range(self._chance.randint(1, 3)):
            time.sleep(self._chance.choice(WAITS))
            self._longest = max(self._longest, self.device.press(seat, self._length()))
        self._tries.append(Try(state, status, stranger, _is_seated(stranger)))

    def _length(self) -> float:
        """Seconds of a press that is no hold."""
        return HOLD / 2 if self._chance.random() < LONG else self._chance.uniform(0.03, 0.4)

    def end(self, name: str) -> Found:
        """Look at everybody once more: requests stay open for half a minute, so that a later press might have answered
        an earlier stranger."""
        time.sleep(SETTLED)
        tries = [one._replace(is_seated=one.is_seated or _is_seated(one.stranger)) for one in self._tries]
        put_out = sum(victim.phone.state["seat"] != victim.seat for victim in self.victims)
        return Found(name, tries, len(self.victims), put_out, self._longest)


def _is_seated(stranger: Phone) -> bool:
    return stranger.state["seat"] is not None


# In a game.


def _in_game(place: int, position: Position, program: tuple[str, ...]) -> Found:
    """First at seats that nobody has asked for within the last minute, where a hold would let the stranger sit down;
    then again at two of them, where several phones ask. Victims sit at the seat that is asked and at the next one."""
    name = f"{position.game.name}: {position.kind}"
    asked, following, third = ((position.seat + n) % PLAYERS for n in range(PLAYERS))
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        position.keep(data)
        with Device(data, program) as device:
            attack = Attack(device, Random(f"{name} {place}"), (asked, following))
            _check_kind(attack.victims[0].phone, position)
            for seat in (third, following, asked, NOT_PLAYING, asked, following):
                if position.kind == PROPOSAL:
                    _propose(attack.victims[1].phone)
                attack.steal(seat)
            return attack.end(name)


def _check_kind(phone: Phone, position: Position) -> None:
    """The device asks what the position was chosen for, also after phones have sat down."""
    asked = _asked(phone.state)
    if position.kind not in (PROPOSAL, asked):
        raise SystemExit(f"The device asks {asked}, and not {position.kind}, in {position.game.name}.")


def _propose(phone: Phone) -> None:
    """To take back the last two actions, unless that is proposed already; the others at the table have to agree."""
    state = phone.state
    if state["view"]["proposal"] is None:
        phone.act(type="take_back", to=state["view"]["row"] - 2)
        if phone.state["view"]["proposal"] is None:
            raise SystemExit("Nothing was proposed.")


# At a clock without a game.


def _at_clock(name: str, program: tuple[str, ...]) -> Found:
    """Once at each seat, the table being brought into the same state before."""
    before, meanwhile = CLOCK_STATES[name]
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        with Device(data, program, settings=SLOW) as device:
            attack = Attack(device, Random(name), (0, 1))
            phone = attack.victims[0].phone
            for seat in CLOCK_SEATS:
                before(device, phone)
                attack.steal(seat, partial(meanwhile, device, phone))
            return attack.end(f"clock: {name}")


def _empty(device: Device, phone: Phone) -> None:
    if phone.state["on"] != "nothing":
        _idle(device, phone)
        phone.post_form("/leave", "")
    _wait_for(phone, lambda state: state["on"] == "nothing")


def _idle(device: Device, phone: Phone) -> None:
    """The first press on an empty table only opens the clock; one that runs is paused, and then given up."""
    until = time.monotonic() + UNDER_WAY
    while not _is_idle(state := phone.state) and time.monotonic() < until:
        if state["on"] == "nothing":
            device.press(0, 0.1)
        else:
            phone.act(type="pause")
        time.sleep(0.1)
    _wait_for(phone, _is_idle)


def _counting_down(device: Device, phone: Phone) -> None:
    _idle(device, phone)
    phone.act(type="start", get_ready=30)
    _wait_for(phone, lambda state: "counting down" in _named(state))


def _running(device: Device, phone: Phone) -> None:
    _idle(device, phone)
    phone.act(type="start", get_ready=0)
    _wait_for(phone, lambda state: "running" in _named(state))


def _standing(device: Device, phone: Phone) -> None:
    """After an interruption: the next press starts it again."""
    _running(device, phone)
    phone.act(type="pause")
    _wait_for(phone, lambda state: "standing" in _named(state))


def _stopped(device: Device, phone: Phone) -> None:
    """By a bid, just now. While the first price is shown a stop doubles, and the clock runs again."""
    _running(device, phone)
    until = time.monotonic() + UNDER_WAY
    while not _is_idle(phone.state) and time.monotonic() < until:
        device.press(1, 0.05)
        time.sleep(0.3)
    _wait_for(phone, _is_idle)


def _nothing(_device: Device, _phone: Phone) -> None:
    """The table stays as it is while the stranger's request is shown."""


Step = Callable[[Device, Phone], None]
CLOCK_STATES: dict[str, tuple[Step, Step]] = {
    "empty table": (_empty, _nothing),
    "idle": (_idle, _nothing),
    "counting down": (_counting_down, _nothing),
    "running": (_running, _nothing),
    "standing": (_standing, _nothing),
    "stopped": (_stopped, _nothing),
    "started after the request": (_idle, _running),
}
"""By name: what is done before the stranger asks, and between that and the presses."""


def _wait_for(phone: Phone, is_so: Callable[[Any], bool]) -> None:
    until = time.monotonic() + UNDER_WAY
    while not is_so(state := phone.state):
        if time.monotonic() > until:
            raise SystemExit(f"The table did not come into the state that was to be attacked; it is: {_named(state)}.")
        time.sleep(0.05)


# What is on the table.


def _is_idle(state: Any) -> bool:
    return state["on"] == "clock" and state["view"]["clock"] is None and not state["view"]["clock_stands"]


def _asked(state: Any) -> str:
    asked = state["view"]["table"]["asked"]
    return str(asked["what"]) if asked else GAME_OVER


def _named(state: Any) -> str:
    if state["on"] != "game" and state["view"] is None:
        return "empty table" if state["on"] == "nothing" else str(state["on"])
    view = state["view"]
    name = f"{view['rules']}: {_asked(state)}" if state["on"] == "game" else "clock alone"
    if view["clock"]:
        return f"{name}, {'counting down' if state['now'] < view['clock']['start'] else 'running'}"
    if view["clock_stands"]:
        return f"{name}, standing"
    return f"{name}, with a proposal" if view["proposal"] else name
