"""The doctor: looks at each part of the machine, says whether it is well, and if not, what to do about it.

All it reads of a machine lies under a root, so that any machine can be laid out in a folder and examined.
"""

import errno
import os
import platform
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from companion.settings import Settings
from companion.settings.fittings import DialFitting, DisplayFitting, Fittings
from hardware.errors import NotThere
from hardware.servo import HardwarePwm
from hardware.simulator import SimulatedWorks
from hardware.works import RealWorks

LEAST_SPACE = 200_000_000
"""Bytes: enough for years of games, and for the system to stay well."""
LEAST_SPEED = 400_000
"""Hertz of the I2C bus: below it the display cannot keep up with the clock."""

_PIP = f"{sys.executable} -m pip"
_CONFIG = "/boot/firmware/config.txt"
_DEVICES = {"lgpio": "gpiochip*", "rpigpio": "gpiomem*", "native": "gpiomem*"}
"""What each pin library opens in /dev."""
_MISSING = {
    "lgpio": f"{_PIP} install lgpio",
    "rpigpio": f"Set pins.factory to lgpio; or, on an old board: {_PIP} install RPi.GPIO",
    "native": "Set pins.factory to lgpio.",
}
_HOSTS = "Set page.host to 127.0.0.1 or 0.0.0.0."
_REFUSALS = {
    errno.EADDRINUSE: ("is taken.", "If Veilingklok runs already, all is well; else set page.port to another."),
    errno.EACCES: ("is not for this user.", "Set page.port to 1024 or more."),
}
"""Why a port may not be had, and what to do."""
_PWM_FUNCTIONS = {12: 4, 13: 4, 18: 2, 19: 2}
"""By line, as the overlay counts the functions of a pin."""


class Finding(NamedTuple):
    part: str
    is_good: bool
    says: str
    fix: str = ""
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


def _free(path: Path) -> int:
    return shutil.disk_usage(path).free


def examined(
    settings: Settings,
    data: Path,
    simulate: bool,
    root: Path = Path("/"),
    *,
    works: RealWorks | SimulatedWorks | None = None,
    may_use: Callable[[Path], bool] = _may_use,
    free: Callable[[Path], int] = _free,
) -> list[Finding]:
    """Everything that can be looked at before a game, the most basic first."""
    machine = _Machine(root, may_use)
    fittings = settings.fittings
    if simulate:
        device = _simulated(works or SimulatedWorks(fittings), fittings)
    else:
        device = _real(works or RealWorks(settings.values["pins"]["factory"]), fittings, machine)
    return [
        _settings(settings.file),
        _model(machine, simulate),
        _program(),
        *device,
        _time(machine),
        _page(settings.values["page"]["host"], settings.values["page"]["port"]),
        *_disk(data, may_use, free),
    ]


def _settings(file: Path | None) -> Finding:
    """Which file they are from; that they are good has been judged by whoever read them."""
    return Finding("settings", True, f"They are from {file}." if file else "There is no file: all defaults.")


def _model(machine: _Machine, simulate: bool) -> Finding:
    model = (machine.read("proc/device-tree/model") or b"").rstrip(b"\0").decode(errors="replace")
    if model.startswith("Raspberry Pi"):
        return Finding("machine", True, f"{model}.")
    says = f"No Raspberry Pi but {model}." if model else "No Raspberry Pi."
    if simulate:
        return Finding("machine", True, f"{says} It is simulated.")
    return Finding("machine", False, says, "Use --simulate on a machine without pins.")


def _program() -> Finding:
    return Finding("program", True, f"Veilingklok {version('veilingklok')} on Python {platform.python_version()}.")


def _simulated(works: RealWorks | SimulatedWorks, fittings: Fittings) -> Iterator[Finding]:
    works.pins()
    yield Finding("pins", True, "They are simulated.")
    if fittings.display:
        works.display(fittings.display)
        yield Finding("display", True, "It is simulated.")
    if fittings.dial:
        works.servo(fittings.dial)
        yield Finding("dial", True, "It is simulated.")


def _real(works: RealWorks | SimulatedWorks, fittings: Fittings, machine: _Machine) -> Iterator[Finding]:
    lines = _lines(_DEVICES.get(works.name, "gpiochip*"), machine)
    yield lines
    yield _pins(works, lines)
    if fittings.display:
        yield from _display(fittings.display, works, machine)
    else:
        yield Finding("display", True, "There is none: display.driver is none.")
    if fittings.dial and fittings.dial.kind == "pwm":
        yield _pwm(fittings.dial, machine)


# --- pins


def _lines(devices: str, machine: _Machine) -> Finding:
    found = sorted(path.name for path in (machine.root / "dev").glob(devices))
    if not found:
        return Finding("lines", False, f"There is no /dev/{devices}.", "Use --simulate on a machine without pins.")
    closed = [name for name in found if not machine.lets(f"dev/{name}")]
    if closed:
        return Finding("lines", False, f"No permission for /dev/{closed[0]}.", _join("gpio"))
    return Finding("lines", True, f"This user may use /dev/{', /dev/'.join(found)}.")


def _join(group: str) -> str:
    return f"sudo usermod -aG {group} $USER, then log out and in again."


def _pins(works: RealWorks | SimulatedWorks, lines: Finding) -> Finding:
    try:
        works.pins()
    except NotThere as error:
        fix = _MISSING.get(works.name, "") if lines.is_good else lines.fix
        return Finding("pins", False, str(error), fix)
    if works.warning:
        return Finding("pins", False, works.warning, "Set pins.factory to lgpio.")
    return Finding("pins", True, f"{works.name} drives them, with the kernel's stamps.")


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
        return Finding("bus", False, f"There is no /dev/{name}.", _switch_on(display))
    if not machine.lets(f"dev/{name}"):
        return Finding("bus", False, f"No permission for /dev/{name}.", _join(display.bus))
    return Finding("bus", True, f"/dev/{name} is there.")


def _switch_on(display: DisplayFitting) -> str:
    usual = 1 if display.bus == "i2c" else 0
    if display.port == usual:
        return f"sudo raspi-config nonint do_{display.bus} 0, then start again."
    return f"Switch that bus on in {_CONFIG}, or set display.port to {usual}."


def _speed(display: DisplayFitting, machine: _Machine) -> Finding:
    written = machine.read(f"sys/bus/i2c/devices/i2c-{display.port}/of_node/clock-frequency")
    hertz = int.from_bytes(written or b"", "big")
    if not hertz:
        return Finding("speed", True, "How fast the bus is, is not known.")
    milliseconds = 1000 * display.width * display.height / 8 * 9 / hertz  # a bit more for each byte
    says = f"The bus runs at {hertz // 1000} kHz: a picture takes {milliseconds:.0f} ms."
    if hertz < LEAST_SPEED:
        fix = f"Add dtparam=i2c_arm_baudrate={LEAST_SPEED} to {_CONFIG}, then start again."
        return Finding("speed", False, says, fix)
    return Finding("speed", True, says)


def _answer(display: DisplayFitting, works: RealWorks | SimulatedWorks) -> Finding:
    try:
        device = works.display(display)
        device.persist = True  # or it would be switched off when the doctor goes, under a clock that runs
        device.cleanup()
    except ImportError as error:
        return Finding("display", False, f"It cannot be used: {error}.", f"{_PIP} install {error.name}")
    except Exception as error:
        return Finding("display", False, f"It does not answer: {str(error).rstrip('.')}.", _look_at(display))
    where = f"at {display.address:#04x}" if display.bus == "i2c" else "as far as SPI can tell"
    return Finding("display", True, f"The {display.driver} answers {where}.")


def _look_at(display: DisplayFitting) -> str:
    if display.bus == "spi":
        return "Look at its wires: veilingklok wiring."
    other = 0x3D if display.address == 0x3C else 0x3C
    return f"Look at its wires (veilingklok wiring), or try display.address = {other:#04x}."


# --- dial


def _pwm(dial: DialFitting, machine: _Machine) -> Finding:
    assert dial.line is not None
    try:
        HardwarePwm(dial, machine.root / "sys/class/pwm").close()
    except NotThere as error:
        overlay = f"dtoverlay=pwm,pin={dial.line},func={_PWM_FUNCTIONS[dial.line]}"
        return Finding("dial", False, str(error), f"Add {overlay} to {_CONFIG}, then start again.")
    except OSError as error:
        return Finding("dial", False, f"Its PWM may not be used: {error.strerror}.", _join("gpio"))
    return Finding("dial", True, f"Line {dial.line} has hardware PWM.")


# --- what every machine has


def _time(machine: _Machine) -> Finding:
    written = machine.read("sys/devices/system/clocksource/clocksource0/current_clocksource")
    source = (written or b"").decode(errors="replace").strip()
    if source == "jiffies":
        says = "It is counted in jiffies, milliseconds long: margins are worth nothing."
        return Finding(
            "time", False, says, "Take clocksource=jiffies out of /boot/firmware/cmdline.txt, then start again."
        )
    return Finding("time", True, f"It is taken from {source}." if source else "Where it is taken from is not known.")


def _page(host: str, port: int) -> Finding:
    where = f"Port {port} of {host}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as door:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # one just left is free
            door.bind(address)
    except OSError as error:
        if error.errno in _REFUSALS:
            says, fix = _REFUSALS[error.errno]
            return Finding("page", False, f"{where} {says}", fix)
        return Finding("page", False, f"{host} is not this machine: {error.strerror}.", _HOSTS)
    except UnicodeError:
        return Finding("page", False, f"{host} is no name of a machine.", _HOSTS)
    return Finding("page", True, f"{where} is free.")


def _disk(data: Path, may_use: Callable[[Path], bool], free: Callable[[Path], int]) -> Iterator[Finding]:
    """Of a folder that will be made, the one in which it will be."""
    data = data.absolute()
    folder = next(path for path in (data, *data.parents) if os.access(path, os.F_OK))
    if not folder.is_dir() or not may_use(folder):
        yield Finding(
            "folder",
            False,
            f"{data} cannot be written.",
            f"Make {folder} a folder of this user, or name another with --data.",
        )
    else:
        yield Finding("folder", True, f"Games are kept in {data}.")
    yield of_space(free(folder))


def of_space(free: int) -> Finding:
    says = f"{free / 1e9:.1f} GB are free." if free >= 1e9 else f"{free / 1e6:.0f} MB are free."
    if free < LEAST_SPACE:
        return Finding("disk", False, says, f"Make room: {LEAST_SPACE / 1e6:.0f} MB should be free for games.")
    return Finding("disk", True, says)
