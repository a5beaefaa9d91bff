"""Every ruling of the games is proved by at least one test that carries its number."""

import ast
from pathlib import Path

LAST = {"m": 34, "c": 12, "a": 11}
"""Of Merchants, Mercurius and Amsterdam."""
FURTHER = ["m36"]
RULINGS = [f"{game}{number}" for game, last in LAST.items() for number in range(1, last + 1)] + FURTHER


def test_each_ruling_of_every_game_has_a_test_that_names_it() -> None:
    names = {
        node.name
        for file in Path(__file__).parent.rglob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }
    unproved = [ruling for ruling in RULINGS if not any(name.startswith(f"test_{ruling}_") for name in names)]
    assert unproved == []
