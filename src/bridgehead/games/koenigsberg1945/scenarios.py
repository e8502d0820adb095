"""15.0 Set-up, with the optional units of 14.1."""

from bridgehead.core.flow import Frame
from bridgehead.core.rules import rule
from bridgehead.core.values import NOWHERE, UnitId
from bridgehead.games.koenigsberg1945.sequence import GameTurn
from bridgehead.games.koenigsberg1945.state import HELD, REINFORCEMENTS, UNUSED, VOLKSSTURM, State, Unit


@rule("2.1.5a", "15.0a", "15.0b", "15.0c", "15.0d", "15.0e", "15.0f", "15.0g", "15.0i", "10.1.3x", "2.0")
def begin(s: State) -> Frame:
    """Every counter where it begins: the set-up hexes, the boxes, the turn track. All are supplied."""
    set_up(s)
    s.turn = 1
    s.add_to_cup(chit for chit, each in s.book.chits.items() if each.turn == 1)
    return GameTurn()


@rule("14.1.1", "14.1.2", "14.1.3")
def set_up(s: State) -> None:
    """Böhme in Königsberg, 20th Panzer in 1323, Mikosch yet to come, each if its option is on."""
    optional = {UnitId(each.unit): name for name, each in s.book.optional.items()}
    for id, piece in s.book.pieces.items():
        hex, reduced = s.book.setup.get(id, (NOWHERE, False))
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
        return VOLKSSTURM if called < s.book.tables.volkssturm.start else HELD
    return REINFORCEMENTS
