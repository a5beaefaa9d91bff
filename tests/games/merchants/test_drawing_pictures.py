"""What stands on the board and what can be tapped, drawn over the sheets: everything once, in its place, and safely."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import get_args

import msgspec
import pytest
from merchants_walk import a_setup, walk
from reading_svg import Element, all_of, box, numbers, of_class, path_box, pieces, place, read, tags, view, written

from companion.colours import COLOURS
from companion.games.drawing.tokens import Player, token
from companion.games.events import Money
from companion.games.merchants.board import COMMODITIES, Board, BoardData, default_board, largest_group
from companion.games.merchants.drawing import Target, area_picture, board_picture, board_sheet, changed_spaces
from companion.games.merchants.drawing.time_track import places_of_years
from companion.games.merchants.events import AnyEvent, Area, Bonus, Market, Office, OfficeLost, Warehouse, WarehouseLost
from companion.games.merchants.sight import Sight, sight
from companion.words import Language, words

AREAS: tuple[Area, ...] = get_args(Area)
BOARD = default_board()
MERCHANTS = [Player(name, COLOURS[name]) for name in ("orange", "blue", "green", "yellow", "purple")]
BACKGROUND = "/sheet.svg"

HOSTILE = ['<script>alert("x")</script>', "\" onload='x' y=\"", "]]>&amp;&", "é 李 {name} {0}"]


@pytest.fixture(params=AREAS)
def area(request: pytest.FixtureRequest) -> Area:
    found: Area = request.param
    return found


def positions(players: int = 5, seed: int = 3) -> Iterator[Sight]:
    """Moments of a random game, from the first to the last."""
    for number, (state, _, _) in enumerate(walk(a_setup(players, 0, seed), seed, 5_000)):
        if number % 40 == 0 or state.winners is not None:
            yield sight(state)


POSITIONS = list(positions())
EMPTY, MIDDLE, END = POSITIONS[0], POSITIONS[len(POSITIONS) // 2], POSITIONS[-1]


def a_sight(**changes: object) -> Sight:
    """Nothing on the board but what is said."""
    nothing = {
        "market": ((0,) * len(COMMODITIES),) * 5,
        "offices": ((),) * 5,
        "warehouses": ((),) * 5,
        "bonuses": ((),) * 5,
    }
    return msgspec.structs.replace(EMPTY, **nothing | changes)


def of_first(*spaces: str) -> tuple[tuple[str, ...], ...]:
    """Belong to the first seat."""
    return (spaces, (), (), (), ())


def picture(area: Area, now: Sight, **more: object) -> Element:
    merchants = MERCHANTS[: len(now.money)]
    return read(area_picture(BOARD, area, now, merchants, background=BACKGROUND, **more))  # type: ignore[arg-type]


def standing(area: Area, now: Sight) -> Counter[tuple[int, str]]:
    """Who has something where."""
    if area == "market":
        return Counter(
            (seat, f"{commodity}:{spaces[track]}")
            for seat, spaces in enumerate(now.market)
            for track, commodity in enumerate(COMMODITIES)
            if spaces[track]
        )
    owned = [now.offices] if area == "colonies" else [now.warehouses, bridges(now)]
    return Counter((seat, space) for spaces in owned for seat, own in enumerate(spaces) for space in own)


def bridges(now: Sight) -> list[list[str]]:
    return [[bonus for bonus in own if bonus.startswith("bridge:")] for own in now.bonuses]


def every_target(area: Area) -> dict[str, Target]:
    names = {"market": COMMODITIES, "amsterdam": BOARD.plot_names, "colonies": BOARD.office_names}[area]
    return {name: Target(f"/?space={name}", f"Take {name}", space=3) for name in names}


PARTS: dict[Area, list[list[str]]] = {
    "market": [],
    "amsterdam": [[plot.id for plot in district.plots] for district in BOARD.data.districts],
    "colonies": [[office.id for office in region.offices] for region in BOARD.data.regions],
}


class TestPieces:
    def test_everything_that_stands_on_the_board_is_drawn_once(self, area: Area) -> None:
        for now in POSITIONS:
            drawn = Counter((seat, space) for seat, space, _ in pieces(picture(area, now)))
            assert drawn == standing(area, now)

    def test_games_of_three_have_three(self, area: Area) -> None:
        now = list(positions(players=3))[-1]
        drawn = Counter((seat, space) for seat, space, _ in pieces(picture(area, now)))
        assert drawn == standing(area, now)

    def test_the_walk_has_seen_bridges_and_crowds(self) -> None:
        assert any(any(own) for now in POSITIONS for own in bridges(now))
        assert len([now for now in POSITIONS if len(set(now.market)) < 5]) > 0

    def test_a_piece_stands_on_its_space(self, area: Area) -> None:
        """The ring that can be tapped lies around the space."""
        for now in (MIDDLE, END):
            seen = picture(area, now, targets=every_target(area))
            hits = {link.get("data-space", ""): path_box(of_class(link, "hit")[0]) for link in of_class(seen, "target")}
            spaces = [(space, use) for _, space, use in pieces(seen) if not space.startswith("bridge:")]
            assert [space for space, use in spaces if not hits[space.partition(":")[0]].holds(place(use))] == []

    def test_five_tokens_on_one_space_stand_apart(self) -> None:
        seen = picture("market", a_sight(market=((3, 0, 0, 0),) * 5))
        places = [place(use) for _, _, use in pieces(seen)]
        (_, _, first), *_ = pieces(seen)
        scale = numbers(first.get("transform", ""))[2]
        assert scale > 0.6
        assert min(math.dist(one, other) for one in places for other in places if one != other) > 2 * 9 * scale
        assert max(x for x, _ in places) - min(x for x, _ in places) < 36

    def test_a_token_alone_stands_in_the_middle(self) -> None:
        ((_, _, alone),) = pieces(picture("market", a_sight(market=((3, 0, 0, 0), *((0,) * 4,) * 4))))
        crowded = [place(use) for _, _, use in pieces(picture("market", a_sight(market=((3, 0, 0, 0),) * 5)))]
        assert place(alone)[1] == pytest.approx((min(y for _, y in crowded) + max(y for _, y in crowded)) / 2, abs=0.1)

    def test_every_seat_has_a_shape_of_its_own(self) -> None:
        drawings = [read(token(seat, (200, 200, 200))) for seat in range(5)]
        assert len({all_of(drawing, "path")[0].get("d") for drawing in drawings}) == 5

    def test_a_token_has_its_colour_and_says_nothing(self) -> None:
        drawing = read(token(2, (255, 140, 40)))
        assert all_of(drawing, "path")[0].get("fill") == "#ff8c28"
        assert drawing.get("aria-hidden") == "true"

    def test_pictures_of_one_page_do_not_share_their_definitions(self) -> None:
        ids = [element.get("id") for area in AREAS for element in picture(area, END).iter() if element.get("id")]
        assert len(ids) == len(set(ids))

    def test_every_use_has_its_definition(self, area: Area) -> None:
        seen = picture(area, END)
        defined = {element.get("id") for element in seen.iter()}
        assert [use.get("href") for use in all_of(seen, "use") if use.get("href", "")[1:] not in defined] == []


class TestCity:
    def grounds(self, *plots: str) -> int:
        """Of how many pieces the ground under these warehouses of one owner is."""
        seen = picture("amsterdam", a_sight(warehouses=of_first(*plots)))
        (first,) = [element for element in seen.iter() if element.get("data-seat") == "0"]
        return len(re.findall("M", all_of(first, "path")[0].get("d", "")))

    def test_warehouses_that_touch_are_joined(self) -> None:
        assert largest_group(BOARD, BOARD.plot_bit["nz1"] | BOARD.plot_bit["nz2"]) == 2
        assert self.grounds("nz1", "nz2") == 2 + 1

    def test_warehouses_that_do_not_touch_are_not(self) -> None:
        assert self.grounds("nz1", "nz4") == 2
        assert self.grounds("nz2", "oz1") == 2

    def test_four_in_a_square_leave_no_hole(self) -> None:
        assert self.grounds("nz1", "nz2", "nz3", "nz4") == 4 + 4 + 2

    def test_warehouses_of_two_owners_are_not_joined(self) -> None:
        seen = picture("amsterdam", a_sight(warehouses=(("nz1",), ("nz2",), (), (), ())))
        owners = [element for element in seen.iter() if element.get("data-seat") in ("0", "1")]
        assert [all_of(owner, "path")[0].get("d", "").count("M") for owner in owners] == [1, 1]

    def test_a_bridge_that_is_owned_is_marked(self) -> None:
        now = a_sight(warehouses=of_first("nz2", "oz1"), bonuses=of_first("amsterdam", "bridge:damrak"))
        assert [space for _, space, _ in pieces(picture("amsterdam", now))] == ["bridge:damrak", "nz2", "oz1"]

    def test_the_name_of_a_plot_can_be_read_also_under_a_house(self) -> None:
        assert written(picture("amsterdam", a_sight(warehouses=of_first("gr3")))) == ["gr3"]


class TestTargets:
    def test_every_legal_space_is_a_link_that_says_what_it_is(self, area: Area) -> None:
        targets = every_target(area)
        links = of_class(picture(area, MIDDLE, targets=targets), "target")
        assert [link.tag.rpartition("}")[2] for link in links] == ["a"] * len(targets)
        said = {link.get("data-space"): (link.get("href"), link.get("aria-label")) for link in links}
        assert said == {name: (target.href, target.label) for name, target in targets.items()}

    def test_every_target_is_as_large_as_a_finger_at_the_least_width(self, area: Area) -> None:
        seen = picture(area, EMPTY, targets=every_target(area))
        scale = float(seen.get("width", 0)) / view(seen).width
        hits = [path_box(hit) for hit in of_class(seen, "hit")]
        assert len(hits) == len(every_target(area))
        assert min(min(hit.width, hit.height) for hit in hits) * scale >= 44

    def test_no_target_lies_on_another(self, area: Area) -> None:
        hits = [path_box(hit) for hit in of_class(picture(area, EMPTY, targets=every_target(area)), "hit")]
        assert not [1 for place, one in enumerate(hits) for other in hits[:place] if one.meets(other)]

    def test_targets_are_as_large_as_a_finger_on_a_larger_board_too(self) -> None:
        typed = msgspec.to_builtins(BOARD.data)
        typed["districts"][3]["plots"][8]["at"] = (878, 584)
        board = Board(msgspec.convert(typed, BoardData))
        targets = {"la9": Target("/", "x")}
        seen = read(area_picture(board, "amsterdam", EMPTY, MERCHANTS, background="", targets=targets))
        hit = path_box(of_class(seen, "hit")[0])
        assert hit.width * float(seen.get("width", 0)) / view(seen).width >= 44

    def test_nearby_are_the_whole_districts_and_regions_with_something_to_tap(self, area: Area) -> None:
        """And all of them, if need be."""
        whole, every = view(picture(area, EMPTY)), every_target(area)
        for part in PARTS[area]:
            seen = picture(area, EMPTY, targets={part[-1]: every[part[-1]]}, nearby=True)
            shown = view(seen)
            assert shown.height < 0.75 * whole.height
            assert abs(float(seen.get("height", 0)) / float(seen.get("width", 0)) - shown.height / shown.width) < 0.01
            hits = of_class(picture(area, EMPTY, targets={name: every[name] for name in part}), "hit")
            assert all(shown.y <= box.y and box.y + box.height <= shown.y + shown.height for box in map(path_box, hits))
        assert view(picture(area, EMPTY, targets=every, nearby=True)) == whole

    def test_each_has_a_ring(self, area: Area) -> None:
        links = of_class(picture(area, EMPTY, targets=every_target(area)), "target")
        assert [len(of_class(link, "ring")) for link in links] == [1] * len(links)

    def test_on_a_track_the_ring_is_around_the_space_that_the_token_would_reach(self) -> None:
        def ring(space: int | None) -> list[float]:
            seen = picture("market", EMPTY, targets={"silk": Target("/", "x", space)})
            return numbers(of_class(seen, "ring")[0].get("d", ""))

        assert ring(4)[0] > ring(3)[0] > ring(1)[0] > ring(0)[0]
        assert ring(4)[1] == ring(3)[1]
        assert ring(None)[2] > 300  # all of the track

    def test_without_targets_it_is_an_image_without_links(self, area: Area) -> None:
        seen = picture(area, MIDDLE)
        assert seen.get("role") == "img"
        assert "a" not in tags(seen)
        assert of_class(seen, "dusk") == []

    def test_with_targets_it_is_a_group_whose_links_can_be_reached(self, area: Area) -> None:
        assert picture(area, MIDDLE, targets=every_target(area)).get("role") == "group"

    def test_targets_of_another_area_are_no_concern_of_this_one(self) -> None:
        assert of_class(picture("market", MIDDLE, targets={"gr1": Target("/", "x")}), "target") == []


class TestFresh:
    def test_what_the_last_action_changed_is_marked(self) -> None:
        assert len(of_class(picture("colonies", MIDDLE, fresh=("am1", "nz2", "silk:3")), "fresh")) == 1
        assert len(of_class(picture("amsterdam", MIDDLE, fresh=("am1", "nz2", "bridge:damrak")), "fresh")) == 2
        assert len(of_class(picture("market", MIDDLE, fresh=("am1", "silk:3", "silk:0")), "fresh")) == 2
        assert of_class(picture("market", MIDDLE), "fresh") == []

    def test_events_say_what_they_changed(self) -> None:
        moves = [Market(0, "silk", 0, 1), Market(0, "silk", 1, 2), Market(1, "silk", 4, 3)]
        spaces: list[AnyEvent] = [Office(0, "am1"), OfficeLost(1, "af2"), Warehouse(2, "gr1"), WarehouseLost(3, "oz4")]
        others: list[AnyEvent] = [Money(0, 100, "sold"), Bonus(0, "market", True), Bonus(0, "bridge:dam", True)]
        changed = changed_spaces([*moves, *spaces, *others])
        assert changed == ("silk:2", "silk:3", "am1", "af2", "gr1", "oz4", "bridge:dam")


class TestWords:
    SIGHT = a_sight(
        market=((4, 0, 0, 0), (2, 0, 0, 0), *((0,) * 4,) * 3),
        offices=of_first("am1", "am4"),
        warehouses=of_first("nz2", "oz1"),
        bonuses=of_first("bridge:singel_north"),
    )

    @pytest.mark.parametrize(
        ("language", "area", "said"),
        [
            ("en", "market", "Market. Sugar: orange on 4; blue on 2. Gemstones: nobody. Spice: nobody. Silk: nobody."),
            ("de", "market", "Warenbörse. Zucker: orange auf 4; blue auf 2. Edelsteine: niemand."),
            ("nl", "market", "Markt. Suiker: orange op 4; blue op 2. Edelstenen: niemand."),
            ("en", "colonies", "Colonies. Americas: orange on am1 and am4. Africa: nobody."),
            ("de", "colonies", "Kolonien. Amerika: orange auf am1 und am4. Afrika: niemand."),
            ("nl", "colonies", "Koloniën. Amerika: orange op am1 en am4. Afrika: niemand."),
            ("en", "amsterdam", "Lastage: nobody. Bridges: orange on Singel North."),
            ("de", "amsterdam", "Lastage: niemand. Brücken: orange auf Singel Nord."),
            ("nl", "amsterdam", "Lastage: niemand. Bruggen: orange op Singel Noord."),
        ],
    )
    def test_a_picture_says_what_is_there(self, language: Language, area: Area, said: str) -> None:
        seen = read(area_picture(BOARD, area, self.SIGHT, MERCHANTS, words(language), background=BACKGROUND))
        assert said in seen.get("aria-label", "")

    def test_whose_a_piece_is_can_be_asked_of_it(self, area: Area) -> None:
        titles = [title.text for title in all_of(picture(area, END), "title")]
        assert titles == [merchant.name for merchant in MERCHANTS]


class TestPage:
    def test_the_sheet_lies_behind_all(self, area: Area) -> None:
        seen = picture(area, END)
        assert seen[0].tag.endswith("image")
        assert seen[0].get("href") == BACKGROUND
        assert tuple(box(seen[0])) == tuple(view(seen))

    def test_a_picture_is_light(self, area: Area) -> None:
        """With as many targets as there are free spaces, and addresses as long as a picked action is."""
        for now in POSITIONS:
            taken = {space for owned in (*now.offices, *now.warehouses) for space in owned}
            targets = {
                name: Target(f"/?after=3.17&action=%7B%22type%22%3A%22build%22%2C%22space%22%3A%22{name}%22%7D", name)
                for name in every_target(area)
                if name not in taken
            }
            text = area_picture(BOARD, area, now, MERCHANTS, background=BACKGROUND, targets=targets)
            assert len(text.encode()) < 12_000

    def test_a_strict_page_allows_all_of_it(self, area: Area) -> None:
        text = area_picture(BOARD, area, END, MERCHANTS, background=BACKGROUND, targets=every_target(area))
        assert not re.search(r"<style|\sstyle=|<script|\son\w+=|javascript:", text)

    def test_the_same_position_gives_the_same_text(self, area: Area) -> None:
        again = msgspec.json.decode(msgspec.json.encode(END), type=Sight)
        one, other = [
            area_picture(BOARD, area, now, MERCHANTS, background=BACKGROUND, fresh=["am1"]) for now in (END, again)
        ]
        assert one == other

    @pytest.mark.parametrize("hostile", HOSTILE)
    def test_a_hostile_name_is_only_text(self, area: Area, hostile: str) -> None:
        merchants = [Player(hostile, merchant.colour) for merchant in MERCHANTS]
        targets = {"am1": Target(hostile, hostile), "gr1": Target(hostile, hostile), "silk": Target(hostile, hostile)}
        seen = read(area_picture(BOARD, area, END, merchants, background=hostile, targets=targets))
        harmless = read(area_picture(BOARD, area, END, MERCHANTS, background=BACKGROUND, targets=targets))
        assert tags(seen) == tags(harmless)
        assert hostile in seen.get("aria-label", "")
        (link,) = of_class(seen, "target")
        assert (link.get("href"), link.get("aria-label")) == (hostile, hostile)


class TestTelevision:
    def seen(self, now: Sight, language: Language = "en") -> Element:
        return read(board_picture(BOARD, now, MERCHANTS, words(language), background=BACKGROUND))

    def test_everything_that_stands_on_the_board_is_drawn_once(self) -> None:
        for now in POSITIONS:
            drawn = Counter((seat, space) for seat, space, _ in pieces(self.seen(now)))
            assert drawn == sum((standing(area, now) for area in AREAS), Counter())

    def test_offices_and_houses_stand_where_the_board_has_them(self) -> None:
        at = {office.id: office.at for office in BOARD.offices} | {plot.id: plot.at for plot in BOARD.plots}
        spaces = [(space, place(use)) for _, space, use in pieces(self.seen(END)) if space in at]
        assert [space for space, where in spaces if where != at[space]] == []

    def test_the_year_is_marked_on_the_time_track(self) -> None:
        for now in POSITIONS:
            (mark,) = of_class(self.seen(now), "year-now")
            expected = places_of_years(BOARD.years)[BOARD.year_at[now.year]]
            assert box(mark).middle == pytest.approx(expected.middle, abs=0.01)

    def test_everybodys_money_can_be_read(self) -> None:
        said = written(self.seen(END, "de"))
        assert [merchant.name for merchant in MERCHANTS if merchant.name not in said] == []
        assert [f"{money:,}".replace(",", ".") in said for money in END.money] == [True] * 5
        assert END.year in said

    @pytest.mark.parametrize(
        ("language", "title", "event", "label"),
        [
            ("en", "Merchants of Amsterdam", "lose an office", "The year 1666. Market."),
            ("de", "Die Kaufleute von Amsterdam", "Niederlassung weg", "Das Jahr 1666. Warenbörse."),
            ("nl", "De kooplieden van Amsterdam", "kantoor verliezen", "Het jaar 1666. Markt."),
        ],
    )
    def test_it_speaks_the_language_of_the_table(self, language: Language, title: str, event: str, label: str) -> None:
        assert {title, event} <= set(written(read(board_sheet(BOARD, words(language)))))
        assert self.seen(END, language).get("aria-label", "").startswith(label)

    def test_the_sheet_has_nothing_for_its_owner_only(self) -> None:
        sheet = read(board_sheet(BOARD))
        assert "title" not in tags(sheet)
        assert not [element for element in sheet.iter() if element.get("stroke-dasharray")]

    @pytest.mark.parametrize("hostile", HOSTILE)
    def test_a_hostile_name_is_only_text(self, hostile: str) -> None:
        merchants = [Player(hostile, merchant.colour) for merchant in MERCHANTS]
        seen = read(board_picture(BOARD, END, merchants, background=hostile))
        assert tags(seen) == tags(self.seen(END))
        assert written(seen).count(hostile) == 5
