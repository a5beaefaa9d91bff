"""Games of bots that are killed at random moments and gone on with, until they end as if nothing had happened.

    python tests/survival.py --kills 1000

Each process plays on from the journal that the last one left behind and says on its output what is acknowledged.
"""

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import NamedTuple

import click
import msgspec
from tables import gone_on

from companion import simulate
from companion.chair import new_game
from companion.entries import AnyEntry, TookBack
from companion.games.box import GAMES
from companion.games.game import Game
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.house_rules import every_combination
from companion.journal import Journal, Opening
from companion.records import header_of
from companion.requests import TakeBack
from companion.simulate import Sitting

STILLBORN = 0.2
"""The share of the processes that are killed before or while they open the journal, or soon after."""

LONGEST_BIRTH, INSTANT = 0.5, 0.005
"""Seconds until the kill: from the start of those, and for the others from a row that they have acknowledged."""

MOST_ROWS = 40
"""That one acknowledges before its time has come."""

RULES = list(every_combination())


class Tally(NamedTuple):
    kills: int
    mid_game: int
    """Kills of processes that had acknowledged something."""
    rows: int
    unacknowledged: int
    """Rows that were on disk although nobody had been told yet."""


def begin(folder: Path, seed: int, game: Game) -> None:
    players = game.players[seed % len(game.players)]
    rules = RULES if game is MERCHANTS else ()
    sitting = Sitting(game=game, board=game.default_board(), players=players, rules=rules, bots=["random"])
    set_up, _ = simulate.new_game(sitting, seed)
    with Journal(folder) as journal:
        new_game(journal, Opening(header_of(game, set_up.setup, seed), sitting.who))


def live(folder: Path) -> None:
    """Play on from the journal to the end, and say of every row that it is acknowledged once it is."""
    with Journal(folder) as journal:
        journal.hold()
        evening = gone_on(folder, journal, 1)
        told = 0
        for view in chain([evening.view()], evening.bots_play()):
            if view.row % 23 == 22 and not isinstance(view.last, TookBack):
                evening.does(0, TakeBack(to=view.row - 3))
            for row in evening.table.history()[told:]:
                os.write(1, f"{row.n} {digest(row.entry)}\n".encode())
                told = row.n + 1
        evening.ends()


def digest(entry: AnyEntry) -> str:
    return hashlib.sha256(msgspec.json.encode(entry)).hexdigest()[:16]


def one_life(folder: Path, chance: Random | None) -> tuple[list[str], bool]:
    """What a process said was acknowledged before it was killed, and whether it got to the end instead."""
    command = [sys.executable, __file__, "--live", str(folder)]
    unwatched = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=unwatched) as process:
        assert process.stdout is not None
        said: list[str] = []
        if chance:
            born = chance.random() >= STILLBORN
            for _ in range(chance.randint(1, MOST_ROWS) if born else 0):
                said.append(process.stdout.readline())
            life = chance.uniform(0, INSTANT if born else LONGEST_BIRTH)
            clock = threading.Timer(life, process.send_signal, [signal.SIGKILL])
            clock.start()
        said += process.stdout.readlines()
    if chance:
        clock.cancel()
    assert process.returncode in (0, -signal.SIGKILL), f"the process failed: {process.returncode}"
    return [line.strip() for line in said if line.endswith("\n")], process.returncode == 0


def kept(folder: Path) -> list[str]:
    with Journal(folder) as journal:
        return [f"{row.n} {digest(row.entry)}" for row in journal.rows(1)]


def survive(folder: Path, seed: int, chance: Random, game: Game, *, most_kills: int | None = None) -> Iterator[Tally]:
    """Kill a game again and again until it ends; everything is compared with the same game left in peace. After
    `most_kills`, the next process is left in peace as well."""
    quiet, rough = folder / "quiet", folder / "rough"
    for place in (quiet, rough):
        begin(place, seed, game)
    one_life(quiet, None)
    whole = kept(quiet)
    unacknowledged = kills = acknowledged = mid_game = 0
    done = False
    while not done:
        said, done = one_life(rough, chance if most_kills is None or kills < most_kills else None)
        found = kept(rough)
        assert found == whole[: len(found)], "a row is not as in the game left in peace"
        assert said == found[: len(said)], "something acknowledged is not in the journal"
        acknowledged = max(acknowledged, len(said))
        assert len(found) >= acknowledged, "something acknowledged was lost"
        unacknowledged += len(found) > len(said) > 0
        kills += not done
        mid_game += not done and bool(said)
        yield Tally(kills, mid_game, len(found), unacknowledged)
    assert found == whole, "the game ended otherwise"


@click.command()
@click.option("--kills", default=1000, show_default=True, help="How many processes to kill at least.")
@click.option("--seed", default=1, show_default=True, help="Of the first game, and of the moments.")
@click.option("--game", type=click.Choice(list(GAMES)), default=MERCHANTS.name, show_default=True, help="Which one.")
@click.option("--live", "folder", type=click.Path(path_type=Path), hidden=True)
def main(kills: int, seed: int, game: str, folder: Path | None) -> None:
    """Kill bot games at random moments; nothing acknowledged may be lost or doubled."""
    if folder:
        live(folder)
    else:
        _kill_games(kills, seed, GAMES[game])


def _kill_games(kills: int, seed: int, game: Game) -> None:
    tallies: list[Tally] = []
    done = 0
    with click.progressbar(length=kills, label="Killing", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        while done < kills:
            with tempfile.TemporaryDirectory() as place:
                *_, last = survive(Path(place), seed + len(tallies), Random(seed + len(tallies)), game)
            tallies.append(last)
            done += last.kills
            bar.update(last.kills)
    kills, mid_game, rows, unacknowledged = map(sum, zip(*tallies, strict=True))
    click.echo(f"{kills} kills, {mid_game} of them in mid-game, in {len(tallies)} games of {rows} rows together.")
    click.echo("Nothing acknowledged was lost, nothing doubled, and every game ended as the same one left in peace.")
    click.echo(f"{unacknowledged} times there was a row on disk that nobody had been told of yet.")


if __name__ == "__main__":
    main()
