"""The table in a terminal: keys, the clock's face, a game told line by line, and what the people there are asked."""
