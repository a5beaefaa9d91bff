"""`veilingklok watch`: a game among bots, told in the terminal."""

import time
from typing import Any

import click

from companion.bots import BOTS
from companion.cli.commands import command, option
from companion.cli.options import (
    board_option,
    game_option,
    house_rules,
    players_option,
    rules_option,
    says_what_is_wrong,
)
from companion.cli.speaking import here
from companion.games.game import Game
from companion.games.merchants.house_rules import HouseRules
from companion.simulate import Sitting
from companion.terminal.telling import tell_among_bots


@command()
@game_option
@players_option
@option("--seed", type=click.IntRange(0), help="To see the same game again.")
@rules_option
@board_option
@option("--pause", type=click.FloatRange(0, 10), default=0.35, show_default=True, help="Seconds for each line.")
@option("--fast", is_flag=True, help="All at once.")
@says_what_is_wrong
def watch(
    game: Game,
    players: int,
    seed: int | None,
    rules: list[HouseRules] | None,
    board: Any,
    pause: float,
    fast: bool,
) -> None:
    """Watch bots play a game in the terminal."""
    if seed is None:
        seed = time.time_ns() % 1_000_000
    best = list(BOTS[game.name])[-1]
    board = board or game.default_board()
    sitting = Sitting(game=game, board=board, players=players, rules=house_rules(game, rules), bots=[best])
    tell_among_bots(sitting, seed, click.echo, 0.0 if fast else pause, here())
