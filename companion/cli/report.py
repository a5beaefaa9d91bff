"""`veilingklok report`: one file for whoever is asked for help, with nothing private in it."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import click

from companion.cli.commands import command, option
from companion.cli.options import SETTINGS_VARIABLE, USUAL_SETTINGS, data_option, says_what_is_wrong
from companion.cli.speaking import here
from companion.discretion import Sentences
from companion.errors import BadSettings, NotWritten
from companion.games.speech import ENGLISH
from companion.plain_files import NotPlain, read_plain, write_plain
from companion.report import written
from companion.settings import Settings, read_settings, settings_from
from companion.terminal.offer import OFFER
from companion.wifi import Air
from companion.wifi.aerial import NAMING
from companion.wifi.telling import told
from companion.words import LANGUAGES, mark, words

_PRINTED = "-"
_JOINED = told(Air(is_looked_after=True, joined="{name}"), None).sentence
_OF_OTHERS = (
    mark("NetworkManager does not answer."),
    mark("The buzzer does not answer."),
    mark("The dial does not answer."),
    mark("The display does not answer."),
)
"""Parts of the box, as a network that does not answer is told of."""


@command()
@option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="The file; - prints it. Without: one with the date in its name, in this folder.",
)
@data_option
@option(
    "--settings",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    envvar=SETTINGS_VARIABLE,
    help="A settings file; veilingklok settings shows what can be set.",
)
@says_what_is_wrong
def report(output: Path | None, data: Path, file: Path | None) -> None:
    """Write all that somebody needs to know who is to find out what is wrong, into one file.

    Nothing private is in it: no names, no addresses, no passwords. Read it before you send it. The display is tried, so
    a running clock's picture is gone until it changes.
    """
    settings = _settings(file)
    text = written(data, settings, lambda: _findings(settings, data), sentences())
    output = output or Path(f"veilingklok-report-{date.today().isoformat()}.txt")
    if str(output) == _PRINTED:
        click.echo(text, nl=False)
        return
    try:
        write_plain(output, text.encode())
    except NotPlain:
        raise NotWritten("{file} is a link or no plain file: choose another with --output.", file=output) from None
    for sentence in (
        here().say("Written: {file}", file=output),
        here().say(
            "In it: the program and the machine, what the doctor finds, settings that are not the usual ones, the last "
            "self-test, how many games there are, the service and the end of its log."
        ),
        here().say(
            "Not in it: names of players, users, machines and networks, addresses, passwords and keys. Have a look at "
            "it before you send it."
        ),
    ):
        click.echo(sentence)


def _settings(file: Path | None) -> Settings | BadSettings:
    """Bad ones are what a report may be about."""
    if file is None and not USUAL_SETTINGS.exists():
        return settings_from({})
    try:
        return read_settings(file or USUAL_SETTINGS, _read)
    except BadSettings as error:
        return error


def _read(file: Path) -> bytes:
    try:
        return read_plain(file)
    except NotPlain:
        raise BadSettings("{file} is a link or no plain file, so it is not read.", file=file) from None


def _findings(settings: Settings | BadSettings, data: Path) -> Iterator[str]:
    from hardware.doctor import examined  # noqa: PLC0415  pins and displays take a while to load

    usable = settings if isinstance(settings, Settings) else settings_from({})
    if usable is not settings:
        yield "BAD  settings: They cannot be used, as told below. What follows goes by the usual ones."
    for finding in examined(usable, data, simulate=False):
        if finding.part == "settings" and usable is not settings:
            continue
        fix = f" {finding.fix.said(ENGLISH)}" if finding.fix else ""
        yield f"{'good' if finding.is_good else 'BAD '} {finding.part}: {finding.says}{fix}"


def sentences() -> Sentences:
    """By which names are known that nobody knows any more: at the start a game is told of in the log, with all who play
    it, also if it is deleted later; and a network that was not joined is told of and forgotten."""
    offers = _in_all_languages((OFFER,))
    return Sentences(
        before_players=tuple(offer.partition("{names}")[0].rpartition("}")[2] for offer in offers),
        of_networks=_in_all_languages((*NAMING, _JOINED)),
        of_others=_in_all_languages(_OF_OTHERS),
    )


def _in_all_languages(told: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(words(language).told(sentence) for language in LANGUAGES for sentence in told)
