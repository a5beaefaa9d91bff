"""Questions at the keyboard, answered key by key."""

from typing import TypeVar

import click

from companion.games.merchants.actions import Decline, Moves, Ship
from companion.games.merchants.choosing import Choice
from companion.terminal.deciding import decide
from companion.terminal.dialogs import Command, Dialog, choose, typed_line, yes_or_no
from companion.terminal.keys import BACKSPACE, ENTER, ESCAPE
from companion.terminal.screen import Block

T = TypeVar("T")
LETTERS = [(letter, letter) for letter in "abcdefghijklmnopqrstuvwxyz"]


def after(dialog: Dialog[T], *keys: str) -> Block | T:
    """What is shown after these keys, or the answer."""
    try:
        block = next(dialog)
        for key in keys:
            block = dialog.send(key)
    except StopIteration as end:
        answer: T = end.value
        return answer
    return block


def shown(dialog: Dialog[T], *keys: str) -> list[str]:
    block = after(dialog, *keys)
    assert isinstance(block, Block)
    return [click.unstyle(line) for line in block.lines]


def asking(letters: int, commands: str = "hq") -> Dialog[str | Command]:
    return choose(["Which?"], LETTERS[:letters], commands, "h help")


def test_a_number_and_enter() -> None:
    assert shown(asking(3)) == ["Which?", "   1  a", "   2  b", "   3  c", "h help"]
    assert shown(asking(3), "2")[2] == " * 2  b  Enter"
    assert after(asking(3), "2", ENTER) == "b"
    assert after(asking(26), "1", "2", ENTER) == "l"


def test_enter_alone_is_enough_for_a_single_choice() -> None:
    assert after(asking(1), ENTER) == "a"


def test_what_is_wrong_is_said_and_asked_again() -> None:
    assert "There is no 7." in shown(asking(3), "7", ENTER)
    assert "Type a number first." in shown(asking(3), ENTER)
    assert after(asking(3), "7", ENTER, "3", ENTER) == "c"


def test_a_number_can_be_rubbed_out() -> None:
    assert after(asking(3), "2", BACKSPACE, "3", ENTER) == "c"
    assert after(asking(3), "2", "2", ESCAPE, "3", ENTER) == "c"


def test_commands_and_keys_that_mean_nothing() -> None:
    assert after(asking(3), "h") == Command("h")
    assert after(asking(3), "x", "é", "1", ENTER) == "a"
    assert after(asking(3, commands="0"), ESCAPE) == Command("0")
    assert after(asking(3, commands="0"), "0") == Command("0")


def test_long_lists_have_pages() -> None:
    first = shown(asking(26))
    assert (first[1], first[12]) == ("   1  a", "  12  l")
    assert first[13] == "      1 to 12 of 26; the space bar turns the page"
    assert shown(asking(26), " ")[1] == "  13  m"
    assert shown(asking(26), " ", " ")[1:4] == [
        "  25  y",
        "  26  z",
        "      25 to 26 of 26; the space bar turns the page",
    ]
    assert shown(asking(26), " ", " ", " ")[1] == "   1  a"


def test_a_line_of_text() -> None:
    assert after(typed_line(["Why?"]), *"wronk", BACKSPACE, "g", ENTER) == "wrong"
    assert after(typed_line(["Why?"]), ENTER) is None
    assert after(typed_line(["Why?"]), "x", ESCAPE) is None


def test_yes_or_no() -> None:
    assert after(yes_or_no(["Agreed?"]), "x", ENTER, "Y") is True
    assert after(yes_or_no(["Agreed?"]), "n") is False


def test_a_decision_in_steps_and_a_step_back() -> None:
    sugar = Choice("sugar", None, (Choice("silk", Moves(("sugar", "silk"))), Choice("that is all", Moves(("sugar",)))))
    offered = (sugar, Choice("by ship", Ship("spice")), Choice("leave it", Decline()))
    assert after(decide(["Move:"], offered), "3", ENTER) == Decline()
    assert after(decide(["Move:"], offered), "1", ENTER, "2", ENTER) == Moves(("sugar",))
    assert "   sugar:" in shown(decide(["Move:"], offered), "1", ENTER)
    assert after(decide(["Move:"], offered), "1", ENTER, "0", "2", ENTER) == Ship("spice")
    assert after(decide(["Move:"], offered), "1", ENTER, "q") == Command("q")
