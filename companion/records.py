"""The game record: one JSON line for the header, one for each accepted action, one for the result.

Reading one replays it: every action is judged again and every event compared, so a record that was changed is
refused with the line and the reason. The format is described in docs/record.md.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.errors import BadRecord
from companion.games.actions import Action, SetUp
from companion.games.box import AnyAction, AnyChange, AnyEvent, game_called
from companion.games.errors import BadBoard, BadSetup, GameError, Illegal, Unreadable
from companion.games.events import Asked
from companion.games.game import Game
from companion.games.json_text import read_json
from companion.games.rules import Moment
from companion.games.setup import Setup
from companion.games.speech import Phrase
from companion.games.state import State

VERSION = 1
LONGEST_QUOTE = 300

T = TypeVar("T")


class Correction(Action, frozen=True, tag="correction"):
    """The table agreed that this is how it is. Nobody's action, and no answer to any question."""

    changes: tuple[AnyChange, ...]
    reason: str


RecordedAction = AnyAction | SetUp | Correction


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    record: int
    game: str
    seats: tuple[str, ...]
    names: tuple[str, ...]
    rules: dict[str, str]
    board: dict[str, Any]
    deck: tuple[str, ...] | None
    seed: int | None


class Entry(msgspec.Struct, frozen=True):
    """An accepted action, by a seat or by nobody, with all that it brought about."""

    n: int
    seat: int | None
    action: RecordedAction
    events: list[AnyEvent]


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as it stands in the file, not yet believed."""

    n: int
    seat: int | None
    action: RecordedAction
    events: list[Any]


class _LastLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everybody's score under the game's own word for it, and who won."""

    result: dict[str, tuple[int, ...]]


class Replay(msgspec.Struct):
    """A record on its way through: where it is, and the state there. `finished` once the result is read and right."""

    game: Game
    setup: Setup
    now: Moment[Any]
    n: int = 0
    finished: bool = False

    @property
    def state(self) -> Any:
        return self.now.state


def written(header: Header, entries: Iterable[Entry], state: State) -> Iterator[bytes]:
    """The lines of a record; the result only if the game is over."""
    yield _encode(header)
    for entry in entries:
        yield _encode(msgspec.structs.replace(entry, events=public(entry.events)))
    if state.winners is not None:
        yield _encode(_last_line(game_called(header.game), state))


def _last_line(game: Game, state: State) -> _LastLine:
    assert state.winners is not None
    return _LastLine({game.scored_in: state.score, "winners": state.winners})


def header_of(game: Game, setup: Setup, seed: int | None) -> Header:
    return Header(
        record=VERSION,
        game=game.name,
        seats=setup.seats,
        names=setup.names,
        rules=setup.house_rules(),
        board=msgspec.to_builtins(setup.board.data),
        deck=setup.deck,
        seed=seed,
    )


def save(path: Path, lines: Iterable[bytes]) -> None:
    path.write_bytes(b"".join(line + b"\n" for line in lines))


def public(events: list[AnyEvent]) -> list[AnyEvent]:
    """The facts of the game, without the agenda's bookkeeping, which a reader can work out."""
    return [event for event in events if not isinstance(event, Asked)]


def replay(text: bytes, until: int | None = None) -> Replay:
    """Go through a record, judging everything again; with `until` stop after that action."""
    lines = text.splitlines()
    if not lines:
        raise BadRecord(1, Phrase("the record is empty."))
    game, setup = _setup(lines[0])
    state, events = game.rules.begin(setup)
    if len(lines) < 2:
        raise BadRecord(2, Phrase("the record ends before the setup."))
    _compare(2, _entry(2, lines[1]), Entry(0, None, SetUp(), events))
    so_far = Replay(game, setup, game.rules.moment(state))
    for number, line in enumerate(lines[2:], 3):
        if so_far.n == until:
            return so_far
        _follow(so_far, number, line)
    if until is not None and so_far.n < until:
        raise GameError("The record has {n} actions, not {until}.", n=str(so_far.n), until=str(until))
    if so_far.state.winners is not None and not so_far.finished:
        raise BadRecord(len(lines), Phrase("the game is over but its result is missing."))
    return so_far


def _follow(so_far: Replay, number: int, line: bytes) -> None:
    """One line further."""
    if so_far.finished:
        raise BadRecord(number, Phrase("there is something after the result."))
    if so_far.state.winners is not None:
        _check_result(number, line, _last_line(so_far.game, so_far.state))
        so_far.finished = True
        return
    entry = _entry(number, line)
    if entry.n != so_far.n + 1:
        found, due = str(entry.n), str(so_far.n + 1)
        raise BadRecord(number, Phrase("action {n} stands where action {due} should be.", n=found, due=due))
    if isinstance(entry.action, SetUp):
        raise BadRecord(number, Phrase("the game is set up already."))
    try:
        now, events = _judged(so_far, entry.seat, entry.action)
    except Illegal as refusal:
        raise BadRecord(number, _refused(entry, refusal)) from None
    _compare(number, entry, Entry(entry.n, entry.seat, entry.action, events))
    so_far.now, so_far.n = now, entry.n


def _refused(entry: _Line, refusal: Illegal) -> Phrase:
    action = _said(entry.action)
    if entry.seat is None:
        return Phrase("{action} by nobody is not allowed: {refusal}", action=action, refusal=refusal)
    seat = str(entry.seat)
    return Phrase("{action} by seat {seat} is not allowed: {refusal}", action=action, seat=seat, refusal=refusal)


def _judged(so_far: Replay, seat: int | None, action: AnyAction | Correction) -> tuple[Moment[Any], list[AnyEvent]]:
    rules = so_far.game.rules
    if not isinstance(action, Correction):
        return rules.advance(so_far.now, seat, action)
    if seat is not None:
        raise Illegal("A correction is nobody's action.")
    return rules.correct(so_far.now, action.changes)


def _setup(line: bytes) -> tuple[Game, Setup]:
    header = _decode(1, line, Header)
    try:
        return game_called(header.game), setup_of(header)
    except (BadBoard, BadSetup) as mistake:
        raise BadRecord(1, mistake) from None


def setup_of(header: Header) -> Setup:
    """What the game began with."""
    if header.record != VERSION:
        raise BadSetup(
            "this is version {record} of the record; version {known} can be read.", record=header.record, known=VERSION
        )
    game = game_called(header.game)
    board = _board(game, header.board)
    rules = game.house_rules(header.rules)
    return game.setup(board=board, seats=header.seats, names=header.names, deck=header.deck, **rules)


def _board(game: Game, written: dict[str, Any]) -> Any:
    """The default board itself where it is the same: that is judged already, and its choices are worked out."""
    text = _encode(written)
    return game.default_board() if text == _default_board_written(game.name) else _board_written(game.name, text)


@lru_cache(maxsize=4)
def _board_written(game: str, text: bytes) -> Any:
    """One for all games on the same board: what is worked out of it is worked out once, and not kept for each game."""
    called = game_called(game)
    board = called.board_from(msgspec.json.decode(text))
    return called.default_board() if board.data == called.default_board().data else board


@cache
def _default_board_written(game: str) -> bytes:
    return _encode(game_called(game).default_board().data)


def _entry(number: int, line: bytes) -> _Line:
    return _decode(number, line, _Line)


def _check_result(number: int, line: bytes, real: _LastLine) -> None:
    claimed = _decode(number, line, _LastLine)
    if claimed != real:
        said, ended = _short(claimed.result), _short(real.result)
        raise BadRecord(number, Phrase("the result says {said} but the game ended {real}.", said=said, real=ended))


def _compare(number: int, claimed: _Line, real: Entry) -> None:
    """Event by event, by what is written: 1 is not true and not 1.0."""
    if (claimed.n, claimed.seat, claimed.action) != (real.n, real.seat, real.action):
        first = _said(real.action)
        raise BadRecord(number, Phrase("the record must begin with {action} by nobody as action 0.", action=first))
    events = public(real.events)
    for place, (said, happened) in enumerate(zip(claimed.events, events, strict=False), 1):
        if _said(said) != _said(happened):
            raise BadRecord(number, _otherwise(place, said, happened))
    if len(claimed.events) != len(events):
        told, real_count = len(claimed.events), len(events)
        raise BadRecord(number, Phrase("there are {told} events but {real} happened.", told=told, real=real_count))


def _otherwise(place: int, said: object, happened: AnyEvent) -> Phrase:
    return Phrase(
        "event {place} says {said} but it is {real}.", place=str(place), said=_short(said), real=_short(happened)
    )


def _decode(number: int, line: bytes, kind: type[T]) -> T:
    try:
        return read_json(line, kind)
    except Unreadable as error:
        raise BadRecord(number, error) from None


def _encode(line: msgspec.Struct | dict[str, Any]) -> bytes:
    return msgspec.json.encode(line)


def _short(value: object) -> str:
    said = _said(value)
    return said if len(said) <= LONGEST_QUOTE else f"{said[:LONGEST_QUOTE]} ..."


def _said(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()
