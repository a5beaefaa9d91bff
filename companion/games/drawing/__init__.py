"""What the drawings of all games are made of: paints, the tokens of the seats, arms and goods, charts over time."""
