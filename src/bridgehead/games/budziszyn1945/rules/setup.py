"""Set-up: every counter in its place, and what is chosen before the first day."""

from __future__ import annotations

from bridgehead.core.flow import Procedure
from bridgehead.core.rules import rule
from bridgehead.core.values import Hex, Side
from bridgehead.games.budziszyn1945.model.data import ALLIED, GERMAN, SOVIET, Group
from bridgehead.games.budziszyn1945.model.events import AmericansRebuilt, SetupOpened, TownsListed
from bridgehead.games.budziszyn1945.model.scenarios import book_of, commander
from bridgehead.games.budziszyn1945.model.state import (
    State,
    Unit,
    in_nysa,
)
from bridgehead.games.budziszyn1945.rules.reinforcements import AMERICANS, ARMY_28, LATER, SPARE_HQ, UNUSED
from bridgehead.games.budziszyn1945.rules.sequence import GameTurn
from bridgehead.games.budziszyn1945.rules.special import AirDays, Defections, PlaceUnits, SetupLosses
from bridgehead.games.budziszyn1945.rules.zoc import starting_control

ARRIVING = frozenset((LATER, ARMY_28, AMERICANS, SPARE_HQ))
"""Boxes of units that come later: their guns come in transport setup (6.2.5)."""


@rule("N.3", "N.4", "N.14", "N.18", "T.8", "T.20", "T.24", "T.26", "6.2.5", "3.2.3", "1.2b")
def begin(s: State) -> Preparation:
    """Every counter in its box or hex, bridges and control as the campaign says."""
    campaigns = s.game.campaigns
    groups = campaigns.setup[book_of(s)]
    last = s.game.scenarios[s.scenario].turns
    dated = (each for each in campaigns.arrivals.get(book_of(s), ()) if each.turn <= last)
    arrivals = {id for each in dated for id in each.units}
    fixed = {id: group for group in groups if group.mode == "fixed" for id in group.units}
    free = {id for group in groups if group.mode not in ("fixed", "loss_only") for id in group.units}
    s.set(control=starting_control(s), broken=campaigns.broken[book_of(s)])
    for id, counter in s.game.counters.items():
        box, hex = UNUSED, Hex(0)
        if id in fixed:
            box, hex = "", fixed[id].hexes[0]
        elif id in free:
            box = "setup"
        elif id in arrivals:
            box = LATER
        elif in_nysa(s):
            box = (
                ARMY_28
                if id in campaigns.army_28
                else AMERICANS
                if id in campaigns.americans
                else SPARE_HQ
                if id in campaigns.replacement_hq
                else UNUSED
            )
        transport = counter.guns and box in ARRIVING
        side = commander(s, counter)
        s.enlist(Unit(id=id, side=side, hex=hex, box=box, cel=counter.cel, transport=transport))
        if id in fixed and fixed[id].fortified:
            s.forts[hex] = side
    if in_nysa(s):
        s.track("ammunition", s.game.tables.calendar["nysa"].ammunition)
        s.track("exited", 0)
    return Preparation()


@rule("N.26", "T.30a")
class Preparation(Procedure[State], frozen=True):
    """Before play: losses, free placement, defectors, the Soviet air days; then the first day."""

    def open(self, s: State) -> None:
        s.tell(SetupOpened(), "N.26" if in_nysa(s) else "T.30a")
        s.tell(AmericansRebuilt(), "1.2a")
        s.tell(TownsListed(len(s.game.ground.town)), "N.24" if in_nysa(s) else "T.33b")

    def soviet_losses(self, s: State) -> None:
        self.losses(s, SOVIET)

    def german_places(self, s: State) -> None:
        self.places(s, GERMAN)

    def german_losses(self, s: State) -> None:
        self.losses(s, GERMAN)

    def american_places(self, s: State) -> None:
        self.places(s, ALLIED)

    @rule("T.21", "T.25")
    def losses(self, s: State, side: Side) -> None:
        for group in reversed(self.groups(s, side)):
            if group.loss:
                s.enter(SetupLosses(s.units[group.units[0]].side, group.units, group.loss))

    @rule("N.15", "N.16", "T.20", "T.26")
    def places(self, s: State, side: Side) -> None:
        for group in reversed(self.groups(s, side)):
            if group.mode in ("fixed", "loss_only"):
                continue
            first, *rest = group.units
            hexes = near_v_corps(s, group.hexes) if group.mode == "near_v_corps" else group.hexes
            mode = "area" if group.mode == "among" and not group.loss else group.mode
            s.enter(PlaceUnits(s.units[first].side, first, tuple(rest), mode, hexes, group.fortified))

    def groups(self, s: State, side: Side) -> list[Group]:
        return [group for group in s.game.campaigns.setup[book_of(s)] if group.side == side]

    def defectors(self, s: State) -> None:
        poles = tuple(id for id in s.units if s.counter(id).nation == "polish" and s.units[id].hex)
        if not in_nysa(s) and poles:
            s.enter(Defections(waiting=poles))

    def air_days(self, s: State) -> None:
        if not in_nysa(s):
            for sp in reversed(s.game.tables.calendar["two_stars"].packets):
                s.enter(AirDays(SOVIET, sp))

    def play(self, s: State) -> None:
        s.enter(GameTurn())

    sequence = (
        open,
        soviet_losses,
        german_places,
        german_losses,
        american_places,
        defectors,
        air_days,
        play,
    )


@rule("N.15")
def near_v_corps(s: State, city: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Cottbus, and German hexes within four of a V Corps unit with a printed hex."""
    found = set(city)
    for post in s.game.board.marks["v_corps_posts"]:
        found.update(hex for hex in s.game.ground.near(post, 4) if s.control[hex] == 2)
    closed = s.game.ground.swamp
    return tuple(hex for hex in sorted(found) if hex not in closed and s.game.board.terrain[hex] != "lake")
