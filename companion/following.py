"""Following a kept game by the rules. Its rows may be as they were written, checksums and all, and still tell of
something that the rules of this version do not know: another version wrote them, or a mistake did.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from companion.entries import Acted, Corrected, Row
from companion.errors import BadJournal, CannotFollow
from companion.games.actions import SetUp
from companion.games.errors import BadSetup, GameError, Illegal
from companion.games.events import Asked
from companion.games.speech import mark
from companion.journal import Journal, Kept
from companion.past import Past


@contextmanager
def following(game: int) -> Iterator[None]:
    """Whatever the rules, or those who tell or show a game, make of rows that do not fit: one sentence, a
    `CannotFollow`. A journal that cannot be read is told as ever."""
    try:
        yield
    except (BadJournal, MemoryError):
        raise
    except GameError as error:
        raise CannotFollow(game, _SENTENCE, game=str(game), why=error) from error
    except Exception as error:
        raise CannotFollow(game, _SENTENCE, game=str(game), why=f"{type(error).__name__}: {error}") from error


_SENTENCE = mark("Game {game} cannot be followed by the rules of this version: {why}")


def past_of(journal: Journal, kept: Kept) -> Past:
    """The whole game up to now; a `CannotFollow` says why not."""
    with following(kept.game):
        opening, rows = kept.opening, journal.rows(kept)
        setup = opening.setup()
        if not len(opening.players) == len(opening.seats) == setup.players:
            raise BadSetup(
                "There are {count} players for {seats} seats.", count=len(opening.players), seats=setup.players
            )
        _check_rows(rows, range(setup.players))
        return Past(opening.game, setup, rows)


def _check_rows(rows: Sequence[Row], seats: range) -> None:
    """What evolving would not notice: a game begins with its setup, and nobody acts who does not play."""
    if not isinstance(rows[0].entry, Acted) or not isinstance(rows[0].entry.action, SetUp):
        raise Illegal("It does not begin with its setup.")
    for row in rows:
        entry = row.entry
        events = entry.events if isinstance(entry, Acted | Corrected) else ()
        asked = [ask for event in events if isinstance(event, Asked) for ask in event.agenda]
        for one in (entry, *events, *asked):
            seat = getattr(one, "seat", None)
            if seat is not None and seat not in seats:
                raise Illegal("There is no seat {seat} at this table.", seat=str(seat))
