"""One who plays alone: the rules move who sits opposite, a seat like any other that is never asked."""

from random import Random
from typing import ClassVar

import pytest

from companion.chair import check_who
from companion.games.errors import BadSetup
from companion.games.merchants.board import default_board
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.house_rules import EDITIONS
from companion.games.merchants.state import Setup
from companion.games.mercurius.game import MERCURIUS
from companion.openings import Place, facing, opening_of
from companion.simulate import Sitting, new_game

BOARD = default_board()


class SetupWithTom(Setup, frozen=True, kw_only=True):
    PLAYERS: ClassVar[range] = range(2, 5)

    automaton: int | None = None

    def house_rules(self) -> dict[str, str]:
        """As a record tells where he sits."""
        return {"tom": str(self.automaton)}


class Dealt:
    """Remembers for whom it was asked to deal."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []

    def __call__(self, board: object, seats: int, rules: object, chance: Random) -> tuple[str, ...]:
        self.asked.append((board, seats, rules))
        return MERCHANTS.dealt(board, seats, rules, chance)


DEALT = Dealt()
ALONE = MERCHANTS._replace(setup=SetupWithTom, players=range(1, 5), automaton="tom", dealt=DEALT)
"""Merchants, as if it could be played alone; as far as its setup goes it can."""

ANNA = Place("Anna", "orange")


class TestAtTheTable:
    def test_tom_need_not_be_named(self) -> None:
        opening = opening_of([ANNA], seed=1, game=ALONE)
        assert [(seat.name, seat.colour, seat.player) for seat in opening.seats] == [
            ("Anna", "orange", "person"),
            ("TOM", "blue", "tom"),
        ]
        assert [seat.is_bot for seat in opening.seats] == [False, True]

    def test_but_may_be_and_sits_where_he_was_put(self) -> None:
        assert opening_of([ANNA], seed=1, game=ALONE).header.rules == {"tom": "1"}
        named = opening_of([Place("Tom", "blue", "tom"), ANNA], seed=1, game=ALONE)
        assert (named.header.rules, named.header.names) == ({"tom": "0"}, ("Tom", "Anna"))

    def test_who_plays_alone_has_either_seat(self) -> None:
        opening = opening_of(facing(ANNA, ALONE, 1), seed=1, game=ALONE)
        assert (opening.header.names, opening.players) == (("TOM", "Anna"), ("tom", "person"))

    @pytest.mark.parametrize("name", ["Tom", "TOM", " tom "])
    def test_somebody_of_his_name_plays_against_the_automaton(self, name: str) -> None:
        opening = opening_of([Place(name, "orange")], seed=1, game=ALONE)
        assert opening.header.names == (name.strip(), "auTOMaton")

    def test_the_deck_is_for_both_seats_and_by_the_house_rules(self) -> None:
        opening = opening_of([ANNA], seed=1, game=ALONE, rules=EDITIONS["german"])
        board, seats, rules = DEALT.asked[-1]
        assert (seats, rules) == (2, EDITIONS["german"])
        assert opening.header.deck == MERCHANTS.dealt(board, 2, rules, Random(1))

    def test_with_others_the_game_is_as_any_other(self) -> None:
        assert opening_of([ANNA, Place("Ben", "blue")], seed=1, game=ALONE).players == ("person", "person")
        with pytest.raises(BadSetup, match=r"^Merchants of Amsterdam is for 1 to 4 players, not 5\.$"):
            opening_of([Place(f"Player {seat}", "blue") for seat in range(5)], seed=1, game=ALONE)

    def test_a_bot_does_not_play_alone(self) -> None:
        with pytest.raises(BadSetup, match="At least one seat must be a person's"):
            opening_of([Place("Bot", "orange", "random")], seed=1, game=ALONE)

    def test_tom_is_nobody_in_other_games(self) -> None:
        check_who(ALONE, ["person", "tom"])
        with pytest.raises(BadSetup, match="There is no player tom; there are person, random, speculator"):
            check_who(MERCURIUS, ["person", "tom"])


class TestAmongBots:
    def test_the_bot_has_the_first_seat(self) -> None:
        sitting = Sitting(game=ALONE, board=BOARD, players=1, bots=["random"])
        assert sitting.who == ("random", "tom")
        playthrough, _ = new_game(sitting, 1)
        assert (playthrough.setup.names, playthrough.setup.automaton) == (("Aletta", "TOM"), 1)

    def test_where_nobody_plays_by_himself_nobody_plays_alone(self) -> None:
        with pytest.raises(BadSetup, match=r"^Mercurius is for 3 to 5 players, not 1\.$"):
            new_game(Sitting(game=MERCURIUS, board=MERCURIUS.default_board(), players=1, bots=["random"]), 1)
