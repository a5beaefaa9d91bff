"""A line to an MQTT broker. It is held open on a thread of its own, and tried again for as long as it takes; whoever
uses it is told when it is there and why it is not, and never waits for it. paho lives here and nowhere else.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Any, NamedTuple

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage, MQTTMessageInfo
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.games.speech import Phrase
from companion.settings import Settings

KEEPALIVE = 10
"""Seconds: of a box whose plug was pulled the broker tells everybody after one and a half times this."""
SOONEST, LATEST = 1, 8
"""Seconds between two attempts, each pause twice as long as the one before."""
_PATIENCE = 4.0
"""Seconds for a broker to take up the line."""
_GRACE = 2.0
"""Seconds for the thread to end."""
_UNACKNOWLEDGED = 100
"""Messages at most that wait for the broker to say that it has them."""
_WRONG_PASSWORD = ("Bad user name or password", "Not authorized")

_log = logging.getLogger(__name__)


class Broker(NamedTuple):
    host: str
    port: int
    user: str = ""
    password: str = ""

    @property
    def address(self) -> str:
        """As people write it; the usual port goes without saying."""
        return self.host if self.port == 1883 else f"{self.host}:{self.port}"


def broker_of(settings: Settings) -> Broker | None:
    """None: none was set."""
    mqtt = settings.values["mqtt"]
    return Broker(mqtt["broker"], mqtt["port"], mqtt["user"], mqtt["password"]) if mqtt["broker"] else None


class Message(NamedTuple):
    topic: str
    payload: bytes
    is_retained: bool
    """It was told before this line was there."""


class Will(NamedTuple):
    """What the broker says when this line is lost."""

    topic: str
    payload: bytes


class Sent:
    """A message on its way."""

    def __init__(self, info: MQTTMessageInfo) -> None:
        self._info = info

    @property
    def is_taken(self) -> bool:
        """Or as many as may wait are waiting already, and it has to be told again."""
        return self._info.rc != MQTTErrorCode.MQTT_ERR_QUEUE_SIZE

    @property
    def is_out(self) -> bool:
        """Whether it has left this machine, or never will."""
        try:
            return self._info.is_published()
        except (RuntimeError, ValueError):
            return True

    def wait(self, seconds: float) -> None:
        """Until it is out."""
        with suppress(RuntimeError, ValueError):
            self._info.wait_for_publish(seconds)


class Line:
    """It is there once the broker has taken it up, and everything that is to be heard will be. Callbacks come on the
    line's own thread, and must not dawdle there."""

    def __init__(
        self,
        broker: Broker,
        *,
        there: Callable[[], None],
        away: Callable[[Phrase], None],
        heard: Callable[[Message], None] = lambda _message: None,
        topics: Sequence[str] = (),
        will: Will | None = None,
        largest: int | None = None,
    ) -> None:
        """Messages of these topics are heard, up to the `largest` bytes; what is larger stays with the broker."""
        self._broker = broker
        self._there, self._away, self._heard = there, away, heard
        self._topics = [(topic, 1) for topic in topics]
        self._is_closed = self._was_refused = False
        # a name of its own each time: two with the same would push each other off the line for ever
        self._client = Client(
            CallbackAPIVersion.VERSION2, f"veilingklok-{token_hex(6)}", protocol=MQTTProtocolVersion.MQTTv5
        )
        self._client.suppress_exceptions = True
        self._client.connect_timeout = _PATIENCE
        self._client.max_queued_messages_set(_UNACKNOWLEDGED)
        self._client.reconnect_delay_set(SOONEST, LATEST)
        if broker.user:
            self._client.username_pw_set(broker.user, broker.password or None)
        if will:
            self._client.will_set(will.topic, will.payload, qos=1, retain=True)
        self._client.on_connect = self._connected
        self._client.on_connect_fail = lambda _client, _data: self._lost(self._silent())
        self._client.on_disconnect = self._disconnected
        self._client.on_subscribe = self._listening
        self._client.on_message = self._received
        # with a session that ends with the line nothing is kept for us that we would have to catch up on
        self._client.connect_async(broker.host, broker.port, KEEPALIVE, clean_start=True, properties=_most(largest))
        self._client.loop_start()

    @property
    def is_there(self) -> bool:
        return self._client.is_connected()

    def tell(self, topic: str, payload: bytes, *, retain: bool = False, surely: bool = False) -> Sent:
        """`surely`: it is told again if the line is lost before the broker has said that it has it."""
        return Sent(self._client.publish(topic, payload, qos=int(surely), retain=retain))

    def close(self) -> None:
        """Nobody is told; it does not take long, whatever the broker does."""
        self._is_closed = True
        self._client.disconnect()
        ending = threading.Thread(target=self._client.loop_stop, name="mqtt-end", daemon=True)
        ending.start()
        ending.join(_GRACE)

    # Of paho, on its thread.

    def _connected(self, _client: Client, _data: Any, _flags: ConnectFlags, code: ReasonCode, _more: Any) -> None:
        self._was_refused = code.is_failure
        if code.is_failure:
            self._lost(self._refused(str(code)))
            return
        if self._topics:
            self._client.subscribe(self._topics)
        else:
            self._there()

    def _listening(self, _client: Client, _data: Any, _number: int, codes: list[ReasonCode], _more: Any) -> None:
        refused = [code for code in codes if code.is_failure]
        if refused:
            self._lost(self._refused(str(refused[0])))
        else:
            self._there()

    def _disconnected(self, _client: Client, _data: Any, _flags: DisconnectFlags, _code: Any, _more: Any) -> None:
        if not self._was_refused:  # else it was said already, and better
            self._lost(self._silent())
        self._was_refused = False

    def _lost(self, why: Phrase) -> None:
        if not self._is_closed:
            self._away(why)

    def _received(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        try:
            self._heard(Message(message.topic, bytes(message.payload), message.retain))
        except Exception:  # what one message does must not cost the others
            _log.exception("A message could not be taken.")

    def _silent(self) -> Phrase:
        return Phrase("The MQTT broker {broker} does not answer", broker=self._broker.address)

    def _refused(self, why: str) -> Phrase:
        if why in _WRONG_PASSWORD:
            return Phrase(
                "The MQTT broker {broker} does not let us in: look at mqtt.user and mqtt.password in the settings",
                broker=self._broker.address,
            )
        return Phrase("The MQTT broker {broker} refuses: {why}", broker=self._broker.address, why=why)


def _most(largest: int | None) -> Properties | None:
    if largest is None:
        return None
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.MaximumPacketSize = largest
    return properties
