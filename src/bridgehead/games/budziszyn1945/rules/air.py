"""8.0 Air units: secret missions, air combat, and what strikes at once."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from bridgehead.core.actions import Action, Cancel, Choose, Done, Place
from bridgehead.core.flow import Decision, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Die, Hex, Hexside, Side, UnitId, replace
from bridgehead.games.budziszyn1945.model import words
from bridgehead.games.budziszyn1945.model.actions import Engage, Strike
from bridgehead.games.budziszyn1945.model.data import ALLIED, SOVIET, Cell, Mission, hexside
from bridgehead.games.budziszyn1945.model.events import (
    AirAttackRolled,
    AirAttackWasted,
    AirCombat,
    AirSupplied,
    AirSupplyFailed,
    AirTied,
    BridgeBombed,
    MissionPlanned,
    MissionsLost,
    MissionsShown,
    RiverMissionShown,
)
from bridgehead.games.budziszyn1945.model.state import (
    State,
    american,
    camp,
    in_nysa,
    in_play,
)
from bridgehead.games.budziszyn1945.rules.engineering import BLOWN_ALREADY, NO_BRIDGE_HERE, destroy_bridge
from bridgehead.games.budziszyn1945.rules.interdiction import HAMPER, RIVER
from bridgehead.games.budziszyn1945.rules.losses import FireResult
from bridgehead.games.budziszyn1945.rules.movement import bridge_stands, standing_bridges

OFFENSIVE = "offensive support"
DEFENSIVE = "defensive support"
AIR_ATTACK = "air attack"
OBJECTS = "object destruction"
SUPPLY = "supply mission"
KINDS = (OFFENSIVE, DEFENSIVE, AIR_ATTACK, OBJECTS, HAMPER, RIVER, SUPPLY)
SUPPORTS = (OFFENSIVE, DEFENSIVE)
AT_ONCE = (AIR_ATTACK, OBJECTS, SUPPLY)

NOT_SOVIET_WORK = No("8.2.5", "Soviet aircraft fly only offensive support and air attacks")
KIND_FIRST = No("8.1.7", "choose the kind of mission first")
PLACE_FIRST = No("8.1.7", "choose the target first")
PLACE_CHOSEN = No("8.1.7", "the target is chosen: now choose how many SP fly")
TOO_FEW = No("8.1.7", "this mission needs more SP")
NOT_CONNECTED = No("8.2.18", "the attacks of one mission must fall on connected hexes")
NOT_A_BANK = No("8.2.16", "this hex is not on a big river")
NOT_A_BRIDGE_MISSION = No("8.2.8", "only object destruction missions attack bridges")
NO_TARGETS = {
    OFFENSIVE: No("8.2.2", "no enemy unit is in this hex"),
    DEFENSIVE: No("8.2.4", "none of your units is in this hex"),
    AIR_ATTACK: No("8.2.6", "no enemy unit is in this hex"),
    OBJECTS: No("8.2.8", "choose a bridge, not a hex"),
    HAMPER: No("8.2.11", "no unit moves through a lake"),
    RIVER: NOT_A_BANK,
    SUPPLY: No("8.2.25a", "no American unit is in this hex"),
}
NOBODY_FOR = {
    OFFENSIVE: No("8.2.2", "no enemy unit is on the map"),
    DEFENSIVE: No("8.2.4", "none of your units is on the map"),
    AIR_ATTACK: No("8.2.6", "no enemy unit is on the map"),
    SUPPLY: No("8.2.25a", "no American unit is on the map"),
}
NO_SUCH_MISSION = No("8.2.1", "there is no such mission")
FINISH_FIRST = No("8.1.7", "finish or cancel this mission first")
ALLOT_FIRST = No("8.2.18", "allot the remaining attacks first")
NO_MISSION = No("8.1.7", "no mission is being planned")
NO_CONTACT = No("8.1.8a", "no opposing missions fly over these two hexes")
NO_AIR_LEFT = No("8.1.5", "not enough air SP left today")


# --- the strength of the day


@rule("8.1.1", "8.1.4", "8.1.5", "N.5", "T.3", "T.27", "T.28", "T.30")
def air_left(s: State, side: Side) -> int:
    """The air SPs a side may still fly today."""
    get = s.tracks.get
    if side == SOVIET:
        return get("air_soviet", 0)
    if side != ALLIED:
        return 0
    bank = min(
        get("air_bank", 0), s.game.tables.calendar["two_stars"].saved_at_most - get("air_saved_used", 0)
    )
    return get("air_base", 0) + get("air_ten", 0) + bank


@rule("8.1.3", "8.1.9", "T.28")
def spend_air(s: State, side: Side, sp: int) -> None:
    """The day's own part goes first, then what could be saved, then what was."""
    if side == SOVIET:
        s.track("air_soviet", s.tracks["air_soviet"] - sp)
        return
    for name in ("air_base", "air_ten"):
        used = min(sp, s.tracks.get(name, 0))
        s.track(name, s.tracks.get(name, 0) - used)
        sp -= used
    if sp:
        s.track("air_bank", s.tracks["air_bank"] - sp)
        s.track("air_saved_used", s.tracks.get("air_saved_used", 0) + sp)


@rule("N.5", "T.3", "T.27", "T.28")
def dawn(s: State) -> None:
    """A new day: unused strength is lost, but the Americans save of their ten."""
    if in_nysa(s):
        s.track("air_soviet", s.game.tables.air["nysa"].get(s.turn, 0))
        return
    s.track("air_soviet", s.air_days.get(s.turn, 0))
    s.track("air_bank", s.tracks.get("air_bank", 0) + s.tracks.get("air_ten", 0))
    s.track("air_saved_used", 0)
    s.track("air_base", s.game.tables.air["two_stars"].get(s.turn, 0))
    s.track("air_ten", s.game.tables.calendar["two_stars"].saveable)


# --- missions


@rule("8.2.1", "8.2.5", "8.2.22", "N.5", "T.3", "T.29")
def kinds_for(side: Side) -> tuple[str, ...]:
    return (OFFENSIVE, AIR_ATTACK) if side == SOVIET else KINDS


@rule("8.2.10", "8.2.12", "8.2.23")
def least_sp(s: State, kind: str) -> int:
    number = s.game.tables.number
    least: dict[str, int] = {OBJECTS: number.air_object, HAMPER: number.air_hamper, SUPPLY: number.air_supply}
    return least.get(kind, 1)


@rule("8.2.2", "8.2.6", "8.2.11", "8.2.16", "8.2.25a", "6.4.8")
def target_hexes(s: State, side: Side, kind: str) -> list[Hex]:
    """The hexes a mission of that kind may be flown to."""
    mine = camp(side)
    if kind in (OFFENSIVE, AIR_ATTACK):
        return [hex for hex in sorted(s.stacks) if camp(s.units[s.stacks[hex][0]].side) != mine]
    if kind == DEFENSIVE:
        return [hex for hex in sorted(s.stacks) if s.units[s.stacks[hex][0]].side == side]
    if kind == SUPPLY:
        return [hex for hex in sorted(s.stacks) if s.ledger["americans"][hex]]
    if kind == RIVER:
        return s.game.bank_hexes
    return s.game.land_hexes


@rule("2.2.1", "8.1.2", "8.1.7", "8.1.1", "8.2.17", "8.2.18")
class AirPlanning(Decision[State], frozen=True):
    """8.1 The side sets its missions, one after the other, unseen by the enemy."""

    words = "plan air missions ({left:SP} left)"
    labels = {
        Place: "Fly to {hex}",
        Strike: "Attack the bridge {hexside}",
        Done: "End planning",
        Cancel: "Cancel mission",
    }
    under = "8.1.7"
    clicks = (Place, Strike)
    kind: str = ""
    hex: Hex = Hex(0)
    to: Hex = Hex(0)
    left: int = 0
    attacks: int = 0
    """River-crossing attacks still to be allotted."""
    allotted: tuple[Hex, ...] = ()

    def about(self, s: State) -> Subject:
        return Subject(hexes=self.allotted or tuple(hex for hex in (self.hex, self.to) if hex))

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        return Strike(hexside(*on)) if isinstance(on, tuple) else super().click(s, on)

    def options(self, s: State) -> list[Action]:
        if self.attacks:
            return [Place(hex) for hex in self.connected(s)]
        left = air_left(s, self.side)
        if not self.kind:
            found: list[Action] = [
                Choose(kind)
                for kind in kinds_for(self.side)
                if left >= least_sp(s, kind) and target_hexes(s, self.side, kind)
            ]
            return [*found, Done()]
        if self.hex:
            return [*(Choose(str(sp)) for sp in range(least_sp(s, self.kind), left + 1)), Cancel()]
        if self.kind == OBJECTS:
            return [*(Strike(side) for side in standing_bridges(s)), Cancel()]
        return [*map(Place, target_hexes(s, self.side, self.kind)), Cancel()]

    def take(self, s: State, action: Action) -> None:
        match action:
            case Done():
                s.leave()
            case Cancel():
                s.become(AirPlanning(self.side, left=air_left(s, self.side)))
            case Choose(kind) if not self.kind:
                s.become(replace(self, kind=kind))
            case Strike((a, b)):
                s.become(replace(self, hex=a, to=b))
            case Place(hex) if self.attacks:
                self.allot(s, hex)
            case Place(hex):
                s.become(replace(self, hex=hex))
            case Choose(sp):
                self.plan(s, int(sp))

    def plan(self, s: State, sp: int) -> None:
        spend_air(s, self.side, sp)
        left = air_left(s, self.side)
        s.tell(MissionPlanned(self.kind, sp, self.hex, left), "8.1.7", only=(self.side,))
        if self.kind == RIVER:
            s.become(replace(self, attacks=2 * sp))
            self_now = s.flow[-1]
            assert isinstance(self_now, AirPlanning)
            self_now.allot(s, self.hex)
            return
        s.set(missions=(*s.missions, Mission(self.side, self.kind, self.hex, sp, self.to)))
        s.become(AirPlanning(self.side, left=air_left(s, self.side)))

    def connected(self, s: State) -> list[Hex]:
        """Hexes to which a further attack of this mission may be allotted."""
        near = {to for hex in self.allotted for to in s.game.board.near[hex]}
        return [hex for hex in s.game.bank_hexes if hex in near or hex in self.allotted]

    @rule("8.2.17", "8.2.18")
    def allot(self, s: State, hex: Hex) -> None:
        """One attack more on a hex. An SP makes two and flies where the first of them falls."""
        sp = 1 - self.attacks % 2
        missions = list(s.missions)
        for at, mission in enumerate(missions):
            if mission.kind == RIVER and mission.hex == hex and mission.side == self.side:
                missions[at] = replace(mission, attacks=mission.attacks + 1, sp=mission.sp + sp)
                break
        else:
            missions.append(Mission(self.side, RIVER, hex, sp, attacks=1))
        s.set(missions=tuple(missions))
        if self.attacks > 1:
            s.become(replace(self, attacks=self.attacks - 1, allotted=(*self.allotted, hex)))
        else:
            s.become(AirPlanning(self.side, left=air_left(s, self.side)))

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Done() | Cancel() | Choose() if self.attacks:
                return ALLOT_FIRST
            case Done():
                return FINISH_FIRST
            case Cancel():
                return NO_MISSION
            case Choose(kind) if not self.kind:
                return self.why_not_kind(s, kind)
            case Choose(sp) if sp.isdigit() and self.hex:
                return TOO_FEW if int(sp) < least_sp(s, self.kind) else NO_AIR_LEFT
            case Place() | Strike() | Choose() if not self.kind:
                return KIND_FIRST
            case Place(hex) if self.attacks:
                return NOT_A_BANK if hex not in s.game.bank_hexes else NOT_CONNECTED
            case Place() | Strike() if self.hex:
                return PLACE_CHOSEN
            case Place():
                return NO_TARGETS[self.kind]
            case Strike(side) if self.kind == OBJECTS:
                return BLOWN_ALREADY if side in s.broken else NO_BRIDGE_HERE
            case Strike():
                return NOT_A_BRIDGE_MISSION
            case Choose() if not self.hex:
                return PLACE_FIRST
        return None

    @rule("8.2.1", "8.2.5", "8.1.5")
    def why_not_kind(self, s: State, kind: str) -> No:
        if kind not in KINDS:
            return NO_SUCH_MISSION
        if kind not in kinds_for(self.side):
            return NOT_SOVIET_WORK
        return NO_AIR_LEFT if air_left(s, self.side) < least_sp(s, kind) else NOBODY_FOR[kind]

    def over(self, s: State) -> bool:
        return not self.kind and air_left(s, self.side) == 0


@rule("2.2.1", "2.2.7", "8.1.7", "8.1.10", "2.1.4a", "T.17")
class AirPhase(Procedure[State], frozen=True):
    """2.2.1 All sides plan in secret; then missions are shown, fight, and strike."""

    side: Side

    def plan(self, s: State) -> None:
        sides = [side for side in in_play(s) if air_left(s, side)]
        for side in sorted(sides, key=lambda each: each == self.side):
            s.enter(AirPlanning(side, left=air_left(s, side)))

    def show(self, s: State) -> None:
        together: dict[tuple[Side, str, Hex], int] = {}
        for each in s.missions:
            if each.kind == RIVER:
                s.tell(RiverMissionShown(each.side, each.attacks, each.sp, each.hex), "8.1.7")
            elif each.kind in SUPPORTS:
                key = each.side, each.kind, each.hex
                together[key] = together.get(key, 0) + each.sp
            else:
                s.tell(MissionsShown(each.side, each.kind, each.sp, each.hex), "8.1.7")
        for (side, kind, hex), sp in together.items():
            s.tell(MissionsShown(side, kind, sp, hex), "8.1.7")
        if s.missions:
            s.reveal()

    @rule("8.1.8a", "8.1.8c")
    def fight(self, s: State) -> None:
        for hex in same_hex(s):
            air_combat(s, hex, hex)
        if len(contacts(s)) == 1:
            air_combat(s, *contacts(s)[0])
        elif contacts(s):
            s.enter(AirContacts(self.side))

    def strike(self, s: State) -> None:
        if any(mission.kind in AT_ONCE for mission in s.missions):
            s.enter(Strikes())

    sequence = (plan, show, fight, strike)


@rule("8.1.7")
def still_secret(s: State) -> bool:
    """Missions are shown when all sides have planned theirs."""
    return any(isinstance(frame, AirPlanning) for frame in s.flow)


def same_hex(s: State) -> list[Hex]:
    over = [{mission.hex for mission in s.missions if camp(mission.side) == each} for each in (0, 1)]
    return sorted(over[0] & over[1])


@rule("8.1.8a")
def contacts(s: State) -> list[tuple[Hex, Hex]]:
    """Neighbouring hexes with opposing missions, the Soviet one first."""
    over = [{mission.hex for mission in s.missions if camp(mission.side) == each} for each in (0, 1)]
    return sorted((a, b) for a in over[0] for b in s.game.board.near[a] if b in over[1])


@rule("8.1.8c")
class AirContacts(Decision[State], frozen=True):
    """8.1.8 The side whose phases follow chooses which of several air combats is fought first."""

    words = "select the next air combat"
    under = "8.1.8c"
    clicks = (Engage,)

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        """The Soviet hex is named first, from wherever it is clicked."""
        if isinstance(on, tuple) and on not in contacts(s):
            on = on[::-1]
        return super().click(s, on)

    def options(self, s: State) -> list[Action]:
        return [Engage(pair) for pair in contacts(s)]

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Engage)
        air_combat(s, *action.hexside)

    def why_not(self, s: State, action: Action) -> No | None:
        return NO_CONTACT if isinstance(action, Engage) else None

    def over(self, s: State) -> bool:
        return not contacts(s)


@rule("8.1.8b", "8.1.9")
def air_combat(s: State, red: Hex, west: Hex) -> None:
    """Strength and one die each; the lower total loses its missions there. Ties are rolled again."""
    sums = [
        sum(mission.sp for mission in s.missions if mission.hex == hex and camp(mission.side) == each)
        for each, hex in ((0, red), (1, west))
    ]
    other = next(mission.side for mission in s.missions if camp(mission.side) == 1)
    while True:
        dice = s.roll(6), s.roll(6)
        hexes = (red,) if red == west else (red, west)
        s.tell(AirCombat(hexes, SOVIET, sums[0], dice[0], other, sums[1], dice[1]), "8.1.8b")
        totals = sums[0] + dice[0], sums[1] + dice[1]
        if totals[0] != totals[1]:
            break
        s.tell(AirTied(), "8.1.8b")
    loser, hex = (0, red) if totals[0] < totals[1] else (1, west)
    s.tell(MissionsLost(other if loser else SOVIET, hex), "8.1.8b")
    s.set(
        missions=tuple(mission for mission in s.missions if mission.hex != hex or camp(mission.side) != loser)
    )


@rule("8.1.10")
class Strikes(Procedure[State], frozen=True):
    """8.1.10 Attacks, objects and supply are resolved at once, mission by mission."""

    def next_strike(self, s: State) -> None:
        mission = next(each for each in s.missions if each.kind in AT_ONCE)
        missions = list(s.missions)
        missions.remove(mission)
        s.set(missions=tuple(missions))
        if mission.kind == AIR_ATTACK:
            air_attack(s, mission)
        elif mission.kind == OBJECTS:
            strike_bridge(s, mission)
        else:
            air_supply(s, mission)

    sequence = (next_strike,)

    def again(self, s: State) -> bool:
        return any(mission.kind in AT_ONCE for mission in s.missions)


def fire_cell(s: State, table: str, sp: int) -> tuple[Cell, Die, Die]:
    """The cell of a fire table for so many SPs, with the dice rolled."""
    first, second = s.roll(6), s.roll(6)
    _, cells = s.game.tables.fire[table][fire_column(s, table, sp)]
    return cells[first + second - 2], first, second


def fire_column(s: State, table: str, sp: int) -> int:
    """The column of a fire table for so many SPs, which are one at least."""
    return max(at for at, (least, _) in enumerate(s.game.tables.fire[table]) if sp >= least)


def fire_columns(s: State, table: str) -> tuple[str, ...]:
    """The columns of a fire table as they are printed: 1–2, 3–5, and so on to 17+."""
    return fire_headings(tuple(least for least, _ in s.game.tables.fire[table]))


@cache
def fire_headings(least: tuple[int, ...]) -> tuple[str, ...]:
    return (*(f"{a}–{b - 1}" for a, b in pairwise(least)), f"{least[-1]}+")


@rule("8.2.6", "8.2.7", "8.2.7a", "AA.1")
def air_attack(s: State, mission: Mission) -> None:
    units = s.stacks.get(mission.hex, ())
    screens = s.game.ground.screens(mission.hex)
    sp = mission.sp - screens
    if not units:
        return
    strength = words.fire_strength(mission.sp, screens, sp)
    if sp < 1:
        s.tell(AirAttackWasted(mission.side, mission.hex, strength), "8.2.7")
        return
    cell, first, second = fire_cell(s, "air_attack", sp)
    column = fire_columns(s, "air_attack")[fire_column(s, "air_attack", sp)]
    s.tell(
        AirAttackRolled(mission.side, mission.hex, sp, strength, column, first, second, cell.told()), "8.2.6"
    )
    striker = "american" if mission.side == ALLIED else "soviet"
    owner = s.units[units[0]].side
    s.enter(FireResult(owner, mission.hex, cell.lose, cell.disorganized, cell.test, "8.2.6", striker))


def bridge_fate(cell: Cell) -> str:
    return words.BRIDGE_HIT if cell.disorganized else words.NO_EFFECT


@rule("8.2.8", "8.2.9", "8.2.10", "14.1.1", "AO.1")
def strike_bridge(s: State, mission: Mission) -> None:
    cell, first, second = fire_cell(s, "objects", mission.sp)
    side = hexside(mission.hex, mission.to)
    column = fire_columns(s, "objects")[fire_column(s, "objects", mission.sp)]
    s.tell(BridgeBombed(mission.side, side, mission.sp, column, first, second, bridge_fate(cell)), "8.2.8")
    if cell.disorganized and bridge_stands(s, side):
        destroy_bridge(s, side, "8.2.8")


@rule("8.2.22", "8.2.23", "8.2.24", "8.2.25", "8.2.25a")
def air_supply(s: State, mission: Mission) -> None:
    """Each mission rolls one die: a 6 fails, anything else takes a level off every American unit there."""
    die = s.roll(6)
    s.tell((AirSupplyFailed if die == 6 else AirSupplied)(mission.hex, die), "8.2.24")
    if die == 6:
        return
    for unit in s.units_in(mission.hex):
        if unit.oos and american(s, unit):
            s.raise_oos(unit.id, "8.2.25", by=-1)


@rule("8.1.10")
def end_missions(s: State) -> None:
    """Missions last to the end of the six phases they were flown for."""
    if s.missions:
        s.set(missions=())


@rule("8.2.2", "8.2.3")
def offensive_sp(s: State, side: Side, hexes: tuple[Hex, ...]) -> int:
    return sum(
        mission.sp
        for mission in s.missions
        if mission.kind == OFFENSIVE and mission.hex in hexes and mission.side == side
    )


@rule("8.2.4")
def defensive_sp(s: State, hexes: tuple[Hex, ...]) -> int:
    """Half of the SPs over the hexes, rounded up once."""
    sp = sum(mission.sp for mission in s.missions if mission.kind == DEFENSIVE and mission.hex in hexes)
    return (sp + 1) // 2
