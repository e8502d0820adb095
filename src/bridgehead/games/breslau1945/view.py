"""What a side sees, what a counter shows, and the layers a player may lay over the map."""

from __future__ import annotations

from typing import Any

from bridgehead.core.game import Overlay, Seen
from bridgehead.core.rules import rule
from bridgehead.core.state import reseeded
from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.core.words import say
from bridgehead.games.breslau1945.model.data import BOXES, GERMAN, SIDES, SOVIET, WAITING, Counter
from bridgehead.games.breslau1945.model.events import VictoryCounted
from bridgehead.games.breslau1945.model.game import Breslau
from bridgehead.games.breslau1945.model.state import State, Unit, controller, foe, space
from bridgehead.games.breslau1945.rules.attack import Attack, chance_in_six
from bridgehead.games.breslau1945.rules.defence import danger, strongest
from bridgehead.games.breslau1945.rules.movement import MoveUnit, closed_to
from bridgehead.games.breslau1945.rules.reserves import distance_from_enemy, in_communication, reserve_hexes
from bridgehead.games.breslau1945.rules.standing import order_of
from bridgehead.games.breslau1945.rules.supply import supply_modifiers
from bridgehead.games.breslau1945.rules.train import tracks_from
from bridgehead.games.breslau1945.rules.victory import soviet_victory_hexes
from bridgehead.toolkit.threat import threat_overlays
from bridgehead.toolkit.wargame import Face

SYMBOLS = {
    "infantry": "infantry",
    "engineer": "engineer",
    "armor": "armor",
    "artillery": "artillery",
    "support": "rocket_artillery",
    "screen": "garrison",
}
GUN_SYMBOLS = {
    "BM-13": "rocket_artillery",
    "ZIS-2": "antitank",
    "SU-76": "assault_gun",
    "SU-85": "assault_gun",
    "SU-122": "assault_gun",
    "ISU-152": "assault_gun",
    "StuG 40": "assault_gun",
    "armored train": "armored_train",
}
SIZES = {"company": "I", "battalion": "II", "regiment": "III", "brigade": "X", "train": ""}


@rule("F.1")
def view(s: State, side: Side | None) -> Seen:
    """Everything is open to both sides; a standing order is known to its own side alone."""
    return Seen(facts(s, side))


@rule("F.1")
def determinize(s: State, side: Side, seed: int) -> State:
    """The same position with chance of its own and the enemy's standing order unknown."""
    twin = reseeded(s, seed)
    twin.standing.pop(foe(side), None)
    twin.touch()
    return twin


@rule("6.1", "8.2.3", "11.1a", "2.2a")
def facts(s: State, side: Side | None) -> dict[str, Any]:
    t = s.tracks
    titles = {
        "supply": ("Fortress Supply", s.tables.supply.most),
        "air": ("Airstrike points", max(turn.air for turn in s.tables.turns.values())),
        "vp": ("Soviet victory hexes", len(s.tables.victory)),
        "needed": ("Victory hexes needed", len(s.tables.victory)),
        "goliaths": ("Goliaths", 12),
        "chemicals": ("Chemical weapons", 3),
        "po2": ("Po-2", s.tables.special.po2),
        "antifascists": ("Antifascists", 1),
        "captured_goliaths": ("Captured Goliaths", 1),
    }
    last = s.tables.scenarios[s.scenario].turns
    shown: dict[str, Any] = {
        "tracks": [
            {"name": name, "title": title, "value": t[name], "most": most}
            for name, (title, most) in titles.items()
        ],
        "markers": markers(s),
        "boxes": {**BOXES, **{space(turn): f"Turn {turn}" for turn in range(1, last + 1)}},
        "areas": {SOVIET: [hex for hex in s.tables.land if controller(s, hex) == SOVIET]},
        "due": due(s, last),
        "supply_markers": {"x10": t["supply"] // 10, "x1": t["supply"] % 10},
        "air_markers": {"x10": t["air"] // 10, "x1": t["air"] % 10},
        "supply_roll": sum(modifier.amount for modifier in supply_modifiers(s)),
        "note": say(s.game, VictoryCounted(t["vp"], t["needed"])),
    }
    if side in SIDES:
        shown["standing_order"] = order_of(s, side)
    return shown


@rule("5.1b", "7.1.2")
def due(s: State, last: int) -> dict[UnitId, int]:
    """The turn a unit comes: by its event, or as the space of the track says that it lies on."""
    found = {unit.id: turn for turn in range(1, last + 1) for unit in s.in_box(space(turn))}
    for turn, entry in s.tables.turns.items():
        for letter in (*entry.german.split(), *entry.soviet.split()):
            coming = (id for id in s.tables.arrivals[letter] if s.units[id].box == WAITING)
            found.update(dict.fromkeys(coming, turn) if turn <= last else {})
    return found


@rule("11.1a", "10.3.5", "10.5.2b")
def markers(s: State) -> list[dict[str, Any]]:
    """Victory hexes the Red Army controls, landing strip markers, chemical counters."""
    found: list[dict[str, Any]] = [
        {"hex": hex, "kind": "control", "side": SOVIET, "label": ""} for hex in soviet_victory_hexes(s)
    ]
    found.extend({"hex": hex, "kind": "airstrip", "side": GERMAN, "label": ""} for hex in s.strip)
    found.extend({"hex": hex, "kind": "mine", "side": GERMAN, "label": "Gas"} for hex in s.gas)
    return found


# --- counters


@rule("2.2a", "2.2b", "2.2c")
def face(game: Breslau, unit: Unit) -> Face:
    """What a counter shows: name, symbol, blue and green figure, its condition."""
    counter = game.counters[unit.id]
    badges = []
    if unit.disorganised:
        badges.append("disorganized")
    if unit.fired:
        badges.append("fired")
    if unit.fanatic:
        badges.append("fortified")
    formation = counter.division or counter.formation
    livery = game.drawing.livery(counter.nation, formation)
    return Face(
        nationality=counter.nation,
        symbol=GUN_SYMBOLS.get(counter.weapon, SYMBOLS[counter.kind])
        if counter.kind != "support"
        else SYMBOLS["support"],
        size=SIZES[counter.size],
        label=identity(counter),
        formation=formation,
        band=livery.band,
        colour=livery.colour,
        stripe=livery.stripe,
        ground=game.drawing.ground["artillery"] if counter.kind in ("artillery", "support") else "",
        values=f"{signed(counter.assault)} {signed(counter.exposed)}",
        figures=("blue", "green"),
        reduced=unit.disorganised or unit.fired,
        badges=tuple(badges),
        name=counter.name,
    )


def identity(counter: Counter) -> str:
    """A unit's own number: its parent's name stands on the colour band."""
    own = counter.label.removeprefix("Polish ").removeprefix("Screening Unit ").removesuffix(" VS")
    own = own.replace(" eng.", "")
    return own.rpartition("/")[0] or own if counter.division or counter.formation else own


def signed(figure: int) -> str:
    return f"{figure:+d}" if figure else "0"


def back(game: Breslau, look: str) -> Face:
    """No counter of this game is ever hidden."""
    return Face(nationality=look or "german", symbol="")


# --- overlays


def overlay_reach(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """Where a unit could go with all its points, with the cost; the train: every free rail hex."""
    if unit not in s.units or not s.units[unit].hex:
        return Overlay("Reach")
    mover = s.units[unit]
    counter = s.game.counters[unit]
    if counter.train:
        return Overlay("Reach", dict.fromkeys(tracks_from(s, mover.hex, (mover.hex,)), "0"))
    frame = s.flow[-1] if s.flow else None
    mp = frame.mp if isinstance(frame, MoveUnit) and frame.unit == unit else counter.mp
    if not mp or mover.fired:
        return Overlay("Reach")
    closed = closed_to(s, mover.side)
    reach = s.game.walker.reach(mover.hex, mp, s.tables.prices[mover.side], closed, bytearray(len(closed)))
    threat = danger(s, mover.side)
    shown = {hex: f"{cost}!" if threat[hex] else str(cost) for hex, cost in reach.items()}
    return Overlay("Reach (! = enemy may fire)", shown)


def approach(s: State, unit: UnitId) -> set[Hex]:
    """9.1a Where a unit could stand to assault after a move with its whole allowance."""
    mover, counter = s.units[unit], s.game.counters[unit]
    if counter.train or not counter.mp:
        return set() if counter.train else {mover.hex}
    closed = closed_to(s, mover.side)
    reach = s.game.walker.reach(
        mover.hex, counter.mp, s.tables.prices[mover.side], closed, bytearray(len(closed))
    )
    return {mover.hex, *reach}


def strikes(s: State, unit: UnitId, at: Hex) -> tuple[Hex, ...]:
    """9.1a, 9.2a The hexes next to a hex."""
    return s.game.board.near[at]


def overlay_defensive_fire(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """Where the enemy could fire at a unit that enters: how many, and how likely the best fire hits."""
    threat = danger(s, side)
    closed = closed_to(s, side)
    title = "Defensive Fire: enemy units adjacent (best chance to hit)"
    shown = {}
    for there in s.tables.land:
        if threat[there]:
            label = str(threat[there])
            if unit in s.units and s.units[unit].side == side and not closed[there]:
                label += f" ({chance_at(s, unit, there)}/6)"
            shown[there] = label
    return Overlay(title, shown)


def chance_at(s: State, unit: UnitId, hex: Hex) -> int:
    """On how many faces the enemy's best fire would hit the unit in a hex."""
    twin = s.clone()
    twin.put(unit, hex)
    enemy = foe(twin.units[unit].side)
    firers = strongest(twin, enemy, twin.units[unit])
    return chance_in_six(twin, Attack(enemy, "defensive_fire", unit, firers))


def overlay_supply(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """Where reserves may be placed, what is in communication with the Rathaus, what is too near the enemy."""
    joined = in_communication(s)
    near = distance_from_enemy(s)
    shown = {}
    for there in s.tables.cities:
        if not joined[there]:
            shown[there] = "cut off"
        elif near[there] >= 0:
            shown[there] = str(int(near[there]))
    shown.update(dict.fromkeys(reserve_hexes(s), "reserves"))
    return Overlay("Reserves: where they can be placed, distance to the nearest Red Army unit", shown)


def overlay_control(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    """The side that controls each hex."""
    return Overlay(
        "Control", {there: "S" if controller(s, there) == SOVIET else "G" for there in s.tables.land}
    )


OVERLAYS = {
    "reach": overlay_reach,
    "defensive_fire": overlay_defensive_fire,
    "supply": overlay_supply,
    "control": overlay_control,
    **threat_overlays(approach, strikes),
}
