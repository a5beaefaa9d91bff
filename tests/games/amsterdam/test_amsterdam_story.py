"""Everything that happens at the table is told in words, and what a deed brings in the same sentence."""

import pytest
from amsterdam_table import NAMES, a_setup, commodities, position, resources
from amsterdam_walk import a_setup as walked_setup
from amsterdam_walk import walk

from companion.games.amsterdam import events as ev
from companion.games.amsterdam.actions import Deliver, Done, Effect, Orders, Printed
from companion.games.amsterdam.state import Setup, empty_state
from companion.games.amsterdam.telling import Telling
from companion.games.events import Asked, Event, Money, Won
from companion.games.speech import ENGLISH

SETUP = a_setup(3)
AGAINST_TOM = a_setup(tom=1)
THREE_BLACK = resources(black=3)


def telling(setup: Setup = SETUP) -> Telling:
    return Telling(setup, lambda seat: NAMES[seat], ENGLISH)


def told(*events: Event, setup: Setup = SETUP) -> list[str]:
    """An action with these facts, to its end."""
    story = telling(setup)
    return [line for event in (*events, Asked(())) for line in story.tell(event)]  # type: ignore[arg-type]


SENTENCES: list[tuple[Event, list[str]]] = [
    (ev.DiscsStacked((2, 0, 1)), ["Order on the Amstel: Mareike, Anne and Jan."]),
    (
        ev.TilesDrawn(("black", "pink")),
        ["At the end crests count in the black district and the pink district (Plantage)."],
    ),
    (ev.Round(3), ["Round 3 begins, with a new market tile."]),
    (ev.PhaseBegins(2), []),
    (ev.CardsShown((2, 1, 2)), ["Turned up: 2 district maps, 1 building and 2 craftsmen."]),
    (ev.CardTaken(0, "building", 7), ["Anne takes card 007: Building."]),
    (ev.CardThrown(0, 7), ["Anne throws card 007 away."]),
    (ev.DisplayCardThrown("map", 8), ["Jan throws card 008 away: District map."]),
    (
        ev.Rolled((1, 2, 3, 4, 5, 6)),
        ["The dice show Black 1, Brown 2, Purple 3, Pink 4, Orange 5, Gray 6."],
    ),
    (
        ev.DiceTurned((1, 2, 3, 4, 5, 6), (1, 2, 3, 1, 1, 1)),
        ["What is too high for this round is turned to 1: Black 1, Brown 2, Purple 3, Pink 1, Orange 1, Gray 1."],
    ),
    (ev.DiceTaken(0, "black", "pink"), ["Anne takes two dice."]),
    (ev.IntoRoundel(0, 2, "pink", 2), ["Anne puts 2 pink into slot 2 of the roundel."]),
    (ev.RoundelTurned(0, THREE_BLACK), ["Anne gets 3 black from the roundel."]),
    (ev.RoundelTurned(0, resources()), []),
    (ev.Supply(0, resources(pink=1), "shack"), ["Anne gets 1 pink from the shack."]),
    (ev.Supply(0, resources(pink=-4), "end_of_round"), []),
    (ev.Supply(0, resources(pink=1), "correction"), []),
    (ev.Shack(0, None), []),
    (ev.Shack(0, "gray"), ["Anne keeps 1 gray in the shack."]),
    (ev.Prestige(0, 6, "delivery:cheese"), ["Anne gains 6 prestige for cheese."]),
    (ev.Prestige(0, 4, "fast"), ["Anne gains 4 prestige more for a fast delivery."]),
    (ev.Prestige(0, 2, "supervisor"), ["Anne gains 2 prestige more from the Supervisor."]),
    (ev.Prestige(0, 7, "magazine"), ["Anne gains 7 prestige for the dock worker."]),
    (ev.Prestige(0, 2, "bridges"), ["Anne gains 2 prestige for bridges over the Amstel."]),
    (ev.Prestige(0, 10, "mouth"), ["Anne gains 10 prestige at the mouth of the Amstel."]),
    (ev.Prestige(0, 9, "orders"), ["Anne gains 9 prestige for secret orders."]),
    (ev.Prestige(0, -22, "penalties"), ["Anne loses 22 prestige for penalty tokens."]),
    (ev.Prestige(0, 18, "group"), ["Prestige for the largest group of crests: Anne 18."]),
    (ev.Prestige(0, 3, "district:gray"), ["Prestige for crests in the gray district: Anne 3."]),
    (ev.Prestige(0, 6, "leftovers"), ["Prestige for what is left over: Anne 6."]),
    (ev.Prestige(0, 5, "card:7"), []),
    (ev.Prestige(0, 5, "market"), []),
    (ev.Prestige(0, 5, "correction"), []),
    (ev.Penalty(0, 1, "sixth_card"), ["Anne takes 1 penalty token for having had six cards below the board."]),
    (ev.Penalty(0, 1, "empty_roundel"), ["Anne takes 1 penalty token: nothing came out of the roundel."]),
    (ev.Penalty(0, 2, "cards"), ["Anne takes 2 penalty tokens for cards that are still below the board."]),
    (ev.Penalty(0, 2, "card:9"), ["Anne takes 2 penalty tokens."]),
    (ev.Penalty(0, -1, "market"), ["Anne gives 1 penalty token back."]),
    (ev.Penalty(0, -1, "correction"), []),
    (ev.Acting(0), []),
    (ev.Activated(0, 17), ["Anne activates card 017 for nothing."]),
    (ev.CardUsed(0, 17, True, Effect()), ["Anne uses card 017."]),
    (
        ev.CardUsed(0, 17, True, Effect(resources(black=1, pink=2), 1, 3)),
        ["Anne uses card 017: 1 gulden, 1 black, 2 pink and 3 prestige."],
    ),
    (ev.CardUsed(0, 17, False, Effect(resources(black=-1), -2)), ["Anne uses card 017 and pays 2 gulden and 1 black."]),
    (ev.CardUsed(0, 17, False, Effect(resources(black=-1), 2)), ["Anne uses card 017: 1 black for 2 gulden."]),
    (ev.BlockTaken(1, "black", "lace", 2), ["Jan takes a block in the black district with lace."]),
    (ev.Stored(0, "beer"), ["Anne puts into storage: beer."]),
    (ev.BlackMarket(0, "beer"), ["Anne sells beer on the black market."]),
    (ev.Loaded(0), ["Anne loads the barge with all that was in storage."]),
    (ev.Fetched(0, "white", "gold"), ["Anne takes a dock worker aboard at the gold dock (white)."]),
    (ev.Brought(0, "white"), ["Anne brings a dock worker to the white dock."]),
    (ev.TomBrought(1, "white"), ["Jan brings the dock worker of the white dock into the magazine."]),
    (ev.Delivered(0, "beer", "warehouse_2"), ["Anne delivers beer to warehouse 2."]),
    (ev.Advanced(0, 3, 5), ["Anne moves on the Amstel to space 5."]),
    (ev.TileSeen(2, Effect(prestige=3)), []),
    (ev.OnceDone("block"), []),
    (ev.Stands("supervisor", "cheese"), ["Supervisor stands here now: the storehouse for cheese."]),
    (ev.Stands("bailiff", "gray"), ["Bailiff stands here now: the gray district."]),
    (ev.Stands("marketeer", "coffee"), ["Black-marketeer stands here now: coffee."]),
    (ev.Stands("bailiff", None), ["Bailiff leaves the game."]),
    (ev.TomBuilds(("black", "gray")), ["Jan is to take a block in the black district and the gray district."]),
    (ev.TomBuilds(()), []),
    (ev.CardScored(0, 11), ["Anne counts card 011."]),
    (ev.CrestsCounted(0, "black", 1), []),
    (ev.GroupCounted(0, 3), []),
    (ev.GoodsCounted(0, "beer", True, 1), []),
    (ev.DiscPlaced(0, 5, 3), []),
    (ev.BargePlaced(0, "gold"), []),
    (ev.CardPlaced(0, 7, "below"), []),
    (ev.StorehouseCounted("beer", 2), []),
    (ev.WarehouseCounted("warehouse_1", 1), []),
    (ev.BlackMarketCounted("beer", 1), []),
    (ev.MagazineCounted(3), []),
    (ev.WorkersCounted(0, "gold", 1), []),
    (Money(0, 1, "start"), ["Everybody begins with 1 gulden."]),
    (Money(0, 1, "worker"), ["Anne gets 1 gulden."]),
    (Money(0, 2, "black_market"), ["Anne gets 2 gulden."]),
    (Money(0, 2, "card:7"), []),
    (Money(0, 2, "correction"), []),
    (Money(1, 1, "market"), []),
    (Won((1, 2), (1,)), []),
    (Asked(()), []),
]


@pytest.mark.parametrize(("event", "sentences"), SENTENCES)
def test_sentences(event: Event, sentences: list[str]) -> None:
    assert (
        told(event, setup=AGAINST_TOM if isinstance(event, ev.DisplayCardThrown | ev.TomBuilds) else SETUP) == sentences
    )


def test_every_kind_of_event_is_among_them() -> None:
    kinds = {type(event) for event, _ in SENTENCES} | {ev.Sailed}
    assert kinds == set(ev.AnyEvent.__args__)


def test_a7_a_delivery_tells_what_it_brings_and_why() -> None:
    table = position(("act", 1), cargo=[{}, {"cheese": 1}], round=4, barges=("pier", "cheese", "pier"))
    assert told(*table.does(1, Deliver("cheese", 6))) == [
        "Jan delivers cheese to the storehouse for cheese: 6 prestige and 4 more for a fast delivery."
    ]


def test_a10_the_supervisor_is_told_with_the_delivery() -> None:
    table = position(
        ("act", 1), cargo=[{}, {"tulips": 1}], supervisor="warehouse_1", barges=("pier", "warehouse_1", "pier")
    )
    assert told(*table.does(1, Deliver("tulips", 5))) == [
        "Jan delivers tulip bulbs to warehouse 1: 5 prestige and 2 more from the Supervisor."
    ]


def test_what_is_paid_is_told_with_the_deed() -> None:
    paid = resources(black=-2, gray=-1)
    assert told(ev.Supply(0, paid, "barge"), ev.Sailed(0, "gold")) == [
        "Anne moves the barge to the gold dock for 2 black and 1 gray."
    ]
    assert told(ev.Supply(0, paid, "amstel"), ev.Advanced(0, 3, 5), ev.Prestige(0, 4, "bridges")) == [
        "Anne moves on the Amstel to space 5 for 2 black and 1 gray: 4 prestige for bridges."
    ]
    assert told(ev.Supply(0, paid, "activate:7"), ev.Activated(0, 7)) == [
        "Anne activates card 007 for 2 black and 1 gray."
    ]
    assert told(
        ev.Supply(0, resources(black=-2), "block"), ev.BlockTaken(0, "black", "beer", 1), ev.Stored(0, "beer")
    ) == [
        "Anne takes a block in the black district with beer for 2 black.",
        "Anne puts into storage: beer.",
    ]


def test_dice_are_told_with_what_goes_into_the_roundel() -> None:
    facts = ev.DiceTaken(0, "brown", "orange"), ev.IntoRoundel(0, 5, "brown", 5), ev.IntoRoundel(0, 2, "orange", 2)
    assert told(*facts) == ["Anne takes two dice: 5 brown and 2 orange."]


def test_what_others_gain_is_not_put_into_the_same_sentence() -> None:
    assert told(ev.Fetched(0, "white", "gold"), Money(0, 1, "worker"), Money(1, 1, "worker")) == [
        "Anne takes a dock worker aboard at the gold dock (white): 1 gulden.",
        "Jan gets 1 gulden.",
    ]


def test_a9_what_the_end_brings_is_told_for_all_together() -> None:
    facts = [
        ev.Prestige(0, 18, "group"),
        ev.Prestige(2, 9, "group"),
        ev.Prestige(0, 3, "district:pink"),
        ev.Prestige(1, 3, "district:pink"),
        ev.Prestige(1, 5, "district:orange"),
        Won((21, 8, 9), (0,)),
    ]
    assert told(*facts) == [
        "Prestige for the largest group of crests: Anne 18 and Mareike 9.",
        "Prestige for crests in the pink district (Plantage): Anne 3 and Jan 3.",
        "Prestige for crests in the orange district (Jordaan): Jan 5.",
    ]


def test_a11_tom_gets_nothing_at_the_market_but_prestige_and_steps() -> None:
    bought = ev.TileSeen(2, Effect(resources(black=1), prestige=2)), Money(1, -2, "market"), ev.Prestige(1, 2, "market")
    assert told(*bought, setup=AGAINST_TOM) == ["Jan pays 2 gulden at the market: 2 prestige."]
    assert told(*bought) == ["Jan pays 2 gulden at the market: 1 black and 2 prestige."]
    assert told(Money(1, 1, "market"), setup=AGAINST_TOM) == ["Jan cannot pay at the market and gets 1 gulden."]
    nothing = ev.TileSeen(2, Effect(steps=1)), Money(1, -2, "market")
    assert told(*nothing, setup=AGAINST_TOM) == ["Jan pays 2 gulden at the market."]


def test_what_no_event_tells_is_told_as_a_deed() -> None:
    assert telling().deed(0, Done()) == "Anne is done."
    assert telling().deed(0, Printed(0)) == "No prestige is printed there."
    assert telling().deed(0, Orders(0)) == "Anne has accomplished no secret order."


def test_rounds_are_the_chapters_and_prestige_is_what_counts() -> None:
    state = empty_state(SETUP)
    assert telling().chapter(state).title == "The game is set up"
    state.round, state.prestige = 4, (3, 1, 2)
    state.crests, state.cargo = ((1, 2, 0, 0, 0, 0),) * 3, (commodities(beer=2),) * 3
    assert telling().chapter(state)[:2] == (4, "Round 4")
    assert telling().worth(state) == (3, 1, 2)
    assert telling().holds(state, 0) == "3 crests, 2 things left over"


def test_rounds_turns_and_phases_are_told_by_themselves() -> None:
    begins: list[Event] = [ev.Round(2), ev.Acting(0), ev.PhaseBegins(2), ev.PhaseBegins(1), ev.Loaded(0)]
    assert [telling().begins_part(event) for event in begins] == [True, True, True, False, False]
    assert telling().scored(ev.Loaded(0), empty_state(SETUP)) is None  # type: ignore[func-returns-value]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_whole_game_can_be_told(players: int) -> None:
    sentences: list[str] = []
    for seed in range(4):
        setup = walked_setup(players, 31 if seed else 0, seed, dealt_by_device=seed % 2 == 0)
        story = Telling(setup, lambda seat: NAMES[seat], ENGLISH)
        for _, _, events in walk(setup, seed, 700):
            lines = [line for event in events for line in story.tell(event)]
            assert story.tell(Asked(())) == []
            sentences += lines
    assert len(sentences) > 500
    assert all(line.endswith(".") and "{" not in line for line in sentences)
