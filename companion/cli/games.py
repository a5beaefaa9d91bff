"""`veilingklok games`: the games in the journal."""

from pathlib import Path
from typing import Any

import click
import msgspec

from companion.cli.commands import argument, group, option
from companion.cli.options import data_option, says_what_is_wrong, settings_option
from companion.cli.speaking import here
from companion.entries import known_of
from companion.errors import NoSuchGame
from companion.games.box import GAMES
from companion.games.merchants.game import MERCHANTS
from companion.games.speech import ENGLISH, Speech, mark
from companion.journal import Journal, Kept
from companion.journal import here as in_our_time
from companion.past import Past
from companion.records import save, written
from companion.settings import Settings
from companion.terminal.chronicle import Chronicle
from companion.terminal.game import host
from companion.terminal.keys import has_keys
from companion.terminal.offer import whereabouts
from companion.terminal.telling import Telling


@group(invoke_without_command=True)
@data_option
@click.pass_context
@says_what_is_wrong
def games(context: click.Context, data: Path) -> None:
    """The games that are kept: list, show, resume, export, delete. Without a command: list."""
    context.obj = data
    if context.invoked_subcommand is None:
        context.invoke(list_games, folder=data, as_json=False)


_in_folder = option(
    "--data",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=lambda: click.get_current_context().obj,
    help="The folder in which games are kept.",
)
_game = argument("game", type=click.IntRange(1))
_json = option("--json", "as_json", is_flag=True, help="Print JSON.")


def _opened(folder: Path) -> Journal:
    if not folder.is_dir():
        raise NoSuchGame("There is no game yet in {folder}: veilingklok play begins one.", folder=folder)
    journal = Journal(folder)
    for notice in journal.notices:
        click.echo(notice.said(here()), err=True)
    return journal


@games.command(name="list")
@_json
@_in_folder
@says_what_is_wrong
def list_games(folder: Path, as_json: bool) -> None:
    """All games, the latest last."""
    speech = ENGLISH if as_json else here()
    with _opened(folder) as journal:
        lines = [_line(kept, journal, speech) for kept in journal.games()]
    if as_json:
        click.echo(msgspec.json.encode(lines))
        return
    if not lines:
        click.echo(speech.say("There is no game yet. veilingklok play begins one."))
    for line in lines:
        game, names = GAMES[line["plays"]], ", ".join(line["names"])
        title = speech.say(game.title)
        click.echo(f"{line['game']:>4}  {in_our_time(line['begun'])}  {title}, {names}: {line['state']}")


def _line(kept: Kept, journal: Journal, speech: Speech) -> dict[str, Any]:
    past = Past(kept.opening.game, kept.opening.setup(), journal.rows(kept.game))
    return {
        "game": kept.game,
        "begun": kept.begun,
        "names": kept.opening.header.names,
        "players": kept.opening.players,
        "rows": past.next - 1,
        "over": kept.over,
        "plays": kept.opening.game.name,
        "state": _in_words(past, speech),
    }


def _in_words(past: Past, speech: Speech) -> str:
    state = past.state
    if state.winners is None:
        return whereabouts(past, speech)
    winners = speech.listed([state.setup.names[seat] for seat in state.winners])
    return speech.say("won by {names} with {score}", names=winners, score=max(state.score))


@games.command()
@_game
@option("--json", "as_json", is_flag=True, help="One JSON object for each row of the journal.")
@_in_folder
@says_what_is_wrong
def show(folder: Path, game: int, as_json: bool) -> None:
    """Everything that happened in a game, also what was taken back."""
    with _opened(folder) as journal:
        kept = journal.game(game)
        rows = journal.rows(game)
    if as_json:
        game_played, hides = kept.opening.game, not kept.over and kept.opening.header.deck is not None
        for row in rows:
            entry = known_of(row.entry, game_played, None) if hides else row.entry
            click.echo(msgspec.json.encode(msgspec.structs.replace(row, entry=entry)))
        return
    telling = Telling(kept.opening.game, kept.opening.setup(), click.echo, speech=here())
    telling.opening(here().say("game {game}, begun {begun}", game=str(game), begun=kept.begun_here))
    Chronicle(telling).tell(rows)
    if telling.state.winners is not None:
        telling.standings()


@games.command()
@argument("game", type=click.IntRange(1), required=False)
@settings_option
@_in_folder
@says_what_is_wrong
def resume(folder: Path, game: int | None, settings: Settings) -> None:
    """Go on with a game in this terminal; without a number, with the last one that is not over."""
    with _opened(folder) as journal:
        if game is None:
            kept = journal.unfinished(MERCHANTS)  # others are not played in a terminal
            if kept is None:
                raise NoSuchGame("There is no unfinished game.")
        else:
            kept = journal.game(game)
        if not has_keys():
            raise click.ClickException(here().say("There is no keyboard here to go on with."))
        journal.hold()
        host(journal, kept.game, settings, here())


@games.command()
@_game
@option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file; else it is printed.")
@_in_folder
@says_what_is_wrong
def export(folder: Path, game: int, output: Path | None) -> None:
    """Write a game as a record: what stands of it, without what was taken back."""
    with _opened(folder) as journal:
        opening = journal.game(game).opening
        past = Past(opening.game, opening.setup(), journal.rows(game))
    lines = written(opening.header, past.record(), past.state)
    if past.state.winners is None and past.setup.deck is not None:
        click.echo(here().say("The game is not over, and its record tells the cards that are hidden."), err=True)
    if output is None:
        for line in lines:
            click.echo(line)
        return
    save(output, lines)
    click.echo(here().say("{file}: game {game}.", file=output, game=str(game)))


@games.command()
@_game
@option("--yes", is_flag=True, help="Do not ask.")
@_in_folder
@says_what_is_wrong
def delete(folder: Path, game: int, yes: bool) -> None:
    """Delete a game for good."""
    speech, number = here(), str(game)
    with _opened(folder) as journal:
        line = _line(journal.game(game), journal, speech)
        journal.hold()
        if not yes:
            names, state = ", ".join(line["names"]), line["state"]
            sure = mark("Delete game {game}, {names}, {state}, for good?")
            click.confirm(speech.say(sure, game=number, names=names, state=state), abort=True)
        journal.delete(game)
    click.echo(speech.say("Game {game} is deleted.", game=number))
