"""Asks NetworkManager by its own command. A machine without it, or on which it does not answer, is nothing unusual:
that is `Unanswered`, and what it refuses is `Declined` with its own words. Secrets go through a pipe, never into the
words of a command: everybody on a machine can read those.
"""

import os
import re
import subprocess

QUICK = 8.0
"""Seconds within which a question is answered; a small computer that has just been started is slow."""
_NOT_RUNNING = 8
"""How the command ends where NetworkManager does not run."""
_PIPE = "/proc/self/fd/0"


class Unanswered(Exception):
    """There is no NetworkManager here, or it is silent."""


class Declined(Exception):
    """It cannot be done; why, in NetworkManager's words."""


class TookTooLong(Declined):
    """It was tried, and did not come about in time."""


def asked(*words: str, wait: int = 0, secret: str | None = None) -> list[str]:
    """Line by line what the command says. With `wait` it takes so many seconds at most for what it does; the `secret`
    is a Wi-Fi's password."""
    command = ["nmcli", *(["--wait", str(wait)] if wait else []), *words]
    if secret is not None:
        command += ["passwd-file", _PIPE]
    sent = None if secret is None else f"802-11-wireless-security.psk:{_hidden_in(secret)}\n"
    try:
        done = subprocess.run(
            command,
            input=sent or "",
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=wait + QUICK,
            env=_surroundings(),
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise (TookTooLong() if wait else Unanswered()) from None
    except OSError:
        raise Unanswered from None
    if done.returncode == _NOT_RUNNING:
        raise Unanswered
    if done.returncode:
        raise (TookTooLong if done.returncode == 3 else Declined)(_reason(done.stderr or done.stdout))
    return done.stdout.splitlines()


def listed(columns: str, *words: str, wait: int = 0) -> list[list[str]]:
    """What it lists, in these columns; one that has others is no NetworkManager that we know."""
    found = [fields(line) for line in asked("-t", "-f", columns, *words, wait=wait)]
    if any(len(line) != columns.count(",") + 1 for line in found):
        raise Unanswered
    return found


def fields(line: str) -> list[str]:
    """Of a line of terse output, in which colons and backslashes are escaped."""
    found = [""]
    letters = iter(line)
    for letter in letters:
        if letter == ":":
            found.append("")
        else:
            found[-1] += next(letters, "") if letter == "\\" else letter
    return found


def plain(text: str) -> str:
    """A single value of terse output."""
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def _surroundings() -> dict[str, str]:
    """English, so that it is understood, but not ASCII: names of networks are written in all letters."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    return kept | {"LC_ALL": "C.UTF-8"}


def _hidden_in(secret: str) -> str:
    """Everything but letters and digits as octal numbers: backslashes escape in such a file, and spaces are dropped."""
    return "".join(
        letter if letter.isalnum() else "".join(f"\\{byte:03o}" for byte in letter.encode()) for letter in secret
    )


def _reason(said: str) -> str:
    """The line that says it, without what it is announced by and without hints."""
    errors = [line for line in said.splitlines() if line.startswith("Error: ")]
    return (errors or said.splitlines() or [""])[0].removeprefix("Error: ").rstrip(". ")
