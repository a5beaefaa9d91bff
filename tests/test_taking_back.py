"""Taking back and putting right: nothing is ever erased, and what is restored is what was."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from every_game import EVERY_GAME, NUMBERS
from hypothesis import given, settings
from hypothesis import strategies as st
from kept_games import played, rows_of
from tables import Evening, an_evening, everybody_agrees, gone_on
from tiers import examples

from companion.bots import BOTS
from companion.entries import Acted, Corrected, Row, TookBack
from companion.errors import BadRecord
from companion.games.actions import SetMoney
from companion.games.box import GAMES, AnyChange
from companion.games.events import Money
from companion.games.game import Game
from companion.games.merchants.actions import Moves, Place
from companion.games.merchants.corrections import SetMarkers, SetOwner, SetTrack
from companion.games.merchants.events import Bonus, Market
from companion.games.merchants.game import MERCHANTS
from companion.games.mercurius.corrections import SetHolding, SetPrice
from companion.games.mercurius.game import MERCURIUS
from companion.games.mercurius.tokens import TOKENS
from companion.games.state import dump
from companion.journal import Journal
from companion.past import Past
from companion.records import replay, written
from companion.requests import Agree, Correct, Start, TakeBack

ELSEWHERE: dict[str, AnyChange] = {
    "merchants": SetPrice("tea", 3),
    "mercurius": SetMarkers(0, 1),
    "amsterdam": SetMarkers(0, 1),
}
"""What can only be put right in another game."""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Four people and the table's own deck: the mayor in seat 0 is asked what was turned up."""
    found = an_evening(tmp_path, deck=False)
    yield found
    found.ends()


@pytest.fixture(params=GAMES.values(), ids=list(GAMES))
def any_evening(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    """Of each game in turn: four people and the table's own cards. The first two moves are seat 0's."""
    found = an_evening(tmp_path, game=request.param, deck=False)
    yield found
    found.ends()


class TestOnesOwnLastAction:
    def test_it_is_undone_at_once(self, any_evening: Evening) -> None:
        any_evening.moves()
        before = any_evening.view(0)
        assert any_evening.moves().may_take_back
        after = any_evening.does(0, TakeBack())
        assert (after.table, after.options) == (before.table, before.options)
        assert any_evening.last() == TookBack(1, (0,))

    def test_one_by_one_as_far_as_they_are_ones_own(self, any_evening: Evening) -> None:
        start = any_evening.view(0).table
        any_evening.moves()
        any_evening.moves()
        any_evening.does(0, TakeBack())
        assert any_evening.does(0, TakeBack()).table == start
        assert any_evening.refuses(0, TakeBack()) == "There is nothing of yours to take back."

    def test_another_seat_has_nothing_to_take_back(self, any_evening: Evening) -> None:
        assert any_evening.moves().may_take_back
        assert not any_evening.view(1).may_take_back
        assert any_evening.refuses(1, TakeBack()) == "There is nothing of yours to take back."

    @pytest.mark.parametrize(("game", "moves"), [(MERCHANTS, 1), (MERCURIUS, 2)])
    def test_not_alone_once_the_device_has_shown_the_next_card(self, tmp_path: Path, game: Game, moves: int) -> None:
        evening = an_evening(tmp_path, game=game)
        for _ in range(moves):
            before = evening.view(0).table
            view = evening.moves()
        assert not view.may_take_back
        view = evening.does(0, TakeBack())
        assert view.table != before
        assert view.proposal is not None
        assert view.proposal.waiting_for == (1, 2, 3)
        everybody_agrees(evening)
        assert evening.view(0).table == before
        evening.ends()

    def test_not_alone_once_another_has_acted(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path)
        evening.reaches_auction()
        evening.does(0, Start(0))
        evening.presses(1, 5)
        evening.waits(0.01)
        assert not evening.view(0).may_take_back
        assert evening.does(0, TakeBack()).proposal is not None
        evening.ends()

    def test_a_stop_is_not_ones_own_to_take_back(self, tmp_path: Path) -> None:
        """It ended everybody's bidding."""
        evening = an_evening(tmp_path)
        evening.reaches_auction()
        evening.does(0, Start(0))
        evening.presses(1, 5)
        assert not evening.waits(0.01).may_take_back
        assert evening.does(1, TakeBack()).proposal is not None
        everybody_agrees(evening)
        view = evening.view()
        assert view.table.money == (400_000,) * 4
        assert view.clock_stands  # and the clock begins at start again
        evening.ends()

    def test_not_alone_if_a_card_was_seen_that_has_been_taken_back_since(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path)
        evening.reaches_auction()
        before = evening.view().row
        evening.does(0, Start(0))
        evening.waits(26)  # unsold, and the next mayor has drawn
        evening.does(1, TakeBack(to=before))
        everybody_agrees(evening)
        assert not evening.view(0).may_take_back
        assert evening.does(0, TakeBack()).proposal is not None
        evening.ends()

    def test_the_start_of_the_clock_can_be_taken_back_until_it_runs(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path)
        evening.reaches_auction()
        evening.does(0, Start(5))
        evening.waits(4)
        assert evening.does(0, TakeBack()).clock is None
        evening.does(0, Start(5))
        evening.waits(5)
        assert evening.does(0, TakeBack()).proposal is not None
        evening.ends()


class TestFurtherBack:
    def test_all_seats_must_agree(self, any_evening: Evening) -> None:
        start = any_evening.view().table
        for _ in range(4):
            any_evening.moves()
        now = any_evening.view().table
        any_evening.does(2, TakeBack(to=0))
        proposal = any_evening.view().proposal
        assert proposal is not None
        for seat in (0, 1):
            any_evening.does(seat, Agree(proposal.number))
            assert any_evening.view().table == now
        any_evening.does(3, Agree(proposal.number))
        assert any_evening.view().table == start
        assert any_evening.last() == TookBack(0, (2, 0, 1, 3))

    @EVERY_GAME
    def test_bots_agree(self, tmp_path: Path, game: Game) -> None:
        *_, best = BOTS[game.name]
        evening = an_evening(tmp_path, game=game, who=("person", best, "random", best))
        start = evening.view(0).table
        evening.moves()
        assert evening.does(0, TakeBack(to=0)).table == start
        evening.ends()

    @pytest.mark.parametrize("to", [-1, 1, 99])
    def test_only_to_where_the_game_has_been(self, any_evening: Evening, to: int) -> None:
        any_evening.moves()
        assert any_evening.refuses(1, TakeBack(to)) == f"There is no action {to} to go back to."

    def test_even_a_taking_back_can_be_taken_back(self, any_evening: Evening) -> None:
        any_evening.moves()
        once = any_evening.view().table
        any_evening.moves()
        twice = any_evening.view().table
        any_evening.does(0, TakeBack())
        any_evening.does(1, TakeBack(to=2))
        everybody_agrees(any_evening)
        assert any_evening.view().table == twice
        any_evening.does(0, TakeBack())
        assert any_evening.view().table == once

    def test_nothing_is_erased(self, any_evening: Evening) -> None:
        any_evening.moves()
        any_evening.moves()
        any_evening.does(0, TakeBack())
        other = any_evening.view(0).options[1]
        any_evening.does(0, other)
        entries = [row.entry for row in any_evening.table.history()]
        assert [type(entry) for entry in entries] == [Acted, Acted, Acted, TookBack, Acted]
        _, second, third = (entry.action for entry in entries if isinstance(entry, Acted) and entry.seat == 0)
        assert third == other != second


class TestCorrections:
    def test_money_a_token_a_marker_and_a_space_are_put_right_by_agreement(self, evening: Evening) -> None:
        changes = (
            SetMoney(1, 380_000),
            SetMarkers(2, 1),
            SetTrack(3, "silk", 4),
            SetOwner("nz2", 0),
            SetOwner("nz1", None),
        )
        before = evening.view().table
        view = evening.does(1, Correct(changes, "counted again"))
        assert view.table == before
        everybody_agrees(evening)
        table = evening.view().table
        assert table.money == (400_000, 380_000, 400_000, 400_000)
        assert table.markers == (0, 0, 1, 0)
        assert table.market[3][3] == 4
        assert "nz2" in table.warehouses[0]
        assert not any("nz1" in spaces for spaces in table.warehouses)
        entry = evening.last()
        assert isinstance(entry, Corrected)
        assert (entry.changes, entry.reason, entry.by) == (changes, "counted again", (1, 0, 2, 3))
        assert entry.events[0] == Money(1, -20_000, "correction")

    def test_bonuses_follow_the_tokens_and_no_money_follows_the_bonuses(self, evening: Evening) -> None:
        money = evening.view().table.money
        tracks = tuple(SetTrack(0, commodity, 2) for commodity in ("sugar", "gemstones", "spice", "silk"))
        evening.does(0, Correct(tracks, "we forgot a ship"))
        everybody_agrees(evening)
        table = evening.view().table
        assert table.bonuses[0] == ("market",)
        assert table.money == money
        entry = evening.last()
        assert isinstance(entry, Corrected)
        assert Bonus(0, "market", held=True) in entry.events
        assert Market(0, "silk", 0, 2) in entry.events

    @pytest.mark.parametrize(
        ("changes", "reason", "says"),
        [
            ((), "why not", "Say what is to be put right."),
            ((SetMoney(0, 400_000),), "why not", "Everything is like that already."),
            ((SetMoney(7, 1),), "why not", "There is no seat 7 at this table."),
            ((SetMoney(0, 10**9),), "why not", "Nobody can have 1,000,000,000 guilders."),
            ((SetMarkers(0, -1),), "why not", "Nobody can have -1 credit markers."),
            ((SetTrack(0, "silk", 9),), "why not", "There is no space 9 on the silk track."),
            ((SetOwner("moon", 0),), "why not", "There is no space moon on this board."),
            ((SetMoney(0, 1),), "  ", "A correction needs a reason of 1 to 300 letters."),
            ((SetMoney(0, 1),), "\x1b[2J", "A correction needs a reason of 1 to 300 letters."),
        ],
    )  # fmt: skip
    def test_what_cannot_be_is_refused(
        self, evening: Evening, changes: tuple[SetMoney, ...], reason: str, says: str
    ) -> None:
        assert evening.refuses(0, Correct(changes, reason)) == says

    def test_more_tokens_than_there_are_is_refused(self, evening: Evening) -> None:
        board = evening.table.look().now.state.setup.board
        changes = tuple(SetOwner(space, 0) for space in board.office_names[:24])
        assert evening.refuses(0, Correct(changes, "mine")) == (
            "Aletta would have more tokens on the board than there are."
        )

    def test_a_correction_can_be_taken_back(self, any_evening: Evening) -> None:
        before = any_evening.view().table
        any_evening.does(0, Correct((SetMoney(0, 2),), "oops"))
        everybody_agrees(any_evening)
        assert any_evening.view().table.money[0] == 2
        any_evening.does(0, TakeBack(to=0))
        everybody_agrees(any_evening)
        assert any_evening.view().table == before

    def test_prices_and_holdings_of_the_exchange_are_put_right_by_agreement(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path, game=MERCURIUS)
        changes = (SetMoney(1, 55), SetHolding(1, "hoorn", 2), SetPrice("tea", 0))
        evening.does(1, Correct(changes, "counted again"))
        everybody_agrees(evening)
        table = evening.view().table
        assert table.money == (70, 55, 70, 70)
        assert table.holdings[1][TOKENS.index("hoorn")] == 2
        assert table.bank[TOKENS.index("hoorn")] == 7 - 2
        assert table.prices[TOKENS.index("tea")] == 1
        entry = evening.last()
        assert isinstance(entry, Corrected)
        assert (entry.changes, entry.reason, entry.by) == (changes, "counted again", (1, 0, 2, 3))
        evening.ends()

    @EVERY_GAME
    def test_what_is_so_already_or_cannot_be_is_refused_in_every_game(self, tmp_path: Path, game: Game) -> None:
        evening = an_evening(tmp_path, game=game)
        has = evening.view().table.money[0]
        for changes, says in (
            ((), "Say what is to be put right."),
            ((SetMoney(0, has),), "Everything is like that already."),
            ((SetMoney(7, 1),), "There is no seat 7 at this table."),
            ((SetMoney(0, 10**9),), "Nobody can have 1,000,000,000 guilders."),
            ((ELSEWHERE[game.name],), "There is no such thing to put right in this game."),
        ):
            assert evening.refuses(0, Correct(changes, "why not")) == says
        evening.ends()

    def test_a_question_that_nobody_can_answer_any_more_falls_away(self, tmp_path: Path) -> None:
        """The mayor's card was for a track on which there is no room left."""
        evening = an_evening(tmp_path)
        for disk in ("mayor", "auction", "discard"):
            evening.does(0, Place(disk))
        assert evening.view().table.asked is not None
        full = tuple(SetTrack(0, commodity, 8) for commodity in ("sugar", "gemstones", "spice", "silk"))
        evening.does(0, Correct(full, "the cat"))
        everybody_agrees(evening)
        asked = evening.view().table.asked
        assert asked is not None
        assert asked.what == "start_clock"
        assert evening.refuses(0, Moves(("silk",))) == "The question is to start the auction clock."
        evening.ends()

    @EVERY_GAME
    def test_after_the_end_there_is_nothing_to_put_right(self, tmp_path: Path, game: Game) -> None:
        evening = an_evening(tmp_path, game=game, who=("random",) * 3)
        for _ in evening.bots_play():
            pass
        over = evening.view()
        assert over.table.winners
        assert evening.journal.game(evening.game).over
        wish = Correct((SetMoney(0, 5_000_000),), "I found some")
        assert evening.refuses(0, wish) == "The game is over: take back its end first."
        evening.does(0, TakeBack(to=over.row - 1))
        assert not evening.journal.game(evening.game).over
        assert evening.does(0, wish).table.money[0] == 5_000_000
        evening.ends()

    def test_a_running_clock_begins_again_afterwards(self, tmp_path: Path) -> None:
        evening = an_evening(tmp_path, who=("person", "random", "random", "random"))
        evening.reaches_auction()
        evening.does(0, Start(0))
        view = evening.does(0, Correct((SetMoney(1, 0),), "he had nothing"))
        assert view.clock is None
        assert view.clock_stands
        evening.ends()


@EVERY_GAME
def test_taking_back_and_corrections_survive_a_restart(tmp_path: Path, game: Game) -> None:
    evening = an_evening(tmp_path, game=game, deck=False)
    evening.moves()
    evening.moves()
    evening.does(0, TakeBack())
    evening.does(0, evening.view(0).options[1])
    evening.does(0, Correct((SetMoney(0, 5),), "so it is"))
    everybody_agrees(evening)
    before = evening.view(0)
    evening.ends()
    again = gone_on(tmp_path, Journal(tmp_path), evening.game)
    assert again.view(0).table == before.table
    assert again.view(0).may_take_back == before.may_take_back
    assert again.does(0, TakeBack()).proposal is not None
    again.ends()


@settings(max_examples=examples(40))
@given(st.sampled_from(NUMBERS), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_any_prefix_of_any_game_restored_equals_the_state_it_had(
    table: tuple[Game, int], seed: int, chance: Random
) -> None:
    """Also through takings back of takings back."""
    kind, players = table
    game = played(seed, players, actions=120, game=kind)
    past = Past(kind, game.setup)
    states: list[bytes] = []
    for row in rows_of(game):
        past.add(msgspec.structs.replace(row, n=past.next))
        states.append(dump(past.state))
        if chance.random() < 0.2:
            to = chance.randrange(past.next)
            come_from = past.next - 1
            for target in (to, come_from):
                past.add(Row(past.next, "", TookBack(target, (0,))))
                assert dump(past.state) == states[target] == dump(past.state_after(target))
                states.append(dump(past.state))
    assert past.state == game.state
    assert [row.entry for row in past.standing()] == [row.entry for row in rows_of(game)]


@pytest.mark.parametrize(
    ("game", "also", "told"),
    [
        (MERCHANTS, SetTrack(1, "silk", 3), ["declare", "declare", "place"]),
        (MERCURIUS, SetPrice("silk", 3), ["trade", "card", "trade"]),
    ],
)
def test_the_record_of_a_game_tells_what_stands_and_replays(
    tmp_path: Path, game: Game, also: SetTrack | SetPrice, told: list[str]
) -> None:
    """What was taken back is left out, a correction is an action of nobody."""
    evening = an_evening(tmp_path, game=game, deck=False)
    evening.moves()
    evening.moves()
    evening.does(0, TakeBack())
    evening.does(0, evening.view(0).options[1])
    evening.moves()
    evening.does(0, Correct((SetMoney(2, 5), also), "so it is"))
    everybody_agrees(evening)
    state = evening.table.look().now.state
    opening = evening.journal.game(evening.game).opening
    past = Past(game, opening.setup(), evening.journal.rows(evening.game))
    evening.ends()
    lines = list(written(opening.header, past.record(), past.state))
    found = replay(b"\n".join(lines))
    assert found.state == state
    actions = [msgspec.json.decode(line)["action"]["type"] for line in lines[1:]]
    assert actions == ["setup", *told, "correction"]
    assert b'"reason":"so it is"' in lines[-1]
    forged = lines[-1].replace(b'"seat":null', b'"seat":0', 1)
    with pytest.raises(BadRecord, match="A correction is nobody's action"):
        replay(b"\n".join([*lines[:-1], forged]))
    forged = lines[-1].replace(b'"amount":5', b'"amount":6')
    with pytest.raises(BadRecord, match="event 1 says"):
        replay(b"\n".join([*lines[:-1], forged]))
