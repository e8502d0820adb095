"""What players read beside prompts, actions, events and refusals: each sentence whole, in one place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from bridgehead.core.refusal import Modifier
from bridgehead.core.values import Die, Hex, Hexside, Value
from bridgehead.core.words import SENTENCE

# --- forecasts


class AttackOn(Value, frozen=True):
    words = "Attack on {target}"
    target: Hex


class AttackOnSeveral(Value, frozen=True):
    words = "Attack on {targets}"
    targets: tuple[Hex, ...]


def attack_on(targets: tuple[Hex, ...]) -> Value:
    return AttackOn(targets[0]) if len(targets) == 1 else AttackOnSeveral(targets)


class RangedFireOn(Value, frozen=True):
    words = "Ranged fire on {hex}"
    hex: Hex


class BarrageOf(Value, frozen=True):
    words = "Barrage of {hex}"
    hex: Hex


class FireOnBridge(Value, frozen=True):
    words = "Fire on the bridge {hexside}"
    hexside: Hexside


HIDDEN = "hidden"
HELPLESS = "helpless"
BRIDGE = "bridge"
STRENGTH = "{sp:SP}"
SCREENED = "terrain {modifier}"

# --- 1.5 strengths and their parts

UNITS, SUPPORT, AIR = "from units", "from artillery", "from aircraft"
DISORGANIZED_HALVED = "{units:disorganized unit} halved"
STARVED_HALVED = "{units:out-of-supply unit} halved"
POSITIONS_HALVE = "fixed positions halve the frontal attack"
SWAMP_HALVES = "halved by swamp"
NO_FIGHTERS = "HQs and artillery in transport setup"
PARTS = "{total:SP} ({parts})"
PART = "{sp} {part}"


@lru_cache(maxsize=1024)
def summed(parts: tuple[Modifier, ...], total: int) -> str:
    """Strengths and what they are made of: "18 SP (12 from units, 6 from artillery)"."""
    listed = [
        each.because if each.kind == "half" else PART.format(sp=each.amount, part=each.because)
        for each in parts
    ]
    return SENTENCE.format(PARTS if len(listed) > 1 else "{total:SP}", total=total, parts=", ".join(listed))


# --- 1.6 columns

CONCENTRATION = "tactical concentration ({formation})"
STARS = {
    "black": "black star of {unit}",
    "white": "white star of {unit}",
    "yellow": "yellow star of {unit}",
    "blue": "blue star of {unit}",
}
SHIFT = "{amount} {because}"
SHIFTED = "{first}, {shifts} = {last}"
UNSHIFTED = "{last} column"


@lru_cache(maxsize=1024)
def shifted(first: str, shifts: tuple[Modifier, ...], last: str) -> str:
    """From one column to another: "10:1, −1 town, −2 field fortification = 7:1"."""
    parts = [SHIFT.format(amount=signed(each.amount), because=each.because) for each in shifts]
    return (SHIFTED if parts else UNSHIFTED).format(first=first, shifts=", ".join(parts), last=last)


def signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


# --- 9.2 the dice of a combat

DICE = {
    (False, False): "{first} + {second} (no HQ) = {total}",
    (True, False): "{first} + {second} − 1 (attacker's HQ) = {total}",
    (False, True): "{first} + {second} + 1 (defender's HQ) = {total}",
    (True, True): "{first} + {second} − 1 (attacker's HQ) + 1 (defender's HQ) = {total}",
}
"""By whether the attacker's headquarters counts, and the defender's."""
READ_AS = "{dice}, read as {row}"


def dice(first: Die, second: Die, modifiers: Iterable[int], row: int) -> str:
    """What was rolled, what headquarters change, and the row where the table ends before it."""
    found = tuple(modifiers)
    total = first + second + sum(found)
    said = DICE[-1 in found, 1 in found].format(first=first, second=second, total=total)
    return said if total == row else READ_AS.format(dice=said, row=row)


# --- 5.2, 6.4 results

NO_EFFECT = "no effect"
EFFECTS = ("loses {lose:CEL}", "retreats {retreat:hex}", "is disorganized", "tests for disorganization")
"""What a result does to a side, as the log says it: losses, retreat, disorganization, a test."""
CELLS = ("retreat {retreat}", "lose {lose} CEL", "disorganized", "test")
"""The same as a table says it: retreat, losses, disorganization, a test."""
CELL = "{attacker} / {defender}"
"""Both sides' halves of a cell."""
BRIDGE_HIT = "the bridge is hit"


@cache
def effects(*, lose: int, retreat: int, disorganized: bool, test: bool) -> str:
    """A side's half of a result in words."""
    return those(EFFECTS, (lose, retreat, disorganized, test), lose=lose, retreat=retreat)


@cache
def cells(*, lose: int, retreat: int, disorganized: bool, test: bool) -> str:
    """The same, short."""
    return those(CELLS, (retreat, lose, disorganized, test), lose=lose, retreat=retreat)


def those(said: Sequence[str], happens: Sequence[object], **figures: int) -> str:
    """Of several things that may happen those that do."""
    told = [SENTENCE.format(each, **figures) for each, does in zip(said, happens, strict=True) if does]
    return ", ".join(told) or NO_EFFECT


# --- 6.4.2b, 8.2.7 the strength of fire

FIRE = {
    ("", False): "{sp:SP}",
    ("", True): "{sp:SP} − {screens} for terrain = {total:SP}",
    ("air", False): "{sp:SP} + {air} air support = {total:SP}",
    ("air", True): "{sp:SP} + {air} air support − {screens} for terrain = {total:SP}",
    ("barrage", False): "{sp:SP} doubled = {total:SP}",
    ("barrage", True): "{sp:SP} doubled − {screens} for terrain = {total:SP}",
}
"""By what adds to the guns, and whether the ground takes from them."""


@cache
def fire_strength(sp: int, screens: int, total: int, *, air: int = 0, barrage: bool = False) -> str:
    """How the SPs of a fire come about."""
    how = "barrage" if barrage else "air" if air else ""
    return SENTENCE.format(FIRE[how, screens > 0], sp=sp, air=air, screens=screens, total=max(0, total))


# --- refusals that name a place

IN_HEX = "{because}: {hex}"

# --- what holds just now


class NysaStanding(Value, frozen=True):
    words = "Towns: Soviet {soviet}, German {german}. CELs to Berlin: {sent}."
    soviet: int
    german: int
    sent: int


class StarsStanding(Value, frozen=True):
    words = "VP: Soviet {soviet}, American {american}, German {german}."
    soviet: int
    american: int
    german: int


class GoneToBerlin(Value, frozen=True):
    words = "Left for Berlin (CELs: {sent} of {needed})"
    sent: int
    needed: int
