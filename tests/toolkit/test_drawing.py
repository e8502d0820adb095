"""Colours and short names of formations."""

from bridgehead.toolkit.drawing import PLAIN, Drawing, Livery


def test_a_formation_without_a_livery_of_its_own_is_plain() -> None:
    ours = Livery(colour="#aa2200", band="69A")
    drawing = Drawing(formation={"soviet": {"69th Army": ours}})
    assert drawing.livery("soviet", "69th Army") is ours
    assert drawing.livery("soviet", "8th Guards Army") == drawing.livery("german", "69th Army") == PLAIN
