"""Sends out a herald where one is wanted, and says what is missing where it cannot go."""

from typing import TYPE_CHECKING

from companion.convention import PART
from companion.drawer import Drawer
from companion.games.speech import mark

if TYPE_CHECKING:
    from companion.convention.herald import Herald, Hosts
    from companion.worker import Faults

MISSING = mark("mqtt.broker is set, but the extra mqtt is not installed: nobody is told of this table.")


def sent_out(house: "Hosts", drawer: Drawer, troubles: "Faults") -> "Herald | None":
    """None: no broker is set, or there is nothing here to speak to one with."""
    if not house.settings.values["mqtt"]["broker"]:
        return None
    try:
        from companion.convention.broker import broker_of  # noqa: PLC0415  an extra that most boxes do without
        from companion.convention.herald import Herald  # noqa: PLC0415
    except ImportError:
        troubles.report(PART, MISSING)
        return None
    broker = broker_of(house.settings)
    assert broker is not None
    return Herald(broker, house, drawer, troubles)
