"""A new game laid out: who sits where, in which colours, by which rules, with which cards."""

from collections.abc import Sequence
from random import Random, SystemRandom
from secrets import token_hex
from typing import Any, Literal

import msgspec

from companion.chair import check_who
from companion.colours import COLOURS as KNOWN_COLOURS
from companion.games.errors import BadSetup
from companion.games.game import Game
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.house_rules import HouseRules
from companion.games.setup import COLOURS, check_players
from companion.journal import Opening
from companion.records import header_of
from companion.seats import PERSON
from companion.simulate import NAMES

Deck = Literal["device", "table"]

SECRET_BYTES = 32
"""Of the system's randomness, from which the bots' choices in one game follow."""


class Place(msgspec.Struct, frozen=True):
    """Who is to sit at a seat."""

    name: str
    colour: str
    player: str = PERSON
    """`person`, which bot plays it, or the game's automaton."""


def opening_of(
    places: Sequence[Place],
    *,
    seed: int | None = None,
    game: Game = MERCHANTS,
    rules: Any = None,
    deck: Deck = "device",
    board: Any = None,
) -> Opening:
    """With these people and bots, seat by seat; one person at least, or there would be nobody to play for. Who plays
    alone need not say who sits opposite. Without a seed the system's randomness shuffles (M36)."""
    players = [place for place in places if place.player != game.automaton]
    check_players(game.title, game.players, len(players))
    if len(places) == 1:
        places = facing(places[0], game)
    if all(place.player != PERSON for place in places):
        raise BadSetup("At least one seat must be a person's.")
    if game.hides_hands and deck == "table" and any(place.player != PERSON for place in places):
        raise BadSetup("A bot cannot hold cards of cardboard: let the device deal, or give every seat to a person.")
    return _laid_out(game, places, seed, rules, deck, board)


def facing(person: Place, game: Game, seat: int = 0) -> tuple[Place, Place]:
    """Who plays alone, at one of two seats, and the automaton at the other one."""
    assert game.automaton is not None
    colour = next(colour for colour in COLOURS if colour != person.colour)
    automaton = Place(_other_name(game.automaton, person.name), colour, game.automaton)
    return (automaton, person) if seat else (person, automaton)


def _other_name(automaton: str, person: str) -> str:
    """TOM, unless the person is called so: then auTOMaton."""
    name = automaton.upper()
    return f"au{name}aton" if person.strip().casefold() == automaton.casefold() else name


def opening_for(
    *,
    players: int,
    people: int,
    seed: int | None = None,
    names: Sequence[str] = (),
    bots: Sequence[str] = ("merchant",),
    colours: Sequence[str] = COLOURS,
    board: Any = None,
    rules: HouseRules | None = None,
    deck: Deck = "device",
) -> Opening:
    """Of Merchants of Amsterdam. People have the first seats, bots go round the others. Without a seed the system's
    randomness shuffles (M36)."""
    check_players(MERCHANTS.title, MERCHANTS.players, players)
    if not 0 <= people <= players:
        raise BadSetup("There are {people} people for {players} seats.", people=people, players=players)
    who = (*[PERSON] * people, *(bots[place % len(bots)] for place in range(players - people)))
    places = [Place(*place) for place in zip(_names(names, players), colours, who, strict=False)]
    return _laid_out(MERCHANTS, places, seed, rules, deck, board)


def _names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Those that were said, and usual ones for the rest."""
    if len(names) > players:
        raise BadSetup("There are {names} names for {seats} seats.", names=len(names), seats=players)
    usual = [name for name in NAMES if name not in names]
    return (*names, *usual[: players - len(names)])


def _laid_out(game: Game, places: Sequence[Place], seed: int | None, rules: Any, deck: Deck, board: Any) -> Opening:
    """With a seed, deck and bots follow from it. Without one nothing that a player sees leads to what is hidden: the
    order of the deck is drawn from the system, and so is a secret for the bots alone."""
    names = tuple(" ".join(place.name.split()) for place in places)
    _check_names(names)
    _check_colours([place.colour for place in places])
    who = tuple(place.player for place in places)
    check_who(game, who)
    board = board or game.default_board()
    chance = SystemRandom() if seed is None else Random(seed)
    setup = game.setup(
        board=board,
        seats=tuple(place.colour for place in places),
        names=names,
        deck=game.dealt(board, len(places), rules, chance) if deck == "device" else None,
        **game.chosen(rules, who),
    )
    return Opening(header_of(game, setup, seed), who, token_hex(SECRET_BYTES) if seed is None else "")


def _check_names(names: Sequence[str]) -> None:
    """Whether two could be taken for each other; `Setup` judges each by itself."""
    heard = [name.casefold() for name in names]
    twice = [name for place, name in enumerate(names) if heard[place] in heard[:place]]
    if twice:
        raise BadSetup("Two players are called {name}.", name=twice[0])


def _check_colours(colours: Sequence[str]) -> None:
    unknown = [colour for colour in colours if colour not in KNOWN_COLOURS]
    if unknown:
        known = ", ".join(KNOWN_COLOURS)
        raise BadSetup("There is no colour {colour}; there are {known}.", colour=unknown[0], known=known)
