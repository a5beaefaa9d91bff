"""Corrections as a person types them."""

import pytest

from companion.games.actions import SetMoney
from companion.games.errors import Illegal
from companion.games.merchants.board import default_board
from companion.games.merchants.corrections import AnyChange, SetMarkers, SetOwner, SetTrack, in_words
from companion.games.merchants.state import Setup
from companion.games.setup import COLOURS
from companion.terminal.correcting import changes_in, form
from companion.words import Language, words

SETUP = Setup(board=default_board(), seats=COLOURS[:3], names=("Anna", "Jan Willem", "Cleo"))


@pytest.mark.parametrize(
    ("typed", "changes"),
    [
        ("Anna money 340000", [SetMoney(0, 340_000)]),
        ("anna MONEY 340,000", [SetMoney(0, 340_000)]),
        ("green money -20000", [SetMoney(2, -20_000)]),
        ("Jan Willem credit 1", [SetMarkers(1, 1)]),
        ("2 markers 0", [SetMarkers(1, 0)]),
        ("Cleo silk 3", [SetTrack(2, "silk", 3)]),
        ("gr3 jan willem", [SetOwner("gr3", 1)]),
        ("AM1 nobody", [SetOwner("am1", None)]),
        ("gr3 Anna; gr4 - ;Cleo sugar 0;", [SetOwner("gr3", 0), SetOwner("gr4", None), SetTrack(2, "sugar", 0)]),
    ],
)
def test_what_is_meant(typed: str, changes: list[AnyChange]) -> None:
    assert list(changes_in(typed, SETUP)) == changes


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Dirk money 5", "Nobody here is called 'Dirk'; there are Anna, Jan Willem and Cleo."),
        ("gr3 Dirk", "Nobody here is called 'dirk'"),
        ("Anna money lots", "'lots' is no number."),
        ("Anna houses 3", "I cannot read 'Anna houses 3': write for example"),
        ("Anna", "'Anna' is no number."),
        ("xx3 2", "I cannot read 'xx3 2'"),
    ],
)
def test_what_is_not_understood(typed: str, sentence: str) -> None:
    with pytest.raises(Illegal) as refusal:
        changes_in(typed, SETUP)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("de", "Anna Geld 340.000; blau Kredit 1; Cleo Seide 3; gr3 grün; gr4 Niemand"),
        ("nl", "Anna geld 340.000; blauw krediet 1; Cleo zijde 3; gr3 groen; gr4 niemand"),
        ("de", "Anna money 340000; blue credit 1; Cleo silk 3; gr3 green; gr4 nobody"),
    ],
)
def test_the_words_of_the_persons_language_are_understood_and_english_always(language: Language, typed: str) -> None:
    assert changes_in(typed, SETUP, words(language)) == (
        SetMoney(0, 340_000),
        SetMarkers(1, 1),
        SetTrack(2, "silk", 3),
        SetOwner("gr3", 2),
        SetOwner("gr4", None),
    )


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_form_is_written_as_it_asks_for(language: Language) -> None:
    speech = words(language)
    examples = [part.strip() for line in form(speech)[2:4] for part in line.partition(" (")[0].split("   ")]
    understood = [changes_in(example, SETUP, speech) for example in examples if example.startswith(("Anna", "gr3"))]
    assert understood == [
        (SetMoney(0, 340_000),),
        (SetMarkers(0, 1),),
        (SetTrack(0, "silk", 3),),
        (SetOwner("gr3", 0),),
        (SetOwner("gr3", None),),
    ]


def test_changes_in_words() -> None:
    changes = changes_in("Anna money 340000; 2 credit 1; 3 silk 3; 3 sugar 0; gr3 Anna; gr4 nobody", SETUP)
    assert in_words(changes, lambda seat: SETUP.names[seat]) == (
        "Anna has 340,000, Jan Willem holds 1 credit marker, Cleo stands on space 3 on silk, "
        "Cleo stands nowhere on sugar, gr3 belongs to Anna and gr4 belongs to nobody"
    )
