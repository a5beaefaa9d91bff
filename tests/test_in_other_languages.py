"""What the rules and the table say, in German and Dutch: whole games, questions, refusals, verdicts, mistakes."""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import msgspec
import pytest
from merchants_table import position
from merchants_walk import a_setup, walk
from plain_boards import Plain, plain
from translated import untranslated
from walks import refusals

from companion.auction_clock import MICROSECOND, MILLISECOND, SECOND
from companion.errors import BadRecord
from companion.games.amsterdam.game import AMSTERDAM
from companion.games.amsterdam.house_rules import HouseRules as Expansions
from companion.games.box import GAMES
from companion.games.errors import BadBoard, BadPosition, BadSetup, Illegal
from companion.games.game import Game
from companion.games.merchants import actions as act
from companion.games.merchants import decide, moment
from companion.games.merchants.board import COMMODITIES, default_board
from companion.games.merchants.choosing import Choice, choices, question
from companion.games.merchants.corrections import SetTrack
from companion.games.merchants.decide import RULES, correct
from companion.games.merchants.house_rules import SENTENCES, TITLES, HouseRules
from companion.games.merchants.house_rules import choices as house_rules
from companion.games.merchants.mistakes import find_mistakes, read_board
from companion.games.merchants.position import score_position, shown, told
from companion.games.merchants.story import bonus_title, card_title, office_title, warehouse_title
from companion.games.mercurius.game import MERCURIUS
from companion.games.speech import ENGLISH
from companion.journal import FILE, Journal
from companion.records import replay
from companion.referee import Verdict
from companion.simulate import NAMES, Playthrough, Sitting, games
from companion.verdicts import duration, ran_out, sentences
from companion.words import Words, words

GERMAN = words("de")
BOARD = default_board()

OTHER_RULES = HouseRules(double_window="start", misbid="restart", end="1665")
BY_CARDBOARD = Sitting(game=MERCURIUS, board=MERCURIUS.default_board(), players=4, bots=["random"], dealt_by="table")
ALONE = Sitting(game=AMSTERDAM, board=AMSTERDAM.default_board(), players=1, bots=["random"])
ALL_EXPANSIONS = Expansions(workers=True, orders=True, marketeer=True, tiles=True)

SITTINGS = {
    "merchants": [
        Sitting(board=BOARD, players=players, rules=[HouseRules(), OTHER_RULES], bots=["random"]) for players in (3, 5)
    ],
    "mercurius": [BY_CARDBOARD, msgspec.structs.replace(BY_CARDBOARD, players=5, dealt_by="device")],
    "amsterdam": [ALONE, msgspec.structs.replace(ALONE, players=4, rules=[ALL_EXPANSIONS], dealt_by="table")],
}


# --- whole games


def told_games(name: str, speech: Words) -> Iterator[tuple[str, str]]:
    """Every sentence of random games, in English and in the other language."""
    for sitting in SITTINGS[name]:
        for game in games(sitting, range(4)):
            yield from told_game(game, speech)


def told_game(played: Playthrough, speech: Words) -> Iterator[tuple[str, str]]:
    """What happened, what was done, what to do on the cardboard, and what everybody has at the end."""
    game, setup, state = played.game, played.setup, played.game.rules.empty_state(played.setup)
    one, other = (game.telling(setup, setup.names.__getitem__, spoken) for spoken in (ENGLISH, speech))
    for entry in played.entries:
        for event in entry.events:
            game.rules.evolve(state, event)
            yield from zip(one.tell(event), other.tell(event), strict=True)
        yield from zip(one.cardboard(entry.events), other.cardboard(entry.events), strict=True)
        yield one.chapter(state).title, other.chapter(state).title
        if entry.seat is not None:
            yield one.deed(entry.seat, entry.action), other.deed(entry.seat, entry.action)
    for seat in range(setup.players):
        yield one.holds(state, seat), other.holds(state, seat)


def test_there_is_a_table_for_every_game() -> None:
    assert SITTINGS.keys() == GAMES.keys()


@pytest.mark.parametrize("name", SITTINGS)
def test_no_english_is_left_in_a_whole_game(name: str, speech: Words) -> None:
    pairs = list(told_games(name, speech))
    assert len(pairs) > 2000
    assert untranslated(pairs) == []


def test_amounts_are_written_with_dots(speech: Words) -> None:
    text = "\n".join(sentence for _, sentence in told_games("merchants", speech))
    assert re.search(r"\b\d{2,3}\.000\b", text)
    assert not re.search(r"\d,\d{3}|\d{4},|\b\d{5,}\b", text)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_question_of_every_game(game: Game, speech: Words) -> None:
    assert untranslated((asked, speech.say(asked)) for asked in game.questions.values()) == []


def test_everything_that_has_a_title_has_one(speech: Words) -> None:
    pairs = [
        *((card_title(BOARD, card), card_title(BOARD, card, speech)) for card in BOARD.cards),
        *((office_title(BOARD, space), office_title(BOARD, space, speech)) for space in BOARD.office_bit),
        *((warehouse_title(BOARD, plot), warehouse_title(BOARD, plot, speech)) for plot in BOARD.plot_bit),
        *((bonus_title(bonus), bonus_title(bonus, speech)) for bonus in BOARD.bonus_bit),
    ]
    assert untranslated(pairs) == []


def test_german_bends_its_words_as_it_should() -> None:
    assert office_title(BOARD, "fe1", GERMAN) == "Niederlassung für Seide im Fernen Osten (fe1)"
    assert card_title(BOARD, "build_gr_oz_gemstones", GERMAN) == (
        "Haus in Grachten oder in Oude Zijde, dazu Edelsteine"
    )
    assert bonus_title("bridge:singel_north", GERMAN) == "Prämie der Brücke Singel Nord"


# --- questions and choices


def all_words(found: tuple[Choice, ...]) -> list[str]:
    return [text for choice in found for text in (choice.words, *all_words(choice.inside))]


@pytest.mark.parametrize("dealt_by_device", [True, False])
def test_every_question_and_every_choice_of_a_game(speech: Words, dealt_by_device: bool) -> None:
    setup = a_setup(4, 3, 3, dealt_by_device=dealt_by_device)
    wrong = []
    for state, seat, _ in walk(setup, 3, 250):
        if seat is None or state.agenda[-1].what == "bid":
            continue
        asked = zip(question(state, NAMES.__getitem__), question(state, NAMES.__getitem__, speech), strict=True)
        one, other = choices(moment(state), seat), choices(moment(state), seat, speech)
        offered = zip(all_words(one), all_words(other), strict=True)
        wrong += untranslated((*asked, *offered))
    assert wrong == []


def test_a_question_in_german() -> None:
    state = position(("place", 0), drawn="goods", auctioned="office_silk").state
    assert question(state, NAMES.__getitem__, GERMAN) == [
        "Aletta, die gezogene Karte auf eine freie Scheibe legen: drei Züge an der Warenbörse",
        "   schon zur Versteigerung: Niederlassung für Seide",
    ]


# --- refusals


def tries() -> list[act.AnyAction]:
    """Something of every kind, much of it wrong anywhere."""
    spaces = ["am1", "fe9", "nz1", "la9", "xx1"]
    return [
        *(act.Place(disk) for disk in ("mayor", "auction", "discard")),
        *(act.Declare(card) for card in ("sand", "goods", "office_silk", "joker")),
        *(act.Moves(tracks) for tracks in ((), ("silk",), ("silk", "sugar"), ("spice",) * 3, ("sugar",) * 4)),
        *(act.Ship(commodity) for commodity in COMMODITIES),
        *(act.Open(space) for space in spaces),
        *(act.Build(space, commodity) for space in spaces for commodity in (None, "silk", "sugar")),
        *(act.Lose(space, commodity) for space in (None, *spaces) for commodity in (None, "silk")),
        *(act.Stop(dial, start) for dial in (45, 200, 100, 60) for start in (False, True)),
        act.Borrow(yes=True),
        act.Decline(),
        act.StartClock(),
        act.Expire(),
    ]


def test_every_refusal_of_a_game(speech: Words) -> None:
    walks = [walk(a_setup(3, 9, 5, dealt_by_device=dealt_by_device), 5, 300) for dealt_by_device in (True, False)]
    found = refusals(RULES, chain(*walks), tries())
    assert len(found) > 30
    assert untranslated((str(refusal), refusal.said(speech)) for refusal in found) == []


def test_refusals_in_german() -> None:
    placing = position(("place", 0), drawn="goods", auctioned="office_silk").state
    with pytest.raises(Illegal) as other:
        decide(placing, 1, act.Place("mayor"))
    assert other.value.said(GERMAN) == "Jetzt ist Orange dran: die gezogene Karte auf eine freie Scheibe legen."
    with pytest.raises(Illegal) as taken:
        decide(placing, 0, act.Place("auction"))
    assert taken.value.said(GERMAN) == "Auf der Versteigerungsscheibe liegt schon eine Karte."
    bidding = position(("bid", None), auctioned="goods", money=[100_000] * 3, rules=HouseRules(misbid="ignore")).state
    with pytest.raises(Illegal) as poor:
        decide(bidding, 0, act.Stop(150))
    assert poor.value.said(GERMAN) == "Orange kann 150.000 nicht zahlen."
    with pytest.raises(Illegal) as nowhere:
        correct(moment(bidding), [SetTrack(0, "spice", 9)])
    assert nowhere.value.said(GERMAN) == "Auf dem Markt für Gewürze gibt es kein Feld 9."


# --- verdicts


def test_verdicts_in_german() -> None:
    state = position(("bid", None), auctioned="goods", mayor=1).state
    late = Verdict(0, "tied", 1000 * MILLISECOND, 150, margin=150 * MICROSECOND)
    first = Verdict(2, "first", 1000 * MILLISECOND + 150 * MICROSECOND, 150, margin=150 * MICROSECOND)
    assert sentences([late, first], state, NAMES.__getitem__, GERMAN) == [
        "Gleichzeitig: Cornelia und Aletta drücken innerhalb von 0,15 ms. Im Uhrzeigersinn, links von Bram im "
        "Bürgermeisteramt beginnend, kommt Cornelia zuerst.",
        "Cornelia hält die Uhr bei 150 an.",
    ]
    assert duration(2500 * MILLISECOND, GERMAN) == "2,5 s"


def test_every_ruling(speech: Words) -> None:
    state = position(("bid", None), auctioned="goods", doubled_by=1).state
    verdicts = [
        Verdict(0, "first", SECOND, 150),
        Verdict(1, "beaten", SECOND + 1, 150, margin=1),
        Verdict(1, "false_start", -SECOND, margin=SECOND),
        Verdict(1, "too_late", SECOND, margin=SECOND),
        Verdict(1, "barred", SECOND, 150),
        Verdict(1, "cannot_pay", SECOND, 150),
        Verdict(1, "again", SECOND),
        Verdict(1, "no_phone", SECOND, 150),
    ]
    one = [*sentences(verdicts, state, NAMES.__getitem__), *ran_out(state)]
    other = [*sentences(verdicts, state, NAMES.__getitem__, speech), *ran_out(state, speech)]
    assert len(one) == 9
    assert untranslated(zip(one, other, strict=True)) == []
    assert "300.000" in other[5]


# --- house rules


def test_every_house_rule_has_a_title_and_every_choice_a_sentence(speech: Words) -> None:
    assert {rule: tuple(sentences) for rule, sentences in SENTENCES.items()} == house_rules()
    assert list(TITLES) == list(SENTENCES)
    told_rules = [*TITLES.values(), *(sentence for rule in SENTENCES.values() for sentence in rule.values())]
    assert untranslated((sentence, speech.say(sentence)) for sentence in told_rules) == []
    assert all(sentence.endswith(".") for rule in SENTENCES.values() for sentence in rule.values())


# --- board data, positions, records, the journal


@pytest.fixture
def data() -> Plain:
    return plain(BOARD)


def test_mistakes_in_a_board(speech: Words, data: Plain) -> None:
    data["tracks"]["length"] = 0
    data["regions"][0]["offices"][3] = {"id": "am4", "commodity": "pepper", "at": "here", "source": "rulebook"}
    data["bridge"] = []
    data["years"][23].pop("table")
    found = find_mistakes(data)
    assert len(found) == 5
    assert [str(mistake) for mistake in found if str(mistake) == mistake.said(speech)] == []
    refused = BadBoard(found)
    assert all(mistake.said(speech) in refused.said(speech) for mistake in refused.mistakes)


def test_mistakes_in_german(data: Plain) -> None:
    data["tracks"]["length"] = "8"
    data["cards"][0]["count"] = 23
    assert [mistake.said(GERMAN) for mistake in find_mistakes(data)] == [
        "tracks: length muss eine ganze Zahl sein, nicht ein Text in Anführungszeichen.",
        "cards: es gibt 23 Sanduhren; es müssen 24 sein.",
    ]
    with pytest.raises(BadBoard) as large:
        read_board(b"#" * 1_000_001)
    assert large.value.said(GERMAN) == "1 Fehler im Spielplan: Die Datei ist größer als 256 kB; das ist kein Spielplan."


def test_a_position_scored_and_told_in_german() -> None:
    typed = {"game": "merchants", "seats": ["orange", "blue"], "year": "1619", "offices": {"fe1": "blue"}}
    (area,) = score_position(msgspec.json.encode(typed), GERMAN).scores
    assert [(part.why, part.paid[:1]) for part in area.parts[:2]] == [
        (
            "Hier ist 1 Niederlassung, mehr als irgendwo sonst.",
            ("Platz 1 für blau mit 1 Niederlassung: 100.000.",),
        ),
        ("Hier ist niemand: Es wird nichts ausgezahlt.", ()),
    ]
    state = position(("place", 0), drawn="goods", money=[1_510_000, 0, 0], market=[(2, 0, 0, 0)] * 3).state
    lines = told(shown(state, 7), GERMAN)
    assert "orange: 1.510.000 Gulden, 0 Kreditmarken" in lines
    assert "  Warenbörse: Zucker 2" in lines
    assert "gefragt: orange, die gezogene Karte auf eine freie Scheibe legen" in lines
    with pytest.raises(BadPosition) as absent:
        score_position(msgspec.json.encode({**typed, "offices": {"xx1": "blue"}}))
    assert absent.value.said(GERMAN) == "Auf diesem Spielplan gibt es kein Niederlassungsfeld xx1."


def test_who_shares_a_place_in_german() -> None:
    market = {"spice": {"orange": 4, "blue": 4, "green": 2}}
    typed = {"game": "merchants", "seats": ["orange", "blue", "green"], "year": "1609", "market": market}
    (area,) = score_position(msgspec.json.encode(typed), GERMAN).scores
    assert area.parts[0].paid == (
        "orange und blau teilen sich Platz 1, jeweils auf Feld 4: 160.000 geteilt, je 80.000.",
        "Bei Gleichstand auf Platz 1 gibt es nichts für Platz 2.",
    )


def test_a_record_that_is_refused_in_german() -> None:
    with pytest.raises(BadRecord) as empty:
        replay(b"")
    assert empty.value.said(GERMAN) == "Zeile 1: die Aufzeichnung ist leer."


def test_a_deck_that_is_refused_in_german() -> None:
    state = position(("place", 0), drawn="goods").state
    with pytest.raises(BadSetup) as wrong:
        msgspec.structs.replace(state.setup, deck=("sand",) * 84).__post_init__()
    assert wrong.value.said(GERMAN).startswith("Der Stapel enthält nicht die Karten")
    assert "84 x sand statt 24" in wrong.value.said(GERMAN)


def test_what_was_salvaged_is_said_in_german(tmp_path: Path) -> None:
    file = tmp_path / FILE
    file.write_bytes(b"no journal" * 1000)
    with Journal(tmp_path) as journal:
        assert [notice.said(GERMAN) for notice in journal.notices] == [
            f"{file} war beschädigt.",
            "Kein Spiel darin ist noch lesbar, deshalb wurde ein neues Journal begonnen.",
            f"Die Datei, wie sie war, ist als {tmp_path / 'games-damaged-1.sqlite3'} aufbewahrt.",
        ]
