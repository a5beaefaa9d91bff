"""How quick the page is, what it weighs, and whether anybody at the table notices that two hundred look on.

The device is one process, as in the product, on simulated pins, served by the real server; whoever looks at it is in
others. All clocks are the kernel's monotonic one.
"""

import sys
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).parent.parent))  # before this folder: this file has the name of a room

from phones.kernel import Neighbours
from phones.parts import LONG, PARTS, SHORT


@click.command()
@click.option("--quick", is_flag=True, help="Fewer samples, in half a minute; too few to believe a p99.")
@click.option("--part", "parts", type=click.Choice(list(PARTS)), multiple=True, help="Only this one; may be repeated.")
def main(quick: bool, parts: tuple[str, ...]) -> None:
    """Measure the page. Takes about six minutes."""
    for name in parts or PARTS:
        neighbours = Neighbours()
        for line in PARTS[name](SHORT if quick else LONG):
            click.echo(line)
        click.echo(f"(meanwhile others took {neighbours.share:.0%} of the machine)")


if __name__ == "__main__":
    main()
