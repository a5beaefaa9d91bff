"""The colours of what is printed, on cardboard and on cards."""

PAPER = "#f5ecd7"
PARCHMENT = "#fbf5e6"
FADED = "#7d6b57"
RED = "#9c3b2c"
GOLD = "#d9b25f"
