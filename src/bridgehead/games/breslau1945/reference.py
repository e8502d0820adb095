"""The card beside the board: sequence, charts, victory and turn track, from the charts in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bridgehead.core.values import Side, UnitId
from bridgehead.core.words import counted
from bridgehead.games.breslau1945.model.charts import TUNED
from bridgehead.games.breslau1945.model.charts import Chart as Figures
from bridgehead.games.breslau1945.model.data import GERMAN, SOVIET, EventEntry, TurnEntry, level_of
from bridgehead.games.breslau1945.model.game import Breslau
from bridgehead.games.breslau1945.model.state import State
from bridgehead.games.breslau1945.rules.deployment import FreeDeployment
from bridgehead.games.breslau1945.rules.sequence import PHASE_RULES, PHASES, GameTurn
from bridgehead.games.breslau1945.rules.victory import level_rule
from bridgehead.toolkit.reference import (
    Arrival,
    Box,
    Chart,
    Code,
    Line,
    Objective,
    Reference,
    Remark,
    Step,
    die_words,
    modifier_chart,
    parts,
    signed,
)

CLOSED = "closed"
NONE = "–"
HIT, MISS = "S", "-"


def reference(game: Breslau, scenario: str, setting: Mapping[str, str]) -> Reference:
    """2.4 All the charts of a scenario."""
    figures = game.tables.charts[setting.get("chart", TUNED)]
    return Reference(
        sequence=tuple(sequence(game, scenario)),
        charts=(
            terrain_chart(game, figures),
            modifier_chart(
                "modifiers", "Assault and Defensive Fire: the die", "9.5h", modifiers(game, figures)
            ),
            bombardment_chart(game),
            fatigue_chart(game),
            supply_chart(game),
        ),
        victory=tuple(victory(game, scenario, figures)),
        objectives=tuple(Objective(hex, "1 victory hex") for hex in sorted(game.tables.victory)),
        track=("Dates", "Airstrike points"),
        boxes=tuple(
            box(game, number, game.tables.turns[number])
            for number in range(1, game.tables.scenarios[scenario].turns + 1)
        ),
    )


# --- 4.4 the sequence


def sequence(game: Breslau, scenario: str) -> Iterator[Step]:
    if game.tables.scenarios[scenario].deployment == "chosen":
        yield Step(
            title="Deployment",
            rule="S.2",
            words="Both sides place their units where they like.",
            who="Garrison, then Red Army",
            parts=parts(FreeDeployment.garrison, FreeDeployment.red_army),
        )

    def step(phase: str, who: str, words: str, *passages: tuple[str, ...], reacts: str = "") -> Step:
        return Step(
            title=PHASES[phase],
            rule=PHASE_RULES[phase],
            words=words,
            who=who,
            reacts=reacts,
            parts=sum(passages, ()),
        )

    red, garrison = "Red Army", "Garrison"
    yield step(
        "events",
        "Both",
        "Lettered events; guns are turned face up; airstrike points are set; the northern front.",
        parts(GameTurn.events, GameTurn.soviet_events, GameTurn.artillery_recovers, GameTurn.northern_front),
    )
    yield step(
        "soviet_strategic",
        red,
        "Units on the track are delayed or placed; units on the map may be taken to the track.",
        parts(GameTurn.delaying, GameTurn.entering, GameTurn.withdrawing),
    )
    yield step(
        "bombardment_phase",
        red,
        "Bombardments and airstrikes disorganize German units.",
        parts(GameTurn.bombarding, GameTurn.air_points_lapse),
    )
    yield step(
        "soviet_movement",
        red,
        "Units move, hex by hex.",
        parts(GameTurn.soviet_movement, GameTurn.surplus),
        reacts="German units that are not Disorganized fire at units that come next to them.",
    )
    yield step("soviet_assault", red, "Assaults on adjacent German units.", parts(GameTurn.soviet_assault))
    yield step(
        "reorganisation",
        "Nothing to decide",
        "Disorganized units recover; chemical counters leave the game.",
        parts(GameTurn.reorganisation),
    )
    yield step(
        "german_assault",
        garrison,
        "Assaults on adjacent Red Army units, with Artillery Fire as Supply is paid.",
        parts(GameTurn.german_assault),
    )
    yield step(
        "german_movement",
        garrison,
        "Units move, hex by hex.",
        parts(GameTurn.german_movement),
        reacts="Red Army units fire at units that come next to them.",
    )
    yield step(
        "german_strategic",
        garrison,
        "Reserves to the map and back, northern front, reorganization, armored train.",
        parts(
            GameTurn.reserves_to_map,
            GameTurn.reserves_to_north,
            GameTurn.map_to_reserves,
            GameTurn.north_to_reserves,
            GameTurn.reorganise,
            GameTurn.train_works,
        ),
    )
    yield step(
        "supply_phase",
        garrison,
        "A landing strip marker may be placed; then the supply roll.",
        parts(GameTurn.landing_strip, GameTurn.supply, GameTurn.end),
    )


# --- 13.0 terrain


def terrain_chart(game: Breslau, figures: Figures) -> Chart:
    tables = game.tables
    lines = [
        Line(
            name=row.name,
            cells=(
                either(row.cost),
                either(row.stack),
                either({side: of_ground(game, kind, figures.success[side]) for side in (GERMAN, SOVIET)}),
                signed(of_ground(game, kind, figures.modifier)),
            ),
            rule="13.1",
            thing=kind,
        )
        for kind, row in tables.chart.items()
    ]
    lines.append(Line(name="Oder", cells=(CLOSED, CLOSED, NONE, NONE), rule="13.2", thing="lake"))
    for kind, name in (
        ("canal", "Canal"),
        ("river", "Alte Oder"),
        ("stream", "Ohle or Lohe"),
        ("moat", "City moat"),
    ):
        cells = (f"+{tables.canal[GERMAN]} / +{tables.canal[SOVIET]}", NONE, NONE, NONE)
        lines.append(Line(name=f"{name} (hexside)", cells=cells, rule="13.4", thing=kind))
    lines += [
        Line(name="Railroad", cells=("armored train", NONE, NONE, NONE), rule="10.2.1a", thing="railroad"),
        *(
            Line(name=name, cells=("as its ground", NONE, NONE, NONE), thing=kind)
            for kind, name in (
                ("main_road", "Main road"),
                ("airfield", "Gandau airfield"),
                ("station", "Railroad station"),
            )
        ),
    ]
    return Chart(
        id="terrain",
        title="Terrain Chart: garrison / Red Army",
        rule="13.1",
        corner="Ground",
        columns=(
            "MP to enter",
            "Units in a hex",
            "Number to reach when attacking it",
            "To the die of an Assault",
        ),
        lines=tuple(lines),
        notes=(
            Remark("A natural 1 fails whatever the total.", "9.4c"),
            Remark("Total at least the number: the target is Fatigued; below: no effect.", "9.4f"),
            Remark("The terrain modifier does not count in Defensive Fire.", "9.10a"),
            Remark("A Bridge hex is entered and left through its banks only.", "13.3"),
            Remark("Canals add to movement only; roads do not bridge them.", "13.4"),
        ),
    )


def of_ground(game: Breslau, kind: str, figures: list[int]) -> int:
    """A figure spread over the hexes, as the chart prints it for a ground."""
    return figures[game.tables.ground.index(kind)]


def either(figures: Mapping[str, int] | Mapping[Side, int]) -> str:
    found = {str(side): figure for side, figure in figures.items()}
    return f"{found[GERMAN]} / {found[SOVIET]}"


# --- 8, 9 the dice


def modifiers(game: Breslau, figures: Figures) -> Iterator[tuple[str, str, str]]:
    special = game.tables.special
    yield "Each attacking unit", die_words(special.each_unit), "9.5a"
    yield "Infantry and armor together", die_words(special.infantry_and_armor), "9.5b"
    yield "Blue figures of the attackers", "added to the die", "9.5f"
    yield "Green figure of the target", "added to the die", "9.5g"
    yield figures.shaken, die_words(figures.disorganised), "8.2.8b"
    yield "Ground of the target, in an Assault", "see the Terrain Chart", "9.5d"
    yield (
        f"German Artillery Fire, for {game.tables.supply.artillery} Supply each",
        f"{die_words(1)}, up to {signed(special.artillery_most)}",
        "9.5e",
    )
    yield "Each Fanatic attacker", die_words(special.fanatic_attack), "10.6b"
    yield "Fanatic target", die_words(special.fanatic_target), "10.6b"
    yield "Goliath", die_words(special.goliath), "10.4.1"
    yield (
        f"Captured Goliaths, once, from turn {special.captured_from}",
        die_words(special.captured_goliaths),
        "10.4.2",
    )


def bombardment_chart(game: Breslau) -> Chart:
    table = game.tables.bombardment
    return Chart(
        id="bombardment",
        title="Bombardments and airstrikes",
        rule="8.2.6d",
        corner="Die",
        columns=table.columns,
        lines=tuple(Line(name=die, cells=tuple(cells.split())) for die, cells in table.rows.items()),
        codes=(
            Code(MISS, "no effect; star units may become Fanatic"),
            Code(HIT, "success: every unit in the hex is Disorganized"),
        ),
        notes=(
            Remark("Strength: one for each gun that fires, or the points spent.", "8.2.6b"),
            Remark("Ground and distance do not matter.", "8.2.6g"),
        ),
        dice=True,
    )


def fatigue_chart(game: Breslau) -> Chart:
    return Chart(
        id="fatigue",
        title="Fatigue of Red Army units",
        rule="9.7",
        corner="Die",
        columns=("Rests for",),
        lines=tuple(
            Line(name=str(die), cells=(counted(turns, "turn"),))
            for die, turns in enumerate(game.tables.fatigue, 1)
        ),
        dice=True,
    )


def supply_chart(game: Breslau) -> Chart:
    cost, roll = game.tables.supply, game.tables.supply_roll
    found = (
        ("Each step of Artillery Fire", f"{cost.artillery} Supply", "6.2a"),
        ("Building or repairing the armored train", f"{cost.train} Supply", "6.3"),
        ("A battleworn unit to the reserves", f"{cost.reorganise} Supply", "6.4"),
        ("A landing strip marker", f"{cost.strip} Supply", "6.5"),
        ("Supply roll while Gandau (2027) is German", die_words(roll.airport), "6.6b"),
        ("Supply roll with a whole landing strip", die_words(roll.strip), "6.6b"),
        (f"Supply roll in turns 1 to {roll.early_turns}", die_words(roll.early), "6.6b"),
        ("The sum of the supply roll", "halved, rounded up", "6.6a"),
    )
    return modifier_chart("supply", "Fortress Supply", "6.1b", found)


# --- 11.0 victory


def victory(game: Breslau, scenario: str, figures: Figures) -> Iterator[Remark]:
    tables = game.tables
    needed = figures.needed[scenario]
    last = tables.scenarios[scenario].turns
    by = level_rule(tables, scenario)
    yield Remark(
        f"After turn {last} the Red Army wins with {needed} of {len(tables.victory)} victory hexes.", by
    )
    if any("polish_army" in effects(game, turn) for number, turn in tables.turns.items() if number <= last):
        price = tables.special.polish_price
        yield Remark(f"A Polish attack on the northern front raises the number by {price}.", "10.1.4")
        for level, (low, high) in tables.levels[scenario].items():
            yield Remark(f"Red Army's hexes less the number, {span(low, high)}: {level}.", by)
        return
    most = len(tables.victory)
    for level, (low, high) in tables.levels[scenario].items():
        least, top = max(needed + low, 0), min(needed + high, most)
        held = str(top) if least == top else f"{least} to {top}"
        yield Remark(f"Red Army holds {held} at the end: {level}.", by)


def effects(game: Breslau, turn: TurnEntry) -> list[str]:
    return [game.tables.events[letter].effect for letter in (*turn.german.split(), *turn.soviet.split())]


def span(low: int, high: int) -> str:
    if low == high:
        return signed(low)
    if low <= -OPEN:
        return f"{signed(high)} or less"
    return f"{signed(low)} or more" if high >= OPEN else f"{signed(low)} to {signed(high)}"


OPEN = 99
"""What a level without an end is written with."""


def standing(s: State, side: Side | None) -> tuple[Remark, ...]:
    """What the score would come to now."""
    held, needed = s.tracks["vp"], s.tracks["needed"]
    level = level_of(s.tables.levels[s.scenario], held - needed)
    return (
        Remark(
            f"The Red Army holds {held} victory hexes of the {needed} it needs: {level}, if it ended now.",
            level_rule(s.tables, s.scenario),
        ),
    )


# --- the turn track


def box(game: Breslau, number: int, turn: TurnEntry) -> Box:
    letters = [*turn.german.split(), *turn.soviet.split()]
    return Box(
        turn=number,
        name="",
        cells=(turn.dates, str(turn.air)),
        events=tuple(event_remark(letter, game.tables.events[letter]) for letter in letters),
        arrivals=tuple(
            Arrival(f"event {letter}", units) for letter in letters if (units := coming(game, letter))
        ),
    )


def coming(game: Breslau, letter: str) -> tuple[UnitId, ...]:
    return game.tables.arrivals[letter]


def event_remark(letter: str, event: EventEntry) -> Remark:
    return Remark(f"{letter}: {event.text}.", "5.1a")
