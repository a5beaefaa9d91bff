"""The other pages while Amsterdam is played: what the end would bring, the wall, what happened, what is put right; and
how a game of it begins.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from canals import begins, does, is_asked, is_over, plays_on, puts_right, state_of
from playing import on_table
from reading_pages import page, texts, typed
from rooms import Room, a_room, sent

from companion.games.amsterdam.actions import MoveOnAmstel, Printed
from companion.games.amsterdam.corrections import SetCrests, SetGroup, SetPenalties, SetPrestige, SetSupply
from companion.games.amsterdam.house_rules import HouseRules
from companion.games.amsterdam.sight import Sight
from companion.games.amsterdam.things import COLOUR_AT, GOOD_AT, only
from companion.requests import Agree

CHOSEN = {
    **{"game": "amsterdam", "deck": "device"},
    **{"name0": "Anna", "player0": "person", "colour0": "red"},
    **{"name1": "Ben", "player1": "person", "colour1": "blue"},
    **{"name2": "Cleo", "player2": "person", "colour2": "white"},
}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


class TestScoring:
    def test_what_the_end_would_bring_is_told_line_by_line(self, room: Room) -> None:
        begins(room)
        tile = state_of(room).tiles[0]
        puts_right(
            room,
            SetPrestige(0, 40),
            SetPenalties(0, 3),
            SetCrests(0, tile, 2),
            SetGroup(0, 2),
            SetSupply(0, "gray", 5),
        )
        shown = typed(page(room.client, "/scoring"))
        assert "If the game ended now Anna would win." in shown
        assert "Prestige during the game 40 -" in shown
        assert "Penalty tokens -15 for 3 -" in shown
        assert "Largest group of crests 6 for 2 -" in shown
        assert re.search(r"Crests in the \w+ district( \(\w+\))? 5 for 2 -", shown)
        assert "What is left over 3 for 6 -" in shown
        assert "In all 39 0" in shown

    def test_where_prestige_came_from_is_told_by_what_brought_it(self, room: Room) -> None:
        begins(room)
        plays_on(room, is_asked("act"))
        puts_right(room, SetPrestige(0, 0), SetSupply(0, "gray", 5))
        does(room, MoveOnAmstel(1, only("gray")))
        does(room, Printed(4))
        shown = typed(page(room.client, "/scoring"))
        assert re.search(r"Where prestige came from so far .* Bridges over the Amstel \d+ ", shown)

    def test_prestige_is_drawn_over_the_rounds(self, room: Room) -> None:
        begins(room)
        plays_on(room, lambda state: state.round == 3)
        shown = page(room.client, "/scoring")
        assert shown.count("prestige, after each round") == 2

    def test_the_end_is_reckoned_as_it_was(self, room: Room) -> None:
        begins(room)
        plays_on(room, is_over)
        shown = typed(page(room.client, "/scoring"))
        anna, tom = state_of(room).prestige
        assert "Final standings" in shown
        assert "How it was reckoned at the end" in shown
        assert shown.count(f"In all {anna} {tom}") == 2

    def test_it_is_in_the_language_of_the_phone(self, room: Room) -> None:
        begins(room)
        assert "Wenn das Spiel jetzt zu Ende wäre" in page(room.client, "/scoring", "de")
        assert "Als het spel nu eindigde" in page(room.client, "/scoring", "nl")


class TestTelevision:
    def test_the_whole_table_and_what_everybody_has(self, room: Room) -> None:
        begins(room)
        told = page(room.client, "/tv")
        assert "Anna: take a card." in told
        assert "TOM Prestige: 0 Gulden: 0" in typed(told)

    def test_at_the_end_the_standings(self, room: Room) -> None:
        begins(room)
        plays_on(room, is_over)
        assert 'class="tv-standings"' in page(room.client, "/tv")


class TestHistory:
    def test_it_is_told_round_by_round(self, room: Room) -> None:
        begins(room)
        plays_on(room, lambda state: state.round == 3)
        headings = re.findall(r"<h2>\s*<span>([^<]+)</span>", page(room.client, "/history"))
        assert headings == ["Round 3", "Round 2", "Round 1", "The game is set up"]

    def test_a_record_is_not_given_away_while_dice_are_hidden(self, room: Room) -> None:
        begins(room)
        assert room.client.get("/history/record.jsonl").status_code in (403, 404, 409)
        plays_on(room, is_over)
        assert room.client.get("/history/record.jsonl").status_code == 200


class TestCorrect:
    @pytest.mark.parametrize(
        ("change", "put_right"),
        [
            ({"kind": "money", "amount": "9"}, lambda table: table.money[0] == 9),
            ({"kind": "prestige", "amount": "33"}, lambda table: table.prestige[0] == 33),
            ({"kind": "prestige", "amount": "-4"}, lambda table: table.prestige[0] == -4),
            ({"kind": "workers", "worker": "gold", "count": "1"}, lambda table: table.aboard[0] == ("gold",)),
            ({"kind": "barge", "place": "warehouse_2"}, lambda table: table.barges[0] == "warehouse_2"),
            ({"kind": "card", "card": "007", "where": "below"}, lambda table: table.below[0] == (7,)),
            ({"kind": "card", "card": "12", "where": "active"}, lambda table: table.active[0] == (12,)),
            (
                {"kind": "house", "place": "tulips", "count": "3"},
                lambda table: table.storehouses[GOOD_AT["tulips"]] == 3,
            ),
            ({"kind": "house", "place": "warehouse_3", "count": "1"}, lambda table: table.warehouses == (0, 0, 1, 0)),
            (
                {"kind": "black_market", "good": "glass", "count": "1"},
                lambda table: table.black_market[GOOD_AT["glass"]] == 1,
            ),
            ({"kind": "magazine", "count": "4"}, lambda table: table.magazine == 4),
            ({"kind": "supply", "colour": "pink", "count": "2"}, lambda table: table.supply[0][COLOUR_AT["pink"]] == 2),
            (
                {"kind": "roundel", "slot": "6", "colour": "gray", "count": "4"},
                lambda table: table.roundels[0][5][COLOUR_AT["gray"]] == 4,
            ),
            ({"kind": "penalties", "count": "2"}, lambda table: table.penalties[0] == 2),
            ({"kind": "space", "space": "7"}, lambda table: table.amstel[0] == 7),
            (
                {"kind": "goods", "good": "lace", "where": "aboard", "count": "1"},
                lambda table: table.cargo[0][GOOD_AT["lace"]] == 1,
            ),
            (
                {"kind": "goods", "good": "lace", "where": "storage", "count": "1"},
                lambda table: table.storage[0][GOOD_AT["lace"]] == 1,
            ),
        ],
    )
    def test_all_that_somebody_has_can_be_put_right(
        self, room: Room, change: dict[str, str], put_right: Callable[[Sight], bool]
    ) -> None:
        begins(room)
        phone = room.seated(0)
        assert f'name="kind" value="{change["kind"]}"' in page(phone, "/correct")
        answer = sent(phone, "/correct", change | {"seat": "0", "reason": "miscounted"})
        assert answer.status_code == 303
        assert put_right(on_table(room).view(None).table)

    def test_crests_are_put_right_before_their_largest_group(self, room: Room) -> None:
        begins(room)
        puts_right(room, SetCrests(0, "gray", 3), SetGroup(0, 1))
        phone = room.seated(0)
        values = {"kind": "group", "seat": "0", "count": "3", "reason": "miscounted"}
        assert sent(phone, "/correct", values).status_code == 303
        values |= {"kind": "crests", "colour": "gray", "count": "4"}
        assert sent(phone, "/correct", values).status_code == 303
        assert state_of(room).crests[0][COLOUR_AT["gray"]] == 4

    @pytest.mark.parametrize(
        "change",
        [
            {"kind": "gold", "count": "1"},
            {"kind": "supply", "colour": "white", "count": "1"},
            {"kind": "space", "space": "99"},
            {"kind": "goods", "good": "lace", "where": "nowhere", "count": "1"},
            {"kind": "prestige", "amount": "-501"},
            {"kind": "penalties", "count": "-1"},
            {"kind": "card", "card": "133", "where": "below"},
            {"kind": "barge", "place": "sea"},
            {"kind": "house", "place": "warehouse_1", "count": "2"},
            {"kind": "house", "place": "pier", "count": "1"},
            {"kind": "figure", "figure": "bailiff", "at": "gray"},
        ],
    )
    def test_what_cannot_be_is_refused(self, room: Room, change: dict[str, str]) -> None:
        begins(room)
        before = on_table(room)
        assert sent(room.seated(0), "/correct", change | {"seat": "0", "reason": "so"}).status_code == 400
        assert on_table(room) is before

    def test_figures_of_an_expansion_are_put_right_where_it_is_played(self, room: Room) -> None:
        begins(room, names=("Anna", "Ben"), rules=HouseRules(workers=True))
        plays_on(room, is_asked("card"))
        anna, ben = room.seated(0), room.seated(1)
        shown = page(anna, "/correct")
        assert re.findall(r'name="figure" value="(\w+)"', shown) == ["supervisor", "bailiff"]
        values = {"kind": "figure", "figure": "bailiff", "at": "", "reason": "it has gone"}
        assert sent(anna, "/correct", values).status_code == 303
        proposal = on_table(room).view(None).proposal
        assert proposal is not None
        room.acts(ben, Agree(proposal.number))
        assert state_of(room).bailiff is None

    def test_money_is_called_gulden_here(self, room: Room) -> None:
        begins(room)
        shown = texts(page(room.seated(0), "/correct"))
        assert "Gulden in all" in shown
        assert "Guilders" not in shown

    def test_seldom_needed_forms_are_folded_away(self, room: Room) -> None:
        begins(room)
        shown = page(room.seated(0), "/correct")
        assert shown.index("<details") < shown.index('name="kind" value="prestige"')


class TestHeading:
    @pytest.mark.parametrize(("rules", "rounds"), [(HouseRules(), 12), (HouseRules(short=True), 10)])
    def test_at_the_end_the_rounds_that_were_played_are_counted(
        self, room: Room, rules: HouseRules, rounds: int
    ) -> None:
        begins(room, rules=rules)
        plays_on(room, is_over)
        assert f"The end, after {rounds} rounds" in texts(page(room.client))


class TestNewGame:
    def test_who_plays_alone_has_tom_opposite(self, room: Room) -> None:
        phone = room.seated(0)
        assert "TOM sits opposite" in page(phone, "/new?game=amsterdam")
        assert sent(phone, "/new", CHOSEN | {"players": "1"}).status_code == 303
        assert state_of(room).setup.names == ("Anna", "TOM")
        assert state_of(room).setup.automaton == 1

    def test_who_sits_at_the_second_seat_keeps_it(self, room: Room) -> None:
        phone = room.seated(1)
        assert "alone-at-2" in page(phone, "/new?game=amsterdam")
        assert sent(phone, "/new", CHOSEN | {"players": "1"}).status_code == 303
        assert state_of(room).setup.names == ("TOM", "Ben")
        assert state_of(room).setup.automaton == 0
        assert 'id="part-mine"' in page(phone)

    def test_and_finds_the_own_name_there_the_next_time(self, room: Room) -> None:
        phone = room.seated(1)
        sent(phone, "/new", CHOSEN | {"players": "1", "name1": "Benedikt"})
        room.house.leave()
        shown = page(phone, "/new?game=amsterdam")
        assert 'name="name1" value="Benedikt"' in shown
        assert re.search(r'value="1" id="players-1" checked', shown)
        assert sent(phone, "/new", CHOSEN | {"players": "1"}).status_code == 303

    def test_at_another_seat_it_is_said_where_to_sit(self, room: Room) -> None:
        phone, said = room.seated(2), "One who plays alone sits at seat 1 or 2; sit down there first."
        assert said in texts(page(phone, "/new?game=amsterdam"))
        assert said not in texts(page(room.seated(0), "/new?game=amsterdam"))
        answer = sent(phone, "/new", CHOSEN | {"players": "1"})
        assert answer.status_code == 400
        assert said in texts(answer.text)
        assert room.house.snapshot is None

    def test_somebody_called_tom_can_play_alone(self, room: Room) -> None:
        assert sent(room.seated(0), "/new", CHOSEN | {"players": "1", "name0": "Tom"}).status_code == 303
        assert state_of(room).setup.names == ("Tom", "auTOMaton")

    def test_three_persons_play_without_him(self, room: Room) -> None:
        assert sent(room.seated(0), "/new", CHOSEN | {"players": "3"}).status_code == 303
        assert state_of(room).setup.names == ("Anna", "Ben", "Cleo")
        assert state_of(room).setup.automaton is None

    def test_house_rules_are_ticked(self, room: Room) -> None:
        ticked = {"players": "2", "short": "yes", "orders": "yes"}
        assert sent(room.seated(0), "/new", CHOSEN | ticked).status_code == 303
        rules = state_of(room).setup.rules
        assert (rules.short, rules.orders, rules.workers) == (True, True, False)

    def test_those_of_the_last_game_are_offered_again(self, room: Room) -> None:
        phone = room.seated(0)
        sent(phone, "/new", CHOSEN | {"players": "2", "short": "yes"})
        room.house.leave()
        shown = page(phone, "/new?game=amsterdam")
        assert re.search(r'name="short" value="yes" checked', shown)
        assert not re.search(r'name="orders" value="yes" checked', shown)

    def test_against_tom_no_expansion_is_played(self, room: Room) -> None:
        answer = sent(room.seated(0), "/new", CHOSEN | {"players": "1", "orders": "yes"})
        assert answer.status_code == 400
        assert "Against TOM no expansion is played." in texts(answer.text)

    def test_nobody_is_a_bot(self, room: Room) -> None:
        phone = room.seated(0)
        assert sent(phone, "/new", CHOSEN | {"players": "2", "player1": "random"}).status_code == 400
        assert '<select name="player1"' not in page(phone, "/new?game=amsterdam")

    def test_the_table_can_roll_for_itself(self, room: Room) -> None:
        assert sent(room.seated(0), "/new", CHOSEN | {"players": "2", "deck": "table"}).status_code == 303
        assert state_of(room).agenda[-1].what == "discs"
