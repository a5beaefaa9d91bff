"""A correction typed in a line, such as `Anna money 340000; gr3 Ben`, read. It is said again in words by `deeds`."""

from companion.games.actions import SetMoney
from companion.games.errors import Illegal
from companion.games.merchants.board import COMMODITIES
from companion.games.merchants.corrections import AnyChange, SetMarkers, SetOwner, SetTrack
from companion.games.merchants.names import TRACKS
from companion.games.merchants.state import Setup
from companion.games.merchants.story import NOBODY
from companion.games.speech import ENGLISH, Phrase, Speech, mark

_MONEY, _CREDIT = mark("money"), mark("credit")
_COUNTS_AS = {"markers": _CREDIT, "-": NOBODY}


def form(speech: Speech = ENGLISH) -> list[str]:
    """How it is to be written."""
    return [
        "",
        speech.say("What does the cardboard show otherwise? Write for example:"),
        "   " + speech.say("Anna money 340000     Anna credit 1     Anna silk 3 (0: off the track)"),
        "   " + speech.say("gr3 Anna     gr3 nobody            and several of them with ; between"),
        speech.say("A seat is a name, a colour or a number. Enter alone changes nothing."),
    ]


def changes_in(text: str, setup: Setup, speech: Speech = ENGLISH) -> tuple[AnyChange, ...]:
    """What is meant, or the reason why it cannot be understood. English is always understood too."""
    return tuple(_change(part.strip(), setup, speech) for part in text.split(";") if part.strip())


def _change(text: str, setup: Setup, speech: Speech) -> AnyChange:
    space, _, owner = text.lower().partition(" ")
    if space in setup.board.office_bit or space in setup.board.plot_bit:
        is_free = _meant(owner.strip(), speech) == NOBODY
        return SetOwner(space, None if is_free else _seat(owner.strip(), setup, speech))
    words, _, number = text.rpartition(" ")
    who, _, what = words.rpartition(" ")
    amount, meant = _number(number), _meant(what, speech)
    for commodity in COMMODITIES:
        if meant == TRACKS[commodity]:
            return SetTrack(_seat(who, setup, speech), commodity, amount)
    match meant:
        case "money":
            return SetMoney(_seat(who, setup, speech), amount)
        case "credit":
            return SetMarkers(_seat(who, setup, speech), amount)
        case _:
            raise Illegal("I cannot read {text!r}: write for example Anna money 340000, or gr3 Anna.", text=text)


def _meant(word: str, speech: Speech) -> str:
    """The word as the program has it."""
    word = word.lower()
    known = (_MONEY, _CREDIT, NOBODY, *TRACKS.values())
    return _COUNTS_AS.get(word) or next((one for one in known if speech.say(one).lower() == word), word)


def _seat(text: str, setup: Setup, speech: Speech) -> int:
    wanted = text.strip().lower()
    for seat, (name, colour) in enumerate(zip(setup.names, setup.seats, strict=True)):
        if wanted in (name.lower(), colour, speech.told(colour).lower(), str(seat + 1)):
            return seat
    *some, last = setup.names
    known = Phrase("{some} and {last}", some=", ".join(some), last=last)
    raise Illegal("Nobody here is called {text!r}; there are {known}.", text=text, known=known)


def _number(text: str) -> int:
    digits = text.translate(str.maketrans("", "", ",._"))
    if not (digits.isascii() and digits.removeprefix("-").isdigit()):
        raise Illegal("{text!r} is no number.", text=text)
    return int(digits)
