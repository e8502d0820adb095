"""Why a bot does what it does, in a sentence or two and in figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite

import msgspec

from bridgehead.bots.evaluation import DECIDED, Term
from bridgehead.bots.limits import EXPLAINING
from bridgehead.bots.search import Scope, Search
from bridgehead.core.actions import Action, Cancel, Commit, Done, MoveTo, Pick, Place
from bridgehead.core.play import deciding, decision, options, push
from bridgehead.core.roles import hexes_in, units_in
from bridgehead.core.secrecy import blot, hidden_from, without
from bridgehead.core.state import Unit
from bridgehead.core.words import label, named, printed_with_name, say
from bridgehead.toolkit.wargame import WarState

MOST_ALTERNATIVES = 3
ALSO = 0.45
"""A second reason is told if it counts for this share of the first."""
BUT = 0.3
"""So is a drawback."""
NEGLIGIBLE = 0.005
MOST_STEPS = 12

WINS = "It wins the game."
LOST = "The game is lost either way."
FORCED = "This is the only option."
UNFORESEEN = "The outcome can't be foreseen."
PLANNED = "This is part of the plan for the phase."
DONE = "Nothing else improves the position."
TOO_LITTLE = "The other options gain too little."
CHEAPEST = "This is the least costly option."
BEST = "The other options are worse."
EQUAL = "The other options are equal."
BETTER = {
    "danger": "moves units out of danger",
    "attacks": "sets up attacks at good odds",
}
"""How a gain is told, for terms whose own phrase says how things stand."""
FOUGHT = "weakens the enemy"
RAISED = "adds strength on the map"
WORSE = {
    "troops": "it may lose units",
    "danger": "it is exposed there",
    "attacks": "it gives up other attacks",
    "march": "it leads away from the objectives",
    "ground": "it gives up ground",
}


class Alternative(msgspec.Struct, frozen=True):
    """Something else that was weighed, and what it would have gained."""

    words: str
    gain: float


class Reason(msgspec.Struct, frozen=True):
    """A move explained."""

    what: str
    """The operation in a phrase: "8 Gds: go to Seelow 1710"."""
    plan: tuple[str, ...]
    """The plan it belongs to, one phrase for each thing done."""
    why: str
    gain: float
    """In the points of the game's judge."""
    alternatives: tuple[Alternative, ...] = ()
    hexes: tuple[int, ...] = ()
    """Where to look."""
    units: tuple[str, ...] = ()


def sentence(reason: Reason) -> str:
    """The whole of it in a line or two."""
    said = f"{reason.what.removesuffix('.')}. {reason.why}"
    if reason.alternatives:
        best = reason.alternatives[0]
        said += f" Next best: {best.words} ({compared(best.gain, reason.gain)})."
    return said


def compared(gain: float, with_gain: float) -> str:
    """Two gains beside each other, as far as they are told."""
    one, other = f"{gain:+z.1f}", f"{with_gain:+z.1f}"
    return "equal" if one == other else f"{one} vs. {other}"


def reason_for(
    world: WarState,
    actions: Sequence[Action],
    gains: Mapping[Action, float],
    search: Search[WarState],
    operations: Mapping[Action, tuple[Action, ...]] | None = None,
) -> Reason:
    """What a plan is for: the terms of the judge that it betters most, the dice taken at their chances."""
    operations = operations or {}
    hidden = hidden_from(world, search.side)
    first = actions[0]
    ends = isinstance(first, Done)
    gained, after, fought = changes(world, actions, search) if not ends else ({}, {}, False)
    gain = 0.0 if ends else gains.get(first, sum(gained.values()))
    if not isfinite(gain):
        return plain(world, actions, hidden, UNFORESEEN)
    offered = set(options(world)).difference((first, Cancel()))
    others = sorted(
        (action for action in gains if action in offered and isfinite(gains[action])),
        key=lambda action: -gains[action],
    )
    told = [
        Alternative(in_words(world, operations.get(other, (other,)), hidden)[0], round(gains[other], 2))
        for other in others[: 2 * MOST_ALTERNATIVES]
    ]
    plan = in_words(world, actions, hidden)
    return Reason(
        plan[0],
        plan,
        because(gained, after, fought, gain, ends, [gains[other] for other in others]),
        round(gain, 2),
        tuple(different(told, plan[0])[:MOST_ALTERNATIVES]),
        *pointed_at(world, actions, hidden),
    )


def plain(world: WarState, actions: Sequence[Action], hidden: frozenset[str], said: str = "") -> Reason:
    """A plan without its reasons: a choice that was none, or a plan whose worth lies in the whole of it."""
    plan = in_words(world, actions, hidden)
    said = said or (FORCED if len(options(world)) == 1 else PLANNED)
    return Reason(plan[0], plan, said, 0.0, (), *pointed_at(world, actions[:2], hidden))


def different(told: Iterable[Alternative], what: str) -> list[Alternative]:
    """Each alternative once, and none that sounds like what was chosen."""
    found: dict[str, Alternative] = {}
    for each in told:
        if each.words != what:
            found.setdefault(each.words, each)
    return list(found.values())


# --- what for


def because(
    gained: Mapping[str, float],
    after: Mapping[str, Term],
    fought: bool,
    gain: float,
    ends: bool,
    others: Sequence[float] = (),
) -> str:
    """The main reason, perhaps a second, and what speaks against it."""
    if abs(gain) > DECIDED / 2:
        return WINS if gain > 0 else LOST
    order = sorted(gained, key=lambda name: -gained[name])
    best = gained[order[0]] if order else 0.0
    if ends or best <= NEGLIGIBLE:
        return beside(gain, ends, max(others, default=None))
    reasons = [
        phrase(after[name], fought) for name in order[:2] if gained[name] >= max(ALSO * best, NEGLIGIBLE)
    ]
    said = sentence_of(reasons)
    worst = order[-1]
    if gained[worst] <= -BUT * best and worst in WORSE:
        said += f" But {WORSE[worst]}."
    return said


def beside(gain: float, ends: bool, other: float | None) -> str:
    """What speaks for a move that gains nothing by itself: how the best of the others compares."""
    if ends:
        return DONE if other is None or other <= NEGLIGIBLE else TOO_LITTLE
    if other is None or other > gain + NEGLIGIBLE:
        return CHEAPEST if other is None and gain < -NEGLIGIBLE else PLANNED
    if gain < -NEGLIGIBLE:
        return CHEAPEST
    return EQUAL if other >= gain - NEGLIGIBLE else BEST


def phrase(term: Term, fought: bool) -> str:
    if term.name == "troops":
        return FOUGHT if fought else RAISED
    return BETTER.get(term.name, term.phrase)


def sentence_of(phrases: list[str]) -> str:
    """Phrases complete "It ..."; one that begins with a number says what there is then."""
    if phrases[0][:1].isdigit():
        return f"That makes {phrases[0]}."
    doing = [each for each in dict.fromkeys(phrases) if not each[:1].isdigit()]
    return f"It {' and '.join(doing)}."


def changes(
    world: WarState, actions: Sequence[Action], search: Search[WarState]
) -> tuple[dict[str, float], dict[str, Term], bool]:
    """By term: what a plan is expected to change; the terms after it; and whether dice fall in it."""
    before = {term.name: term.worth for term in search.terms(world, search.side)}
    gained: dict[str, float] = {}
    after: dict[str, Term] = {}
    ends = carried_out(world, actions, search)
    whole = sum(chance for chance, _ in ends)
    for chance, then in ends:
        for term in search.terms(then, search.side):
            change = (term.worth - before.get(term.name, 0.0)) * chance / whole
            gained[term.name] = gained.get(term.name, 0.0) + change
            after[term.name] = term
    return gained, after, len(ends) > 1


def carried_out(
    world: WarState, actions: Sequence[Action], search: Search[WarState]
) -> list[tuple[float, WarState]]:
    """The positions a plan may lead to, each with its chance, as far as it is ours to carry out."""
    scope = search.begin(world, len(world.flow))
    then = world
    for action in actions:
        if scope.gone(then) or deciding(then) != search.side or action not in options(then):
            break
        results = search.results(then, action, scope)
        if len(results) > 1:
            brief = Search(search.judge, search.side, EXPLAINING, search.seed)
            return [
                (chance, finished(after, action, brief.begin(world, scope.base), brief))
                for chance, after in results
            ]
        then = results[0][1]
    return [(1.0, then)]


def finished(s: WarState, last: Action, scope: Scope, brief: Search[WarState]) -> WarState:
    """The same operation after its dice: retreats made, losses taken, ground entered."""
    for _ in range(MOST_STEPS):
        if scope.over(s):
            break
        side = deciding(s)
        assert side is not None
        best = (brief.reply(s, side),) if side != brief.side else brief.best(s, scope, 1, last).actions
        last = best[0] if best else options(s)[0]
        push(s, last)
    return s


# --- in words


class Phrase(msgspec.Struct):
    """One thing done, being put into words: who, what, at whom, with whom."""

    subjects: list[str] = []
    deeds: list[str] = []
    targets: list[str] = []
    helpers: list[str] = []
    fighting: bool = False
    """It ends in a fight: an enemy unit that is named is its target."""
    planning: bool = False
    """An attack or a fire is being put together: units are added to it."""
    marching: bool = False
    """Its last deed was a step on the way: another one takes its place."""
    placed: bool = False

    def said(self) -> str:
        deeds = [*self.deeds]
        if deeds:
            at = -1 if self.planning else 0
            aimed = f" {on(deeds[at])}{listed(self.targets)}" if self.targets else ""
            helped = f" with {listed(self.helpers)}" if self.helpers else ""
            deeds[at] += aimed + helped
        who, deed = listed(self.subjects), ", then ".join(deeds)
        said = f"{who}: {deed}" if who and deed else who or deed
        return said[:1].upper() + said[1:]


def on(deed: str) -> str:
    """Fire, or an attack resolved, is on a target; "attack", "bombard", "assault" take it as they are."""
    return "on " if " " in deed or deed.lower() == "fire" else ""


def begun(world: WarState, actions: Sequence[Action], hidden: frozenset[str]) -> Phrase:
    """What is in hand when a decision is asked: a unit, or an attack with its target and its units."""
    if not world.flow:
        return Phrase()
    about = decision(world).about(world)
    commits = Commit() in options(world) or (Commit() in actions and about.hexes)
    if not commits or about.unit or not isinstance(actions[0], Pick | Commit):
        return Phrase(subjects=subject_of(world, hidden), fighting=Commit() in actions)
    return Phrase(
        targets=[printed_with_name(world.game, hex) for hex in about.hexes],
        helpers=[named(world.game, blot(unit, hidden)) for unit in about.committed],
        fighting=True,
        planning=True,
    )


def in_words(world: WarState, actions: Sequence[Action], hidden: frozenset[str]) -> tuple[str, ...]:
    """A plan in phrases, the steps of one thing done put together: "8 Gds: go to 1710"."""
    phrases = [begun(world, actions, hidden)]
    for action in actions:
        now = phrases[-1]
        if now.planning and isinstance(action, Commit):
            now.deeds.append(label(world.game, decision(world), action))
            phrases.append(Phrase())
        elif isinstance(action, Commit | Done | Cancel):
            if now.targets and isinstance(action, Commit):
                now.deeds.append("attack")
            if now.deeds:
                phrases.append(Phrase())
            elif len(phrases) == 1:
                return (Phrase(now.subjects, [ending(world, action, bool(now.subjects))]).said(),)
        elif isinstance(action, Pick):
            phrases = with_unit(phrases, world, action, hidden)
        else:
            step_by(now, world, action, hidden)
    said = tuple(words for each in phrases if (words := each.said()))
    return said or ("End here",)


def ending(world: WarState, action: Action, inside: bool) -> str:
    """How a decision is left, by the label of its button."""
    words = label(world.game, decision(world), action)
    words = "End here" if words == Done.words else words
    return words[:1].lower() + words[1:] if inside else words


def with_unit(phrases: list[Phrase], world: WarState, action: Pick, hidden: frozenset[str]) -> list[Phrase]:
    """One more unit: the next one to do something, one more that helps, or one more target."""
    now, name = phrases[-1], named(world.game, blot(action.unit, hidden))
    unit = world.units.get(action.unit)
    if now.fighting and not now.deeds and unit is not None and not ours(world, unit):
        now.targets.append(name)
    elif now.planning:
        now.helpers.append(name)
    elif now.marching or now.placed:
        return [*phrases, Phrase(subjects=[name])]
    else:
        (now.helpers if now.deeds else now.subjects).append(name)
    return phrases


def ours(world: WarState, unit: Unit) -> bool:
    """Is it of the deciding side, by its counter or by who leads it now?"""
    return deciding(world) in (unit.side, world.game.counters[unit.id].side)


def step_by(now: Phrase, world: WarState, action: Action, hidden: frozenset[str]) -> None:
    """One more deed; of several steps of a march only where it ends is told."""
    march = isinstance(action, MoveTo)
    if march and now.marching:
        now.deeds.pop()
    now.deeds.append(in_mid_sentence(action, say(world.game, veiled(action, hidden))))
    now.marching, now.placed = march, isinstance(action, Place)


def subject_of(world: WarState, hidden: frozenset[str]) -> list[str]:
    """The unit the decision is about, by name."""
    unit = unit_in_hand(world)
    return [named(world.game, blot(unit, hidden))] if unit else []


def unit_in_hand(world: WarState) -> str:
    return decision(world).about(world).unit if world.flow else ""


def veiled(action: Action, hidden: frozenset[str]) -> Action:
    """An action without the name of a unit its side cannot see: that one is only guessed."""
    return without(action, hidden)


def listed(names: list[str]) -> str:
    *others, last = dict.fromkeys(names) or [""]
    return f"{', '.join(others)} and {last}" if others else last


def in_mid_sentence(action: Action, words: str) -> str:
    """A deed's words after others: what begins with a verb of its own is not capitalised, a name is."""
    first = words.partition(" ")[0]
    begins = not type(action).words.startswith("{") and first.isalpha() and not first[1:].isupper()
    return words[:1].lower() + words[1:] if begins else words


def pointed_at(
    world: WarState, actions: Iterable[Action], hidden: frozenset[str]
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The hexes and the units a plan speaks of; of a march the hex where it ends."""
    hexes: list[int] = []
    units = [unit_in_hand(world)]
    marching = False
    for action in actions:
        if marching and isinstance(action, MoveTo):
            hexes.pop()
        marching = isinstance(action, MoveTo)
        hexes.extend(hexes_in(action))
        units.extend(units_in(action))
    seen = (unit for unit in units if unit and unit not in hidden)
    return tuple(dict.fromkeys(hexes)), tuple(dict.fromkeys(seen))
