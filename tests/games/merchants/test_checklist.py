"""What an owner goes through with the cardboard at hand: every mistake is found where it is, what was seen is ticked
off, and the first questions are about guesses and nothing else.
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
import pytest
from broken_boards import BROKEN, BROKEN_FILES, LET_IN, broken, toml

from companion.games import merchants
from companion.games.errors import BadBoard, BadChange
from companion.games.merchants import editing
from companion.games.merchants.board import DISTRICTS, REGIONS, BoardData, default_board
from companion.games.merchants.checklist import PARTS, as_in_the_box, entries, found_in, guessed, with_seen
from companion.games.merchants.first_questions import QUESTIONS, Question, answered_with_yes, still_open
from companion.games.merchants.half_made import drawable, read_half_made
from companion.games.merchants.mistakes import find_mistakes, read_board
from companion.games.speech import Phrase

DEFAULT = default_board().data
ROOM = Path(merchants.__file__).parent
JUDGES = [
    *(ROOM.parent / f"{name}.py" for name in ("spelling", "toml_limits", "toml_text")),
    *sorted(ROOM.glob("mistakes*.py")),
]


# --- every mistake that there can be


def sentences_that_stand_there() -> set[str]:
    """Everything that the judges can say, as it stands in their files."""
    return {
        call.args[0].value
        for file in JUDGES
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("Phrase", "mark")
        if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
    }


def sentences_in(phrase: Phrase) -> Iterator[str]:
    """Its own, and those of the phrases inside it."""
    yield phrase.sentence
    for value in phrase.values.values():
        if isinstance(value, Phrase):
            yield from sentences_in(value)


def mistakes_in_file(name: str) -> list[Phrase]:
    with pytest.raises(BadBoard) as caught:
        read_board(BROKEN_FILES[name])
    return [*caught.value.mistakes]


def test_there_is_a_broken_board_for_every_sentence_that_board_check_can_say() -> None:
    said = {
        sentence for name in BROKEN for mistake in find_mistakes(broken(name)) for sentence in sentences_in(mistake)
    }
    said |= {
        sentence for name in BROKEN_FILES for mistake in mistakes_in_file(name) for sentence in sentences_in(mistake)
    }
    assert said == sentences_that_stand_there()


def test_the_judges_have_much_to_say() -> None:
    """So that the test above compares something."""
    assert len(JUDGES) == 7
    assert len(sentences_that_stand_there()) > 60


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_board_is_taken_in_only_if_it_can_be_put_right_item_by_item(name: str) -> None:
    try:
        text = toml(broken(name))
    except LookupError:  # nobody can type it
        assert name not in LET_IN
        return
    if name in LET_IN:
        assert read_half_made(text) == msgspec.convert(broken(name), BoardData)
    else:
        with pytest.raises(BadBoard) as caught:
            read_half_made(text)
        assert [*map(str, caught.value.mistakes)] == [*map(str, find_mistakes(broken(name)))]


@pytest.mark.parametrize("name", BROKEN_FILES)
def test_a_file_that_is_no_data_is_not_taken_in_either(name: str) -> None:
    with pytest.raises(BadBoard) as caught:
        read_half_made(BROKEN_FILES[name])
    assert [*map(str, caught.value.mistakes)] == [*map(str, mistakes_in_file(name))]


@pytest.mark.parametrize("name", LET_IN)
def test_a_mistake_is_found_at_its_part_and_its_item(name: str) -> None:
    data = read_half_made(toml(broken(name)))
    found = found_in(data)
    assert (BROKEN[name].part, BROKEN[name].item) in [(one.part, one.item) for one in found]
    assert [str(one.what) for one in found] == [str(mistake.what) for mistake in find_mistakes(broken(name))]
    for one in found:
        assert one.part in PARTS
        assert one.item is None or one.item in [entry.name for entry in entries(data, one.part)]


@pytest.mark.parametrize("name", LET_IN)
def test_every_mistake_that_names_its_item_is_found_at_the_item_of_that_name(name: str) -> None:
    """`regions[0].offices[3] ("am4")`, as `board check` writes it."""
    data = read_half_made(toml(broken(name)))
    for mistake, found in zip(find_mistakes(broken(name)), found_in(data), strict=True):
        place, _, named = str(mistake.values["key"]).partition(" (")
        if not named:
            is_seat = place.startswith("start[")
            assert found.item == (str(int(place[6:-1]) + 1) if is_seat else None)
        elif place.count("[") == 1 and place.startswith(("regions", "districts")):
            assert (found.part, found.item) == (named.strip('")'), None)
        else:
            is_printed = named.startswith('"')
            assert found.item == (named[1:-2] if is_printed else ast.literal_eval(named[:-1]))


@pytest.mark.parametrize("name", LET_IN)
def test_a_board_with_mistakes_can_be_drawn_and_every_part_of_it_put_back(name: str) -> None:
    data = read_half_made(toml(broken(name)))
    assert drawable(data).data.clock == data.clock
    for part in PARTS:
        data = as_in_the_box(data, part)
    assert found_in(data) == []
    assert data == DEFAULT


# --- what is on the list


def test_the_parts_of_a_board_are_all_that_it_has() -> None:
    assert (*REGIONS, *DISTRICTS, "bridges", "start", "years", "cards", "clock", "tracks") == PARTS
    items = sum(len(entries(DEFAULT, part)) for part in PARTS)
    cards, bridges, seats = len(DEFAULT.cards), len(DEFAULT.bridges), len(DEFAULT.start)
    assert items == 36 + 36 + bridges + seats + 26 + cards + (1 + 17) + 1


def test_items_are_listed_by_name_in_the_order_of_the_board() -> None:
    assert [entry.name for entry in entries(DEFAULT, "africa")] == [f"af{number}" for number in range(1, 10)]
    assert [entry.name for entry in entries(DEFAULT, "start")] == ["1", "2", "3", "4", "5"]
    assert [entry.name for entry in entries(DEFAULT, "years")][:3] == ["1579", "1585", "1588"]
    assert [entry.name for entry in entries(DEFAULT, "clock")][:4] == ["clock", "start", "200", "190"]
    assert [entry.name for entry in entries(DEFAULT, "tracks")] == ["tracks"]


def test_what_a_rulebook_says_is_no_guess() -> None:
    assert guessed(DEFAULT, "tracks") == []
    assert "1609" not in guessed(DEFAULT, "years")
    assert "1597" in guessed(DEFAULT, "years")
    assert guessed(DEFAULT, "bridges") == [bridge.id for bridge in DEFAULT.bridges]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_was_seen_has_no_guesses_left_and_the_others_have_theirs(part: str) -> None:
    seen = with_seen(DEFAULT, part)
    assert guessed(seen, part) == []
    for other in PARTS:
        if other != part:
            assert entries(seen, other) == entries(DEFAULT, other)
    assert with_seen(seen, part, seen=False) == with_seen(DEFAULT, part, seen=False)


def test_one_item_that_was_seen_is_all_that_is_ticked_off() -> None:
    seen = with_seen(DEFAULT, "grachten", "gr4")
    assert guessed(seen, "grachten") == [f"gr{number}" for number in range(1, 10) if number != 4]
    assert [entry for entry in entries(seen, "grachten") if entry.source == "cardboard"] == [("gr4", "cardboard")]
    assert with_seen(seen, "grachten", "gr4", seen=False) == DEFAULT


def test_what_a_rulebook_says_it_says_whether_it_was_seen_or_not() -> None:
    known = [entry for entry in entries(DEFAULT, "years") if entry.source == "rulebook"]
    assert known
    for seen in (True, False):
        after = entries(with_seen(DEFAULT, "years", seen=seen), "years")
        assert [entry for entry in after if entry.source == "rulebook"] == known


def test_an_item_that_is_not_there_cannot_be_seen() -> None:
    assert with_seen(DEFAULT, "grachten", "gr99") == DEFAULT


@pytest.mark.parametrize("part", PARTS)
def test_a_part_begun_anew_is_as_in_the_box_and_the_others_stay_as_they_are(part: str) -> None:
    changed = DEFAULT
    for region in REGIONS:
        changed = editing.with_office(changed, region, (3, 4))
    for district in DISTRICTS:
        changed = editing.with_cell_painted(changed, district, (9, 9))
    changed = editing.with_start(editing.with_bridge(changed, "la1", "oz2"), 0, "am2", "nz4")
    changed = editing.with_event(editing.with_track_length(changed, 9), "1597", "ship")
    changed = msgspec.structs.replace(changed, cards=changed.cards[:-1])
    ends = [wedge.end for wedge in changed.clock.wedges]
    changed = editing.with_clock(changed, ends, seconds=20, sweep=315, doubled_seconds=10)
    anew = as_in_the_box(changed, part)
    different = [one for one in PARTS if of_part(anew, one) != of_part(DEFAULT, one)]
    assert different == [one for one in PARTS if one != part]
    assert all(of_part(anew, one) == of_part(changed, one) for one in different)


def of_part(data: BoardData, part: str) -> object:
    lands: dict[str, object] = {one.id: one for one in data.regions}
    lands |= {one.id: one for one in data.districts}
    return lands[part] if part in lands else getattr(data, part)


@pytest.mark.parametrize("ask", [entries, guessed, with_seen, as_in_the_box])
def test_a_part_that_no_board_has_is_refused_in_a_sentence(ask: Callable[[BoardData, str], object]) -> None:
    with pytest.raises(BadChange) as caught:
        ask(DEFAULT, "harbour")
    assert str(caught.value) == "A board has no part harbour."


# --- before a first game


def about(question: Question) -> set[tuple[str, str]]:
    """The items that it is about."""
    inside = {(part, entry.name) for part in question.parts for entry in entries(DEFAULT, part)}
    return inside | {("years", year) for year in question.years}


def keys(questions: Iterable[Question]) -> list[str]:
    return [question.key for question in questions]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.key)
def test_a_question_is_about_guesses_and_nothing_else(question: Question) -> None:
    guesses = {(part, name) for part in PARTS for name in guessed(DEFAULT, part)}
    assert about(question)
    assert about(question) <= guesses
    assert not (question.parts and question.years)


def test_no_two_questions_are_about_the_same_thing_and_together_they_are_about_the_whole_track_and_map() -> None:
    asked = [item for question in QUESTIONS for item in about(question)]
    assert len(asked) == len(set(asked))
    everything = {
        (part, name) for part in (*REGIONS, *DISTRICTS, "bridges", "years") for name in guessed(DEFAULT, part)
    }
    assert set(asked) == everything


def test_on_the_board_in_the_box_every_question_is_open() -> None:
    assert still_open(DEFAULT) == [*QUESTIONS]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.key)
def test_yes_closes_exactly_the_question_that_was_asked(question: Question) -> None:
    answered = answered_with_yes(DEFAULT, question)
    assert keys(still_open(answered)) == [one.key for one in QUESTIONS if one != question]
    seen = {(part, entry.name) for part in PARTS for entry in entries(answered, part) if entry.source == "cardboard"}
    assert seen == about(question)


def test_a_year_that_was_put_right_is_no_guess_any_more() -> None:
    different = editing.with_event(DEFAULT, "1597", "globe")
    assert keys(still_open(different)) == keys(QUESTIONS)[1:]


def test_one_guess_that_is_left_keeps_a_question_open() -> None:
    losses = next(question for question in QUESTIONS if question.key == "losses")
    nearly = answered_with_yes(DEFAULT, losses)
    assert losses not in still_open(nearly)
    assert losses in still_open(with_seen(nearly, "years", "1662", seen=False))


@pytest.mark.parametrize("place", range(len(QUESTIONS)))
def test_a_question_that_nobody_can_answer_is_left_out_with_those_before_it(place: int) -> None:
    assert still_open(DEFAULT, QUESTIONS[place].key) == [*QUESTIONS[place + 1 :]]


@pytest.mark.parametrize("after", ["", "nothing", "<b>"])
def test_a_question_that_there_is_not_leaves_nothing_out(after: str) -> None:
    assert still_open(DEFAULT, after) == [*QUESTIONS]


def test_when_all_are_answered_nothing_is_left_to_ask() -> None:
    data = DEFAULT
    for question in QUESTIONS:
        data = answered_with_yes(data, question)
    assert still_open(data) == []
    assert found_in(data) == []
