"""The table as pictures: everything lies where it should, is told apart without its colour, and can be read."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from measuring_svg import area, covered_words, everything, name, outside
from reading_svg import Element, all_of, of_class, read, tags, view, written

from companion.colours import COLOURS as SEAT_COLOURS
from companion.games.amsterdam.accounts import Point as Moment
from companion.games.amsterdam.board import default_board
from companion.games.amsterdam.drawing import (
    amstel_track,
    city,
    crest_sign,
    die_face,
    good_sign,
    gulden_sign,
    harbour,
    kind_sign,
    next_out,
    penalty_sign,
    prestige_chart,
    prestige_sign,
    resource_sign,
    round_board,
    roundel,
    television,
    worker_sign,
)
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.state import Setup, State, empty_state
from companion.games.amsterdam.things import COLOURS, GOODS, KINDS, NO_RESOURCES, SLOTS, WORKERS, Colour, only
from companion.games.drawing.tokens import SHAPES, Player
from companion.games.speech import ENGLISH
from companion.words import Language, words

BOARD = default_board()
NAMES = ("Ada", "Ben", "Cleo", "Dirk")
LONG = "Ben Maximiliane von Hohenlohe-Oehringen "
PLAYERS = [Player(called, colour) for called, colour in zip(NAMES, SEAT_COLOURS.values(), strict=False)]
LANGUAGES: tuple[Language, ...] = ("en", "de", "nl")
HOSTILE = ['<script>alert("x")</script>', "\" onload='x' y=\"", "]]>&amp;&", "é 李 {name} {0}"]
EMPTY = (NO_RESOURCES,) * SLOTS


def table(players: int = 4, **there: Any) -> State:
    """A game in its ninth round, with what is there."""
    setup = Setup(board=BOARD, seats=tuple(SEAT_COLOURS)[:players], names=NAMES[:players])
    state = empty_state(setup)
    state.round, state.phase = 9, 2
    for what, value in there.items():
        setattr(state, what, value)
    return state


def crowded() -> State:
    """As much of everything as there can be."""
    return table(
        crests=((6, 3, 0, 0, 2, 0), (0, 3, 6, 1, 2, 0), (0, 0, 0, 5, 2, 0), (0, 0, 0, 0, 0, 6)),
        groups=(11, 12, 10, 36),
        tiles=("black", "pink", "gray"),
        storehouses=(3,) * len(GOODS),
        warehouses=(1,) * 4,
        docks=(2,) * len(WORKERS),
        waiting=(2,) * len(WORKERS),
        magazine=12,
        black_market=(1,) * len(GOODS),
        barges=("pier",) * 4,
        supervisor="pier",
        bailiff="pink",
        marketeer="lace",
        amstel=(5,) * 4,
        order=(2, 1, 0, 3),
        dice=(1, 2, 3, 4, 5, 6),
        chosen=(("black", "gray"),) * 4,
    )


def _roundel(speech: Any = ENGLISH) -> str:
    return roundel((tuple([12] * 6),) * SLOTS, (12,) * 6, "pink", 5, speech, name="Ada")


SHEETS: dict[str, Callable[[State, list[Player], Any], str]] = {
    "roundel": lambda state, players, speech: _roundel(speech),
    "rounds": lambda state, players, speech: round_board(BOARD, state.round, 1, speech),
    "amstel": lambda state, players, speech: amstel_track(BOARD, state.amstel, state.order, players, speech),
    "harbour": harbour,
    "city": city,
    "television": television,
}
ALL = pytest.mark.parametrize("sheet", SHEETS)
WITH_NAMES = pytest.mark.parametrize("sheet", ["amstel", "harbour", "city", "television"])


def seen(sheet: str, state: State | None = None, language: Language = "en") -> Element:
    state = state or crowded()
    return read(SHEETS[sheet](state, PLAYERS[: state.setup.players], words(language)))


def told(root: Element) -> str:
    return root.get("aria-label", "")


def places(root: Element, class_: str, key: str) -> dict[str, Element]:
    return {element.get(key, ""): element for element in of_class(root, class_)}


SIGNS = {
    **{f"resource {colour}": resource_sign(colour) for colour in COLOURS},
    **{f"good {good}": good_sign(good) for good in GOODS},
    **{f"worker {worker}": worker_sign(worker) for worker in WORKERS},
    **{f"kind {kind}": kind_sign(kind) for kind in KINDS},
    **{f"crest {seat}": crest_sign(seat, player.colour) for seat, player in enumerate(PLAYERS)},
    "penalty": penalty_sign(),
    "gulden": gulden_sign(),
    "prestige": prestige_sign(),
}


class TestSigns:
    def test_every_one_differs_in_its_lines_and_not_only_in_its_colours(self) -> None:
        lines = {re.sub(r' (fill|stroke|class)="[^"]*"', "", sign) for sign in SIGNS.values()}
        assert len(lines) == len(SIGNS)

    @pytest.mark.parametrize("sign", SIGNS)
    def test_nothing_of_it_is_cut_off_and_the_word_beside_it_says_it_all(self, sign: str) -> None:
        root = read(SIGNS[sign])
        assert outside(root) == []
        assert (root.get("aria-hidden"), root.get("height"), written(root)) == ("true", "1em", [])


class TestDice:
    @pytest.mark.parametrize("colour", COLOURS)
    @pytest.mark.parametrize("pips", range(1, 7))
    def test_a_die_shows_its_pips_and_the_sign_of_its_colour(self, colour: Colour, pips: int) -> None:
        root = read(die_face(colour, pips))
        assert len([circle for circle in all_of(root, "circle") if circle.get("r") == "4.3"]) == pips
        assert outside(root) == []
        assert told(root) == f"{colour.capitalize()} die: {pips}"

    def test_one_that_was_taken_is_marked(self) -> None:
        plain, chosen = read(die_face("pink", 1)), read(die_face("pink", 1, chosen=True))
        assert len(all_of(chosen, "rect")) == len(all_of(plain, "rect")) + 1
        assert told(chosen) == "Pink die: 1, taken"
        assert outside(chosen) == []


class TestRoundel:
    def test_a4_each_slot_says_what_lies_in_it_and_in_which_round_it_comes_out(self) -> None:
        slots = (only("black", 2), NO_RESOURCES, only("pink", 3), *EMPTY[3:])
        root = read(roundel(slots, NO_RESOURCES, None, 4, name="Ada"))
        found = places(root, "slot", "data-slot")
        assert written(found["1"]) == ["1", "round 4", "2"]
        assert written(found["2"]) == ["2", "round 5"]
        assert written(found["3"]) == ["3", "round 6", "3"]
        assert told(root).startswith("Roundel of Ada. Slot 1, round 4: 2 black. Slot 2, round 5: empty. ")

    def test_a4_the_next_slot_comes_to_the_exit_by_a_sixth_of_a_turn(self) -> None:
        root = read(roundel(EMPTY, NO_RESOURCES, None, 1, name="Ada"))
        (turntable,) = of_class(root, "turntable")
        assert turntable.get("transform") is None
        numbers = [all_of(slot, "circle")[0] for slot in of_class(turntable, "slot")]
        middles = [complex(float(one.get("cx", "")), float(one.get("cy", ""))) for one in numbers]
        turns = [other / one for one, other in zip(middles[1:], middles, strict=False)]
        assert turns == pytest.approx([complex(0.5, 0.75**0.5)] * 5, abs=0.01)
        assert middles[0].imag == max(middle.imag for middle in middles)

    def test_a4_an_empty_exit_warns_of_a_penalty(self) -> None:
        warned = read(roundel(EMPTY, NO_RESOURCES, None, 4, name="Ada"))
        calm = read(roundel((only("black"), *EMPTY[1:]), NO_RESOURCES, None, 4, name="Ada"))
        faded = [len([mark for mark in slot.iter() if mark.get("opacity")]) for slot in of_class(warned, "slot")]
        assert faded == [1, 0, 0, 0, 0, 0]
        assert not [mark for mark in of_class(calm, "slot")[0].iter() if mark.get("opacity")]

    def test_what_would_come_out_after_the_last_round_comes_too_late(self) -> None:
        root = read(roundel(EMPTY, NO_RESOURCES, None, 11, name="Ada"))
        labels = [written(slot)[1] for slot in of_class(root, "slot")]
        assert labels == ["round 11", "round 12"] + ["too late"] * 4

    def test_the_supply_and_the_shack_are_told(self) -> None:
        root = read(roundel(EMPTY, (1, 0, 0, 0, 12, 0), "gray", 4, name="Ada"))
        assert told(root).endswith("In the supply: 1 black and 12 orange. Kept in the shack: Gray.")
        assert written(root)[-4:] == ["Supply", "in the shack", "1", "12"]

    @pytest.mark.parametrize("colours", range(7))
    def test_however_many_colours_lie_in_a_slot_their_numbers_can_be_read(self, colours: int) -> None:
        held = (12,) * colours + (0,) * (6 - colours)
        root = read(roundel((held,) * SLOTS, held, "pink", 9, name="Ada"))
        assert (outside(root), covered_words(root)) == ([], [])

    @pytest.mark.parametrize(("phase", "round_"), [(1, 9), (2, 9), (3, 10), (4, 10)])
    def test_a4_slot_1_comes_out_in_this_round_until_the_roundels_have_turned(self, phase: int, round_: int) -> None:
        assert next_out(table(phase=phase)) == round_

    def test_a1_before_a_short_game_begins_it_comes_out_in_the_third_round(self) -> None:
        setup = Setup(board=BOARD, seats=("orange", "blue"), names=NAMES[:2], rules=HouseRules(short=True))
        assert next_out(empty_state(setup)) == 3


class TestRounds:
    def test_a7_the_first_seven_bring_more_for_a_fast_delivery(self) -> None:
        found = places(read(round_board(BOARD, 1, 1)), "round", "data-round")
        assert [written(found[str(round_)]) for round_ in range(1, 8)] == [
            [str(round_), f"+{8 - round_}"] for round_ in range(1, 8)
        ]

    def test_a5_the_last_five_say_which_dice_are_turned_to_1(self) -> None:
        found = places(read(round_board(BOARD, 1, 1)), "round", "data-round")
        faces = [written(found[str(round_)])[1] for round_ in range(8, 13)]
        assert faces == ["6", "5\u20136", "4\u20136", "3\u20136", "2\u20136"]

    @pytest.mark.parametrize("round_", range(1, 13))
    def test_the_round_that_is_played_is_under_a_window(self, round_: int) -> None:
        root = read(round_board(BOARD, round_, 1))
        (window,) = [area(points) for mark, points in everything(root) if mark.get("class") == "window"]
        under = [
            (mark.text, area(points).middle) for mark, points in everything(root) if name(mark) == "text" and mark.text
        ]
        assert str(round_) in [number for number, middle in under if window.holds(middle)]
        assert told(root).startswith(f"Round {round_} of 12")

    def test_a1_those_that_a_short_game_skips_are_faded(self) -> None:
        found = places(read(round_board(BOARD, 3, 3)), "round", "data-round")
        shown = [float(found[str(round_)].get("opacity", "")) for round_ in range(1, 13)]
        assert max(shown[:2]) < 0.3
        assert set(shown[2:]) == {1.0}

    def test_before_the_game_there_is_no_window_and_the_first_round_is_told(self) -> None:
        root = read(round_board(BOARD, 0, 3))
        assert of_class(root, "window") == []
        assert told(root) == "Round 3 of 12, fast delivery +5."

    def test_what_is_told_of_a_late_round(self) -> None:
        assert told(read(round_board(BOARD, 11, 1))) == "Round 11 of 12, dice of 3, 4, 5 and 6 are turned to 1."


class TestAmstel:
    def test_there_is_a_place_for_every_space_and_each_disc_lies_on_its_own(self) -> None:
        root = read(amstel_track(BOARD, (0, 7, 13, 17), (3, 2, 1, 0), PLAYERS))
        spaces = {mark.get("data-space"): area(points).middle for mark, points in everything(root)
                  if mark.get("class") == "space"}  # fmt: skip
        assert len(spaces) == BOARD.mouth
        for disc in discs(root):
            assert centre(root, disc) == pytest.approx(spaces[disc.get("data-space")], abs=1)

    def test_a2_on_one_space_the_disc_of_who_is_first_lies_on_top(self) -> None:
        root = read(amstel_track(BOARD, (3, 3, 9, 3), (2, 1, 3, 0), PLAYERS))
        stacked = [disc for disc in discs(root) if disc.get("data-space") == "3"]
        assert [disc.get("data-seat") for disc in stacked] == ["0", "3", "1"]
        heights = [centre(root, disc)[1] for disc in stacked]
        assert heights == sorted(heights, reverse=True)
        assert len(set(heights)) == 3

    def test_a2_at_the_mouth_each_has_a_place_in_the_order_of_arrival(self) -> None:
        root = read(amstel_track(BOARD, (BOARD.mouth, 2, BOARD.mouth, BOARD.mouth), (3, 0, 2, 1), PLAYERS))
        across = {disc.get("data-seat"): centre(root, disc)[0] for disc in discs(root)}
        assert across["3"] < across["0"] < across["2"]

    def test_every_bridge_has_its_prestige_on_it_and_a_guess_has_a_question_mark(self) -> None:
        root = read(amstel_track(BOARD, (0, 0), (0, 1), PLAYERS[:2]))
        assert len(of_class(root, "bridge")) == len(BOARD.data.amstel.bridges)
        assert [word for word in written(root) if word.endswith("?")] == ["2?", "3?", "4?", "5?"]

    def test_who_is_first_is_written_and_told(self) -> None:
        root = read(amstel_track(BOARD, (0, 4, BOARD.mouth), (2, 1, 0), PLAYERS[:3]))
        assert written(root)[-6:] == ["1", "Cleo", "2", "Ben", "3", "Ada"]
        assert told(root) == (
            "The Amstel, the first player first: Cleo at the mouth, Ben on space 4, Ada at the start."
        )


def discs(root: Element) -> list[Element]:
    return of_class(root, "disc")


def centre(root: Element, disc: Element) -> tuple[float, float]:
    circle = all_of(disc, "circle")[0]
    return next(area(points).middle for mark, points in everything(root) if mark is circle)


class TestHarbour:
    def test_a6_as_many_roofs_are_filled_as_commodities_were_delivered(self) -> None:
        root = seen("harbour", table(storehouses=(1, 0, 3, 0, 2, 0, 0, 1, 0)))
        found = places(root, "place", "data-place")
        filled = [len([roof for roof in of_class(found[good], "roof") if roof.get("fill") != "none"]) for good in GOODS]
        assert filled == [1, 0, 3, 0, 2, 0, 0, 1, 0]
        assert {len(of_class(found[good], "roof")) for good in GOODS} == {3}

    def test_every_barge_lies_where_it_is_and_has_the_shape_of_its_player(self) -> None:
        root = seen("harbour", table(barges=("pier", "cheese", "cheese", "warehouse_2")))
        lying = {
            (place, int(barge.get("data-seat", "")))
            for place, drawn in places(root, "place", "data-place").items()
            for barge in of_class(drawn, "barge")
        }
        assert lying == {("pier", 0), ("cheese", 1), ("cheese", 2), ("warehouse_2", 3)}
        for barge in of_class(root, "barge"):
            assert SHAPES[int(barge.get("data-seat", ""))] in [path.get("d") for path in all_of(barge, "path")]

    def test_a11_tom_has_no_barge(self) -> None:
        setup = Setup(board=BOARD, seats=("orange", "blue"), names=("Ada", "TOM"), automaton=1)
        root = read(harbour(empty_state(setup), PLAYERS[:2]))
        assert [barge.get("data-seat") for barge in of_class(root, "barge")] == ["0"]

    def test_workers_wait_at_their_docks_and_the_magazine_fills_from_the_top(self) -> None:
        root = seen("harbour", table(docks=(2, 1, 0, 2, 1, 0), magazine=2))
        found = places(root, "place", "data-place")
        assert [len(of_class(found[dock], "waiting")) for dock in WORKERS] == [2, 1, 0, 2, 1, 0]
        assert len(of_class(root, "brought")) == 2

    def test_a11_against_tom_nobody_knows_whose_colour_is_gone(self) -> None:
        """He brings workers without their colour being said."""
        setup = Setup(board=BOARD, seats=("orange", "blue"), names=("Ada", "TOM"), automaton=1)
        for state, is_known in ((table(2), True), (empty_state(setup), False)):
            root = seen("harbour", state)
            assert ("Workers not fetched" in told(root)) == is_known
            assert ("Workers not fetched" in written(root)) == is_known

    def test_a6_what_was_sold_on_the_black_market_is_crossed_out(self) -> None:
        root = seen("harbour", table(black_market=(0, 1, 0, 0, 0, 0, 0, 0, 1)))
        tiles = places(root, "tile", "data-good")
        assert [good for good, tile in tiles.items() if all_of(tile, "polyline")] == ["tulips", "ninth"]

    def test_it_is_told_to_those_who_cannot_see_it(self) -> None:
        said = told(seen("harbour", table(barges=("pier", "cheese", "pier", "water"), marketeer="lace")))
        assert said.startswith("Beer: 0 of 3 roofs. ")
        assert "Barge of Ben: the storehouse for cheese." in said
        assert said.endswith("Black-marketeer: lace.")


class TestCity:
    def test_six_districts_have_six_blocks_each_with_the_crests_of_the_seats(self) -> None:
        root = seen("city", table(crests=((2, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0), (0,) * 6, (0, 0, 0, 0, 0, 6))))
        found = places(root, "district", "data-district")
        assert [len(of_class(found[colour], "block")) for colour in COLOURS] == [6] * 6
        shapes = [path.get("d") for path in all_of(found["black"], "path") if path.get("d") in SHAPES]
        assert shapes == [SHAPES[0], SHAPES[0], SHAPES[1]]

    @pytest.mark.parametrize(("players", "brings"), [(2, "5"), (3, "5/2"), (4, "8/5/2")])
    def test_a9_a_district_that_counts_says_what_it_brings(self, players: int, brings: str) -> None:
        state = table(players, tiles=("brown", "gray"))
        root = seen("city", state)
        found = places(root, "district", "data-district")
        marked = {colour: [mark.text for mark in of_class(found[colour], "brings")] for colour in COLOURS}
        assert [colour for colour in COLOURS if marked[colour]] == ["brown", "gray"]
        assert marked["brown"] == [brings]
        assert f"Brown: nobody, counts {brings} at the end." in told(root)

    def test_the_largest_groups_are_told(self) -> None:
        root = seen("city", table(3, groups=(4, 2, 12)))
        assert told(root).endswith("Largest groups: Ada 4, Ben 2, Cleo 12.")
        assert written(root)[-4:] == ["Largest groups", "4", "2", "12"]


class TestTelevision:
    def test_it_has_the_shape_of_a_screen(self) -> None:
        whole = view(seen("television"))
        assert whole.width / whole.height == pytest.approx(16 / 9, abs=0.01)

    def test_each_die_has_the_shapes_of_those_who_took_it(self) -> None:
        state = table(dice=(1, 2, 3, 4, 5, 6), chosen=(("black", "gray"), ("gray", "pink"), (), ()))
        rolled = places(seen("television", state), "rolled", "data-colour")
        takers = {
            colour: [SHAPES.index(path.get("d", "")) for path in all_of(die, "path") if path.get("d") in SHAPES]
            for colour, die in rolled.items()
        }
        assert takers == {"black": [0], "brown": [], "purple": [], "pink": [1], "orange": [], "gray": [0, 1]}

    def test_before_they_are_rolled_it_says_so(self) -> None:
        root = seen("television", table(dice=()))
        assert "not rolled yet" in written(root)
        assert "The dice: not rolled yet." in told(root)

    @pytest.mark.parametrize("sheet", ["rounds", "amstel", "harbour", "city"])
    def test_all_that_the_other_pictures_tell_is_told(self, sheet: str) -> None:
        assert told(seen(sheet)) in told(seen("television"))

    def test_the_letters_are_large_enough_for_a_wall(self) -> None:
        root = seen("television")
        smallest = min(points[1][1] - points[0][1] for mark, points in everything(root) if name(mark) == "text")
        assert smallest / view(root).height > 1 / 50


class TestChart:
    def test_prestige_round_by_round(self) -> None:
        points = [Moment(0, (0, 0)), Moment(1, (5, 0)), Moment(2, (5, 12))]
        root = read(prestige_chart(points, PLAYERS[:2]))
        assert told(root) == "Prestige, round by round: Ada 5; Ben 12."
        assert {"1", "2"} <= set(written(root))


class TestAll:
    @ALL
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_everything_lies_in_the_view_and_no_words_on_other_words(self, sheet: str, language: Language) -> None:
        root = seen(sheet, language=language)
        assert outside(root) == []
        assert covered_words(root) == []

    @ALL
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_at_the_beginning_too(self, sheet: str, players: int) -> None:
        root = seen(sheet, empty_state(table(players).setup))
        assert outside(root) == []
        assert covered_words(root) == []
        assert root.get("role") == "img"

    @WITH_NAMES
    def test_long_names_have_room(self, sheet: str) -> None:
        players = [Player(LONG, player.colour) for player in PLAYERS]
        root = read(SHEETS[sheet](crowded(), players, ENGLISH))
        assert outside(root) == []
        assert covered_words(root) == []

    @pytest.mark.parametrize("sheet", ["roundel", "rounds", "amstel", "harbour", "city"])
    def test_on_a_phone_the_letters_can_be_read(self, sheet: str) -> None:
        root = seen(sheet)
        assert 340 < view(root).width <= 360
        sizes = [points[1][1] - points[0][1] for mark, points in everything(root) if name(mark) == "text"]
        assert min(sizes) > 11

    @WITH_NAMES
    @pytest.mark.parametrize("hostile", HOSTILE)
    def test_a_hostile_name_is_only_text(self, sheet: str, hostile: str) -> None:
        root = read(SHEETS[sheet](crowded(), [Player(hostile, player.colour) for player in PLAYERS], ENGLISH))
        assert tags(root) == tags(seen(sheet))
        assert hostile in told(root)

    @ALL
    def test_it_needs_nothing_from_elsewhere_and_is_the_same_each_time(self, sheet: str) -> None:
        text = SHEETS[sheet](crowded(), PLAYERS, ENGLISH)
        assert not re.search(r'href="|url\(|<style|\sstyle=|<script|<image|\son\w+=', text)
        assert text == SHEETS[sheet](crowded(), PLAYERS, ENGLISH)
