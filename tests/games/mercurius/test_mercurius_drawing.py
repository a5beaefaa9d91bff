"""The exchange and the cards as pictures: every price stands in its place, every move to come is seen, in whose turn
and for how long, and all of it can be read.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from measuring_svg import Point, area, corners, covered_words, everything, name, outside
from reading_svg import Area, Element, all_of, box, of_class, read, tags, view, written

from companion.colours import COLOURS
from companion.games.drawing import slate
from companion.games.drawing.tokens import SHAPES, Player, painted
from companion.games.mercurius.accounts import Point as Moment
from companion.games.mercurius.board import default_board
from companion.games.mercurius.drawing import (
    card_face,
    coming,
    compact_exchange,
    exchange,
    portfolio,
    token_sign,
    wealth_chart,
)
from companion.games.mercurius.outlook import Coming, forecast, moves_to_come
from companion.games.mercurius.state import Setup, State, empty_state
from companion.games.mercurius.titles import token_heading
from companion.games.mercurius.tokens import AT, CHAMBERS, TOKENS, Token
from companion.games.speech import ENGLISH
from companion.words import Language, words

BOARD = default_board()
START = BOARD.start_spaces
NAMES = ("Ada", "Ben", "Cleo", "Dirk", "Elsje")
PLAYERS = [Player(called, colour) for called, colour in zip(NAMES, COLOURS.values(), strict=False)]
LANGUAGES: tuple[Language, ...] = ("en", "de", "nl")
HOSTILE = ['<script>alert("x")</script>', "\" onload='x' y=\"", "]]>&amp;&", "é 李 {name} {0}"]
BOTH = pytest.mark.parametrize("draw", [exchange, compact_exchange])


def lying(boards: Sequence[tuple[str | None, str | None]], spaces: Sequence[int] = START, seat: int = 0) -> State:
    """Between two turns: on each board the card of the last turn, and that of the turn before it."""
    names = NAMES[: len(boards)]
    state = empty_state(Setup(board=BOARD, seats=tuple(COLOURS)[: len(boards)], names=names))
    state.boards = tuple((None, *cards) for cards in boards)
    state.spaces, state.seat, state.round = tuple(spaces), seat, 3
    return state


def positions(count: int = 12) -> Iterator[State]:
    chance = Random(7)
    for number in range(count):
        players = 3 + number % 3
        boards = [(chance.choice(list(BOARD.cards)), chance.choice(list(BOARD.cards))) for _ in range(players)]
        yield lying(boards, [chance.randrange(33) for _ in TOKENS], chance.randrange(players))


def seen(state: State, draw: Any = exchange, language: Language = "en", **more: object) -> Element:
    players = PLAYERS[: state.setup.players]
    return read(draw(BOARD, state.spaces, moves_to_come(state), players, words(language), **more))


def track(root: Element, token: Token) -> Element:
    (found,) = [element for element in of_class(root, "track") if element.get("data-token") == token]
    return found


def price(root: Element, token: Token) -> str:
    (found,) = of_class(track(root, token), "price")
    return found.text or ""


def marker(root: Element, token: Token) -> Area:
    (found,) = of_class(track(root, token), "marker")
    return box(found)


def middles(root: Element) -> list[float]:
    """Of the spaces of the wide exchange, across."""
    (defined,) = [element for element in root.iter() if element.get("id") == "exchange-spaces"]
    return [box(place).middle[0] for place in all_of(defined, "rect")]


def steps(root: Element, token: Token) -> list[Element]:
    return of_class(track(root, token), "step")


def tip(step: Element) -> Point | None:
    """Where an arrow points to; one that is stopped has no head."""
    heads = all_of(step, "polygon")
    return corners(heads[0])[0] if heads else None


def boxes(root: Element, tag: str) -> list[Area]:
    return [area(points) for mark, points in everything(root) if name(mark) == tag]


class TestSigns:
    def test_every_token_has_one_that_differs_in_its_lines_and_not_only_in_its_colours(self) -> None:
        def lines(token: Token) -> str:
            return re.sub(r' (fill|stroke)="[^"]*"', "", token_sign(token))

        assert len({lines(token) for token in TOKENS}) == len(TOKENS)

    def test_shares_are_shields_and_commodities_are_round(self) -> None:
        grounds = [next(mark for mark, _ in everything(read(token_sign(token)))) for token in TOKENS]
        assert [name(ground) for ground in grounds] == ["path"] * 6 + ["circle"] * 6

    def test_a_light_edge_makes_them_stand_out_on_a_dark_page(self) -> None:
        grounds = [next(mark for mark, _ in everything(read(token_sign(token)))) for token in TOKENS]
        assert min(contrast(ground.get("fill", ""), slate.CARD) for ground in grounds) > 7

    @pytest.mark.parametrize("token", TOKENS)
    def test_nothing_of_it_is_cut_off_and_the_name_beside_it_says_it_all(self, token: Token) -> None:
        root = read(token_sign(token))
        assert outside(root) == []
        assert (root.get("aria-hidden"), written(root)) == ("true", [])


class TestCards:
    @pytest.mark.parametrize("card", BOARD.cards)
    def test_a_price_card_shows_both_tokens_and_how_far_they_move(self, card: str) -> None:
        (share, _, one), (commodity, _, two) = BOARD.moves[card]
        root = read(card_face(BOARD, card))
        names = [token_heading(share), token_heading(commodity)]
        assert sorted(written(root)) == sorted([str(abs(one)), str(abs(two)), *names])
        for token in (share, commodity):
            sign = all_of(read(token_sign(token)), "g")[0]
            assert inner(sign) in [inner(mark) for mark in all_of(root, "g")]

    @pytest.mark.parametrize("card", BOARD.cards)
    def test_its_arrows_point_where_the_prices_go(self, card: str) -> None:
        moves = [move for _, _, move in BOARD.moves[card]]
        arrows = of_class(read(card_face(BOARD, card)), "way")
        tips = [(points[0], points[1:]) for points in map(corners, arrows)]
        assert [all(y < other for _, other in rest) for (_, y), rest in tips] == [move > 0 for move in moves]
        assert [all(y > other for _, other in rest) for (_, y), rest in tips] == [move < 0 for move in moves]

    @pytest.mark.parametrize("card", [*BOARD.cards, "news", "hidden"])
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_it_can_be_read(self, card: str, language: Language) -> None:
        root = read(card_face(BOARD, card, words(language), turns=2))
        assert view(root) == Area(0, 0, 96, 132)
        assert outside(root) == []
        assert covered_words(root) == []

    @pytest.mark.parametrize("turns", [0, 1, 2, 3])
    @pytest.mark.parametrize("card", ["delft_up_porcelain", "news"])
    def test_a_diamond_stands_for_each_turn_that_it_will_still_act(self, card: str, turns: int) -> None:
        root = read(card_face(BOARD, card, turns=turns))
        diamonds = boxes(root, "polygon")
        assert len(diamonds) == turns
        assert [1 for one, other in pairwise(diamonds) if one.meets(other)] == []
        assert [1 for diamond in diamonds for word in boxes(root, "text") if diamond.meets(word)] == []

    def test_a_hidden_card_shows_nothing(self) -> None:
        root = read(card_face(BOARD, "hidden"))
        assert written(root) == []
        assert root.get("aria-label") == "a card"

    @pytest.mark.parametrize(
        ("language", "turns", "said"),
        [
            ("en", 1, "for 1 more turn"),
            ("en", 2, "for 2 more turns"),
            ("de", 1, "noch 1 Zug lang"),
            ("nl", 2, "nog 2 beurten"),
        ],
    )
    def test_it_says_what_it_does_and_for_how_long(self, language: Language, turns: int, said: str) -> None:
        root = read(card_face(BOARD, "hoorn_up_coffee", words(language), turns=turns))
        told = root.get("aria-label", "")
        assert told.startswith("Hoorn +1 / ")
        assert told.endswith(f" -2, {said}")


def inner(group: Element) -> list[tuple[str, str | None]]:
    """What is drawn there, wherever it stands and however large."""
    return [(name(mark), mark.get("d") or mark.get("r")) for mark in group.iter() if name(mark) != "g"]


class TestPrices:
    @BOTH
    def test_c4_every_price_is_written_in_large_figures(self, draw: Any) -> None:
        for state in positions():
            root = seen(state, draw)
            assert [price(root, token) for token in TOKENS] == [str(state.price(token)) for token in TOKENS]

    def test_c4_a_marker_stands_on_its_space_of_33(self) -> None:
        for space, value in enumerate(BOARD.prices):
            root = read(exchange(BOARD, [space] * 12, (), PLAYERS))
            across = middles(root)
            assert len(across) == 33
            assert [marker(root, token).middle[0] for token in TOKENS] == pytest.approx([across[space]] * 12, abs=0.02)
            (defined,) = [element for element in root.iter() if element.get("id") == "exchange-spaces"]
            assert written(defined)[space] == str(value)

    def test_c4_a_pin_on_a_phone_goes_up_space_by_space(self) -> None:
        across = [
            marker(read(compact_exchange(BOARD, [space] * 12, (), PLAYERS)), "tea").middle[0] for space in range(33)
        ]
        gaps = {round(other - one, 1) for one, other in pairwise(across)}
        assert len(gaps) <= 2
        assert min(gaps) > 7

    @BOTH
    def test_tracks_do_not_touch_each_other_and_a_commodity_follows_its_chamber(self, draw: Any) -> None:
        root = read(draw(BOARD, START, (), PLAYERS))
        tops = {token: marker(root, token).y for token in TOKENS}
        in_order = sorted(TOKENS, key=lambda token: tops[token])
        assert in_order[:4] == ["amsterdam", "silk", "hoorn", "coffee"]
        areas = [marker(root, token) for token in in_order]
        assert [1 for one, other in pairwise(areas) if one.y + one.height > other.y] == []

    @BOTH
    def test_c7_a_chamber_that_has_paid_is_marked(self, draw: Any) -> None:
        state = lying([(None, None)] * 3)
        plain, marked = seen(state, draw), seen(state, draw, paid=("delft",))
        changed = [token for token in TOKENS if flat(track(plain, token)) != flat(track(marked, token))]
        assert changed == ["delft"]
        assert "Delft 10, dividend paid." in marked.get("aria-label", "")


def flat(root: Element) -> list[tuple[str, dict[str, str], str | None]]:
    return [(name(mark), dict(mark.attrib), mark.text) for mark in root.iter()]


class TestArrows:
    def test_an_arrow_goes_from_where_the_token_is_to_where_it_will_be(self) -> None:
        root = seen(lying([(None, "amsterdam_up_silk"), (None, None), (None, None)]))
        across = middles(root)
        (up,), (down,) = steps(root, "amsterdam"), steps(root, "silk")
        for arrow, begin, end in ((up, 14, 15), (down, 19, 17)):
            shaft = corners(all_of(arrow, "polyline")[0])
            assert shaft[0][0] == pytest.approx(across[begin], abs=2)
            assert (tip(arrow) or (0, 0))[0] == pytest.approx(across[end], abs=2)

    def test_the_next_one_begins_where_the_last_one_ends(self) -> None:
        root = seen(lying([("hoorn_up_coffee", "hoorn_up_silk"), ("hoorn_down_coffee", None), (None, None)]))
        across = middles(root)
        tips = [(tip(step) or (0, 0))[0] for step in steps(root, "hoorn")]
        assert tips == pytest.approx([across[space] for space in (16, 15, 16, 15)], abs=2)

    def test_they_lead_to_where_the_rules_will_take_the_prices(self) -> None:
        for state in positions(30):
            root = seen(state)
            for rounds in (1, 2):
                for token, space in zip(TOKENS, forecast(state, rounds), strict=True):
                    due = [step for step in steps(root, token) if int(step.get("data-turn", "")) < rounds]
                    moved = [found for found in map(tip, due) if found is not None]
                    x = moved[-1][0] if moved else marker(root, token).middle[0]
                    assert x == pytest.approx(middles(root)[space], abs=2)

    def test_each_has_the_colour_and_the_shape_of_its_player(self) -> None:
        root = seen(lying([("delft_up_copper", None)] * 5))
        for seat, step in enumerate(steps(root, "delft")[:5]):
            shapes = [path for path in all_of(step, "path") if path.get("d") in SHAPES]
            assert [path.get("d") for path in shapes] == [SHAPES[seat]]
            assert all_of(step, "polygon")[0].get("fill") == painted(PLAYERS[seat].colour)

    def test_the_next_turn_is_solid_and_the_turn_after_it_is_dashed(self) -> None:
        root = seen(lying([("delft_up_copper", "rotterdam_up_copper"), (None, None), (None, None)]))
        assert [step.get("data-turn") for step in steps(root, "delft")] == ["0", "1"]
        assert [step.get("data-turn") for step in steps(root, "rotterdam")] == ["0"]
        dashes = [all_of(step, "polyline")[0].get("stroke-dasharray") for step in steps(root, "delft")]
        assert dashes == ["none", "4 3"]
        fills = [all_of(step, "polygon")[0].get("fill") for step in steps(root, "delft")]
        assert fills == [painted(PLAYERS[0].colour), slate.CARD]

    def test_the_seat_whose_turn_it_is_comes_first(self) -> None:
        root = seen(lying([(None, "delft_up_copper"), (None, "delft_up_copper"), (None, "delft_down_copper")], seat=2))
        assert [step.get("data-seat") for step in steps(root, "delft")] == ["2", "0", "1"]

    def test_two_cards_of_one_player_are_one_arrow(self) -> None:
        root = seen(lying([("hoorn_up_coffee", "hoorn_up_silk"), (None, None), (None, None)]))
        soon, later = steps(root, "hoorn")
        tips = [(tip(step) or (0, 0))[0] for step in (soon, later)]
        assert tips == pytest.approx([middles(root)[16], middles(root)[17]], abs=2)

    def test_cards_that_undo_each_other_leave_none(self) -> None:
        root = seen(lying([("hoorn_up_coffee", "hoorn_down_silk"), (None, None), (None, None)]))
        assert [step.get("data-turn") for step in steps(root, "hoorn")] == ["1"]

    def test_c4_at_the_end_of_its_track_they_do_not(self) -> None:
        """Up, where it is stopped, and down: that is one down."""
        top = [32] * 12
        root = seen(lying([("hoorn_up_coffee", "hoorn_down_silk"), (None, None), (None, None)], top))
        soon, later = steps(root, "hoorn")
        assert (tip(soon) or (0, 0))[0] == pytest.approx(middles(root)[31], abs=2)
        assert (tip(later) or (0, 0))[0] == pytest.approx(middles(root)[32], abs=2)

    @pytest.mark.parametrize(("card", "space"), [("delft_up_copper", 32), ("delft_down_copper", 0)])
    def test_c4_a_move_that_the_end_of_the_track_stops_has_a_bar_instead_of_a_head(self, card: str, space: int) -> None:
        root = seen(lying([(None, card), (None, None), (None, None)], [space] * 12))
        (stopped,) = steps(root, "delft")
        assert tip(stopped) is None
        (bar,) = [corners(mark) for mark in all_of(stopped, "polyline")]
        assert bar[0][0] == bar[1][0]
        assert (bar[0][0] > middles(root)[space]) == (space == 32)

    def test_arrows_that_turn_back_go_further_down_and_do_not_hide_each_other(self) -> None:
        cards = ["delft_up_copper", "delft_down_copper"] * 2
        root = seen(lying([(card, None) for card in cards]))
        heights = [(tip(step) or (0, 0))[1] for step in steps(root, "delft")]
        assert len(heights) == 8
        assert min(below - above for above, below in pairwise(heights)) > 3
        assert heights[-1] < marker(root, "porcelain").y

    def test_what_the_pointer_is_told(self) -> None:
        root = seen(lying([("delft_up_copper", None), (None, None), (None, None)]), language="de")
        told = [all_of(step, "title")[0].text for step in steps(root, "delft")]
        assert told == ["Ada: +1 im nächsten Zug", "Ada: +1 im übernächsten Zug"]


class TestOnAPhone:
    def test_a_badge_stands_for_every_arrow_of_the_wide_exchange(self) -> None:
        for state in positions():
            wide, compact = seen(state), seen(state, compact_exchange)
            for token in TOKENS:
                numbers = [text for badges in of_class(track(compact, token), "badges") for text in written(badges)]
                assert len(numbers) == len(steps(wide, token))

    def test_badges_have_their_players_shape_and_the_number_of_spaces(self) -> None:
        root = seen(
            lying([("hoorn_up_coffee", "hoorn_up_silk"), (None, "delft_down_porcelain"), (None, None)]),
            compact_exchange,
        )
        (badges,) = of_class(track(root, "hoorn"), "badges")
        assert written(badges) == ["2", "1"]
        (badges,) = of_class(track(root, "porcelain"), "badges")
        assert written(badges) == ["2"]
        assert SHAPES[1] in [path.get("d") for path in all_of(badges, "path")]

    def test_they_do_not_lie_on_the_name_of_the_token(self) -> None:
        for state in positions(30):
            root = seen(state, compact_exchange, "de")
            for token in TOKENS:
                label = next(
                    area(points)
                    for mark, points in everything(track(root, token))
                    if mark.text == token_heading(token, words("de"))
                )
                marks = [
                    area(points)
                    for badges in of_class(track(root, token), "badges")
                    for _, points in everything(badges)
                ]
                assert [1 for mark in marks if mark.meets(label)] == []

    def test_the_ways_lead_to_where_the_rules_will_take_the_prices(self) -> None:
        for state in positions(30):
            root = seen(state, compact_exchange)
            for token in TOKENS:
                now = marker(root, token).middle[0]
                spaces = [state.spaces[AT[token]], *(forecast(state, rounds)[AT[token]] for rounds in (1, 2))]
                due = [(turn, end) for turn, (begin, end) in enumerate(pairwise(spaces)) if begin != end]
                ways = of_class(track(root, token), "way")
                assert [int(way.get("data-turn", "")) for way in ways] == [turn for turn, _ in due]
                ends = [(tip(way) or (0, 0))[0] - now for way in ways]
                assert ends == pytest.approx([(end - spaces[0]) * 270 / 33 for _, end in due], abs=0.1)

    def test_badges_stand_beside_a_price_by_themselves(self) -> None:
        state = lying([("hoorn_up_coffee", None), (None, None), (None, None)])
        root = read(coming(BOARD, "coffee", state.spaces[AT["coffee"]], moves_to_come(state), PLAYERS))
        assert (written(root), root.get("role")) == (["2", "2"], "img")
        assert root.get("aria-label") == "to come: Ada -2, then Ada -2"
        assert outside(root) == []

    def test_many_badges_stand_in_several_lines_and_do_not_shrink(self) -> None:
        state = lying([("hoorn_up_coffee", "hoorn_up_silk")] * 5)
        root = read(coming(BOARD, "hoorn", state.spaces[AT["hoorn"]], moves_to_come(state), PLAYERS))
        figures = boxes(root, "text")
        heights = [figure.y for figure in figures]
        assert len(figures) == 10
        assert [heights.count(height) for height in sorted(set(heights))] == [3, 2, 3, 2]
        assert view(root).width < 100
        assert (outside(root), covered_words(root)) == ([], [])

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_it_says_which_badges_are_for_when(self, language: Language) -> None:
        (legend,) = of_class(read(compact_exchange(BOARD, START, (), PLAYERS, words(language))), "legend")
        say = words(language).say
        assert written(legend) == [say("in the next turn"), say("in the turn after the next")]

    def test_where_nothing_is_to_come_there_is_none(self) -> None:
        assert coming(BOARD, "coffee", 10, (), PLAYERS) == ""
        assert coming(BOARD, "coffee", 10, [Coming("tea", 0, "middelburg_up_tea", -2, 1)], PLAYERS) == ""


class TestAll:
    @BOTH
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_everything_lies_in_the_view_and_no_words_on_other_words(self, draw: Any, language: Language) -> None:
        for state in positions(6):
            root = seen(state, draw, language, paid=CHAMBERS)
            assert outside(root) == []
            assert covered_words(root) == []

    @BOTH
    def test_a_crowd_of_moves_on_one_track_has_room(self, draw: Any) -> None:
        boards = [
            ("hoorn_up_coffee", "hoorn_up_coffee") if seat % 2 else ("hoorn_down_coffee",) * 2 for seat in range(5)
        ]
        for space in (0, 16, 32):
            root = seen(lying(boards, [space] * 12), draw)
            assert outside(root) == []
            assert covered_words(root) == []

    def test_long_names_are_cut_in_the_legend(self) -> None:
        players = [Player(f"{called} Maximiliane von Hohenlohe-Oehringen", (90, 150, 255)) for called in NAMES]
        root = read(exchange(BOARD, START, (), players))
        assert [word for word in written(root) if word.startswith("Cleo")] == ["Cleo Maxim\u2026"]
        assert covered_words(root) == []

    def test_sizes(self) -> None:
        state = lying([(None, None)] * 3)
        assert view(seen(state)) == Area(0, 0, 1200, 800)
        assert view(seen(state, compact_exchange)).width == 360

    @BOTH
    @pytest.mark.parametrize(
        ("language", "said"),
        [
            ("en", "Delft 10, to come: Ada +1, Ben -1, then Ada +1."),
            ("de", "Delft 10, es kommt noch: Ada +1, Ben -1, dann Ada +1."),
            ("nl", "Delft 10, nog te komen: Ada +1, Ben -1, daarna Ada +1."),
        ],
    )
    def test_it_is_told_to_those_who_cannot_see_it(self, draw: Any, language: Language, said: str) -> None:
        root = seen(lying([("delft_up_copper", None), (None, "delft_down_copper"), (None, None)]), draw, language)
        assert root.get("role") == "img"
        assert said in root.get("aria-label", "")
        assert "Enkhuizen 10. Middelburg 10. " in root.get("aria-label", "")

    def test_what_comes_only_later_is_told_too(self) -> None:
        told = seen(lying([("hoorn_up_coffee", "hoorn_down_silk"), (None, None), (None, None)])).get("aria-label", "")
        assert "Hoorn 10, to come later: Ada +1." in told

    @BOTH
    @pytest.mark.parametrize("hostile", HOSTILE)
    def test_a_hostile_name_is_only_text(self, draw: Any, hostile: str) -> None:
        state = lying([("delft_up_copper", None)] * 3)
        ahead = moves_to_come(state)
        root = read(draw(BOARD, state.spaces, ahead, [Player(hostile, player.colour) for player in PLAYERS[:3]]))
        assert tags(root) == tags(seen(state, draw))
        assert f"{hostile} +1" in root.get("aria-label", "")

    @BOTH
    def test_it_needs_nothing_from_elsewhere_and_is_the_same_each_time(self, draw: Any) -> None:
        state = next(positions())
        text = draw(BOARD, state.spaces, moves_to_come(state), PLAYERS)
        assert not re.search(r'href="[^#]|url\(|<style|\sstyle=|<script|<image|\son\w+=', text)
        assert text == draw(BOARD, state.spaces, moves_to_come(state), PLAYERS)


class TestColours:
    """As WCAG 2 asks: 4.5 for words, 3 for what else must be told apart."""

    @pytest.mark.parametrize("ground", [slate.CARD, slate.SPACE, slate.TINTED, "#120d09", "#4a3321"])
    def test_words_stand_out(self, ground: str) -> None:
        assert min(contrast(ink, ground) for ink in (slate.LIGHT, slate.FAINT, slate.BRASS)) >= 4.5

    @pytest.mark.parametrize("colour", COLOURS.values(), ids=COLOURS)
    def test_the_arrows_of_every_player_stand_out(self, colour: tuple[int, int, int]) -> None:
        assert contrast(painted(colour), slate.CARD) >= 3

    @pytest.mark.parametrize("card", ["delft_up_copper", "delft_down_copper"])
    def test_numbers_stand_out_in_the_arrows_of_a_card(self, card: str) -> None:
        for arrow in of_class(read(card_face(BOARD, card)), "way"):
            assert contrast(arrow.get("fill", ""), "#fbf5e6") >= 4.5


def contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class TestPortfolio:
    def test_it_shows_what_is_held_and_how_many(self) -> None:
        root = read(portfolio([0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 9]))
        assert written(root) == ["2", "1", "9"]
        assert root.get("aria-label") == "2 Hoorn shares, 1 silk, 9 tea"
        assert outside(root) == []
        assert covered_words(root) == []

    def test_of_everything_too(self) -> None:
        root = read(portfolio([9] * 12))
        assert len(written(root)) == 12
        assert outside(root) == []

    def test_where_nothing_is_held_there_is_none(self) -> None:
        assert portfolio([0] * 12) == ""


class TestWealth:
    GAME = (
        Moment(0, None, (70, 70, 70), (70, 70, 70)),
        *(Moment(turn // 3 + 1, turn % 3, (0, 0, 0), (70 + turn, 70 + 2 * turn, 70 - turn)) for turn in range(30)),
    )

    def chart(self, language: Language = "en", width: float = 336) -> Element:
        return read(wealth_chart(self.GAME, PLAYERS[:3], words(language), width=width))

    def test_every_line_ends_with_a_name_and_guilders(self) -> None:
        ends = ["".join(text.itertext()) for text in all_of(self.chart(), "text") if all_of(text, "tspan")]
        assert ends == ["Ada 99", "Ben 128", "Cleo 41"]

    def test_a_name_that_just_has_room_is_not_cut(self) -> None:
        root = read(wealth_chart([Moment(0, None, (70,) * 5, (70,) * 5)], PLAYERS))
        assert "Elsje 70" in written(root)

    def test_a_line_has_a_point_for_every_turn_and_rises_with_wealth(self) -> None:
        lines = [corners(line) for line in all_of(self.chart(), "polyline")]
        ada, ben, cleo = [line for line in lines if len(line) == len(self.GAME)][3:]
        assert ada[0] != ben[0]  # they begin with the same, side by side
        assert ben[-1][1] < ada[-1][1] < cleo[-1][1]

    @pytest.mark.parametrize("width", [336, 900])
    def test_rounds_are_written_where_they_end(self, width: float) -> None:
        root = self.chart(width=width)
        line = next(line for line in map(corners, all_of(root, "polyline")) if len(line) == len(self.GAME))
        under = [text for text in all_of(root, "text") if float(text.get("y", 0)) > 230]
        ends = {int(text.text or ""): float(text.get("x", 0)) for text in under}
        assert len(ends) > 4
        assert max(ends) == 10
        assert list(ends.values()) == pytest.approx([line[3 * number][0] for number in ends], abs=0.1)

    @pytest.mark.parametrize(
        ("language", "said", "caption"),
        [
            ("en", "Wealth, turn by turn: Ada 99; Ben 128; Cleo 41.", "guilders, after each round"),
            ("de", "Vermögen, Zug um Zug: Ada 99; Ben 128; Cleo 41.", "Gulden, nach jeder Runde"),
            ("nl", "Vermogen, beurt na beurt: Ada 99; Ben 128; Cleo 41.", "gulden, na elke ronde"),
        ],
    )
    def test_it_says_how_it_stands(self, language: Language, said: str, caption: str) -> None:
        root = self.chart(language)
        assert (root.get("role"), root.get("aria-label")) == ("img", said)
        assert caption in written(root)

    def test_a_game_that_has_only_begun_has_a_chart_too(self) -> None:
        root = read(wealth_chart(self.GAME[:1], PLAYERS[:3], ENGLISH))
        assert "Ada 70" in ["".join(text.itertext()) for text in all_of(root, "text")]
        assert written(read(wealth_chart((), PLAYERS[:3]))) == []
