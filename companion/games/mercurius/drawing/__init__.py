"""The exchange and the cards as pictures: SVG text that goes into a dark page and needs no fonts, styles or scripts."""

from companion.games.mercurius.drawing.badges import coming
from companion.games.mercurius.drawing.cards import card_face
from companion.games.mercurius.drawing.compact import compact_exchange
from companion.games.mercurius.drawing.exchange import exchange
from companion.games.mercurius.drawing.portfolio import portfolio
from companion.games.mercurius.drawing.signs import token_sign
from companion.games.mercurius.drawing.wealth_chart import wealth_chart

__all__ = ["card_face", "coming", "compact_exchange", "exchange", "portfolio", "token_sign", "wealth_chart"]
