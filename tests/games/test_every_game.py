"""What the table expects of a game, whichever it is."""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from every_game import EVERY_GAME, EVERY_NUMBER
from kept_games import played

from companion.games.box import AnyAction
from companion.games.errors import Illegal
from companion.games.game import Game
from companion.games.speech import ENGLISH

A_VALUE: dict[str, Any] = {
    "disk": "mayor", "card": "goods", "tracks": ["silk"], "space": "nz1", "commodity": "silk",
    "yes": True, "deals": [{"kind": "buy", "token": "tea"}], "tokens": ["tea"], "chamber": "hoorn", "thrown": [],
    "seats": [0, 1], "districts": ["pink"], "one": "gray", "two": "pink", "kind": "map", "dice": [1, 2, 3, 4, 5, 6],
    "first": "black", "second": "gray", "once": True, "effect": {"gulden": 1}, "pay": [1, 0, 0, 0, 0, 0], "at": "lace",
    "district": "gray", "good": "beer", "to": "water", "worker": "gold", "colour": "gray",
}  # fmt: skip
A_NUMBER = 100
"""Also of a dial, or of a card that is known by its number."""


def every_kind_of_action() -> Iterator[AnyAction]:
    for kind in get_args(AnyAction):
        needed = {field.name: field.type for field in msgspec.structs.fields(kind) if field.required}
        values = {name: A_NUMBER if type_ is int else A_VALUE[name] for name, type_ in needed.items()}
        yield msgspec.convert({"type": kind.__struct_config__.tag, **values}, kind)


def moments(game: Game, players: int, seed: int) -> Iterator[tuple[Any, Any, list[Any]]]:
    """A whole random game: what is offered before each action, the seat that acts, and what came of it."""
    playthrough = played(seed, players, game=game)
    state = game.rules.empty_state(playthrough.setup)
    for entry in playthrough.entries:
        for event in entry.events:
            game.rules.evolve(state, event)
        yield game.rules.moment(state.copy()), entry.seat, entry.events


@EVERY_NUMBER
def test_whatever_is_no_answer_is_refused_in_a_sentence_also_the_words_of_another_game(
    game: Game, players: int
) -> None:
    tried = 0
    for now, _, _ in list(moments(game, players, 1))[::9]:
        for seat in (None, *range(now.state.setup.players)):
            for action in every_kind_of_action():
                if action in now.choices.get(seat, ()):
                    continue
                with pytest.raises(Illegal) as refused:
                    game.rules.advance(now, seat, action)
                assert str(refused.value).endswith(".")
                assert "{" not in str(refused.value)
                tried += 1
    assert tried > 500


@EVERY_GAME
def test_everybody_sees_the_table_and_an_onlooker_too(game: Game) -> None:
    for now, _, _ in moments(game, 4, 2):
        sights = game.sights(now.state)
        assert len(sights) == 5
        asked = now.state.agenda[-1] if now.state.agenda else None
        for sight in sights:
            assert (sight.money, sight.score) == (now.state.money, now.state.score)
            assert (sight.asked, sight.winners) == (asked, now.state.winners)


@EVERY_GAME
def test_what_is_listed_and_what_a_button_does_may_be_done(game: Game) -> None:
    pressed = 0
    for now, _, _ in moments(game, 3, 3):
        for seat, options in now.choices.items():
            assert options
            assert all(action in options for action in game.shown(options))
            if seat is not None and (action := game.pressed(now.state, seat)):
                assert action in options
                pressed += 1
        for seat in range(3):
            if seat not in now.choices and now.state.agenda:
                assert game.pressed(now.state, seat) is None
    assert pressed > 10


@EVERY_GAME
def test_chapters_only_go_on_and_every_action_has_a_sentence(game: Game) -> None:
    playthrough = played(5, game=game)
    telling = game.telling(playthrough.setup, lambda seat: playthrough.setup.names[seat], ENGLISH)
    numbers = [telling.chapter(now.state).number for now, _, _ in moments(game, 4, 5)]
    assert numbers == sorted(numbers)
    *_, (end, _, _) = moments(game, 4, 5)
    assert telling.worth(end.state) == end.state.score  # what counts in the end
    assert numbers[-1] > 5
    for entry in playthrough.entries[1:]:
        told = [sentence for event in entry.events for sentence in telling.tell(event)]
        if entry.seat is not None:
            assert told or telling.deed(entry.seat, entry.action).endswith(".")


@EVERY_GAME
def test_an_onlooker_may_know_no_more_than_any_seat(game: Game) -> None:
    """Whatever is hidden from somebody is hidden from who only looks on."""
    for _, seat, events in moments(game, 4, 6):
        seen = [game.seen(who, None, events).events for who in (0, 1, 2, 3, None)]
        for place, event in enumerate(seen[-1]):
            others = [one[place] for who, one in enumerate(seen[:-1]) if who != seat]
            assert event == others[0] or seat is None
        assert len({len(one) for one in seen}) == 1


def test_the_words_of_the_games_are_distinct() -> None:
    tags = [kind.__struct_config__.tag for kind in get_args(AnyAction)]
    assert len(set(tags)) == len(tags)
    for action in every_kind_of_action():
        assert msgspec.json.decode(msgspec.json.encode(action), type=AnyAction) == action
