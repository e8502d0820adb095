"""The games a server offers, loaded when first asked for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from bridgehead.core.data import DataError
from bridgehead.games import GAMES, UnknownGame, load_game
from bridgehead.server.errors import ApiError
from bridgehead.server.executor import RulesExecutor
from bridgehead.server.presenters.counters import CounterFaces
from bridgehead.server.presenters.lessons import lesson_list
from bridgehead.server.presenters.maps import key_svg, map_svg
from bridgehead.server.presenters.position import OptionTexts
from bridgehead.server.wire import LessonList
from bridgehead.toolkit.wargame import AnyWargame

log = logging.getLogger("bridgehead")


class GameCatalog:
    """Finds games by name. Used on the rules thread, since loading one takes a while."""

    def __init__(
        self, names: Iterable[str] | None = None, load: Callable[[str], AnyWargame] = load_game
    ) -> None:
        self.names = tuple(GAMES if names is None else names)
        self._load = load
        self.loaded: dict[str, AnyWargame] = {}

    def game(self, name: str) -> AnyWargame:
        if name not in self.loaded:
            if name not in self.names:
                raise UnknownGame(f"unknown game {name}; choose {', '.join(self.names)}")
            self.loaded[name] = self._load(name)
        return self.loaded[name]

    def games(self) -> list[AnyWargame]:
        """Every game that loads."""
        found = []
        for name in self.names:
            try:
                found.append(self.game(name))
            except (DataError, ImportError) as problem:
                log.warning("%s is left out: %s", name, problem)
        return found


class GameService:
    """The games of a catalog with their drawings, for the event loop."""

    def __init__(self, catalog: GameCatalog, executor: RulesExecutor) -> None:
        self._catalog = catalog
        self._executor = executor
        self._pictures: dict[tuple[str, str, str], asyncio.Task[str]] = {}
        """By game and theme, drawn or being drawn."""
        self._faces: dict[str, CounterFaces] = {}
        self._option_texts: dict[str, OptionTexts] = {}
        self._lessons: dict[str, LessonList] = {}

    async def games(self) -> list[AnyWargame]:
        return await self._executor.run(self._catalog.games)

    async def game(self, name: str) -> AnyWargame:
        known = self._catalog.loaded.get(name)
        if known is not None:
            return known
        try:
            return await self._executor.run(self._catalog.game, name)
        except UnknownGame as problem:
            raise ApiError(404, "unknown", str(problem)) from problem

    async def game_or_none(self, name: str) -> AnyWargame | None:
        try:
            return await self.game(name)
        except ApiError:
            return None

    async def lessons(self) -> list[LessonList]:
        """The lessons of every game that has some, read once."""
        for game in await self.games():
            if game.name not in self._lessons:
                self._lessons[game.name] = await asyncio.to_thread(lesson_list, game)
        return [each for each in self._lessons.values() if each.lessons]

    def faces(self, game: AnyWargame) -> CounterFaces:
        return self._faces.setdefault(game.name, CounterFaces(game))

    def option_texts(self, game: AnyWargame) -> OptionTexts:
        return self._option_texts.setdefault(game.name, OptionTexts())

    async def map_svg(self, name: str, theme: str) -> str:
        """A map is drawn once."""
        return await self.drawn(map_svg, name, theme)

    async def key_svg(self, name: str, theme: str) -> str:
        """So is its key."""
        return await self.drawn(key_svg, name, theme)

    async def drawn(self, draw: Callable[[AnyWargame, str], str], name: str, theme: str) -> str:
        game = await self.game(name)
        known = (draw.__name__, name, theme)
        return await asyncio.shield(self._drawing(known, draw, game, theme))

    def prepare(self, game: AnyWargame) -> None:
        """Begin to draw the map of a game that will be asked for in a moment."""
        self._drawing((map_svg.__name__, game.name, "light"), map_svg, game, "light")

    def _drawing(
        self,
        known: tuple[str, str, str],
        draw: Callable[[AnyWargame, str], str],
        game: AnyWargame,
        theme: str,
    ) -> asyncio.Task[str]:
        """A picture that is drawn once, however many wait for it; one that failed is tried again."""
        task = self._pictures.get(known)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = asyncio.create_task(asyncio.to_thread(draw, game, theme))
            self._pictures[known] = task
        return task
