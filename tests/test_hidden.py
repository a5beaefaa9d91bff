"""Nobody sees what they may not: what lies in the device's deck, and in which order; what is in another's hand; and
which dice are still to come.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tables import Evening, gone_on

from companion.chair import new_game
from companion.entries import Acted
from companion.games.amsterdam import state as amsterdam
from companion.games.amsterdam.chance import drawn
from companion.games.amsterdam.game import AMSTERDAM
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.game import Game
from companion.games.merchants.board import Board, default_board
from companion.games.merchants.events import Drawn
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.state import Setup
from companion.games.mercurius import board as mercurius_board
from companion.games.mercurius import state as mercurius
from companion.games.mercurius.events import Dealt, Played
from companion.games.mercurius.game import MERCURIUS
from companion.games.setup import COLOURS, shuffled
from companion.journal import Journal, Opening
from companion.records import header_of
from companion.simulate import NAMES


def unlike(kinds: Sequence[Any]) -> tuple[Any, ...]:
    """Every single card with a name of its own, so that a name that is told betrays the card."""
    return tuple(
        msgspec.structs.replace(kind, id=f"secret{place}x{copy}", count=1)
        for place, kind in enumerate(kinds)
        for copy in range(kind.count)
    )


def board_of_unlike_cards() -> Board:
    data = default_board().data
    sand_clocks, *kinds = data.cards
    return Board(msgspec.structs.replace(data, cards=(sand_clocks, *unlike(kinds))))


def evening_with(folder: Path, setup: Setup | mercurius.Setup | amsterdam.Setup, game: Game = MERCHANTS) -> Evening:
    journal = Journal(folder)
    number = new_game(journal, Opening(header_of(game, setup, 7), ("random",) * setup.players))
    return gone_on(folder, journal, number)


def setup_with(deck: tuple[str, ...], players: int) -> Setup:
    return Setup(board=BOARD, seats=COLOURS[:players], names=NAMES[:players], deck=deck)


BOARD = board_of_unlike_cards()


def drawn_so_far(evening: Evening) -> set[str]:
    entries = [row.entry for row in evening.table.history()]
    return {
        event.card
        for entry in entries
        if isinstance(entry, Acted)
        for event in entry.events
        if isinstance(event, Drawn)
    }


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (5, 3)])
def test_no_view_names_a_card_that_has_not_been_drawn(tmp_path: Path, players: int, seed: int) -> None:
    """Every view of every step of a whole game, searched as the text that would go over the network."""
    evening = evening_with(tmp_path, setup_with(shuffled(BOARD, Random(seed)), players))
    named: set[str] = set()
    for _ in evening.bots_play():
        drawn = drawn_so_far(evening)
        for seat in (*range(players), None):
            text = msgspec.json.encode(evening.table.view(seat)).decode()
            told = set(re.findall(r"secret\d+x\d+", text))
            assert told <= drawn
            named |= told
            assert '"seed"' not in text
            assert '"deck"' not in text
    assert evening.view().table.winners
    assert len(named) > 50  # the search does find what is there
    evening.ends()


def test_with_the_rest_of_the_deck_in_another_order_every_view_is_the_same(tmp_path: Path) -> None:
    deck = shuffled(BOARD, Random(4))
    seen: list[list[bytes]] = []
    for order in (1, -1):
        evening = evening_with(tmp_path / str(order), setup_with((*deck[:20], *deck[20:][::order]), 4))
        views: list[bytes] = []
        for _ in evening.bots_play():
            if evening.view().table.cards_left < 84 - 20:
                break
            for seat in (0, 1, 2, 3, None):
                view = msgspec.structs.replace(evening.table.view(seat), number=0)
                views.append(msgspec.json.encode(view))
        seen.append(views)
        evening.ends()
    assert seen[0] == seen[1]
    assert len(seen[0]) > 100


def exchange_with(chance: Random, players: int) -> mercurius.Setup:
    data = MERCURIUS.default_board().data
    board = mercurius_board.Board(msgspec.structs.replace(data, cards=unlike(data.cards)))
    deck = shuffled(board, chance)
    return mercurius.Setup(board=board, seats=COLOURS[:players], names=NAMES[:players], deck=deck)


def facts(evening: Evening) -> list[Any]:
    entries = [row.entry for row in evening.table.history()]
    return [event for entry in entries if isinstance(entry, Acted) for event in entry.events]


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (5, 3)])
def test_c12_no_view_names_a_card_that_is_in_another_hand(tmp_path: Path, players: int, seed: int) -> None:
    """A seat reads of the cards it was dealt and of those that lay open; an onlooker only of those."""
    evening = evening_with(tmp_path, exchange_with(Random(seed), players), MERCURIUS)
    named: set[str] = set()
    for _ in evening.bots_play():
        events = facts(evening)
        lay_open = {event.card for event in events if isinstance(event, Played)}
        for seat in (*range(players), None):
            own = {event.card for event in events if isinstance(event, Dealt) and event.seat == seat}
            text = msgspec.json.encode(evening.table.view(seat)).decode()
            told = set(re.findall(r"secret\d+x\d+", text))
            assert told <= lay_open | own
            named |= told
            assert '"deck"' not in text
    assert evening.view().table.winners
    assert len(named) > 50
    evening.ends()


def test_with_other_dice_to_come_every_view_is_the_same_until_they_are_rolled(tmp_path: Path) -> None:
    deck = drawn(3, HouseRules(), Random(4))
    rolled = 3 + 4  # discs, two tiles, and the dice of four rounds
    others = (*deck[:rolled], *(roll[::-1] for roll in deck[rolled:]))
    seen: list[list[bytes]] = []
    for name, cards in (("one", deck), ("other", others)):
        setup = amsterdam.Setup(board=AMSTERDAM.default_board(), seats=COLOURS[:3], names=NAMES[:3], deck=cards)
        evening = evening_with(tmp_path / name, setup, AMSTERDAM)
        views: list[bytes] = []
        for view in evening.bots_play():
            if view.table.round == 5 and view.table.dice:
                break
            for seat in (0, 1, 2, None):
                views.append(msgspec.json.encode(msgspec.structs.replace(evening.table.view(seat), number=0)))
        seen.append(views)
        evening.ends()
    assert seen[0] == seen[1]
    assert len(seen[0]) > 100
    assert not any(b'"deck"' in view for view in seen[0])
