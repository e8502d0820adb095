"""The card beside the board: sequence, charts, victory and turn track, from the tables in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from bridgehead.core.values import Hex, Side
from bridgehead.core.words import counted
from bridgehead.games.budziszyn1945.model.data import CLASSES, ROUTES, Cell
from bridgehead.games.budziszyn1945.model.files import CalendarEntry
from bridgehead.games.budziszyn1945.model.game import Budziszyn
from bridgehead.games.budziszyn1945.model.ground import MP
from bridgehead.games.budziszyn1945.model.state import (
    NYSA,
    State,
    in_nysa,
)
from bridgehead.games.budziszyn1945.rules.odds import TERRAIN
from bridgehead.games.budziszyn1945.rules.sequence import GameTurn, PlayerTurn
from bridgehead.games.budziszyn1945.rules.setup import Preparation
from bridgehead.games.budziszyn1945.rules.victory import (
    AMERICAN_LOST,
    BOHEMIA,
    DRESDEN,
    FREE_EDGE,
    GERMAN_LOST,
    KILLED,
    POLE_KILLED,
    RETAKEN,
    ROAD,
    american_points,
    evening_result,
    german_points,
    grade,
    soviet_points,
    towns,
)
from bridgehead.toolkit.reference import (
    Arrival,
    Box,
    Chart,
    Line,
    Objective,
    Reference,
    Remark,
    Step,
    columns_words,
    die_words,
    modifier_chart,
    parts,
    worded,
)

CLOSED = "closed"
NONE = "–"
PHASING = "The side whose phases they are"
NAMES = {
    "clear": "Clear",
    "swamp": "Swamp",
    "lake": "Lake",
    **{kind: said.capitalize() for kind, said in TERRAIN.items()},
}
ROUTE_NAMES = {"road": "Secondary road", "main_road": "Main road", "motorway": "Motorway"}
FIRE_TABLES = {
    "air_attack": ("Air attack", "AA.1"),
    "artillery": ("Artillery fire", "AF.1"),
    "objects": ("Attack on objects", "AO.1"),
}
DICE = tuple(str(total) for total in range(2, 13))


def reference(game: Budziszyn, scenario: str, setting: Mapping[str, str]) -> Reference:
    """2.0 Everything printed beside the map."""
    return Reference(
        sequence=tuple(sequence(game, scenario)),
        charts=(
            terrain_chart(game),
            combat_chart(game),
            modifier_chart("modifiers", "Combat modifiers", "1.6a", modifiers(game, scenario)),
            *(fire_chart(game, name, title, cited) for name, (title, cited) in FIRE_TABLES.items()),
            range_chart(game, scenario),
        ),
        victory=tuple(victory(game, scenario)),
        objectives=tuple(objectives(game, scenario)),
        track=("Soviet air", "Ammunition") if scenario in NYSA else ("American air",),
        boxes=tuple(boxes(game, scenario)),
    )


# --- 2.2 the sequence


def sequence(game: Budziszyn, scenario: str) -> Iterator[Step]:
    yield Step(
        title="Before play",
        rule="N.26" if scenario in NYSA else "T.30a",
        words="Losses, free units, air days.",
        who="All, in the order of the scenario",
        parts=tuple(part.__qualname__ for part in Preparation.sequence[:-1]),
    )
    order = ", then ".join(game.names[side] for side in game.scenarios[scenario].sides)
    yield Step(
        title="Air Phase",
        rule="2.2.1",
        words=f"Each day: {order}, six phases each. Air missions are planned in secret.",
        who="Both",
        reacts="Missions of both sides are shown at once.",
        parts=parts(PlayerTurn.air),
    )
    yield Step(
        title="Artillery Barrage",
        rule="2.2.2",
        words="Only where the scenario grants ammunition.",
        who=PHASING,
        parts=parts(PlayerTurn.barrage),
    )
    yield Step(
        title="Movement Phase",
        rule="2.2.3",
        words="Units move, dig, lay or limber guns, destroy or repair bridges; reinforcements come in.",
        who=PHASING,
        reacts="Missions against movement and crossings strike as units move.",
        parts=parts(PlayerTurn.movement),
    )
    yield Step(
        title="Combat Phase",
        rule="2.2.4",
        words="Attacks in any order. Units next to an enemy must attack, unless they are dug in.",
        who=PHASING,
        reacts="The defender answers with guns, aircraft, stars and HQs; he may stand and pay in losses.",
        parts=parts(PlayerTurn.attack, PlayerTurn.pontoons),
    )
    yield Step(
        title="Strategic Movement Phase",
        rule="2.2.5",
        words="Units marked for it move by roads, away from the enemy.",
        who=PHASING,
        parts=parts(PlayerTurn.strategic_movement),
    )
    yield Step(
        title="Supply Phase",
        rule="2.2.6a",
        words="Lines of supply, surrender, control of hexes, bridge building.",
        who="Nothing to decide",
        parts=parts(PlayerTurn.supply),
    )
    yield Step(
        title="End of the day",
        rule="2.1.5",
        words="After the phases of all sides the marker advances.",
        who="All",
        parts=parts(GameTurn.end_day),
    )


# --- TI terrain


def terrain_chart(game: Budziszyn) -> Chart:
    tables, number = game.tables, game.tables.number
    lines = [
        Line(
            name=NAMES[kind],
            cells=(
                *(str(entry.enter[cls]) if cls in entry.enter else CLOSED for cls in CLASSES),
                "attackers halved" if entry.halves else cm(entry.cm),
            ),
            rule="TI.1",
            thing=kind,
        )
        for kind, entry in tables.terrain.items()
    ]
    for kind, name in (("stream", "Stream"), ("major_river", "Neisse or Elbe")):
        water = tables.water[kind]
        cells = (*(f"+{water.add[cls]}" for cls in CLASSES), cm(water.cm))
        lines.append(Line(name=name, cells=cells, rule="TI.1", thing=kind))
    for kind in ROUTES:
        cells = (*(mp(tables.route[kind][cls]) for cls in CLASSES), NONE)
        lines.append(Line(name=ROUTE_NAMES[kind], cells=cells, rule="TI.2", thing=kind))
    lines += [
        Line(name="Railroad", cells=(NONE,) * 5, thing="railroad"),
        Line(name="Border of Czechoslovakia", cells=(NONE,) * 5, rule="T.32a", thing="border"),
    ]
    return Chart(
        id="terrain",
        title="Terrain influence",
        rule="TI.1",
        corner="Ground",
        columns=("Foot MP", "Truck MP", "Track MP", "HQ MP", "For the defender"),
        lines=tuple(lines),
        notes=(
            Remark(
                "What lies on top of a terrain (woods or town on hills) adds its modifier to it.", "5.5.2"
            ),
            Remark("Along a road its rate replaces all terrain, and the water its bridge crosses.", "3.1.14"),
            Remark("Water helps only if more than half of the assaulting strength comes across it.", "5.5.4"),
            Remark("A zone of control does not cross the Neisse or Elbe.", "4.1.3"),
            Remark(f"Leaving a hex in an enemy zone of control costs {number.leave_zoc} MP more.", "4.2.6"),
            Remark(f"A hex holds {counted(number.stacking, 'CEL')} of a side.", "3.2.1a"),
        ),
    )


def mp(twelfths: int) -> str:
    share = Fraction(twelfths, MP)
    return str(share)


def cm(columns: int) -> str:
    return columns_words(-columns) if columns else NONE


# --- CT, AA, AF, AO the tables


def combat_chart(game: Budziszyn) -> Chart:
    rows = game.tables.combat
    return Chart(
        id="combat",
        title="Combat Results Table",
        rule="CT.1",
        corner="Two dice",
        columns=game.tables.columns,
        lines=tuple(
            Line(name=roll, cells=tuple(f"{code(attacker)}/{code(defender)}" for attacker, defender in row))
            for roll, row in zip(DICE, rows, strict=True)
        ),
        codes=worded(
            (f"{code(attacker)}/{code(defender)}", f"attacker {attacker.told()}; defender {defender.told()}")
            for row in rows
            for attacker, defender in row
        ),
        notes=(
            Remark("Left of the stroke the attacker's part, right of it the defender's.", "CT.1"),
            Remark(
                "R: hexes to retreat. L: CELs lost. X: disorganized. T: a test for disorganization.", "CT.1"
            ),
            Remark("Each hex not retreated costs 1 CEL of the units that fell short.", "5.3.7"),
            Remark("The ratio is rounded to whole numbers, halves up, then limited to the table.", "1.6b"),
            Remark("Attacker's shifts first, up to the last column; then the defender's.", "1.6b"),
        ),
        dice=True,
    )


def code(cell: Cell) -> str:
    """A side of a cell as the data write it."""
    retreat = f"R{cell.retreat}" if cell.retreat else ""
    shaken = ("X" if cell.disorganized else "") + ("T" if cell.test else "")
    return f"{retreat}{shaken}{f'L{cell.lose}' if cell.lose else ''}" or NONE


def fire_chart(game: Budziszyn, name: str, title: str, cited: str) -> Chart:
    rows = game.tables.fire[name]
    leasts = [least for least, _ in rows]
    spans = [f"{low}" if above == low + 1 else f"{low}–{above - 1}" for low, above in pairwise(leasts)]
    spans.append(f"{leasts[-1]}+")
    destroyed = "the object is destroyed" if name == "objects" else ""
    return Chart(
        id=name,
        title=title,
        rule=cited,
        corner="SP",
        columns=DICE,
        lines=tuple(
            Line(name=span, cells=tuple(map(code, cells)))
            for span, (_, cells) in zip(spans, rows, strict=True)
        ),
        codes=worded(
            (code(cell), "no effect" if cell == Cell() else destroyed or f"target {cell.told()}")
            for _, cells in rows
            for cell in cells
        ),
        notes=tuple(fire_notes(game, name)),
        dice=True,
    )


def fire_notes(game: Budziszyn, name: str) -> Iterator[Remark]:
    number = game.tables.number
    if name == "objects":
        yield Remark(f"From the air at least {number.air_object} SP are needed.", "8.2.10")
    if name == "artillery":
        yield Remark(f"Range {counted(number.artillery_range, 'hex')}.", "6.1.2")


def modifiers(game: Budziszyn, scenario: str) -> Iterator[tuple[str, str, str]]:
    tables, number = game.tables, game.tables.number
    for kind, said in TERRAIN.items():
        yield f"Defender in {said}", columns_words(-tables.terrain[kind].cm), "TI.3"
    yield "Most of the assault across a stream", columns_words(-tables.water["stream"].cm), "5.5.4"
    yield "Most of the assault across Neisse or Elbe", columns_words(-tables.water["major_river"].cm), "5.5.4"
    yield "Field fortification", columns_words(-number.field_fortification), "7.1.10"
    yield (
        "Fixed positions, from the front",
        columns_words(-number.fixed_position) + ", attackers halved",
        "7.2.2",
    )
    yield "Fortification Unit defends in a fortification", columns_words(-number.fortification_unit), "15.4.1"
    yield "Resilience Group defends", columns_words(-number.resilience_group), "15.2.3"
    each = f"Each {counted(number.concentration, 'unit')} of one division or armored corps"
    yield each, "1 column for their side", "13.1.2"
    yield "Each star that counts", "1 column for its side", "15.1.3"
    yield "Volkssturm takes part", f"{counted(number.volkssturm, 'column')} for the other side", "15.3.1"
    yield "An enemy HQ was eliminated", f"{counted(number.hq_loss, 'column')} to spend in two phases", "9.1.6"
    yield "Attacker's units all in range of their HQs", die_words(-1), "9.2.1"
    yield "Defender's units all in range of their HQs", die_words(1), "9.2.1"
    yield "Disorganized unit", "halved", "5.6.4"
    yield "Unit out of supply attacks", "halved", "10.2.2"
    yield "Swamp", "attackers halved", "TI.3"
    if scenario not in NYSA:
        yield "Americans and Germans attack together", columns_words(-number.joint_attack), "T.15"


def range_chart(game: Budziszyn, scenario: str) -> Chart:
    tables = game.tables
    names = {
        "american": "American",
        "german": "German",
        "ukrainian": "Ukrainian",
        "russian": "Russian (German side)",
        "soviet": "Soviet",
        "polish": "Polish",
    }
    return Chart(
        id="range",
        title="Headquarters and supply",
        rule="9.2.2",
        corner="Nation",
        columns=("HQ range", "Supply line, MP off roads"),
        lines=tuple(
            Line(
                name=names.get(nation, nation.capitalize()),
                cells=(
                    str(tables.hq_range[nation]) if nation in tables.hq_range else NONE,
                    str(tables.supply_mp[nation]),
                ),
                rule="10.1.7",
            )
            for nation in tables.supply_mp
        ),
    )


# --- victory


def victory(game: Budziszyn, scenario: str) -> Iterator[Remark]:
    number = game.tables.number
    if scenario == "evening":
        needed = game.tables.evening
        yield Remark(
            f"Soviet victory: {needed.soviet} or more town hexes in Soviet hands at the end.", "N.27"
        )
        yield Remark(f"Draw: {lead_words(needed.draw, needed.soviet)}. German victory: fewer.", "N.27")
        return
    if scenario in NYSA:
        yield Remark(
            f"At once: {counted(number.exit_levels, 'CEL')} of Soviet armor and mechanized troops have left "
            "through zone S: Soviet victory.",
            "N.23",
        )
        yield Remark("Else each town hex held at the end counts 1.", "N.24")
        grades = game.tables.grades
        for (least, title), above in zip(grades, [*(lead for lead, _ in grades[1:]), None], strict=True):
            yield Remark(f"Soviet lead of {lead_words(least, above)}: {title}.", "N.25")
        return
    yield Remark(f"Soviet: {BOHEMIA} for Czechoslovakia, {ROAD} for each road of the south edge.", "T.32a")
    yield Remark(
        f"Soviet: {AMERICAN_LOST} for each American unit lost, {GERMAN_LOST} for each German.", "T.32c"
    )
    yield Remark(
        f"Soviet: 1 for each column between {number.west_column} and the easternmost American.", "T.32d"
    )
    yield Remark(f"American: {KILLED} for a Soviet unit eliminated, {POLE_KILLED} for a Polish one.", "T.33a")
    yield Remark(
        f"American: 1 for each town hex, 1 for each column east of {number.american_column}.", "T.33b"
    )
    yield Remark(f"German: {FREE_EDGE} for a free south edge, {DRESDEN} for all of Dresden.", "T.34a")
    yield Remark(f"German: {KILLED} for each unit eliminated, {RETAKEN} for each town hex retaken.", "T.34c")
    if scenario == "two_stars":
        yield Remark(
            "The points of Americans and Germans together are halved and compared with the Soviet ones.",
            "T.31",
        )
    else:
        yield Remark("The side with most points wins; on equal points the Soviets do not.", "T.37")


def lead_words(least: int, above: int | None) -> str:
    if above is None:
        return f"{least} or more"
    if above - 1 == least:
        return str(least)
    return f"{above - 1} or less" if least < 0 else f"{least} to {above - 1}"


def objectives(game: Budziszyn, scenario: str) -> Iterator[Objective]:
    worth = "1 for the holder" if scenario in NYSA else "1 for the Americans, 2 if retaken by Germans"
    for hex in sorted(game.ground.town):
        yield Objective(hex, worth)


def standing(s: State, side: Side | None) -> tuple[Remark, ...]:
    """What the score would come to now."""
    if s.scenario == "evening":
        level = evening_result(s).level
        return (Remark(f"Towns: Soviet {towns(s, 1, 3)}: {level}, if it ended now.", "N.27"),)
    if in_nysa(s):
        soviet, german = towns(s, 1, 3), towns(s, 2)
        sent = f"CELs to Berlin {s.tracks.get('exited', 0)} of {s.game.tables.number.exit_levels}"
        return (
            Remark(
                f"Towns: Soviet {soviet}, German {german}: {grade(s, soviet - german)}, if it ended now.",
                "N.25",
            ),
            Remark(f"{sent}.", "N.23"),
        )
    return (
        Remark(
            f"Points: Soviet {soviet_points(s)}, American {american_points(s)}, German {german_points(s)}.",
            "T.31",
        ),
    )


# --- the turn track


def boxes(game: Budziszyn, scenario: str) -> Iterator[Box]:
    book = "nysa" if scenario in NYSA else "two_stars"
    calendar, air = game.tables.calendar[book], game.tables.air[book]
    for number, day in enumerate(calendar.days.split(", ")[: game.scenarios[scenario].turns], 1):
        sp = air.get(number, 0)
        cells = (f"{sp} + {calendar.saveable} SP",) if calendar.saveable else nysa_cells(calendar, number, sp)
        yield Box(
            turn=number,
            name=day,
            cells=cells,
            events=tuple(events(game, scenario, number)),
            arrivals=tuple(
                Arrival(f"zone {' or '.join(each.zones)}", each.units, zone_hexes(game, each.zones))
                for each in game.campaigns.arrivals.get(book, ())
                if each.turn == number
            ),
        )


def zone_hexes(game: Budziszyn, zones: Sequence[str]) -> tuple[Hex, ...]:
    return tuple(Hex(hex) for zone in zones for hex in game.board.marks[f"zone_{zone}"])


def nysa_cells(calendar: CalendarEntry, number: int, sp: int) -> tuple[str, ...]:
    ammunition = counted(calendar.ammunition, "Ammo Unit") if number == 1 else NONE
    return f"{sp} SP" if sp else NONE, ammunition


def events(game: Budziszyn, scenario: str, number: int) -> Iterator[Remark]:
    if scenario in NYSA and number == game.tables.number.american_release:
        yield Remark("From today an American regiment a day may come in through zone K or L.", "N.22")
