"""Everything that happens at the table is told in words, and every card has a name."""

from companion.games.merchants.board import default_board
from companion.games.merchants.events import AnyEvent, Bonus, ClockStarted, Market, Scored, ScoredPart, Sold
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import Setup
from companion.games.merchants.story import Story, bonus_title, card_title
from companion.games.setup import COLOURS
from companion.simulate import NAMES, Sitting, games


def told(event: AnyEvent) -> list[str]:
    setup = Setup(board=default_board(), seats=COLOURS[:4], names=NAMES[:4])
    return Story(setup, lambda seat: setup.names[seat]).tell(event)


def test_cards_are_called_by_what_they_do() -> None:
    board = default_board()
    titles = {card: card_title(board, card) for card in board.cards}
    assert titles["sand"] == "sand clock"
    assert titles["goods"] == titles["goods4"] == "three moves on the market"
    assert titles["office_far_east"] == "trade office in the Far East"
    assert titles["office_silk"] == "silk trade office"
    assert titles["build_lastage"] == "warehouse in Lastage"
    assert titles["build_gr_oz_gemstones"] == "warehouse in Grachten or in Oude Zijde, with gemstones"


def test_bonuses_have_names() -> None:
    assert bonus_title("colonies") == "colonies bonus"
    assert bonus_title("bridge:oude_schans") == "bonus of the bridge Oude Schans"


def test_sentences() -> None:
    assert told(Market(0, "silk", 2, 3)) == ["Aletta moves forward on the silk track to space 3."]
    assert told(Market(1, "silk", 0, 1)) == ["Bram starts on the silk track."]
    assert told(Market(1, "silk", 1, 0)) == ["Bram leaves the silk track."]
    assert told(Sold(2, 120_000)) == ["Sold to Cornelia for 120,000."]
    assert told(Bonus(2, "market", held=False)) == ["Cornelia loses the market bonus."]
    assert told(ClockStarted(1, (0, 2))) == [
        "The clock runs, every price doubled, without Aletta and Cornelia: a card ..."
    ]
    part = ScoredPart("far_east", 1, (0,), (1, 2), (100_000, 30_000, 30_000, 0))
    assert told(Scored("colonies", "1666", (part,)))[0] == "Colonies:"
    assert told(Scored("colonies", "1619", (part,))) == [
        "  1. the Far East: Aletta 100,000, Bram and Cornelia 30,000 each",
    ]


def test_a_whole_game_can_be_told() -> None:
    for game in games(Sitting(board=default_board(), players=3, rules=[HouseRules()], bots=["random"]), range(5)):
        story = Story(game.setup, lambda seat, game=game: game.setup.names[seat])  # type: ignore[misc]
        sentences = [line for entry in game.entries for event in entry.events for line in story.tell(event)]
        assert len(sentences) > 200
        assert all(line.strip() and "{" not in line for line in sentences)
