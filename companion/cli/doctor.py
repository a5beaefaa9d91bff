"""`veilingklok doctor`: is this machine well, and if not, what to do about it."""

import sys
from pathlib import Path

import click
import msgspec

from companion.cli.options import data_option, says_what_is_wrong, settings_option, showable, simulate_option
from companion.settings import Settings


@click.command()
@simulate_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@data_option
@settings_option
@says_what_is_wrong
def doctor(simulate: bool, as_json: bool, data: Path, settings: Settings) -> None:
    """Examine this machine: what is wrong, and how to put it right.

    The display is tried, so a running clock's picture is gone until it changes.
    """
    from hardware.doctor import examined  # noqa: PLC0415  pins and displays take a while to load

    findings = examined(settings, data, simulate)
    wrong = sum(not finding.is_good for finding in findings)
    if as_json:
        click.echo(msgspec.json.encode([finding._asdict() for finding in findings]))
    else:
        good, bad = _marks()
        for finding in findings:
            mark = click.style(good, fg="green") if finding.is_good else click.style(bad, fg="red")
            click.echo(f"{mark} {finding.part:<9} {showable(finding.says)}")
            if finding.fix:
                click.echo(f"    {showable(finding.fix)}")
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


def _summed_up(wrong: int) -> str:
    if not wrong:
        return "All is well."
    return "1 thing is to be put right." if wrong == 1 else f"{wrong} things are to be put right."
