"""The networks of the box: what NetworkManager says of them and does about them, and a Wi-Fi of its own where no other
answers. Who may ask for what is for the page and the command line.
"""

from companion.wifi.aerial import Aerial, Air, Network
from companion.wifi.own import OwnWifi, own_wifi, renewed_own_wifi
from companion.wifi.radio import News, Radio

__all__ = ["Aerial", "Air", "Network", "News", "OwnWifi", "Radio", "own_wifi", "renewed_own_wifi"]
