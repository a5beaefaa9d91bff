"""Attacks on a device from outside, over HTTP on loopback, each bounded in number and time: what an attacker on the
same Wi-Fi could try. Says for each what came of it; docs/security.md says what must come of it.
"""

import shlex
import sys
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).parent.parent))  # before this folder: web.py has the name of a room

from attack import floods, kills, lost_bids, seat_theft, seed_recovery, sitting_down
from phones.kernel import Neighbours

NOT_HELD = "NOT HELD"
"""How a part says that an attack came through."""
PARTS = ("seats", "sitting", "bids", "kills", "floods", "seed")


@click.command()
@click.option("--quick", is_flag=True, help="A tenth of everything, to see that it runs.")
@click.option("--part", "parts", type=click.Choice(PARTS), multiple=True, help="Only this one; may be repeated.")
@click.option("--program", default="", help="The command of another Veilingklok to attack instead of this one.")
def main(quick: bool, parts: tuple[str, ...], program: str) -> None:
    """Attack a simulated device. Takes about half an hour; floods need root, for a control group. Ends with 1 if it did
    not hold."""
    command = tuple(shlex.split(program))
    share = 10 if quick else 1
    runs = {
        "seats": lambda: seat_theft.run(share, command),
        "sitting": lambda: sitting_down.run(170 // share, max(2, 10 // share), command),
        "bids": lambda: lost_bids.run(max(2, 12 // share), command),
        "kills": lambda: kills.run(200 // share, command),
        "floods": lambda: floods.run(floods.SAMPLES // share, command),
        "seed": lambda: seed_recovery.run(seed_recovery.OLD_SEEDS // share),
    }
    has_held = True
    for part in parts or PARTS:
        neighbours = Neighbours()
        for line in runs[part]():
            has_held = has_held and not line.startswith(NOT_HELD)
            click.echo(line)
        click.echo(f"(meanwhile others took {neighbours.share:.0%} of the machine)\n")
    sys.exit(not has_held)


if __name__ == "__main__":
    main()
