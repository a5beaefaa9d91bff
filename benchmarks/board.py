"""How full the default board gets, and how much money is about: the figures in docs/board.md.

Merchants and random players, three to five at the table; run as `python benchmarks/board.py`.
"""

from statistics import mean

import click

from companion.games.events import Asked
from companion.games.merchants import evolve
from companion.games.merchants.board import default_board
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import State, empty_state
from companion.simulate import Playthrough, Sitting, games


class Fullness:
    """What one game came to at its fullest."""

    def __init__(self, game: Playthrough) -> None:
        self.offices = self.plots = self.money = 0
        self.first_full: str | None = None
        state = empty_state(game.setup)
        for entry in game.entries:
            for event in entry.events:
                evolve(state, event)
                if isinstance(event, Asked):
                    self._look_at(state)

    def _look_at(self, state: State) -> None:
        board = state.setup.board
        self.offices = max(self.offices, sum(spaces.bit_count() for spaces in state.offices))
        self.plots = max(self.plots, sum(spaces.bit_count() for spaces in state.warehouses))
        self.money = max(self.money, sum(state.money))
        free = state.free_plots()
        if self.first_full is None and not all(free & district for district in board.districts.values()):
            self.first_full = board.years[state.year].year


@click.command()
@click.option("--games", "count", default=100, show_default=True, help="For each row of the table.")
def main(count: int) -> None:
    """Print the table of docs/board.md."""
    board = default_board()
    click.echo("players bots      offices    plots      full district  first full in  most money on the table")
    for players in (3, 4, 5):
        for bot in ("merchant", "random"):
            sitting = Sitting(board=board, players=players, rules=[HouseRules()], bots=[bot])
            found = [Fullness(game) for game in games(sitting, range(count))]
            offices, plots = [game.offices for game in found], [game.plots for game in found]
            full = sorted(board.year_at[game.first_full] for game in found if game.first_full)
            median = board.years[full[len(full) // 2]].year if full else "never"
            click.echo(
                f"{players:<8}{bot:<10}{mean(offices):4.1f} ({max(offices)})  {mean(plots):4.1f} ({max(plots)})  "
                f"{len(full) / count:>12.0%}   {median:<13}  {max(game.money for game in found):,}"
            )


if __name__ == "__main__":
    main()
