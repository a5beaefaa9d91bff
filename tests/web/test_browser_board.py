"""The board taught to the device on a phone: by taps and keys alone, until it is the one on the table."""

from pathlib import Path

from browsers import NEEDED, REFUSED, SCREEN, Phone, PhoneShop, Served
from playing import on_table
from playwright.sync_api import Locator, Request, Route, expect

from companion.games.merchants.board import BoardData, default_board
from companion.games.merchants.mistakes import read_board

pytestmark = NEEDED
pytest_plugins = ("phone_shop",)

ANOTHER = (Path(__file__).parent / "another_board.toml").read_bytes()
"""Written by hand; the default board with changes of every kind."""


class Owner:
    """Somebody with a phone in one hand and the cardboard before them."""

    def __init__(self, phone: Phone, served: Served) -> None:
        self.phone, self.page, self.served = phone, phone.page, served

    @property
    def data(self) -> BoardData:
        """As the device keeps it."""
        return self.served.room.house.boards[1].data

    def makes_a_board(self, name: str) -> None:
        self.phone.goes("/settings")
        self.phone.touch(self.phone.link("Boards"))
        self.phone.page.get_by_label("Its name", exact=True).fill(name)
        self.taps(self.phone.button("Make it"))
        expect(self.phone.heading(f"{name}")).to_be_visible()

    def taps(self, target: Locator) -> None:
        self.phone.touch(target)

    def opens(self, part: str) -> None:
        """From the checklist."""
        if not self.page.url.endswith("/board/1"):
            self.taps(self.page.locator(".kind a").first)
        self.taps(self.page.locator(".checklist a", has_text=part))
        expect(self.phone.heading(part)).to_be_focused()

    def finds(self, words: str) -> None:
        expect(self.page.get_by_role("heading", name=words, exact=True)).to_be_visible()

    def on_drawing(self, label: str) -> Locator:
        """What is tapped there, by its words."""
        return self.page.locator("svg.workbench").get_by_label(label, exact=True)

    def places_by_keys(self, x: int, y: int) -> None:
        self.page.get_by_label("From the left").fill(str(x))
        self.page.get_by_label("From the top").fill(str(y))
        self.page.get_by_label("From the top").press("Enter")

    def taps_drawing_at(self, x: float, y: float) -> None:
        """A place of the board, wherever it is on the glass."""
        drawing = self.page.locator("svg.workbench")
        drawing.scroll_into_view_if_needed()
        left, top = drawing.evaluate(
            "(svg, [x, y]) => { const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());"
            " return [at.x, at.y]; }",
            [x, y],
        )
        self.page.touchscreen.tap(left, top)


def test_another_board_is_entered_by_taps_and_keys_saved_exported_and_played_on(
    served: Served, phone: PhoneShop
) -> None:
    room = served.room
    owner = Owner(phone().sits(room, 0), served)
    room.begins()
    owner.makes_a_board("Attic")
    _change_offices(owner)
    _change_city(owner)
    _change_years(owner)
    _change_the_rest(owner)
    assert owner.data == read_board(ANOTHER).data
    owner.taps(owner.phone.button("Save"))
    expect(owner.page.locator(".notice.good")).to_contain_text("a game that is under way keeps its own")
    owner.taps(owner.phone.link("Attic"))
    with owner.page.expect_download() as download:
        owner.taps(owner.phone.link("Export as a file"))
    assert download.value.suggested_filename == "Attic.toml"
    assert Path(download.value.path()).read_bytes() == ANOTHER
    assert on_table(room).look.now.state.setup.board.data == default_board().data  # begun before
    room.house.leave()
    owner.phone.goes("/new")
    expect(owner.page.locator("[name=board]")).to_have_value("1")
    owner.taps(owner.phone.button("Begin the game"))
    expect(owner.page.locator("#part-merchants")).to_be_visible()
    assert on_table(room).look.now.state.setup.board.data == read_board(ANOTHER).data
    begun_on = [game.opening.setup().board.data for game in room.journal.games()]
    assert begun_on == [default_board().data, owner.data]


def _change_offices(owner: Owner) -> None:
    owner.opens("Americas")
    owner.taps(owner.on_drawing("am4: Gemstones"))
    owner.finds("am4: Gemstones")
    owner.taps(owner.phone.button("Spice"))
    owner.finds("am4: Spice")
    owner.taps(owner.on_drawing("am9: Spice"))
    owner.finds("am9: Spice")
    owner.taps(owner.phone.link("Move it"))
    owner.places_by_keys(230, 470)
    owner.finds("am9: Spice")
    owner.opens("Africa")
    owner.taps(owner.phone.link("Another office"))
    expect(owner.page.get_by_text("Tap where the new office is.")).to_be_visible()
    owner.taps_drawing_at(604, 597)
    owner.finds("af10: Sugar")
    owner.taps(owner.phone.button("Silk"))
    owner.finds("af10: Silk")
    owner.taps(owner.phone.link("Move it"))
    owner.places_by_keys(600, 600)
    owner.finds("af10: Silk")
    owner.taps(owner.phone.button("All of this is as on my board"))
    expect(owner.page.get_by_text("Everything here has been seen.")).to_be_visible()
    owner.opens("Far East")
    owner.taps(owner.on_drawing("fe9: Spice"))
    owner.taps(owner.phone.button("Remove fe9"))
    expect(owner.on_drawing("fe9: Spice")).to_have_count(0)


def _change_city(owner: Owner) -> None:
    owner.opens("Lastage")
    owner.taps(owner.on_drawing("A plot in column 3, row 0"))
    expect(owner.on_drawing("Remove plot la10")).to_be_visible()
    owner.taps(owner.on_drawing("Remove plot la9"))
    expect(owner.on_drawing("A plot in column 2, row 2")).to_be_visible()
    owner.opens("Grachten")
    owner.taps(owner.on_drawing("Remove plot gr8"))
    expect(owner.on_drawing("Remove plot gr8")).to_have_count(0)
    owner.opens("Bridges")
    owner.taps(owner.on_drawing("A bridge from nz8"))
    owner.taps(owner.on_drawing("A bridge from nz8 to oz6"))
    expect(owner.page.get_by_text("nz8 to oz6")).to_be_visible()
    owner.taps(owner.phone.button("Remove the bridge from nz6 to oz4"))
    expect(owner.page.get_by_text("nz6 to oz4")).to_have_count(0)
    owner.taps(owner.page.locator("li", has_text="Damrak").get_by_role("button", name="Seen on my board"))
    expect(owner.page.locator("li", has_text="Damrak").get_by_role("button", name="Seen on my board")).to_have_count(0)


def _change_years(owner: Owner) -> None:
    owner.opens("Time track")
    _choose_event(owner, "1602", "ship")
    _choose_event(owner, "1632", "no event")
    _choose_event(owner, "1640", "Scoring: colonies")
    wrong = '"score_amsterdam" comes 1 times before 1666; it must be 2.'
    expect(owner.page.get_by_text(wrong)).to_be_visible()
    _choose_event(owner, "1641", "Scoring: Amsterdam")
    expect(owner.page.get_by_text(wrong)).to_have_count(0)
    _open_year(owner, "1624")
    table = owner.page.locator("form.table-form")
    table.get_by_label("First, rank 1").fill("70")
    expect(table.get_by_text("gives second place more than first")).to_be_visible()  # before it is set
    table.get_by_label("First, rank 1").fill("130")
    expect(table.get_by_text("gives second place more than first")).to_have_count(0)
    table.get_by_label("First, rank 2").focus()  # that is enough
    expect(owner.page.locator("#year-1624 .badge")).to_have_count(0)
    _open_year(owner, "1666")
    table = owner.page.locator("form.table-form", has_text="Colonies")
    table.get_by_label("Second, rank 4").fill("50")
    table.get_by_label("Second, rank 4").press("Enter")
    expect(owner.page.locator("#year-1666 .badge")).to_have_count(0)
    others = owner.page.locator("form.table-form", has_not_text="Colonies").get_by_label("Second, rank 4")
    assert [field.input_value() for field in others.all()] == ["40", "40"]


def _open_year(owner: Owner, year: str) -> None:
    owner.taps(owner.page.locator(f"#year-{year} a.year"))
    expect(owner.page.locator(f"#year-{year} .year-change")).to_be_visible()


def _choose_event(owner: Owner, year: str, event: str) -> None:
    _open_year(owner, year)
    choice = owner.page.locator(f"#year-{year}").get_by_role("button", name=event, exact=True)
    owner.taps(choice)
    expect(choice).to_have_attribute("aria-pressed", "true")


def _change_the_rest(owner: Owner) -> None:
    owner.opens("Cards")
    owner.taps(owner.phone.button("One less: office, Sugar"))
    expect(owner.page.locator(".totals")).to_contain_text("59 / 60")
    expect(owner.page.get_by_text("there are 59 action cards; there must be 60.")).to_be_visible()
    owner.taps(owner.phone.button("One more: Grachten or Lastage, Silk"))
    expect(owner.page.locator(".totals")).to_contain_text("60 / 60")
    owner.opens("Start spaces")
    owner.page.locator("[name=office0]").select_option("am2")
    owner.page.locator("[name=warehouse3]").select_option("la3")  # at once, while the first is on its way
    expect(owner.page.get_by_text("Still guesses: Seat 2, Seat 3 and Seat 5.")).to_be_visible()
    owner.opens("Auction clock")
    owner.page.get_by_label("Seconds", exact=True).fill("28")
    owner.page.get_by_label("200", exact=True).fill("30.5")
    owner.taps(owner.phone.button("Set"))
    expect(owner.page.get_by_text("Still guesses: 16.")).to_be_visible()


def test_a_tap_on_the_drawing_is_where_the_space_stands_and_undo_and_redo_follow_the_keys(
    served: Served, phone: PhoneShop
) -> None:
    owner = Owner(phone().sits(served.room, 0), served)
    owner.makes_a_board("Attic")
    owner.opens("Americas")
    owner.taps(owner.on_drawing("am1: Sugar"))
    owner.taps(owner.phone.link("Move it"))
    expect(owner.page.get_by_text("Tap where am1 is.")).to_be_visible()
    owner.taps_drawing_at(140, 330)
    owner.finds("am1: Sugar")
    x, y = owner.data.regions[0].offices[0].at
    assert abs(x - 140) <= 1
    assert abs(y - 330) <= 1
    owner.page.keyboard.press("Control+z")
    expect(owner.phone.button("Redo")).to_be_enabled()
    assert owner.data == default_board().data
    owner.page.keyboard.press("Control+Shift+z")
    expect(owner.phone.button("Redo")).to_be_disabled()
    assert owner.data.regions[0].offices[0].at == (x, y)


def test_a_half_made_board_stays_a_draft_with_its_mistakes_at_the_item_and_no_game_begins_on_it(
    served: Served, phone: PhoneShop
) -> None:
    owner = Owner(phone().forgive(REFUSED).sits(served.room, 0), served)
    owner.makes_a_board("Attic")
    owner.opens("Americas")
    owner.taps(owner.on_drawing("am1: Sugar"))
    owner.taps(owner.phone.button("Remove am1"))
    expect(owner.page.locator(".bar")).to_contain_text("1 mistake: a draft for now.")
    owner.taps(owner.phone.button("Save"))
    expect(owner.page.get_by_role("alert")).to_contain_text("It stays a draft")
    owner.opens("Start spaces")
    expect(owner.page.locator(".start").first).to_contain_text('office "am1" is no office.')
    owner.phone.goes("/board")
    expect(owner.page.locator(".boards li", has_text="Attic")).to_contain_text("draft")
    owner.phone.goes("/new")
    owner.page.locator("[name=board]").select_option("Attic")  # as it was saved before
    owner.taps(owner.phone.button("Begin the game"))
    expect(owner.page.locator("#part-merchants")).to_be_visible()
    assert on_table(served.room).look.now.state.setup.board.data == default_board().data


def test_before_a_first_game_a_few_questions_make_the_board_ones_own(served: Served, phone: PhoneShop) -> None:
    owner = Owner(phone().sits(served.room, 0), served)
    owner.phone.goes("/new")
    owner.taps(owner.phone.link("Answer a few questions"))
    owner.taps(owner.phone.button("Begin"))
    owner.finds("Does your 1597 show a credit?")
    owner.taps(owner.phone.button("Yes, just so"))
    owner.finds("Does your 1632 show a coat of arms?")
    owner.taps(owner.phone.link("No"))
    expect(owner.page.locator(".events")).to_be_in_viewport()
    owner.taps(owner.page.locator(".events").get_by_role("button", name="globe", exact=True))
    owner.finds("Do these years bring the same on your board?")
    for question in ("Are these the losses on your board?", "Do these scorings pay the same on your board?"):
        owner.taps(owner.phone.button("Yes, just so"))
        owner.finds(question)
    owner.taps(owner.phone.link("I cannot tell now"))
    owner.finds("Are these the trade offices of your board, with their commodities?")
    owner.taps(owner.on_drawing("Africa"))
    owner.finds("Africa")
    owner.taps(owner.phone.link("Questions"))
    owner.finds("Do these scorings pay the same on your board?")  # it was left open
    for _ in range(3):
        asked = owner.page.get_by_role("heading").first.inner_text()
        owner.taps(owner.phone.button("Yes, just so"))
        expect(owner.page.get_by_role("heading").first).not_to_have_text(asked)
    owner.finds("That was all for now")
    owner.taps(owner.phone.link("Through the questions again"))
    owner.finds("Does your 1597 show a credit?")
    owner.taps(owner.phone.link("I cannot tell now"))
    owner.finds("That was all for now")
    owner.taps(owner.phone.button("Play on it"))
    expect(owner.page.locator("[name=board]")).to_have_value("1")
    assert next(year.event for year in owner.data.years if year.year == "1632") == "globe"
    assert {region.offices[0].source for region in owner.data.regions} == {"cardboard"}


def test_a_file_from_another_device_comes_in_and_a_wrong_one_is_refused_in_a_sentence(
    served: Served, phone: PhoneShop, tmp_path: Path
) -> None:
    owner = Owner(phone(size=SCREEN).forgive(REFUSED).sits(served.room, 0), served)
    wrong = tmp_path / "wrong.toml"
    wrong.write_bytes(ANOTHER.replace(b"length = 8", b'length = "eight"'))
    owner.phone.goes("/board")
    owner.page.get_by_label("File", exact=True).set_input_files(wrong)
    owner.taps(owner.phone.button("Import"))
    told = "wrong.toml: tracks: length must be a whole number, not a text in quotes. (Nothing was changed.)"
    expect(owner.page.get_by_role("alert")).to_have_text(told)
    assert served.room.house.boards.all == []
    wrong.write_bytes(b" " * 10_000_000)
    owner.page.get_by_label("File", exact=True).set_input_files(wrong)
    owner.taps(owner.phone.button("Import"))
    expect(owner.page.get_by_role("alert")).to_have_text("That is more than the 128 KB that the page takes.")
    good = tmp_path / "attic.toml"
    good.write_bytes(ANOTHER)
    owner.page.get_by_label("File", exact=True).set_input_files(good)
    owner.taps(owner.phone.button("Import"))
    owner.finds("attic")
    assert owner.data == read_board(ANOTHER).data


def test_everything_can_be_changed_without_script_too(served: Served, phone: PhoneShop) -> None:
    served.room.house.boards.add("Attic", default_board().data, saved=True)
    owner = Owner(phone(script=False), served)  # at the device itself
    owner.phone.goes("/board/1/lastage")
    owner.taps(owner.on_drawing("A plot in column 3, row 0"))
    expect(owner.on_drawing("Remove plot la10")).to_be_visible()
    owner.phone.goes("/board/1/americas?item=am1&do=move")
    owner.places_by_keys(150, 170)
    owner.finds("am1: Sugar")
    assert owner.data.regions[0].offices[0].at == (150, 170)
    owner.taps(owner.phone.button("Undo"))
    expect(owner.phone.button("Redo")).to_be_enabled()
    owner.taps(owner.phone.button("Save"))
    expect(owner.page.locator(".bar")).to_contain_text("Saved.")


def _looks_at_a_page(request: Request) -> bool:
    """And not at a picture of the page that is open, which may still come."""
    is_page = "/board" in request.url and "/static/" not in request.url and "/api/" not in request.url
    return is_page and request.method == "GET" and not request.redirected_from


def test_who_has_gone_on_meanwhile_is_not_led_back(served: Served, phone: PhoneShop) -> None:
    """By the answer to what was entered on the page before."""
    owner = Owner(phone().sits(served.room, 0), served)
    owner.makes_a_board("Attic")
    owner.opens("Time track")
    _open_year(owner, "1602")
    page, held = owner.page, list[Route]()
    page.route(
        "**/board/1/**", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    with page.expect_request(lambda request: request.method == "POST"):
        owner.taps(page.locator("#year-1602").get_by_role("button", name="ship", exact=True))
    owner.taps(page.locator(".kind a").first)
    expect(page.locator(".checklist")).to_be_visible()
    with page.expect_request(_looks_at_a_page) as looked_at:
        held[0].continue_()
    assert looked_at.value.url.endswith("/board/1")
    expect(page.locator(".checklist")).to_be_visible()
