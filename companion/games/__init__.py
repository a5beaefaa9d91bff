"""The rules of the games, one package each. Pure: no time, no disk, no threads, no network, no chance of their own."""
