"""Lessons, as a lobby lists them."""

from __future__ import annotations

from bridgehead.lessons.reading import shipped, shipped_lesson
from bridgehead.server.presenters.games import name_of
from bridgehead.server.wire import LessonEntry, LessonList
from bridgehead.toolkit.wargame import AnyWargame


def lesson_list(game: AnyWargame) -> LessonList:
    return LessonList(
        game=game.name, title=game.title, lessons=[lesson_entry(game, name) for name in shipped(game)]
    )


def lesson_entry(game: AnyWargame, name: str) -> LessonEntry:
    lesson = shipped_lesson(game, name)
    return LessonEntry(
        name=name,
        title=lesson.title,
        goal=lesson.goal,
        side=name_of(game, lesson.side),
        minutes=lesson.minutes,
        beats=len(lesson.beat),
    )
