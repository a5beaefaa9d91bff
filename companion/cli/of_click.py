"""What click itself says to people, taught to it in the language of this terminal.

click looks its sentences up with Python's gettext, which reads compiled catalogues from a folder: one is made of ours.
"""

import gettext
from functools import cache
from pathlib import Path

from companion.words import Words, mark

_DOMAIN = "veilingklok"
_CLICKS_OWN = "messages"
"""Where gettext looks when nobody says otherwise."""

SENTENCES = (
    mark("Aborted!"),
    mark("Choose from:\n\t{choices}"),
    mark("Commands"),
    mark("default: {default}"),
    mark("Error: invalid input"),
    mark("Error: {message}"),
    mark("Invalid value for {param_hint}: {message}"),
    mark("Invalid value: {message}"),
    mark("Missing argument"),
    mark("Missing command."),
    mark("Missing option"),
    mark("No such command {name!r}."),
    mark("No such option {name!r}."),
    mark("Option {name!r} does not take a value."),
    mark("Options"),
    mark("required"),
    mark("Try '{command} {option}' for help."),
    mark("Usage:"),
    mark("{name} {filename!r} does not exist."),
    mark("{name} {filename!r} is a directory."),
    mark("{name} {filename!r} is a file."),
    mark("{name} {filename!r} is not readable."),
    mark("{name} {filename!r} is not writable."),
    mark("{value!r} is not a valid {number_type}."),
    mark("{value} is not in the range {range}."),
)
COUNTED = (
    (mark("Did you mean {possibility}?"), mark("(Did you mean one of: {possibilities}?)")),
    (mark("Got unexpected extra argument ({args})"), mark("Got unexpected extra arguments ({args})")),
    (mark("Option {name!r} requires an argument."), mark("Option {name!r} requires {nargs} arguments.")),
    (mark("{value!r} is not {choice}."), mark("{value!r} is not one of {choices}.")),
)
"""For one and for many."""


def teach(speech: Words) -> None:
    """From now on click says what it says in this language."""
    if speech.language == "en":
        gettext.textdomain(_CLICKS_OWN)
        return
    try:
        gettext.bindtextdomain(_DOMAIN, _compiled(speech))
    except OSError:  # no room for it: rather English than nothing
        gettext.textdomain(_CLICKS_OWN)
    else:
        gettext.textdomain(_DOMAIN)


@cache
def _compiled(speech: Words) -> str:
    """The folder in which gettext finds it, until the program ends."""
    import atexit  # noqa: PLC0415  nobody needs these in English
    import shutil  # noqa: PLC0415
    import tempfile  # noqa: PLC0415

    from babel.messages.catalog import Catalog  # noqa: PLC0415
    from babel.messages.mofile import write_mo  # noqa: PLC0415

    catalogue = Catalog(locale=speech.language)
    for sentence in SENTENCES:
        catalogue.add(sentence, speech.told(sentence))
    for one, many in COUNTED:
        catalogue.add((one, many), (speech.told(one), speech.told(many)))
    folder = tempfile.mkdtemp(prefix="veilingklok-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = Path(folder, speech.language, "LC_MESSAGES", f"{_DOMAIN}.mo")
    file.parent.mkdir(parents=True)
    with file.open("wb") as compiled:
        write_mo(compiled, catalogue)
    return folder
