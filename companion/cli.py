"""The command `veilingklok`: what a person can ask of it, in and out. The work is done elsewhere."""

import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Literal, TypeVar

import click
import msgspec

from companion.bots import BOTS
from companion.games.errors import BadBoard, BadSetup, GameError
from companion.games.merchants.board import Board, default_board
from companion.games.merchants.drawing import draw
from companion.games.merchants.house_rules import EDITIONS, HouseRules, chosen, every_combination
from companion.games.merchants.mistakes import read_board
from companion.games.merchants.position import score_position, shown, told
from companion.games.merchants.story import part_title
from companion.records import Replay, replay, save, written
from companion.simulate import Game, Sitting, games, new_game
from companion.watch import Watch

F = TypeVar("F", bound=Callable[..., Any])


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="veilingklok")
@click.pass_context
def main(context: click.Context) -> None:
    """Veilingklok, the auction clock that knows every rule of Merchants of Amsterdam."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        context.color = False


def _says_what_is_wrong(command: F) -> F:
    """A mistake of the person at the keyboard is one sentence, never a traceback."""

    @wraps(command)
    def safe(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except GameError as error:
            raise click.ClickException(_showable(str(error))) from None
        except BrokenPipeError:
            raise  # the reader has seen enough; click ends quietly
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            raise click.ClickException(f"{where}{error.strerror}.") from None

    return safe  # type: ignore[return-value]


def _showable(text: str) -> str:
    """Without what a hostile file could do to a terminal."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


class _Rules(click.ParamType[list[HouseRules]]):
    """`english`, `german`, `every`, choices such as `misbid=ignore,end=1665`, or an edition with choices."""

    name = "rules"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[HouseRules]:
        if value == "every":
            return list(every_combination())
        edition, *choices = value.split(",")
        if edition not in EDITIONS:
            edition, choices = "english", [edition, *choices]
        choose: dict[str, str] = msgspec.to_builtins(EDITIONS[edition])
        try:
            choose |= dict(self._choice(choice) for choice in choices)
            return [chosen(choose)]
        except BadSetup as error:
            self.fail(str(error), param, ctx)

    def _choice(self, choice: str) -> tuple[str, str]:
        name, equals, choose = choice.partition("=")
        if not equals:
            raise BadSetup(
                "There is no edition {name}: say {known}, every, or house rules such as misbid=ignore.",
                name=name,
                known=", ".join(EDITIONS),
            )
        return name, choose


class _Bots(click.ParamType[list[str]]):
    """One kind for all seats, or a comma-separated list that goes round the table."""

    name = "bots"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        kinds: list[str] = value.split(",")
        for kind in kinds:
            if kind not in BOTS:
                self.fail(f"there is no bot {kind!r}; there are {', '.join(BOTS)}.", param, ctx)
        return kinds


class _BoardFile(click.ParamType[Board]):
    """A board of the owner's own, as a TOML file."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Board:
        if isinstance(value, Board):
            return value
        try:
            return read_board(Path(value).read_bytes())
        except OSError as error:
            self.fail(f"{value}: {error.strerror}.", param, ctx)
        except BadBoard as error:
            self.fail("\n".join([f"{value} is no board:", *error.mistakes]), param, ctx)


_game = click.option(
    "--game", type=click.Choice(["merchants"]), default="merchants", show_default=True, help="Which game."
)
_players = click.option("--players", type=click.IntRange(3, 5), default=4, show_default=True, help="How many seats.")
_seed = click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the first game.")
_rules = click.option(
    "--rules",
    type=_Rules(),
    default="english",
    show_default=True,
    help="english, german, house rules such as misbid=ignore,end=1665, or every combination in turn (every).",
)
_board = click.option("--board", type=_BoardFile(), default=default_board, help="A board file instead of the default.")


@main.command()
@_game
@_players
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@_seed
@click.option(
    "--bots",
    type=_Bots(),
    default="random",
    show_default=True,
    help=f"Who plays: {', '.join(BOTS)}, or several with commas, round the table.",
)
@_rules
@_board
@click.option(
    "--deck",
    type=click.Choice(["device", "table"]),
    default="device",
    show_default=True,
    help="Who deals: the device, or the table with its own cards.",
)
@click.option("--record", type=click.Path(file_okay=False, path_type=Path), help="Folder for one record per game.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@_says_what_is_wrong
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


@main.command(name="replay")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--at", "until", type=click.IntRange(0), help="Show the position after this action.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each file.")
@_says_what_is_wrong
def replay_command(files: tuple[Path, ...], until: int | None, as_json: bool) -> None:
    """Play records again, judging every action, and say whether they hold."""
    refused = 0
    for file in files:
        try:
            found = replay(file.read_bytes(), until)
        except GameError as error:
            refused += 1
            click.echo(_showable(f"{file}: {error}"), err=True)
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


@main.command()
@click.argument("position", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@_says_what_is_wrong
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


@main.group()
def board() -> None:
    """Check or draw board data."""


@board.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_says_what_is_wrong
def check(file: Path) -> None:
    """Tell every mistake in a board file at once."""
    try:
        found = read_board(file.read_bytes())
    except BadBoard as error:
        for mistake in error.mistakes:
            click.echo(f"{file}: {mistake}", err=True)
        raise click.exceptions.Exit(1) from None
    click.echo(
        f"{file}: good: {len(found.offices)} trade offices, {len(found.plots)} building spaces, "
        f"{len(found.bridges)} bridges, {len(found.years)} years, {sum(card.count for card in found.data.cards)} cards."
    )


@board.command(name="draw")
@click.argument("board", metavar="[FILE]", required=False, type=_BoardFile(), default=default_board)
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The SVG file.")
@_says_what_is_wrong
def draw_command(board: Board, output: Path) -> None:
    """Draw a board as a picture, to hold against the cardboard. Without a file: the default board."""
    output.write_text(draw(board), encoding="utf-8")
    click.echo(f"{output}: drawn.")


@main.command()
@_players
@click.option("--seed", type=click.IntRange(0), help="To see the same game again.")
@_rules
@_board
@click.option("--pause", type=click.FloatRange(0, 10), default=0.35, show_default=True, help="Seconds for each line.")
@click.option("--fast", is_flag=True, help="All at once.")
@_says_what_is_wrong
def watch(players: int, seed: int | None, rules: list[HouseRules], board: Board, pause: float, fast: bool) -> None:
    """Watch bots play a game in the terminal, term by term."""
    if seed is None:
        seed = time.time_ns() % 1_000_000
    game, rest = new_game(Sitting(board=board, players=players, rules=rules, bots=["merchant"]), seed)
    show = Watch(game, click.echo, 0.0 if fast else pause)
    show.opening()
    for entry in rest:
        show.entry(entry)
    show.standings()
