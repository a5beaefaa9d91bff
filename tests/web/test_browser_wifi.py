"""The page of the Wi-Fi in a browser: everybody can read and use it, with a script or without one."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from air import QUICK, a_world, an_airy_room, radio_of
from browsers import NEEDED, PHONE, SCREEN, PhoneShop, Served
from hang_guard import eventually
from playwright.sync_api import expect
from stand_in_nmcli import World
from test_browser_looks import faults
from tiers import long_only

from companion.found_at import LocalName
from web.address import keep_address
from web.server import Server

pytestmark = NEEDED
pytest_plugins = ("phone_shop",)

ODD = 'Caf\u00e9 "Z\u00fcrich": <b>2</b>'


class Named(LocalName):
    def of(self, number: str) -> str | None:
        return "veilingklok.local"


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return a_world(tmp_path / "world", monkeypatch)


@pytest.fixture
def airy(tmp_path: Path, world: World) -> Iterator[Served]:
    with an_airy_room(tmp_path, waits=QUICK._replace(grace=0.5)) as room:
        server = Server(room.app, "127.0.0.1", 0)
        keep_address(room.app, lambda: "http://192.168.178.23:80/", Named())
        try:
            yield Served(room, server.address.rstrip("/"), server.port)
        finally:
            server.close()


@pytest.fixture
def phone(airy: Served, shop: PhoneShop) -> PhoneShop:
    return partial(shop, airy.address)


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "de-DE"), pytest.param(SCREEN, "en", marks=long_only)], ids=["phone", "screen"]
)
def test_it_can_be_seen_and_used_by_everybody(
    airy: Served, phone: PhoneShop, size: tuple[int, int], language: str
) -> None:
    anna = phone(size=size, language=language).sits(airy.room, 0).goes("/wifi")
    expect(anna.page.locator(".networks .name")).to_have_count(4)
    found = faults(anna)
    radio_of(airy.room).put_up()
    eventually(lambda: radio_of(airy.room).up and radio_of(airy.room).news.joining is None)
    found += faults(anna.goes("/wifi"))
    found += faults(phone(size=size, language=language).goes("/wifi"))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("script", [True, False])
def test_a_network_is_joined_and_the_page_says_so(airy: Served, phone: PhoneShop, world: World, script: bool) -> None:
    radio_of(airy.room).look_around()
    eventually(lambda: radio_of(airy.room).news.networks)
    anna = phone().sits(airy.room, 0)
    if not script:
        anna.context.new_cdp_session(anna.page).send("Emulation.setScriptExecutionDisabled", {"value": True})
    anna.goes("/wifi")
    anna.touch(anna.page.locator("summary").filter(has_text=ODD))
    anna.page.get_by_label("Password").first.fill("graftgracht")
    expect(anna.page.get_by_text(f"Put it into {ODD} as well, then open veilingklok.local .")).to_be_visible()
    anna.touch(anna.button(f"Join {ODD}"))
    eventually(lambda: world.joined == ODD)
    eventually(lambda: radio_of(airy.room).news.joining is None)
    if not script:
        anna.goes("/wifi")
    expect(anna.page.locator(".state")).to_have_text(f"The box is in the Wi-Fi {ODD}.")


def test_a_wrong_password_is_told_on_the_page_as_soon_as_it_is_known(airy: Served, phone: PhoneShop) -> None:
    anna = phone().sits(airy.room, 0).goes("/wifi")
    expect(anna.page.locator(".networks .name")).to_have_count(4)  # after that nothing moves under the finger
    anna.touch(anna.page.locator("summary").filter(has_text="Another network"))
    anna.page.get_by_label("Its name", exact=True).fill("Nowhere")
    anna.touch(anna.button("Join it"))
    expect(anna.page.locator(".said")).to_have_text("Nowhere does not answer.")


def test_what_is_being_typed_stays_where_it_is_when_another_network_comes_in_sight(
    airy: Served, phone: PhoneShop, world: World
) -> None:
    anna = phone().sits(airy.room, 0).goes("/wifi")
    world.has("Attic", "secret12345", signal=99)
    anna.touch(anna.page.locator("summary").filter(has_text=ODD))
    password = anna.page.locator(f"form[data-about='{ODD}'] [name=password]")
    password.fill("graftgr")
    radio_of(airy.room)._see_networks()
    expect(anna.page.locator(".networks .name")).to_have_count(5)
    expect(password).to_be_visible()
    expect(password).to_have_value("graftgr")
    expect(anna.page.locator("form[data-about='Attic'] [name=password]")).to_have_value("")
