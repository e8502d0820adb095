"""2.5.1 Barrage: the chits, the Barrage Phase of turn 1 (3.0), and the barrages of random events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from bridgehead.core.actions import Action, Choose, Done
from bridgehead.core.flow import Decision, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.koenigsberg1945.model.actions import Bombard
from bridgehead.games.koenigsberg1945.model.data import (
    FRONT_2,
    FRONT_3,
    GERMAN,
    SOVIET,
    CombatResult,
    camp_of,
)
from bridgehead.games.koenigsberg1945.model.events import BarrageResolved, BarrageRolled, NothingToDo
from bridgehead.games.koenigsberg1945.model.state import ANY, COMBAT, FOE, State
from bridgehead.games.koenigsberg1945.model.words import defender_part
from bridgehead.games.koenigsberg1945.rules.combat import (
    defender_loses,
    headquarters_lost,
    hq_in,
    retreat_left,
    send_back,
)
from bridgehead.games.koenigsberg1945.rules.losses import DEFENCE
from bridgehead.games.koenigsberg1945.rules.odds import (
    Shelter,
    settlement_shift,
    shelter,
    shifted,
)
from bridgehead.games.koenigsberg1945.rules.victory import release_by_attack
from bridgehead.toolkit.tables import clamp, total

NOBODY_TO_HIT = No("2.5.1b", "no enemy unit is in that hex")
NO_BARRAGE_TARGET = No("2.5.1b", "out of range: no combat unit of the firing force is adjacent")
TOO_FAR_ON_TURN_1 = No("3.0c", "out of range: no combat unit of the firing force is near enough")
HIT_ALREADY = No("2.5.1b", "that hex has already been a target of this barrage")
LONE_HQ = No("2.5.1e", "a lone HQ can't be a barrage target")


@rule("2.5.1b", "2.5.1f", "3.0c", "3.0e")
def barrage_targets(s: State, force: Side, reach: int, hit: tuple[Hex, ...]) -> list[Hex]:
    """Enemy stacks within reach of a combat unit of the force, not yet hit. Headquarters do not spot."""
    enemy = s.ledger[COMBAT[FOE[camp_of(force)]]]
    near = s.game.board.near
    pieces = s.game.counters
    spotted = {s.units[unit].hex for unit in s.on_the_map(force) if pieces[unit].combat}
    for _ in range(reach):
        spotted |= {to for hex in spotted for to in near[hex]}
    return sorted(hex for hex in spotted if enemy[hex] and hex not in hit)


@rule("2.5.1a", "3.0b")
def roll_barrage(s: State, force: Side, rolls: int) -> int:
    """So many dice on the barrage table give the number of attacks."""
    dice = tuple(s.roll(6) for _ in range(rolls))
    attacks = sum(s.tables.barrage.attacks[die - 1] for die in dice)
    s.tell(BarrageRolled(force, dice, attacks), rule="2.5.1a")
    return attacks


@rule("2.5.1g")
class BarrageFire(Decision[State], frozen=True):
    """2.5.1 A force makes its barrage attacks one after another; what it does not use is lost (2.5.1g)."""

    words = "Barrage: select a target hex ({left:attack} left)"
    under: ClassVar[str] = "2.5.1b"
    labels: ClassVar[Mapping[type[Action], str]] = {Done: "End barrage"}
    clicks = (Bombard,)
    force: Side
    left: int
    reach: int
    die_modifier: int = 0
    hit: tuple[Hex, ...] = ()

    def targets(self, s: State) -> list[Hex]:
        """Targets are chosen one at a time, after the last attack is resolved."""
        key = f"barrage {self.force} {self.hit}"
        known: list[Hex] | None = s.memo.get(key)
        if known is None:
            known = barrage_targets(s, self.force, self.reach, self.hit)
            s.memo[key] = known
        return known

    def about(self, s: State) -> Subject:
        return Subject(hexes=self.hit)

    def options(self, s: State) -> Iterator[Action]:
        yield from map(Bombard, self.targets(s))
        yield Done()

    def over(self, s: State) -> bool:
        return self.left == 0 or not self.targets(s)

    def take(self, s: State, action: Action) -> None:
        match action:
            case Bombard(hex):
                s.become(replace(self, left=self.left - 1, hit=(*self.hit, hex)))
                s.enter(
                    Barrage(
                        force=self.force,
                        target=hex,
                        die_modifier=self.die_modifier,
                        defenders=s.combat_units_in(hex),
                        hq=hq_in(s, hex),
                        left=self.left - 1,
                    )
                )
            case Done():
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Bombard(hex) if hex in self.hit:
                return HIT_ALREADY
            case Bombard(hex):
                foe = FOE[camp_of(self.force)]
                if not s.ledger[ANY[foe]][hex]:
                    return NOBODY_TO_HIT
                if not s.ledger[COMBAT[foe]][hex]:
                    return LONE_HQ
                return NO_BARRAGE_TARGET if self.reach == s.tables.barrage.reach else TOO_FAR_ON_TURN_1
        return None


class Barrage(Procedure[State], frozen=True):
    """2.5.1 One barrage attack on the 2-1 column; only the defender's part counts, nobody advances."""

    force: Side
    target: Hex
    die_modifier: int
    defenders: tuple[UnitId, ...]
    hq: UnitId
    left: int = 0
    """Attacks the force has left after this one."""
    column: int = 0
    die: int = 1

    def result(self, s: State) -> CombatResult:
        return s.game.crt[self.column][self.die - 1]

    @rule("2.5.1c", "2.5.1d", "2.5.1e", "2.5.1h", "3.0d", "9.6c")
    def resolve(self, s: State) -> None:
        """Town and city shift the column; woods, marsh, rivers and lines do not. A modified 0 counts as 1."""
        columns = s.tables.crt.columns
        shifts, at = tuple(settlement_shift(s.game, self.target)), columns.index(s.tables.barrage.column)
        column = max(0, at + total(shifts, "shift"))
        die = s.roll(6)
        hit = replace(self, column=column, die=self.read(die))
        s.become(hit)
        result = hit.result(s)
        s.tell(
            BarrageResolved(
                side=self.force,
                target=self.target,
                odds=shifted(columns[at], shifts, columns[column]),
                column=columns[column],
                die=die,
                thrown=self.thrown(die),
                cell=result.cell,
                effect=defender_part(result),
                left=self.left,
            ),
            rule="2.5.1c",
        )
        release_by_attack(s, self.target)
        defender_loses(s, self.defenders, self.target, result.defender_steps, self.place(s))

    @rule("3.0d")
    def read(self, die: int) -> int:
        return clamp(die + self.die_modifier, 1, 6)

    def thrown(self, die: int) -> str:
        """The die and how it is read: "4 −1 = 3"."""
        modified = f"{die} {self.die_modifier:+d} = {self.read(die)}".replace("-", "−")
        return modified if self.die_modifier else str(die)

    def place(self, s: State) -> Shelter:
        """No line shelters from a barrage."""
        return shelter(s.game.ground, self.target, 0)

    def retreat(self, s: State) -> None:
        headquarters_lost(s, self.hq, self.defenders)
        left = retreat_left(s, self.defenders, self.target, self.result(s).defender_retreat, self.place(s))
        if left:
            send_back(s, self.defenders, self.target, left, self.hq, DEFENCE, self.defenders)

    def lost_headquarters(self, s: State) -> None:
        headquarters_lost(s, self.hq, self.defenders)

    sequence = (resolve, retreat, lost_headquarters)


# --- 3.0 the Barrage Phase of turn 1


class BarragePhase(Procedure[State], frozen=True):
    """3.0 First turn only: the German barrage, then that of each Front."""

    first: Side = FRONT_2

    def german_barrage(self, s: State) -> None:
        fire_of_turn_1(s, GERMAN)

    @rule("3.0h")
    def choose_front(self, s: State) -> None:
        """The Soviet player says which Front fires first; with three players it is the 2nd."""
        if s.leader(FRONT_2) == SOVIET:
            s.enter(ChooseFront(SOVIET))

    def first_front(self, s: State) -> None:
        fire_of_turn_1(s, self.first)

    def second_front(self, s: State) -> None:
        fire_of_turn_1(s, FRONT_3 if self.first == FRONT_2 else FRONT_2)

    sequence = (german_barrage, choose_front, first_front, second_front)


@rule("3.0b", "3.0c", "3.0d")
def fire_of_turn_1(s: State, force: Side) -> None:
    """Two dice for the number of attacks, two hexes of reach, one off every die."""
    table = s.tables.barrage
    attacks = roll_barrage(s, force, table.turn_1_rolls)
    open_fire(s, BarrageFire(s.leader(force), force, attacks, table.turn_1_reach, table.turn_1_die))


class ChooseFront(Decision[State], frozen=True):
    """3.0h Which Front fires first."""

    words = "Barrage Phase: choose the Front that fires first"
    fills = ("first",)
    under: ClassVar[str] = "3.0h"

    def options(self, s: State) -> Iterator[Action]:
        yield Choose(FRONT_2)
        yield Choose(FRONT_3)

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Choose)
        s.leave(first=Side(action.choice))


@rule("2.5.1a", "2.5.1b")
def barrage_chit(s: State, force: Side) -> None:
    """2.5.1 The chit of a Front: one die gives the number of attacks it may make now."""
    attacks = roll_barrage(s, force, 1)
    open_fire(s, BarrageFire(s.leader(force), force, attacks, s.tables.barrage.reach))


@rule("2.5.1g")
def open_fire(s: State, fire: BarrageFire) -> None:
    """A force fires, if there is anything to hit."""
    if fire.over(s):
        s.tell(NothingToDo("no enemy unit is in range"), rule="2.5.1g")
    else:
        s.enter(fire)
