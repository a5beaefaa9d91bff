"""How strong the bots are and how long they think: the figures in docs/bots.md.

Every match goes round the table, so that nobody profits from a seat, and every game has a deck of its own.
"""

import sys
from collections.abc import Sequence
from functools import partial
from itertools import chain
from math import sqrt
from multiprocessing import Pool
from random import Random
from statistics import mean
from time import process_time
from typing import Any

import click
import msgspec

from companion.bots import BOTS, Bidder
from companion.games.merchants.actions import AnyAction, Stop
from companion.games.merchants.board import default_board
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import State
from companion.simulate import Sitting, games

CORES = 2
AT_A_TIME = 5
"""Games that a core plays before it fetches more."""

WITHIN_95_PERCENT = 1.96
"""Standard deviations."""

MERCHANTS_BOTS: dict[str, Any] = BOTS["merchants"]


class Played(msgspec.Struct, frozen=True):
    """One game, by seat, and how long the bots thought."""

    bots: tuple[str, ...]
    money: tuple[int, ...]
    wins: tuple[float, ...]
    """A shared win counts in parts."""
    milliseconds: dict[str, list[float]]


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """How some seats fared together, with the 95 % interval; `fair` is what they would win if all were equal."""

    who: str
    wins: float
    low: float
    high: float
    fair: float
    mean_money: int


class Thinking(msgspec.Struct, frozen=True, kw_only=True):
    """Processor time for a decision. A question with only one answer is none."""

    bot: str
    decisions: int
    mean_ms: float
    p99_ms: float


class Match(msgspec.Struct, frozen=True):
    title: str
    games: int
    shares: list[Share]
    thinking: list[Thinking]


class Report(msgspec.Struct, frozen=True):
    """What `--json` writes."""

    players: int
    matches: list[Match]


class Timed:
    """A bot with a stopwatch."""

    def __init__(self, bot: Bidder, milliseconds: list[float]) -> None:
        self._bot = bot
        self._milliseconds = milliseconds

    def choose(self, state: State, seat: int, options: Sequence[AnyAction]) -> AnyAction:
        began = process_time()
        action: AnyAction = self._bot.choose(state, seat, options)
        if len(options) > 1:
            self._milliseconds.append((process_time() - began) * 1000)
        return action

    def bid(self, state: State, seat: int, stops: Sequence[AnyAction]) -> Stop | None:
        began = process_time()
        stop = self._bot.bid(state, seat, stops)
        self._milliseconds.append((process_time() - began) * 1000)
        return stop


def play(bots: tuple[str, ...], seed: int) -> Played:
    """One game, with everybody moved on by one seat for each seed."""
    moved = seed % len(bots)
    seated = (*bots[moved:], *bots[:moved])
    milliseconds: dict[str, list[float]] = {bot: [] for bot in sorted(set(bots))}
    for bot, measured in milliseconds.items():
        MERCHANTS_BOTS[f"timed {bot}"] = partial(_timed, bot, measured)
    timed = [f"timed {bot}" for bot in seated]
    sitting = Sitting(board=default_board(), players=len(bots), rules=[HouseRules()], bots=timed)
    (game,) = games(sitting, range(seed, seed + 1))
    winners = game.state.winners or ()
    wins = tuple((seat in winners) / len(winners) for seat in range(len(bots)))
    return Played(seated, game.state.money, wins, milliseconds)


def _timed(bot: str, milliseconds: list[float], chance: Random) -> Bidder:
    return Timed(MERCHANTS_BOTS[bot](chance), milliseconds)


def wilson(wins: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z = WITHIN_95_PERCENT
    share = wins / count
    middle = share + z * z / (2 * count)
    reach = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (middle - reach) / (1 + z * z / count), (middle + reach) / (1 + z * z / count)


def share(who: str, played: list[Played], seats: list[list[int]]) -> Share:
    """Of these seats in each game, together."""
    money = [game.money[seat] for game, own in zip(played, seats, strict=True) for seat in own]
    wins = sum(game.wins[seat] for game, own in zip(played, seats, strict=True) for seat in own)
    low, high = wilson(wins, len(played))
    return Share(
        who=who,
        wins=round(wins / len(played), 4),
        low=round(low, 4),
        high=round(high, 4),
        fair=round(len(seats[0]) / len(played[0].bots), 4),
        mean_money=round(mean(money)),
    )


def shares(played: list[Played]) -> list[Share]:
    """By kind of bot, or by seat where all are of one kind."""
    players = range(len(played[0].bots))
    kinds = sorted(set(played[0].bots))
    if len(kinds) == 1:
        return [share(f"seat {seat + 1}", played, [[seat]] * len(played)) for seat in players]
    return [share(kind, played, [[s for s in players if game.bots[s] == kind] for game in played]) for kind in kinds]


def thinking(played: list[Played]) -> list[Thinking]:
    found = []
    for bot in sorted(set(played[0].bots)):
        times = sorted(chain.from_iterable(game.milliseconds[bot] for game in played))
        p99 = times[len(times) * 99 // 100]
        found.append(Thinking(bot=bot, decisions=len(times), mean_ms=round(mean(times), 3), p99_ms=round(p99, 3)))
    return found


def match(title: str, bots: tuple[str, ...], count: int) -> Match:
    """Which core plays which game does not matter: everything in a game follows from its seed."""
    with Pool(CORES) as pool:
        results = pool.imap(partial(play, bots), range(count), AT_A_TIME)
        quiet = not sys.stderr.isatty()
        with click.progressbar(results, length=count, label=title, file=sys.stderr, hidden=quiet) as progress:
            played = list(progress)
    return Match(title, count, shares(played), thinking(played))


def table(report: Report) -> str:
    """A line for each share, then one for each bot's thinking."""
    lines = [f"{'':24}{'':10}{'wins':>8}{'95 % interval':>20}{'fair':>8}{'mean money':>13}"]
    for played in report.matches:
        for place, found in enumerate(played.shares):
            title = "" if place else played.title
            between = f"{found.low:.1%} to {found.high:.1%}"
            lines.append(
                f"{title:24}{found.who:10}{found.wins:8.1%}{between:>20}{found.fair:8.1%}{found.mean_money:13,}"
            )
    lines.append(f"\n{'':24}{'':10}{'decisions':>11}{'mean ms':>10}{'99 % below':>12}")
    for played in report.matches:
        for place, thought in enumerate(played.thinking):
            title = "" if place else played.title
            lines.append(
                f"{title:24}{thought.bot:10}{thought.decisions:11,}{thought.mean_ms:10.3f}{thought.p99_ms:12.3f}"
            )
    return "\n".join(lines)


@click.command()
@click.option("--games", "count", type=click.IntRange(1), default=1000, show_default=True, help="For each match.")
@click.option("--players", type=click.IntRange(3, 5), default=4, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object instead of the tables.")
def main(count: int, players: int, as_json: bool) -> None:
    """Let the bots play each other, and say who wins, by how much, and how long they think."""
    half = (players + 1) // 2
    matches = [
        match(f"1 merchant, {players - 1} random", ("merchant",) + ("random",) * (players - 1), count),
        match(
            f"{half} merchants, {players - half} random", ("merchant",) * half + ("random",) * (players - half), count
        ),
        match(f"{players} merchants", ("merchant",) * players, count),
    ]
    report = Report(players, matches)
    if as_json:
        click.echo(msgspec.json.encode(report))
        return
    click.echo(table(report))
    click.echo(f"\n{count} games for each match. A shared win counts in parts; the interval is Wilson's.")


if __name__ == "__main__":
    main()
