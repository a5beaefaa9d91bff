"""`veilingklok replay` and `veilingklok score`: records and positions judged again."""

from pathlib import Path
from typing import Any

import click
import msgspec

from companion.cli.commands import argument, command, option
from companion.cli.options import says_what_is_wrong, showable
from companion.cli.speaking import here
from companion.games.box import game_called
from companion.games.errors import GameError, Unreadable
from companion.games.game import Game
from companion.games.json_text import read_json
from companion.games.merchants.game import MERCHANTS
from companion.games.speech import ENGLISH
from companion.records import Replay, replay


@command(name="replay")
@argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@option("--at", "until", type=click.IntRange(0), help="Show the position after this action.")
@option("--json", "as_json", is_flag=True, help="One JSON object for each file.")
@says_what_is_wrong
def replay_command(files: tuple[Path, ...], until: int | None, as_json: bool) -> None:
    """Play records again, judging every action, and say whether they hold."""
    refused = 0
    for file in files:
        try:
            found = replay(file.read_bytes(), until)
        except GameError as error:
            refused += 1
            click.echo(showable(f"{file}: {error.said(here())}"), err=True)
            continue
        if as_json:
            click.echo(msgspec.json.encode(found.game.positions.shown(found.state, found.n, file=str(file))))
        elif until is None:
            click.echo(f"{file}: {_in_words(found)}")
        else:
            heading = here().say("{file}, after action {n}:", file=file, n=str(found.n))
            click.echo("\n".join([heading, *found.game.positions.told(_by_name(found), here())]))
    if refused:
        raise click.exceptions.Exit(1)


def _in_words(found: Replay) -> str:
    speech, names = here(), found.setup.names
    if found.state.winners is None:
        return speech.say("good so far: {count} actions, the game is not over.", count=found.n)
    return speech.say(
        "good: {count} actions, won by {names} with {score}.",
        count=found.n,
        names=speech.listed([names[seat] for seat in found.state.winners]),
        score=max(found.state.score),
    )


def _by_name(found: Replay) -> Any:
    """The position with the players' names for their colours, if they can be told apart by them."""
    setup, shown = found.setup, found.game.positions.shown
    if len(set(setup.names)) < len(setup.names):
        return shown(found.state, found.n)
    named = msgspec.structs.replace(setup, seats=setup.names)
    return shown(msgspec.structs.replace(found.state, setup=named), found.n)


@command()
@argument("position", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@option("--json", "as_json", is_flag=True, help="Print JSON.")
@says_what_is_wrong
def score(position: Path, as_json: bool) -> None:
    """Score a position from a file, without a game."""
    speech = ENGLISH if as_json else here()
    try:
        text = position.read_bytes()
        positions = _game_of(text).positions
        scores = positions.scored(text, speech)
    except GameError as error:
        raise click.ClickException(showable(f"{position}: {error.said(here())}")) from None
    if as_json:
        click.echo(msgspec.json.encode(scores))
        return
    for line in positions.scores_told(scores, speech):
        click.secho(showable(line.words), bold=line.is_heading)


class _Named(msgspec.Struct):
    """As much of a position as says which game it is of."""

    game: str = MERCHANTS.name


def _game_of(text: bytes) -> Game:
    """Whatever else is wrong with it is for the game to say."""
    try:
        return game_called(read_json(text, _Named).game)
    except Unreadable:
        return MERCHANTS
