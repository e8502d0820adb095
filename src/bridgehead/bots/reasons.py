"""Why a bot does what it does, in a sentence or two and in figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite

import msgspec

from bridgehead.bots.judge import DECIDED, Term
from bridgehead.bots.operations import Care, Line, Lookout
from bridgehead.core.actions import Action, Cancel, Commit, Done, MoveTo, Pick, Place
from bridgehead.core.play import deciding, options, push
from bridgehead.core.secrecy import blot, hidden_from
from bridgehead.core.values import replace
from bridgehead.core.words import named, say
from bridgehead.toolkit.wargame import WarState as State

MOST_ALTERNATIVES = 3
ALSO = 0.45
"""A second reason is told if it counts for this share of the first."""
BUT = 0.3
"""So is a drawback."""
NOTHING = 0.005
BRIEF = Care(positions=60, stamina=60, breadth=6, replies=2, dice=6, branches=6, foresight=False, depth=4)
"""How an operation is finished once its dice have fallen, to see what it was for."""
MOST_STEPS = 12

WINS = "It wins the game."
LOST = "The game is lost whatever is done here."
FORCED = "Nothing else can be done here."
UNFORESEEN = "What comes of it cannot be foreseen."
PLANNED = "It belongs to the plan for this phase."
BETTER = {
    "danger": "gets troops out of harm's way",
    "attacks": "sets up attacks at good odds",
}
"""How a gain is told, for terms whose own phrase says how things stand."""
FOUGHT = "wears the enemy down"
RAISED = "puts more strength in the field"
WORSE = {
    "troops": "it may cost troops",
    "danger": "it stands in danger there",
    "attacks": "it gives other attacks up",
    "march": "it leads away from the goal",
    "ground": "it gives ground up",
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
    """The course it belongs to, one phrase for each thing done."""
    why: str
    gain: float
    """In the points of the game's judge."""
    alternatives: tuple[Alternative, ...] = ()
    hexes: tuple[int, ...] = ()
    """Where to look."""
    units: tuple[str, ...] = ()


def sentence(reason: Reason) -> str:
    """The whole of it in a line or two."""
    said = f"{reason.what}. {reason.why}"
    if reason.alternatives:
        best = reason.alternatives[0]
        said += f" Next best: {best.words} ({best.gain:+.1f} against {reason.gain:+.1f})."
    return said


def reason_for(
    world: State,
    line: Line,
    gains: Mapping[Action, float],
    look: Lookout,
    courses: Mapping[Action, tuple[Action, ...]] | None = None,
) -> Reason:
    """What a course is for: the terms of the judge that it betters most, the dice taken at their chances."""
    courses = courses or {}
    hidden = hidden_from(world, look.side)
    first = line.actions[0]
    ends = isinstance(first, Done)
    gained, after, fought = changes(world, line, look) if not ends else ({}, {}, False)
    gain = 0.0 if ends else gains.get(first, sum(gained.values()))
    if not isfinite(gain):
        return plain(world, line.actions, hidden, UNFORESEEN)
    offered = set(options(world)).difference((first, Cancel()))
    others = sorted(
        (action for action in gains if action in offered and isfinite(gains[action])),
        key=lambda action: -gains[action],
    )
    told = [
        Alternative(in_words(world, courses.get(other, (other,)), hidden)[0], round(gains[other], 2))
        for other in others[: 2 * MOST_ALTERNATIVES]
    ]
    plan = in_words(world, line.actions, hidden)
    return Reason(
        plan[0],
        plan,
        why(gained, after, fought, gain, ends),
        round(gain, 2),
        tuple(different(told, plan[0])[:MOST_ALTERNATIVES]),
        *pointed_at(world, line.actions, hidden),
    )


def plain(world: State, actions: Sequence[Action], hidden: frozenset[str], said: str = "") -> Reason:
    """A course without its reasons: a choice that was none, or a plan whose worth lies in the whole of it."""
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


def why(gained: Mapping[str, float], after: Mapping[str, Term], fought: bool, gain: float, ends: bool) -> str:
    """The main reason, perhaps a second, and what speaks against it."""
    if abs(gain) > DECIDED / 2:
        return WINS if gain > 0 else LOST
    if ends:
        return "Nothing else here gains anything."
    order = sorted(gained, key=lambda name: -gained[name])
    best = gained[order[0]] if order else 0.0
    if best <= NOTHING:
        return "It costs least of what is offered." if gain < -NOTHING else "Nothing here gains anything."
    reasons = [phrase(after[name], fought) for name in order[:2] if gained[name] >= max(ALSO * best, NOTHING)]
    said = sentence_of(reasons)
    worst = order[-1]
    if gained[worst] <= -BUT * best and worst in WORSE:
        said += f" But {WORSE[worst]}."
    return said


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


def changes(world: State, line: Line, look: Lookout) -> tuple[dict[str, float], dict[str, Term], bool]:
    """By term: what a course is expected to change; the terms after it; and whether dice fall in it."""
    before = {term.name: term.worth for term in look.terms(world, look.side)}
    gained: dict[str, float] = {}
    after: dict[str, Term] = {}
    ends = carried_out(world, line, look)
    whole = sum(chance for chance, _ in ends)
    for chance, then in ends:
        for term in look.terms(then, look.side):
            change = (term.worth - before.get(term.name, 0.0)) * chance / whole
            gained[term.name] = gained.get(term.name, 0.0) + change
            after[term.name] = term
    return gained, after, len(ends) > 1


def carried_out(world: State, line: Line, look: Lookout) -> list[tuple[float, State]]:
    """The positions a course may lead to, each with its chance, as far as it is ours to carry out."""
    base = look.begin(world, len(world.flow))
    then = world
    for action in line.actions:
        if look.gone(then, base) or deciding(then) != look.side or action not in options(then):
            break
        fell = look.fallen(then, action, base)
        if len(fell) > 1:
            brief = Lookout(look.judge, look.side, BRIEF, look.seed)
            return [
                (chance, finished(after, action, brief.begin(world, base), brief)) for chance, after in fell
            ]
        then = fell[0][1]
    return [(1.0, then)]


def finished(s: State, last: Action, base: int, brief: Lookout) -> State:
    """The same operation after its dice: retreats made, losses taken, ground entered."""
    for _ in range(MOST_STEPS):
        if brief.over(s, base):
            break
        side = deciding(s)
        assert side is not None
        course = (brief.reply(s, side),) if side != brief.side else brief.best(s, base, 1, last).actions
        last = course[0] if course else options(s)[0]
        push(s, last)
    return s


# --- in words


class Phrase(msgspec.Struct):
    """One thing done, being put into words: who, what, with whom."""

    subjects: list[str] = []
    deeds: list[str] = []
    helpers: list[str] = []
    marching: bool = False
    """Its last deed was a step on the way: another one takes its place."""
    placed: bool = False

    def said(self) -> str:
        helped = f" with {listed(self.helpers)}" if self.helpers else ""
        deed = ", then ".join([f"{each}{helped}" if not at else each for at, each in enumerate(self.deeds)])
        who = listed(self.subjects)
        said = f"{who}: {deed}" if who and deed else who or deed
        return said[:1].upper() + said[1:]


def in_words(world: State, actions: Iterable[Action], hidden: frozenset[str]) -> tuple[str, ...]:
    """A course in phrases, the steps of one thing done put together: "8 Gds: go to 1710"."""
    phrases = [Phrase(subjects=subject_of(world, hidden))]
    for action in actions:
        now = phrases[-1]
        if isinstance(action, Commit | Done | Cancel):
            if now.deeds:
                phrases.append(Phrase())
            elif len(phrases) == 1:
                ending = "end here" if isinstance(action, Done) else say(world.game, action).lower()
                return (Phrase(now.subjects, [ending]).said(),)
        elif isinstance(action, Pick):
            name = named(world.game, blot(action.unit, hidden))
            if now.marching or now.placed:
                phrases.append(Phrase(subjects=[name]))
            elif now.deeds:
                now.helpers.append(name)
            else:
                now.subjects.append(name)
        else:
            step_by(now, world, action, hidden)
    said = tuple(words for each in phrases if (words := each.said()))
    return said or ("End here",)


def step_by(now: Phrase, world: State, action: Action, hidden: frozenset[str]) -> None:
    """One more deed; of several steps of a march only where it ends is told."""
    march = isinstance(action, MoveTo)
    if march and now.marching:
        now.deeds.pop()
    now.deeds.append(in_mid_sentence(action, say(world.game, veiled(action, hidden))))
    now.marching, now.placed = march, isinstance(action, Place)


def subject_of(world: State, hidden: frozenset[str]) -> list[str]:
    """The unit the decision is about, by name."""
    unit = unit_in_hand(world)
    return [named(world.game, blot(unit, hidden))] if unit else []


def unit_in_hand(world: State) -> str:
    unit = getattr(world.flow[-1], "unit", "") if world.flow else ""
    return unit if isinstance(unit, str) else ""


def veiled(action: Action, hidden: frozenset[str]) -> Action:
    """An action without the name of a unit its side cannot see: that one is only guessed."""
    unit = getattr(action, "unit", "")
    return replace(action, unit="") if unit and unit in hidden else action


def listed(names: list[str]) -> str:
    *others, last = dict.fromkeys(names) or [""]
    return f"{', '.join(others)} and {last}" if others else last


def in_mid_sentence(action: Action, words: str) -> str:
    """A deed's words after others: what begins with a verb of its own is not capitalised, a name is."""
    first = words.partition(" ")[0]
    begins = not type(action).words.startswith("{") and first.isalpha() and not first[1:].isupper()
    return words[:1].lower() + words[1:] if begins else words


def pointed_at(
    world: State, actions: Iterable[Action], hidden: frozenset[str]
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The hexes and the units a course speaks of; of a march the hex where it ends."""
    hexes: list[int] = []
    units = [unit_in_hand(world)]
    marching = False
    for action in actions:
        if marching and isinstance(action, MoveTo):
            hexes.pop()
        marching = isinstance(action, MoveTo)
        hexes.extend(int(hex) for hex in (getattr(action, "hex", 0), *getattr(action, "hexside", ())) if hex)
        units.append(str(getattr(action, "unit", "")))
    seen = (unit for unit in units if unit and unit not in hidden)
    return tuple(dict.fromkeys(hexes)), tuple(dict.fromkeys(seen))
