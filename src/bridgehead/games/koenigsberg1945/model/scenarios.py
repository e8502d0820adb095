"""15.0 Set-up, with the optional units of 14.1."""

from bridgehead.core.game import Scenario
from bridgehead.core.rules import rule
from bridgehead.core.values import NOWHERE, Side, UnitId
from bridgehead.games.koenigsberg1945.model.data import GERMAN, Texts
from bridgehead.games.koenigsberg1945.model.state import HELD, REINFORCEMENTS, UNUSED, VOLKSSTURM, State, Unit


def scenarios(texts: Texts) -> dict[str, Scenario]:
    """The campaign, for two players and for three, and its first turns."""
    track = texts.tables.turn
    return {
        name: Scenario(
            title=each.title,
            about=each.about,
            turns=each.turns or len(track),
            first=GERMAN,
            length=each.length,
            sides=tuple(map(Side, each.sides)),
            turn_names=tuple(track[str(number + 1)].dates for number in range(each.turns or len(track))),
            evening=each.evening,
        )
        for name, each in texts.scenarios.scenario.items()
    }


def levels(texts: Texts) -> dict[str, dict[str, tuple[int, int]]]:
    """The levels of victory of each scenario, by the hexes the Germans hold."""
    return {name: each.level or texts.tables.victory.level for name, each in texts.scenarios.scenario.items()}


@rule("14.1.1", "14.1.2", "14.1.3")
def set_up(s: State) -> None:
    """Böhme in Königsberg, 20th Panzer in 1323, Mikosch yet to come, each if its option is on."""
    optional = {UnitId(each.unit): name for name, each in s.game.optional.items()}
    for id, piece in s.game.counters.items():
        hex, reduced = s.game.setup.get(id, (NOWHERE, False))
        box = "" if hex else first_box(s, id)
        if id in optional and s.setting.get(optional[id]) != "on":
            hex, box = NOWHERE, UNUSED
        s.enlist(Unit(id=id, side=s.leader(piece.force), hex=hex, box=box, reduced=reduced))


@rule("11.3a", "12.4", "2.2.4", "2.2.5")
def first_box(s: State, id: UnitId) -> str:
    """Air units in their boxes, two Volkssturm in theirs, the rest on the turn track."""
    piece = s.counter(id)
    if piece.kind == "air":
        return piece.box
    if piece.militia:
        called = len(s.in_box(VOLKSSTURM))
        return VOLKSSTURM if called < s.tables.volkssturm.start else HELD
    return REINFORCEMENTS
