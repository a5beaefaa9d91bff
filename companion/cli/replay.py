"""`veilingklok replay` and `veilingklok score`: records and positions judged again."""

from pathlib import Path

import click
import msgspec

from companion.cli.options import says_what_is_wrong, showable
from companion.games.errors import GameError
from companion.games.merchants.position import score_position, shown, told
from companion.games.merchants.story import part_title
from companion.records import Replay, replay


@click.command(name="replay")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--at", "until", type=click.IntRange(0), help="Show the position after this action.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each file.")
@says_what_is_wrong
def replay_command(files: tuple[Path, ...], until: int | None, as_json: bool) -> None:
    """Play records again, judging every action, and say whether they hold."""
    refused = 0
    for file in files:
        try:
            found = replay(file.read_bytes(), until)
        except GameError as error:
            refused += 1
            click.echo(showable(f"{file}: {error}"), err=True)
            continue
        if as_json:
            click.echo(msgspec.json.encode(shown(found.state, found.n, file=str(file))))
        elif until is None:
            click.echo(f"{file}: {_in_words(found)}")
        else:
            click.echo("\n".join([f"{file}, after action {found.n}:", *told(shown(found.state, found.n))]))
    if refused:
        raise click.exceptions.Exit(1)


def _in_words(found: Replay) -> str:
    names = found.setup.names
    if found.state.winners is None:
        return f"good so far: {found.n} actions, the game is not over."
    winners = " and ".join(names[seat] for seat in found.state.winners)
    return f"good: {found.n} actions, won by {winners} with {max(found.state.money):,}."


@click.command()
@click.argument("position", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@says_what_is_wrong
def score(position: Path, as_json: bool) -> None:
    """Score a position from a file, without a game."""
    scores = score_position(position.read_bytes())
    if as_json:
        click.echo(msgspec.json.encode(scores))
        return
    for area in scores.scores:
        click.secho(area.area.capitalize(), bold=True)
        for part in area.parts:
            earned = ", ".join(f"{colour} {amount:,}" for colour, amount in part.earned.items()) or "nobody"
            click.echo(f"  {part_title(part.part)}: {earned}")
            click.echo(f"    {part.why}")
    click.secho("Total", bold=True)
    for colour, amount in scores.total.items():
        click.echo(f"  {colour} {amount:,}")
