"""The rules of the toy game."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bridgehead.core import state as core
from bridgehead.core.actions import Action, Attack, Cancel, Choose, Done, Eliminate, MoveTo, Pick
from bridgehead.core.data import Data
from bridgehead.core.events import Event, Fight, Moved, TurnBegan
from bridgehead.core.flow import Decision, Forecast, Frame, Procedure, Reminder, Route, Subject
from bridgehead.core.game import Option, Overlay, Scenario, Seen
from bridgehead.core.refusal import Modifier, No
from bridgehead.core.rules import Rule, rule
from bridgehead.core.values import Die, Hex, Hexside, Side, UnitId, replace
from bridgehead.hexes.board import Board, MapFile
from bridgehead.hexes.paths import Walker, uniform
from bridgehead.toolkit.hidden import Dealer, Lots, berths_of, recast
from bridgehead.toolkit.wargame import Counter, Face, Wargame

# --8<-- [start:values]
RED, BLUE = Side("red"), Side("blue")
SPENT = No("2", "this unit has moved")
BOXED_IN = No("2", "nothing lies open to it, and no enemy stands next to it")
OCCUPIED = No("2", "an enemy stands there")


class Unit(core.Unit, frozen=True):
    decoy: bool = False


class State(core.State[Wargame["State", Unit], Unit], kw_only=True):
    hits: dict[str, int] = {}


class Attacked(Event, frozen=True):
    words = "{unit} attacks {hex}: {die}, {result}."
    unit: UnitId
    hex: Hex
    die: Die
    result: str

    def fight(self) -> Fight:
        return Fight(hex=self.hex, result=self.result, units=(self.unit,))


class Hid(Event, frozen=True):
    words = "{unit} is a decoy."
    unit: UnitId


# --8<-- [end:values]


# --8<-- [start:ledger]
def account(s: State, before: Unit | None, after: Unit) -> None:
    for unit, change in ((before, -1), (after, 1)):
        if unit is not None and unit.hex:
            s.ledger[unit.side][unit.hex] += change


# --8<-- [end:ledger]


# --8<-- [start:sequence]
class War(Procedure[State], frozen=True):
    def begin_turn(self, s: State) -> None:
        s.set(turn=s.turn + 1)
        s.tell(TurnBegan(s.turn), rule="1")

    def red(self, s: State) -> None:
        s.enter(Moves(RED))

    def blue(self, s: State) -> None:
        s.enter(Moves(BLUE))

    @rule("1")
    def finish(self, s: State) -> None:
        if s.turn == (3 if s.setting["short"] == "yes" else 4):
            alive = {side: len(s.on_map(side)) for side in (RED, BLUE)}
            winner = max(alive, key=lambda side: alive[side]) if alive[RED] != alive[BLUE] else None
            s.end(
                core.Result(
                    winner,
                    "Decided" if winner else "Drawn",
                    "1",
                    {str(side): units for side, units in alive.items()},
                )
            )

    sequence = (begin_turn, red, blue, finish)

    def again(self, s: State) -> bool:
        return True


# --8<-- [end:sequence]


# --8<-- [start:moves]
class Moves(Decision[State], frozen=True):
    words = "move your units, or end"
    under: ClassVar[str] = "2"
    clicks = (Pick,)
    moved: frozenset[UnitId] = frozenset()

    def about(self, s: State) -> Subject:
        return Subject()

    def options(self, s: State) -> Iterator[Action]:
        for unit in s.on_map(self.side):
            if self.why_not(s, Pick(unit.id)) is None:
                yield Pick(unit.id)
        yield Done()

    def take(self, s: State, action: Action) -> None:
        match action:
            case Pick(unit):
                s.enter(MoveUnit(self.side, unit, self.moved))
            case Done():
                s.leave()

    def why_not(self, s: State, action: Action) -> No | None:
        if not isinstance(action, Pick) or s.units[action.unit].side != self.side:
            return None
        if action.unit in self.moved:
            return SPENT
        return None if any(MoveUnit(self.side, action.unit).deeds(s)) else BOXED_IN

    def reminders(self, s: State) -> tuple[Reminder, ...]:
        return tuple(
            Reminder("has not moved", u.hex, u.id) for u in s.on_map(self.side) if u.id not in self.moved
        )


# --8<-- [end:moves]


# --8<-- [start:move_unit]
class MoveUnit(Decision[State], frozen=True):
    words = "{unit} moves or attacks"
    under: ClassVar[str] = "2"
    unit: UnitId
    moved: frozenset[UnitId] = frozenset()
    """Those that have moved before it."""

    def click(self, s: State, on: UnitId | Hex | Hexside) -> Action | None:
        if not isinstance(on, int):
            return None
        foe = BLUE if self.side == RED else RED
        return Attack(on) if s.ledger[foe][on] else MoveTo(on)

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def options(self, s: State) -> Iterator[Action]:
        yield from self.deeds(s)
        yield Cancel()

    def deeds(self, s: State) -> Iterator[Action]:
        """What the unit can do: until it does something it has spent nothing."""
        foe = BLUE if self.side == RED else RED
        for hex in self.reach(s):
            yield MoveTo(Hex(hex))
        for near in s.game.board.near[s.units[self.unit].hex]:
            if s.ledger[foe][near]:
                yield Attack(Hex(near))

    def reach(self, s: State) -> Mapping[Hex, int]:
        foe = BLUE if self.side == RED else RED
        return s.game.walker.reach(
            s.units[self.unit].hex, 1, prices(s), s.ledger[foe], bytearray(s.game.board.size)
        )

    @rule("2", "3")
    def take(self, s: State, action: Action) -> None:
        if action == Cancel():
            s.leave()
            return
        s.leave(moved=self.moved | {self.unit})
        match action:
            case MoveTo(hex):
                s.put(self.unit, hex)
                s.tell(Moved(self.unit, (hex,)), rule="2")
            case Attack(hex):
                die = s.roll(6)
                s.tell(Attacked(self.unit, hex, die, "hit" if die >= 4 else "miss"), rule="3")
                target = s.stacks[hex][-1]
                if s.units[target].decoy:
                    s.reveal()
                    s.eliminate(target)
                elif die >= 4:
                    s.enter(Retreat(s.units[target].side, target))

    def why_not(self, s: State, action: Action) -> No | None:
        return OCCUPIED if isinstance(action, MoveTo) and action.hex in s.stacks else None

    def route(self, s: State, action: Action) -> Route | None:
        return Route((action.hex,), ("1",)) if isinstance(action, MoveTo) else None

    def forecast(self, s: State) -> Forecast | None:
        return Forecast(title="Attack", attack="1", defence="1", modifiers=(Modifier(0, "none", "3"),))


# --8<-- [end:move_unit]


# --8<-- [start:retreat]
class Retreat(Decision[State], frozen=True):
    words = "retreat {unit}, or let it die"
    under: ClassVar[str] = "3"
    clicks = (MoveTo, Eliminate)
    unit: UnitId

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    def options(self, s: State) -> Iterator[Action]:
        for near in s.game.board.near[s.units[self.unit].hex]:
            if near not in s.stacks:
                yield MoveTo(Hex(near))
        yield Eliminate(self.unit)

    def take(self, s: State, action: Action) -> None:
        match action:
            case MoveTo(hex):
                s.put(self.unit, hex)
            case Eliminate(unit):
                s.eliminate(unit)
        s.leave()


# --8<-- [end:retreat]


class Deploy(Decision[State], frozen=True):
    words = "choose your decoy"
    under: ClassVar[str] = "1"

    def options(self, s: State) -> Iterator[Action]:
        return (Choose(unit.id) for unit in s.units.values() if unit.side == BLUE)

    def take(self, s: State, action: Action) -> None:
        assert isinstance(action, Choose)
        s.mark(UnitId(action.choice), decoy=True)
        s.tell(Hid(UnitId(action.choice)), rule="1", only=(BLUE,))
        s.become(War())


def prices(s: State) -> NDArray[np.int32]:
    return uniform(s.game.board)


def begin(s: State) -> Frame:
    for number, hex in enumerate((101, 102, 103)):
        s.enlist(Unit(UnitId(f"r{number}"), RED, Hex(hex)))
    for number, hex in enumerate((501, 503, 505)):
        s.enlist(Unit(UnitId(f"b{number}"), BLUE, Hex(hex)))
    return Deploy(BLUE)


# --8<-- [start:secrets]
def view(s: State, side: Side | None) -> Seen:
    """Blue's units all look alike to the others."""
    hidden = (
        frozenset(u.id for u in s.units.values() if u.side == BLUE and u.hex) if side != BLUE else frozenset()
    )
    return Seen({"tracks": []}, hidden, lambda unit: "blue")


def determinize(s: State, side: Side, seed: int) -> State:
    """To Red, any of Blue's units may stand where one of them stands; the decoy goes with the unit."""
    guess = core.reseeded(s, seed)
    if side != BLUE:
        lying = berths_of(s, (unit.id for unit in s.units.values() if unit.side == BLUE and unit.hex))
        kinds = dict.fromkeys(lying.values(), BLUE)
        dealt = Dealer(tuple(lying), kinds, lambda kind, berth: True, Lots(seed)).deal()
        recast(guess, {true: dealt[berth] for berth, true in lying.items()}, in_the_place_of)
    return guess


def in_the_place_of(new: Unit, old: Unit) -> Unit:
    return replace(new, hex=old.hex)


# --8<-- [end:secrets]


def face(game: Wargame[State, Unit], unit: core.Unit) -> Face:
    return Face(nationality="german", symbol="infantry", label=unit.id)


def back(game: Wargame[State, Unit], look: str) -> Face:
    return Face(nationality="german", symbol="", label=look)


def overlay(s: State, side: Side, hex: Hex, unit: UnitId) -> Overlay:
    return Overlay("ZOC", {Hex(near): "" for near in s.game.board.near[hex]})


# --8<-- [start:build]
def build(data: Data) -> Wargame[State, Unit]:
    board = Board(data.read("map", MapFile), lambda key, problem: data.wrong("map", key, problem))
    ids = [UnitId(f"{side}{n}") for side in "rb" for n in range(3)]
    return Wargame(
        name="toy",
        title="Toy",
        package="bridgehead.testing.toy",
        about="For tests.",
        sides=(RED, BLUE),
        scenarios={"toy": Scenario("Toy", "A toy.", 4, RED)},
        options={"short": Option("Short game", ("no", "yes"))},
        rules=data.read("rules", dict[str, Rule]),
        version=data.version(),
        state=State,
        unit=Unit,
        begin=begin,
        view=view,
        determinize=determinize,
        account=account,
        ledgers=(RED, BLUE),
        ledger_size=board.size,
        names={id: f"unit {id}" for id in ids} | {RED: "Red", BLUE: "Blue", "0303": "Grove"},
        overlays={"zoc": overlay},
        board=board,
        walker=Walker(board),
        counters={id: Counter(id=id, side=RED if id[0] == "r" else BLUE, name=id) for id in ids},
        face=face,
        back=back,
        steps=lambda game, unit: 1,
    )


# --8<-- [end:build]
