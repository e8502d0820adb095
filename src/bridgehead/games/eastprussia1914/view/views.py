"""What a side sees of a position, and the public facts beside it."""

from __future__ import annotations

from bridgehead.core.game import Seen
from bridgehead.core.rules import rule
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import ChitId, Side
from bridgehead.games.eastprussia1914.model.data import GERMAN, RUSSIAN, SIDES
from bridgehead.games.eastprussia1914.model.state import (
    REINFORCEMENTS,
    REMOVED,
    State,
    controller,
)
from bridgehead.games.eastprussia1914.model.words import (
    COMMAND_POINTS,
    NET_POINTS,
    RAIL_POINTS,
    turn_in_words,
    worth_in_words,
)
from bridgehead.games.eastprussia1914.rules.chits import (
    GiveBack,
    SelectChits,
    capacity,
)
from bridgehead.games.eastprussia1914.rules.fog import unseen_by
from bridgehead.games.eastprussia1914.rules.special import WIRELESS
from bridgehead.games.eastprussia1914.rules.victory import net_points, points

BOXES = {
    REINFORCEMENTS: "Reinforcements",
    ELIMINATED: "Eliminated units",
    REMOVED: "Removed HQs",
}


@rule("4.1.4", "17.1")
def view(s: State, side: Side | None) -> Seen:
    """4.1.4 Selected chits are hidden until drawn; 17.1 so are units beneath the top of an enemy stack."""
    return Seen(facts(s, side), unseen_by(s, side))


def facts(s: State, side: Side | None) -> dict[str, object]:
    turn, event = s.tables.turns[s.turn], s.tables.events.get(s.event)
    return {
        "tracks": [
            {
                "name": f"rail_{each}",
                "title": RAIL_POINTS[each],
                "value": s.tracks.get(f"rail_{each}", 0),
            }
            for each in SIDES
        ]
        + [
            {"name": "net", "title": NET_POINTS, "value": net_points(s)},
            *(
                {
                    "name": f"command_{each}",
                    "title": COMMAND_POINTS[each],
                    "value": capacity(s, each, s.turn),
                }
                for each in SIDES
            ),
        ],
        "points": {each: points(s, each) for each in SIDES},
        "markers": markers(s),
        "boxes": BOXES,
        "cup": cup_seen(s, side),
        "used": list(s.used),
        "orders": list(s.orders) if side == RUSSIAN else [],
        "event": event.title if event is not None else "",
        "note": turn_in_words(turn, event),
        "demolished": list(s.demolished),
        "due": {unit.id: s.rules_of.unit[unit.id].turn for unit in s.in_box(REINFORCEMENTS)},
    }


def markers(s: State) -> list[dict[str, int | str]]:
    """15.1 Who holds the victory hexes, and which fortresses still count."""
    return [
        {"hex": hex, "kind": "control", "side": controller(s, hex), "label": worth_in_words(worth)}
        for hex, worth in s.tables.victory_hexes.items()
    ]


@rule("4.1.4", "18.2b")
def cup_seen(s: State, side: Side | None) -> dict[Side, list[ChitId] | int | None]:
    """4.1.4 Own chits by name, the enemy's by number; event 5 shows the Russian ones to the German."""
    mine = {each: [c for c in s.cup if s.game.chits[c].side == each] for each in SIDES}
    open_to = {side} if side is not None else set()
    if side == GERMAN and s.event == WIRELESS and not selecting(s):
        open_to.add(RUSSIAN)
    return {
        each: mine[each] if each in open_to else (None if selecting(s) else len(mine[each])) for each in SIDES
    }


def selecting(s: State) -> bool:
    """Is this turn's selection still being made? Then not even numbers are public."""
    return any(
        isinstance(frame, GiveBack) or (isinstance(frame, SelectChits) and frame.turn == s.turn)
        for frame in s.flow
    )
