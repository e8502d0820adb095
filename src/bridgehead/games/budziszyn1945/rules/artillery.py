"""6.0 Artillery: ranged attacks, barrage, fire on bridges. Support belongs to the combat it is given to."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Attack, Cancel, Commit, Done, Pick
from bridgehead.core.flow import Decision, Forecast, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Hexside, Side, UnitId, Value, replace
from bridgehead.core.words import SENTENCE, say
from bridgehead.games.budziszyn1945.model import words
from bridgehead.games.budziszyn1945.model.actions import DeclineAir
from bridgehead.games.budziszyn1945.model.data import ALLIED, hexside
from bridgehead.games.budziszyn1945.model.events import (
    AmmunitionSpent,
    BarrageRolled,
    BarrageWasted,
    BridgeShelled,
    FireRolled,
    FireWasted,
)
from bridgehead.games.budziszyn1945.model.state import (
    BARRAGED,
    FIRED,
    FOUGHT,
    OPEN,
    SOFT,
    SOLID,
    State,
    Unit,
    american,
    camp,
    stirred,
)
from bridgehead.games.budziszyn1945.rules.air import (
    bridge_fate,
    fire_cell,
    fire_column,
    fire_columns,
    offensive_sp,
)
from bridgehead.games.budziszyn1945.rules.battle import attack_sp
from bridgehead.games.budziszyn1945.rules.elimination import striker_of
from bridgehead.games.budziszyn1945.rules.engineering import BLOWN_ALREADY, NO_BRIDGE_HERE, destroy_bridge
from bridgehead.games.budziszyn1945.rules.losses import FireResult
from bridgehead.games.budziszyn1945.rules.movement import bridge_stands
from bridgehead.games.budziszyn1945.rules.zoc import occupied_by_foe

NOT_SET_UP = No("6.1.3", "this artillery is in transport setup and can't fire")
FIRED_ALREADY = No("6.1.4", "this artillery has already fired or supported this phase")
AFTER_BARRAGE = No(
    "6.5.6", "this artillery fired a barrage: it can't fire or support in the next two Combat Phases"
)
OUT_OF_RANGE = No("6.1.2", "the target is more than 3 hexes away")
TOO_CLOSE = No("6.4.3", "ranged fire can't target an adjacent hex")
NO_GUN_NEAR = No("6.4.2a", "none of your artillery is 2 or 3 hexes away")
NO_GUN_IN_RANGE = No("6.4.7", "none of your artillery is within 3 hexes of the bridge")
NO_TARGET = No("6.4.8", "no enemy unit is in this hex")
NOT_ARTILLERY = No("6.1.1", "only artillery can fire or support")
NOT_YOUR_GUN = No("6.1.4", "this artillery is not yours")
FIRES_ALREADY = No("6.1.4", "this artillery already takes part")
HIT_ALREADY = No("6.5.3", "a barrage has already hit this hex")
GUNS_FIRST = No("6.4.2a", "select artillery first")
NO_AIR_HERE = No("6.4.4", "aircraft support only ranged fire on units")
NOBODY_FLIES = No("8.2.2", "no offensive support flies over this hex")
AIR_HELD = No("8.2.2", "the air support is already held back")
TWO_GUNS = No("6.5.4", "a barrage needs at least 2 artillery units")
NO_AMMUNITION = No("6.5.7", "each artillery unit of a barrage needs an Ammo Unit, and none is left")


@rule("6.1.3", "6.1.4", "6.5.6", "6.5.6a", "6.6.5a", "6.3.6")
def why_not_fire(s: State, unit: Unit, *, supporting: bool) -> No | None:
    """Why an artillery unit cannot fire now, or support a defence."""
    if unit.transport and s.counter(unit.id).guns:
        return NOT_SET_UP
    if unit.done & (FIRED | FOUGHT):
        return FIRED_ALREADY
    if unit.barred >= s.combats and unit.barred:
        return AFTER_BARRAGE
    if not supporting and s.turn == 1 and unit.side == ALLIED and not american(s, unit):
        return No("T.10", "on the first day German artillery can only support the defense")
    return None


def may_fire(s: State, unit: Unit, *, supporting: bool) -> bool:
    return why_not_fire(s, unit, supporting=supporting) is None


@rule("6.3.6", "6.6.1")
def guns_in(s: State, hexes: tuple[Hex, ...]) -> tuple[UnitId, ...]:
    """Guns in attacked hexes: they support the defence of regular units there."""
    return tuple(
        id
        for hex in hexes
        if any(s.counter(each).regular for each in s.stacks[hex])
        for id in s.stacks[hex]
        if s.counter(id).guns and may_fire(s, s.units[id], supporting=True)
    )


def ready_guns(s: State, side: Side) -> list[Unit]:
    """The artillery of a side that may fire in this phase."""
    found: list[Unit] | None = s.memo.get(f"ready_guns_{side}")
    if found is None:
        found = [
            unit
            for unit in map(s.units.__getitem__, s.game.artillery)
            if unit.hex and unit.side == side and may_fire(s, unit, supporting=False)
        ]
        s.memo[f"ready_guns_{side}"] = found
    return found


@rule("6.1.2", "6.4.1", "6.4.2a", "6.4.3", "6.4.8")
def fire_targets(s: State, side: Side) -> list[Hex]:
    """Enemy hexes at range 2 or 3 of a gun."""
    foe = 1 - camp(side)
    solid, soft = s.ledger[SOLID[foe]], s.ledger[SOFT[foe]]
    ring = s.game.ground.ring
    covered: set[Hex] = set().union(*{ring(unit.hex) for unit in ready_guns(s, side)})
    return sorted([hex for hex in covered if solid[hex] or soft[hex]])


@rule("6.4.2a", "6.4.3")
def why_not_target(s: State, side: Side, hex: Hex) -> No | None:
    """Why no gun of a side can fire at a hex: of those that stand rightly the first one's reason."""
    if not occupied_by_foe(s, side, hex):
        return NO_TARGET
    guns = guns_of(s, side)
    placed = [gun for gun in guns if hex in s.game.ground.ring(gun.hex)]
    if placed:
        return why_none_fires(s, placed)
    return TOO_CLOSE if any(s.game.board.adjacent(gun.hex, hex) for gun in guns) else NO_GUN_NEAR


def why_none_fires(s: State, placed: list[Unit]) -> No | None:
    """Why none of some guns that stand rightly fires; None if one may."""
    reasons = [why_not_fire(s, gun, supporting=False) for gun in placed]
    return None if None in reasons else reasons[0]


def guns_of(s: State, side: Side) -> list[Unit]:
    """The artillery of a side on the map."""
    return [unit for unit in map(s.units.__getitem__, s.game.artillery) if unit.side == side and unit.hex]


@rule("6.4.7", "14.1.2")
def why_not_strike(s: State, side: Side, bridge: Hexside) -> No | None:
    """Why no gun of a side can fire at a bridge."""
    if not bridge_stands(s, bridge):
        return BLOWN_ALREADY if bridge in s.broken else NO_BRIDGE_HERE
    placed = [gun for gun in guns_of(s, side) if in_range_of(s, gun.hex, bridge)]
    return why_none_fires(s, placed) if placed else NO_GUN_IN_RANGE


@rule("6.4.7", "14.1.1")
def objects_in_range(s: State, side: Side) -> list[Hexside]:
    """Bridges within range of a gun, neighbouring ones included."""
    found: set[Hexside] = set()
    for here in {unit.hex for unit in ready_guns(s, side)}:
        found.update(s.game.ground.bridges_near(here))
        found.update(side for side in s.built if in_range_of(s, here, side))
    return sorted(side for side in found if bridge_stands(s, side))


def in_range_of(s: State, here: Hex, side: Hexside) -> bool:
    reach = s.game.tables.number.artillery_range
    return any(s.game.ground.distance(here, end) <= reach for end in side)


@rule("6.4.2a", "6.4.4", "6.4.7", "8.2.3", "5.2.1a")
class AssembleFire(Decision[State], frozen=True):
    """6.4.2 Choose the guns that fire on one hex, or on a bridge."""

    words = "select artillery to fire"
    labels = {Commit: "Fire", Cancel: "Cancel fire"}
    under = "6.4.2a"
    clicks = (Pick,)
    hex: Hex
    to: Hex = Hex(0)
    """The other end of a bridge, when an object is the target."""
    guns: tuple[UnitId, ...] = ()
    air: bool = True
    barrage: bool = False

    def about(self, s: State) -> Subject:
        return Subject(committed=self.guns, hexes=(self.hex, self.to) if self.to else (self.hex,))

    def candidates(self, s: State) -> list[UnitId]:
        return [
            unit.id
            for unit in ready_guns(s, self.side)
            if unit.id not in self.guns and self.why_not_gun(s, unit) is None
        ]

    def why_not_gun(self, s: State, unit: Unit) -> No | None:
        if self.to:
            return None if in_range_of(s, unit.hex, hexside(self.hex, self.to)) else OUT_OF_RANGE
        far = s.game.ground.distance(unit.hex, self.hex)
        if far < 2:
            return TOO_CLOSE
        if self.barrage and len(self.guns) >= s.tracks["ammunition"]:
            return NO_AMMUNITION
        return OUT_OF_RANGE if far > s.game.tables.number.artillery_range else None

    def options(self, s: State) -> list[Action]:
        found: list[Action] = [s.game.picks[id] for id in self.candidates(s)]
        if self.guns and not self.to and not self.barrage and self.air and self.air_sp(s):
            found.append(DeclineAir())
        if len(self.guns) >= (2 if self.barrage else 1):
            found.append(Commit())
        return [*found, Cancel()]

    def air_sp(self, s: State) -> int:
        return offensive_sp(s, self.side, (self.hex,))

    @rule("6.4.2b", "6.5.3", "6.4.4", "8.2.3", "6.4.7")
    def strength(self, s: State) -> int:
        """SPs of the guns, doubled in a barrage, with air support, less twice the terrain of the hex."""
        sp = sum(attack_sp(s, s.units[id], forced=False) for id in self.guns)
        if self.to:
            return sp
        if self.barrage:
            sp *= 2
        elif self.air:
            sp += self.air_sp(s)
        return sp - s.game.ground.screens(self.hex)

    def said(self, s: State) -> str:
        """How the strength comes about."""
        guns = sum(attack_sp(s, s.units[id], forced=False) for id in self.guns)
        air = self.air_sp(s) if self.air and not self.barrage else 0
        screens = s.game.ground.screens(self.hex)
        return words.fire_strength(guns, screens, self.strength(s), air=air, barrage=self.barrage)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.become(replace(self, guns=(*self.guns, unit)))
            case DeclineAir():
                s.become(replace(self, air=False))
            case Commit():
                self.remember(s)
                self.fire(s)
            case _:
                s.leave()

    def remember(self, s: State) -> None:
        """Leave with the phase knowing which hex was fired at."""
        if self.to:
            s.leave()
            return
        name = "hit" if self.barrage else "shelled"
        s.leave(**{name: (*getattr(s.flow[-2], name), self.hex)})

    def fire(self, s: State) -> None:
        sp, strength = self.strength(s), self.said(s)
        bits = FIRED | OPEN | (BARRAGED if self.barrage else 0)
        for unit in [s.units[id] for id in self.guns]:
            barred = s.combats + 2 if self.barrage else unit.barred
            s.swap(unit, replace(stirred(s, unit), done=unit.done | bits, barred=barred))
        s.reveal()
        if self.barrage:
            s.track("ammunition", s.tracks["ammunition"] - len(self.guns))
            s.tell(AmmunitionSpent(len(self.guns), s.tracks["ammunition"]), "6.5.7")
        if self.to:
            fire_on_bridge(s, self.side, hexside(self.hex, self.to), sp)
        else:
            wasted = (BarrageWasted if self.barrage else FireWasted)(self.side, self.hex, strength)
            fire_on_hex(s, wasted, sp, striker_of(s, self.guns))

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Commit():
                return TWO_GUNS if self.barrage else GUNS_FIRST
            case DeclineAir():
                return NO_AIR_HERE if self.barrage or self.to else NOBODY_FLIES if self.air else AIR_HELD
            case Pick(unit) if unit in s.units:
                return self.why_not_pick(s, s.units[unit])
        return None

    def why_not_pick(self, s: State, unit: Unit) -> No | None:
        if not s.counter(unit.id).artillery:
            return NOT_ARTILLERY
        if unit.side != self.side:
            return NOT_YOUR_GUN
        if unit.id in self.guns:
            return FIRES_ALREADY
        return why_not_fire(s, unit, supporting=False) or self.why_not_gun(s, unit)

    def title(self) -> Value:
        if self.to:
            return words.FireOnBridge(hexside(self.hex, self.to))
        return words.BarrageOf(self.hex) if self.barrage else words.RangedFireOn(self.hex)

    def forecast(self, s: State) -> Forecast | None:
        if not self.guns:
            return None
        name = "objects" if self.to else "artillery"
        table, told = s.game.tables.fire[name], bridge_fate if self.to else str
        columns = fire_columns(s, name)
        sp = self.strength(s)
        column = columns[fire_column(s, name, sp)] if sp > 0 else ""
        rows = tuple((str(roll), tuple(told(cells[roll - 2]) for _, cells in table)) for roll in range(2, 13))
        return Forecast(
            title=say(s.game, self.title()),
            attack=SENTENCE.format(words.STRENGTH, sp=sp),
            defence=words.BRIDGE if self.to else words.SCREENED.format(modifier=s.game.ground.cm[self.hex]),
            columns=columns,
            column=column,
            rows=rows,
            commit=Commit() if len(self.guns) >= (2 if self.barrage else 1) else None,
        )


@rule("6.4.2c", "AF.1", "6.4.6")
def fire_on_hex(s: State, fire: FireWasted, sp: int, striker: str) -> None:
    """Roll on the artillery fire table; below one SP nothing happens."""
    barrage = isinstance(fire, BarrageWasted)
    because = "6.5.3" if barrage else "6.4.2c"
    if sp < 1:
        s.tell(fire, because)
        return
    cell, first, second = fire_cell(s, "artillery", sp)
    column = fire_columns(s, "artillery")[fire_column(s, "artillery", sp)]
    rolled = BarrageRolled if barrage else FireRolled
    s.tell(rolled(fire.side, fire.hex, sp, fire.strength, column, first, second, cell.told()), because)
    owner = s.units[s.stacks[fire.hex][0]].side
    s.enter(FireResult(owner, fire.hex, cell.lose, cell.disorganized, cell.test, because, striker))


@rule("6.4.7", "AO.1", "14.1.4")
def fire_on_bridge(s: State, side: Side, bridge: Hexside, sp: int) -> None:
    cell, first, second = fire_cell(s, "objects", sp)
    column = fire_columns(s, "objects")[fire_column(s, "objects", sp)]
    s.tell(BridgeShelled(side, bridge, sp, column, first, second, bridge_fate(cell)), "6.4.7")
    if cell.disorganized:
        destroy_bridge(s, bridge, "6.4.7")


# --- 6.5 barrage


@rule("2.2.2", "6.5.1", "6.5.2", "6.5.4", "6.5.7", "6.5.8", "N.4")
class BarragePhase(Decision[State], frozen=True):
    """6.5 A side with Ammo Units may fire barrages."""

    words = "select a target hex for a barrage"
    labels = {Attack: "Barrage {hex}", Done: "End barrage"}
    under = "6.5.2"
    clicks = (Attack,)
    hit: tuple[Hex, ...] = ()

    def about(self, s: State) -> Subject:
        """Of the whole front; what was hit before is no matter of choice."""
        return Subject()

    def options(self, s: State) -> list[Action]:
        return [*(Attack(hex) for hex in self.targets(s)), Done()]

    def targets(self, s: State) -> list[Hex]:
        return sorted(self.in_reach(s))

    def in_reach(self, s: State) -> Iterator[Hex]:
        """Enemy hexes that two guns can reach and that no barrage has hit."""
        if s.tracks["ammunition"] < 2:
            return
        rings = [s.game.ground.ring(gun.hex) for gun in ready_guns(s, self.side)]
        foe = 1 - camp(self.side)
        solid, soft = s.ledger[SOLID[foe]], s.ledger[SOFT[foe]]
        for hex in s.stacks:
            if (
                (solid[hex] or soft[hex])
                and hex not in self.hit
                and sum([hex in ring for ring in rings]) >= 2
            ):
                yield hex

    def take(self, s: State, action: Action) -> None:
        if isinstance(action, Attack):
            s.enter(AssembleFire(self.side, action.hex, air=False, barrage=True))
        else:
            s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Attack):
            return None
        if action.hex in self.hit:
            return HIT_ALREADY
        return why_not_target(s, self.side, action.hex) or TWO_GUNS

    def over(self, s: State) -> bool:
        return next(self.in_reach(s), None) is None
