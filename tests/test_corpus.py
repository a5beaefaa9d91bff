"""Whole games by the hundred, written by `simulate` and read by a bookkeeper that does not know our code."""

from collections import Counter
from pathlib import Path

import pytest
from corpora import Corpus, simulated
from merchants_bookkeeper import Books
from tiers import LONG

from companion.games.merchants.board import default_board
from companion.games.merchants.house_rules import every_combination

GAMES = 1000 if LONG else 64
"""For each number of players; so every combination of house rules comes round at least twice."""


def played(folder: Path, players: int, deck: str, games: int, bots: str = "random") -> list[Books]:
    return simulated(folder, Books, players, games, "--rules", "every", "--deck", deck, "--bots", bots)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus[Books]:
    """Money, tokens and results have been added up by the bookkeeper when this returns."""
    return Corpus(
        {players: played(tmp_path_factory.mktemp("games"), players, "device", GAMES) for players in (3, 4, 5)}
    )


@pytest.fixture(scope="module")
def seen(corpus: Corpus[Books]) -> Counter[str]:
    return corpus.seen()


@pytest.mark.parametrize(("players", "terms"), [(3, 18), (4, 20), (5, 20)])
def test_m2_everybody_is_mayor_equally_often(corpus: Corpus[Books], players: int, terms: int) -> None:
    by_deck = [books for books in corpus.by_players[players] if books.header["rules"]["end"] == "deck"]
    assert {len(books.terms) for books in by_deck} == {terms}
    assert {count for books in by_deck for count in Counter(books.terms).values()} == {terms // players}


def test_m32_by_the_year_some_games_end_before_the_deck_does(corpus: Corpus[Books]) -> None:
    by_year = [books for books in corpus.games() if books.header["rules"]["end"] == "1665"]
    assert any(sum(books.cards.values()) < 84 for books in by_year)
    assert any(sum(books.cards.values()) == 84 for books in by_year)
    assert all(books.cards["sand"] == 24 for books in by_year)


def test_every_combination_of_house_rules_was_played_with_every_number_of_players(
    corpus: Corpus[Books],
) -> None:
    combinations = len(list(every_combination()))
    for books in corpus.by_players.values():
        assert len({tuple(book.header["rules"].items()) for book in books}) == combinations == 32


def test_every_kind_of_event_and_action_occurs(seen: Counter[str]) -> None:
    events = """term drawn placed set_aside year market office office_lost warehouse warehouse_lost money credit bonus
        clock_started doubled misbid sold unsold scored game_over""".split()
    actions = "setup place moves open build decline start_clock stop expire ship borrow lose".split()
    aside = ["three_players", "sand_clock", "discarded", "used", "unsold"]
    wanted = [*events, *(f"action:{action}" for action in actions), *(f"set_aside:{why}" for why in aside)]
    assert [what for what in wanted if not seen[what]] == []


def test_every_reason_for_money_occurs(seen: Counter[str]) -> None:
    reasons = """start auction credit repay score:market score:amsterdam score:colonies bonus:colonies bonus:amsterdam
        bonus:bridge give_back:colonies give_back:amsterdam give_back:bridge""".split()
    assert [why for why in reasons if not seen[f"money:{why}"]] == []


def test_every_bonus_is_gained_and_lost_and_loans_are_forced(seen: Counter[str]) -> None:
    bonuses = ["market", "colonies", "amsterdam", "bridge"]
    wanted = [f"bonus:{bonus}:{held}" for bonus in bonuses for held in (True, False)]
    assert [what for what in [*wanted, "forced loan", "guarantee"] if not seen[what]] == []


def test_every_year_is_reached_and_every_district_fills_up_somewhere(corpus: Corpus[Books]) -> None:
    years = [space.year for space in default_board().years]
    assert all(books.years == years for books in corpus.games())
    filled = {district for books in corpus.games() for district in books.full}
    assert filled == {"nieuwe_zijde", "oude_zijde", "grachten", "lastage"}


def test_some_games_are_shared_and_most_are_won_alone(corpus: Corpus[Books]) -> None:
    ties = corpus.shared_by()
    assert ties[1] > ties[2] > 0


def test_some_games_end_with_sand_clocks_and_some_with_an_action_card(corpus: Corpus[Books]) -> None:
    last = {books.header["deck"][-1] == "sand" for books in corpus.games()}
    assert last == {True, False}


@pytest.mark.parametrize(("players", "terms"), [(3, 18), (4, 20), (5, 20)])
def test_tables_with_their_own_deck_end_at_the_right_time(tmp_path: Path, players: int, terms: int) -> None:
    for books in played(tmp_path, players, "table", 32):
        assert books.header["deck"] is None
        assert "action:declare" in books.seen
        if books.header["rules"]["end"] == "deck":
            assert len(books.terms) == terms
            assert sum(books.cards.values()) == 84


def test_merchants_among_themselves_play_whole_games_too(tmp_path: Path) -> None:
    for books in played(tmp_path, 4, "device", 4, bots="merchant"):
        assert "game_over" in books.seen
