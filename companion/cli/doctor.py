"""`veilingklok doctor`: is this machine well, and if not, what to do about it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from companion.cli.commands import command, option
from companion.cli.options import data_option, says_what_is_wrong, settings_option, showable, simulate_option
from companion.cli.speaking import here
from companion.settings import Settings

if TYPE_CHECKING:
    from hardware.doctor import Finding


@command()
@simulate_option
@option("--json", "as_json", is_flag=True, help="Print JSON.")
@data_option
@settings_option
@says_what_is_wrong
def doctor(simulate: bool, as_json: bool, data: Path, settings: Settings) -> None:
    """Examine this machine: what is wrong, and how to put it right.

    The display is tried, so a running clock's picture is gone until it changes.
    """
    from hardware.doctor import PARTS, examined  # noqa: PLC0415  pins and displays take a while to load

    findings = examined(settings, data, simulate)
    wrong = sum(not finding.is_good for finding in findings)
    if as_json:
        click.echo(msgspec.json.encode([_plainly(finding) for finding in findings]))
    else:
        speech, (good, bad) = here(), _marks()
        width = max(len(speech.told(part)) for part in PARTS.values())
        for finding in findings:
            sign = click.style(good, fg="green") if finding.is_good else click.style(bad, fg="red")
            part = speech.told(PARTS[finding.part])
            click.echo(f"{sign} {part:<{width}}  {showable(finding.says.said(speech))}")
            if finding.fix:
                click.echo(f"    {showable(finding.fix.said(speech))}")
        click.echo(_summed_up(wrong))
    if wrong:
        raise click.exceptions.Exit(1)


def _marks() -> tuple[str, str]:
    """As far as the terminal can show them."""
    try:
        "✓✗".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return "ok", "!!"
    return "✓", "✗"


def _plainly(finding: "Finding") -> dict[str, object]:
    """For programs: in English, wherever they run."""
    return finding._asdict() | {"says": str(finding.says), "fix": str(finding.fix or "")}


def _summed_up(wrong: int) -> str:
    if not wrong:
        return here().say("All is well.")
    return here().counted(wrong, "{count} thing is to be put right.", "{count} things are to be put right.")
