"""Games for the attacks to meet: begun and played on by bots, written into a journal as if people sat at every seat.
There is one for every kind of question that a game can ask, and one that is over.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from companion.entries import Acted, Row
from companion.games.amsterdam.game import AMSTERDAM
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.game import Game
from companion.journal import Journal, Opening
from companion.records import Correction, Entry, header_of
from companion.seats import PERSON
from companion.simulate import Playthrough, Sitting, new_game

PLAYERS = 3
"""In every position but those that only a game against the automaton has."""
GAME_OVER = "game over"
"""In place of a question."""
PROPOSAL = "a proposal"
"""In place of a question, where somebody is to propose something first."""
SEEDS = range(20)
"""Of the games that are looked through at most."""
MIDDLE = 12
"""Actions after which there is something to take back."""
_AT = "2026-11-16T20:00:00Z"
_ALL_EXPANSIONS = HouseRules(workers=True, orders=True, marketeer=True, tiles=True)


class Position(NamedTuple):
    """A game up to where something is asked."""

    kind: str
    seat: int
    """That is asked; 0 where nobody is, or everybody."""
    playthrough: Playthrough
    players: tuple[str, ...]
    entries: int
    """So many of the playthrough's, which goes on after them."""

    @property
    def game(self) -> Game:
        return self.playthrough.game

    def keep(self, folder: Path) -> int:
        """Unfinished, so that a device resumes it, even if it is over. Returns the game's number."""
        rows = [_row(entry) for entry in self.playthrough.entries[: self.entries]]
        header = header_of(self.game, self.playthrough.setup, self.playthrough.seed)
        with Journal(folder) as journal:
            number = journal.begin(Opening(header, self.players), rows[0])
            for row in rows[1:]:
                journal.append(number, row, over=False)
        return number


def keep_game(folder: Path, game: Game, seed: int, actions: int, players: tuple[str, ...] = (PERSON,) * 3) -> int:
    """After so many actions of bots. Returns the game's number."""
    sitting = Sitting(game=game, board=game.default_board(), players=len(players), bots=["random"])
    position = next(one for one in _walk(sitting, seed) if one.entries == actions + 1)
    return position._replace(players=players).keep(folder)


def every_position(game: Game) -> list[Position]:
    """One for each question in the game's own list, and one at its end, each from the first of the games in which it
    comes up."""
    wanted = [*game.questions, GAME_OVER]
    found: dict[str, Position] = {}
    for seed, sitting in product(SEEDS, _sittings(game)):
        for position in _walk(sitting, seed):
            found.setdefault(position.kind, position)
        if unlisted := found.keys() - set(wanted):
            raise SystemExit(f"{game.name} asks what its list of questions does not have: {', '.join(unlisted)}.")
        if len(found) == len(wanted):
            return [found[kind] for kind in wanted]
    missing = [kind for kind in wanted if kind not in found]
    raise SystemExit(f"{game.name}: nothing was found in {len(SEEDS)} games of each sort for: {', '.join(missing)}.")


def with_proposal(game: Game) -> Position:
    """Early in a game, where no clock stands: somebody is to propose to take the last actions back."""
    walk = _walk(next(_sittings(game)), SEEDS[0])
    return next(one for one in walk if one.entries > MIDDLE and one.kind != "bid")._replace(kind=PROPOSAL)


def _sittings(game: Game) -> Iterator[Sitting]:
    """The sorts of games that ask different things: dealt by the device or by the table, and alone against the
    automaton; with all expansions where there are any."""
    for players in (PLAYERS, 1) if game.automaton else (PLAYERS,):
        rules = (_ALL_EXPANSIONS,) if game is AMSTERDAM and players > 1 else ()
        board = game.default_board()
        yield Sitting(game=game, board=board, players=players, rules=rules, bots=["random"], dealt_by="device")
        if not game.hides_hands:  # bots hold no cards of cardboard
            yield Sitting(game=game, board=board, players=players, rules=rules, bots=["random"], dealt_by="table")


def _walk(sitting: Sitting, seed: int) -> Iterator[Position]:
    """Every position of this game, from its beginning to its end."""
    players = tuple(who if who == sitting.game.automaton else PERSON for who in sitting.who)
    playthrough, rest = new_game(sitting, seed)
    yield _position(playthrough, players)
    for _ in rest:
        yield _position(playthrough, players)


def _position(playthrough: Playthrough, players: tuple[str, ...]) -> Position:
    agenda = playthrough.state.agenda
    kind, seat = (agenda[-1].what, agenda[-1].seat) if agenda else (GAME_OVER, None)
    return Position(kind, seat or 0, playthrough, players, len(playthrough.entries))


def _row(entry: Entry) -> Row:
    assert not isinstance(entry.action, Correction)
    return Row(entry.n, _AT, Acted(entry.seat, entry.action, tuple(entry.events)))
