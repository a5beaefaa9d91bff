"""`veilingklok simulate`: games among bots, in numbers."""

import sys
from collections import Counter
from pathlib import Path
from typing import Any, Literal

import click
import msgspec

from companion.bots import BOTS
from companion.cli.commands import command, option
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
from companion.cli.speaking import here
from companion.games.merchants.board import Board
from companion.games.merchants.house_rules import HouseRules
from companion.games.speech import Phrase, Speech, mark
from companion.records import save, written
from companion.simulate import Game, Sitting, games


@command()
@game_option
@players_option
@option("--games", "count", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@seed_option
@option(
    "--bots",
    type=Bots(),
    default="random",
    show_default=True,
    help=Phrase("Who plays: {bots}, or several with commas, round the table.", bots=", ".join(BOTS)),
)
@rules_option
@board_option
@deck_option
@option("--record", type=click.Path(file_okay=False, path_type=Path), help="Folder for one record per game.")
@option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
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
    label = here().say("Playing")
    with click.progressbar(played, length=count, label=label, file=sys.stderr, hidden=unseen) as bar:
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
        click.echo(here().say("The records are in {folder}.", folder=record))


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


_COLUMNS = (
    (mark("seat"), "<7"),
    (mark("bot"), "<10"),
    (mark("won"), ">8"),
    (mark("mean"), ">12"),
    (mark("least"), ">12"),
    (mark("most"), ">12"),
)


def _print_results(results: list[dict[str, Any]], players: int) -> None:
    """A line for each seat: who sat there, how often it won, how rich it was at the end."""
    speech = here()
    click.echo("".join(f"{speech.say(heading):{width}}" for heading, width in _COLUMNS))
    for seat in range(players):
        money = [result["money"][seat] for result in results]
        wins = sum(1 / len(result["winners"]) for result in results if seat in result["winners"])
        part = speech.decimal(100 * wins / len(results), 1)
        amounts = (round(sum(money) / len(money)), min(money), max(money))
        columns = "".join(f"{speech.number(amount):>12}" for amount in amounts)
        click.echo(f"{seat + 1:<7}{results[0]['bots'][seat]:<10}{part:>7}%{columns}")
    click.echo(_summed_up(results, speech))


def _summed_up(results: list[dict[str, Any]], speech: Speech) -> str:
    terms = sorted(Counter(result["terms"] for result in results).items())
    actions = sum(result["actions"] for result in results) / len(results)
    return speech.say(
        "{games}: {terms}; {actions} actions each on average. A shared win counts in parts.",
        games=speech.counted(len(results), "{count} game", "{count} games"),
        terms=", ".join(speech.say("{terms} terms in {count}", terms=many, count=count) for many, count in terms),
        actions=round(actions),
    )
