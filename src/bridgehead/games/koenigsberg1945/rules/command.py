"""4.1 The Command Phase: chits are drawn from the cup one by one."""

from __future__ import annotations

from collections.abc import Mapping

from bridgehead.core.flow import Procedure
from bridgehead.core.rules import rule
from bridgehead.core.values import ChitId, Side, replace
from bridgehead.games.koenigsberg1945.model.data import FORCES, Chit
from bridgehead.games.koenigsberg1945.model.events import ChitBeyondLimit, ChitDrawn, CommandEnds
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.rules.activation import Activation, house_limit, limit, used
from bridgehead.games.koenigsberg1945.rules.random_events import REFUGEES, action_chit


@rule("2.5c", "2.5a")
def drawing_over(cup: tuple[ChitId, ...], chits: Mapping[ChitId, Chit], room: Mapping[Side, bool]) -> bool:
    """No command chit in the cup can be activated any more; action chits in it stay there."""
    return not any(chits[chit].kind == "command" and room[chits[chit].force] for chit in cup)


def forces_with_room(s: State) -> dict[Side, bool]:
    return {force: used(s, force) < limit(s, force) for force in FORCES}


class CommandPhase(Procedure[State], frozen=True):
    """4.1 Chits are drawn one by one until no command chit can be used."""

    over: bool = False

    @rule("2.3a", "4.1.1a", "3.0f")
    def draw(self, s: State) -> None:
        """One chit, each as likely as the next; who draws does not matter."""
        if drawing_over(s.cup, s.game.chits, forces_with_room(s)):
            s.become(replace(self, over=True))
            s.tell(CommandEnds(), rule="2.5c")
            return
        chit = s.cup[s.chance(len(s.cup))]
        s.set(cup=tuple(each for each in s.cup if each != chit))
        s.tell(ChitDrawn(chit), rule="4.1.1a")
        if s.game.chits[chit].kind == "command":
            command_chit(s, chit)
        else:
            action_chit(s, chit)

    sequence = (draw,)

    def again(self, s: State) -> bool:
        return not self.over


@rule("2.3b", "2.5e", "4.1.1c", "2.2.6", "4.0b")
def command_chit(s: State, chit: ChitId) -> None:
    """Within the limit it fills the next box of its track and activates; beyond it, it lies aside."""
    force = s.game.chits[chit].force
    if used(s, force) >= limit(s, force):
        s.set(aside=(*s.aside, chit))
        s.tell(ChitBeyondLimit(chit, force, limit(s, force), house_limit(s, force)), rule="2.3b")
        return
    s.set(activated={**s.activated, force: (*s.activated.get(force, ()), chit)})
    slowed = bool(s.tracks.get(REFUGEES))
    s.track(REFUGEES, 0)
    hq = s.game.chits[chit].headquarters
    s.enter(Activation(side=s.leader(force), force=force, chit=chit, hq=hq, slowed=slowed))
