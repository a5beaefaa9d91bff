"""`veilingklok simulate`: games among bots, in numbers."""

import sys
from collections import Counter
from pathlib import Path
from typing import Any, Literal

import click
import msgspec

from companion.bots import BOTS
from companion.cli.options import (
    Bots,
    board_option,
    deck_option,
    game_option,
    players_option,
    rules_option,
    says_what_is_wrong,
    seed_option,
)
from companion.games.merchants.board import Board
from companion.games.merchants.house_rules import HouseRules
from companion.records import save, written
from companion.simulate import Game, Sitting, games


@click.command()
@game_option
@players_option
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@seed_option
@click.option(
    "--bots",
    type=Bots(),
    default="random",
    show_default=True,
    help=f"Who plays: {', '.join(BOTS)}, or several with commas, round the table.",
)
@rules_option
@board_option
@deck_option
@click.option("--record", type=click.Path(file_okay=False, path_type=Path), help="Folder for one record per game.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@says_what_is_wrong
def simulate(
    game: str,
    players: int,
    count: int,
    seed: int,
    bots: list[str],
    rules: list[HouseRules],
    board: Board,
    deck: Literal["device", "table"],
    record: Path | None,
    as_json: bool,
) -> None:
    """Let bots play games and say how they went."""
    if record:
        record.mkdir(parents=True, exist_ok=True)
    results: list[dict[str, Any]] = []
    sitting = Sitting(board=board, players=players, rules=rules, bots=bots, dealt_by=deck)
    played = games(sitting, range(seed, seed + count))
    unseen = not sys.stderr.isatty()
    with click.progressbar(played, length=count, label="Playing", file=sys.stderr, hidden=unseen) as bar:
        for finished in bar:
            results.append(_result(finished, bots))
            if record:
                name = f"{game}-{players}p-{finished.seed:06}.jsonl"
                save(record / name, written(finished.setup, finished.seed, finished.entries, finished.state))
    if as_json:
        click.echo(msgspec.json.encode({"game": game, "players": players, "games": results}))
        return
    _print_results(results, players)
    if record:
        click.echo(f"The records are in {record}.")


def _result(game: Game, bots: list[str]) -> dict[str, Any]:
    state = game.state
    assert state.winners is not None
    return {
        "seed": game.seed,
        "rules": msgspec.to_builtins(game.setup.rules),
        "bots": [bots[seat % len(bots)] for seat in range(game.setup.players)],
        "terms": state.terms,
        "actions": len(game.entries) - 1,
        "money": state.money,
        "winners": state.winners,
    }


def _print_results(results: list[dict[str, Any]], players: int) -> None:
    """A line for each seat: who sat there, how often it won, how rich it was at the end."""
    click.echo(f"{'seat':<6}{'bot':<10}{'wins':>8}{'mean':>12}{'least':>12}{'most':>12}")
    for seat in range(players):
        money = [result["money"][seat] for result in results]
        wins = sum(1 / len(result["winners"]) for result in results if seat in result["winners"])
        click.echo(
            f"{seat + 1:<6}{results[0]['bots'][seat]:<10}{wins / len(results):>8.1%}"
            f"{round(sum(money) / len(money)):>12,}{min(money):>12,}{max(money):>12,}"
        )
    terms = ", ".join(
        f"{terms} terms in {count}" for terms, count in sorted(Counter(r["terms"] for r in results).items())
    )
    actions = sum(result["actions"] for result in results) / len(results)
    games = "1 game" if len(results) == 1 else f"{len(results)} games"
    click.echo(f"{games}: {terms}; {actions:.0f} actions each on average. A shared win counts in parts.")
