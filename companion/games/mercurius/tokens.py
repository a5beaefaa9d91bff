"""What is traded: shares of six chambers of the company, and six commodities. Everything counted by token is in this
order.
"""

from typing import Literal, get_args

Chamber = Literal["amsterdam", "hoorn", "delft", "rotterdam", "enkhuizen", "middelburg"]
Commodity = Literal["silk", "coffee", "porcelain", "copper", "spices", "tea"]
Token = Literal[Chamber, Commodity]
"""A share goes by the name of its chamber."""

CHAMBERS: tuple[Chamber, ...] = get_args(Chamber)
COMMODITIES: tuple[Commodity, ...] = get_args(Commodity)
TOKENS: tuple[Token, ...] = (*CHAMBERS, *COMMODITIES)

AT: dict[Token, int] = {token: place for place, token in enumerate(TOKENS)}
"""The place of each among all."""
