"""`veilingklok games`: the games in the journal."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from companion.cli.commands import argument, group, option
from companion.cli.options import data_option, says_what_is_wrong, settings_option, showable
from companion.cli.speaking import here
from companion.entries import Row, known_of
from companion.errors import CannotFollow, DamagedJournal, NoSuchGame
from companion.following import following, past_of
from companion.games.box import GAMES
from companion.games.merchants.game import MERCHANTS
from companion.games.speech import ENGLISH, Speech, mark
from companion.journal import Journal, Kept, Summary
from companion.journal import here as in_our_time
from companion.past import Past
from companion.records import save, written
from companion.settings import Settings
from companion.terminal.chronicle import Chronicle
from companion.terminal.game import host
from companion.terminal.keys import has_keys
from companion.terminal.offer import whereabouts
from companion.terminal.telling import Telling

LISTED = 25
"""Games that are listed unless all are asked for: with the years a list would take long, and scroll away."""

_SET_ASIDE = mark("set aside: this version cannot follow it")

T = TypeVar("T")


@group(invoke_without_command=True)
@data_option
@click.pass_context
@says_what_is_wrong
def games(context: click.Context, data: Path) -> None:
    """The games that are kept: list, show, resume, export, delete. Without a command: list."""
    context.obj = data
    if context.invoked_subcommand is None:
        context.invoke(list_games, folder=data, as_json=False, all_games=False)


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
    journal = Journal(folder, verify_all=False)
    for notice in journal.notices:
        click.echo(notice.said(here()), err=True)
    return journal


def _read(folder: Path, reads: Callable[[Journal], T]) -> T:
    """What is read of the journal. Where that shows damage, it is opened once more, which repairs and tells it."""
    with _opened(folder) as journal:
        try:
            return reads(journal)
        except DamagedJournal:
            pass
    with _opened(folder) as journal:
        return reads(journal)


def _whole_past(journal: Journal, game: int) -> tuple[Kept, Past]:
    kept = journal.game(game)
    return kept, past_of(journal, kept)


def _whole(journal: Journal, game: int) -> tuple[Kept, list[Row]]:
    kept = journal.game(game)
    with following(game):
        return kept, journal.rows(kept)


@games.command(name="list")
@option("--all", "all_games", is_flag=True, help="Every game; --json always has all of them.")
@_json
@_in_folder
@says_what_is_wrong
def list_games(folder: Path, as_json: bool, all_games: bool) -> None:
    """The latest games, the newest last."""
    speech = ENGLISH if as_json else here()
    latest = None if all_games or as_json else LISTED
    lines, count = _read(folder, lambda journal: (_lines(journal, latest, speech), journal.count()))
    if as_json:
        click.echo(msgspec.json.encode(lines))
        return
    if not lines:
        click.echo(speech.say("There is no game yet. veilingklok play begins one."))
    if len(lines) < count:
        told = mark("The latest {some} of {count} games; veilingklok games list --all lists every one.")
        click.echo(speech.say(told, some=len(lines), count=count))
    for line in lines:
        title = speech.say(GAMES[line["plays"]].title) if line["plays"] in GAMES else line["plays"]
        who = ", ".join(filter(None, (title, *line["names"])))
        click.echo(showable(f"{line['game']:>4}  {in_our_time(line['begun'])}  {who}: {line['state']}"))


def _lines(journal: Journal, latest: int | None, speech: Speech) -> list[dict[str, Any]]:
    return [_line(one, journal, speech) for one in journal.summaries(latest)]


def _line(summary: Summary, journal: Journal, speech: Speech) -> dict[str, Any]:
    try:
        rows, state = _finished(summary, journal, speech) or _followed(summary.game, journal, speech)
    except CannotFollow:
        rows, state = journal.last_row(summary.game), speech.say(_SET_ASIDE)
    return {
        "game": summary.game,
        "begun": summary.begun,
        "names": summary.names,
        "players": summary.players,
        "rows": rows,
        "over": summary.over,
        "plays": summary.plays,
        "state": state,
    }


def _finished(summary: Summary, journal: Journal, speech: Speech) -> tuple[int, str] | None:
    """How many rows a game has and how it ended, from its last row; None where that is not its end. To follow every
    game that was ever played would take longer with every evening."""
    ending = journal.ending(summary.game) if summary.over else None
    if ending is None:
        return None
    last, end = ending
    return last, _won(summary.names, end.winners, end.score, speech)


def _followed(game: int, journal: Journal, speech: Speech) -> tuple[int, str]:
    """The same of a game that has to be followed from its beginning."""
    kept = journal.game(game)
    past = past_of(journal, kept)
    with following(game):
        state = past.state
        if state.winners is None:
            return past.next - 1, whereabouts(past.game, state, speech)
        return past.next - 1, _won(state.setup.names, state.winners, state.score, speech)


def _won(names: Sequence[str], winners: Sequence[int], score: Sequence[int], speech: Speech) -> str:
    listed = speech.listed([names[seat] for seat in winners])
    return speech.say("won by {names} with {score}", names=listed, score=max(score))


@games.command()
@_game
@option("--json", "as_json", is_flag=True, help="One JSON object for each row of the journal.")
@_in_folder
@says_what_is_wrong
def show(folder: Path, game: int, as_json: bool) -> None:
    """Everything that happened in a game, also what was taken back."""
    kept, rows = _read(folder, lambda journal: _whole(journal, game))
    if as_json:
        game_played, hides = kept.opening.game, not kept.over and kept.opening.header.deck is not None
        for row in rows:
            entry = known_of(row.entry, game_played, None) if hides else row.entry
            click.echo(msgspec.json.encode(msgspec.structs.replace(row, entry=entry)))
        return
    with following(game):
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
    number = _read(folder, lambda journal: _to_resume(journal, game))
    with _opened(folder) as journal:
        if not has_keys():
            raise click.ClickException(here().say("There is no keyboard here to go on with."))
        journal.hold()
        host(journal, number, settings, here())


def _to_resume(journal: Journal, game: int | None) -> int:
    """The number of a game that can be read: this one, or the last that is not over."""
    if game is None:
        kept = journal.unfinished(MERCHANTS)  # others are not played in a terminal
        if kept is None:
            raise NoSuchGame("There is no unfinished game.")
        game = kept.game
    past_of(journal, journal.game(game))
    return game


@games.command()
@_game
@option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file; else it is printed.")
@_in_folder
@says_what_is_wrong
def export(folder: Path, game: int, output: Path | None) -> None:
    """Write a game as a record: what stands of it, without what was taken back."""
    kept, past = _read(folder, lambda journal: _whole_past(journal, game))
    with following(game):
        lines = list(written(kept.opening.header, past.record(), past.state))
    if past.state.winners is None and past.setup.deck is not None:
        click.echo(here().say("The game is not over, and its record tells the cards that are hidden."), err=True)
    if output is None:
        for line in lines:
            click.echo(line)
        return
    save(output, lines)
    click.echo(here().say("{file}: game {game}.", file=output, game=str(game)))


def _known_of(journal: Journal, game: int, speech: Speech) -> tuple[str, str]:
    """Who plays and how far the game has come, as far as it can be followed."""
    try:
        kept, (_, state) = journal.game(game), _followed(game, journal, speech)
    except CannotFollow:
        return "?", speech.say(_SET_ASIDE)
    return ", ".join(kept.opening.header.names), state


@games.command()
@_game
@option("--yes", is_flag=True, help="Do not ask.")
@_in_folder
@says_what_is_wrong
def delete(folder: Path, game: int, yes: bool) -> None:
    """Delete a game for good."""
    speech, number = here(), str(game)
    names, state = _read(folder, lambda journal: _known_of(journal, game, speech))
    with _opened(folder) as journal:
        journal.hold()
        if not yes:
            sure = mark("Delete game {game}, {names}, {state}, for good?")
            click.confirm(speech.say(sure, game=number, names=names, state=state), abort=True)
        journal.delete(game)
    click.echo(speech.say("Game {game} is deleted.", game=number))
