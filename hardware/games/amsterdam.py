"""Amsterdam on the device: dice that roll, the round and its order, whose turn it is, and everything that is done."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from companion.entries import Acted
from companion.games.amsterdam import events as ev
from companion.games.amsterdam.actions import Roll
from companion.games.amsterdam.board import Board, highest_die
from companion.games.amsterdam.chance import FACES, first_round
from companion.games.amsterdam.sight import Sight
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import LAST_ROUND, Good
from companion.games.box import AnyEvent
from companion.games.events import Ask, Money, Won
from companion.snapshots import Snapshot
from hardware.games.shown import Shown, game_over
from hardware.programme import Clock, Moment
from hardware.screens import canal, city, dice
from hardware.screens.asking import Round
from hardware.screens.ranking import Standings
from hardware.screens.screen import Screen
from hardware.sounds import Sound

_FOLLOWS = (ev.Prestige, Money, ev.Supply, ev.OnceDone, ev.BlackMarket, ev.Stored)
"""What a deed brings, told together with it."""


def _moments(entry: Acted, snapshot: Snapshot, _last: Clock | None) -> Iterator[Moment]:
    return _Told(snapshot.look.now.state, entry).moments()


class _Told:
    """What was done at once, in the order in which it happened."""

    def __init__(self, state: State, entry: Acted) -> None:
        self._state = state
        self._setup = state.setup
        self._board: Board = state.setup.board
        self._names = state.setup.names
        self._action = entry.action
        self._events: Sequence[Any] = entry.events

    def moments(self) -> Iterator[Moment]:
        yield from self._looked_up()
        for place, event in enumerate(self._events):
            yield from self._course(event)
            yield from self._deed(place, event)
        yield from self._evaluation()
        for event in self._events:
            if isinstance(event, Won):
                yield game_over(event, self._names)

    def _course(self, event: AnyEvent) -> Iterator[Moment]:
        """Rounds, phases, dice and penalties."""
        match event:
            case ev.Round(number):
                yield Moment(city.RoundBegins(_round(number), _special(self._board, number)), 2.5)
            case ev.CardsShown(cards):
                yield Moment(city.CardsUp(cards), 3)
            case ev.PhaseBegins(phase) if phase in (3, 4):
                yield Moment(city.PhaseBegins(phase), 1.5)
            case ev.Rolled(rolled) if not isinstance(self._action, Roll):  # else everybody has seen them roll
                yield Moment(dice.Rolling(dice=rolled, round=_round(self._state.round)), 4)
            case ev.DiceTurned(before, turned):
                highest = highest_die(self._state.round)
                yield Moment(dice.TurnedDown(dice=turned, before=before, highest=highest), 4)
            case ev.Penalty(why=why, count=count) if count > 0 and event == self._tokens(why)[0]:
                tokens = tuple((self._names[penalty.seat], penalty.count) for penalty in self._tokens(why))
                yield Moment(city.Penalized(why, tokens), 3)

    def _tokens(self, why: str) -> list[ev.Penalty]:
        return [event for event in self._events if isinstance(event, ev.Penalty) and event.why == why]

    def _deed(self, place: int, event: AnyEvent) -> Iterator[Moment]:
        """What somebody did, with what it brought."""
        follows = list(takewhile(lambda one: isinstance(one, _FOLLOWS), self._events[place + 1 :]))
        names, gained = self._names, _prestige(follows)
        match event:
            case ev.Delivered(seat, good):
                yield Moment(_delivered(names[seat], good, follows), 3)
            case ev.Brought(seat, worker) | ev.TomBrought(seat, worker):
                yield Moment(city.Brought(names[seat], worker, gained or None), 3)
            case ev.Advanced(seat, before, to):
                is_mouth = to == self._board.mouth
                yield Moment(city.Advanced(names[seat], before, to, gained, is_mouth), 4 if is_mouth else 2.5)
            case ev.BlockTaken(seat, district, good):
                gulden = sum(one.amount for one in follows if isinstance(one, Money))
                yield Moment(city.TookBlock(names[seat], district, good, gulden), 3)
            case Money(seat, amount, "market") if amount < 0:
                yield Moment(city.Bought(names[seat], -amount, _prestige(self._events, "market")), 3)
            case Money(seat, amount, "market") if seat == self._setup.automaton:
                yield Moment(city.Consoled(names[seat], amount), 2)
            case ev.DisplayCardThrown(kind, card) if self._setup.automaton is not None:
                yield Moment(city.ThrewCard(names[self._setup.automaton], card, kind), 3)
            case ev.CardThrown(seat, card):
                yield Moment(city.ThrewCard(names[seat], card), 2.5)
            case ev.Activated(seat, card):
                yield Moment(city.PlayedCard(names[seat], "activated", card), 2)
            case ev.CardUsed(seat, card):
                yield Moment(city.PlayedCard(names[seat], "used", card, gained), 2)
            case ev.CardScored(seat, card):
                yield Moment(city.PlayedCard(names[seat], "counted", card, gained), 2.5)

    def _looked_up(self) -> Iterator[Moment]:
        """What an answer brings for something that was done before it."""
        first = list(takewhile(lambda one: isinstance(one, _FOLLOWS), self._events))
        gains = [one for one in first if isinstance(one, ev.Prestige)]
        for gain in gains:
            name, why = self._names[gain.seat], gain.why
            if why in city.GAINS:
                yield Moment(city.Gained(name, why, gain.amount), 2.5)
        if gains and gains[0].why.partition(":")[0] in ("delivery", "fast"):
            yield Moment(_delivered(self._names[gains[0].seat], self._state.tom_delivered, gains), 3)

    def _evaluation(self) -> Iterator[Moment]:
        """Part by part, everybody who gets something for it, or loses."""
        for part in city.EVALUATION:
            amounts: dict[int, int] = {}
            for event in self._events:
                if isinstance(event, ev.Prestige) and event.why.partition(":")[0] == part:
                    amounts[event.seat] = amounts.get(event.seat, 0) + event.amount
            if amounts:
                yield Moment(city.Evaluated(part, tuple((self._names[seat], amounts[seat]) for seat in amounts)), 3)


def _prestige(events: Sequence[Any], *why: str) -> int:
    return sum(event.amount for event in events if isinstance(event, ev.Prestige) and (not why or event.why in why))


def _delivered(name: str, good: Good | None, follows: Sequence[Any]) -> Screen:
    return city.Delivered(name, good, _prestige(follows) or None, _prestige(follows, "fast"))


def _standing(snapshot: Snapshot) -> tuple[Screen, ...]:
    view = snapshot.view(None)
    sight: Sight = view.table
    names = tuple(seat.name for seat in view.seats)
    standings = Standings(tuple(zip(names, sight.prestige, strict=True)), in_prestige=True)
    match sight.asked:
        case Ask("dice", int(seat)):
            return (dice.Dice(name=names[seat], dice=sight.dice),)
        case Ask(what, int(seat)):
            begins = first_round(snapshot.look.now.state.setup.rules)
            pages = _Pages(snapshot.look.now.state.setup.board, sight, names, _round(sight.round or begins))
            question = canal.Decision(name=names[seat], what=what, round=pages.round)
            asked = () if view.seats[seat].is_bot else (question,)  # a bot knows what it has to do
            return (*asked, *pages.of(names[seat]), standings) if sight.round else (*asked, pages.amstel())
    return (standings,)


class _Pages(NamedTuple):
    board: Board
    sight: Sight
    names: tuple[str, ...]
    round: Round

    def of(self, name: str) -> Iterator[Screen]:
        """While it is this player's turn."""
        yield canal.Tracker(
            name=name,
            phase=self.sight.phase,
            number=self.round.number,
            special=_special(self.board, self.round.number),
            order=tuple(self.names[seat] for seat in self.sight.order),
        )
        yield self.amstel()

    def amstel(self) -> Screen:
        discs = tuple(canal.Disc(self.names[seat], self.sight.amstel[seat]) for seat in self.sight.order)
        bridges = tuple(bridge.behind for bridge in self.board.data.amstel.bridges)
        return canal.Amstel(discs=discs, mouth=self.board.mouth, bridges=bridges, round=self.round)


def _round(number: int) -> Round:
    return Round(number, is_last=number == LAST_ROUND)


def _special(board: Board, round_: int) -> canal.Special:
    return canal.Special(board.fast_bonus(round_), min(highest_die(round_), FACES[-1]))


def _sound(event: AnyEvent) -> Sound | None:
    match event:
        case ev.Rolled():
            return "dice"
        case ev.Delivered() | ev.Brought() | ev.TomBrought() | ev.Prestige(why="mouth"):
            return "arrival"
        case Money(why="black_market"):
            return "coins"
        case Money(why="market", amount=amount) if amount < 0:
            return "coins"
        case ev.Penalty(count=count) if count > 0:
            return "penalty"
        case ev.Round(number) if number == LAST_ROUND:
            return "last_rounds"
        case Won():
            return "sold"
    return None


def _buyer(_event: AnyEvent) -> int | None:
    """Nobody wins anything before the end."""
    return None


AMSTERDAM = Shown(_moments, _standing, _sound, _buyer)
