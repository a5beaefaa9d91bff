"""Commands, options and arguments whose help is said in the language of this terminal. English stands in the code: in
docstrings and in `help=`; it is looked up whenever it is shown.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from gettext import gettext
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

import click

from companion.cli.loading import without_collecting
from companion.cli.of_click import teach
from companion.cli.speaking import here
from companion.games.speech import Phrase
from companion.words import mark

F = TypeVar("F", bound=Callable[..., Any])

METAVARS = (
    mark("ARGS"),
    mark("BOTS"),
    mark("COMMAND"),
    mark("DATE"),
    mark("DIRECTORY"),
    mark("FILE"),
    mark("FILES"),
    mark("FLOAT RANGE"),
    mark("GAME"),
    mark("GUILDERS"),
    mark("INTEGER RANGE"),
    mark("LIST"),
    mark("NAME"),
    mark("OPTIONS"),
    mark("POSITION"),
    mark("RULES"),
    mark("TEXT"),
)
"""What stands in the usage for what is to be written there."""


def paragraphs(text: str) -> list[str]:
    """A text that is wrapped in the code, each paragraph in one line."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip())]


def _said(metavar: str) -> str:
    """Also where it is in brackets or followed by dots."""
    return re.sub(r"[A-Z]+(?: [A-Z]+)*", lambda found: here().told(found[0]), metavar)


class Command(click.Command):
    english: str | None
    """Its help as it stands in the code."""

    @property
    def help(self) -> str | None:
        return self.english and "\n\n".join(map(here().told, paragraphs(self.english)))

    @help.setter
    def help(self, english: str | None) -> None:
        self.english = english

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        found = super().get_help_option(ctx)
        if found:
            found.help = here().say("Show this message and exit.")
        return found

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [_said(piece) for piece in super().collect_usage_pieces(ctx)]


class Group(Command, click.Group):
    command_class = Command
    group_class = type

    def main(self, *args: Any, **kwargs: Any) -> Any:
        teach(here())
        return super().main(*args, **kwargs)


INTERRUPTED = 130
"""How a program ends that was stopped by Ctrl-C."""


class CommandEntry(NamedTuple):
    """A command that need not be imported to be listed."""

    place: str
    """Where it stands, as `module:name`."""
    summary: str
    """The first paragraph of its help, in English."""


class CommandTable(Mapping[str, click.Command]):
    """The commands of a group by name. Each is imported when it is asked for; to know the names imports nothing."""

    def __init__(self, entries: dict[str, CommandEntry]) -> None:
        self.entries = entries
        self._imported: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._imported:
            module, _, attribute = self.entries[name].place.partition(":")
            try:
                with without_collecting():
                    self._imported[name] = getattr(import_module(module), attribute)
            except KeyboardInterrupt:
                raise SystemExit(INTERRUPTED) from None  # click would say that something was aborted
        return self._imported[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


class TableGroup(Group):
    """A group whose help is made of its table, without importing its commands."""

    def __init__(self, *args: Any, table: CommandTable, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.table = table
        self.commands = table  # type: ignore[assignment]  # click would let one add to it; nobody does

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        limit = formatter.width - 6 - max(map(len, self.table))  # as wide as click has it
        entries = sorted(self.table.entries.items())
        with formatter.section(gettext("Commands")):
            formatter.write_dl([(name, summary(entry.summary, limit)) for name, entry in entries])


def summary(english: str, limit: int) -> str:
    """Of a help text: as much as fits beside the name of a command, in the language of this terminal."""
    return click.Command(None, help=here().told(english)).get_short_help_str(limit)


class Option(click.Option):
    phrase: Phrase
    """Its help as it stands in the code."""

    def __init__(self, param_decls: Sequence[str] | None = None, help: str | Phrase = "", **rest: Any) -> None:
        self.phrase = help if isinstance(help, Phrase) else Phrase(help)
        super().__init__(param_decls, **rest)

    @property
    def help(self) -> str | None:
        return self.phrase.said(here())

    @help.setter
    def help(self, help: str | None) -> None:
        """click may have none; ours is in the phrase."""

    def make_metavar(self, ctx: click.Context) -> str:
        return _said(super().make_metavar(ctx))


class Argument(click.Argument):
    def make_metavar(self, ctx: click.Context) -> str:
        return _said(super().make_metavar(ctx))


def command(name: str | None = None) -> Callable[[Callable[..., Any]], Command]:
    return click.command(name, cls=Command)


def group(**settings: Any) -> Callable[[Callable[..., Any]], Group]:
    return click.group(cls=Group, **settings)


def option(*names: str, **settings: Any) -> Callable[[F], F]:
    return click.option(*names, cls=Option, **settings)


def argument(name: str, **settings: Any) -> Callable[[F], F]:
    return click.argument(name, cls=Argument, **settings)
