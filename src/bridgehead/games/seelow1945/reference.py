"""The card beside the board: sequence, charts, victory and turn track, from the tables in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bridgehead.core.values import Hex, Side
from bridgehead.core.words import counted
from bridgehead.games.seelow1945.model.data import (
    GERMAN,
    SIDES,
    SOVIET,
    TerrainEntry,
    TurnEntry,
)
from bridgehead.games.seelow1945.model.game import Seelow
from bridgehead.games.seelow1945.model.scenarios import Campaign
from bridgehead.games.seelow1945.model.state import State
from bridgehead.games.seelow1945.rules.sequence import Battle, GameTurn, PlayerTurn
from bridgehead.games.seelow1945.rules.victory import held
from bridgehead.toolkit.reference import (
    Box,
    Chart,
    Line,
    Objective,
    Reference,
    Remark,
    Step,
    columns_words,
    die_words,
    divided,
    gathered,
    hexes_said,
    modifier_chart,
    parts,
    worded,
)

PHASING = "The player whose Player-Turn it is"
EDGES = {"N": "northern", "E": "eastern", "S": "southern", "W": "western"}
LIGHT = {"day": "Day", "dusk_dawn": "Dusk or dawn", "night": "Night"}
CLOSED = "closed"


def reference(game: Seelow, scenario: str, setting: Mapping[str, str]) -> Reference:
    """2.0 All the charts of a scenario."""
    campaign = game.campaigns[scenario]
    return Reference(
        sequence=tuple(sequence(game, campaign)),
        charts=(
            terrain_chart(game),
            combat_chart(game),
            combat_modifiers_chart(game),
            fire_chart(game),
            fire_modifiers_chart(game, campaign, setting),
            light_chart(game),
        ),
        victory=tuple(victory(game, campaign)),
        objectives=tuple(objectives(game, campaign)),
        track=("Day", "Clock", "Light"),
        boxes=tuple(
            box(game, campaign, number, game.tables.turns[number - 1])
            for number in range(campaign.entry.first_turn, campaign.entry.turns + 1)
        ),
    )


# --- 3.0 the sequence


def sequence(game: Seelow, campaign: Campaign) -> Iterator[Step]:
    """3.1 The phases in order."""
    first = game.names[campaign.entry.first]
    if any(len(berth.hexes) > 1 for berth in campaign.berths.values()):
        yield Step(
            title="Deployment",
            rule="11.11" if campaign.entry.battle == "kustrin" else "12.11",
            words="Both players place their units before the first Game-Turn.",
            who=f"{game.names[campaign.entry.deploys[0]]}, then {game.names[campaign.entry.deploys[1]]}",
            parts=parts(Battle.first_deployment, Battle.second_deployment),
        )
    else:
        yield Step(
            title="Deployment",
            rule="13.2",
            words="Every unit has a hex of its own.",
            who="Both",
            parts=parts(Battle.first_deployment, Battle.second_deployment),
        )
    yield Step(
        title="Barrage Phase",
        rule="3.1-1a",
        words="Artillery in Fire Mode may fire once, or change to Move Mode instead.",
        who=f"{PHASING}; {first} has the first one",
        parts=parts(PlayerTurn.barrage_phase),
    )
    yield Step(
        title="Movement Phase",
        rule="3.1-2",
        words="Any or all units move within their allowances; reinforcements come in.",
        who=PHASING,
        parts=parts(PlayerTurn.movement_phase),
    )
    yield Step(
        title="Antitank Fire Phase of the other player",
        rule="3.1-3",
        words="The other player fires first, at armored units next to his own. Not at night.",
        who="The other player",
        reacts="It is itself the answer to the move.",
        parts=parts(PlayerTurn.enemy_antitank_phase),
    )
    yield Step(
        title="Antitank Fire Phase",
        rule="3.1-4",
        words="Whoever survived fires back at armored units. Not at night.",
        who=PHASING,
        parts=parts(PlayerTurn.own_antitank_phase),
    )
    yield Step(
        title="Combat Phase",
        rule="3.1-5",
        words="Attacks on adjacent units that are not armored, one after the other. Not at night.",
        who=PHASING,
        reacts="The owner of units that would retreat may lose a step instead.",
        parts=parts(PlayerTurn.combat_phase),
    )
    yield Step(
        title="Rally Phase",
        rule="3.1-11a",
        words="After both Player-Turns disrupted units roll to recover. At night batteries may be laid anew.",
        who=f"Both; {first} first",
        parts=parts(GameTurn.rally_phase),
    )
    yield Step(
        title="Renewal",
        rule="3.1-12",
        words="Victory is looked at, then the next Game-Turn begins.",
        who="Both",
        parts=parts(GameTurn.renewal),
    )


# --- 5.1 the Terrain Effects Chart

NAMES = {
    "clear": ("Clear", "5.11"),
    "village": ("Village", "7.31"),
    "town": ("Town", "7.32"),
    "woods": ("Woods", "7.32"),
    "swamp": ("Swamp", "7.32"),
    "road": ("Road", "5.13"),
    "track": ("Track", "5.13"),
    "railroad": ("Railroad", "5.13"),
}


def terrain_chart(game: Seelow) -> Chart:
    tables = game.tables
    move, combat = tables.movement, tables.combat
    lines = [
        terrain_line(kind, entry, tables.barrage.cover_divisor) for kind, entry in tables.terrain.items()
    ]
    for kind, cost in tables.network.items():
        name, cite = NAMES[kind]
        cells = (mp(cost.foot), mp(cost.motz), "–", "–", "–")
        lines.append(Line(name=f"{name} (through its hexside)", cells=cells, rule=cite, thing=kind))
    fire = divided(tables.antitank.stream_divisor)
    lines += [
        Line(
            name="Stream hexside",
            cells=(f"+{move.foot_stream}", "whole allowance", columns_words(combat.stream), fire, "–"),
            rule="5.12a",
            thing="stream",
        ),
        Line(
            name="River hexside without a road, track or railroad",
            cells=(CLOSED, CLOSED, "no attack", "–", "–"),
            rule="7.18",
            thing="river",
        ),
        Line(
            name="Each level up",
            cells=(
                f"+{tables.climb.foot}",
                f"+{tables.climb.motz}",
                columns_words(combat.per_level),
                divided(tables.antitank.level_divisor),
                "–",
            ),
            rule="5.14a",
        ),
    ]
    stacking = ", ".join(f"{game.names[side]} {tables.stacking[side]}" for side in SIDES)
    return Chart(
        id="terrain",
        title="Terrain Effects Chart",
        rule="5.11",
        corner="Ground",
        columns=("Foot MP", "Motorized MP", "Attack on it", "Antitank fire across", "Barrage and sight"),
        lines=tuple(lines),
        notes=(
            Remark(
                "Through a road, track or railroad hexside its cost counts; streams and climbing are free.",
                "5.14b",
            ),
            Remark("Streams count in an attack only if every attacker crosses one.", "7.33"),
            Remark("Swamp is open to motorized units by road, track or railroad only.", "5.11"),
            Remark(f"Leaving a hex next to an enemy costs {mp(move.leave_enemy_zoc)} MP more.", "5.22a"),
            Remark(f"Stacking points in a hex, in any ground: {stacking}.", "4.12"),
        ),
    )


def terrain_line(kind: str, entry: TerrainEntry, cover: int) -> Line:
    name, cite = NAMES[kind]
    barrage = f"barrage {divided(cover)}" if entry.halves_barrage else ""
    sight = "blocks sight" if entry.blocks_sight else ""
    return Line(
        name=name,
        cells=(
            mp(entry.foot),
            mp(entry.motz),
            columns_words(entry.shift),
            "–",
            ", ".join(filter(None, (barrage, sight))) or "–",
        ),
        rule=cite,
        thing=kind,
    )


def mp(cost: int) -> str:
    return CLOSED if cost < 0 else str(cost)


# --- 6.2, 7.2 the tables


def combat_chart(game: Seelow) -> Chart:
    crt = game.tables.crt
    return Chart(
        id="combat",
        title="Combat Results Table",
        rule="7.2-5",
        corner="Die",
        columns=crt.columns,
        lines=tuple(
            Line(name=str(die), cells=tuple(cell.text for cell in cells)) for die, cells in crt.cells.items()
        ),
        codes=worded((cell.text, cell.does) for cells in crt.cells.values() for cell in cells),
        notes=(
            Remark("The owner may lose one step of his choice instead of retreating two hexes.", "7.44a"),
            Remark(
                "A result speaks to all attackers, or to all units in the hex that are not armored.", "7.42a"
            ),
            Remark("Below the first row and above the last the end rows are used.", "7.2-5"),
        ),
        dice=True,
    )


def fire_chart(game: Seelow) -> Chart:
    fire = game.tables.fire
    return Chart(
        id="fire",
        title="Antitank Fire and Barrage Table",
        rule="6.2-3",
        corner="Die",
        columns=fire.columns,
        lines=tuple(
            Line(name=str(die), cells=tuple(cell.text for cell in cells)) for die, cells in fire.cells.items()
        ),
        codes=worded((cell.text, cell.does) for cells in fire.cells.values() for cell in cells),
        notes=(
            Remark(
                "A check fails above the Morale Rating: the unit retreats two hexes and is disrupted.",
                "6.63a",
            ),
            Remark("Under a barrage the owner may take one step instead of the retreats.", "8.16b"),
        ),
        dice=True,
    )


def combat_modifiers_chart(game: Seelow) -> Chart:
    tables = game.tables
    combat = tables.combat
    cover = [(NAMES[kind], entry.shift) for kind, entry in tables.terrain.items() if entry.shift]
    shifts = [
        *((f"Defender in {name.lower()}", columns_words(shift), cite) for (name, cite), shift in cover),
        ("Every attacker across water", columns_words(combat.stream), "7.33"),
        ("Each level the defender stands higher", columns_words(combat.per_level), "7.34"),
        ("Armor attacks, none defends", columns_words(combat.attacker_armor), "7.35a"),
        ("Armor defends, none attacks", columns_words(combat.defender_armor), "7.35b"),
        ("A defender is disrupted", die_words(combat.disrupted), "7.36"),
        ("Dusk or dawn", die_words(combat.dusk_dawn), "7.37"),
    ]
    return modifier_chart("combat_modifiers", "Combat: shifts and die modifiers", "7.38", shifts)


def fire_modifiers_chart(game: Seelow, campaign: Campaign, setting: Mapping[str, str]) -> Chart:
    antitank, barrage = game.tables.antitank, game.tables.barrage
    found = [
        ("Antitank fire across water", f"value {divided(antitank.stream_divisor)}", "6.31"),
        ("Antitank fire, each level up", f"value {divided(antitank.level_divisor)}", "6.32"),
        ("Armor Modifier of the target", "added to the die", "6.41"),
        ("Antitank target disrupted", die_words(antitank.disrupted), "6.42"),
        ("Antitank fire at dusk or dawn", die_words(antitank.dusk_dawn), "6.43"),
        ("Barrage on village, town, woods or swamp", f"strength {divided(barrage.cover_divisor)}", "8.14b"),
        ("Barrage at dusk or dawn", die_words(barrage.dusk_dawn), "8.14c"),
    ]
    if setting.get("barrage") != "rebuilt":
        found.append(("Every barrage (house ruling)", columns_words(barrage.column_shift), "8.14d"))
        if campaign.entry.battle == "kustrin":
            shift = columns_words(barrage.column_shift_kustrin_soviet)
            found.append(("And Soviet barrages at Küstrin (house ruling)", shift, "8.14d"))
    return modifier_chart("fire_modifiers", "Fire: what changes value, column and die", "6.33", found)


def light_chart(game: Seelow) -> Chart:
    """What the light of a turn changes."""
    move, spot = game.tables.movement, game.tables.spotting
    seen = f"{counted(spot.distance[0], 'hex')}, lower ground up to {spot.distance[-1]}"
    return Chart(
        id="light",
        title="Light",
        rule="3.21a",
        corner="Turn",
        columns=("Movement allowance", "Sight", "Fire and attacks"),
        lines=(
            Line(name=LIGHT["day"], cells=("in full", seen, "as printed"), rule="8.24"),
            Line(
                name=LIGHT["dusk_dawn"],
                cells=(
                    f"{divided(move.dusk_dawn_divisor)}, rounded up; no artillery",
                    counted(spot.dusk_dawn, "hex"),
                    die_words(game.tables.combat.dusk_dawn),
                ),
                rule="5.28a",
            ),
            Line(
                name=LIGHT["night"],
                cells=(f"{divided(move.night_divisor)}, rounded up; no artillery", "none", "none"),
                rule="3.21b",
            ),
        ),
    )


# --- 11.4, 12.4 victory


def victory(game: Seelow, campaign: Campaign) -> Iterator[Remark]:
    if campaign.entry.battle == "kustrin":
        table = game.tables.victory.kustrin
        yield Remark(
            f"{counted(table.connected, 'point')} for each garrison unit on the map at the end with a line "
            "of communication to the western map edge.",
            "11.42a",
        )
        yield Remark(f"{counted(table.eliminated, 'point')} for each Soviet unit eliminated.", "11.44")
        yield Remark(
            f"{counted(table.german, 'point')} or more: German victory; {table.draw} to "
            f"{table.german - 1}: draw; fewer: Soviet victory.",
            "11.45",
        )
        return
    early = game.tables.victory.seelow
    marks = game.board.marks
    yield Remark(
        f"After turn {early.early_turn}, a Soviet unit in or next to Seelow: Soviet Strategic Victory.",
        "12.42a",
    )
    yield Remark(
        f"Then, {early.localities} or more of the localities Soviet: Soviet Operational Victory.", "12.42b"
    )
    yield Remark("Then, no Soviet unit west of the Haupt Canal: German Operational Victory.", "12.43a")
    yield Remark(
        f"After the last turn, all of Seelow ({hexes_said(game, marks['seelow'])}) Soviet: Operational "
        "Victory; with Diedersdorf and its road as well, Strategic Victory.",
        "12.44a",
    )
    yield Remark("All of Seelow German: Strategic Victory; some of it: Operational Victory.", "12.45a")


def objectives(game: Seelow, campaign: Campaign) -> Iterator[Objective]:
    if campaign.entry.battle == "kustrin":
        return
    for mark, worth in (
        ("seelow", "Seelow"),
        ("localities", "locality of turn 7"),
        ("diedersdorf", "for the Strategic Victory"),
        ("diedersdorf_road", "for the Strategic Victory"),
    ):
        for hex in game.board.marks[mark]:
            yield Objective(Hex(hex), worth)


def standing(s: State, side: Side | None) -> tuple[Remark, ...]:
    """What the score would come to now."""
    if s.battle == "kustrin":
        tracks = s.game.view(s, side).facts["tracks"]
        points = next(track["value"] for track in tracks if track["name"] == "vp")
        table = s.tables.victory.kustrin
        grade = (
            "German victory"
            if points >= table.german
            else "a draw"
            if points >= table.draw
            else "Soviet victory"
        )
        return (Remark(f"German Victory Points: {points}, which would be {grade}.", "11.45"),)
    marks = s.ground.board.marks
    taken, needed = held(s, marks["localities"], SOVIET), s.tables.victory.seelow.localities
    town = held(s, marks["seelow"], GERMAN)
    return (
        Remark(f"Localities in Soviet hands: {taken}; {needed} are needed on turn 7.", "12.42b"),
        Remark(f"Hexes of Seelow in German hands: {town} of {len(marks['seelow'])}.", "12.45a"),
    )


# --- 2.1, 9.0 the turn track


def box(game: Seelow, campaign: Campaign, number: int, turn: TurnEntry) -> Box:
    frozen = [game.names[side] for side, at in campaign.entry.frozen.items() if at == number]
    return Box(
        turn=number,
        name=turn.label,
        cells=(campaign.entry.dates[turn.day - 1], turn.clock, LIGHT[turn.kind]),
        events=tuple(Remark(f"{who}: no unit may move.", "5.29") for who in frozen),
        arrivals=gathered(
            (f"{EDGES[arrival.edge]} edge, {hexes_said(game, arrival.hexes)}", arrival.hexes, unit)
            for unit, arrival in campaign.arrivals.items()
            if arrival.turn == number
        ),
    )
