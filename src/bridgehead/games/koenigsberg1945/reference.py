"""The card beside the board: sequence, charts, victory and turn track, from the tables in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bridgehead.core.values import Hex, Side
from bridgehead.core.words import counted
from bridgehead.games.koenigsberg1945.model.data import WATER, SettlementEntry, TurnEntry
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.model.words import TERRAIN, effect
from bridgehead.games.koenigsberg1945.rules.activation import Activation
from bridgehead.games.koenigsberg1945.rules.command import CommandPhase
from bridgehead.games.koenigsberg1945.rules.sequence import GameTurn
from bridgehead.games.koenigsberg1945.rules.victory import german_hexes, level_rule
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
    hexes_said,
    modifier_chart,
    parts,
    worded,
)

CLOSED = "closed"
NONE = "–"
OWNER = "The owner of the chit"


def reference(game: Koenigsberg, scenario: str, setting: Mapping[str, str]) -> Reference:
    """2.2 Everything printed beside the map."""
    return Reference(
        sequence=tuple(sequence(game)),
        charts=(
            terrain_chart(game),
            combat_chart(game),
            modifier_chart("modifiers", "Combat: halvings and shifts", "9.3a", modifiers(game)),
            barrage_chart(game),
            event_chart(game),
        ),
        victory=tuple(victory(game, scenario)),
        objectives=tuple(Objective(hex, "1 victory hex") for hex in sorted(game.ground.objectives)),
        track=("Dates", "German chits", "2BF chits", "3BF chits", "Replacements"),
        boxes=tuple(
            box(game, number, game.tables.turn[str(number)])
            for number in range(1, game.scenarios[scenario].turns + 1)
        ),
    )


# --- 3.0 the sequence


def sequence(game: Koenigsberg) -> Iterator[Step]:
    yield Step(
        title="Barrage Phase (turn 1)",
        rule="3.0b",
        words="The German barrage, then that of each Front: so many attacks as the dice say.",
        who="German, then Soviet",
        parts=parts(GameTurn.barrage_phase),
    )
    yield Step(
        title="Air Unit Phase",
        rule="3.0a",
        words="Refitted air units come back, grounded ones are refitted.",
        who="Both; nothing to decide",
        parts=parts(GameTurn.refitted_unit_return_segment, GameTurn.grounded_unit_refitting_segment),
    )
    yield Step(
        title="Reinforcement Segment",
        rule="8.0a",
        words="Reinforcements are placed in their entry hexes and may move at once.",
        who="German, then Soviet",
        parts=parts(GameTurn.reinforcement_segment),
    )
    yield Step(
        title="Replacement Segment",
        rule="11.2a",
        words="Replacement points restore steps and rebuild units.",
        who="German, then Soviet",
        parts=parts(GameTurn.replacement_segment),
    )
    yield Step(
        title="Volkssturm Deployment Segment",
        rule="11.3a",
        words="Volkssturm from their box may stand up in threatened places.",
        who="German",
        parts=parts(GameTurn.volkssturm_deployment_segment),
    )
    yield Step(
        title="Command Phase",
        rule="4.1.1a",
        words="Chits are drawn from the common cup one by one until no command chit can be used.",
        who=OWNER,
        parts=parts(CommandPhase.draw),
    )
    yield Step(
        title="Command Segment",
        rule="4.1.1b",
        words="The headquarters of the chit names the units it activates.",
        who=OWNER,
        within=True,
        parts=parts(Activation.choose_headquarters, Activation.command_segment, Activation.extra_movers),
    )
    yield Step(
        title="Movement Segment",
        rule="3.0f",
        words="The units activated move: regular, strategic or by rail.",
        who=OWNER,
        within=True,
        parts=parts(Activation.movement_segment),
    )
    yield Step(
        title="Combat Segment",
        rule="3.0f",
        words="The units activated attack hexes next to them, one after another; air units may join.",
        who=OWNER,
        reacts="Defenders choose their losses and their way of retreat.",
        within=True,
        parts=parts(Activation.combat_segment),
    )
    yield Step(
        title="Supply Phase",
        rule="10.0a",
        words="All units of both sides trace supply: out of supply first, isolated the next time.",
        who="Both; nothing to decide",
        parts=parts(GameTurn.supply_phase),
    )
    yield Step(
        title="End of Turn Phase",
        rule="13.2a",
        words="Volkssturm go home, sudden death is looked at, the chits go back into the cup.",
        who="Both",
        parts=parts(
            GameTurn.volkssturm_return_segment,
            GameTurn.sudden_death_victory_segment,
            GameTurn.turn_advance_segment,
        ),
    )


# --- 2.2.2 the Terrain Effects Chart


def terrain_chart(game: Koenigsberg) -> Chart:
    tables, move, stacking = game.tables, game.tables.movement, game.tables.stacking
    lines = [
        Line(
            name=TERRAIN.get(kind, kind).capitalize(),
            cells=(str(entry.enter.foot), str(entry.enter.mech), columns_words(-entry.shift), NONE),
            rule="2.2.2",
            thing=kind,
        )
        for kind, entry in tables.terrain.items()
    ]
    lines += [
        Line(
            name=f"{kind.capitalize()} (on its ground)",
            cells=("as the ground", "as the ground", columns_words(-entry.shift), shelter_words(entry)),
            rule="9.5.7a",
            thing=kind,
        )
        for kind, entry in tables.settlement.items()
    ]
    lines += [
        Line(name=kind.capitalize(), cells=(CLOSED, CLOSED, NONE, NONE), rule="6.2.3a", thing=kind)
        for kind in WATER
    ]
    lines += hexside_lines(game)
    for kind, name in (("road", "Road"), ("motorway", "Autobahn")):
        lines.append(
            Line(name=name, cells=(str(move.road), str(move.road), NONE, NONE), rule="6.2.1", thing=kind)
        )
    lines.append(
        Line(
            name="Railroad",
            cells=("rail movement", "rail movement", NONE, NONE),
            rule="6.5a",
            thing="railroad",
        )
    )
    return Chart(
        id="terrain",
        title="Terrain Effects Chart",
        rule="2.2.2",
        corner="Ground",
        columns=("Foot MP", "Mechanized MP", "Attack on it", "The defender ignores"),
        lines=tuple(lines),
        notes=(
            Remark(
                f"Enemy ZOC: {move.zoc_enter} MP more to enter, {move.zoc_leave} MP more to leave.", "5.1a"
            ),
            Remark("Shifts of ground, settlement and line add up.", "9.3.1a"),
            Remark("A road or railroad across a river is a bridge: the river has no effect there.", "2.2.10"),
            Remark(
                f"In a hex: {stacking.combat_units} combat units and {stacking.headquarters} HQ.",
                "7.0a",
            ),
        ),
    )


def shelter_words(entry: SettlementEntry) -> str:
    found = ["first retreat hex"] if entry.ignores_first_retreat else []
    found += ["first step lost"] if entry.ignores_first_loss else []
    return " and ".join(found) or NONE


def hexside_lines(game: Koenigsberg) -> Iterator[Line]:
    """What lies between two hexes."""
    minor, line = game.tables.movement.minor_river, game.tables.line
    yield Line(
        name="Minor river without a bridge",
        cells=(f"+{minor}, then stop", f"+{minor}, then stop", "attack halved", NONE),
        rule="6.2.2",
        thing="river",
    )
    yield Line(
        name="Major river without a bridge",
        cells=("whole allowance", "whole allowance", "attack halved", NONE),
        rule="6.2.2b",
        thing="major_river",
    )
    for kind in ("lake_side", "sea_side"):
        name = f"{kind.partition('_')[0].capitalize()} along the hexside"
        yield Line(name=name, cells=(CLOSED, CLOSED, "no attack", NONE), rule="6.2.3a", thing=kind)
    yield Line(
        name="Defensive line, all attackers across it",
        cells=(NONE, NONE, columns_words(-line["line"].shift), "all retreats"),
        rule="9.5.8",
        thing="line",
    )
    yield Line(
        name="Festung line, all attackers across it",
        cells=(NONE, NONE, columns_words(-line["festung"].shift), "first retreat hex and first step lost"),
        rule="9.4.4a",
        thing="festung",
    )


# --- 2.2.3 the tables


def combat_chart(game: Koenigsberg) -> Chart:
    entry = game.tables.crt
    return Chart(
        id="combat",
        title="Combat Results Table",
        rule="2.2.3",
        corner="Die",
        columns=entry.columns,
        lines=tuple(
            Line(name=str(die + 1), cells=tuple(column[die].cell for column in game.crt)) for die in range(6)
        ),
        codes=worded((result.cell, effect(result)) for column in game.crt for result in column),
        notes=(
            Remark("The defender's part is carried out first; then the attacker's.", "9.1j"),
            Remark("* counts only if the defender did not retreat.", "9.1c"),
            Remark("Ratios are never rounded up; below the first column there is no attack.", "9.3.3a"),
            Remark("Above the last column ratios go on while shifts are counted.", "9.3.3b"),
        ),
        dice=True,
    )


def modifiers(game: Koenigsberg) -> Iterator[tuple[str, str, str]]:
    """9.3 What changes strengths and the column."""
    tables = game.tables
    yield "Attacker out of supply or isolated", "attack halved", "9.3b"
    yield "Defender isolated", "defense halved", "9.3c"
    yield "Attacker across an unbridged river", "attack halved", "9.3d"
    for kind, terrain in tables.terrain.items():
        if terrain.shift:
            yield f"Defender in {TERRAIN.get(kind, kind)}", columns_words(-terrain.shift), "9.3.1a"
    for kind, settlement in tables.settlement.items():
        if settlement.shift:
            yield f"Defender in a {kind}", columns_words(-settlement.shift), "9.3.1a"
    for kind, name in (("line", "defensive line"), ("festung", "festung line")):
        yield f"Germans attacked only across a {name}", columns_words(-tables.line[kind].shift), "9.3.1b"
    yield (
        f"Air unit, full attack (at most {tables.air.most} in a combat)",
        columns_words(tables.air.full),
        "12.1a",
    )
    yield "Air unit, normal attack", columns_words(tables.air.normal), "12.1a"


def barrage_chart(game: Koenigsberg) -> Chart:
    barrage = game.tables.barrage
    return Chart(
        id="barrage",
        title="Barrage Table",
        rule="2.5.1a",
        corner="Die",
        columns=(f"Attacks at {barrage.column}",),
        lines=tuple(Line(name=str(die), cells=(str(many),)) for die, many in enumerate(barrage.attacks, 1)),
        notes=(
            Remark("Forest, marsh and lines give nothing against a barrage; settlements protect.", "2.5.1c"),
            Remark(
                f"On turn 1: {barrage.turn_1_rolls} rolls together, targets up to "
                f"{counted(barrage.turn_1_reach, 'hex')} away, {die_words(barrage.turn_1_die)}.",
                "3.0b",
            ),
        ),
        dice=True,
    )


def event_chart(game: Koenigsberg) -> Chart:
    lines = []
    for total, event in game.tables.event.items():
        cited = f"RE.{total}" if f"RE.{total}" in game.rules else twin_rule(game, event)
        lines.append(Line(name=total, cells=(game.names[event], game.rules[cited].text), rule=cited))
    return Chart(
        id="events",
        title="Random Events",
        rule="2.5.2",
        corner="Two dice",
        columns=("Event", "What it does"),
        lines=tuple(lines),
    )


def twin_rule(game: Koenigsberg, event: str) -> str:
    """The rule of an event that two totals share: it is written under the lower one."""
    return next(f"RE.{total}" for total, each in game.tables.event.items() if each == event)


# --- 13.0 victory


def victory(game: Koenigsberg, scenario: str) -> Iterator[Remark]:
    table = game.tables.victory
    sudden = tuple(Hex(int(number)) for number in table.sudden_death.split())
    yield Remark(
        f"Sudden death: a supplied Soviet combat unit in {hexes_said(game, sudden).replace(', ', ' or ')} "
        "at the end of a turn.",
        "13.2a",
    )
    for level, (low, high) in game.levels[scenario].items():
        span = str(low) if low == high else f"{low} to {high}"
        yield Remark(f"Germans hold {span} victory hexes at the end: {level}.", level_rule(game, scenario))


def standing(s: State, side: Side | None) -> tuple[Remark, ...]:
    """What the score would come to now."""
    held = german_hexes(s)
    level = next(name for name, (low, high) in s.game.levels[s.scenario].items() if low <= held <= high)
    return (
        Remark(
            f"Germans hold {held} victory hexes: {level}, if it ended now.", level_rule(s.game, s.scenario)
        ),
    )


# --- 2.2.1 the turn track


def box(game: Koenigsberg, number: int, turn: TurnEntry) -> Box:
    def limit(force: str) -> str:
        return str(turn.limit[force]) + ("" if force in turn.printed else " (ours)")

    return Box(
        turn=number,
        name="",
        cells=(
            turn.dates,
            limit("german"),
            limit("2bf"),
            limit("3bf"),
            f"German {turn.replacements['german']}, Soviet {turn.replacements['soviet']}",
        ),
        arrivals=tuple(
            Arrival(entry_words(game, each.entry), each.units, entry_hexes(game, each.entry))
            for each in game.reinforcements.values()
            if each.turn == number
        ),
    )


def entry_hexes(game: Koenigsberg, entry: str) -> tuple[Hex, ...]:
    return tuple(Hex(hex) for hex in game.board.marks.get(f"entry_{entry}", ()))


def entry_words(game: Koenigsberg, entry: str) -> str:
    """Where a group comes in: by the letter of its hex, or in a named place."""
    hexes = entry_hexes(game, entry)
    return f"entry {entry}, {hexes_said(game, hexes)}" if hexes else game.names.get(entry, entry)
