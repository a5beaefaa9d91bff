"""What the drawings show, in words: for those who cannot see them."""

from collections.abc import Iterable, Sequence

from companion.games.drawing.tokens import Player
from companion.games.mercurius.board import Board
from companion.games.mercurius.drawing.tracks import Step, Track
from companion.games.mercurius.titles import card_title, counted, token_heading
from companion.games.mercurius.tokens import TOKENS
from companion.games.speech import Speech, mark

PAID = mark("dividend paid")
SOON_AND_LATER = mark("in the next turn"), mark("in the turn after the next")
"""When the moves of a legend come."""

_WHEN = (
    mark("{name}: {move} in the next turn"),
    mark("{name}: {move} in the turn after the next"),
    mark("{name}: {move} in the third turn from now"),
)


def card_told(board: Board, card: str, turns: int | None, speech: Speech) -> str:
    """`Amsterdam +1 / Silk -2, for 2 more turns`"""
    title = card_title(board, card, speech)
    if turns is None:
        return title
    lasts = speech.counted(turns, "for {count} more turn", "for {count} more turns")
    return f"{title}, {lasts}"


def exchange_told(tracks: Iterable[Track], players: Sequence[Player], speech: Speech) -> str:
    """`Amsterdam 13, to come: Ada +1, then Ada +1. Hoorn 10, dividend paid.`"""
    return ". ".join(_track_told(track, players, speech) for track in tracks) + "."


def _track_told(track: Track, players: Sequence[Player], speech: Speech) -> str:
    said = [f"{token_heading(track.token, speech)} {speech.number(track.price)}"]
    if track.has_paid:
        said.append(speech.say(PAID))
    if track.steps:
        said.append(steps_told(track.steps, players, speech))
    return ", ".join(said)


def steps_told(found: Sequence[Step], players: Sequence[Player], speech: Speech) -> str:
    """`to come: Ada +1, then Ada +1`"""
    soon = ", ".join(f"{players[step.seat].name} {step.move:+d}" for step in found if step.turn == 0)
    later = ", ".join(f"{players[step.seat].name} {step.move:+d}" for step in found if step.turn > 0)
    if not later:
        return speech.say("to come: {moves}", moves=soon)
    if not soon:
        return speech.say("to come later: {moves}", moves=later)
    return speech.say("to come: {moves}, then {later}", moves=soon, later=later)


def step_told(step: Step, player: Player, speech: Speech) -> str:
    """Under the pointer."""
    return speech.say(_WHEN[step.turn], name=player.name, move=f"{step.move:+d}")


def holdings_told(holdings: Sequence[int], speech: Speech) -> str:
    """`2 Hoorn shares, 1 silk`"""
    return ", ".join(counted(token, count, speech) for token, count in zip(TOKENS, holdings, strict=True) if count)
