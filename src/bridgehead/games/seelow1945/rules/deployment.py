"""11.1, 12.1 Deployment: who is there, and where the players place their units."""

from __future__ import annotations

from collections.abc import Iterator

from bridgehead.core.actions import Action, Choose, Place
from bridgehead.core.flow import Decision, Subject
from bridgehead.core.refusal import No
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.seelow1945.model.events import Deployed, DeploymentBegan, Placed
from bridgehead.games.seelow1945.model.scenarios import Berth
from bridgehead.games.seelow1945.model.state import DEPLOYING, REINFORCEMENTS, State, Unit
from bridgehead.games.seelow1945.rules.control import behind_the_line
from bridgehead.games.seelow1945.rules.steps import why_not_stand
from bridgehead.hexes.paths import CLOSED

NOT_ITS_PLACE = No("11.12c", "this unit can't be deployed in this hex")
STUCK_IN_SWAMP = No(
    "11.12c", "a motorized unit can be placed in a swamp only where a road, track or railroad touches it"
)


@rule("1.0a", "6.71", "8.31d", "12.12b", "11.12b", "12.11b", "10.11", "9.0")
def muster(s: State) -> None:
    """The units of the scenario, at full strength and in Fire Mode, waiting to deploy or to arrive."""
    counters = s.game.counters
    for unit in s.campaign.berths:
        s.enlist(Unit(unit, counters[unit].side, box=DEPLOYING))
    for unit in s.campaign.arrivals:
        s.enlist(Unit(unit, counters[unit].side, box=REINFORCEMENTS))
    behind_the_line(s)


@rule("11.11", "11.12", "12.11", "12.12", "11.0a", "12.0", "13.2")
def deploy(s: State, side: Side) -> None:
    """11.1 Units with a hex of their own are placed; for the others the player is asked."""
    s.tell(DeploymentBegan(side), rule="11.12c")
    waiting = []
    for unit in s.in_box(DEPLOYING):
        if unit.side == side:
            berth = s.campaign.berths[unit.id]
            if len(berth.hexes) == 1:
                s.put(unit.id, berth.hexes[0])
            else:
                waiting.append(unit.id)
    s.enter(Deployment(side, tuple(waiting)))


@rule("11.12c", "11.11", "12.11", "11.0b")
def why_not_place(s: State, unit: Unit, hex: Hex) -> No | None:
    """11.1 Why a unit may not be deployed in a hex. Enemy ZOC does not matter."""
    if hex not in s.campaign.berths[unit.id].hexes:
        return NOT_ITS_PLACE
    no = why_not_stand(s, unit, hex)
    if no:
        return replace(no, hex=hex)
    board = s.ground.board
    chart = s.tables.terrain[board.terrain[hex]]
    if s.counter(unit.id).klass == "motz" and chart.motz == CLOSED:
        touched = any(board.has(kind, hex, near) for kind in s.tables.network for near in board.near[hex])
        return None if touched else STUCK_IN_SWAMP
    return None


@rule("11.11", "11.12", "12.11", "12.12")
class Deployment(Decision[State], frozen=True):
    """11.1 The player places his units one by one, or lets all that remain stand as planned."""

    words = "deploy {unit}, or auto-deploy the rest"
    under = "11.12c"
    labels = {Place: "Deploy in {hex}", Choose: "Auto-deploy ({choice})"}
    clicks = (Place,)
    waiting: tuple[UnitId, ...]

    def about(self, s: State) -> Subject:
        return Subject(unit=self.unit)

    @property
    def unit(self) -> UnitId:
        return self.waiting[0]

    def places(self, s: State, unit: UnitId) -> list[Hex]:
        one = s.units[unit]
        return [hex for hex in s.campaign.berths[unit].hexes if why_not_place(s, one, hex) is None]

    def options(self, s: State) -> Iterator[Action]:
        yield from (Place(hex) for hex in self.places(s, self.unit))
        yield Choose("default")
        berths = [s.campaign.berths[unit] for unit in self.waiting]
        if any(berth.forward != berth.default for berth in berths):
            yield Choose("forward")

    def over(self, s: State) -> bool:
        return not self.waiting

    def take(self, s: State, action: Action) -> None:
        match action:
            case Place(hex):
                s.become(replace(self, waiting=self.waiting[1:]))
                s.put(self.unit, hex)
                s.tell(Placed(self.unit, hex), rule="11.12c")
            case Choose(plan):
                s.leave()
                for unit in self.waiting:
                    self.stand_as_planned(s, unit, plan)
                s.tell(Deployed(self.side, len(self.waiting), plan), rule="11.12c")

    def stand_as_planned(self, s: State, unit: UnitId, plan: str) -> None:
        """The planned hex, or the first that is left."""
        berth: Berth = s.campaign.berths[unit]
        hex = berth.forward if plan == "forward" else berth.default
        places = self.places(s, unit)
        s.put(unit, hex if hex in places else places[0])

    def why_not(self, s: State, action: Action) -> No | None:
        if isinstance(action, Place):
            return why_not_place(s, s.units[self.unit], action.hex)
        return None
