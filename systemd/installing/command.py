"""What a person can ask of `systemd/install`, and how it answers: each step, or one sentence why it cannot go on."""

import argparse
import contextlib
import fcntl
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from installing.errors import Refused
from installing.host_name import checked
from installing.install_steps import Changes, back_steps, install_steps
from installing.last_words import next_deeds
from installing.place import Place
from installing.refusals import refuse_what_is_no_pi, refuse_who_may_not
from installing.steps import Step
from installing.uninstall_steps import kept, uninstall_steps
from installing.wifi_country import checked_country

CHECKOUT = Path(__file__).resolve().parent.parent.parent


def main(words: list[str] | None = None) -> int:
    wishes = _wishes(words)
    os.umask(0o022)
    try:
        _fulfil(wishes)
    except Refused as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(f"{error.filename or 'The disk'}: {error.strerror}.")
    except KeyboardInterrupt:
        return _complain("Stopped half-way. Run it again to go on.")
    return 0


def _complain(sentence: str) -> int:
    sys.stdout.flush()
    print(f"systemd/install: {sentence}", file=sys.stderr)
    return 1


def _wishes(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="systemd/install",
        description="Make this Raspberry Pi a Veilingklok that starts by itself. Run it again to bring it up to date.",
    )
    deed = parser.add_mutually_exclusive_group()
    deed.add_argument("--back", action="store_true", help="use the version before; once more: the later one again")
    deed.add_argument("--uninstall", action="store_true", help="remove it; games and settings stay")
    parser.add_argument("--purge", action="store_true", help="with --uninstall: games and settings go, too")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.add_argument(
        "--root", type=Path, default=Path("/"), metavar="DIR", help="a folder with a Debian in it, not this machine"
    )
    parser.add_argument("--name", help="what to call the machine; veilingklok unless it is a box already")
    parser.add_argument("--country", metavar="XX", help="where it is, such as NL: Wi-Fi stays off until it knows")
    wishes = parser.parse_args(words)
    if wishes.purge and not wishes.uninstall:
        parser.error("--purge goes with --uninstall")
    return wishes


def _fulfil(wishes: argparse.Namespace) -> None:
    refuse_who_may_not(wishes.dry_run)
    if not wishes.root.is_dir():
        raise Refused(f"There is no folder {wishes.root}.")
    place = Place(wishes.root)
    with contextlib.nullcontext() if wishes.dry_run else _alone(place):
        changes = Changes()
        _take(list(_steps(place, wishes, changes)), wishes.dry_run)
        if not wishes.dry_run:
            _end(place, wishes, changes)


def _steps(place: Place, wishes: argparse.Namespace, changes: Changes) -> Iterator[Step]:
    if wishes.uninstall:
        return uninstall_steps(place, wishes.purge)
    if wishes.back:
        return back_steps(place, changes)
    refuse_what_is_no_pi(place)
    name = checked(wishes.name) if wishes.name is not None else None
    country = checked_country(place, wishes.country) if wishes.country is not None else None
    return install_steps(place, CHECKOUT, name, country, changes)


def _take(steps: list[Step], dry_run: bool) -> None:
    if not steps:
        print("There is nothing to do.")
    for step in steps:
        print(step.says, flush=True)
        told = None if dry_run else step.does()
        if told:
            print(f"  {told}", flush=True)


def _end(place: Place, wishes: argparse.Namespace, changes: Changes) -> None:
    if wishes.uninstall:
        print("\nVeilingklok is removed.")
        for folder in kept(place):
            print(f"{folder} stays; --uninstall --purge removes it as well.")
    else:
        print("\nVeilingklok is installed. What to do next:", *next_deeds(place, changes.boot), sep="\n")


@contextlib.contextmanager
def _alone(place: Place) -> Iterator[None]:
    """Two at once would build over each other."""
    handle = os.open(place.root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise Refused("It is being installed already.") from None
    finally:
        os.close(handle)
