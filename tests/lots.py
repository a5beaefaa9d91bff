"""Auctions for tests: a card under the hammer in one readable line."""

from collections.abc import Iterable, Sequence

from merchants_table import ENGLISH, position

from companion.auction_clock import SECOND, Profile, Run, run_from
from companion.games.merchants import moment
from companion.games.merchants.board import default_board
from companion.games.merchants.house_rules import HouseRules
from companion.lot import Lot, Terms
from companion.referee import Judgement, Press, Ruling

START = 1_000 * SECOND
"""When the clock of these auctions starts."""

CARD = "office_silk"


def a_lot(
    *,
    players: int = 4,
    mayor: int = 0,
    money: Sequence[int] | None = None,
    barred: tuple[int, ...] = (),
    doubled_by: int | None = None,
    rules: HouseRules = ENGLISH,
    terms: Terms | None = None,
    profile: Profile | None = None,
) -> Lot:
    table = position(
        ("bid", None),
        players=players,
        money=money,
        auctioned=CARD,
        rules=rules,
        mayor=mayor,
        barred=barred,
        doubled_by=doubled_by,
    )
    run = a_run(doubled=doubled_by is not None, profile=profile or Profile())
    return Lot(moment(table.state), run, terms or Terms())


def a_run(doubled: bool = False, profile: Profile | None = None) -> Run:
    return run_from(START, default_board(), profile or Profile(), doubled)


def judged(lot: Lot, presses: Iterable[Press]) -> Judgement:
    """All these presses, arriving in this order."""
    for press in presses:
        lot.press(press, press.stamp)
    return lot.judged()


def rulings(judgement: Judgement) -> list[tuple[int, Ruling]]:
    return [(verdict.seat, verdict.ruling) for verdict in judgement.verdicts]
