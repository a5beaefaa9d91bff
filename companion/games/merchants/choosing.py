"""What a player may do, in words a player understands, and in steps where there is much to choose from.

The options come from the rules, and so does what each would bring about: it is tried out on the spot.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from companion.games.actions import Action
from companion.games.merchants import Moment, advance, moment
from companion.games.merchants import actions as act
from companion.games.merchants.board import COMMODITIES, Kind
from companion.games.merchants.bonuses import LOAN, worth
from companion.games.merchants.cards import card_in_use
from companion.games.merchants.ending import REPAYMENT
from companion.games.merchants.events import AnyEvent, Bonus, Market
from companion.games.merchants.names import PARTS
from companion.games.merchants.refusals import QUESTIONS
from companion.games.merchants.state import DISKS, State
from companion.games.merchants.story import (
    bonus_title,
    card_title,
    district_of,
    office_title,
    part_title,
    region_of,
    warehouse_title,
)
from companion.games.speech import ENGLISH, Speech, mark

FEW = 9
"""So many can be taken in at a glance; more are asked for in steps."""

_DISKS: dict[act.Disk, str] = {
    "mayor": mark("for the mayor, free of charge"),
    "auction": mark("for auction"),
    "discard": mark("to be discarded"),
}
_LIES: dict[act.Disk, str] = {
    "mayor": mark("already with the mayor: {card}"),
    "auction": mark("already for auction: {card}"),
    "discard": mark("already discarded: {card}"),
}
_KINDS: dict[Kind, str] = {
    "sand_clock": mark("sand clock"),
    "commodity": mark("three moves on the market"),
    "office": mark("trade office"),
    "build": mark("warehouse"),
}


class Choice(NamedTuple):
    """An action, or with more `inside` a step towards one."""

    words: str
    action: act.AnyAction | None = None
    inside: "tuple[Choice, ...]" = ()


def question(state: State, called: Callable[[int], str], speech: Speech = ENGLISH) -> list[str]:
    """What is asked now, and of whom."""
    ask = state.agenda[-1]
    assert ask.seat is not None
    board = state.setup.board
    if ask.what == "draw":
        return [speech.say("Which card does {name} turn up?", name=called(ask.seat))]
    asked = {"name": called(ask.seat), "question": speech.say(QUESTIONS[ask.what])}
    if ask.what == "place" and state.drawn:
        lying = [
            f"   {speech.say(_LIES[disk], card=card_title(board, card, speech))}"
            for disk, card in zip(DISKS, state.disks, strict=True)
            if card
        ]
        drawn = card_title(board, state.drawn, speech)
        return [speech.say("{name}, {question}: {card}", **asked, card=drawn), *lying]
    if ask.what in ("mayor_card", "auction_card"):
        used = card_title(board, card_in_use(state), speech)
        return [speech.say("{name}, {question}: {card}", **asked, card=used)]
    return [speech.say("{name}, {question}:", **asked)]


def choices(now: Moment, seat: int, speech: Speech = ENGLISH) -> tuple[Choice, ...]:
    """Everything that the seat may do now."""
    options = now.choices.get(seat, ())
    words = _Words(now.state, seat, speech)
    several = [option for option in options if isinstance(option, act.Moves)]
    if any(len(option.tracks) > 1 for option in several):
        return (*_moves(words, (), several), *_leaves(words, options, act.Decline))
    if len(options) <= FEW:
        return _leaves(words, options)
    if isinstance(options[0], act.Declare):
        return _in_steps(options, words, [words.kind])
    spaces = [option for option in options if not isinstance(option, act.Decline)]
    return (*_in_steps(spaces, words, [words.place, words.spot]), *_leaves(words, options, act.Decline))


def _leaves(words: "_Words", options: Sequence[act.AnyAction], kind: type[Action] = Action) -> tuple[Choice, ...]:
    return tuple(Choice(words.of(option), option) for option in options if isinstance(option, kind))


def _in_steps(
    options: Sequence[act.AnyAction], words: "_Words", steps: Sequence[Callable[[act.AnyAction], str]]
) -> tuple[Choice, ...]:
    """First by what the first step tells apart, then by the next, until they are few."""
    if len(options) <= FEW or not steps:
        return _leaves(words, options)
    groups: dict[str, list[act.AnyAction]] = {}
    for option in options:
        groups.setdefault(steps[0](option), []).append(option)
    if len(groups) == 1:
        return _in_steps(options, words, steps[1:])
    found = []
    for title, group in groups.items():
        inside = _in_steps(group, words, steps[1:])
        found.append(inside[0] if len(inside) == 1 else Choice(title + words.shared(group), None, inside))
    return tuple(found)


def _moves(words: "_Words", so_far: tuple[act.Commodity, ...], options: Sequence[act.Moves]) -> tuple[Choice, ...]:
    """One move after the other, in any order (M7)."""
    found = []
    for commodity in COMMODITIES:
        tracks = tuple(sorted((*so_far, commodity), key=COMMODITIES.index))
        if any(holds(option, tracks) for option in options):
            more = _moves(words, tracks, options)
            action = act.Moves(tracks)
            enough = (Choice(words.enough(), action),) if more else ()
            found.append(Choice(words.move(action, commodity), None if more else action, (*more, *enough)))
    return tuple(found)


def holds(option: act.AnyAction, tracks: Sequence[act.Commodity]) -> bool:
    """The option is to move on these tracks, or on these and more."""
    if not isinstance(option, act.Moves):
        return False
    return all(option.tracks.count(commodity) >= tracks.count(commodity) for commodity in tracks)


class _Words:
    """For the options of a seat."""

    def __init__(self, state: State, seat: int, speech: Speech) -> None:
        self._speech = speech
        self._seat = seat
        self._state = state
        self._board = state.setup.board
        self._alone = moment(msgspec.structs.replace(state, agenda=state.agenda[-1:]))
        """With nothing to follow: what comes after is chance, and may be hidden."""

    def of(self, option: act.AnyAction) -> str:
        """What an option is, and what comes of it."""
        say = self._speech.say
        match option:
            case act.Place(disk):
                return say(_DISKS[disk])
            case act.Declare(card):
                return self._card(card)
            case act.Open() | act.Build():
                return f"{self.spot(option)}{self._along(option)}{self._bonuses(option)}"
            case act.Moves((commodity,)) | act.Ship(commodity):
                return self.move(option, commodity)
            case act.Lose(None):
                return f"{self._along(option)}{self._bonuses(option)}".removeprefix(", ")
            case act.Lose():
                return f"{self.spot(option)}{self._bonuses(option)}"
            case act.Borrow(yes=True):
                return say("take {loan} and repay {repayment} at the end", loan=LOAN, repayment=REPAYMENT)
            case act.Borrow():
                return say("take no credit")
            case act.Decline():
                return say("leave it unused")
            case act.StartClock():
                return say("start the clock")
            case _:
                raise AssertionError(f"{option} is not chosen from a list")

    def enough(self) -> str:
        """No more moves."""
        return self._speech.say("that is all")

    def move(self, option: act.AnyAction, commodity: act.Commodity) -> str:
        """One move of those, on this track."""
        moves = [event for event in self._tried(option) if isinstance(event, Market) and event.commodity == commodity]
        return self._moved(moves[-1]) + self._bonuses(option)

    def kind(self, option: act.AnyAction) -> str:
        assert isinstance(option, act.Declare)
        return self._speech.say(_KINDS[self._board.cards[option.card].kind])

    def place(self, option: act.AnyAction) -> str:
        """The region or district."""
        space = _space(option)
        if space in self._board.plot_bit:
            return district_of(self._board, space, self._speech)
        return region_of(self._board, space, self._speech)

    def spot(self, option: act.AnyAction) -> str:
        """The office or warehouse itself."""
        space = _space(option)
        title = warehouse_title if space in self._board.plot_bit else office_title
        return title(self._board, space, self._speech)

    def shared(self, options: Sequence[act.AnyAction]) -> str:
        """How many spaces a step leads to; for a single one the bonuses that come with it anyway."""
        if isinstance(options[0], act.Declare):
            return self._left(*(option.card for option in options if isinstance(option, act.Declare)))
        spaces = len({_space(option) for option in options})
        if spaces > 1:
            count = self._speech.say("{count} spaces", count=spaces)
            return f" ({count})"
        notes = {self._bonuses(option) for option in options}
        return notes.pop() if len(notes) == 1 else ""

    def _card(self, card: str) -> str:
        least = self._board.cards[card].min_players
        marked = [self._speech.say("marked for {least} or more players", least=least)] if least else []
        return ", ".join([card_title(self._board, card, self._speech), *marked]) + self._left(card)

    def _left(self, *cards: str) -> str:
        """How many of these have not come up yet."""
        count = sum(self._state.left[self._board.card_at[card]] for card in cards)
        left = self._speech.say("{count} left", count=count)
        return f" ({left})"

    def _along(self, option: act.AnyAction) -> str:
        """What moves on the market with it."""
        moves = [event for event in self._tried(option) if isinstance(event, Market)]
        return "".join(f", {self._moved(event)}" for event in moves)

    def _bonuses(self, option: act.AnyAction) -> str:
        gained = [event for event in self._tried(option) if isinstance(event, Bonus) and event.seat == self._seat]
        return "".join(f"; {self._bonus(event)}" for event in gained)

    def _moved(self, event: Market) -> str:
        say, commodity = self._speech.say, part_title(event.commodity, self._speech)
        if event.to == 0:
            return say("{commodity} off the track", commodity=commodity)
        if event.before == 0:
            return say("a new token {where}", where=say(PARTS[event.commodity].where))
        if event.to > event.before:
            return say("{commodity} to space {space}", commodity=commodity, space=event.to)
        return say("{commodity} back to space {space}", commodity=commodity, space=event.to)

    def _bonus(self, event: Bonus) -> str:
        say = self._speech.say
        if event.bonus == "market":
            return say("gains the market bonus") if event.held else say("loses the market bonus")
        amount = f"{'+' if event.held else '-'}{self._speech.number(worth(event.bonus))}"
        return say("{amount}, the {bonus}", amount=amount, bonus=bonus_title(event.bonus, self._speech))

    def _tried(self, option: act.AnyAction) -> Sequence[AnyEvent]:
        _, events = advance(self._alone, self._seat, option)
        return events


def _space(option: act.AnyAction) -> str:
    assert isinstance(option, act.Open | act.Build | act.Lose)
    assert option.space is not None
    return option.space
