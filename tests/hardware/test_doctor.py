"""The doctor: other machines are laid out in a folder, and it says of each what is wrong and how to put it right."""

import json
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import msgspec
import pytest
from click.testing import CliRunner
from gpiozero.pins.mock import MockFactory
from luma.core.device import dummy
from luma.core.error import DeviceNotFoundError

from companion.caretaker import LEAST_SPACE
from companion.cli import main
from companion.settings import Settings, settings_from
from companion.settings.fittings import DisplayFitting
from companion.wifi import Air
from hardware.doctor import OF_A_STATE, Finding, Whereabouts, examined, of_space
from hardware.errors import NotThere
from hardware.works import RealWorks
from web.state import State

CLOCK_SOURCE = "sys/devices/system/clocksource/clocksource0/current_clocksource"
I2C_SPEED = "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency"
CONFIG = "/boot/firmware/config.txt"


class Bench(RealWorks):
    """The works of a Pi on a bench: pins that open, and a display that answers unless something is wrong with it."""

    def __init__(self, factory: str = "lgpio", *, no_pins: str = "", display: Exception | None = None) -> None:
        super().__init__(factory)
        self.no_pins = no_pins
        self.trouble = display
        self.shown: list[dummy] = []

    def pins(self) -> Any:
        if self.no_pins:
            raise NotThere("{why}", why=self.no_pins)
        return MockFactory()

    def display(self, fitting: DisplayFitting) -> Any:
        if self.trouble:
            raise self.trouble
        self.shown.append(dummy(fitting.width, fitting.height))
        return self.shown[-1]


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """A Pi 4 with which all is well."""
    root = tmp_path / "pi"
    lay(root, "proc/device-tree/model", b"Raspberry Pi 4 Model B Rev 1.4\0")
    lay(root, "dev/gpiochip0")
    lay(root, "dev/i2c-1")
    lay(root, I2C_SPEED, (400_000).to_bytes(4, "big"))
    lay(root, CLOCK_SOURCE, b"arch_sys_counter\n")
    return root


def lay(root: Path, file: str, content: bytes = b"") -> None:
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    (root / file).write_bytes(content)


@pytest.fixture
def port() -> Iterator[int]:
    """One that is free, and given to nobody else meanwhile; whoever names it can have it."""
    with socket.socket() as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(("127.0.0.1", 0))
        yield int(door.getsockname()[1])


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))  # and nobody listens there
        yield int(door.getsockname()[1])


@contextmanager
def answering(body: bytes, status: int = 200) -> Iterator[int]:
    """Somebody who says the same to whatever is asked."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, args=(0.02,)).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()


def chosen(port: int, **sections: dict[str, Any]) -> Settings:
    return settings_from({"page": {"host": "127.0.0.1", "port": port}} | sections)


AT_HOME = Whereabouts(Air(is_looked_after=True, wireless="wlan0", joined="Home"), "192.168.1.7", "veilingklok.local")


class Told(NamedTuple):
    """A finding in English."""

    part: str
    is_good: bool
    says: str
    fix: str = ""


def told(finding: Finding) -> Told:
    return Told(finding.part, finding.is_good, str(finding.says), str(finding.fix or ""))


def found(pi: Path, settings: Settings, works: RealWorks | None = None, **others: Any) -> dict[str, Told]:
    others = {"whereabouts": lambda _name: AT_HOME} | others
    findings = examined(settings, pi / "games", False, pi, works=works or Bench(), **others)
    return {finding.part: told(finding) for finding in findings}


def complaints(findings: dict[str, Told]) -> list[str]:
    return [part for part, finding in findings.items() if not finding.is_good]


def pip(lock: str) -> str:
    """What fetches by the hashes of a lock."""
    return f"{sys.executable} -m pip install --require-hashes --no-build-isolation -r requirements/{lock}.lock"


def by_the_lock(lock: str) -> str:
    return f"In the folder of Veilingklok: {pip(lock)}, then start again."


# --- a Pi that is well


def test_nothing_is_wrong_with_a_pi_that_is_well(pi: Path, port: int) -> None:
    findings = found(pi, chosen(port))
    assert complaints(findings) == []
    assert not any(finding.fix for finding in findings.values())
    assert findings["machine"].says == "Raspberry Pi 4 Model B Rev 1.4."
    assert findings["pins"].says == "lgpio drives them, with the kernel's stamps."
    assert findings["lines"].says == "This user may use /dev/gpiochip0."
    assert findings["bus"].says == "/dev/i2c-1 is there."
    assert findings["speed"].says == "The bus runs at 400 kHz: a picture takes 23 ms."
    assert findings["display"].says == "The ssd1306 answers at 0x3c."
    assert findings["time"].says == "It is taken from arch_sys_counter."
    assert findings["page"].says == f"Port {port} of 127.0.0.1 is free."


def test_program_and_python_are_named_with_their_versions(pi: Path, port: int) -> None:
    python = ".".join(map(str, sys.version_info[:3]))
    assert found(pi, chosen(port))["program"].says.endswith(f"on Python {python}.")


def test_the_display_stays_on_when_the_doctor_goes(pi: Path, port: int) -> None:
    """luma switches off what it has opened, and a clock that runs would stay dark."""
    bench = Bench()
    found(pi, chosen(port), bench)
    assert [device.persist for device in bench.shown] == [True]


# --- the machine and its pins


def test_a_machine_that_is_no_pi_is_told_to_simulate(tmp_path: Path, port: int) -> None:
    findings = found(tmp_path, chosen(port), Bench(no_pins="There are no pins."))
    assert complaints(findings) == ["machine"]
    assert (findings["machine"].says, findings["machine"].fix) == (
        "No Raspberry Pi.",
        "Use --simulate on a machine without pins.",
    )


def test_a_pi_without_lines_is_told_so_once(pi: Path, port: int) -> None:
    (pi / "dev/gpiochip0").unlink()
    findings = found(pi, chosen(port), Bench(no_pins="There are no pins."))
    assert complaints(findings) == ["lines", "pins"]
    assert findings["lines"].says == "There is no /dev/gpiochip*."
    assert findings["pins"].fix == ""


def test_on_a_box_the_installer_puts_the_system_right(pi: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", "/opt/veilingklok/1.0-python3.11-0badcafe/.venv")
    lay(pi, I2C_SPEED, (100_000).to_bytes(4, "big"))
    settings = chosen(port, dial={"kind": "pwm"})
    findings = found(pi, settings, Bench(no_pins="no"), may_use=lambda path: path.name != "i2c-1")
    findings |= {"speed": found(pi, settings)["speed"]}
    for part in ("pins", "bus", "speed", "dial"):
        assert findings[part].fix == "In the folder of Veilingklok: sudo systemd/install, then start again."


def test_another_board_is_called_by_its_name(pi: Path, port: int) -> None:
    lay(pi, "proc/device-tree/model", b"Banana Pro\0")
    assert found(pi, chosen(port))["machine"].says == "No Raspberry Pi but Banana Pro."


def test_who_may_not_use_the_lines_is_told_the_group(pi: Path, port: int) -> None:
    findings = found(pi, chosen(port), may_use=lambda path: not path.name.startswith("gpiochip"))
    assert complaints(findings) == ["lines"]
    assert findings["lines"].says == "No permission for /dev/gpiochip0."
    assert findings["lines"].fix == "sudo usermod -aG gpio $USER, then log out and in again."


def test_a_pin_library_that_is_missing_is_to_be_installed(pi: Path, port: int) -> None:
    findings = found(pi, chosen(port), Bench(no_pins="The pin library lgpio cannot be used."))
    assert complaints(findings) == ["pins"]
    assert findings["pins"].says == "The pin library lgpio cannot be used."
    assert findings["pins"].fix == by_the_lock("program")


def test_s9_pins_of_an_old_board_are_fetched_with_the_hashes_of_the_lock(pi: Path, port: int) -> None:
    lay(pi, "dev/gpiomem")
    findings = found(pi, chosen(port), Bench("rpigpio", no_pins="The pin library RPi.GPIO cannot be used."))
    how = "Set pins.factory to lgpio; or, on an old board, in the folder of Veilingklok: "
    assert findings["pins"].fix == how + pip("rpigpio")


@pytest.mark.parametrize("factory", ["lgpio", "rpigpio", "native"])
def test_s9_on_a_box_root_is_not_told_to_fetch_anything(
    pi: Path, port: int, monkeypatch: pytest.MonkeyPatch, factory: str
) -> None:
    monkeypatch.setattr(sys, "prefix", "/opt/veilingklok/1.0-python3.11-0badcafe/.venv")
    for device in ("gpiomem", "spidev0.0"):
        lay(pi, f"dev/{device}")
    settings = chosen(port, display={"bus": "spi", "port": 0})
    absent = ImportError("No module named 'spidev'", name="spidev")
    fixes = [found(pi, settings, Bench(factory, no_pins="no"))["pins"].fix]
    fixes.append(found(pi, settings, Bench(factory, display=absent))["display"].fix)
    assert fixes[1] == "In the folder of Veilingklok: sudo systemd/install, then start again."
    assert fixes[0] == (fixes[1] if factory == "lgpio" else "Set pins.factory to lgpio.")


def test_a_pin_library_without_stamps_is_a_complaint(pi: Path, port: int) -> None:
    lay(pi, "dev/gpiomem")
    findings = found(pi, chosen(port), Bench("rpigpio"))
    assert findings["lines"].says == "This user may use /dev/gpiomem."
    assert complaints(findings) == ["pins"]
    assert "rpigpio has no stamps of the kernel" in findings["pins"].says
    assert findings["pins"].fix == "Set pins.factory to lgpio."


def test_the_real_pin_library_is_tried_where_no_other_works_are_given(pi: Path, port: int) -> None:
    settings = chosen(port, pins={"factory": "rpigpio"}, display={"driver": "none"})
    findings = {finding.part: finding for finding in examined(settings, pi, False, pi)}
    assert not findings["pins"].is_good


# --- the display


def test_a_slow_bus_is_told_how_to_be_fast(pi: Path, port: int) -> None:
    lay(pi, I2C_SPEED, (100_000).to_bytes(4, "big"))
    findings = found(pi, chosen(port))
    assert complaints(findings) == ["speed"]
    assert findings["speed"].says == "The bus runs at 100 kHz: a picture takes 92 ms."
    assert findings["speed"].fix == f"Add dtparam=i2c_arm_baudrate=400000 to {CONFIG}, then start again."


def test_a_speed_that_is_not_known_is_said_and_no_complaint(pi: Path, port: int) -> None:
    (pi / I2C_SPEED).unlink()
    assert found(pi, chosen(port))["speed"] == Told("speed", True, "How fast the bus is, is not known.")


def test_without_the_bus_the_display_is_not_asked(pi: Path, port: int) -> None:
    (pi / "dev/i2c-1").unlink()
    bench = Bench()
    findings = found(pi, chosen(port), bench)
    assert complaints(findings) == ["bus"]
    assert findings["bus"].says == "There is no /dev/i2c-1."
    assert findings["bus"].fix == "sudo raspi-config nonint do_i2c 0, then start again."
    assert not bench.shown
    assert not {"speed", "display"} & set(findings)


def test_of_a_bus_that_is_not_the_usual_one_its_number_is_doubted(pi: Path, port: int) -> None:
    assert found(pi, chosen(port, display={"port": 3}))["bus"].fix.endswith("or set display.port to 1.")


def test_who_may_not_use_the_bus_is_told_the_group(pi: Path, port: int) -> None:
    findings = found(pi, chosen(port), may_use=lambda path: path.name != "i2c-1")
    assert complaints(findings) == ["bus"]
    assert findings["bus"].says == "No permission for /dev/i2c-1."
    assert "usermod -aG i2c" in findings["bus"].fix


@pytest.mark.parametrize(("address", "other"), [(0x3C, "0x3d"), (0x3D, "0x3c")])
def test_a_display_that_does_not_answer_is_told_with_the_other_address(
    pi: Path, port: int, address: int, other: str
) -> None:
    deaf = Bench(display=DeviceNotFoundError(f"I2C device not found on address: {address:#04x}"))
    findings = found(pi, chosen(port, display={"address": address}), deaf)
    assert complaints(findings) == ["display"]
    assert findings["display"].says == f"It does not answer: I2C device not found on address: {address:#04x}."
    assert findings["display"].fix.endswith(f"or set display.address to {other}.")


def test_a_display_on_spi_needs_its_device_and_its_library(pi: Path, port: int) -> None:
    settings = chosen(port, display={"bus": "spi", "port": 0})
    findings = found(pi, settings)
    assert (findings["bus"].says, findings["bus"].fix) == (
        "There is no /dev/spidev0.0.",
        "sudo raspi-config nonint do_spi 0, then start again.",
    )
    lay(pi, "dev/spidev0.0")
    assert complaints(found(pi, settings)) == []
    assert "speed" not in found(pi, settings)
    findings = found(pi, settings, Bench(display=ImportError("No module named 'spidev'", name="spidev")))
    assert findings["display"].says == "It cannot be used: No module named 'spidev'."
    assert findings["display"].fix == by_the_lock("spi")
    findings = found(pi, settings, Bench(display=DeviceNotFoundError("SPI device not found")))
    assert findings["display"].fix == "Look at its wires: veilingklok wiring."


def test_no_display_is_no_complaint(pi: Path, port: int) -> None:
    findings = found(pi, chosen(port, display={"driver": "none"}))
    assert findings["display"] == Told("display", True, "There is none: display.driver is none.")
    assert "bus" not in findings


# --- the dial


def test_a_dial_by_pwm_needs_the_overlay_for_its_line(pi: Path, port: int) -> None:
    findings = found(pi, chosen(port, dial={"kind": "pwm", "line": 12}))
    assert complaints(findings) == ["dial"]
    assert findings["dial"].fix == f"Add dtoverlay=pwm,pin=12,func=4 to {CONFIG}, then start again."


def test_a_dial_by_pwm_is_well_where_the_chip_is(pi: Path, port: int) -> None:
    chip = pi / "sys/class/pwm/pwmchip0"
    for name in ("period", "duty_cycle", "enable"):
        lay(chip, f"pwm0/{name}")
    (pi / "fe20c000.pwm").mkdir()
    (chip / "device").symlink_to(pi / "fe20c000.pwm")
    assert found(pi, chosen(port, dial={"kind": "pwm"}))["dial"].says == "Line 18 has hardware PWM."


def test_a_pwm_that_cannot_be_written_is_a_complaint(pi: Path, port: int) -> None:
    chip = pi / "sys/class/pwm/pwmchip0"
    (chip / "export").mkdir(parents=True)
    (pi / "fe20c000.pwm").mkdir()
    (chip / "device").symlink_to(pi / "fe20c000.pwm")
    assert found(pi, chosen(port, dial={"kind": "pwm"}))["dial"].says == "Its PWM may not be used: Is a directory."


@pytest.mark.parametrize("kind", ["none", "lgpio"])
def test_no_other_dial_needs_pwm(pi: Path, port: int, kind: str) -> None:
    assert "dial" not in found(pi, chosen(port, dial={"kind": kind}))


# --- time, page and disk


def test_time_in_jiffies_is_a_complaint(pi: Path, port: int) -> None:
    lay(pi, CLOCK_SOURCE, b"jiffies\n")
    findings = found(pi, chosen(port))
    assert complaints(findings) == ["time"]
    assert "clocksource=jiffies" in findings["time"].fix


def test_where_time_is_from_may_be_unknown(pi: Path, port: int) -> None:
    (pi / CLOCK_SOURCE).unlink()
    assert found(pi, chosen(port))["time"] == Told("time", True, "Where it is taken from is not known.")


def test_a_port_that_is_taken_is_said(pi: Path, taken: int) -> None:
    findings = found(pi, chosen(taken))
    assert complaints(findings) == ["page"]
    assert findings["page"].says == f"Port {taken} of 127.0.0.1 is taken."
    assert "If Veilingklok runs already" in findings["page"].fix


STATE = json.dumps(dict.fromkeys(State.__struct_fields__)).encode()


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost"])
def test_a_port_at_which_veilingklok_answers_is_well(pi: Path, host: str) -> None:
    with answering(STATE) as port:
        findings = found(pi, settings_from({"page": {"host": host, "port": port}}))
    assert findings["page"] == Told("page", True, f"Veilingklok answers at port {port}.")


def test_it_is_known_by_what_every_state_has() -> None:
    assert set(State.__struct_fields__) >= OF_A_STATE


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"", 200), (b"<p>It works!", 200), (b"\xff", 200), (b'["evening"]', 200), (b'{"evening": 1}', 200), (STATE, 404)],
)
def test_anybody_else_at_the_port_is_in_the_way(pi: Path, body: bytes, status: int) -> None:
    with answering(body, status) as port:
        findings = found(pi, chosen(port))
    assert findings["page"].says == f"Port {port} of 127.0.0.1 is taken."


def test_whoever_says_nothing_at_the_port_is_not_waited_for(pi: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        assert complaints(found(pi, chosen(port))) == ["page"]


@pytest.mark.parametrize("host", ["192.0.2.1", "x" * 70])
def test_a_host_that_is_not_this_machine_is_said(pi: Path, port: int, host: str) -> None:
    findings = found(pi, settings_from({"page": {"host": host, "port": port}}))
    assert complaints(findings) == ["page"]
    assert findings["page"].says.startswith(f"{host} is no")
    assert findings["page"].fix == "Set page.host to 127.0.0.1 or 0.0.0.0."


def test_a_disk_that_is_full_is_said(pi: Path, port: int) -> None:
    findings = found(pi, chosen(port), free=lambda _path: 12_000_000)
    assert complaints(findings) == ["disk"]
    assert findings["disk"].says == "12 MB are free."
    assert findings["disk"].fix == "Make room: 200 MB should be free for games."


def test_space_is_enough_from_200_megabytes_on() -> None:
    assert LEAST_SPACE == 200_000_000
    assert not of_space(LEAST_SPACE - 1).is_good
    assert told(of_space(LEAST_SPACE)) == Told("disk", True, "200 MB are free.")
    assert told(of_space(3_210_000_000)).says == "3.2 GB are free."


def test_space_is_measured_where_the_folder_will_be(pi: Path, port: int) -> None:
    asked: list[Path] = []

    def free(path: Path) -> int:
        asked.append(path)
        return LEAST_SPACE

    found(pi, chosen(port), free=free)
    (pi / "games").mkdir()
    found(pi, chosen(port), free=free)
    assert asked == [pi, pi / "games"]


def test_a_folder_that_cannot_be_written_is_said(pi: Path, port: int) -> None:
    findings = found(pi, chosen(port), may_use=lambda path: path != pi)
    assert complaints(findings) == ["folder"]
    assert findings["folder"].says == f"{pi / 'games'} cannot be written."
    assert "--data" in findings["folder"].fix


def test_a_folder_inside_a_file_is_said(pi: Path, port: int) -> None:
    (pi / "games").touch()
    findings = examined(chosen(port), pi / "games" / "mine", False, pi, works=Bench())
    assert [finding.part for finding in findings if not finding.is_good] == ["folder"]


# --- the settings, and the command


def test_which_settings_are_in_use_is_said(pi: Path, port: int) -> None:
    assert found(pi, chosen(port))["settings"].says == "There is no file: all defaults."
    mine = msgspec.structs.replace(chosen(port), file=Path("mine.toml"))
    assert found(pi, mine)["settings"].says == "They are from mine.toml."


def doctor(folder: Path, port: int, *options: str, extra: str = "", charset: str = "utf-8") -> Any:
    file = folder / "mine.toml"
    file.write_text(f'[page]\nhost = "127.0.0.1"\nport = {port}\n{extra}')
    command = ["doctor", "--simulate", "--data", str(folder), "--settings", str(file), *options]
    return CliRunner(charset=charset).invoke(main, command)


def test_a_simulated_device_is_well_and_says_what_is_simulated(tmp_path: Path, port: int) -> None:
    result = doctor(tmp_path, port, extra='[dial]\nkind = "pwm"\n')
    *findings, last = result.stdout.splitlines()
    assert (result.exit_code, last) == (0, "All is well.")
    assert all(line.startswith("✓ ") for line in findings)
    assert f"✓ settings  They are from {tmp_path / 'mine.toml'}." in findings
    simulated = [line.split()[1] for line in findings if line.endswith(" simulated.")]
    assert [part for part in simulated if part != "machine"] == ["pins", "display", "dial"]


def test_what_is_not_built_is_not_simulated_either(tmp_path: Path, port: int) -> None:
    findings = examined(chosen(port, display={"driver": "none"}), tmp_path, True, tmp_path)
    assert all(finding.is_good for finding in findings)
    assert not {"display", "dial"} & {finding.part for finding in findings}


def test_what_is_wrong_has_a_cross_and_the_way_out_on_the_next_line(tmp_path: Path, taken: int) -> None:
    result = doctor(tmp_path, taken)
    lines = result.stdout.splitlines()
    assert (result.exit_code, lines[-1]) == (1, "1 thing is to be put right.")
    (place,) = [place for place, line in enumerate(lines) if line.startswith("✗ ")]
    assert lines[place] == f"✗ page      Port {taken} of 127.0.0.1 is taken."
    assert lines[place + 1].startswith("    If Veilingklok runs already")


def test_a_terminal_without_ticks_gets_letters(tmp_path: Path, taken: int) -> None:
    result = doctor(tmp_path, taken, charset="latin-1")
    assert "ok program" in result.stdout
    assert "!! page" in result.stdout


def test_the_findings_as_json(tmp_path: Path, taken: int) -> None:
    result = doctor(tmp_path, taken, "--json")
    told = {finding["part"]: finding for finding in json.loads(result.stdout)}
    assert result.exit_code == 1
    assert (told["page"]["is_good"], told["disk"]["is_good"]) == (False, True)
    assert told["page"]["fix"]


def test_without_a_pi_the_doctor_counts_what_is_wrong(tmp_path: Path, taken: int) -> None:
    """On whatever machine this is: at least the page's port is taken."""
    file = tmp_path / "mine.toml"
    file.write_text(f'[page]\nport = {taken}\n[pins]\nfactory = "rpigpio"\n[display]\ndriver = "none"\n')
    result = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path), "--settings", str(file)])
    crosses = [line for line in result.stdout.splitlines() if line.startswith("✗ ")]
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == f"{len(crosses)} things are to be put right."


def test_bad_settings_are_one_sentence(tmp_path: Path, port: int) -> None:
    result = doctor(tmp_path, port, extra="[clock]\nspeed = 3\n")
    assert result.exit_code == 1
    assert result.stderr == f"Error: {tmp_path / 'mine.toml'}: clock.speed must be a number from 0.5 to 2, not 3.\n"


# --- network

ALONE = Air(is_looked_after=True, wireless="wlan0")


@pytest.mark.parametrize(
    ("where", "says"),
    [
        (AT_HOME, "Phones find it as veilingklok.local, or at 192.168.1.7."),
        (AT_HOME._replace(name=None), "Phones find it at 192.168.1.7."),
        (Whereabouts(Air(), "192.168.1.7", None), "Phones find it at 192.168.1.7."),
        (
            Whereabouts(ALONE._replace(is_own=True), "10.42.0.1", None),
            "The box has a Wi-Fi of its own, and phones find it there at 10.42.0.1.",
        ),
    ],
)
def test_how_phones_find_it(pi: Path, port: int, where: Whereabouts, says: str) -> None:
    findings = found(pi, chosen(port), whereabouts=lambda _name: where)
    assert findings["network"] == Told("network", True, says)


@pytest.mark.parametrize(
    ("air", "says", "fix"),
    [
        (Air(), "It is in no network.", "Plug in a cable."),
        (ALONE._replace(wireless=None), "The box is in no network, and there is no Wi-Fi here.", "Plug in a cable"),
        (ALONE, "The box is in no network.", "sudo veilingklok wifi join NAME"),
        (ALONE._replace(is_blocked=True), "Wi-Fi is switched off.", "sudo raspi-config nonint do_wifi_country NL"),
    ],
)
def test_a_machine_that_no_phone_finds(pi: Path, port: int, air: Air, says: str, fix: str) -> None:
    findings = found(pi, chosen(port), whereabouts=lambda _name: Whereabouts(air, None, None))
    assert complaints(findings) == ["network"]
    assert findings["network"].says.endswith(says)
    assert fix in findings["network"].fix


def test_a_simulated_one_need_not_be_found(tmp_path: Path, port: int) -> None:
    nowhere = Whereabouts(Air(), None, None)
    findings = [told(one) for one in examined(chosen(port), tmp_path, True, whereabouts=lambda _name: nowhere)]
    assert Told("network", True, "It is in no network.") in findings


def test_this_machine_is_looked_at_as_it_is(pi: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(pi))
    findings = {one.part: told(one) for one in examined(chosen(port), pi / "games", True)}
    assert findings["network"].is_good
