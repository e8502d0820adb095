"""2.5 Action chits and the random event table."""

from collections.abc import Callable

from bridgehead.core.rules import rule
from bridgehead.core.values import ChitId, UnitId
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, FRONT_3, GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.events import (
    ActivationsLost,
    ArrivalRolled,
    GdReturns,
    NoGas,
    NothingToDo,
    RandomEvent,
    RefugeesOnTheRoads,
    VolkssturmAdded,
)
from bridgehead.games.koenigsberg1945.model.state import GD_BOX, HELD, VOLKSSTURM, State
from bridgehead.games.koenigsberg1945.rules.activation import (
    Activation,
    cut_of,
    headquarters_of,
    limit,
    used,
)
from bridgehead.games.koenigsberg1945.rules.air import bad_weather
from bridgehead.games.koenigsberg1945.rules.barrage import BarrageFire, barrage_chit, open_fire
from bridgehead.games.koenigsberg1945.rules.movement import NO_GAS
from bridgehead.games.koenigsberg1945.rules.reinforcements import arrive_early, bring_in, early
from bridgehead.games.koenigsberg1945.rules.special import GD_CHIT, GD_WITHDRAWN, gd_units, gd_withdraws

LOST_TO_STALIN = 2
"""RE.10 How many activations a Front loses."""
REFUGEES = "refugees"
"""Track: the next headquarters activated is slowed (RE.5)."""


@rule("2.5a", "2.5d")
def action_chit(s: State, chit: ChitId) -> None:
    """An action chit takes effect at once, counts against no limit, and lies aside for the turn."""
    s.set(aside=(*s.aside, chit))
    each = s.game.chits[chit]
    match each.kind:
        case "barrage":
            barrage_chit(s, each.force)
        case "event":
            random_event(s)
        case "no_gas":
            no_gas(s)
        case "gd_withdrawal":
            gd_withdraws(s)
            s.discard((chit,))
        case "gd_returns":
            gd_returns(s, chit)


@rule("2.5.3a")
def no_gas(s: State) -> None:
    """From now to the end of the turn."""
    s.track(NO_GAS, 1)
    s.tell(NoGas(), rule="2.5.3a")


@rule("2.5.5a", "2.5.5b", "2.5.5c")
def gd_returns(s: State, chit: ChitId) -> None:
    """The withdrawn corps comes back by B as a reinforcement, its chit into the cup if its HQ lives.

    Drawn too early it has no effect and stays in the game; with nobody left it is used up.
    """
    if s.tracks.get(GD_WITHDRAWN, 0) != 1:
        s.tell(NothingToDo("the Grossdeutschland Corps is not withdrawn"), rule="2.5.5b")
        return
    s.discard((chit,))
    s.track(GD_WITHDRAWN, 2)
    back = tuple(unit for unit in gd_units(s) if s.units[unit].box == GD_BOX)
    s.tell(GdReturns(back), rule="2.5.5a")
    s.add_to_cup((GD_CHIT,))
    bring_in(s, GERMAN, tuple((unit, "B") for unit in back))


# --- 2.5.2 the random event table


@rule("2.5.2")
def random_event(s: State) -> None:
    """Two dice on the table, applied before the next draw."""
    dice = (s.roll(6), s.roll(6))
    name = s.tables.event[str(sum(dice))]
    first = min(int(number) for number, each in s.tables.event.items() if each == name)
    s.tell(RandomEvent(sum(dice), name, dice), rule=f"RE.{first}")
    EVENTS[name](s)


@rule("RE.2", "RE.2b")
def german_reinforcement(s: State) -> None:
    """1-3 the 15th SS by A, 4-6 the 28th Corps by D; if that one is in play, the other."""
    waiting = early(s, 2)
    die = s.roll(6)
    wanted = "ss_15" if die <= 3 else "corps_28"
    if not waiting:
        s.tell(NothingToDo("both reinforcements are already in play"), rule="RE.2b")
        return
    name = wanted if wanted in waiting else waiting[0]
    s.tell(ArrivalRolled(die, name), rule="RE.2")
    arrive_early(s, name)


@rule("RE.3", "RE.3b")
def free_movement(s: State) -> None:
    """Any German headquarters activates what it commands to move, without a chit and off the limit."""
    if headquarters_of(s, GERMAN):
        no_chit = ChitId("")
        s.enter(Activation(side=GERMAN, force=GERMAN, chit=no_chit, hq=UnitId(""), attacks=False))
    else:
        s.tell(NothingToDo("no German HQ is on the map"), rule="RE.3")


@rule("RE.4", "RE.4b")
def german_barrage(s: State) -> None:
    """One barrage attack next to German units, with an unmodified die."""
    open_fire(s, BarrageFire(GERMAN, GERMAN, 1, s.tables.barrage.reach))


@rule("RE.11", "RE.4b")
def soviet_barrage(s: State) -> None:
    """One barrage attack next to units of either Front; with three players the 2nd Front's player fires."""
    open_fire(s, BarrageFire(s.leader(FRONT_2), SOVIET, 1, s.tables.barrage.reach))


@rule("RE.5", "RE.5b")
def refugees(s: State) -> None:
    """They slow the next headquarters whose chit is activated this turn, on either side."""
    s.track(REFUGEES, 1)
    s.tell(RefugeesOnTheRoads(), rule="RE.5")


@rule("RE.7", "11.3a", "11.3i")
def soviet_atrocity(s: State) -> None:
    """One more Volkssturm unit goes into the box, to be placed from the next turn on; four at most."""
    held = [unit.id for unit in s.in_box(HELD)]
    if held:
        s.send(held[0], VOLKSSTURM)
        most = s.tables.volkssturm.most
        s.tell(VolkssturmAdded(held[0], most - len(held) + 1, most), rule="RE.7")
    else:
        s.tell(NothingToDo("all Volkssturm units are already in play"), rule="11.3i")


@rule("RE.10", "RE.10b")
def stalin_interferes(s: State) -> None:
    """1-3 the 2nd, 4-6 the 3rd Front loses two activations this turn."""
    die = s.roll(6)
    force = FRONT_2 if die <= 3 else FRONT_3
    s.track(cut_of(force), s.tracks.get(cut_of(force), 0) + LOST_TO_STALIN)
    s.tell(ActivationsLost(die, force, LOST_TO_STALIN, limit(s, force), used(s, force)), rule="RE.10")


@rule("RE.12", "RE.12b")
def soviet_early_arrival(s: State) -> None:
    """The 19th Army comes by F at once, unless it is in play."""
    waiting = early(s, 12)
    if waiting:
        arrive_early(s, waiting[0])
    else:
        s.tell(NothingToDo("the 19th Army is already in play"), rule="RE.12b")


EVENTS: dict[str, Callable[[State], None]] = {
    "german_reinforcement": german_reinforcement,
    "free_movement": free_movement,
    "german_barrage": german_barrage,
    "refugees": refugees,
    "bad_weather": bad_weather,
    "soviet_atrocity": soviet_atrocity,
    "stalin_interferes": stalin_interferes,
    "soviet_barrage": soviet_barrage,
    "soviet_early_arrival": soviet_early_arrival,
}
