"""Whole games by the thousand, written by `simulate` and read by a bookkeeper that does not know our code."""

import ast
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from corpora import Corpus, simulated
from mercurius_bookkeeper import Books
from mercurius_walk import a_setup, walk
from positions import refusal_of
from tiers import LONG

from companion.games.merchants.actions import StartClock
from companion.games.mercurius import actions as act
from companion.games.mercurius import legal, refusals
from companion.games.mercurius.board import default_board
from companion.games.mercurius.decide import RULES
from companion.games.mercurius.state import State
from companion.games.mercurius.tokens import CHAMBERS, TOKENS

GAMES = 2000 if LONG else 200
"""For each number of players; every tenth with cards of the table's own."""


def played(folder: Path, players: int) -> list[Books]:
    own_cards = GAMES // 10
    options = ("--game", "mercurius", "--deck")
    return [
        *simulated(folder / "device", Books, players, GAMES - own_cards, *options, "device"),
        *simulated(folder / "table", Books, players, own_cards, *options, "table"),
    ]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus[Books]:
    """Money, tokens, prices, cards and results have been held against the rules by the bookkeeper when this returns."""
    return Corpus({players: played(tmp_path_factory.mktemp("games"), players) for players in (3, 4, 5)})


@pytest.fixture(scope="module")
def seen(corpus: Corpus[Books]) -> Counter[str]:
    return corpus.seen()


@pytest.mark.parametrize(("players", "rounds"), [(3, 17), (4, 12), (5, 9)])
def test_c10_games_are_as_long_as_the_deck_and_a_round_longer_if_a_card_was_not_drawn(
    corpus: Corpus[Books], players: int, rounds: int
) -> None:
    lengths = Counter((books.turns[-1][0], "news:0:main" in books.seen) for books in corpus.by_players[players])
    assert set(lengths) == {(rounds, False), (rounds + 1, True)}
    assert all(len(books.turns) == players * books.turns[-1][0] for books in corpus.by_players[players])


def test_every_kind_of_event_and_action_occurs(seen: Counter[str]) -> None:
    events = """turn dealt dealt:main dealt:backup main_deck_out holding lot lot_sold dividend_paid played news_played
        price shifted money game_over""".split()
    actions = "setup trade black_market dividend card news".split()
    wanted = [*events, *(f"action:{action}" for action in actions), "price stays"]
    assert [what for what in wanted if not seen[what]] == []


def test_every_reason_for_money_occurs(seen: Counter[str]) -> None:
    reasons = "start buy sell black_market dividend final final_lot".split()
    assert [why for why in reasons if not seen[f"money:{why}"]] == []


def test_c8_news_is_played_with_every_number_of_cards_with_and_without_a_main_deck(seen: Counter[str]) -> None:
    wanted = [f"news:{count}:{deck}" for count in range(4) for deck in ("main", "no main")]
    assert [what for what in wanted if not seen[what]] == []


def test_prices_get_to_both_ends_and_every_chamber_pays(corpus: Corpus[Books]) -> None:
    spaces = {space for books in corpus.games() for space in books.spaces.values()}
    assert spaces == set(range(33))
    assert {chamber for books in corpus.games() for chamber in books.paid} == set(CHAMBERS)


def test_some_games_are_shared_and_most_are_won_alone(corpus: Corpus[Books]) -> None:
    ties = corpus.shared_by()
    assert ties[1] > ties[2] > 0


class TestRefusals:
    """Everything that can be said against an action is said somewhere, when anything conceivable is tried."""

    def test_every_reason_to_refuse_occurs(self) -> None:
        found: set[str] = set()
        for seed in range(40):
            setup = a_setup(3 + seed % 3, seed, dealt_by_device=seed % 2 == 0)
            chance = Random(seed)
            for state, seat, _ in walk(setup, seed):
                for action in islice(anything(chance, state), 40):
                    who = chance.choice([seat, seat, seat, None, 0, 7])
                    found |= refused(state, who, action)
        assert sentences() - found == set()


def sentences() -> set[str]:
    """All that stand in the module, as they stand there."""
    source = ast.parse(Path(refusals.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(source) if isinstance(node, ast.Call)]
    named = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Illegal"]
    found = {call.args[0].value for call in named if isinstance(call.args[0], ast.Constant)}
    assert len(found) > 15
    return {str(sentence) for sentence in found}


def refused(state: State, seat: int | None, action: Any) -> set[str]:
    if action in legal(state, seat):
        return set()
    return {refusal_of(RULES, state, seat, action).sentence}


def anything(chance: Random, state: State) -> Any:
    """Whatever could be written down, again and again; of trades, lots and News also what nearly fits."""
    cards = [*default_board().cards, act.HIDDEN, "news", "joker"]
    while True:
        hand = list(chance.choice(state.hands))
        yield act.Trade(tuple(chance.choices(act.DEALS, k=chance.randrange(5))))
        yield act.Trade((chance.choice(act.DEALS),) * 3)
        yield act.BlackMarket(tuple(chance.choices(TOKENS, k=chance.randrange(5))))
        yield act.BlackMarket(tuple(sorted(chance.choices(TOKENS, k=chance.randrange(5)), key=TOKENS.index)))
        yield act.Dividend(chance.choice(CHAMBERS))
        yield act.PlayCard(chance.choice(cards))
        yield act.News(tuple(chance.choices(cards, k=chance.randrange(5))))
        yield act.News(tuple(chance.sample(hand, min(len(hand), chance.randrange(5)))))
        yield StartClock()
