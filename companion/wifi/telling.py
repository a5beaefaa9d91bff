"""How the networks of the box stand, in words."""

from companion.games.speech import Phrase, mark
from companion.wifi.aerial import Air
from companion.wifi.own import OwnWifi

COUNTRY = "sudo raspi-config nonint do_wifi_country"
"""What unblocks Wi-Fi on a Pi; the country follows as two letters."""

NOBODY = mark("Wi-Fi is not looked after here: there is no NetworkManager.")


def told(air: Air, own: OwnWifi | None) -> Phrase:
    """The first thing that is to be known of it."""
    if not air.is_looked_after:
        return Phrase(NOBODY)
    if air.is_own and own:
        return Phrase("The box has a Wi-Fi of its own: {name}.", name=own.name)
    if air.joined is not None:
        return Phrase("The box is in the Wi-Fi {name}.", name=air.joined)
    if air.by_cable:
        return Phrase("The box is in a network by cable.")
    if air.wireless is None:
        return Phrase("The box is in no network, and there is no Wi-Fi here.")
    if air.is_blocked:
        return Phrase("The box is in no network: Wi-Fi is switched off.")
    if air.is_trying:
        return Phrase("The box is looking for a network.")
    return Phrase("The box is in no network.")


def cure(air: Air) -> Phrase | None:
    """What to do about it, if there is something to do."""
    if air.is_blocked:
        return Phrase("Say in which country it stands, such as NL: {command}", command=f"{COUNTRY} NL")
    if air.is_looked_after and air.is_alone and not air.is_own:
        return Phrase("Plug in a cable, or join a Wi-Fi: sudo veilingklok wifi join NAME")
    return None
