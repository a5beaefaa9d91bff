"""Whole games by the hundred, written by `simulate` and read by a bookkeeper that does not know our code."""

import ast
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from amsterdam_anything import answers, anything
from amsterdam_bookkeeper import Books
from amsterdam_table import seen_board
from amsterdam_walk import AGAINST_TOM, HOUSE_RULES, a_setup, walk
from bookkeeper import audit
from corpora import Corpus, simulated
from msgspec.structs import replace
from positions import refusal_of
from tiers import LONG

from companion.games.amsterdam import corrections, legal, refusals
from companion.games.amsterdam import events as ev
from companion.games.amsterdam.actions import AnyAction
from companion.games.amsterdam.board import default_board
from companion.games.amsterdam.decide import RULES
from companion.games.amsterdam.game import AMSTERDAM
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import COLOURS, GOODS, WAREHOUSES, WORKERS
from companion.games.errors import Illegal
from companion.games.events import Asked, Money, Won
from companion.simulate import Sitting, games

GAMES = 120 if LONG else 30
"""For each number of players, and again with other house rules and with a board that somebody has seen."""
ONLY_PUT_RIGHT = {
    ev.CrestsCounted, ev.GroupCounted, ev.GoodsCounted, ev.DiscPlaced, ev.BargePlaced, ev.CardPlaced,
    ev.StorehouseCounted, ev.WarehouseCounted, ev.BlackMarketCounted, ev.MagazineCounted, ev.WorkersCounted,
}  # fmt: skip


def played(folder: Path, players: int) -> list[Books]:
    """By the device and by the table's own dice, through the command line."""
    options = ("--game", "amsterdam", "--deck")
    return [
        *simulated(folder / "device", Books, players, GAMES // 2, *options, "device"),
        *simulated(folder / "table", Books, players, GAMES // 2, *options, "table"),
    ]


def played_by_other_rules(players: int) -> list[Books]:
    """Every expansion, alone and with others, in long and in short games."""
    rules = AGAINST_TOM if players == 1 else HOUSE_RULES
    found: list[Books] = []
    for board in (default_board(), seen_board()):
        sitting = Sitting(game=AMSTERDAM, board=board, players=players, rules=rules, bots=["random"])
        found += [audit(game.record(), Books) for game in games(sitting, range(GAMES // 2))]
    return found


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus[Books]:
    """Everything that is counted has been held against the rulebook by the bookkeeper when this returns."""
    return Corpus(
        {
            players: [*played(tmp_path_factory.mktemp("games"), players), *played_by_other_rules(players)]
            for players in (1, 2, 3, 4)
        }
    )


@pytest.fixture(scope="module")
def seen(corpus: Corpus[Books]) -> Counter[str]:
    return corpus.seen()


def test_every_kind_of_event_and_action_occurs(seen: Counter[str]) -> None:
    events = [kind.__struct_config__.tag for kind in get_args(ev.AnyEvent) if kind not in {Asked, *ONLY_PUT_RIGHT}]
    actions = [f"action:{kind.__struct_config__.tag}" for kind in get_args(AnyAction)]
    assert [what for what in (*events, *actions, "action:setup") if not seen[what]] == []
    assert {Money, Won} < set(get_args(ev.AnyEvent))


def test_every_reason_for_a_gain_or_a_loss_occurs(seen: Counter[str]) -> None:
    reasons = """money:start money:worker money:black_market money:market money:card
        prestige:delivery prestige:fast prestige:supervisor prestige:magazine prestige:bridges prestige:mouth
        prestige:market prestige:card prestige:penalties prestige:end_card prestige:orders prestige:group
        prestige:district prestige:leftovers
        supply:shack supply:end_of_round supply:card supply:activate supply:block supply:black_market supply:barge
        supply:amstel supply:market
        penalty:sixth_card penalty:empty_roundel penalty:cards penalty:card penalty:market""".split()
    assert [why for why in reasons if not seen[why]] == []
    assert {what for what in seen if what.split(":")[0] in ("money", "prestige", "supply", "penalty")} - {
        "money",
        "prestige",
        "supply",
        "penalty",
    } == set(reasons)


def test_figures_of_the_expansions_stand_somewhere(seen: Counter[str]) -> None:
    assert min(seen["supervisor:stands"], seen["bailiff:stands"], seen["marketeer:stands"]) > 10


def test_everybody_wins_somewhere_and_nobody_shares_it(corpus: Corpus[Books]) -> None:
    for players in (2, 3, 4):
        assert {books.winners[0] for books in corpus.by_players[players]} == set(range(players))
    assert all(len(books.winners) == 1 for books in corpus.games())
    assert any(books.score.count(max(books.score)) > 1 for books in corpus.games())


def test_some_reach_the_mouth_and_all_end_after_round_12(corpus: Corpus[Books]) -> None:
    assert sum(len(books.piles[-1]) > 1 for books in corpus.games()) > 10
    assert {books.round for books in corpus.games()} == {12}
    assert {books.first_round for books in corpus.games()} == {1, 3}


class TestRefusals:
    """Everything that can be said against an action is said somewhere, when anything conceivable is tried."""

    def test_every_reason_to_refuse_occurs(self) -> None:
        found: set[str] = set()
        for seed in range(40):
            setup = a_setup(1 + seed % 4, seed, seed, dealt_by_device=seed % 2 == 0)
            chance = Random(seed)
            for state, seat, _ in walk(replace(setup, board=seen_board()) if seed % 3 == 0 else setup, seed):
                for action in islice(anything(chance, state, seat or 0), 2):
                    found |= refused(state, chance.choice([seat, None, 0, 7]), action)
                if seat is not None:
                    for action in islice(answers(chance, state, seat), 4):
                        found |= refused(state, seat, action) | refused(crowded(chance, state), seat, action)
        assert sentences(refusals) - found == set()

    def test_what_is_said_against_putting_right_is_said_in_a_sentence(self) -> None:
        """Each of them has a test of its own."""
        assert len(sentences(corrections)) == 12


def crowded(chance: Random, state: State) -> State:
    """The same late on a busy board: barges are full and lie where everything may be full too, few blocks are free."""
    state = state.copy()
    players = state.setup.players
    state.cargo = ((1,) * len(GOODS),) * players
    state.barges = tuple(chance.choices((*GOODS, *WAREHOUSES, *WORKERS), k=players))
    state.storehouses, state.warehouses = (chance.choice((0, 3)),) * len(GOODS), (chance.choice((0, 1)),) * 4
    state.docks, state.waiting = (chance.choice((0, 1)),) * len(WORKERS), (chance.choice((0, 1)),) * len(WORKERS)
    state.crests = ((chance.choice((5, 6)),) * len(COLOURS), *((0,) * len(COLOURS),) * (players - 1))
    return state


def sentences(module: Any) -> set[str]:
    """All that are said against something in the module, as they stand there."""
    source = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(source) if isinstance(node, ast.Call)]
    named = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == Illegal.__name__]
    found = {call.args[0].value for call in named if isinstance(call.args[0], ast.Constant)}
    return {*map(str, found), *(refusals._ONCE.values() if module is refusals else ())}


def refused(state: State, seat: int | None, action: Any) -> set[str]:
    if action in legal(state, seat):
        return set()
    return {refusal_of(RULES, state, seat, action).sentence}
