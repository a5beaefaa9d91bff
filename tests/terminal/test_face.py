"""The clock's face: readable at 80 columns, whole at 60, and true to the clock at every moment."""

import click
import pytest
from merchants_table import position

from companion.auction_clock import SECOND, Profile, Run, run_from
from companion.games.merchants.board import default_board
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import State
from companion.terminal.face import bar, face, glimpse, seats_line
from companion.terminal.figures import large
from companion.terminal.inks import cells
from companion.words import words

START = 100 * SECOND


def clock(doubled: bool = False) -> Run:
    """A second and a half for each price."""
    return run_from(START, default_board(), Profile("even"), doubled)


def auction(**fields: object) -> State:
    return position(("bid", None), auctioned="goods", **fields).state  # type: ignore[arg-type]


def seen(after: float, run: Run | None = None, state: State | None = None) -> tuple[str, str]:
    shows, words, _ = glimpse(run or clock(), state or auction(), START + round(after * SECOND))
    return shows, words


def test_a_countdown_before_the_clock_runs() -> None:
    assert seen(-2.5) == ("3", "Get ready ...")
    assert seen(-0.1) == ("1", "Get ready ...")


def test_the_price_and_what_it_costs() -> None:
    assert seen(0) == ("start", "A stop now doubles.")
    assert seen(2) == ("200", "A stop now doubles.")
    assert seen(3.5) == ("190", "190,000 guilders")
    assert seen(60) == ("50", "The clock has run out.")


def test_a_doubled_clock_says_twice_the_dial() -> None:
    assert seen(0, clock(doubled=True), auction(doubled_by=1)) == ("start", "400,000 guilders")
    assert seen(3.5, clock(doubled=True), auction(doubled_by=1)) == ("190", "380,000 guilders")
    lines = face(clock(doubled=True), auction(doubled_by=1), START, (80, 24), "█").lines
    assert any("DOUBLED  by Blue" in click.unstyle(line) for line in lines)


def test_it_speaks_other_languages() -> None:
    run, state = clock(doubled=True), auction(doubled_by=1, barred=(2,))
    lines = face(run, state, START + round(3.5 * SECOND), (80, 24), "█", words("de")).lines
    told = click.unstyle("\n".join(lines))
    assert "380.000 Gulden    DOPPELT  von Blue" in told
    assert "Darf auf diese Karte nicht mehr bieten: Green." in told
    assert "400.000" in seats_line(state, [0], with_money=True, speech=words("nl"))


def test_by_the_house_rule_200_is_a_sale() -> None:
    state = auction(rules=HouseRules(double_window="start"))
    assert seen(0, state=state) == ("start", "A stop now doubles.")
    assert seen(2, state=state) == ("200", "200,000 guilders")


def test_the_bar_empties() -> None:
    assert click.unstyle(bar(1.0, 10, "█")) == "█" * 10
    assert click.unstyle(bar(0.55, 10, "█")) == "█████▌····"
    assert click.unstyle(bar(0.0, 10, "█")) == "·" * 10
    assert click.unstyle(bar(0.55, 10, "#")) == "#####"


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_it_fits(columns: int) -> None:
    run, state = clock(doubled=True), auction(doubled_by=1, barred=(0, 2))
    for after in range(-3, 30):
        lines = face(run, state, START + after * SECOND, (columns, 24), "█").lines
        assert len(lines) <= 12
        assert max(map(cells, lines)) < columns


def test_a_low_terminal_gets_small_figures() -> None:
    lines = face(clock(), auction(), START + 4 * SECOND, (80, 12), "█").lines
    assert "   190" in [click.unstyle(line) for line in lines]


def test_who_is_barred_is_said() -> None:
    lines = face(clock(), auction(barred=(0, 2)), START, (80, 24), "█").lines
    assert click.unstyle(lines[-1]) == "   Barred from this card: Orange and Green."


def test_who_sits_where() -> None:
    line = seats_line(auction(), [0, 2], with_money=True)
    assert click.unstyle(line) == "   1 Orange 400,000   Blue 400,000   3 Green 400,000"


def test_large_figures() -> None:
    assert large("17", "#") == [
        "  ##      ######",
        "####          ##",
        "  ##          ##",
        "  ##          ##",
        "######        ##",
    ]
    assert [len(large(str(figure), "#")) for figure in range(10)] == [5] * 10
    assert large("start", "#")[0].startswith("######    ######")
    assert large("?", "#") == ["", "", "?", "", ""]


def test_a_dumb_terminal_is_told_in_a_line() -> None:
    assert face(clock(), auction(), START + 4 * SECOND, (80, 24), "█").plain == ["   190: 190,000 guilders"]
