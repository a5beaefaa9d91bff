"""The table of Veilingklok: seats, records, bots and the command line, around the rules in `companion.games`."""
