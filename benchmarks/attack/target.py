"""The device that is attacked: `veilingklok device --simulate` as a process of its own, and phones that talk to it over
HTTP on loopback, each from an address of its own.
"""

import http.client
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec

HOST = "127.0.0.1"
PATIENCE = 20.0
"""Seconds for an answer."""
HOLD = 2.4
"""Seconds for which a button is held so that its seat's phone sits down."""
READING = 1.2
"""Seconds until the device takes a hold for an answer."""
QUICK = """
[clock]
profile = "even"
seconds_per_price = 0.2
speed = 2
get_ready = 1

[table]
language = "en"
"""
_JSON = "application/json"
_FORM = "application/x-www-form-urlencoded"


class Answer(NamedTuple):
    status: int
    body: bytes

    @property
    def told(self) -> Any:
        return msgspec.json.decode(self.body)


class Device:
    """Use it in a `with`. `program` is the command to attack; `prefix` is put before it."""

    def __init__(
        self, data: Path, program: tuple[str, ...] = (), prefix: tuple[str, ...] = (), settings: str = QUICK
    ) -> None:
        self._data = data
        file = data.with_name(f"{data.name}.toml")
        file.write_text(settings)
        command = program or (sys.executable, "-m", "companion")
        self._command = [
            *prefix,
            *command,
            "device",
            "--simulate",
            "--port",
            "0",
            "--data",
            str(data),
            "--settings",
            str(file),
        ]
        self._process: subprocess.Popen[str] | None = None
        self.port = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()

    def start(self) -> None:
        """Returns as soon as it serves its page."""
        self._process = subprocess.Popen(
            self._command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/panel", line):
                self.port = int(found[1])
                return
        raise SystemExit("The device did not start.")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """As a pulled plug: SIGKILL."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def finger(self, seat: int, *, down: bool) -> None:
        """On the button of a seat, or no longer."""
        Phone(self, HOST).post_json(f"/panel/button/{seat}", {"down": down})

    def press(self, seat: int, seconds: float) -> float:
        """Hold the button of a seat for so long. Returns for how many seconds it can have been down at most: it goes
        down and up over HTTP, which may take a while."""
        began = time.monotonic()
        self.finger(seat, down=True)
        time.sleep(seconds)
        self.finger(seat, down=False)
        return time.monotonic() - began


class Phone:
    """Keeps its cookie. One connection for each request."""

    def __init__(self, device: Device, address: str, cookie: str = "") -> None:
        self._device = device
        self.address = address
        self.cookie = cookie

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, None, {})

    def post_json(self, path: str, value: object) -> Answer:
        return self._ask("POST", path, msgspec.json.encode(value), {"Content-Type": _JSON})

    def post_form(self, path: str, form: str) -> Answer:
        return self._ask("POST", path, form.encode(), {"Content-Type": _FORM})

    def act(self, **request: object) -> Answer:
        return self.post_json("/api/actions", {"request": request})

    @property
    def state(self) -> Any:
        return self.get("/api/state").told

    def ask_for_seat(self, seat: int, *, takes_over: bool = False) -> Answer:
        return self.post_form("/sit/ask", f"seat={seat}&takes_over={'yes' if takes_over else ''}")

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        connection = http.client.HTTPConnection(
            HOST, self._device.port, timeout=PATIENCE, source_address=(self.address, 0)
        )
        wanted = {"Accept": _JSON, "Accept-Language": "en", **headers}
        if self.cookie:
            wanted["Cookie"] = self.cookie
        try:
            connection.request(method, path, body, wanted)
            response = connection.getresponse()
            if cookie := response.getheader("Set-Cookie"):
                self.cookie = cookie.partition(";")[0]
            return Answer(response.status, response.read())
        finally:
            connection.close()
