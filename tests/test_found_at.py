"""Where this machine is found: by number, and by the name that Avahi gives it."""

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from shutil import which

import pytest
from hang_guard import HANG_GUARD, eventually

from companion.found_at import ASK_AGAIN, LocalName, _numbers, name_at, own_number, page_at, with_port


@pytest.mark.parametrize(
    ("host", "port", "typed"),
    [("10.0.0.7", 80, "10.0.0.7"), ("box.local", None, "box.local"), ("[::1]", 8080, "[::1]:8080")],
)
def test_the_usual_port_goes_without_saying(host: str, port: int | None, typed: str) -> None:
    assert with_port(host, port) == typed
    assert page_at(host, port) == f"http://{typed}/"


class Avahi:
    """Answers as the real one was seen to."""

    def __init__(self, door: Path) -> None:
        self.door = str(door)
        self.answer = b"+ 2 0 veilingklok.local\n"
        self.asked: list[bytes] = []
        self.answers = threading.Event()
        """Else it lets others wait."""
        self.answers.set()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.bind(self.door)
        self._socket.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                asks, _ = self._socket.accept()
            except OSError:
                return
            with asks:
                self.asked.append(asks.recv(1024))
                self.answers.wait()
                asks.sendall(self.answer)

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def avahi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Avahi]:
    monkeypatch.setattr("companion.found_at._QUICK", HANG_GUARD)
    avahi = Avahi(tmp_path / "avahi")
    yield avahi
    avahi.close()


class TestByName:
    def test_as_avahi_calls_it(self, avahi: Avahi) -> None:
        assert name_at("10.42.0.1", avahi.door) == "veilingklok.local"
        assert avahi.asked == [b"RESOLVE-ADDRESS 10.42.0.1\n"]

    @pytest.mark.parametrize("answer", [b"-15 Timeout reached\n", b"\n", b"+\n", b"+ 2 0 evil.example\n", b"\xff\xfe"])
    def test_what_is_no_name_of_ours(self, avahi: Avahi, answer: bytes) -> None:
        avahi.answer = answer
        assert name_at("10.42.0.1", avahi.door) is None

    def test_a_machine_without_avahi(self, tmp_path: Path) -> None:
        assert name_at("10.42.0.1", str(tmp_path / "nobody")) is None

    def test_nobody_waits_for_it_and_it_is_believed_for_a_while(self, avahi: Avahi) -> None:
        now = [1000.0]
        name = LocalName(avahi.door, lambda: now[0])
        avahi.answers.clear()
        assert name.of("10.42.0.1") is None
        avahi.answers.set()
        eventually(lambda: name.of("10.42.0.1") == "veilingklok.local")
        avahi.answer = b"+ 2 0 veilingklok-2.local\n"
        assert name.of("10.42.0.1") == "veilingklok.local"
        assert len(avahi.asked) == 1
        now[0] += ASK_AGAIN
        eventually(lambda: name.of("10.42.0.1") == "veilingklok-2.local")

    def test_in_another_network_it_is_asked_anew(self, avahi: Avahi) -> None:
        name = LocalName(avahi.door)
        eventually(lambda: name.of("10.42.0.1"))
        avahi.answer = b"+ 2 0 veilingklok-2.local\n"
        assert name.of("192.168.1.7") in (None, "veilingklok-2.local")
        eventually(lambda: name.of("192.168.1.7"))
        assert avahi.asked[-1] == b"RESOLVE-ADDRESS 192.168.1.7\n"


class TestByNumber:
    def test_is_one_of_its_own(self) -> None:
        number = own_number()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
            assert number is None or number in _numbers(door)
        assert number is None or not ip_address(number).is_loopback

    @pytest.mark.parametrize(
        ("addresses", "number"),
        [([], "None"), (["10.42.0.1/24"], "10.42.0.1"), (["169.254.7.7/16", "192.168.1.7/24"], "192.168.1.7")],
    )
    def test_also_where_no_way_leads_out_as_in_our_own_wifi(self, addresses: list[str], number: str) -> None:
        if not (which("unshare") and which("ip")) or subprocess.run(["unshare", "-n", "true"], check=False).returncode:
            pytest.skip("a network of its own can be made by root only")
        asks = f"{sys.executable} -c 'from companion.found_at import own_number; print(own_number())'"
        commands = ["ip link set lo up", *(f"ip address add {one} dev lo" for one in addresses), asks]
        script = " && ".join(commands)
        told = subprocess.run(["unshare", "-n", "sh", "-c", script], capture_output=True, text=True, check=True)
        assert told.stdout.strip() == number
