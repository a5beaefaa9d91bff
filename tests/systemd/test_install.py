"""The life of a box in a real Debian: installed, again, made newer, taken back, removed. Looked at from outside."""

import fcntl
import os
import pickle
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from debian_roots import NEEDED, PIP_LOG, WHEELS, a_checkout, a_debian, an_installed_debian, install, installed
from trees import Tree, changed_in, gone_from, new_in, tree

pytestmark = NEEDED

FILE, LINK, RUNS = "-rw-r--r-- root root", "lrwxrwxrwx root root", "-rwxr-xr-x root root"
FOLDER = "drwxr-xr-x root root"
LAID = {
    "/boot/firmware/cmdline.txt.before-veilingklok": FILE,
    "/boot/firmware/config.txt.before-veilingklok": FILE,
    "/etc/avahi/services/veilingklok.service": FILE,
    "/etc/cloud/cloud.cfg.d/99-veilingklok.cfg": FILE,
    "/etc/modules-load.d/veilingklok.conf": FILE,
    "/etc/polkit-1/rules.d/50-veilingklok.rules": FILE,
    "/etc/sysusers.d": FOLDER,
    "/etc/sysusers.d/veilingklok.conf": FILE,
    "/etc/systemd/journald.conf.d": FOLDER,
    "/etc/systemd/journald.conf.d/veilingklok.conf": FILE,
    "/etc/systemd/system/multi-user.target.wants/veilingklok-off.path": LINK,
    "/etc/systemd/system/multi-user.target.wants/veilingklok.service": LINK,
    "/etc/systemd/system/timers.target.wants/veilingklok-backup.timer": LINK,
    "/etc/systemd/system/veilingklok-.service.d": FOLDER,
    "/etc/systemd/system/veilingklok-.service.d/limits.conf": FILE,
    "/etc/systemd/system/veilingklok-again.service": FILE,
    "/etc/systemd/system/veilingklok-backup.service": FILE,
    "/etc/systemd/system/veilingklok-backup.timer": FILE,
    "/etc/systemd/system/veilingklok-off.path": FILE,
    "/etc/systemd/system/veilingklok-off.service": FILE,
    "/etc/systemd/system/veilingklok.service": FILE,
    "/etc/veilingklok": "drwxr-s--- root veilingklok",
    "/etc/veilingklok/veilingklok.toml": "-rw-r----- root veilingklok",
    "/opt/veilingklok": FOLDER,
    "/opt/veilingklok/before.json": FILE,
    "/opt/veilingklok/current": LINK,
    "/opt/veilingklok/veilingklok": RUNS,
    "/usr/lib/systemd/system-shutdown/veilingklok": RUNS,
    "/usr/local/bin/veilingklok": LINK,
    "/var/lib/veilingklok": "drwxr-x--- veilingklok veilingklok",
}
PEOPLE = {f"/etc/{book}{old}" for book in ("group", "gshadow", "passwd", "shadow") for old in ("", "-")}
OURS = {"/boot/firmware/cmdline.txt", "/boot/firmware/config.txt", "/etc/hostname", "/etc/hosts"}
WHEELS_AWAY = "tmp/wheels-away"
NOTES = "/tmp/who-ran-it"
"""A folder in which the newer version notes whoever runs it."""
KEPT = ("/etc/veilingklok", "/var/lib/veilingklok")
GAMES = "/var/lib/veilingklok/games.sqlite3"
NEWER = "veilingklok-newer.timer"
NEWER_UNIT = """[Timer]
OnCalendar=yearly
Unit=veilingklok-backup.service
[Install]
WantedBy=timers.target
"""
OLD_PYTHON = "0.9-python3.9-00000000"


class Seen(NamedTuple):
    said: str
    tree: Tree
    version: str | None
    before: str | None


class Life(NamedTuple):
    """What was said and how it lay after each stage."""

    fresh: Tree
    dry: Seen
    first: Seen
    second: Seen
    closed: Seen
    """Somebody has written the settings so that only root can read them; installed once more."""
    puzzled: Seen
    """A newer version that does not understand the settings."""
    newer: Seen
    outgrown: str
    """What is said to somebody who wants to go back to a version for another Python."""
    back: Seen
    forth: Seen
    removed: Seen
    purged: Seen
    people: dict[str, int]
    """The numbers of all users while it was installed, by name,"""
    who_ran_pip: int
    who_ran_it: set[str]
    """and of whoever ran pip, and the newer version, while it was built, asked, used and left."""
    users_removed: set[str]
    users_purged: set[str]
    """Who was still there after each."""


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Life:
    """The same for all workers that share these tests."""
    here = tmp_path_factory.getbasetemp()
    shared = here.parent if "PYTEST_XDIST_WORKER" in os.environ else here
    with (shared / "life.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lived = shared / "life.pickle"
        if not lived.exists():
            lived.write_bytes(pickle.dumps(_live(tmp_path_factory.mktemp("checkouts"))))
        found: Life = pickle.loads(lived.read_bytes())
        return found


def _live(folder: Path) -> Life:
    """One after the other, as an owner would."""
    checkout, later = a_checkout(folder / "now"), a_checkout(folder / "later")
    _make_newer(later)

    def seen(root: Path, said: str) -> Seen:
        return Seen(said, tree(root), _link(root, "current"), _link(root, "previous"))

    with a_debian() as root:
        fresh = tree(root)
        dry = seen(root, installed(checkout, root, "--dry-run"))
    with an_installed_debian(checkout) as (root, said):

        def after(*words: str, of: Path = later) -> Seen:
            return seen(root, installed(of, root, *words))

        def closed() -> Seen:
            settings = root / "etc/veilingklok/veilingklok.toml"
            os.chown(settings, 0, 0)
            settings.chmod(0o600)
            return after(of=checkout)

        def puzzled() -> Seen:
            settings = root / "etc/veilingklok/veilingklok.toml"
            mine = settings.read_text(encoding="utf-8")
            settings.write_text(f"{mine}[nonsense]\nx = 1\n", encoding="utf-8")
            said = _refused(install(later, root))
            settings.write_text(mine, encoding="utf-8")
            return seen(root, said)

        def newer() -> Seen:
            _make_games(root)
            return after()

        def outgrown() -> str:
            home, before = root / "opt/veilingklok", _link(root, "previous")
            (home / OLD_PYTHON).mkdir()
            (home / OLD_PYTHON / "finished").touch()
            _turn(home / "previous", OLD_PYTHON)
            said = _refused(install(later, root, "--back"))
            _turn(home / "previous", before or "")
            shutil.rmtree(home / OLD_PYTHON)
            return said

        notes = root / NOTES.strip("/")
        notes.mkdir()
        notes.chmod(0o777)
        people = _people(root)
        return Life(
            people=people,
            who_ran_pip=(root / PIP_LOG.strip("/")).stat().st_uid,
            fresh=fresh,
            dry=dry,
            first=seen(root, said),
            second=after(of=checkout),
            closed=closed(),
            puzzled=puzzled(),
            newer=newer(),
            outgrown=outgrown(),
            back=after("--back"),
            forth=after("--back"),
            removed=after("--uninstall"),
            users_removed=set(_people(root)),
            purged=after("--uninstall", "--purge"),
            users_purged=set(_people(root)),
            who_ran_it={note.name for note in notes.iterdir()},
        )


def _people(root: Path) -> dict[str, int]:
    lines = (root / "etc/passwd").read_text(encoding="utf-8").splitlines()
    return {name: int(number) for name, _, number, *_ in (line.split(":") for line in lines)}


def _make_newer(checkout: Path) -> None:
    """Another number, a unit that is another, and one that there was not. It notes who runs it."""
    with (checkout / "companion/__init__.py").open("a", encoding="utf-8") as package:
        package.write(f"\nimport os, pathlib\npathlib.Path('{NOTES}', str(os.geteuid())).touch()\n")
    project = checkout / "pyproject.toml"
    text = project.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("version = "))
    project.write_text(text.replace(line, 'version = "99.1.2"'), encoding="utf-8")
    unit = checkout / "systemd/files/veilingklok-off.path"
    unit.write_text(unit.read_text(encoding="utf-8") + "# newer\n", encoding="utf-8")
    (checkout / "systemd/files" / NEWER).write_text(NEWER_UNIT, encoding="utf-8")
    for module, entry in (("files", f'"{NEWER}",'), ("units", f'"{NEWER}": "timers.target.wants",')):
        file = checkout / f"systemd/installing/{module}.py"
        text = file.read_text(encoding="utf-8")
        first = "UNITS = (" if module == "files" else "ENABLED = {"
        assert first in text
        file.write_text(text.replace(first, f"{first}\n    {entry}"), encoding="utf-8")


def _make_games(root: Path) -> None:
    """As the program in use would."""
    makes = "import pathlib, companion.journal as j; j.Journal(pathlib.Path('/var/lib/veilingklok')).close()"
    python = "/opt/veilingklok/current/.venv/bin/python"
    subprocess.run(["chroot", root, "runuser", "-u", "veilingklok", "--", python, "-Bc", makes], check=True)
    assert (root / GAMES.strip("/")).exists()


def _turn(link: Path, target: str) -> None:
    link.unlink()
    link.symlink_to(target)


def _link(root: Path, name: str) -> str | None:
    link = root / "opt/veilingklok" / name
    return str(link.readlink()) if link.is_symlink() else None


def _without_versions(tree: Tree) -> Tree:
    return {path: lying for path, lying in tree.items() if "-python3" not in path}


def test_a_dry_run_touches_nothing(life: Life) -> None:
    assert life.dry.tree == life.fresh


def test_a_dry_run_says_each_step_that_a_run_then_takes(life: Life) -> None:
    taken = life.first.said.partition("\n\n")[0].splitlines()
    assert life.dry.said.splitlines() == [line for line in taken if not line.startswith("  ")]


def test_everything_lies_where_it_belongs_with_its_owner_and_its_rights(life: Life) -> None:
    assert new_in(_without_versions(life.first.tree), life.fresh) == LAID


def test_nothing_else_is_changed(life: Life) -> None:
    assert changed_in(life.first.tree, life.fresh) - PEOPLE == OURS
    assert gone_from(life.first.tree, life.fresh) == set()


def test_nobody_but_root_can_change_the_program(life: Life) -> None:
    program = {path: lying.rights for path, lying in life.first.tree.items() if "-python3" in path}
    assert any(path.endswith(".venv/bin/veilingklok") for path in program)
    for path, rights in program.items():
        mode, owner, group = rights.split()
        assert (owner, group) == ("root", "root"), path
        assert mode.startswith("l") or (mode[5], mode[8]) == ("-", "-"), path


def test_s9_what_is_fetched_is_neither_installed_nor_run_by_root(life: Life) -> None:
    assert life.who_ran_pip != 0
    assert life.who_ran_it == {str(life.people["veilingklok"])}


def test_s9_the_program_is_built_by_a_user_who_runs_nothing_else(life: Life) -> None:
    """The running service could write into the build of one that has its own number, through /proc."""
    assert life.who_ran_pip == life.people["veilingklok-build"]
    assert life.who_ran_pip != life.people["veilingklok"]


def test_s9_who_builds_is_dismissed_with_the_user_of_the_box(life: Life) -> None:
    ours = {"veilingklok", "veilingklok-build"}
    assert ours <= life.people.keys()
    assert ours <= life.users_removed
    assert ours & life.users_purged == set()


def test_s9_nothing_is_left_of_building_it(life: Life) -> None:
    inside = {path.split("/")[4] for path in life.first.tree if "-python3" in path and path.count("/") > 3}
    assert inside == {".venv", "files", "finished"}


def test_settings_that_only_root_can_read_are_opened_to_the_program_before_it_is_asked(life: Life) -> None:
    assert "Let the user veilingklok read /etc/veilingklok/veilingklok.toml." in life.closed.said
    assert life.closed.tree == life.first.tree


def test_a_second_install_changes_nothing(life: Life) -> None:
    assert life.second.tree == life.first.tree


def test_a_second_install_has_nothing_to_do(life: Life) -> None:
    assert life.second.said.startswith("There is nothing to do.\n")


def test_it_ends_with_what_to_do_next(life: Life) -> None:
    assert "http://veilingklok.local/" in life.first.said
    assert "sudo reboot" in life.first.said
    assert "sudo reboot" not in life.second.said


def test_a_newer_version_that_does_not_understand_the_settings_keeps_out(life: Life) -> None:
    assert "does not understand /etc/veilingklok/veilingklok.toml" in life.puzzled.said
    assert "the one in use is the same as before" in life.puzzled.said
    assert life.puzzled.version == life.first.version
    assert changed_in(life.puzzled.tree, life.second.tree) == set()


def test_what_was_built_already_is_not_built_again(life: Life) -> None:
    assert "Build" not in life.newer.said


def test_a_newer_version_takes_over_and_the_one_before_is_kept(life: Life) -> None:
    assert life.newer.version is not None
    assert life.newer.version.startswith("99.1.2-")
    assert life.newer.before == life.first.version
    assert f"/opt/veilingklok/{life.first.version}/.venv/bin/veilingklok" in life.newer.tree


def test_games_are_copied_before_a_newer_version_takes_over(life: Life) -> None:
    lines = life.newer.said.splitlines()
    copied = next(number for number, line in enumerate(lines) if line.startswith("Copy the games"))
    used = next(number for number, line in enumerate(lines) if line.startswith("Use 99.1.2"))
    assert copied < used


def test_back_is_the_version_before_with_its_own_files_and_back_again_the_newer(life: Life) -> None:
    assert (life.back.version, life.back.before) == (life.first.version, life.newer.version)
    unit = "/etc/systemd/system/veilingklok-off.path"
    assert life.newer.tree[unit] != life.first.tree[unit]
    assert life.back.tree[unit] == life.first.tree[unit]
    assert life.forth.tree == life.newer.tree


def test_what_only_the_newer_version_has_goes_and_comes_with_it(life: Life) -> None:
    brought = {f"/etc/systemd/system/{NEWER}", f"/etc/systemd/system/timers.target.wants/{NEWER}"}
    units = [
        {path for path in seen.tree if path.startswith("/etc/systemd/")} for seen in (life.first, life.newer, life.back)
    ]
    assert units[1] == units[0] | brought
    assert units[2] == units[0]


def test_there_is_no_way_back_to_another_python(life: Life) -> None:
    assert "was built for Python 3.9, and this system has 3.11" in life.outgrown


def test_the_kernel_is_told_to_keep_account_of_memory(life: Life) -> None:
    assert "Write cgroup_enable=memory into /boot/firmware/cmdline.txt." in life.first.said


def test_an_uninstall_leaves_what_was_there_and_the_games_and_the_settings(life: Life) -> None:
    left = set(new_in(life.removed.tree, life.fresh))
    assert left >= {*(path for path in LAID if path.startswith(KEPT)), GAMES}
    assert all(path.startswith(KEPT) for path in left)
    assert changed_in(life.removed.tree, life.fresh) <= PEOPLE
    assert gone_from(life.removed.tree, life.fresh) == set()
    for folder in ("/var/lib/veilingklok", "/etc/veilingklok"):
        assert f"{folder} stays" in life.removed.said


def test_a_purge_leaves_nothing(life: Life) -> None:
    assert new_in(life.purged.tree, life.fresh) == {}
    assert changed_in(life.purged.tree, life.fresh) <= PEOPLE


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path]]:
    """A checkout and a root for whatever comes to nothing."""
    with a_debian() as root:
        yield a_checkout(tmp_path_factory.mktemp("checkouts") / "now"), root


def _refused(done: "subprocess.CompletedProcess[str]") -> str:
    assert done.returncode == 1, done.stdout
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


def test_another_machine_is_refused_by_its_name(bare: tuple[Path, Path]) -> None:
    checkout, root = bare
    model = root / "proc/device-tree/model"
    model.parent.mkdir()
    model.write_bytes(b"Banana Pi M2\0")
    before = tree(root)
    assert "no Raspberry Pi but a Banana Pi M2" in _refused(install(checkout, root))
    assert tree(root) == before
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert install(checkout, root, "--dry-run").returncode == 0
    model.unlink()
    model.parent.rmdir()


def test_cloud_init_is_told_nothing_where_there_is_none(bare: tuple[Path, Path]) -> None:
    checkout, root = bare
    told = "Lay /etc/cloud/cloud.cfg.d/99-veilingklok.cfg."
    assert told in install(checkout, root, "--dry-run").stdout
    (root / "etc/cloud/cloud.cfg.d").rmdir()
    assert told not in install(checkout, root, "--dry-run").stdout
    (root / "etc/cloud/cloud.cfg.d").mkdir()


def test_packages_that_do_not_come_stop_it_before_the_program_is_touched(bare: tuple[Path, Path]) -> None:
    checkout, root = bare
    (root / "wheels").rename(root / WHEELS_AWAY)
    try:
        assert "is there a network?" in _refused(install(checkout, root))
    finally:
        (root / WHEELS_AWAY).rename(root / "wheels")
    _assert_nothing_is_built(root)


def test_s9_a_package_with_another_hash_stops_it_before_the_program_is_touched(bare: tuple[Path, Path]) -> None:
    checkout, root = bare
    (wheel,) = (root / WHEELS.strip("/")).glob("flask-*.whl")
    with wheel.open("ab") as file:
        file.write(b"more")
    said = _refused(install(checkout, root))
    assert "flask==" in said
    assert "is not the one in the lock: its hash is another, so nothing was installed." in said
    assert "network" not in said
    _assert_nothing_is_built(root)


def _assert_nothing_is_built(root: Path) -> None:
    assert [path.name for path in (root / "opt/veilingklok").iterdir()] == ["before.json"]
    assert not (root / "usr/local/bin/veilingklok").is_symlink()
