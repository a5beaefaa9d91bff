"""The machine's own line in /etc/hosts."""

import pytest
from installing.errors import Refused
from installing.host_name import checked, renamed


@pytest.mark.parametrize(
    ("hosts", "made"),
    [
        ("127.0.1.1\traspberrypi\n", "127.0.1.1\tveilingklok\n"),
        (
            "127.0.0.1 localhost\n127.0.1.1   raspberrypi  # me\n",
            "127.0.0.1 localhost\n127.0.1.1   veilingklok  # me\n",
        ),
        ("127.0.1.1 raspberrypi.lan raspberrypi\n", "127.0.1.1 raspberrypi.lan veilingklok\n"),
        ("127.0.1.1 another\n", "127.0.1.1 another veilingklok\n"),
        ("127.0.0.1 localhost\n", "127.0.0.1 localhost\n127.0.1.1\tveilingklok\n"),
        ("127.0.0.1 localhost", "127.0.0.1 localhost\n127.0.1.1\tveilingklok\n"),
        ("", "127.0.1.1\tveilingklok\n"),
    ],
)
def test_it_gets_the_other_name_and_all_else_stays(hosts: str, made: str) -> None:
    assert renamed(hosts, "raspberrypi", "veilingklok") == made


@pytest.mark.parametrize("name", ["Table 2", "-x", "x-", "a.b", "", "ä", "x" * 64, "Veilingklok"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="no name for a machine"):
        checked(name)


def test_a_name_may_have_a_number() -> None:
    assert checked("veilingklok-2") == "veilingklok-2"
