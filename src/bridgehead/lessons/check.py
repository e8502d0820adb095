"""Is a lesson sound? Its script solves every beat, no goal is met before, every wrong turn is answered."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import chain

from bridgehead.core.chance import NeedsChance
from bridgehead.core.codec import BadFile
from bridgehead.core.play import BadSetup, deciding, options, push, why_not
from bridgehead.core.values import UnitId
from bridgehead.lessons.form import Beat, Lesson
from bridgehead.lessons.judge import Judge, Standing, replace
from bridgehead.lessons.play import Progress, known, on_map, starting_position
from bridgehead.lessons.reading import action_of
from bridgehead.toolkit.wargame import AnyWargame, WarState

MOST_WORDS = 28
"""What a beat may say."""


def faults(game: AnyWargame, lesson: Lesson) -> Iterator[str]:
    """What is wrong with a lesson; nothing if it holds."""
    if lesson.side not in game.sides:
        yield f"side: {game.title} has no side {lesson.side!r}"
        return
    try:
        start = starting_position(game, lesson)
    except (BadFile, BadSetup) as problem:
        yield f"position: {problem}"
        return
    progress = Progress(lesson, start)
    for number, beat in enumerate(lesson.beat, 1):
        try:
            for fault in beat_faults(game, progress, beat):
                yield f"beat {number} ({beat.title}): {fault}"
        except (BadFile, NeedsChance) as problem:
            said = "more dice are thrown than are set" if isinstance(problem, NeedsChance) else str(problem)
            yield f"beat {number} ({beat.title}): {said}"
            return
        progress.next()


def beat_faults(game: AnyWargame, progress: Progress, beat: Beat) -> Iterator[str]:
    yield from text_faults(game, progress, beat)
    if beat.done.nothing:
        yield "done: names nothing"
    if progress.done:
        yield "is done before it is played"
    progress.throw_set_dice()
    for text in beat.enemy:
        if deciding(progress.s) == progress.lesson.side:
            yield f"enemy: {text} is asked of the learner"
        progress.act(action_of(game, text))
    if beat.light and not any(shows(progress.s, beat, each) for each in beat.light):
        yield "light: nothing of it is on the map or to be picked"
    yield from refusal_faults(game, progress, beat)
    left = list(beat.also)
    judge = Judge(progress.lesson, progress.began)
    standing = judge.begin(progress.at, 0)
    for number, text in enumerate(beat.play):
        action = action_of(game, text)
        if deciding(progress.s) != progress.lesson.side:
            yield f"play: {text} is asked of the other side"
        left = [each for each in left if why_not(progress.s, action_of(game, each)) is not None]
        standing = replace(standing, play=beat.play[number:])
        if not beat.wrong and unanswered(judge, standing, progress.s):
            yield f"wrong: something else may be done instead of {text}, and it has no answer"
        if progress.done and text != beat.play[0]:
            yield f"done: is met before the script comes to {text}"
        progress.act(action)
    yield from (f"also: {each} is never legal" for each in left)
    unused = progress.dice_left()
    if unused:
        yield f"dice: {unused} of them are not thrown"
    if not progress.done:
        yield "its script does not do it"
    if progress.failed:
        yield "its script fails it"


def text_faults(game: AnyWargame, progress: Progress, beat: Beat) -> Iterator[str]:
    words = len(beat.say.split())
    if words > MOST_WORDS:
        yield f"say: {words} words, {MOST_WORDS} at most"
    yield from (f"rules: there is no rule {rule}" for rule in beat.rules if rule not in game.rules)
    for each in beat.light:
        if each.isdigit():
            on_map(progress.s, each)
        else:
            known(progress.s, UnitId(each))


def shows(s: WarState, beat: Beat, light: str) -> bool:
    """Can it be lit? A counter in a box only beside the map, where the script picks it."""
    return light.isdigit() or bool(s.units[UnitId(light)].hex) or f"Pick {light}" in beat.play


def refusal_faults(game: AnyWargame, progress: Progress, beat: Beat) -> Iterator[str]:
    if beat.refused is None:
        return
    for start in chain((progress.s,), after_picks(game, progress, beat)):
        no = why_not(start, action_of(game, beat.refused.action))
        if no is not None and no.rule == beat.refused.rule:
            return
    yield f"refused: {beat.refused.action} is not refused by {beat.refused.rule}"


def after_picks(game: AnyWargame, progress: Progress, beat: Beat) -> Iterator[WarState]:
    """The positions in the midst of the script, where a forbidden move may be asked for."""
    s = progress.s.clone()
    s.script = copy(s.script)  # its dice are thrown once more when the script is played
    for text in beat.play:
        action = action_of(game, text)
        if why_not(s, action) is not None:
            return
        try:
            push(s, action)
        except NeedsChance:
            return
        yield s


def unanswered(judge: Judge, standing: Standing, s: WarState) -> bool:
    """May the learner do something that the beat has no answer to?"""
    return any(judge.taken(standing, s, other) is None for other in options(s))
