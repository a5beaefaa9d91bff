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
    house_rules,
    players_option,
    rules_option,
    says_what_is_wrong,
    seed_option,
)
from companion.cli.speaking import here
from companion.games.game import Game
from companion.games.merchants.house_rules import HouseRules
from companion.games.speech import Phrase, Several, Speech, mark
from companion.records import save
from companion.simulate import Playthrough, Sitting, games


def _kinds() -> Phrase:
    """Which bots there are for which game."""
    return Several([Phrase("{game}: {bots}", game=game, bots=", ".join(bots)) for game, bots in BOTS.items()], "; ")


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
    help=Phrase("Who plays: {bots}; or several with commas, round the table.", bots=_kinds()),
)
@rules_option
@board_option
@deck_option
@option("--record", type=click.Path(file_okay=False, path_type=Path), help="Folder for one record per game.")
@option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@says_what_is_wrong
def simulate(
    game: Game,
    players: int,
    count: int,
    seed: int,
    bots: list[str],
    rules: list[HouseRules] | None,
    board: Any,
    deck: Literal["device", "table"],
    record: Path | None,
    as_json: bool,
) -> None:
    """Let bots play games and say how they went."""
    sitting = Sitting(
        game=game,
        board=board or game.default_board(),
        players=players,
        rules=house_rules(game, rules),
        bots=bots,
        dealt_by=deck,
    )
    if record:
        record.mkdir(parents=True, exist_ok=True)
    results: list[dict[str, Any]] = []
    played = games(sitting, range(seed, seed + count))
    unseen = not sys.stderr.isatty()
    label = here().say("Playing")
    with click.progressbar(played, length=count, label=label, file=sys.stderr, hidden=unseen) as bar:
        for finished in bar:
            results.append(_result(finished, sitting))
            if record:
                save(record / f"{game.name}-{players}p-{finished.seed:06}.jsonl", finished.record())
    if as_json:
        click.echo(msgspec.json.encode({"game": game.name, "players": players, "games": results}))
        return
    _print_results(results, game)
    if record:
        click.echo(here().say("The records are in {folder}.", folder=record))


def _result(game: Playthrough, sitting: Sitting) -> dict[str, Any]:
    state = game.state
    assert state.winners is not None
    return {
        "seed": game.seed,
        "rules": game.setup.house_rules(),
        "bots": sitting.who,
        game.game.counted_in[0]: game.game.telling(game.setup, str, here()).chapter(state).number,
        "actions": len(game.entries) - 1,
        game.game.scored_in: state.score,
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


def _print_results(results: list[dict[str, Any]], game: Game) -> None:
    """A line for each seat: who sat there, how often it won, and how much it had at the end of what one wins by."""
    speech = here()
    click.echo("".join(f"{speech.say(heading):{width}}" for heading, width in _COLUMNS))
    for seat, bot in enumerate(results[0]["bots"]):
        scores = [result[game.scored_in][seat] for result in results]
        wins = sum(1 / len(result["winners"]) for result in results if seat in result["winners"])
        part = speech.decimal(100 * wins / len(results), 1)
        amounts = (round(sum(scores) / len(scores)), min(scores), max(scores))
        columns = "".join(f"{speech.number(amount):>12}" for amount in amounts)
        click.echo(f"{seat + 1:<7}{bot:<10}{part:>7}%{columns}")
    click.echo(_summed_up(results, game, speech))


def _summed_up(results: list[dict[str, Any]], game: Game, speech: Speech) -> str:
    what, words = game.counted_in
    lengths = sorted(Counter(result[what] for result in results).items())
    actions = sum(result["actions"] for result in results) / len(results)
    return speech.say(
        "{games}: {lengths}; {actions} actions each on average. A shared win counts in parts.",
        games=speech.counted(len(results), "{count} game", "{count} games"),
        lengths=", ".join(speech.say(words, **{what: many, "count": count}) for many, count in lengths),
        actions=round(actions),
    )
