"""S10: memory stays flat however many games are played: every cache has an end, and nothing of a game outlives it.
`benchmarks/memory.py` tells the megabytes."""

import ast
import gc
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hang_guard import HANG_GUARD, eventually

from companion.bot_players import BotPlayers
from companion.chair import Chair
from companion.entries import Row
from companion.games.merchants.board import Board, BoardData
from companion.games.merchants.game import MERCHANTS
from companion.games.mercurius.game import MERCURIUS
from companion.house import House
from companion.journal import Journal
from companion.openings import Place, opening_for, opening_of
from companion.settings import settings_from
from companion.snapshots import Snapshot
from companion.table import Table
from companion.worker import Worker
from hardware.panel import Panel
from hardware.screens import lettering
from hardware.simulator import SimulatedWorks

ROOT = Path(__file__).parents[1]
ANOTHER = ROOT / "tests" / "web" / "another_board.toml"
MOST = 2_000
"""Entries of one cache: more than that was never faster."""
FEW = {
    "companion/cli/of_click.py:_compiled": "a language",
    "companion/games/amsterdam/board.py:default_board": "nothing",
    "companion/games/mercurius/board.py:default_board": "nothing",
    "companion/games/mercurius/offers.py:_unpaid": "the chambers, in some order",
    "companion/games/mercurius/turn.py:_questions": "a seat",
    "companion/games/merchants/board.py:default_board": "nothing",
    "companion/games/rules.py:_round": "a question, and seats",
    "companion/games/setup.py:_clockwise": "a seat",
    "companion/records.py:_default_board_written": "a game",
    "companion/version.py:installed_version": "nothing",
    "companion/words/__init__.py:words": "a language",
    "web/openapi.py:document": "the name of the cookie",
}
"""Caches without an end, and what they are asked for: few things, whatever is played and whoever plays."""


def caches() -> Iterator[tuple[str, ast.expr]]:
    """Every function that keeps what it returned, and how."""
    for room in ("companion", "hardware", "web"):
        for file in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.FunctionDef):
                    for way in node.decorator_list:
                        yield f"{file.relative_to(ROOT)}:{node.name}", way


def test_s10_every_cache_that_can_grow_has_an_end() -> None:
    endless = {name for name, way in caches() if ast.unparse(way) in ("cache", "functools.cache")}
    assert endless == set(FEW)


def test_s10_no_cache_is_large() -> None:
    for file in (file for room in ("companion", "hardware", "web") for file in (ROOT / room).rglob("*.py")):
        tree = ast.parse(file.read_text())
        named = {ast.unparse(one.targets[0]): one.value for one in tree.body if isinstance(one, ast.Assign)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "lru_cache":
                sizes = [named.get(ast.unparse(word.value), word.value) for word in node.keywords]
                assert sizes, f"{file}: how large?"
                assert all(1 <= ast.literal_eval(size) <= MOST for size in sizes), file


def test_s10_the_letters_of_the_display_keep_no_text_for_good() -> None:
    for number in range(3 * lettering.KEPT):
        lettering.width(f"Seat {number} pays {number * 1000}", 10)
    kept = [
        function.cache_info().currsize
        for function in (lettering.width, lettering._spelled, lettering._glyph, lettering.height)
    ]
    assert max(kept) <= lettering.KEPT


def test_games_on_the_same_board_share_it() -> None:
    """Whatever the rules keep by board is kept once."""
    board = Board(msgspec.toml.decode(ANOTHER.read_bytes(), type=BoardData))
    boards = [opening_for(players=3, people=3, seed=seed, board=board).setup().board for seed in range(3)]
    assert boards[0].data == board.data != MERCHANTS.default_board().data
    assert boards[0] is boards[1] is boards[2]


OF_A_GAME = (Table, Chair, BotPlayers, Snapshot, Row, Worker)
"""What there is of a game as long as it is on the table."""


def living() -> Counter[str]:
    gc.collect()
    return Counter(type(thing).__name__ for thing in gc.get_objects() if isinstance(thing, OF_A_GAME))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    settings = settings_from({"bots": {"pace": 0}})
    with Journal(tmp_path) as journal:
        house = House(journal, settings)
        panel = Panel(house, settings, SimulatedWorks(settings.fittings))
        yield house
        house.close()
        panel.close()


def test_s10_nothing_of_a_game_outlives_it(house: House) -> None:
    play(house, 0)
    before, threads = living(), {thread.name for thread in threading.enumerate()}
    for seed in range(1, 4):
        play(house, seed)
    eventually(lambda: not living() - before)  # the panel may still be looking at the last one
    assert {thread.name for thread in threading.enumerate()} == threads


def play(house: House, seed: int) -> None:
    """Bots alone, to the end."""
    places = [Place(name, colour) for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Cornelia", "green"))]
    opening = opening_of(places, game=MERCURIUS, seed=seed)
    over = threading.Event()

    def look() -> None:
        snapshot = house.snapshot
        if snapshot and not snapshot.look.now.state.agenda:
            over.set()

    leave = house.subscribe(look)
    house.begin(msgspec.structs.replace(opening, players=("speculator",) * 3))
    assert over.wait(HANG_GUARD)
    leave()
    house.leave()
