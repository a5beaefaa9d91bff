"""Amsterdam beside the board: dice that roll, the round and its order, what is done, TOM, lamps, the button, sounds."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from amsterdam_table import Table, a_deck, begun, position, resources, seen_board
from beside_the_board import SIZES, Beside, screens_of, texts
from hang_guard import eventually
from PIL import Image
from tables import an_evening

from companion.auction_clock import SECOND
from companion.bots.amsterdam.random_bot import RandomBot
from companion.entries import Acted
from companion.games.amsterdam.actions import (
    Activate,
    Bring,
    Buy,
    Deliver,
    Done,
    Effect,
    MoveOnAmstel,
    Printed,
    Roll,
    ScoreCard,
    TakeBlock,
    TakeDice,
    ThrowCard,
    TomBlock,
    TomCard,
    TomMarket,
)
from companion.games.amsterdam.decide import RULES
from companion.games.amsterdam.game import AMSTERDAM
from companion.games.amsterdam.refusals import QUESTIONS
from companion.games.amsterdam.things import COLOURS, only
from companion.requests import TakeBack
from companion.seats import PERSON
from companion.snapshots import Look, Snapshot
from companion.words import words
from hardware import showing
from hardware.games.amsterdam import AMSTERDAM as SHOWN
from hardware.programme import Moment, Programme
from hardware.screens import canal, city, dice
from hardware.screens.agreeing import Proposed
from hardware.screens.asking import Round
from hardware.screens.ranking import GameOver, Standings
from hardware.screens.screen import Screen, drawn

DICE = (5, 2, 6, 1, 4, 3)
ROLLING = dice.Rolling(dice=DICE, round=Round(4))
NONE = resources()


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Beside]:
    """Aletta, Bram and Cornelia."""
    made = Beside(tmp_path, AMSTERDAM, (PERSON,) * 3)
    yield made
    made.ends()


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Beside]:
    """Aletta, and opposite her TOM."""
    made = Beside(tmp_path, AMSTERDAM, (PERSON, "tom"))
    yield made
    made.ends()


def told(table: Table, seat: int, action: Any) -> list[Screen]:
    """What is shown when somebody does this."""
    events = tuple(table.does(seat, action))
    snapshot = Snapshot(number=0, make_views=tuple, look=Look(0, 0, RULES.moment(table.state), None))
    return [moment.screen for moment in SHOWN.moments(Acted(seat, action, events), snapshot, None)]


def reaches(beside: Beside, what: str) -> int:
    """Until this is asked, everybody does the first thing that there is to do; who is asked then."""
    while beside.asked()[0] != what:
        beside.evening.moves()
    return beside.asked()[1]


def until_rolled(table: Table) -> list[Screen]:
    """What is shown with the action after which there are dice."""
    while True:
        seat = table.state.agenda[-1].seat
        assert seat is not None
        if shown := [screen for screen in told(table, seat, table.may(seat)[0]) if isinstance(screen, dice.Rolling)]:
            return list(shown)


# Dice.


def test_the_dice_of_the_device_roll_before_everybody_s_eyes() -> None:
    table = begun(deck=a_deck(rolls=["526143"]))
    assert until_rolled(table) == [dice.Rolling(dice=DICE, round=Round(1))]


def test_dice_that_the_table_rolled_need_not_roll_again() -> None:
    table = position(("roll", 0), then=("dice_in_turn",), dice=())
    assert told(table, 0, Roll(DICE)) == []


@pytest.mark.parametrize("size", SIZES)
def test_they_roll_and_then_lie_and_how_is_a_matter_of_time_alone(size: tuple[int, int]) -> None:
    def frames(began: int) -> list[bytes]:
        rolling = ROLLING.begun(began)
        return [drawn(rolling, began + step * SECOND // 20, size, words("en")).tobytes() for step in range(60)]

    once, again = frames(7 * SECOND), frames(123 * SECOND + 456)
    assert once == again
    assert len(set(once[:30])) >= 15
    assert len(set(once[30:])) == 1


def test_one_die_after_the_other_lies_still_and_shows_what_was_rolled() -> None:
    stops = [ROLLING.lies_at(place) for place in range(6)]
    assert stops == sorted(stops)
    for place, stop in enumerate(stops):
        assert ROLLING.at(place, stop) == dice.Die(DICE[place])
        assert ROLLING.at(place, stop - 1).tilt != 0
        assert len({ROLLING.at(place, stop * part // 10).face for part in range(10)}) > 3


def test_it_moves_while_they_roll_and_then_no_more() -> None:
    rolling = ROLLING.begun(10 * SECOND)
    now, moves = 10 * SECOND, 0
    while (due := rolling.moves_at(now)) is not None:
        assert due > now
        now, moves = due, moves + 1
    assert now == 10 * SECOND + dice.LAST_LIES
    assert moves > 40


def test_they_begin_to_roll_when_it_is_their_turn_on_the_display() -> None:
    programme = Programme()
    programme.play([Moment(city.CardsUp((2, 1, 1)), 3), Moment(ROLLING, 4)], 100 * SECOND)
    assert programme.at(104 * SECOND) == ROLLING.begun(103 * SECOND)


def test_from_round_8_those_too_high_are_seen_to_be_turned_to_1() -> None:
    table = position(("roll", 0), then=("turn_high_dice", "dice_in_turn"), dice=(), round=9)
    (turned,) = told(table, 0, Roll(DICE))
    assert turned == dice.TurnedDown(dice=(1, 2, 1, 1, 4, 3), before=DICE, highest=4)
    assert isinstance(turned, dice.TurnedDown)
    assert [turned.at(place, 0).face for place in range(6)] == list(DICE)
    lie = [turned.at(place, dice.TURNED) for place in range(6)]
    assert [die.face for die in lie] == [1, 2, 1, 1, 4, 3]
    assert [die.is_hollow for die in lie] == [True, False, True, False, False, False]
    assert texts(turned, (128, 64))[0] == "5 to 6 become 1"


def test_against_tom_they_are_turned_once_he_has_acted_on_them() -> None:
    table = position(("tom_bridges", 1), tom=0, then=("turn_high_dice", "dice_in_turn"), dice=DICE, round=8)
    table.state.crossing = (4, 5)
    gained, turned = told(table, 1, Printed(2))
    assert gained == city.Gained("Anne", "bridges", 2)
    assert isinstance(turned, dice.TurnedDown)
    assert (turned.before, turned.dice) == (DICE, (5, 2, 1, 1, 4, 3))


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("size", SIZES)
def test_every_die_tells_its_colour_in_letters(language: Any, size: tuple[int, int]) -> None:
    written = texts(dice.Dice(name="Aletta", dice=DICE), size, language)[2:]
    assert len(written) == len(set(written)) == 6


def test_while_they_are_chosen_they_lie_there(people: Beside) -> None:
    seat = reaches(people, "dice")
    state = people.snapshot.look.now.state
    assert showing.standing(people.snapshot) == (dice.Dice(name=state.setup.names[seat], dice=state.dice),)


# What stands.


def test_the_round_says_what_is_special_about_it(people: Beside) -> None:
    seat = reaches(people, "act")
    names = people.snapshot.look.now.state.setup.names
    question, tracker, amstel, prestige = showing.standing(people.snapshot)
    order = tuple(names[one] for one in people.snapshot.look.now.state.order)
    assert question == canal.Decision(name=names[seat], what="act", round=Round(1))
    assert tracker == canal.Tracker(name=names[seat], phase=3, number=1, special=canal.Special(7, 6), order=order)
    assert isinstance(amstel, canal.Amstel)
    assert tuple(disc.name for disc in amstel.discs) == order
    assert prestige == Standings(tuple((name, 0) for name in names), in_prestige=True)


@pytest.mark.parametrize(
    ("round_", "says"),
    [(1, "+7 a delivery"), (7, "+1 a delivery"), (8, "6 becomes 1"), (9, "5 to 6 become 1"), (12, "2 to 6 become 1")],
)
def test_early_rounds_have_a_bonus_and_late_ones_dice_that_are_turned(round_: int, says: str) -> None:
    table = position(("keep", 0), supply=[{"pink": 1}], then=("next_round",), round=round_ - 1, phase=4)
    table.state.supply = (resources(pink=1, gray=1), *table.state.supply[1:])
    begins, *_ = told(table, 0, table.may(0)[0])
    for size in SIZES:
        assert says in texts(begins, size)
        assert f"{round_}/12" in texts(begins, size)


def test_the_last_round_is_called_so() -> None:
    table = position(("keep", 0), then=("next_round",), round=11, phase=4)
    table.state.supply = (resources(pink=1, gray=1), *table.state.supply[1:])
    begins, *_ = told(table, 0, table.may(0)[0])
    assert begins == city.RoundBegins(Round(12, is_last=True), canal.Special(0, 1))
    assert texts(begins, (128, 64))[0] == "The last round"


def test_discs_lie_in_the_order_of_play_and_the_further_the_more_to_the_right() -> None:
    discs = (canal.Disc("Cornelia", 18), canal.Disc("Aletta", 9), canal.Disc("Bram", 0))
    river = canal.Amstel(discs=discs, mouth=18, bridges=(4,), round=Round(2))
    assert texts(river, (128, 64)) == ["Amstel", "Round 2", "Cornelia", "18", "Aletta", "9", "Bram", "0"]
    picture = drawn(river, 0, (128, 64), words("en")).crop((45, 13, 114, 64))
    rows = [picture.crop((0, top, 69, top + 17)) for top in (0, 17, 34)]
    columns = [_brightest(row) for row in rows]
    assert columns == sorted(columns, reverse=True)


def _brightest(picture: Image.Image) -> int:
    """The column with the most light: there the disc is."""

    def lit(x: int) -> int:
        return sum(picture.crop((x, 0, x + 1, picture.height)).convert("L").histogram()[128:])

    return max(range(picture.width), key=lit)


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("size", SIZES)
def test_every_question_says_how_it_is_answered(size: tuple[int, int], language: Any) -> None:
    assert set(canal.Decision.QUESTIONS) == set(QUESTIONS)
    say = words(language).say
    for what, question in canal.Decision.QUESTIONS.items():
        written = texts(canal.Decision(name="Cornelia", what=what, round=Round(12, is_last=True)), size, language)
        assert {"Cornelia", say(question.asked)} <= set(written), what
        by_button = what in ("act", "end_cards")
        assert say("Button: done" if by_button else "on the phone") in written


def test_a_bot_needs_no_light_and_is_asked_nothing(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, game=AMSTERDAM, who=("random",) * 3)
    for _ in evening.bots_play():
        assert not [one for one in showing.standing(evening.table.snapshot) if isinstance(one, canal.Decision)]
    evening.ends()


# What is done.


def test_a_new_round_turns_up_cards() -> None:
    table = position(("keep", 0), then=("next_round",), round=3, phase=4)
    table.state.supply = (resources(pink=1, gray=1), *table.state.supply[1:])
    assert told(table, 0, table.may(0)[0]) == [
        city.RoundBegins(Round(4), canal.Special(4, 6)),
        city.CardsUp((2, 2, 1)),
    ]


def test_a_delivery_is_shown_with_all_that_it_brings() -> None:
    """Jan's cheese in round 4: 6 are printed on the rooftop, and 4 more for being fast."""
    table = position(("act", 0), round=4, cargo=[{"cheese": 1}], barges=("cheese", "pier", "pier"))
    assert told(table, 0, Deliver("cheese", 6)) == [city.Delivered("Anne", "cheese", 10, 4)]
    written = texts(city.Delivered("Anne", "cheese", 10, 4), (128, 64))
    assert written == ["Cheese", "+4 for being fast", "Anne", "10 prestige"]


def test_a_dock_worker_is_shown_with_the_magazine() -> None:
    table = position(("act", 0), aboard=(("gold",), (), ()), barges=("gold", "pier", "pier"))
    assert told(table, 0, Bring(7)) == [city.Brought("Anne", "gold", 7)]


def test_a_block_is_shown_with_its_commodity_and_what_the_black_market_gave() -> None:
    table = position(("act", 0), supply=[{"purple": 2}])
    assert told(table, 0, TakeBlock("purple", 2, "lace", 1)) == [city.TookBlock("Anne", "purple", "lace", 0)]
    table = position(("act", 0), supply=[{"purple": 2}])
    assert told(table, 0, TakeBlock("purple", 2, "lace", 1, "gulden")) == [city.TookBlock("Anne", "purple", "lace", 2)]


def test_moves_on_the_amstel_are_shown_and_the_mouth_above_all() -> None:
    table = position(("act", 0), board=seen_board(), supply=[{"pink": 3}])
    assert told(table, 0, MoveOnAmstel(2, resources(pink=3))) == [city.Advanced("Anne", 0, 2, 0, is_mouth=False)]
    mouth = seen_board().mouth
    table = position(("act", 0), board=seen_board(), supply=[{"pink": 3}], amstel=(mouth - 1, 0, 0))
    (arrived,) = told(table, 0, MoveOnAmstel(1, resources(pink=1)))
    assert arrived == city.Advanced("Anne", mouth - 1, mouth, 10, is_mouth=True)
    assert "The mouth!" in texts(arrived, (128, 64))


def test_the_market_is_shown_with_what_was_paid_and_what_it_brought() -> None:
    table = position(("act", 0), money=(3, 0, 0))
    effect = Effect(prestige=5, gulden=1)
    assert told(table, 0, Buy(3, effect)) == [city.Bought("Anne", 3, 5)]


def test_an_empty_roundel_is_a_penalty_for_all_to_see() -> None:
    table = position(("dice", 0), then=("turn_roundels", "phase_3"), phase=2)
    penalized, phase = told(table, 0, TakeDice("brown", "purple"))
    assert penalized == city.Penalized("empty_roundel", (("Anne", 1), ("Jan", 1), ("Mareike", 1)))
    assert phase == city.PhaseBegins(3)


def test_a_sixth_card_is_thrown_away_for_a_penalty() -> None:
    table = position(("throw", 0), below=((1, 2, 3, 4, 5, 6), (), ()))
    assert told(table, 0, ThrowCard(4))[:2] == [city.ThrewCard("Anne", 4), city.Penalized("sixth_card", (("Anne", 1),))]


def test_a_card_is_shown_when_it_becomes_active_and_when_it_counts() -> None:
    table = position(("act", 0), below=((17,), (), ()))
    assert told(table, 0, Activate(17, NONE)) == [city.PlayedCard("Anne", "activated", 17)]
    table = position(("end_cards", 0), active=((17, 18), (), ()), round=12, then=())
    assert told(table, 0, ScoreCard(17, 6))[0] == city.PlayedCard("Anne", "counted", 17, 6)


def test_the_end_is_shown_part_by_part_and_then_who_has_won() -> None:
    table = position(
        ("end_cards", 0), active=((17,), (), ()), crests=[{"pink": 2}, {"pink": 1}], tiles=("pink",), money=(4, 0, 0),
        round=12, then=("evaluation",),
    )  # fmt: skip
    shown = told(table, 0, Done())
    assert shown == [
        city.Evaluated("group", (("Anne", 6), ("Jan", 3))),
        city.Evaluated("district", (("Anne", 5), ("Jan", 2))),
        city.Evaluated("leftovers", (("Anne", 2),)),
        GameOver(("Anne",), 13, in_prestige=True),
    ]


# TOM.


def test_what_tom_does_is_told_so_that_somebody_can_move_his_pieces() -> None:
    table = position(("tom_block", 1), tom=0, tom_builds=("orange",), then=("tom_at_market",), phase=2)
    assert told(table, 1, TomBlock("lace", 1)) == [city.TookBlock("Anne", "orange", "lace", 2)]
    table = position(("tom_card", 1), tom=0, display=(2, 1, 1))
    assert told(table, 1, TomCard("map", 17))[0] == city.ThrewCard("Anne", 17, "map")


def test_what_tom_delivers_is_shown_before_and_after_somebody_looked_at_the_rooftop() -> None:
    table = position(("tom_block", 1), tom=0, tom_builds=("orange",), then=("next_round",), round=4, phase=2)
    table.state.black_market = (0, 0, 0, 0, 0, 0, 1, 0, 0)
    assert told(table, 1, TomBlock("lace", 1)) == [
        city.TookBlock("Anne", "orange", "lace", 0),
        city.Delivered("Anne", "lace", None),
    ]
    assert told(table, 1, Printed(7))[0] == city.Delivered("Anne", "lace", 11, 4)


def test_tom_buys_at_the_market_or_takes_a_gulden() -> None:
    table = position(("tom_market", 1), tom=0, money=(3, 0))
    assert told(table, 1, TomMarket(3, 5, 0))[0] == city.Bought("Anne", 3, 5)
    table = position(("tom_market", 1), tom=0, money=(3, 0))
    assert told(table, 1, TomMarket(4, 5, 0))[0] == city.Consoled("Anne", 1)


def test_tom_s_lamp_stays_dark_whatever_is_asked_for_him(alone: Beside) -> None:
    chance = RandomBot(Random(3))
    while alone.snapshot.view(None).table.winners is None:
        assert alone.lamps() == ["breathing", "dark", "dark", "dark", "dark"]
        look = alone.snapshot.look.now
        alone.evening.does(0, chance.choose(look.state, 0, look.choices[0]))


# Lamps and buttons.


def test_the_lamp_of_who_is_asked_breathes(people: Beside) -> None:
    for what in ("card", "first_resources", "dice", "act"):
        seat = reaches(people, what)
        assert people.lamps() == ["breathing" if one == seat else "dark" for one in range(5)]
    eventually(lambda: [people.bench.lamp(one) > 0 for one in range(3)] == [one == seat for one in range(3)])


def test_the_button_is_for_done(people: Beside) -> None:
    seat = reaches(people, "act")
    people.presses((seat + 1) % 3)
    assert people.asked() == ("act", seat)
    people.presses(seat)
    entry = people.evening.last()
    assert isinstance(entry, Acted)
    assert (entry.seat, entry.action) == (seat, Done())
    assert people.asked() != ("act", seat)


def test_the_button_agrees_to_what_was_proposed(people: Beside) -> None:
    seat = reaches(people, "act")
    people.evening.does(seat, TakeBack(to=0))
    names = people.snapshot.look.now.state.setup.names
    others = [one for one in range(3) if one != seat]
    eventually(lambda: people.shows() == Proposed(names[seat], False, tuple(names[one] for one in others)))
    assert people.lamps()[:3] == ["breathing"] * 3  # who proposed it still has a turn
    eventually(lambda: people.panel._proposed_at)
    people.time.now += 2 * SECOND
    for one in others:
        people.presses(one)
    assert people.asked() == ("card", people.asked()[1])
    assert people.snapshot.view(None).table.round == 0


def test_one_plays_alone_to_the_end_with_the_button_and_a_phone(alone: Beside) -> None:
    pressed, chance = 0, RandomBot(Random(5))
    while alone.snapshot.view(None).table.winners is None:
        what, seat = alone.asked()
        assert seat == 0
        look = alone.snapshot.look.now
        if what in ("act", "end_cards"):
            alone.presses(0)
            pressed += 1
        else:
            alone.evening.does(0, chance.choose(look.state, 0, look.choices[0]))
    assert pressed >= 12
    assert alone.panel.troubles.all() == {}
    table = alone.snapshot.view(None).table
    final = Standings(tuple(zip(("Aletta", "Bram"), table.prestige, strict=True)), in_prestige=True)
    alone.time.now += 60 * SECOND
    expected = drawn(final, 0, (128, 64), words("en"))
    eventually(lambda: alone.looks() and alone.bench.image == expected)


# Sounds.


def test_dice_are_heard_and_so_is_whose_turn_it_is_but_nobody_is_called_twice(people: Beside) -> None:
    reaches(people, "dice")
    eventually(lambda: people.heard[-1:] == ["dice"])
    people.heard.clear()
    for _ in range(3):
        heard = len(people.heard)
        people.evening.moves()
        eventually(lambda: len(people.heard) > heard)  # noqa: B023  it is waited for here
    what, seat = people.asked()
    assert what == "act"
    supply = people.snapshot.look.now.state.supply[seat]
    one = next(colour for colour, count in zip(COLOURS, supply, strict=True) if count)
    people.evening.does(seat, MoveOnAmstel(1, only(one)))
    assert people.asked() == ("bridges", seat)
    people.evening.does(seat, Printed(0))
    people.presses(seat)
    eventually(lambda: people.heard == ["turn"] * 4)


def test_arrivals_coins_penalties_the_last_round_and_the_end_are_heard(tmp_path: Path) -> None:
    heard: set[str | None] = set()
    for number, who in enumerate((("random",) * 4, ("random", "tom"))):
        evening = an_evening(tmp_path / str(number), game=AMSTERDAM, who=who)
        for _ in evening.bots_play():
            pass
        rows = [row.entry for row in evening.table.history() if isinstance(row.entry, Acted)]
        sounds = [sound for entry in rows for event in entry.events if (sound := SHOWN.sound(event))]
        assert sounds.count("dice") == 12
        assert sounds.count("last_rounds") == 1
        assert sounds[-1] == "sold"
        heard |= set(sounds)
        evening.ends()
    assert heard == {"dice", "arrival", "coins", "penalty", "last_rounds", "sold"}


# Whole games.


def test_every_screen_appears_in_whole_games(tmp_path: Path) -> None:
    seen: set[type[Screen]] = set()
    for number, who in enumerate((("random",) * 4, ("random",) * 3, ("random", "tom"), (PERSON, "tom"))):
        evening, chance = an_evening(tmp_path / str(number), game=AMSTERDAM, who=who), RandomBot(Random(number))
        told = len(evening.table.history())
        while evening.view().table.winners is None:
            look = evening.table.snapshot.look.now
            ((seat, options),) = look.choices.items()
            assert seat is not None
            evening.does(seat, chance.choose(look.state, seat, options))
            rows = evening.table.history(told)
            told += len(rows)
            seen |= {type(screen) for screen in screens_of(rows, evening.table.snapshot)}
        evening.ends()
    assert seen == {*_screens(canal), *_screens(city), *_screens(dice), Standings, GameOver}


def _screens(module: Any) -> set[type[Screen]]:
    """Those of a module that are painted, not only built upon."""
    found = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Screen)]
    return {one for one in found if one.__module__ == module.__name__ and not one.__subclasses__()}
