"""What the commands share: options and their types, and one sentence for whatever is wrong."""

import os
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from platformdirs import user_config_path, user_state_path

from companion.bots import BOTS
from companion.cli.commands import option
from companion.cli.speaking import here
from companion.errors import BadSettings
from companion.games.box import GAMES
from companion.games.errors import BadBoard, BadSetup, GameError
from companion.games.game import Game
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.house_rules import EDITIONS, HouseRules, chosen, every_combination
from companion.games.speech import Phrase, mark
from companion.games.toml_text import parsed
from companion.settings import Settings, read_settings, settings_from
from companion.words.system import why

USUAL_SETTINGS = user_config_path("veilingklok") / "veilingklok.toml"
SETTINGS_VARIABLE = "VEILINGKLOK_SETTINGS"
"""Names another file: on a box all commands have the one that the service has."""

F = TypeVar("F", bound=Callable[..., Any])


def says_what_is_wrong(command: F) -> F:
    """A mistake of the person at the keyboard is one sentence, never a traceback."""

    @wraps(command)
    def safe(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except GameError as error:
            raise click.ClickException(showable(error.said(here()))) from None
        except BrokenPipeError:
            raise  # the reader has seen enough; click ends quietly
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            raise click.ClickException(f"{where}{why(error).said(here())}.") from None

    return safe  # type: ignore[return-value]


def showable(text: str) -> str:
    """Without what a hostile file could do to a terminal."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


class Rules(click.ParamType[list[HouseRules]]):
    """`english`, `german`, choices such as `misbid=ignore,end=1665`, or an edition with choices; and `every` where
    there are games enough to play by all combinations in turn."""

    name = "rules"

    def __init__(self, *, several: bool) -> None:
        self._several = several

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[HouseRules]:
        if value == "every" and self._several:
            return list(every_combination())
        edition, *choices = value.split(",")
        if edition not in EDITIONS:
            edition, choices = "english", [edition, *choices]
        choose: dict[str, str] = msgspec.to_builtins(EDITIONS[edition])
        try:
            choose |= dict(self._choice(choice) for choice in choices)
            return [chosen(choose)]
        except BadSetup as error:
            self.fail(error.said(here()), param, ctx)

    def _choice(self, choice: str) -> tuple[str, str]:
        name, equals, choose = choice.partition("=")
        if name == "every":
            raise BadSetup("Say by which house rules to play: a table cannot play by every combination.")
        if not equals:
            raise BadSetup(
                "There is no edition {name}: say {known}, or house rules such as misbid=ignore.",
                name=name,
                known=", ".join([*EDITIONS, *(["every"] if self._several else [])]),
            )
        return name, choose


class GameName(click.ParamType[Game]):
    """A game of the box."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        return GAMES[click.Choice(list(GAMES)).convert(value, param, ctx)]

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return f"[{'|'.join(GAMES)}]"


def _game(ctx: click.Context | None) -> Game:
    """That was said before; most commands know only one."""
    game: Game = (ctx.params.get("game") if ctx else None) or MERCHANTS
    return game


class Players(click.IntRange):
    """As many as the game is for."""

    def __init__(self, games: Iterable[Game]) -> None:
        numbers = [number for game in games for number in game.players]
        super().__init__(min(numbers), max(numbers))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        players = _game(ctx).players
        return click.IntRange(players[0], players[-1]).convert(value, param, ctx)


class Bots(click.ParamType[list[str]]):
    """One kind for all seats, or a comma-separated list that goes round the table."""

    name = "bots"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        kinds: list[str] = value.split(",")
        there_are = BOTS[_game(ctx).name]
        for kind in kinds:
            if kind not in there_are:
                unknown = mark("there is no bot {bot!r}; there are {known}.")
                self.fail(here().say(unknown, bot=kind, known=", ".join(there_are)), param, ctx)
        return kinds


class BoardFile(click.ParamType[Any]):
    """A board of the owner's own, as a TOML file."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return _game(ctx).board_from(parsed(Path(value).read_bytes()))
        except OSError as error:
            self.fail(f"{value}: {why(error).said(here())}.", param, ctx)
        except BadBoard as error:
            heading = here().say("{file} is no board:", file=value)
            self.fail("\n".join([heading, *(mistake.said(here()) for mistake in error.mistakes)]), param, ctx)


game_option = option(
    "--game", type=GameName(), default=MERCHANTS.name, show_default=True, is_eager=True, help="Which game."
)


def _players_of(*games: Game) -> Callable[[F], F]:
    return option("--players", type=Players(games), default=4, show_default=True, help="How many players.")


players_option = _players_of(*GAMES.values())
table_players_option = _players_of(MERCHANTS)
"""For a table in this terminal, which plays no other game."""
seed_option = option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the first game.")
rules_option = option(
    "--rules",
    type=Rules(several=True),
    help="Of Merchants: english (the usual ones), german, house rules such as misbid=ignore,end=1665, or every "
    "combination in turn (every).",
)
table_rules_option = option(
    "--rules",
    type=Rules(several=False),
    default="english",
    show_default=True,
    help="english, german, or house rules such as misbid=ignore,end=1665.",
)
"""For one table, which cannot play by every combination in turn."""
board_option = option("--board", type=BoardFile(), help="A board file instead of the default.")
deck_option = option(
    "--deck",
    type=click.Choice(["device", "table"]),
    default="device",
    show_default=True,
    help="Who deals: the device, or the table with its own cards.",
)


def house_rules(game: Game, rules: list[HouseRules] | None) -> list[HouseRules]:
    """Those that were said; none are the usual ones. Only Merchants' can be said here."""
    game.check_rules(rules)
    if rules and game is not MERCHANTS:
        raise BadSetup("The house rules of {game} cannot be chosen here.", game=Phrase(game.title))
    return rules or []


def settings_file() -> Path:
    """Where the settings of this machine lie, or would."""
    named = os.environ.get(SETTINGS_VARIABLE)
    return Path(named) if named else USUAL_SETTINGS


def _settings(_context: click.Context, _parameter: click.Parameter, file: Path | None) -> Settings:
    """Of the file that is named, or of the usual one if there is one."""
    if file is None and not USUAL_SETTINGS.exists():
        return settings_from({})
    try:
        return read_settings(file or USUAL_SETTINGS)
    except BadSettings as error:
        raise click.ClickException(showable(error.said(here()))) from None


simulate_option = option("--simulate", is_flag=True, help="Without a device: pins, display and dial are simulated.")
data_option = option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="VEILINGKLOK_DATA",
    default=user_state_path("veilingklok"),
    show_default=True,
    help="The folder in which games are kept.",
)
settings_option = option(
    "--settings",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_settings,
    envvar=SETTINGS_VARIABLE,
    help="A settings file; veilingklok settings shows what can be set.",
)
