"""`veilingklok clock`: the auction clock alone, for a table that wants its broken one replaced."""

from typing import Any

import click

from companion.cli.clock_options import changed, get_ready_option, names_option, profile_option, speed_option
from companion.cli.commands import command, option
from companion.cli.options import board_option, says_what_is_wrong, settings_option, table_rules_option
from companion.cli.speaking import here
from companion.games.actions import MOST_MONEY
from companion.games.errors import BadSetup
from companion.games.merchants.board import Board, default_board
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import Setup
from companion.games.setup import COLOURS
from companion.games.speech import mark
from companion.settings import Settings
from companion.terminal.clock_keys import run_clock
from companion.terminal.clock_only import ClockOnly
from companion.terminal.inks import inked


class Money(click.ParamType[list[int]]):
    """Guilders, the same for all or for each seat."""

    name = "guilders"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[int]:
        amounts = [amount.strip() for amount in value.split(",")]
        for amount in amounts:
            if not (amount.isascii() and amount.isdigit() and int(amount) <= MOST_MONEY):
                wrong = mark("{amount!r} is no amount of guilders; write 400000 or 400000,350000,...")
                self.fail(here().say(wrong, amount=amount), param, ctx)
        return [int(amount) for amount in amounts]


@command()
@option("--players", type=click.IntRange(3, 5), help="How many seats.  [default: as many as there are names, else 5]")
@names_option
@option("--money", type=Money(), help="Guilders of all seats, or of each with commas, so that misbids are known.")
@table_rules_option
@board_option
@profile_option
@speed_option
@get_ready_option
@settings_option
@says_what_is_wrong
def clock(
    players: int | None,
    names: list[str] | None,
    money: list[int] | None,
    rules: list[HouseRules],
    board: Board | None,
    profile: str | None,
    speed: float | None,
    get_ready: float | None,
    settings: Settings,
) -> None:
    """The auction clock alone, without a game: keys 1 to 5 are the seats' buttons."""
    settings = changed(settings, profile=profile, speed=speed, get_ready=get_ready)
    seats = players or len(names or COLOURS)
    speech = here()
    names = names or [speech.say("Seat {seat}", seat=seat + 1) for seat in range(seats)]
    if len(names) != seats:
        raise BadSetup("There are {names} names for {seats} seats.", names=len(names), seats=seats)
    setup = Setup(board=board or default_board(), seats=COLOURS[:seats], names=tuple(names), rules=rules[0])
    run_clock(
        ClockOnly(
            setup,
            _purses(money, seats),
            settings.terms(range(seats)),
            settings.profile,
            settings.get_ready,
            lambda seat: inked(setup.seats[seat], setup.names[seat]),
            speech,
        )
    )


def _purses(money: list[int] | None, seats: int) -> list[int] | None:
    if money is None or len(money) == seats:
        return money
    if len(money) > 1:
        raise BadSetup("There are {amounts} amounts of money for {seats} seats.", amounts=len(money), seats=seats)
    return money * seats
