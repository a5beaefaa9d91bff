"""What the drawings show, in words: for those who cannot see them."""

from collections.abc import Iterable, Iterator, Sequence

from companion.games.amsterdam.board import Board, highest_die
from companion.games.amsterdam.chance import FACES
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import (
    COLOURS,
    GOODS,
    LAST_ROUND,
    ROOFS,
    WAREHOUSES,
    WORKERS,
    Colour,
    Counts,
)
from companion.games.amsterdam.titles import (
    colour_heading,
    figure_title,
    good_heading,
    good_title,
    goods_title,
    place_title,
    resources_title,
    worker_title,
)
from companion.games.drawing.tokens import Player
from companion.games.speech import Speech, mark


def sentences(said: Iterable[str]) -> str:
    return ". ".join(said) + "."


def die_told(colour: Colour, pips: int, speech: Speech, *, chosen: bool) -> str:
    """`Black die: 1, taken`"""
    said = [speech.say("{colour} die: {pips}", colour=colour_heading(colour, speech), pips=pips)]
    if chosen:
        said.append(speech.say("taken"))
    return ", ".join(said)


def roundel_told(
    slots: Sequence[Counts], supply: Counts, shack: Colour | None, round_: int, name: str, speech: Speech
) -> str:
    """`Roundel of Ada. Slot 1, round 5: 2 black. ... In the supply: nothing.`"""
    said = [speech.say("Roundel of {name}", name=name)]
    for place, counts in enumerate(slots):
        held = resources_title(counts, speech) or speech.say("empty")
        when = comes_out(round_ + place, speech)
        said.append(speech.say("Slot {slot}, {when}: {held}", slot=place + 1, when=when, held=held))
    said.append(speech.say("In the supply: {held}", held=resources_title(supply, speech) or speech.say("nothing")))
    if shack is not None:
        said.append(speech.say("Kept in the shack: {colour}", colour=colour_heading(shack, speech)))
    return sentences(said)


def comes_out(round_: int, speech: Speech) -> str:
    return speech.say("round {round}", round=round_) if round_ <= LAST_ROUND else speech.say("too late")


def rounds_told(board: Board, round_: int, first_round: int, speech: Speech) -> str:
    """Of the round that is played, or of the first one that will be."""
    now = max(round_, first_round)
    said = [speech.say("Round {round} of {last}", round=now, last=LAST_ROUND)]
    if bonus := board.fast_bonus(now):
        said.append(speech.say("fast delivery +{bonus}", bonus=bonus))
    if now <= LAST_ROUND and (turned := too_high(now)):
        faces = speech.listed([str(face) for face in turned])
        said.append(speech.say("dice of {faces} are turned to 1", faces=faces))
    return ", ".join(said) + "."


def too_high(round_: int) -> range:
    """Faces that would not come out before the end (A5)."""
    return FACES[max(highest_die(round_), FACES[0]) :]


def amstel_told(
    spaces: Sequence[int], order: Sequence[int], mouth: int, players: Sequence[Player], speech: Speech
) -> str:
    """`The Amstel, the first player first: Ada on space 3, Ben on the start.`"""
    who = [speech.say(_space_sentence(spaces[seat], mouth), name=players[seat].name, space=spaces[seat])
           for seat in order]  # fmt: skip
    return speech.say("The Amstel, the first player first: {who}.", who=", ".join(who))


def _space_sentence(space: int, mouth: int) -> str:
    if space == 0:
        return mark("{name} at the start")
    return mark("{name} at the mouth") if space == mouth else mark("{name} on space {space}")


def harbour_told(state: State, players: Sequence[Player], speech: Speech) -> str:
    return sentences(_harbour_said(state, players, speech))


def _harbour_said(state: State, players: Sequence[Player], speech: Speech) -> Iterator[str]:
    for good, count in zip(GOODS, state.storehouses, strict=True):
        yield speech.say("{good}: {count} of {roofs} roofs", good=good_heading(good, speech), count=count, roofs=ROOFS)
    full = [house for house, count in zip(WAREHOUSES, state.warehouses, strict=True) if count]
    yield speech.say(
        "Full warehouses: {houses}", houses=_listed([place_title(house, speech) for house in full], speech)
    )
    docks = [f"{worker_title(dock, speech)} {count}" for dock, count in zip(WORKERS, state.docks, strict=True)]
    yield speech.say("Workers at the docks: {docks}", docks=", ".join(docks))
    if state.setup.automaton is None:  # what colour the workers had whom TOM brought nobody knows
        waiting = [f"{worker_title(one, speech)} {count}" for one, count in zip(WORKERS, state.waiting, strict=True)]
        yield speech.say("Workers not fetched yet, by colour: {workers}", workers=", ".join(waiting))
    yield speech.say("Workers in the magazine: {count}", count=state.magazine)
    sold = goods_title(state.black_market, speech) or speech.say("nothing")
    yield speech.say("On the black market: {goods}", goods=sold)
    for seat in state.setup.people:
        place = place_title(state.barges[seat], speech)
        yield speech.say("Barge of {name}: {place}", name=players[seat].name, place=place)
    yield from _figures_said(state, speech)


def _figures_said(state: State, speech: Speech) -> Iterator[str]:
    if state.supervisor is not None:
        yield f"{figure_title('supervisor', speech)}: {place_title(state.supervisor, speech)}"
    if state.marketeer is not None:
        yield f"{figure_title('marketeer', speech)}: {good_title(state.marketeer, speech)}"


def _listed(names: Sequence[str], speech: Speech) -> str:
    return speech.listed(names) or speech.say("none")


def city_told(state: State, players: Sequence[Player], speech: Speech) -> str:
    return sentences(_city_said(state, players, speech))


def _city_said(state: State, players: Sequence[Player], speech: Speech) -> Iterator[str]:
    for district, colour in enumerate(COLOURS):
        who = [f"{player.name} {crests[district]}" for player, crests in zip(players, state.crests, strict=True)
               if crests[district]]  # fmt: skip
        owners = ", ".join(who) or speech.say("nobody")
        said = f"{colour_heading(colour, speech)}: {owners}"
        if colour in state.tiles:
            prestige = "/".join(map(str, state.setup.board.majorities[len(players)]))
            said = speech.say("{district}, counts {prestige} at the end", district=said, prestige=prestige)
        yield said
    groups = [f"{player.name} {group}" for player, group in zip(players, state.groups, strict=True)]
    yield speech.say("Largest groups: {groups}", groups=", ".join(groups))
    if state.bailiff is not None:
        yield f"{figure_title('bailiff', speech)}: {colour_heading(state.bailiff, speech)}"


def dice_told(state: State, players: Sequence[Player], speech: Speech) -> str:
    """`The dice: Black 3 (Ada), Brown 5.`"""
    said = []
    for colour, pips in zip(COLOURS, state.dice, strict=False):
        takers = [player.name for player, taken in zip(players, state.chosen, strict=True) if colour in taken]
        said.append(f"{colour_heading(colour, speech)} {pips}" + (f" ({', '.join(takers)})" if takers else ""))
    return speech.say("The dice: {dice}.", dice=", ".join(said) or speech.say("not rolled yet"))
