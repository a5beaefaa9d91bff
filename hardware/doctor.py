"""The doctor: looks at each part of the machine, says whether it is well, and if not, what to do about it.

All it reads of a machine lies under a root, so that any machine can be laid out in a folder and examined.
"""

import errno
import json
import os
import platform
import socket
import sys
from collections.abc import Callable, Iterator
from http.client import HTTPConnection, HTTPException
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from companion.boot import I2C_HERTZ, I2C_SPEED, pwm_overlay
from companion.caretaker import LEAST_SPACE, free_space
from companion.found_at import name_at, own_number
from companion.games.speech import Phrase, mark
from companion.journal_file import is_read_only
from companion.settings import Settings
from companion.settings.fittings import DialFitting, DisplayFitting, Fittings
from companion.wifi import Aerial, Air
from companion.wifi.telling import cure, told
from companion.words.rounded import Rounded
from companion.words.system import why
from companion.words.verbatim import Verbatim
from hardware.errors import NotThere
from hardware.servo import HardwarePwm
from hardware.simulator import SimulatedWorks
from hardware.works import RealWorks

_CONFIG = "/boot/firmware/config.txt"
_DEVICES = {"lgpio": "gpiochip*", "rpigpio": "gpiomem*", "native": "gpiomem*"}
"""What each pin library opens in /dev."""
_BOXES = Path("/opt/veilingklok")
"""A program that runs from here was put there by the installer."""
_WITHOUT_PINS = Phrase("Use --simulate on a machine without pins.")
_TAKE_LGPIO = Phrase("Set pins.factory to lgpio.")
_HOSTS = Phrase("Set page.host to 127.0.0.1 or 0.0.0.0.")
_REFUSALS = {
    errno.EADDRINUSE: (
        mark("Port {port} of {host} is taken."),
        Phrase("If Veilingklok runs already, all is well; else set page.port to another."),
    ),
    errno.EACCES: (mark("Port {port} of {host} is not for this user."), Phrase("Set page.port to 1024 or more.")),
}
"""Why a port may not be had, and what to do."""
OF_A_STATE = {"evening", "on", "seated", "troubles", "view"}
"""By these fields of what /api/state answers Veilingklok is known."""
_PATIENCE = 2.0
"""Seconds, with whoever has our port."""
_LARGEST = 1 << 20
"""Bytes of an answer that are worth reading."""
_ALONE, _PLUG_IN = Phrase("It is in no network."), Phrase("Plug in a cable.")


PARTS = {
    "settings": mark("settings"),
    "machine": mark("machine"),
    "program": mark("program"),
    "lines": mark("lines"),
    "pins": mark("pins"),
    "bus": mark("bus"),
    "speed": mark("speed"),
    "display": mark("display"),
    "dial": mark("dial"),
    "time": mark("time"),
    "page": mark("page"),
    "network": mark("network"),
    "folder": mark("folder"),
    "disk": mark("disk"),
}
"""How each part is called."""


class Finding(NamedTuple):
    part: str
    is_good: bool
    says: Phrase
    fix: Phrase | None = None
    """What to do about it."""


class _Machine(NamedTuple):
    root: Path
    may_use: Callable[[Path], bool]

    def has(self, file: str) -> bool:
        return (self.root / file).exists()

    def lets(self, file: str) -> bool:
        return self.may_use(self.root / file)

    def read(self, file: str) -> bytes | None:
        try:
            return (self.root / file).read_bytes()
        except OSError:
            return None


def _may_use(path: Path) -> bool:
    return os.access(path, os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0))


class Whereabouts(NamedTuple):
    """Where the machine is on its network."""

    air: Air
    number: str | None
    name: str | None


def _whereabouts(chosen: str) -> Whereabouts:
    number = own_number()
    return Whereabouts(Aerial().look(), number, chosen or (number and name_at(number)))


def examined(
    settings: Settings,
    data: Path,
    simulate: bool,
    root: Path = Path("/"),
    *,
    works: RealWorks | SimulatedWorks | None = None,
    may_use: Callable[[Path], bool] = _may_use,
    free: Callable[[Path], int] = free_space,
    whereabouts: Callable[[str], Whereabouts] = _whereabouts,
) -> list[Finding]:
    """Everything that can be looked at before a game, the most basic first."""
    machine = _Machine(root, may_use)
    fittings = settings.fittings
    model = _model(machine, simulate)
    device: Iterator[Finding] = iter(())
    if simulate:
        device = _simulated(works or SimulatedWorks(fittings), fittings)
    elif model.is_good:  # of another machine there is nothing more to say
        device = _real(works or RealWorks(settings.values["pins"]["factory"]), fittings, machine)
    return [
        _settings(settings.file),
        model,
        _program(),
        *device,
        _time(machine),
        _page(settings.values["page"]["host"], settings.values["page"]["port"]),
        _network(whereabouts(settings.values["page"]["name"]), simulate),
        *_disk(data, may_use, free),
    ]


def _settings(file: Path | None) -> Finding:
    """Which file they are from; that they are good has been judged by whoever read them."""
    says = Phrase("They are from {file}.", file=file) if file else Phrase("There is no file: all defaults.")
    return Finding("settings", True, says)


def _model(machine: _Machine, simulate: bool) -> Finding:
    model = (machine.read("proc/device-tree/model") or b"").rstrip(b"\0").decode(errors="replace")
    if model.startswith("Raspberry Pi"):
        return Finding("machine", True, Verbatim(f"{model}."))
    says = Phrase("No Raspberry Pi but {model}.", model=model) if model else Phrase("No Raspberry Pi.")
    if simulate:
        return Finding("machine", True, Phrase("{machine} It is simulated.", machine=says))
    return Finding("machine", False, says, _WITHOUT_PINS)


def _program() -> Finding:
    says = Phrase(
        "Veilingklok {version} on Python {python}.", version=version("veilingklok"), python=platform.python_version()
    )
    return Finding("program", True, says)


def _simulated(works: RealWorks | SimulatedWorks, fittings: Fittings) -> Iterator[Finding]:
    works.pins()
    yield Finding("pins", True, Phrase("They are simulated."))
    if fittings.display:
        works.display(fittings.display)
        yield Finding("display", True, Phrase("It is simulated."))
    if fittings.dial:
        works.servo(fittings.dial)
        yield Finding("dial", True, Phrase("It is simulated."))


def _real(works: RealWorks | SimulatedWorks, fittings: Fittings, machine: _Machine) -> Iterator[Finding]:
    lines = _lines(_DEVICES.get(works.name, "gpiochip*"), machine)
    yield lines
    yield _pins(works, lines)
    if fittings.display:
        yield from _display(fittings.display, works, machine)
    else:
        yield Finding("display", True, Phrase("There is none: display.driver is none."))
    if fittings.dial and fittings.dial.kind == "pwm":
        yield _pwm(fittings.dial, machine)


# --- pins


def _lines(devices: str, machine: _Machine) -> Finding:
    found = sorted(path.name for path in (machine.root / "dev").glob(devices))
    if not found:
        return Finding("lines", False, _there_is_no(f"/dev/{devices}"), _WITHOUT_PINS)
    closed = [name for name in found if not machine.lets(f"dev/{name}")]
    if closed:
        return Finding("lines", False, _no_permission_for(f"/dev/{closed[0]}"), _join("gpio"))
    files = ", ".join(f"/dev/{name}" for name in found)
    return Finding("lines", True, Phrase("This user may use {files}.", files=files))


def _there_is_no(file: str) -> Phrase:
    return Phrase("There is no {file}.", file=file)


def _no_permission_for(file: str) -> Phrase:
    return Phrase("No permission for {file}.", file=file)


def _is_box() -> bool:
    return Path(sys.prefix).is_relative_to(_BOXES)


def _put_right(by_hand: Phrase) -> Phrase:
    """What the system lacks: on a box by the installer, which knows all that belongs to it."""
    return _in_the_folder("sudo systemd/install") if _is_box() else by_hand


def _in_the_folder(command: str) -> Phrase:
    return Phrase("In the folder of Veilingklok: {command}, then start again.", command=command)


def _join(group: str) -> Phrase:
    return _put_right(Phrase("{command}, then log out and in again.", command=f"sudo usermod -aG {group} $USER"))


def _pip(lock: str) -> str:
    """A command for the folder of Veilingklok: pip takes only files whose hashes are in the lock."""
    return f"{sys.executable} -m pip install --require-hashes --no-build-isolation -r requirements/{lock}.lock"


def _fetch(lock: str) -> Phrase:
    return _put_right(_in_the_folder(_pip(lock)))


def _fetch_pins(factory: str) -> Phrase:
    """On a box only lgpio: it is the one that the installer brings, and what others need would be built by root."""
    if factory == "rpigpio" and not _is_box():
        return Phrase(
            "Set pins.factory to lgpio; or, on an old board, in the folder of Veilingklok: {command}",
            command=_pip("rpigpio"),
        )
    return _TAKE_LGPIO if factory in ("rpigpio", "native") else _fetch("program")


def _pins(works: RealWorks | SimulatedWorks, lines: Finding) -> Finding:
    try:
        works.pins()
    except NotThere as error:
        return Finding("pins", False, error, _fetch_pins(works.name) if lines.is_good else None)
    if works.warning:
        return Finding("pins", False, works.warning, _TAKE_LGPIO)
    says = Phrase("{library} drives them, with the kernel's stamps.", library=works.name)
    return Finding("pins", True, says)


# --- display


def _display(display: DisplayFitting, works: RealWorks | SimulatedWorks, machine: _Machine) -> Iterator[Finding]:
    """As far as it makes sense: what is not there has no speed and gives no answer."""
    bus = _bus(display, machine)
    yield bus
    if bus.is_good:
        if display.bus == "i2c":
            yield _speed(display, machine)
        yield _answer(display, works)


def _bus(display: DisplayFitting, machine: _Machine) -> Finding:
    name = f"i2c-{display.port}" if display.bus == "i2c" else f"spidev{display.port}.{display.select}"
    if not machine.has(f"dev/{name}"):
        return Finding("bus", False, _there_is_no(f"/dev/{name}"), _switch_on(display))
    if not machine.lets(f"dev/{name}"):
        return Finding("bus", False, _no_permission_for(f"/dev/{name}"), _join(display.bus))
    return Finding("bus", True, Phrase("{file} is there.", file=f"/dev/{name}"))


def _switch_on(display: DisplayFitting) -> Phrase:
    usual = 1 if display.bus == "i2c" else 0
    if display.port == usual:
        return _put_right(
            Phrase("{command}, then start again.", command=f"sudo raspi-config nonint do_{display.bus} 0")
        )
    return Phrase("Switch that bus on in {file}, or set display.port to {usual}.", file=_CONFIG, usual=usual)


def _speed(display: DisplayFitting, machine: _Machine) -> Finding:
    written = machine.read(f"sys/bus/i2c/devices/i2c-{display.port}/of_node/clock-frequency")
    hertz = int.from_bytes(written or b"", "big")
    if not hertz:
        return Finding("speed", True, Phrase("How fast the bus is, is not known."))
    milliseconds = 1000 * display.width * display.height / 8 * 9 / hertz  # a bit more for each byte
    says = Phrase(
        "The bus runs at {kilohertz} kHz: a picture takes {milliseconds} ms.",
        kilohertz=hertz // 1000,
        milliseconds=round(milliseconds),
    )
    if hertz < I2C_HERTZ:
        return Finding("speed", False, says, _add(I2C_SPEED))
    return Finding("speed", True, says)


def _add(line: str) -> Phrase:
    return _put_right(Phrase("Add {line} to {file}, then start again.", line=line, file=_CONFIG))


def _answer(display: DisplayFitting, works: RealWorks | SimulatedWorks) -> Finding:
    try:
        device = works.display(display)
        device.persist = True  # or it would be switched off when the doctor goes, under a clock that runs
        device.cleanup()
    except ImportError as error:
        says = Phrase("It cannot be used: {error}.", error=error)
        return Finding("display", False, says, _fetch("spi" if error.name in (None, "spidev") else "program"))
    except Exception as error:
        says = Phrase("It does not answer: {error}.", error=str(error).rstrip("."))
        return Finding("display", False, says, _look_at(display))
    if display.bus == "spi":
        return Finding("display", True, Phrase("The {chip} answers as far as SPI can tell.", chip=display.driver))
    address = f"{display.address:#04x}"
    return Finding("display", True, Phrase("The {chip} answers at {address}.", chip=display.driver, address=address))


def _look_at(display: DisplayFitting) -> Phrase:
    if display.bus == "spi":
        return Phrase("Look at its wires: veilingklok wiring.")
    other = "0x3d" if display.address == 0x3C else "0x3c"
    return Phrase("Look at its wires (veilingklok wiring), or set display.address to {other}.", other=other)


# --- dial


def _pwm(dial: DialFitting, machine: _Machine) -> Finding:
    assert dial.line is not None
    try:
        HardwarePwm(dial, machine.root / "sys/class/pwm").close()
    except NotThere as error:
        return Finding("dial", False, error, _add(pwm_overlay(dial.line)))
    except OSError as error:
        return Finding("dial", False, Phrase("Its PWM may not be used: {why}.", why=why(error)), _join("gpio"))
    return Finding("dial", True, Phrase("Line {line} has hardware PWM.", line=dial.line))


# --- what every machine has


def _time(machine: _Machine) -> Finding:
    written = machine.read("sys/devices/system/clocksource/clocksource0/current_clocksource")
    source = (written or b"").decode(errors="replace").strip()
    if source == "jiffies":
        return Finding(
            "time",
            False,
            Phrase("It is counted in jiffies, milliseconds long: margins are worth nothing."),
            Phrase("Take clocksource=jiffies out of /boot/firmware/cmdline.txt, then start again."),
        )
    if not source:
        return Finding("time", True, Phrase("Where it is taken from is not known."))
    return Finding("time", True, Phrase("It is taken from {source}.", source=source))


def _page(host: str, port: int) -> Finding:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as door:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # one just left is free
            door.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and _is_ours(host, port):
            return Finding("page", True, Phrase("Veilingklok answers at port {port}.", port=str(port)))
        if error.errno in _REFUSALS:
            says, fix = _REFUSALS[error.errno]
            return Finding("page", False, Phrase(says, port=str(port), host=host), fix)
        elsewhere = Phrase("{host} is not this machine: {why}.", host=host, why=why(error))
        return Finding("page", False, elsewhere, _HOSTS)
    except UnicodeError:
        return Finding("page", False, Phrase("{host} is no name of a machine.", host=host), _HOSTS)
    return Finding("page", True, Phrase("Port {port} of {host} is free.", port=str(port), host=host))


def _is_ours(host: str, port: int) -> bool:
    """Whether it is Veilingklok that answers there."""
    connection = HTTPConnection("127.0.0.1" if host in ("0.0.0.0", "::") else host, port, timeout=_PATIENCE)
    try:
        connection.request("GET", "/api/state")
        answer = connection.getresponse()
        state = json.loads(answer.read(_LARGEST))
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return answer.status == 200 and isinstance(state, dict) and state.keys() >= OF_A_STATE


def _network(found: Whereabouts, simulate: bool) -> Finding:
    """A machine that is only simulated may well be in none."""
    air, number, name = found
    if air.is_own:
        says = Phrase("The box has a Wi-Fi of its own, and phones find it there at {number}.", number=number)
        return Finding("network", True, says)
    if number is None:
        says = told(air, None) if air.is_looked_after else _ALONE
        return Finding("network", simulate, says, None if simulate else cure(air) or _PLUG_IN)
    if name:
        return Finding("network", True, Phrase("Phones find it as {name}, or at {number}.", name=name, number=number))
    return Finding("network", True, Phrase("Phones find it at {number}.", number=number))


def _disk(data: Path, may_use: Callable[[Path], bool], free: Callable[[Path], int]) -> Iterator[Finding]:
    """Of a folder that will be made, the one in which it will be."""
    data = data.absolute()
    folder = next(path for path in (data, *data.parents) if os.access(path, os.F_OK))
    if is_read_only(folder):
        yield Finding(
            "folder",
            False,
            Phrase("{folder} is on a file system that is read-only.", folder=data),
            Phrase("Switch the device off and on; if that does not help, the SD card is worn out: replace it."),
        )
    elif not folder.is_dir() or not may_use(folder):
        yield Finding(
            "folder",
            False,
            Phrase("{folder} cannot be written.", folder=data),
            Phrase("Make {folder} a folder of this user, or name another with --data.", folder=folder),
        )
    else:
        yield Finding("folder", True, Phrase("Games are kept in {folder}.", folder=data))
    yield of_space(free(folder))


def of_space(free: int) -> Finding:
    if free >= 1_000_000_000:
        return Finding("disk", True, Phrase("{gigabytes} GB are free.", gigabytes=Rounded(free / 1e9, 1)))
    says = Phrase("{megabytes} MB are free.", megabytes=round(free / 1e6))
    if free < LEAST_SPACE:
        room = Phrase("Make room: {megabytes} MB should be free for games.", megabytes=LEAST_SPACE // 1_000_000)
        return Finding("disk", False, says, room)
    return Finding("disk", True, says)
