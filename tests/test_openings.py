"""A new game laid out: who sits where, under which name, in which colour, with which cards."""

import random
from collections import Counter
from itertools import zip_longest
from math import comb, factorial, log2, prod
from random import Random, SystemRandom

import msgspec
import pytest

from companion.games.amsterdam.game import AMSTERDAM
from companion.games.amsterdam.things import COLOURS as DISTRICTS
from companion.games.errors import BadSetup
from companion.games.game import Game
from companion.games.merchants.board import Board, default_board
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.house_rules import EDITIONS, HouseRules
from companion.games.mercurius.game import MERCURIUS
from companion.games.setup import shuffled
from companion.journal import Opening
from companion.openings import Place, opening_for, opening_of

BOARD = default_board()


def names(*said: str, players: int = 4) -> list[str]:
    return [seat.name for seat in opening_for(players=players, people=1, seed=1, names=said).seats]


def players(seats: int, people: int, *bots: str) -> tuple[str, ...]:
    return opening_for(players=seats, people=people, seed=1, bots=bots or ("merchant",)).players


class TestNames:
    def test_whoever_says_nothing_gets_a_usual_one(self) -> None:
        assert names() == ["Aletta", "Bram", "Cornelia", "Dirk"]

    def test_those_that_were_said_come_first(self) -> None:
        assert names("Piet", "Trijn") == ["Piet", "Trijn", "Aletta", "Bram"]

    def test_a_usual_one_that_was_said_is_not_given_twice(self) -> None:
        assert names("Bram", players=5) == ["Bram", "Aletta", "Cornelia", "Dirk", "Elsje"]

    def test_all_of_them_can_be_said(self) -> None:
        assert names("Piet", "Trijn", "Kees", players=3) == ["Piet", "Trijn", "Kees"]

    def test_more_than_there_are_seats_are_refused(self) -> None:
        with pytest.raises(BadSetup) as refusal:
            names("A", "B", "C", "D", "E", players=4)
        assert str(refusal.value) == "There are 5 names for 4 seats."

    @pytest.mark.parametrize("name", ["", "\x1b[2J", "A" * 41])
    def test_what_cannot_be_shown_is_refused(self, name: str) -> None:
        with pytest.raises(BadSetup) as refusal:
            names(name)
        assert str(refusal.value) == "Colours and names need 1 to 40 letters that can be shown."


class TestPeopleAndBots:
    def test_people_have_the_first_seats(self) -> None:
        assert players(4, 2) == ("person", "person", "merchant", "merchant")

    def test_bots_go_round_the_others(self) -> None:
        assert players(5, 1, "random", "merchant") == ("person", "random", "merchant", "random", "merchant")

    def test_people_can_have_all_seats_or_none(self) -> None:
        assert players(3, 3) == ("person", "person", "person")
        assert players(3, 0) == ("merchant", "merchant", "merchant")

    def test_a_seat_knows_who_plays_it(self) -> None:
        opening = opening_for(players=3, people=1, seed=1)
        assert [seat.is_bot for seat in opening.seats] == [False, True, True]

    def test_more_people_than_seats_are_refused(self) -> None:
        with pytest.raises(BadSetup) as refusal:
            players(4, 5)
        assert str(refusal.value) == "There are 5 people for 4 seats."

    @pytest.mark.parametrize("count", [2, 6, 7])
    def test_a_number_of_players_that_the_game_is_not_for_is_refused(self, count: int) -> None:
        with pytest.raises(BadSetup) as refusal:
            opening_for(players=count, people=1, seed=1)
        assert str(refusal.value) == f"Merchants of Amsterdam is for 3 to 5 players, not {count}."


class TestColours:
    def test_they_are_the_games_own_seat_by_seat(self) -> None:
        opening = opening_for(players=3, people=1, seed=1)
        assert [seat.colour for seat in opening.seats] == ["orange", "blue", "green"]

    def test_or_those_of_the_buttons(self) -> None:
        opening = opening_for(players=3, people=1, seed=1, colours=("red", "white", "blue", "green", "orange"))
        assert [seat.colour for seat in opening.seats] == ["red", "white", "blue"]

    def test_two_seats_of_one_colour_are_refused(self) -> None:
        with pytest.raises(BadSetup) as refusal:
            opening_for(players=3, people=1, seed=1, colours=("red", "red", "blue"))
        assert str(refusal.value) == "Two seats have the same colour: red, red, blue."


PLACES = (Place("Anna", "red"), Place("Wim", "white", "merchant"), Place("Cleo", "blue"))


def refused(*places: Place) -> str:
    with pytest.raises(BadSetup) as refusal:
        opening_of(places, seed=1)
    return str(refusal.value)


class TestPlaceByPlace:
    """As a page lays a game out."""

    def test_everybody_sits_where_they_were_put(self) -> None:
        opening = opening_of(PLACES, seed=5)
        assert [(seat.name, seat.colour, seat.player) for seat in opening.seats] == [
            ("Anna", "red", "person"),
            ("Wim", "white", "merchant"),
            ("Cleo", "blue", "person"),
        ]
        assert opening.setup().deck == shuffled(BOARD, Random(5))
        assert opening.header.seed == 5

    def test_a_person_may_sit_anywhere(self) -> None:
        bots = [Place(f"Bot {place}", colour, "random") for place, colour in enumerate(("red", "white", "blue"))]
        assert opening_of([*bots, Place("Me", "green")], seed=1).players == ("random",) * 3 + ("person",)

    def test_it_is_what_is_chosen_by_numbers_too(self) -> None:
        names, colours = ("Aletta", "Bram", "Cornelia"), ("orange", "blue", "green")
        places = [Place(*who) for who in zip(names, colours, ("person", "random", "random"), strict=True)]
        assert opening_of(places, seed=3) == opening_for(players=3, people=1, seed=3, bots=["random"])

    def test_rules_deck_and_board_can_be_chosen(self) -> None:
        mine = Board(msgspec.structs.replace(BOARD.data, clock=msgspec.structs.replace(BOARD.data.clock, seconds=60)))
        setup = opening_of(PLACES, seed=5, rules=EDITIONS["german"], deck="table", board=mine).setup()
        assert (setup.rules, setup.deck, setup.board.data) == (EDITIONS["german"], None, mine.data)

    @pytest.mark.parametrize("count", [0, 2, 6])
    def test_a_number_of_seats_that_the_game_is_not_for_is_refused(self, count: int) -> None:
        places = [Place(f"Player {place}", "red") for place in range(count)]
        assert refused(*places) == f"Merchants of Amsterdam is for 3 to 5 players, not {count}."

    def test_without_any_person_it_is_refused(self) -> None:
        bots = [msgspec.structs.replace(place, player="merchant") for place in PLACES]
        assert refused(*bots) == "At least one seat must be a person's."

    @pytest.mark.parametrize("name", ["Anna", "ANNA", " anna "])
    def test_two_who_would_be_taken_for_each_other_are_refused(self, name: str) -> None:
        assert refused(*PLACES, Place(name, "green")) == f"Two players are called {name.strip()}."

    def test_spaces_around_a_name_are_no_part_of_it(self) -> None:
        assert opening_of([*PLACES, Place("  Anna  Maria ", "green")], seed=1).seats[3].name == "Anna Maria"

    @pytest.mark.parametrize("name", ["", "   ", "\x1b[2J", "A" * 41])
    def test_a_name_that_cannot_be_shown_is_refused(self, name: str) -> None:
        sentence = "Colours and names need 1 to 40 letters that can be shown."
        assert refused(*PLACES, Place(name, "green")) == sentence

    def test_two_seats_of_one_colour_are_refused(self) -> None:
        assert refused(*PLACES, Place("Dirk", "red")) == "Two seats have the same colour: red, white, blue, red."

    def test_a_colour_that_nobody_can_show_is_refused(self) -> None:
        assert refused(*PLACES, Place("Dirk", "puce")) == (
            "There is no colour puce; there are orange, blue, green, yellow, purple, red, white."
        )

    def test_a_player_whom_nobody_knows_is_refused(self) -> None:
        sentence = "There is no player wizard; there are person, random, merchant."
        assert refused(*PLACES, Place("Dirk", "green", "wizard")) == sentence


class TestTheRest:
    def test_the_seed_shuffles_the_devices_deck(self) -> None:
        setup = opening_for(players=3, people=1, seed=5).setup()
        assert setup.deck == shuffled(BOARD, Random(5))
        assert setup.deck != opening_for(players=3, people=1, seed=6).setup().deck

    def test_the_same_words_lay_out_the_same_game(self) -> None:
        again = opening_for(players=3, people=1, seed=5)
        assert again == opening_for(players=3, people=1, seed=5)
        assert again.header.seed == 5

    def test_a_table_with_cards_of_its_own_has_no_deck_here(self) -> None:
        assert opening_for(players=3, people=1, seed=5, deck="table").setup().deck is None

    def test_house_rules_are_the_english_ones_unless_others_are_said(self) -> None:
        assert opening_for(players=3, people=1, seed=5).setup().rules == HouseRules()
        german = opening_for(players=3, people=1, seed=5, rules=EDITIONS["german"]).setup().rules
        assert german == EDITIONS["german"] != HouseRules()

    def test_the_board_is_the_one_that_comes_with_the_program_unless_another_is_said(self) -> None:
        assert opening_for(players=3, people=1, seed=5).setup().board.data == BOARD.data
        slower = msgspec.structs.replace(BOARD.data.clock, seconds=60)
        mine = Board(msgspec.structs.replace(BOARD.data, clock=slower))
        assert opening_for(players=3, people=1, seed=5, board=mine).setup().board.data == mine.data


class TestHiddenHands:
    PLACES = (Place("Anna", "orange"), Place("Ben", "blue"), Place("Cleo", "green", "random"))

    def test_a_bot_cannot_hold_cards_of_cardboard(self) -> None:
        with pytest.raises(BadSetup) as refusal:
            opening_of(self.PLACES, seed=1, game=MERCURIUS, deck="table")
        assert str(refusal.value) == (
            "A bot cannot hold cards of cardboard: let the device deal, or give every seat to a person."
        )

    def test_where_cards_lie_open_or_the_device_deals_it_may_play(self) -> None:
        assert opening_of(self.PLACES, seed=1, deck="table").header.deck is None
        assert len(opening_of(self.PLACES, seed=1, game=MERCURIUS).header.deck or ()) == 72


LEAST = 128
"""Bits that have to decide a deck."""


class SystemSource:
    """Stands in for the kernel: gives bytes that a test knows, one bit of them the other way round if it is told so,
    and keeps the book."""

    def __init__(self, seed: int, turned: int | None = None) -> None:
        self._bytes = Random(seed)
        self._turned = turned
        self.bits = 0
        self.draws: list[range] = []
        """Which bits were taken at once."""

    def __call__(self, count: int) -> bytes:
        begins = self.bits
        self.bits += 8 * count
        self.draws.append(range(begins, self.bits))
        found = int.from_bytes(self._bytes.randbytes(count), "big")
        if self._turned is not None and self._turned in self.draws[-1]:
            found ^= 1 << (self.bits - 1 - self._turned)
        return found.to_bytes(count, "big")


class Kernel:
    """What a game that is begun at the table makes of the system's randomness."""

    PLACES = (Place("Anna", "orange"), Place("Ben", "blue"), Place("Cleo", "green"))

    def __init__(self, game: Game, patch: pytest.MonkeyPatch) -> None:
        self._game = game
        self._patch = patch

    def begun(self, source: SystemSource) -> Opening:
        self._patch.setattr(random, "_urandom", source)
        return opening_of(self.PLACES, game=self._game)

    def deciding(self) -> int:
        """How many bits there are of which each by itself makes another deck. The first of each draw are tried first,
        and no more than as many as there have to be."""
        source = SystemSource(1)
        deck, found = self.begun(source).header.deck, 0
        for bit in (bit for bits in zip_longest(*source.draws) for bit in bits if bit is not None):
            found += self.begun(SystemSource(1, bit)).header.deck != deck
            if found == LEAST:
                break
        return found

    def taken_for_the_deck(self) -> int:
        """Bits, without those of the bots' secret."""
        source = SystemSource(1)
        with self._patch.context() as patch:
            patch.setattr("companion.openings.token_hex", lambda count: "00" * count)
            self.begun(source)
        return source.bits

    def decks(self) -> int:
        """How many there can be."""
        deck = self.begun(SystemSource(1)).header.deck
        assert deck
        if self._game is not AMSTERDAM:
            return factorial(len(deck)) // prod(map(factorial, Counter(deck).values()))
        seats, dice = len(self.PLACES), "".join(deck[len(self.PLACES) :])
        return factorial(seats) * comb(len(DISTRICTS), seats - 1) * int(6 ** len(dice))


@pytest.fixture
def kernel(game: Game, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    return Kernel(game, monkeypatch)


@pytest.mark.parametrize("game", [MERCHANTS, MERCURIUS, AMSTERDAM], ids=lambda game: game.name)
class TestShuffledByTheSystem:
    """S2, M36: cards and dice of a game at the table come from the system's randomness, and bots have a secret."""

    PLACES = Kernel.PLACES

    def test_m36_s2_at_least_128_bits_of_the_systems_randomness_decide_the_deck(self, kernel: Kernel) -> None:
        assert kernel.deciding() == LEAST

    def test_s2_nothing_but_the_systems_randomness_has_a_say(self, kernel: Kernel) -> None:
        first, again, other = (kernel.begun(SystemSource(seed)) for seed in (1, 1, 2))
        assert first == again
        assert first.header.deck != other.header.deck

    def test_s2_the_deck_alone_takes_enough_for_every_deck_that_there_can_be(self, kernel: Kernel) -> None:
        assert kernel.taken_for_the_deck() >= log2(kernel.decks()) > LEAST

    def test_s2_a_deck_that_follows_from_a_seed_of_20_bits_is_found_out(
        self, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As games of 0.8.0 were dealt; the bots' secret does not make up for it."""
        monkeypatch.setattr("companion.openings.SystemRandom", lambda: Random(SystemRandom().randrange(1_000_000)))
        assert kernel.deciding() < LEAST
        assert kernel.taken_for_the_deck() < LEAST

    def test_s2_the_bots_secret_takes_256_bits_of_the_systems_and_no_others(
        self, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("companion.openings.SystemRandom", lambda: Random(5))  # the deck takes none of them
        source = SystemSource(1)
        secret = kernel.begun(source).bot_secret
        assert source.bits == 256
        assert bytes.fromhex(secret) == SystemSource(1)(32)

    def test_s2_no_two_games_are_alike(self, game: Game) -> None:
        openings = [opening_of(self.PLACES, game=game) for _ in range(20)]
        assert len({opening.header.deck for opening in openings}) == 20
        assert len({opening.bot_seed for opening in openings}) == 20

    def test_s2_nothing_that_the_record_tells_leads_to_the_bots_choices(self, game: Game) -> None:
        opening = opening_of(self.PLACES, game=game)
        assert opening.header.seed is None
        assert len(bytes.fromhex(opening.bot_secret)) * 8 >= 128
        assert opening.bot_secret.encode() not in msgspec.json.encode(opening.header)

    def test_s2_a_game_that_was_begun_in_version_080_goes_on_with_the_same_bots(self, game: Game) -> None:
        old = msgspec.to_builtins(opening_of(self.PLACES, game=game, seed=5))
        del old["bot_secret"]
        assert msgspec.convert(old, Opening).bot_seed == "5"
