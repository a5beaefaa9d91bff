"""Which spaces of the pictures an action has changed."""

from collections.abc import Iterable

from companion.games.merchants import events as ev


def changed_spaces(events: Iterable[ev.AnyEvent]) -> tuple[str, ...]:
    """Offices and plots by their names, spaces of tracks as `silk:4`, bridges as `bridge:damrak`."""
    changed: dict[object, str] = {}
    for event in events:
        match event:
            case ev.Office() | ev.OfficeLost() | ev.Warehouse() | ev.WarehouseLost():
                changed[event.space] = event.space
            case ev.Market():
                changed[event.seat, event.commodity] = f"{event.commodity}:{event.to}"  # a token comes to rest once
            case ev.Bonus() if event.bonus.startswith("bridge:"):
                changed[event.bonus] = event.bonus
    return tuple(changed.values())
