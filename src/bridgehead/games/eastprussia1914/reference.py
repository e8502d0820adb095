"""The card beside the board: sequence, charts, victory and turn track, from the tables in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bridgehead.core.values import Hex, Side, UnitId
from bridgehead.games.eastprussia1914.model.data import (
    GERMAN,
    RUSSIAN,
    SIDES,
    ScenarioEntry,
    TurnEntry,
)
from bridgehead.games.eastprussia1914.model.game import EastPrussia
from bridgehead.games.eastprussia1914.model.state import State
from bridgehead.games.eastprussia1914.model.words import effect_in_words, lead, signed
from bridgehead.games.eastprussia1914.rules.activation import Activation, DrawPhase
from bridgehead.games.eastprussia1914.rules.sequence import GameTurn
from bridgehead.games.eastprussia1914.rules.victory import net_points, points
from bridgehead.toolkit.reference import (
    Box,
    Chart,
    Line,
    Objective,
    Reference,
    Remark,
    Step,
    columns_words,
    gathered,
    hexes_said,
    modifier_chart,
    parts,
    worded,
)

NAMES = {
    "clear": "Clear",
    "woods": "Forest",
    "rough": "Rough",
    "marsh": "Marsh",
    "sea": "Sea",
    "haff": "Haff",
    "lake": "Lake",
    "city": "City",
    "town": "Town",
    "fort": "Fortress",
}
CLOSED = "closed"
NONE = "–"
OWNER = "The owner of the chit"
BOTH = "German, then Russian"


def reference(game: EastPrussia, scenario: str, setting: Mapping[str, str]) -> Reference:
    """2.0 Everything printed beside the map."""
    entry = game.setups[scenario]
    return Reference(
        sequence=tuple(sequence()),
        charts=(
            terrain_chart(game),
            combat_chart(game),
            modifier_chart("modifiers", "Combat: halvings and shifts", "10.3.5a", modifiers(game)),
            strategic_chart(game),
            event_chart(game, entry),
        ),
        victory=tuple(victory(game, entry)),
        objectives=tuple(
            Objective(hex, f"{worth} VP") for hex, worth in sorted(game.tables.victory_hexes.items())
        ),
        track=("Dates", "Chits: German, Russian", "Replacements", "Rail Points", "History"),
        boxes=tuple(
            box(game, entry, number, game.tables.turns[number])
            for number in range(entry.first_turn, entry.last_turn + 1)
        ),
    )


# --- 3.0 the sequence


def sequence() -> Iterator[Step]:
    yield Step(
        title="Random Event Phase",
        rule="3.1",
        words="Two dice on the event table; Rail Points are set.",
        who="Both; nothing to decide",
        parts=parts(GameTurn.random_event_phase),
    )
    yield Step(
        title="Replacements Segment",
        rule="9.1",
        words="Replacement points flip reduced units or rebuild eliminated ones.",
        who=BOTH,
        parts=parts(
            GameTurn.german_replacements, GameTurn.russian_replacements, GameTurn.end_of_replacements
        ),
    )
    yield Step(
        title="Reinforcements Segment",
        rule="8.1",
        words="Reinforcements arrive at their letters and may move at once.",
        who=BOTH,
        parts=parts(GameTurn.german_reinforcements, GameTurn.russian_reinforcements),
    )
    yield Step(
        title="Command Chit Selection Phase",
        rule="3.3",
        words="Each side secretly puts as many chits into the cup as it has Command Points.",
        who="Both, in secret",
        parts=parts(
            GameTurn.chit_selection,
            GameTurn.russian_chit_selection,
            GameTurn.selection_closed,
            GameTurn.selection_in_advance,
        ),
    )
    yield Step(
        title="Command Chit Draw Phase",
        rule="3.4a",
        words="Chits are drawn one by one until the cup is empty; each activates its headquarters.",
        who=OWNER,
        parts=parts(DrawPhase.draw),
    )
    yield Step(
        title="Activation",
        rule="4.2.2",
        words="The HQ takes Command or Movement Mode, then its range says whom it commands.",
        who=OWNER,
        within=True,
        parts=parts(
            Activation.choose_hq,
            Activation.choose_mode,
            Activation.measure_range,
            Activation.name_free_movers,
        ),
    )
    yield Step(
        title="Movement Segment",
        rule="3.4b",
        words="All units commanded move: normally, strategically or by rail.",
        who=OWNER,
        within=True,
        parts=parts(Activation.movement_segment),
    )
    yield Step(
        title="Combat Segment",
        rule="3.4b",
        words="Then they attack hexes next to them, one after another.",
        who=OWNER,
        reacts="Cavalry alone in a hex may withdraw before combat; defenders choose losses and retreats.",
        within=True,
        parts=parts(Activation.combat_segment, Activation.railway_work),
    )
    yield Step(
        title="Supply Phase",
        rule="3.5",
        words="Supply is looked at, the isolated suffer attrition, markers change, the isolated may step.",
        who=BOTH,
        parts=parts(GameTurn.supply_phase),
    )
    yield Step(
        title="End of Turn Phase",
        rule="3.6",
        words="Sudden death is looked at; chits and points are cleared; the marker advances.",
        who="Both; nothing to decide",
        parts=parts(GameTurn.sudden_death_segment, GameTurn.clean_up_segment, GameTurn.turn_advance_segment),
    )


# --- 2.2.2 terrain


def terrain_chart(game: EastPrussia) -> Chart:
    file = game.tables.file
    move = file.movement
    lines = []
    for kind, entry in file.terrain.items():
        open_to_all = entry.foot or entry.horse or entry.hq
        cells = (
            *map(cost, (entry.foot, entry.horse, entry.hq)),
            columns_words(-entry.shift) if open_to_all else "no attack",
        )
        lines.append(
            Line(name=NAMES[kind], cells=cells, rule="2.2.2" if open_to_all else "6.2.4", thing=kind)
        )
    for kind, works in file.works.items():
        price = str(works.enter) if works.enter else "as the ground"
        note = {"fort": "13.2", "city": "10.3.5c", "town": "10.3.5c"}[kind]
        shift = columns_words(-works.shift) + (" for its owner" if kind == "fort" else "")
        lines.append(Line(name=NAMES[kind], cells=(price, price, price, shift), rule=note, thing=kind))
    minor = f"+{move.minor_river}, then stop"
    lines += [
        Line(
            name="Minor river without a bridge",
            cells=(minor, minor, minor, "attack halved"),
            rule="6.2.2",
            thing="river",
        ),
        Line(
            name="Major river without a bridge",
            cells=("whole move", "whole move", "whole move", "attack halved"),
            rule="6.2.3",
            thing="major_river",
        ),
        Line(
            name="Lake along the hexside",
            cells=(CLOSED, CLOSED, CLOSED, "no attack"),
            rule="6.2.4",
            thing="lake_side",
        ),
        Line(
            name="Frontier",
            cells=(NONE, NONE, NONE, "who is at home, for supply and victory"),
            rule="2.2.4",
            thing="border",
        ),
        Line(name="Road", cells=(str(move.road),) * 3 + (NONE,), rule="6.2.1", thing="road"),
        Line(
            name="Railroad, German gauge",
            cells=("rail movement of Germans",) * 3 + (NONE,),
            rule="6.4.5",
            thing="railroad",
        ),
        Line(
            name="Railroad, Russian gauge",
            cells=("rail movement of Russians",) * 3 + (NONE,),
            rule="6.4.5",
            thing="broad_gauge",
        ),
    ]
    return Chart(
        id="terrain",
        title="Terrain Effects Chart",
        rule="2.2.2",
        corner="Ground",
        columns=("Foot MP", "Cavalry MP", "HQ MP", "Attack on it"),
        lines=tuple(lines),
        notes=(
            Remark(
                f"Enemy ZOC: {move.enter_zoc} MP more to enter, {move.leave_zoc} MP more to leave.", "5.1"
            ),
            Remark("A settlement has its own price, whatever the ground; shifts add up.", "6.2.5"),
            Remark("A road or railroad across a river is a bridge: the river has no effect there.", "2.2.3"),
            Remark("In a city or town the first hex of a retreat is ignored.", "10.5.7"),
            Remark("In his own fortress a defender ignores all retreats and the first step lost.", "13.2"),
            Remark(f"In a hex: {file.stacking.combat_units} combat units and {file.stacking.hqs} HQ.", "7.1"),
        ),
    )


def cost(points: int) -> str:
    return str(points) if points else CLOSED


# --- 10.2 combat


def combat_chart(game: EastPrussia) -> Chart:
    crt = game.tables.crt
    return Chart(
        id="combat",
        title="Combat Results Table",
        rule="10.2.2",
        corner="Die",
        columns=crt.columns,
        lines=tuple(
            Line(name=str(die + 1), cells=tuple(column[die].text for column in crt.results))
            for die in range(6)
        ),
        codes=worded((result.text, effect_in_words(result)) for column in crt.results for result in column),
        notes=(
            Remark("The defender's part is carried out first.", "10.2.1"),
            Remark("* counts only if the defender did not retreat.", "10.2.3"),
            Remark("Below the first column there is no attack.", "10.3.4a"),
            Remark("Ratios above the last column are cut to it before shifts.", "10.3.4b"),
        ),
        dice=True,
    )


def modifiers(game: EastPrussia) -> Iterator[tuple[str, str, str]]:
    """10.3 What changes strengths and the column."""
    file = game.tables.file
    yield "Attacker out of supply", "attack halved", "10.3.2a"
    yield "Attacker isolated", "no attack", "10.3.2a"
    yield "Defender isolated", "defense halved", "10.3.2a"
    yield "Attacker across an unbridged river", "attack halved", "10.3.2b"
    yield "Cavalry attacks a city or fortress", "attack halved", "10.3.2c"
    for kind, terrain in file.terrain.items():
        if terrain.shift:
            yield f"Defender in {NAMES[kind].lower()}", columns_words(-terrain.shift), "10.3.5c"
    for kind, works in file.works.items():
        if works.shift:
            place = "his own fortress" if kind == "fort" else f"a {NAMES[kind].lower()}"
            yield f"Defender in {place}", columns_words(-works.shift), "13.2" if kind == "fort" else "10.3.5c"
    most = columns_words(-file.command.defence_shift_most)
    yield "HQ of the attack, in Command Mode, with a unit of its corps", "its shift to the right", "10.3.5d"
    yield "HQ of a defender's corps, in Command Mode", f"its shift to the left, at most {most}", "10.3.5e"


def strategic_chart(game: EastPrussia) -> Chart:
    file = game.tables.file
    lines = [
        Line(
            name=f"{game.names[side]} strategic movement, road hexes",
            cells=tuple(str(file.strategic.of(side).of(kind)) for kind in ("foot", "horse", "hq")),
            rule="6.3.1",
        )
        for side in SIDES
    ]
    rail = file.rail_cost
    lines.append(
        Line(
            name="Rail Points: division; brigade; HQ",
            cells=(str(rail["division"]), str(rail["brigade"]), str(rail["hq"])),
            rule="6.4.2",
        )
    )
    return Chart(
        id="strategic",
        title="Roads and railroads",
        rule="6.3.1",
        corner="Movement",
        columns=("Foot", "Cavalry", "HQ"),
        lines=tuple(lines),
    )


def event_chart(game: EastPrussia, entry: ScenarioEntry) -> Chart:
    lines = [
        Line(
            name=str(roll),
            cells=(event.title, "No event in this scenario." if roll in entry.no_event else event.about),
            rule="18.2b",
        )
        for roll, event in sorted(game.tables.events.items())
    ]
    return Chart(
        id="events",
        title="Random Event Table",
        rule="18.2b",
        corner="Two dice",
        columns=("Event", "What it does"),
        lines=tuple(lines),
    )


# --- 15.0, 16.4 victory


def victory(game: EastPrussia, entry: ScenarioEntry) -> Iterator[Remark]:
    tables = game.tables
    worth, sudden = tables.file.victory_unit, tables.file.sudden_death
    yield Remark("Each side scores the worth of the enemy's victory hexes it controls.", "15.2")
    yield Remark(
        f"Russian infantry division lost: {worth.russian_division} for the Germans; HQ: {worth.russian_hq}. "
        f"German corps division lost: {worth.german_corps_division} for the Russians; other unit: "
        f"{worth.german_other}; HQ: {worth.german_hq}.",
        "15.3",
    )
    above = None
    for level in entry.level:
        yield Remark(f"German less Russian points {band(level.least, above)}: {level.title}.", "15.4")
        above = level.least
    yield Remark(
        f"Sudden death: Russian combat units in supply in {hexes_said(game, (tables.alone,))}, or in "
        f"{sudden.how_many} of {hexes_said(game, tables.together)}.",
        "16.4b",
    )
    if entry.hqs_for_sudden_death:
        yield Remark(f"Sudden death: {entry.hqs_for_sudden_death} Russian HQs removed.", "16.4c")


def band(least: int, above: int | None) -> str:
    """The net points of a level: from `least` to below the level above."""
    if above is None:
        return f"{signed(least)} or more"
    if least <= -MOST:
        return f"{signed(above - 1)} or less"
    return f"{signed(least)}" if least == above - 1 else f"{signed(least)} to {signed(above - 1)}"


MOST = 99
"""No net is lower: the last level is open."""


def standing(s: State, side: Side | None) -> tuple[Remark, ...]:
    """What the score would come to now."""
    net = net_points(s)
    level = next(level for level in s.rules_of.level if net >= level.least)
    count = f"German points {points(s, GERMAN)}, Russian points {points(s, RUSSIAN)}, net {lead(net)}"
    return (Remark(f"{count}: {level.title}, if it ended now.", "15.4"),)


# --- the turn track


def box(game: EastPrussia, entry: ScenarioEntry, number: int, turn: TurnEntry) -> Box:
    command = [str(entry.command_points or turn.command_points.of(side)) for side in SIDES]
    return Box(
        turn=number,
        name="",
        cells=(
            turn.dates,
            ", ".join(command),
            ", ".join(str(turn.replacements.of(side)) for side in SIDES),
            ", ".join(str(turn.rail_points.of(side)) for side in SIDES),
            turn.history,
        ),
        events=tuple(
            Remark(f"{event.title}: {event.about}", first_case(game, cited))
            for cited, event in game.tables.file.historical_event.items()
            if cited in entry.historical_events and number in event.turns
        ),
        arrivals=gathered(
            (entry_words(game, placed.entry), entry_hexes(game, placed.entry), UnitId(unit))
            for unit, placed in entry.unit.items()
            if placed.turn == number
        ),
    )


def first_case(game: EastPrussia, number: str) -> str:
    """A rule, or the first of its cases where it is cut into some."""
    return next(each for each in game.rules if each.startswith(number))


def entry_hexes(game: EastPrussia, letter: str) -> tuple[Hex, ...]:
    return tuple(Hex(hex) for hex in game.board.marks.get(f"source_{letter.lower()}", ()))


def entry_words(game: EastPrussia, letter: str) -> str:
    hexes = entry_hexes(game, letter)
    return f"{letter}, {hexes_said(game, hexes)}" if hexes else letter
