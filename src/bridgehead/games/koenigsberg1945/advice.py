"""10.1 Who could trace supply if it were looked at now."""

from bridgehead.core.values import Side
from bridgehead.games.koenigsberg1945.model.data import camp_of
from bridgehead.games.koenigsberg1945.model.state import SUPPLIED, State
from bridgehead.games.koenigsberg1945.rules.supply import supply_map
from bridgehead.toolkit.advice import Supplied


def supplied(s: State, side: Side) -> tuple[Supplied, ...]:
    """Every unit of the camp on the map, by the line it could trace now."""
    camp = camp_of(side)
    distances = supply_map(s, camp)
    found = []
    for unit in s.on_the_map(camp):
        at = s.units[unit]
        lost = bool(distances[at.hex] < 0)
        found.append(Supplied(unit, lost, words(lost, at.supply == SUPPLIED), "10.1"))
    return tuple(found)


def words(lost: bool, was: bool) -> str:
    if not lost:
        return "can trace supply"
    return f"no supply line now: next it will be {'out of supply' if was else 'isolated'}"
