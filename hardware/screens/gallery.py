"""One of each screen, with the longest things that are likely to stand on it: for the contact sheet, and to compare
every pixel with."""

import msgspec
from PIL import Image

from companion.auction_clock import MICROSECOND, MILLISECOND, SECOND, Profile, run_from
from companion.games.merchants.board import default_board
from companion.games.mercurius.tokens import TOKENS
from companion.wifi import OwnWifi
from companion.words import Words
from hardware.buttons import STUCK
from hardware.screens import (
    agreeing,
    canal,
    city,
    clock,
    device,
    dice,
    exchange,
    joining,
    ranking,
    seating,
    table,
    ticker,
    verdicts,
)
from hardware.screens.asking import Round
from hardware.screens.names import card
from hardware.screens.screen import Screen, drawn
from hardware.troubles import Trouble

NAMES = ("Aletta", "Bram", "Cornelia", "Dirk", "Elsje")
NOW = 100 * SECOND
GAP = 6
COLUMNS = 4


def gallery() -> dict[str, Screen]:
    """By name, at the moment `NOW`."""
    board = default_board()
    lot = card(board, "build_gr_oz_gemstones" if "build_gr_oz_gemstones" in board.cards else "goods")
    office = card(board, "office_africa")
    soon = run_from(NOW + 2 * SECOND + 300 * MILLISECOND, board, Profile(), doubled=False)
    runs = run_from(NOW - 9 * SECOND, board, Profile(), doubled=False)
    begins = run_from(NOW - 100 * MILLISECOND, board, Profile(), doubled=False)
    doubled = run_from(NOW - 5 * SECOND, board, Profile(), doubled=True)
    aletta, bram, cornelia, dirk, _ = NAMES
    parts = [device.Checked(part, is_good=part != "Dial") for part in ("Buttons", "Lamps", "Display", "Dial", "Buzzer")]
    return {
        "starting up": device.StartingUp(tuple(parts)),
        "join": joining.Join("http://192.168.178.123/", "veilingklok.local"),
        "join wifi": joining.JoinWifi(OwnWifi("Veilingklok-RHQ7", "hb7qkg3bpd")),
        "join second": joining.Join("http://10.42.0.1/", "veilingklok.local", is_second=True),
        "sit down": seating.SitDown(name=cornelia, colour="green", mark="42", until=NOW + 13 * SECOND),
        "take over": seating.SitDown(
            name=cornelia, colour="green", mark="42", until=NOW + 13 * SECOND, takes_over=True
        ),
        "several ask": seating.SitDown(
            name=cornelia, colour="green", mark="42", until=NOW + 13 * SECOND, contested=True
        ),
        "holding": _holding("sits"),
        "holding to take over": _holding("takes_over"),
        "holding for a code": _holding("code"),
        "one button at a time": _holding("one_at_a_time"),
        "type code": seating.TypeCode(name=NAMES[-1], colour="purple", code="408661", until=NOW + 28 * SECOND),
        "code to take over": seating.TypeCode(
            name=cornelia, colour="green", code="017345", until=NOW + 9 * SECOND, takes_over=True
        ),
        "seated": seating.Seated(name=cornelia, colour="green", mark="42"),
        "waiting": device.Waiting(),
        "clock waits": device.ClockWaits(),
        "term": table.Term(number=5, year="1609/21", mayor=cornelia, drawn=office, disks=("commodity", None, None)),
        "term ready": table.Term(
            number=6, year="1613", mayor=aletta, drawn=None, disks=(None, "build", None), is_ready=True
        ),
        "get ready": clock.GetReady(run=soon, lot=lot),
        "get ready doubled": clock.GetReady(
            run=run_from(NOW + SECOND, board, Profile(), doubled=True), lot=office, barred=(cornelia,)
        ),
        "auction begins": clock.Auction(run=begins, lot=office),
        "auction": clock.Auction(run=runs, lot=lot),
        "auction doubled": clock.Auction(run=doubled, lot=office),
        "auction barred": clock.Auction(run=runs, lot=office, barred=(cornelia,)),
        "sold": verdicts.Sold(name=cornelia, price=140_000, lot=lot, margin=4_370 * MICROSECOND, rival=bram),
        "sold alone": verdicts.Sold(name=dirk, price=60_000, lot=office),
        "tie": verdicts.Tie(names=(bram, cornelia), apart=131 * MICROSECOND, winner=bram),
        "misbid": verdicts.Misbid(name=cornelia, price=180_000),
        "false start": verdicts.FalseStart(aletta, 640 * MILLISECOND),
        "unsold": verdicts.Unsold(office),
        "decision": table.Decision(name=cornelia, what="auction_card", year="1613", card=lot),
        "decision give back": table.Decision(name=dirk, what="bonus_warehouse", year="1621"),
        "event": table.Event("1609/21", "globe"),
        "event loss": table.Event("1656", "lose_office"),
        "scoring": table.Scoring(
            "1611",
            "amsterdam",
            (
                table.ScoredPlace("nieuwe_zijde", ((cornelia, 100_000), (bram, 60_000))),
                table.ScoredPlace("oude_zijde", ((aletta, 80_000), (dirk, 40_000))),
                table.ScoredPlace("grachten", ((bram, 50_000), (dirk, 50_000))),
                table.ScoredPlace("lastage", ()),
            ),
        ),
        "standings": ranking.Standings(
            tuple(zip(NAMES, (1_240_000, 980_000, 1_510_000, 760_000, -80_000), strict=True)), "1641", in_thousands=True
        ),
        "game over": ranking.GameOver((cornelia,), 1_510_000),
        "paused": table.Paused(cornelia),
        "self-test": device.Press(2, "green"),
        "tested": device.Tested(2),
        "test picture": device.TestPicture(),
        "trouble": device.InTrouble(Trouble(STUCK, {"seat": 3, "line": 16})),
        "shutting down": device.ShuttingDown(NOW + 3 * SECOND),
        "halting": device.Halting(),
        "safe to unplug": device.SafeToUnplug(),
        **_exchange(),
        **_canals(),
    }


def _holding(outcome: seating.Outcome) -> Screen:
    began = NOW - 1300 * MILLISECOND
    return seating.Holding(
        name=NAMES[2], colour="green", mark="42", outcome=outcome, since=began, until=began + 2 * SECOND
    )


def _exchange() -> dict[str, Screen]:
    """Mercurius."""
    aletta, bram, cornelia, dirk, elsje = NAMES
    prices, then = (24, 9, 16, 12, 25, 8, 6, 19, 10, 25, 13, 1), (25, 9, 14, 12, 25, 10, 8, 15, 10, 25, 13, 1)
    quotes = tuple(ticker.Quote(*quote) for quote in zip(TOKENS, prices, then, strict=True))
    bought, sold = exchange.Bargain(False, "middelburg", 1, 8), exchange.Bargain(True, "porcelain", 1, 10)
    played = exchange.Played(dirk, (("hoorn", -1), ("tea", 2)))
    traded = exchange.Traded(cornelia, (bought, sold, exchange.Bargain(False, "amsterdam", 1, 24)))
    usual, last = Round(12), Round(15, is_last=True)
    return {
        "ticker": ticker.Ticker(name=cornelia, round=usual, quotes=quotes, page="shares", last=played),
        "ticker commodities": ticker.Ticker(name=dirk, round=last, quotes=quotes, page="commodities", last=traded),
        "trade": ticker.Decision(name=cornelia, what="trade", round=usual),
        "card": ticker.Decision(name=cornelia, what="card", round=last),
        "traded": exchange.Traded(bram, (exchange.Bargain(False, "hoorn", 3, 30),)),
        "traded thrice": traded,
        "played": exchange.Played(cornelia, (("middelburg", 1), ("spices", -2))),
        "played down": played,
        "news": exchange.News(cornelia, 3),
        "dividend": exchange.DividendPaid("middelburg", 6, ((cornelia, 18), (aletta, 6), (bram, 12), (elsje, 24))),
        "offered": exchange.Offered(cornelia, ("middelburg", "porcelain", "spices")),
        "lot sold": exchange.SoldLot(cornelia, 54),
        "deck out": exchange.DeckOut(14),
        "proposed": agreeing.Proposed(cornelia, is_correction=False, waiting_for=(aletta, bram, dirk, elsje)),
        "proposed correction": agreeing.Proposed(dirk, is_correction=True, waiting_for=(elsje,)),
        "wealth": ranking.Standings(tuple(zip(NAMES, (240, 198, 251, 76, 180), strict=True))),
    }


def _canals() -> dict[str, Screen]:
    """Amsterdam."""
    aletta, bram, cornelia, dirk, _ = NAMES
    early, last = Round(4), Round(12, is_last=True)
    fast, slow = canal.Special(4, 6), canal.Special(0, 4)
    rolled, turned = (5, 2, 6, 1, 4, 3), (1, 2, 1, 1, 4, 3)
    order = (cornelia, "TOM", aletta, dirk)
    discs = tuple(map(canal.Disc, order, (18, 11, 11, 2)))
    begun, halfway = NOW - SECOND, NOW - dice.TURNED * 3 // 8
    turning = dice.TurnedDown(dice=turned, before=rolled, highest=4, began=halfway)
    return {
        "dice roll": dice.Rolling(dice=rolled, round=early, began=NOW - SECOND // 3),
        "dice nearly lie": dice.Rolling(dice=rolled, round=early, began=begun),
        "dice": dice.Dice(name=cornelia, dice=rolled),
        "dice turning": turning,
        "dice turned": msgspec.structs.replace(turning, began=NOW - 2 * SECOND),
        "round": canal.Tracker(name=cornelia, phase=3, number=4, special=fast, order=order),
        "round late": canal.Tracker(name="TOM", phase=1, number=9, special=slow, order=order[:2]),
        "amstel": canal.Amstel(discs=discs, mouth=18, bridges=(4, 8, 12, 15), round=last),
        "act": canal.Decision(name=cornelia, what="act", round=early),
        "asked for TOM": canal.Decision(name=dirk, what="tom_market", round=last),
        "round begins": city.RoundBegins(early, fast),
        "last round": city.RoundBegins(last, canal.Special(0, 1)),
        "cards up": city.CardsUp((2, 1, 2)),
        "phase": city.PhaseBegins(3),
        "phase of keeping": city.PhaseBegins(4),
        "penalty": city.Penalized("empty_roundel", ((cornelia, 1),)),
        "penalties": city.Penalized("cards", ((cornelia, 2), (bram, 1), (dirk, 4))),
        "delivered": city.Delivered(cornelia, "glass", 10, 4),
        "delivered by TOM": city.Delivered("TOM", "tulips", None),
        "worker": city.Brought(cornelia, "light_green", 7),
        "advanced": city.Advanced("TOM", 5, 7, 0, is_mouth=False),
        "mouth": city.Advanced(cornelia, 16, 18, 15, is_mouth=True),
        "block": city.TookBlock(cornelia, "purple", "furniture", 0),
        "block of TOM": city.TookBlock("TOM", "orange", "jenever", 2),
        "bought": city.Bought(cornelia, 3, 6),
        "consoled": city.Consoled("TOM", 1),
        "card thrown": city.ThrewCard("TOM", 17, "map"),
        "card active": city.PlayedCard(cornelia, "activated", 104),
        "card counts": city.PlayedCard(cornelia, "counted", 104, 6),
        "bridges": city.Gained(cornelia, "bridges", 6),
        "evaluated": city.Evaluated("district", ((aletta, 8), (bram, 5), (cornelia, 13), (dirk, 2))),
        "prestige": ranking.Standings(((aletta, 84), ("TOM", 102), (cornelia, 97), (dirk, 8)), in_prestige=True),
        "prestige won": ranking.GameOver((cornelia,), 102, in_prestige=True),
    }


def tiles(size: tuple[int, int], words: Words) -> dict[str, Image.Image]:
    return {name: drawn(screen, NOW, size, words) for name, screen in gallery().items()}


def contact_sheet(size: tuple[int, int], words: Words, scale: int = 1) -> Image.Image:
    """All of them side by side; enlarged, with a frame around each."""
    pictures = list(tiles(size, words).values())
    width, height = size[0] * scale + GAP, size[1] * scale + GAP
    rows = -(-len(pictures) // COLUMNS)
    sheet = Image.new("L", (COLUMNS * width + GAP, rows * height + GAP), 96)
    for place, picture in enumerate(pictures):
        row, column = divmod(place, COLUMNS)
        large = picture.convert("L").resize((size[0] * scale, size[1] * scale), Image.Resampling.NEAREST)
        sheet.paste(large, (GAP + column * width, GAP + row * height))
    return sheet
