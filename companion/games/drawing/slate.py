"""The colours of what is drawn on the dark pages themselves, and not on paper."""

CARD = "#251b13"
RULE = "#5a4430"
SPACE, TINTED = "#3a2b1e", "#2e2218"
"""Of a space, and of one that is like others beside it."""
LIGHT, FAINT, BRASS = "#f3e9d8", "#c9b99f", "#dcb76c"
