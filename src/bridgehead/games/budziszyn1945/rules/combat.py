"""5.2 The combat procedure: the defender's choices, the roll, and the result in its order."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Commit, Drop
from bridgehead.core.flow import Decision, Forecast, Procedure, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Die, Hex, Hexside, Side, UnitId, replace
from bridgehead.core.words import SENTENCE, say
from bridgehead.games.budziszyn1945.model import words
from bridgehead.games.budziszyn1945.model.actions import DeclineHq, Mainly, SpendModifiers, Support, UseStar
from bridgehead.games.budziszyn1945.model.data import Cell
from bridgehead.games.budziszyn1945.model.events import CombatRolled
from bridgehead.games.budziszyn1945.model.state import FIRED, FOUGHT, OPEN, State, Unit
from bridgehead.games.budziszyn1945.rules.abilities import usable_defending_stars, why_not_defending_star
from bridgehead.games.budziszyn1945.rules.artillery import (
    FIRES_ALREADY,
    NOT_ARTILLERY,
    guns_in,
    may_fire,
    why_not_fire,
)
from bridgehead.games.budziszyn1945.rules.battle import (
    Battle,
    defenders,
    direct_attackers,
    direct_defenders,
    main_hexes,
    supportable,
)
from bridgehead.games.budziszyn1945.rules.command import (
    all_covered,
    pool_for,
    spend,
    why_not_leave_out,
    why_not_spend,
)
from bridgehead.games.budziszyn1945.rules.elimination import striker_of
from bridgehead.games.budziszyn1945.rules.losses import enter_losses, test_units
from bridgehead.games.budziszyn1945.rules.masking import hidden_from
from bridgehead.games.budziszyn1945.rules.odds import Odds, attack_parts, defence_parts, odds
from bridgehead.games.budziszyn1945.rules.pursuit import Pursuit, lanes_of
from bridgehead.games.budziszyn1945.rules.retreat import Retreat, retreat_tests, stand_firm
from bridgehead.toolkit.tables import clamp

NOT_YOURS = No("5.2.1b", "this unit is not yours")
USED_ALREADY = No("15.1.6a", "this unit's ability is already used")
NOBODY_TO_SUPPORT = No("6.3.6", "only regular units and self-propelled artillery can be supported")
HELD_BACK = No("6.3.6", "this artillery was held back from this combat")
DEFENCE_TOO_FAR = No("6.3.3", "this artillery is more than 3 hexes from the attacked hexes")
NOT_STACKED = No("6.3.6", "only supporting artillery in an attacked hex can be held back")
NOT_ATTACKED = No("5.5.3", "this hex is not attacked")
MAIN_CHOSEN = No("5.5.3", "the hex that counts is already chosen")
FIXED_MAIN = No("5.5.3", "the hex with the most defending SP counts; only a tie leaves a choice")


@rule("6.3.3", "6.3.6", "15.1.6a", "9.1.7a", "5.5.3", "5.2.1e", "6.6.1")
class Defend(Decision[State], frozen=True):
    """5.2.1b The defender answers with artillery, abilities and what else he may use."""

    words = "commit support to the defense"
    labels = {Commit: "Resolve attack", Drop: "Hold back {unit}"}
    under = "5.2.1b"
    clicks = (Support, Mainly)
    fills = ("battle",)
    battle: Battle
    chosen: bool = False
    """Something was decided: the answer must be committed."""

    def about(self, s: State) -> Subject:
        return Subject(committed=self.battle.defending_guns, hexes=self.battle.targets)

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        """Guns support or are held back, others use their ability."""
        if not isinstance(on, str):
            return super().click(s, on)
        if on in self.own_guns(s):
            return Drop(on)
        return Support(on) if s.counter(on).artillery else UseStar(on)

    def options(self, s: State) -> list[Action]:
        return list(self.answers(s))

    def answers(self, s: State) -> Iterator[Action]:
        """One after another, for where only the first is asked for."""
        battle = self.battle
        yield from (Support(id) for id in self.supporters(s))
        yield from (Drop(id) for id in self.own_guns(s))
        stars = usable_defending_stars(s, battle)
        yield from (UseStar(id) for id in stars if id not in battle.defending_stars and self.mine(s, id))
        if not battle.defending_spent:
            most = pool_for(s, self.side, battle.targets)
            yield from (SpendModifiers(str(number)) for number in range(1, most + 1))
        if battle.defending_hq and all_covered(s, direct_defenders(s, battle), defending=True):
            yield DeclineHq()
        if not battle.main:
            best = main_hexes(s, battle)
            yield from (Mainly(hex) for hex in best if len(best) > 1)
        yield Commit()

    def mine(self, s: State, id: UnitId) -> bool:
        return bool(s.units[id].side == self.side)

    def own_guns(self, s: State) -> list[UnitId]:
        """Guns in an attacked hex that support unless they are saved for another combat."""
        return [
            id
            for id in self.battle.defending_guns
            if s.units[id].hex in self.battle.targets and self.mine(s, id)
        ]

    @rule("6.3.3", "6.1.2", "6.4.6")
    def supporters(self, s: State) -> list[UnitId]:
        battle = self.battle
        if not supportable(s, defenders(s, battle)):
            return []
        reach = s.game.tables.number.artillery_range
        distance = s.game.ground.distance
        return [
            unit.id
            for unit in [s.units[id] for id in s.game.artillery]
            if unit.side == self.side
            and unit.hex
            and unit.hex not in battle.targets
            and unit.id not in battle.defending_guns
            and may_fire(s, unit, supporting=True)
            and any(distance(unit.hex, hex) <= reach for hex in battle.targets)
        ]

    def take(self, s: State, action: Action) -> None:
        battle = self.battle
        match action:
            case Support(unit):
                battle = replace(battle, defending_guns=(*battle.defending_guns, unit))
            case Drop(unit):
                battle = replace(
                    battle, defending_guns=tuple(id for id in battle.defending_guns if id != unit)
                )
            case UseStar(unit):
                battle = replace(battle, defending_stars=(*battle.defending_stars, unit))
            case SpendModifiers(number):
                battle = replace(battle, defending_spent=int(number))
            case DeclineHq():
                battle = replace(battle, defending_hq=False)
            case Mainly(hex):
                battle = replace(battle, main=hex)
            case _:
                s.leave(battle=battle)
                return
        s.become(replace(self, battle=battle, chosen=True))

    def why_not(self, s: State, action: Action) -> No | None:
        match action:
            case Support(unit) if unit in s.units:
                return self.why_not_support(s, s.units[unit])
            case UseStar(unit) if unit in s.units:
                if not self.mine(s, unit):
                    return NOT_YOURS
                used = unit in self.battle.defending_stars
                return USED_ALREADY if used else why_not_defending_star(s, self.battle, unit)
            case Mainly(hex):
                return self.why_not_main(s, hex)
            case Drop():
                return NOT_STACKED
            case SpendModifiers():
                return why_not_spend(self.battle.defending_spent)
            case DeclineHq():
                return why_not_leave_out(counts=self.battle.defending_hq)
        return None

    @rule("6.3.3", "6.3.6")
    def why_not_support(self, s: State, unit: Unit) -> No | None:
        if not s.counter(unit.id).artillery:
            return NOT_ARTILLERY
        if unit.side != self.side:
            return NOT_YOURS
        if unit.id in self.battle.defending_guns:
            return FIRES_ALREADY
        if not supportable(s, defenders(s, self.battle)):
            return NOBODY_TO_SUPPORT
        no = why_not_fire(s, unit, supporting=True)
        if no is not None:
            return no
        return HELD_BACK if unit.hex in self.battle.targets else DEFENCE_TOO_FAR

    @rule("5.5.3")
    def why_not_main(self, s: State, hex: Hex) -> No | None:
        if hex not in self.battle.targets:
            return NOT_ATTACKED
        return MAIN_CHOSEN if self.battle.main else FIXED_MAIN

    def over(self, s: State) -> bool:
        return not self.chosen and isinstance(next(self.answers(s)), Commit)

    def forecast(self, s: State) -> Forecast | None:
        return forecast_of(s, self.battle, Commit(), self.side)


@rule("5.2.1f", "5.2.1g", "5.1.8", "10.2.4", "16.1.3")
class Combat(Procedure[State], frozen=True):
    """5.2.1 One combat from the attacker's declaration to the last test."""

    battle: Battle
    attacker: Cell = Cell()
    defender: Cell = Cell()
    fought: tuple[UnitId, ...] = ()
    """The attacking units that share the result."""
    stood: tuple[UnitId, ...] = ()
    """The defending units."""
    places: tuple[Hex, ...] = ()
    """Where each of them fought, attackers first."""
    trapped: tuple[UnitId, ...] = ()
    """Headquarters and guns attacked alone: they cannot retreat (5.1.9)."""

    @rule("6.3.6", "6.6.1")
    def declare(self, s: State) -> None:
        """Attacker's price is paid, everybody's face is seen; guns in an attacked hex support its defence."""
        battle = self.battle
        s.set(routs=())
        for id in battle.forced:
            s.raise_oos(id, "10.2.3")
        if battle.spent:
            spend(s, battle.side, battle.targets, battle.spent)
        for id in (*battle.attackers, *battle.guns, *defenders(s, battle)):
            s.did(id, OPEN)
        s.reveal()
        s.become(replace(self, battle=replace(battle, defending_guns=guns_in(s, battle.targets))))

    def answer(self, s: State) -> None:
        s.enter(Defend(self.sides(s)[0], self.battle))

    def second_answer(self, s: State) -> None:
        """Where hexes of two partners are attacked at once, the other partner answers too."""
        for side in self.sides(s)[1:]:
            s.enter(Defend(side, self.battle))

    def sides(self, s: State) -> list[Side]:
        found: list[Side] = []
        for hex in main_hexes(s, self.battle) + list(self.battle.targets):
            side = s.units[s.stacks[hex][0]].side
            if side not in found:
                found.append(side)
        return found

    @rule("5.2.1e", "5.2.1f", "5.1.1", "6.1.4", "5.6.5b")
    def roll(self, s: State) -> None:
        """2K6, changed by headquarters and held between 2 and 12."""
        battle = self.battle
        if battle.defending_spent:
            spend(s, self.sides(s)[0], battle.targets, battle.defending_spent)
        first, second = s.roll(6), s.roll(6)
        found = odds(s, battle)
        row = clamp(first + second + found.drm, 2, 12)
        attacker, defender = s.game.tables.combat[row - 2][found.column]
        s.tell(rolled(s, battle, found, (first, second), (attacker, defender)), "5.2.1f")
        s.become(replace(self, attacker=attacker, defender=defender))

    @rule("5.1.1", "6.1.4", "5.6.5b", "5.1.9b")
    def line_up(self, s: State) -> None:
        """Who shares the result, where everybody fought, and who has fought or fired for this phase."""
        battle = self.battle
        fought, stood = direct_attackers(s, battle), direct_defenders(s, battle)
        trapped = tuple(
            id
            for hex in battle.targets
            if not any(not s.counter(each).soft for each in s.stacks[hex])
            for id in s.stacks[hex]
        )
        places = tuple(s.units[id].hex for id in (*fought, *stood))
        for id in battle.attackers:
            s.did(id, FOUGHT)
        for id in (*battle.guns, *battle.defending_guns):
            s.did(id, FIRED | OPEN)
        for id in (*battle.attackers, *battle.guns, *battle.defending_guns, *stood):
            s.stir(id)
        s.become(replace(self, fought=fought, stood=stood, trapped=trapped, places=places))

    @rule("5.2.1f", "CT.1", "15.1.7")
    def attackers_lose(self, s: State) -> None:
        enter_losses(
            s,
            self.battle.side,
            self.fought,
            self.attacker.lose,
            self.battle.stars,
            "5.2.1f",
            striker_of(s, self.stood),
        )

    def defenders_lose(self, s: State) -> None:
        if self.stood:
            side, striker = s.units[self.stood[0]].side, striker_of(s, self.battle.attackers)
            stars = self.battle.defending_stars
            enter_losses(s, side, self.stood, self.defender.lose, stars, "5.2.1f", striker)

    @rule("10.2.4", "10.2.4x", "10.2.5")
    def levels(self, s: State) -> None:
        """Units already out of supply lose heart: defenders by a D result, attackers without one."""
        units = self.stood if self.defender.retreat else self.fought
        for id in units:
            if s.units[id].hex and s.units[id].oos:
                s.raise_oos(id, "10.2.4")

    @rule("5.3.1", "5.1.9b")
    def retreats(self, s: State) -> None:
        for side, units, need in self.retreating(s):
            striker = self.striker(s, units)
            free = tuple(id for id in units if s.units[id].hex and id not in self.trapped)
            for each in sorted({s.units[id].side for id in free}, key=lambda owner: owner == side):
                own = tuple(id for id in free if s.units[id].side == each)
                s.enter(Retreat(each, need, own, striker))

    def retreating(self, s: State) -> list[tuple[Side, tuple[UnitId, ...], int]]:
        found = []
        if self.attacker.retreat and self.fought:
            found.append((self.battle.side, self.fought, self.attacker.retreat))
        if self.defender.retreat and self.stood:
            found.append((s.units[self.stood[0]].side, self.stood, self.defender.retreat))
        return found

    def striker(self, s: State, losers: tuple[UnitId, ...]) -> str:
        """T.35 The nation before which units give way."""
        return striker_of(s, self.fought if losers == self.stood else self.stood)

    @rule("5.3.7", "5.3.8a")
    def stand(self, s: State) -> None:
        """Who fell short of the retreat pays in CELs."""
        for side, units, need in self.retreating(s):
            attacking = units == self.fought
            stars = self.battle.stars if attacking else self.battle.defending_stars
            paid = bool((self.attacker if attacking else self.defender).lose)
            stand_firm(
                s, side, units, need, () if paid else stars, self.striker(s, units), attacking=attacking
            )

    @rule("5.4.1", "5.4.10", "5.4.10a")
    def pursue(self, s: State) -> None:
        where = dict(zip((*self.fought, *self.stood), self.places, strict=True))
        for losers, winners in ((self.stood, self.fought), (self.fought, self.stood)):
            lanes = lanes_of(s, losers, where)
            if lanes:
                came = tuple((id, where[id]) for id in winners if s.units[id].hex == where[id])
                if came:
                    s.enter(Pursuit(s.units[came[0][0]].side, came, lanes))
                return

    @rule("5.2.1g", "5.6.1", "5.6.3")
    def attackers_disorganized(self, s: State) -> None:
        """Disorganization comes last: printed results, the attacker's dot, then the retreats."""
        shake(s, self.attacker, self.fought)

    @rule("5.2.1g", "5.6.1")
    def defenders_disorganized(self, s: State) -> None:
        shake(s, self.defender, self.stood)

    @rule("5.3.9")
    def retreats_disorganize(self, s: State) -> None:
        for test in reversed(list(retreat_tests(s))):
            s.enter(test)
        s.set(routs=())

    sequence = (
        declare,
        answer,
        second_answer,
        roll,
        line_up,
        attackers_lose,
        defenders_lose,
        levels,
        retreats,
        stand,
        pursue,
        attackers_disorganized,
        defenders_disorganized,
        retreats_disorganize,
    )


def shake(s: State, cell: Cell, units: tuple[UnitId, ...]) -> None:
    """What a side's half of the table says of disorganization."""
    alive = tuple(id for id in units if s.units[id].hex)
    if cell.disorganized:
        for id in alive:
            s.disorganize(id, "5.6.1")
    elif cell.test:
        test_units(s, alive, "5.6.1")


def rolled(
    s: State, battle: Battle, found: Odds, dice: tuple[Die, Die], cells: tuple[Cell, Cell]
) -> CombatRolled:
    """A roll with all that led to it."""
    columns = s.game.tables.columns
    row = clamp(sum(dice) + found.drm, 2, 12)
    return CombatRolled(
        side=battle.side,
        target=battle.targets,
        units=(*battle.attackers, *battle.guns),
        attack=found.attack,
        strength=words.summed(attack_parts(s, battle), found.attack),
        defence=found.defence,
        resistance=words.NO_FIGHTERS
        if found.helpless
        else words.summed(defence_parts(s, battle), found.defence),
        shifts=words.shifted(columns[found.first], found.shifts, columns[found.column]),
        column=columns[found.column],
        first=dice[0],
        second=dice[1],
        dice=words.dice(*dice, (each.amount for each in found.die), row),
        row=row,
        attacker=cells[0].told(),
        defender=cells[1].told(),
    )


@rule("16.1.4a", "16.1.4b")
def forecast_of(s: State, battle: Battle, commit: Action | None, side: Side) -> Forecast:
    """A combat as it stands: strengths, every shift, the column and the table.

    While defenders are hidden their strength and what depends on it stay unknown.
    """
    found = odds(s, battle)
    tables = s.game.tables
    names = s.game.tables.columns
    rows = tuple(
        (str(roll), tuple(words.CELL.format(attacker=a, defender=b) for a, b in tables.combat[roll - 2]))
        for roll in range(2, 13)
    )
    unseen = any(id in hidden_from(s, side) for id in defenders(s, battle))
    known = found.modifiers
    if unseen:
        # What would tell of the hidden units themselves is left out.
        known = tuple(each for each in known if not (each.kind == "drm" and each.amount > 0))
        known = tuple(
            each for each in known if each.rule != "15.3.1" and (each.rule, each.amount) != ("13.1.2", -1)
        )
    defence = words.HELPLESS if found.helpless else SENTENCE.format(words.STRENGTH, sp=found.defence)
    halving = (*attack_parts(s, battle), *(() if unseen else defence_parts(s, battle)))
    known = (*(each for each in halving if each.kind == "half"), *known)
    return Forecast(
        title=say(s.game, words.attack_on(battle.targets)),
        attack=SENTENCE.format(words.STRENGTH, sp=found.attack),
        defence=words.HIDDEN if unseen else defence,
        odds="" if unseen else names[found.first],
        columns=names,
        column="" if unseen else names[found.column],
        rows=rows,
        modifiers=known,
        commit=commit,
    )
