"""Tries to work out the order of the deck from what one player sees at the beginning of a game, as an attacker would:
by dealing with every small seed, and comparing.

In 0.8.0 one of a million seeds decided everything. Now no seed does; the same search must find none, and as a proof
that the search itself works it must find the one of a game that was begun with a seed.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from companion.games.box import GAMES
from companion.games.game import Game
from companion.openings import Place, opening_of

OLD_SEEDS = 1_000_000
"""So many there were in 0.8.0."""
PLACES = (Place("Anna", "orange"), Place("Ben", "blue"), Place("Cleo", "green"))


class Search(NamedTuple):
    game: str
    tried: int
    seen: int
    """Cards or dice that the attacker has seen."""
    found: tuple[int, ...]
    """Seeds that deal just what was seen."""
    found_with_seed: tuple[int, ...]
    """The same for a game that was begun with a seed, as every game of 0.8.0 was."""


def search(game: Game, seeds: range, seen: int) -> Search:
    """`seen` cards of the deck, from its beginning, as a player's hand and what lies open have them."""
    seed = Random().randrange(seeds.start, seeds.stop)
    unseeded, seeded = _deck(game, None)[:seen], _deck(game, seed)[:seen]
    found, found_with_seed = [], []
    for tried in seeds:
        dealt = _dealt(game, tried)[:seen]
        if dealt == unseeded:
            found.append(tried)
        if dealt == seeded:
            found_with_seed.append(tried)
    if seed not in found_with_seed:
        raise SystemExit(f"{game.name}: the search does not even find the seed that was given.")
    return Search(game.name, len(seeds), len(unseeded), tuple(found), tuple(found_with_seed))


def _deck(game: Game, seed: int | None) -> tuple[Any, ...]:
    return tuple(opening_of(PLACES, game=game, seed=seed).header.deck or ())


def _dealt(game: Game, seed: int) -> tuple[Any, ...]:
    return tuple(game.dealt(game.default_board(), len(PLACES), None, Random(seed)))


def run(seeds: int) -> Iterator[str]:
    yield f"{'seed recovery':<22}{'seeds tried':>12}{'seen':>6}{'found':>7}{'of a seeded game':>18}"
    for game in GAMES.values():
        found = search(game, range(seeds), seen=10)
        yield f"{found.game:<22}{found.tried:>12,}{found.seen:>6}{len(found.found):>7}{len(found.found_with_seed):>18}"
        if found.found:
            yield f"NOT HELD: {found.game} was dealt from a seed."
