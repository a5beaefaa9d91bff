"""A new game laid out on a phone, what the last table chose offered again, and the board put right by all who play."""

from browsers import NEEDED, REFUSED, Phone, PhoneShop, Served
from hang_guard import eventually
from playing import on_table
from playwright.sync_api import expect
from rooms import Room

from companion.journal import Opening

pytestmark = NEEDED
pytest_plugins = ("phone_shop",)


def place(phone: Phone, seat: int, name: str, player: str, colour: str) -> None:
    fields = phone.page.locator(".place").nth(seat)
    fields.get_by_label("Name").fill(name)
    fields.get_by_label("Played by").select_option(label=player)
    fields.get_by_label("Colour").select_option(label=colour)


def laid_out(room: Room) -> Opening:
    assert room.house.last_opening is not None
    return room.house.last_opening


def leaves_table(phone: Phone) -> None:
    """Asked once more, since it is for everybody."""
    phone.touch(phone.page.locator("#part-leave summary"))
    phone.touch(phone.button("Leave it now"))


def test_a_game_is_laid_out_on_a_phone_and_offered_again_the_next_time(served: Served, phone: PhoneShop) -> None:
    room, anna = served.room, phone().sits(served.room, 0)
    anna.touch(anna.link("New game"))
    anna.touch(anna.page.locator("label.choice", has_text="3").first)
    expect(anna.page.locator(".place").nth(3)).to_be_hidden()
    place(anna, 0, "Anna", "person", "White")
    place(anna, 1, "Ben", "person", "Blue")
    place(anna, 2, "Cleo", "random bot", "Green")
    anna.touch(anna.page.get_by_text("House rules, cards and clock"))
    anna.touch(anna.page.get_by_text("The press does not count, and the clock runs on."))
    anna.touch(anna.page.get_by_text("Like the original clock: the first prices pass quickly."))
    anna.touch(anna.button("Begin the game"))
    expect(anna.page.locator("#part-merchants")).to_be_visible()  # whose turn it is, is for the cards to say
    opening = laid_out(room)
    assert [(seat.name, seat.colour, seat.player) for seat in opening.seats] == [
        ("Anna", "white", "person"),
        ("Ben", "blue", "person"),
        ("Cleo", "green", "random"),
    ]
    assert opening.header.rules["misbid"] == "ignore"
    assert room.house.settings.values["clock"]["profile"] == "original"
    leaves_table(anna)
    expect(anna.heading("Game 1 is not over")).to_be_visible()
    anna.touch(anna.link("New game"))
    expect(anna.page.locator(".place").first.get_by_label("Name")).to_have_value("Anna")
    expect(anna.page.locator(".place").nth(2).get_by_label("Played by")).to_have_value("random")
    expect(anna.page.locator("#players-3")).to_be_checked()
    expect(anna.page.locator("[name=misbid][value=ignore]")).to_be_checked()


def test_what_cannot_be_is_said_and_what_was_typed_stays(served: Served, phone: PhoneShop) -> None:
    anna = phone().forgive(REFUSED).sits(served.room, 0).goes("/new")
    for seat in range(2):
        anna.page.locator(".place").nth(seat).get_by_label("Name").fill("Anna")
    anna.touch(anna.button("Begin the game"))
    expect(anna.page.get_by_role("alert")).to_have_text("Two players are called Anna.")
    expect(anna.page.locator(".place").nth(1).get_by_label("Name")).to_have_value("Anna")
    assert served.room.house.snapshot is None


def test_what_somebody_types_stays_when_something_else_on_the_page_changes(served: Served, phone: PhoneShop) -> None:
    anna = phone().sits(served.room, 0)
    served.room.begins()
    anna.goes("/correct")
    field = anna.page.get_by_label("Guilders")
    field.fill("355")
    served.room.device.panel.troubles.report("fan", "The fan is dead.")
    served.room.house.change("clock", "speed", 2.0)
    expect(phone().goes().page.get_by_text("The fan is dead.")).to_be_visible()
    expect(field).to_have_value("355")
    expect(field).to_be_focused()


def test_a_game_that_was_left_is_gone_on_with(served: Served, phone: PhoneShop) -> None:
    anna = phone().sits(served.room, 0)
    served.room.begins()
    leaves_table(anna)
    anna.touch(anna.button("Go on with it"))
    expect(anna.heading("It is your turn.")).to_be_visible()


def test_the_board_is_put_right_when_everybody_agrees(served: Served, phone: PhoneShop) -> None:
    room = served.room
    anna, ben = (phone().sits(room, seat) for seat in range(2))
    room.begins(people=2)
    anna.touch(anna.link("Put the board right"))
    money = anna.page.locator("#part-money")
    money.get_by_label("Whose").select_option(label="Ben")
    money.get_by_label("Guilders").fill("355000")
    money.get_by_label("Why, in a few words").fill("one note was stuck")
    anna.touch(money.get_by_role("button", name="Propose it"))
    expect(anna.page).to_have_url(f"{served.address}/")
    expect(ben.heading("Anna wants to put something right: Ben has 355,000 (one note was stuck).")).to_be_visible()
    assert on_table(room).view(None).table.money[1] == 400_000
    ben.touch(ben.button("Agree"))
    eventually(lambda: on_table(room).view(None).table.money[1] == 355_000)
    expect(anna.page.locator(".merchant").nth(1)).to_contain_text("355,000")


def test_just_the_clock_is_put_on_the_table(served: Served, phone: PhoneShop) -> None:
    anna = phone().sits(served.room, 0)
    served.room.house.change("clock", "seconds_per_price", 5.0)
    anna.touch(anna.button("Put it on the table"))
    expect(anna.heading("Any button starts the clock.")).to_be_visible()
    served.room.presses(1)
    expect(anna.heading("The clock is on. Any button stops it.")).to_be_visible()
    anna.touch(anna.button("Pause the clock"))
    anna.touch(anna.button("Start the clock again"))
    expect(anna.heading("The clock is on. Any button stops it.")).to_be_visible()
