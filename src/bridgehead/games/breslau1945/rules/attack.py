"""9.2 to 9.7 The attack itself: who may join, the modifiers, the roll, Fatigue; and 10.6 Fanaticism."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from bridgehead.core.actions import Action, Commit
from bridgehead.core.flow import Forecast
from bridgehead.core.refusal import Modifier, No
from bridgehead.core.rules import rule
from bridgehead.core.state import ELIMINATED
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId, replace
from bridgehead.games.breslau1945.model.actions import ArtilleryFire
from bridgehead.games.breslau1945.model.charts import by_house_ruling
from bridgehead.games.breslau1945.model.data import BATTLEWORN, GERMAN, WORKS
from bridgehead.games.breslau1945.model.events import (
    ArtillerySpent,
    Attacked,
    BecameFanatic,
    Damaged,
    Fatigued,
    FatigueRolled,
)
from bridgehead.games.breslau1945.model.state import (
    State,
    added,
    foe,
    is_house_ruling,
    space,
    spend_supply,
    to_space,
    with_figures,
)
from bridgehead.toolkit import combat
from bridgehead.toolkit.tables import total

FACES = 6
"""The die of every attack."""

How = Literal["assault", "defensive_fire"]


class Attack(msgspec.Struct, frozen=True):
    """An Assault or a Defensive Fire, declared in full before the die is rolled (9.4b)."""

    side: Side
    how: How
    target: UnitId
    attackers: tuple[UnitId, ...]
    artillery: int = 0
    goliath: bool = False
    captured: bool = False


NOT_YOURS = No("9.2a", "only your own units can join this attack")
OFF_MAP = No("9.1a", "this unit is not on the map")
NOT_ADJACENT = No("9.2a", "this unit is not adjacent to the target")
ALREADY_IN = No("9.2a", "this unit is already part of this attack")
HAS_ASSAULTED = No("9.1b", "this unit has already assaulted this phase")
HAS_BOMBARDED = No("8.2.10", "this artillery bombarded and can't assault this turn")
SILENT = No("8.2.8a", "this unit is Disorganized and can't use Defensive Fire")
OTHER_DIVISION = No("9.2c", "a Red Army attack can't combine units of two divisions")
TOO_MUCH = No("8.3.3a", "Artillery Fire adds +1 to +{most} per attack")
NO_SUPPLY = No("6.1b", "not enough Supply: needs {cost}; {left} left")
NOT_GERMAN = No("8.3.1", "only the German player has Artillery Fire")
ONCE = No("8.3.3a", "Artillery Fire is already declared for this attack")
NO_ATTACKER = No("8.3.3c", "select at least one attacking unit first")
NO_OTHERS = No("9.2a", "fewer than two more units can join this attack")


# --- who may join (9.1, 9.2)


@rule("9.2c", "9.2d", "9.2e", "3.0i", "3.0j")
def division_of(s: State, attackers: tuple[UnitId, ...]) -> str:
    """The one division in an attack; empty while only independent units or Germans take part."""
    for unit in attackers:
        division = s.game.counters[unit].division
        if division:
            return division
    return ""


@rule("9.1a", "9.2a", "8.2.8a", "8.2.10", "8.2.1b", "2.6d", "7.3.1d", "8.2.10b")
def able(s: State, side: Side, how: How, hex: Hex) -> list[UnitId]:
    """The units of a side next to a hex that could assault or fire at a unit in it."""
    units = s.units
    stacks = s.stacks
    found = []
    for to in s.game.board.near[hex]:
        for id in stacks.get(to, ()):
            unit = units[id]
            if unit.side != side:
                break
            if not (unit.fired if how == "assault" else unit.disorganised):
                found.append(id)
    return found


@rule("9.2a", "9.2c", "9.1b")
def joiners(
    s: State, side: Side, how: How, hex: Hex, chosen: tuple[UnitId, ...], used: frozenset[UnitId]
) -> list[UnitId]:
    """The units that may still be added to an attack on a hex."""
    free = [id for id in able(s, side, how, hex) if id not in chosen and id not in used]
    division = division_of(s, chosen)
    if not division:
        return free
    counters = s.game.counters
    return [id for id in free if counters[id].division in ("", division)]


@rule("9.2a", "9.2c")
def why_not_everyone(s: State, free: list[UnitId], chosen: tuple[UnitId, ...]) -> No | None:
    """Why those who may still join cannot all be added at once."""
    if len(free) < 2:
        return NO_OTHERS
    return None if one_division(s, [*free, *chosen]) else OTHER_DIVISION


def one_division(s: State, units: list[UnitId]) -> bool:
    counters = s.game.counters
    return len({counters[id].division for id in units} - {""}) <= 1


@rule("9.1a", "9.1b", "9.2a", "9.2c", "8.2.8a", "8.2.10")
def why_not_join(
    s: State, side: Side, how: How, hex: Hex, chosen: tuple[UnitId, ...], used: frozenset[UnitId], id: UnitId
) -> No | None:
    """Why a unit may not be added to an attack."""
    unit = s.units[id]
    if unit.side != side:
        return NOT_YOURS
    if not unit.hex:
        return OFF_MAP
    if unit.hex not in s.game.board.near[hex]:
        return NOT_ADJACENT
    if id in chosen:
        return ALREADY_IN
    if id in used:
        return HAS_ASSAULTED
    if how == "assault" and unit.fired:
        return HAS_BOMBARDED
    if how == "defensive_fire" and unit.disorganised:
        return SILENT
    division = s.game.counters[id].division
    if division and division_of(s, chosen) not in ("", division):
        return OTHER_DIVISION
    return None


@rule("8.3.1", "8.3.2", "8.3.3a", "8.3.3c", "6.2a")
def artillery_offers(s: State, side: Side, declared: int, attackers: tuple[UnitId, ...]) -> Iterator[Action]:
    """+1 to +3 for as many levels of Supply, once for each attack the garrison makes."""
    if side != GERMAN or declared or not attackers:
        return
    printed = s.tables
    most = min(printed.special.artillery_most, s.tracks["supply"] // printed.supply.artillery)
    for levels in range(1, most + 1):
        yield ArtilleryFire(str(levels))


def why_not_artillery(
    s: State, side: Side, declared: int, attackers: tuple[UnitId, ...], choice: str
) -> No | None:
    if side != GERMAN:
        return NOT_GERMAN
    if declared:
        return ONCE
    if not attackers:
        return NO_ATTACKER
    most = s.tables.special.artillery_most
    if not choice.isdigit() or not 0 < int(choice) <= most:
        return with_figures(TOO_MUCH, most=most)
    return short_of_supply(s, int(choice) * s.tables.supply.artillery)


@rule("6.1b")
def short_of_supply(s: State, cost: int) -> No | None:
    """Why so much Supply cannot be spent."""
    left = s.tracks["supply"]
    return with_figures(NO_SUPPLY, cost=cost, left=left) if cost > left else None


# --- the roll (9.4, 9.5)


@rule("9.5a", "9.5b", "9.5c", "9.5d", "9.5e", "9.5f", "9.5g", "9.5h", "9.10a", "3.0f", "10.6b", "10.6c")
def modifiers(s: State, attack: Attack) -> tuple[Modifier, ...]:
    """Everything that is added to the die of an attack."""
    counters = [s.game.counters[id] for id in attack.attackers]
    special = s.tables.special
    found = [drm(special.each_unit * len(counters), "attacking units", "9.5a")] if counters else []
    blue = sum(counter.assault for counter in counters)
    if blue:
        found.append(drm(blue, "blue figures of the attackers", "9.5f"))
    if any(counter.infantry for counter in counters) and any(counter.armor for counter in counters):
        found.append(drm(special.infantry_and_armor, "infantry and armor together", "9.5b"))
    found.extend(target_modifiers(s, attack))
    if attack.artillery:
        found.append(drm(attack.artillery, "German Artillery Fire", "9.5e"))
    fanatics = sum(s.units[id].fanatic for id in attack.attackers)
    if fanatics:
        found.append(drm(fanatics * special.fanatic_attack, "Fanatic attackers", "10.6b"))
    if attack.goliath:
        found.append(drm(special.goliath, "Goliath", "10.4.1"))
    if attack.captured:
        found.append(drm(special.captured_goliaths, "captured Goliaths", "10.4.2"))
    return tuple(found)


@rule("9.5d", "9.5g", "8.2.8b", "10.6b", "9.10a", "13.4")
def target_modifiers(s: State, attack: Attack) -> Iterator[Modifier]:
    """What the target's counter, its condition and its ground add; ground only in an Assault."""
    target = s.units[attack.target]
    special = s.tables.special
    exposed = s.game.counters[attack.target].exposed
    if exposed:
        yield drm(exposed, "green figure of the target", "9.5g")
    if target.disorganised:
        yield drm(s.chart.disorganised, s.chart.shaken, "8.2.8b")
    ground = s.chart.modifier[target.hex]
    if ground and attack.how == "assault":
        yield drm(ground, s.chart.ground[target.hex], "9.5d")
    if target.fanatic:
        yield drm(special.fanatic_target, "Fanatic target", "10.6b")


def drm(amount: int, because: str, rule: str) -> Modifier:
    return Modifier(amount, because, rule, "drm")


@rule("9.4d", "9.4d2", "9.4e")
def needed(s: State, attack: Attack) -> int:
    """The number the total must reach, by the ground of the target's hex and the attacking side."""
    target = s.units[attack.target]
    return s.chart.success[attack.side][target.hex]


@rule("9.4d2", "13.6")
def ground_of(s: State, attack: Attack) -> str:
    """The ground that sets the number to reach, and whether a house ruling did."""
    hex = s.units[attack.target].hex
    ground = s.tables.chart[s.tables.ground[hex]].name
    ruled = is_house_ruling(s, lambda chart: chart.success[attack.side][hex])
    return by_house_ruling(ground) if ruled else ground


class Odds(combat.Odds, frozen=True, kw_only=True):
    """An attack as it stands. There is no ratio: the columns are the faces of the die that hit, `first`
    without modifiers; `attack` is what is added to the die, `defence` the number to be reached."""

    target: UnitId

    def hits(self, die: int) -> bool:
        return die != 1 and die + self.attack >= self.defence


@rule("9.4c", "9.4e")
def faces_that_hit(missing: float) -> float:
    """On how many faces the die brings what is missing to the number; never on a 1."""
    return max(0, FACES + 1 - max(2, missing))


class Declared(msgspec.Struct, frozen=True):
    """An attack declared in full, and how the log tells it."""

    odds: Odds
    modifiers: str
    ground: str


MOST_DECLARED = 2_000
"""Attacks kept at hand."""


def declared(s: State, attack: Attack) -> Declared:
    """What an attack would be; looked up once while its units are in the same condition."""
    units = s.units
    fanatics = 0
    for id in attack.attackers:
        fanatics += units[id].fanatic
    key = (s.setting["chart"], attack, units[attack.target], fanatics)
    kept: dict[object, Declared] = s.tables.declared
    known = kept.get(key)
    if known is None:
        if len(kept) >= MOST_DECLARED:
            kept.clear()
        found = worked_out(s, attack)
        known = kept[key] = Declared(found, added(found.modifiers), ground_of(s, attack))
    return known


@rule("9.4d", "9.4e", "9.5h")
def worked_out(s: State, attack: Attack) -> Odds:
    found = modifiers(s, attack)
    number = needed(s, attack)
    amount = total(found, "drm")
    return Odds(
        attack=amount,
        defence=number,
        first=int(faces_that_hit(number)),
        column=int(faces_that_hit(number - amount)),
        modifiers=found,
        target=attack.target,
    )


def odds_of(s: State, attack: Attack) -> Odds:
    return declared(s, attack).odds


@rule("9.1a", "9.2a", "9.2c")
def odds(s: State, attackers: tuple[UnitId, ...], hex: Hex) -> Odds | None:
    """An Assault by some units on the unit of a hex that is hit most easily, with nothing paid for.

    Without attackers, how the hex defends; None where nobody stands or one of them may not join."""
    stack = s.stacks.get(hex, ())
    if not stack:
        return None
    side = foe(s.units[stack[0]].side)
    for at, id in enumerate(attackers):
        if why_not_join(s, side, "assault", hex, attackers[:at], frozenset(), id) is not None:
            return None
    every = [odds_of(s, Attack(side, "assault", target, attackers)) for target in stack]
    return max(every, key=lambda found: found.attack)


def chance_in_six(s: State, attack: Attack) -> int:
    """On how many faces of the die the attack succeeds."""
    return odds_of(s, attack).column


@rule("9.4c", "9.4e", "9.4f", "9.4g", "9.3", "2.5", "8.3.3b", "12.1", "12.2")
def resolve(s: State, attack: Attack) -> None:
    """One die, all modifiers, the number of the ground; a natural 1 fails whatever they are."""
    pay_for_guns(s, attack)
    known = declared(s, attack)
    found = known.odds
    die = s.roll(FACES)
    hit = found.hits(die)
    outcome = "hit" if hit else "natural_one" if die == 1 else "no_effect"
    s.tell(
        Attacked(
            attack.how,
            attack.attackers,
            attack.target,
            s.units[attack.target].hex,
            die,
            known.modifiers,
            die + found.attack,
            found.defence,
            known.ground,
            outcome,
        ),
        rule="9.4f" if die != 1 else "9.4c",
    )
    if hit:
        fatigue(s, attack.target)
    else:
        become_fanatic(s, (attack.target,))


@rule("8.3.3a", "8.3.3b", "6.2a")
def pay_for_guns(s: State, attack: Attack) -> None:
    if attack.artillery:
        spent = attack.artillery * s.tables.supply.artillery
        spend_supply(s, spent)
        s.tell(ArtillerySpent(spent, attack.artillery, s.tracks["supply"]), rule="8.3.3b")


# --- Fatigue (9.6, 9.7)


@rule("9.6", "9.7", "9.7b", "10.2.3", "10.6d", "8.2.11b")
def fatigue(s: State, id: UnitId) -> None:
    """A beaten German goes to the battleworn box, the train to its works, a Red Army unit to the track."""
    unit = s.units[id]
    if unit.side == GERMAN:
        train = s.game.counters[id].train
        box = WORKS if train else BATTLEWORN
        s.swap(unit, replace(unit, hex=NOWHERE, box=box, disorganised=False, fanatic=False))
        if train:
            s.tell(Damaged(id), rule="10.2.3")
        else:
            s.tell(Fatigued(id, box), rule="9.6")
        return
    die = s.roll(6)
    turns = s.tables.fatigue[die - 1]
    back = to_space(s, id, s.turn + turns)
    s.tell(FatigueRolled(id, die, turns, space(s.turn + turns) if back else ELIMINATED), rule="9.7")


@rule("10.6a", "10.6d", "10.6e")
def become_fanatic(s: State, targets: tuple[UnitId, ...]) -> None:
    """Star units that an attack left untouched receive a Fanatic marker, one at most."""
    counters = s.game.counters
    stirred = tuple(id for id in targets if counters[id].star and not s.units[id].fanatic)
    for id in stirred:
        s.mark(id, fanatic=True)
    if stirred:
        s.tell(BecameFanatic(stirred), rule="10.6a")


def forecast(s: State, attack: Attack) -> Forecast:
    """The attack as it stands: modifiers, the number to reach, what each face of the die would do."""
    known = declared(s, attack)
    found = known.odds
    rows = tuple((str(die), ("hit" if found.hits(die) else "no effect",)) for die in range(1, FACES + 1))
    return Forecast(
        title=s.game.names[attack.how],
        attack=f"{found.attack:+d}",
        defence=f"{found.defence} ({known.ground})",
        odds=f"{found.column} in {FACES}",
        columns=("result",),
        column="result",
        rows=rows,
        modifiers=found.modifiers,
        commit=Commit(),
    )
