"""My decision, picked step by step: what can be tapped on the drawings, what can be chosen in words, and, once a whole
action is picked, what it will bring about. What has been picked so far is in the page's address, so that every step
works without script and can be gone back on.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

import msgspec

from companion.games.merchants import Moment
from companion.games.merchants import actions as act
from companion.games.merchants.board import COMMODITIES
from companion.games.merchants.cardboard import consequences
from companion.games.merchants.choosing import Choice, choices, holds, question
from companion.games.merchants.drawing import Target
from companion.games.merchants.events import Area
from companion.games.merchants.options import MOVES_OF_A_CARD
from companion.games.merchants.state import TRACK
from companion.games.merchants.story import card_title
from companion.games.merchants.titles import part_heading
from companion.games.speech import Speech
from web.confirm import Confirm

_ACTIONS: msgspec.json.Decoder[act.AnyAction] = msgspec.json.Decoder(act.AnyAction)


class Picked(NamedTuple):
    """What the address says has been picked; nothing of it is believed before the rules allow it."""

    action: str = ""
    space: str = ""
    moves: str = ""
    after: str = ""


class Way(NamedTuple):
    """A step further, in words; with more `inside` a list of them."""

    words: str
    href: str = ""
    inside: "tuple[Way, ...]" = ()


class Decision(NamedTuple):
    question: tuple[str, ...]
    ways: tuple[Way, ...]
    targets: dict[Area, dict[str, Target]]
    confirm: Confirm | None
    moved: tuple[act.Commodity, ...]
    """Moves picked so far, to be shown as if they had been made."""
    unpick: str
    """The address with nothing picked."""
    starts_clock: bool
    for_bot: bool
    """A card that the table turns up is declared for bots by people."""
    aside: tuple[Way, ...]
    """Those that no tap on a drawing leads to: to leave it."""
    at_space: bool
    """A space was picked that leaves something to choose: the ways are those of that space."""


class Picking:
    """For the seat that is asked now."""

    def __init__(
        self, now: Moment, seat: int, picked: Picked, after: str, path: str, speech: Speech, *, for_bot: bool = False
    ) -> None:
        self._for_bot = for_bot
        self._now = now
        self._seat = seat
        self._picked = picked if picked.after == after else Picked()
        self._after = after
        self._path = path
        self._speech = speech
        self._options = now.choices.get(seat, ())

    def decision(self) -> Decision:
        names = self._now.state.setup.names
        asked = question(self._now.state, lambda seat: names[seat], self._speech)
        moved = self._moves_so_far()
        return Decision(
            question=tuple(line.strip().removesuffix(":") for line in asked),
            ways=self._ways(),
            targets=self._targets(moved),
            confirm=self._confirm(moved),
            moved=moved,
            unpick=self._path,
            starts_clock=bool(self._options) and isinstance(self._options[0], act.StartClock),
            for_bot=self._for_bot,
            aside=tuple(way for way in self._all_ways if way.href == self._href(action=act.Decline())),
            at_space=len(self._at(self._picked.space)) > 1,
        )

    # What was picked.

    def _confirm(self, moved: tuple[act.Commodity, ...]) -> Confirm | None:
        action = self._whole_action(moved)
        if action is None:
            return None
        told = consequences(self._now, self._seat, action, self._speech)
        if isinstance(action, act.Declare):
            title = card_title(self._now.state.setup.board, action.card, self._speech)
            told = [self._speech.say("The card that came up: {card}.", card=title)]
        return Confirm(tuple(told), msgspec.json.encode(action).decode())

    def _whole_action(self, moved: tuple[act.Commodity, ...]) -> act.AnyAction | None:
        found = act.Moves(moved) if moved else self._read_action()
        if found is None and self._picked.space:
            there = self._at(self._picked.space)
            found = there[0] if len(there) == 1 else None
        return found if found in self._options else None

    def _read_action(self) -> act.AnyAction | None:
        try:
            return _ACTIONS.decode(self._picked.action)
        except (msgspec.DecodeError, RecursionError):
            return None

    def _moves_so_far(self) -> tuple[act.Commodity, ...]:
        """In the order of the tracks, as the rules name them; nothing if no option goes on from there."""
        wanted = self._picked.moves.split(",")[:MOVES_OF_A_CARD]
        moved = tuple(commodity for commodity in COMMODITIES for one in wanted if one == commodity)
        return moved if any(holds(option, moved) for option in self._options) else ()

    # What can be picked next.

    def _ways(self) -> tuple[Way, ...]:
        """All choices in words; of a space that was picked and leaves something to choose, only its own."""
        there = self._at(self._picked.space)
        if len(there) > 1:
            wanted = {self._href(action=option) for option in there}
            return tuple(way for way in _leaves(self._all_ways) if way.href in wanted)
        return self._all_ways

    @cached_property
    def _all_ways(self) -> tuple[Way, ...]:
        return tuple(self._way(choice) for choice in choices(self._now, self._seat, self._speech))

    def _way(self, choice: Choice) -> Way:
        if choice.action is not None:
            return Way(choice.words, self._href(action=choice.action))
        return Way(choice.words, inside=tuple(self._way(inner) for inner in choice.inside))

    def _targets(self, moved: tuple[act.Commodity, ...]) -> dict[Area, dict[str, Target]]:
        words = {way.href: way.words for way in _leaves(self._all_ways)}
        found: dict[Area, dict[str, Target]] = {"market": {}, "amsterdam": {}, "colonies": {}}
        for option in self._options:
            match option:
                case act.Open(space) | act.Build(space, _):
                    self._aim(found, space, option, words)
                case act.Lose(space=str(space)):
                    self._aim(found, space, option, words)
                case act.Lose(commodity=str(commodity)) | act.Ship(commodity):
                    href = self._href(action=option)
                    step = -1 if isinstance(option, act.Lose) else 1
                    found["market"][commodity] = Target(href, words.get(href, commodity), self._space(commodity) + step)
        found["market"] |= self._further(moved)
        return found

    def _aim(
        self, found: dict[Area, dict[str, Target]], space: str, option: act.AnyAction, words: Mapping[str, str]
    ) -> None:
        area: Area = "amsterdam" if space in self._now.state.setup.board.plot_bit else "colonies"
        several = len(self._at(space)) > 1
        href = self._href(space=space) if several else self._href(action=option)
        found[area][space] = Target(href, space if several else words.get(href, space))

    def _further(self, moved: tuple[act.Commodity, ...]) -> dict[str, Target]:
        """Tracks on which one more move can be picked (M7)."""
        found: dict[str, Target] = {}
        for commodity in COMMODITIES:
            more = tuple(sorted((*moved, commodity), key=COMMODITIES.index))
            if any(holds(option, more) for option in self._options):
                title = self._speech.say(
                    "One move more on {commodity}", commodity=part_heading(commodity, self._speech)
                )
                space = self._space(commodity) + more.count(commodity)
                found[commodity] = Target(self._href(moves=",".join(more)), title, space)
        return found

    def _space(self, commodity: act.Commodity) -> int:
        return self._now.state.market[self._seat][TRACK[commodity]]

    def _at(self, space: str) -> list[act.AnyAction]:
        return [
            option
            for option in self._options
            if space and isinstance(option, act.Open | act.Build | act.Lose) and option.space == space
        ]

    def _href(self, *, action: act.AnyAction | None = None, space: str = "", moves: str = "") -> str:
        picked = {
            "after": self._after,
            "action": msgspec.json.encode(action).decode() if action is not None else "",
            "space": space,
            "moves": moves,
        }
        return f"{self._path}?{urlencode({name: value for name, value in picked.items() if value})}"


def _leaves(ways: Sequence[Way]) -> list[Way]:
    return [leaf for way in ways for leaf in (_leaves(way.inside) if way.inside else [way])]
