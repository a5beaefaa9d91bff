"""What somebody holds: the sign of each token, and how many."""

from collections.abc import Sequence

from companion.games.drawing.slate import LIGHT
from companion.games.mercurius.drawing.signs import draw_sign
from companion.games.mercurius.drawing.words import holdings_told
from companion.games.mercurius.tokens import TOKENS
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, canvas, inline, text

STEP, HEIGHT = 40, 24


def portfolio(holdings: Sequence[int], speech: Speech = ENGLISH) -> str:
    """To be put into a page, in one line; nothing where nothing is held."""
    held = [(token, count) for token, count in zip(TOKENS, holdings, strict=True) if count]
    if not held:
        return ""
    whole = Box(0, 0, STEP * len(held), HEIGHT)
    root = canvas(whole, class_="portfolio", role="img", aria_label=holdings_told(holdings, speech))
    for place, (token, count) in enumerate(held):
        draw_sign(root, token, (STEP * place + 12, 12), 1.05)
        text(root, count, (STEP * place + 31, 17.5), 16, room=15, fill=LIGHT, font_weight="bold")
    return inline(root)
