"""Nobody sees what they may not (C12): what others hold, draw and throw away, and what lies in the decks."""

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from mercurius_table import position

from companion.bots.mercurius import SpeculatorBot
from companion.games.mercurius import Moment, advance, begin, moment
from companion.games.mercurius.actions import HIDDEN, AnyAction, News, PlayCard
from companion.games.mercurius.board import Board, default_board
from companion.games.mercurius.cardboard import consequences
from companion.games.mercurius.events import Dealt, NewsPlayed, Played
from companion.games.mercurius.game import MERCURIUS
from companion.games.mercurius.sight import reveals, seen, sights
from companion.games.mercurius.state import Setup
from companion.games.mercurius.telling import Telling
from companion.games.setup import COLOURS, shuffled
from companion.games.speech import ENGLISH
from companion.simulate import Sitting, new_game


def board_of_unlike_cards() -> Board:
    """Every single card has a name of its own, so that a name that is told betrays the card."""
    data = default_board().data
    cards = tuple(
        msgspec.structs.replace(kind, id=f"secret{place}x{copy}", count=1)
        for place, kind in enumerate(data.cards)
        for copy in range(kind.count)
    )
    return Board(msgspec.structs.replace(data, cards=cards))


BOARD = board_of_unlike_cards()


class Step(NamedTuple):
    """What was done, what came of it, and how it stood then."""

    seat: int | None
    action: Any
    events: list[Any]
    after: Moment


def game(players: int, seed: int) -> list[Step]:
    playthrough, rest = new_game(Sitting(game=MERCURIUS, board=BOARD, players=players, bots=["random"]), seed)
    steps = [Step(None, None, playthrough.entries[0].events, playthrough.now)]
    steps += [Step(entry.seat, entry.action, entry.events, playthrough.now) for entry in rest]
    return steps


def played_again(steps: Sequence[Step], swapped: dict[str, str]) -> list[Step]:
    """The same game with other cards where nobody looked."""
    first = steps[0].after.state.setup
    assert first.deck is not None
    deck = tuple(swapped.get(card, card) for card in first.deck)
    state, events = begin(msgspec.structs.replace(first, deck=deck))
    again = [Step(None, None, events, moment(state))]
    for step in steps[1:]:
        action = step.action
        if isinstance(action, News):
            thrown = sorted((swapped.get(card, card) for card in action.thrown), key=list(BOARD.cards).index)
            action = News(tuple(thrown))
        after, events = advance(again[-1].after, step.seat, action)
        again.append(Step(step.seat, action, events, after))
    return again


def swapped_unseen(steps: Sequence[Step], looking: int | None) -> dict[str, str]:
    """Cards that this seat never sees, each in the place of another: those that nobody plays and it never holds."""
    events = [event for step in steps for event in step.events]
    known = {event.card for event in events if isinstance(event, Played)}
    known |= {event.card for event in events if isinstance(event, Dealt) and event.seat == looking}
    unseen = [card for card in BOARD.cards if card not in known]
    return dict(zip(unseen, unseen[1:] + unseen[:1], strict=True))


def shown_to(looking: int | None, steps: Sequence[Step]) -> Iterator[bytes]:
    """Everything that a seat, or an onlooker, gets to see of a game."""
    setup = steps[0].after.state.setup
    telling = Telling(setup, lambda seat: setup.names[seat], ENGLISH)
    for step in steps:
        state = step.after.state
        yield msgspec.json.encode(sights(state)[-1 if looking is None else looking])
        yield msgspec.json.encode(tuple(seen(looking, step.action, step.events)))
        yield msgspec.json.encode([line for event in step.events for line in telling.tell(event)])
        yield msgspec.json.encode(telling.cardboard(step.events))


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (3, 2), (4, 3), (4, 4), (5, 5), (5, 6)])
def test_c12_with_other_cards_where_nobody_looked_every_view_of_a_game_is_the_same(players: int, seed: int) -> None:
    steps = game(players, seed)
    for looking in (*range(players), None):
        swapped = swapped_unseen(steps, looking)
        again = played_again(steps, swapped)
        assert len(swapped) > 2 * players
        assert [step.after.state.hands for step in steps] != [step.after.state.hands for step in again]
        assert list(shown_to(looking, steps)) == list(shown_to(looking, again))


@pytest.mark.parametrize(("players", "seed"), [(3, 7), (4, 8), (5, 9)])
def test_c12_no_view_names_a_card_that_was_neither_played_nor_in_the_own_hand(players: int, seed: int) -> None:
    """Searched as the text that would go over the network."""
    steps = game(players, seed)
    for looking in (*range(players), None):
        views = iter(shown_to(looking, steps))
        known: set[str] = set()
        named: set[str] = set()
        for step in steps:
            known |= {event.card for event in step.events if isinstance(event, Played)}
            known |= {event.card for event in step.events if isinstance(event, Dealt) and event.seat == looking}
            told = set(re.findall(r"secret\d+x\d+", b"".join(next(views) for _ in range(4)).decode()))
            assert told <= known
            named |= told
        assert len(named) > 30  # the search does find what is there


def test_c12_what_an_action_will_bring_says_nothing_of_the_cards_that_will_be_drawn() -> None:
    """With both decks in another order, and the same hands, the same is said."""
    deck = shuffled(BOARD, Random(3))
    dealt = 12 + 15
    other = (*deck[:12][::-1], *deck[12:dealt], *deck[dealt:][::-1])
    told = []
    for cards in (deck, other):
        now = moment(begin(Setup(board=BOARD, seats=COLOURS[:3], names=COLOURS[:3], deck=cards))[0])
        now, _ = advance(now, 0, now.choices[0][0])
        told.append([consequences(now, 0, action) for action in now.choices[0]])
    assert told[0] == told[1]
    assert len(told[0]) == 5 + 26


def test_c12_a_seat_sees_its_own_hand_and_of_the_others_how_many_cards_they_hold() -> None:
    table = position(("card", 0), hands=[("amsterdam_up_silk",), ("tea", "silk")])
    found = sights(table.state)
    assert found[0].hand == ("amsterdam_up_silk",)
    assert found[0].hands == (("amsterdam_up_silk",), (HIDDEN, HIDDEN), (HIDDEN,) * 5)
    assert found[1].hands[0] == (HIDDEN,)


def test_c12_an_onlooker_sees_no_hand() -> None:
    table = position(("card", 0), hands=[("amsterdam_up_silk",), ("tea", "silk")])
    onlooker = sights(table.state)[-1]
    assert onlooker.hand == ()
    assert {card for hand in onlooker.hands for card in hand} == {HIDDEN}


def test_c12_money_holdings_boards_and_prices_are_open_to_all() -> None:
    table = position(
        ("trade", 1), prices={"tea": 20}, holdings=[{"tea": 2}], lots=[(), ("silk",)], boards=[(None, "news", None)]
    )
    views = sights(table.state)
    for sight in views:
        assert (sight.money, sight.holdings, sight.bank) == (
            table.state.money,
            table.state.holdings,
            table.state.bank,
        )
        assert sight.prices[-1] == 20
        assert sight.wealth == (110, 85, 70)
        assert [(lying.card, lying.turns) for lying in sight.boards[0]] == [("news", 2)]
        assert (sight.asked, sight.turn, sight.winners) == (table.state.agenda[-1], 1, None)
        assert (sight.main, sight.backup, sight.rounds_left) == (30, 12, None)


@pytest.mark.parametrize(("now", "left"), [(15, 2), (16, 1), (17, 0)])
def test_c10_everybody_sees_how_many_rounds_are_left_once_the_deck_has_run_out(now: int, left: int) -> None:
    state = position(("trade", 1)).state
    state.round, state.last_round, state.main = now, 17, 0
    assert {sight.rounds_left for sight in sights(state)} == {left}


class TestSeen:
    NEWS = NewsPlayed(1, ("delft_up_copper", "hoorn_up_silk"))
    DEALT = (Dealt(1, "hoorn_up_coffee", "main"), Dealt(1, "amsterdam_up_silk", "backup"))

    def test_who_plays_news_sees_all_of_it(self) -> None:
        action = News(self.NEWS.thrown)
        assert seen(1, action, [self.NEWS, *self.DEALT]) == (action, (self.NEWS, *self.DEALT))

    @pytest.mark.parametrize("looking", [0, 2, None])
    def test_others_see_only_how_many_cards_it_was(self, looking: int | None) -> None:
        action, events = seen(looking, News(self.NEWS.thrown), [self.NEWS, *self.DEALT])
        assert action == News((HIDDEN, HIDDEN))
        assert events == (NewsPlayed(1, (HIDDEN, HIDDEN)), Dealt(1, HIDDEN, "main"), Dealt(1, HIDDEN, "backup"))

    def test_a_card_that_is_played_is_open(self) -> None:
        action, events = seen(None, PlayCard("hoorn_up_silk"), [Played(0, "hoorn_up_silk")])
        assert (action, events) == (PlayCard("hoorn_up_silk"), (Played(0, "hoorn_up_silk"),))

    def test_only_a_card_dealt_by_the_device_reveals_something(self) -> None:
        dealt, own = position(("trade", 0)).state.setup, None
        assert reveals(dealt, self.DEALT)
        assert not reveals(dealt, [self.NEWS])
        assert not reveals(msgspec.structs.replace(dealt, deck=own), self.DEALT)


def test_the_speculator_does_not_look_at_hidden_cards() -> None:
    """With other cards where it cannot look it does the same."""
    for seed in range(3):
        steps = game(3, seed)
        again = played_again(steps, swapped_unseen(steps, 0))
        for step, other in zip(steps[:-1], again[:-1], strict=True):
            if step.after.choices.get(0):
                chosen: list[AnyAction] = [
                    SpeculatorBot(Random(1)).choose(now.state, 0, now.choices[0]) for now in (step.after, other.after)
                ]
                assert chosen[0] == chosen[1]
