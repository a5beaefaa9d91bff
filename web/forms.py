"""What people send: read strictly, and refused in a sentence that says what would have been right."""

import msgspec
from flask import request

from companion.games.merchants.actions import AnyAction
from web.errors import Refused

_ACTIONS: msgspec.json.Decoder[AnyAction] = msgspec.json.Decoder(AnyAction)
_LONGEST_SHOWN = 40


def number(name: str, least: int, most: int, title: str) -> int:
    """The value of this name, from least to most; the title stands for it in a refusal."""
    sent = text(name)
    if not (sent.isascii() and sent.isdigit() and len(sent) < 20 and least <= int(sent) <= most):
        said = f"not {_shown(sent)}" if sent else "but nothing was sent"
        raise Refused(
            "{title} must be a number from {least} to {most}, {said}.", title=title, least=least, most=most, said=said
        )
    return int(sent)


def names() -> list[str]:
    return [name for part in text("names").split(",") if (name := part.strip())]


def action() -> AnyAction:
    try:
        return _ACTIONS.decode(text("action"))
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused("That is no action: {error}.", error=error) from None


def text(name: str) -> str:
    return request.form.get(name, "").strip()


def _shown(sent: str) -> str:
    return repr(sent if len(sent) <= _LONGEST_SHOWN else sent[: _LONGEST_SHOWN - 3] + "...")
