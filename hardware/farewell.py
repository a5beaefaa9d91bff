"""The last word, when nothing else of the program runs any more: the machine has been put away and may be unplugged."""

from companion.settings import Settings
from companion.words import Language, words
from hardware.screens.device import SafeToUnplug
from hardware.screens.screen import drawn
from hardware.works import Works


def say_farewell(settings: Settings, works: Works, language: Language) -> None:
    """It stays on the display for as long as that has power; without a display there is nobody to tell."""
    fitting = settings.fittings.display
    if fitting is None:
        return
    device = works.display(fitting)
    device.display(drawn(SafeToUnplug(), 0, device.size, words(language)))
    device.persist = True  # else luma clears it when the program ends
