"""A match that is a lesson: beats served one at a time, the learner judged, the other side played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from bridgehead.core.actions import Action
from bridgehead.core.play import decision, why_not
from bridgehead.core.refusal import IllegalAction
from bridgehead.core.roles import hexes_in, units_in
from bridgehead.core.words import label
from bridgehead.lessons.form import Beat
from bridgehead.lessons.judge import Judge, Standing
from bridgehead.lessons.reading import shipped, shipped_lesson
from bridgehead.server import wire
from bridgehead.server.errors import MessageError
from bridgehead.server.presenters.side_view import SideView
from bridgehead.server.session.connection import Connection
from bridgehead.toolkit.wargame import WarState

if TYPE_CHECKING:
    from bridgehead.server.session.session import Session

PATIENCE = 60
"""How often free dice are thrown to find a way past a beat."""
replace = msgspec.structs.replace


class LessonSeat:
    """The learner's place in a session."""

    def __init__(self, session: Session, name: str, judge: Judge, standings: list[Standing]) -> None:
        self._session = session
        self.name = name
        self.judge = judge
        self.standings = standings
        """After each number of actions."""
        self._hints = 0
        """Steps of help shown in this beat."""
        self._refused = -1
        """The beat in which the promised refusal came."""
        self._again: int | None = None
        """The beat that a way back leads to the start of."""
        names = shipped(session.game)
        self._next = "".join(names[names.index(name) + 1 :][:1])
        self._next_title = shipped_lesson(session.game, self._next).title if self._next else ""

    # --- where the learner stands

    @property
    def now(self) -> Standing:
        return self.standings[-1]

    @property
    def beat(self) -> Beat:
        return self.judge.beat(self.now)

    @property
    def over(self) -> bool:
        return self.now.stage == "done" and self.judge.last(self.now)

    @property
    def waits(self) -> bool:
        """The learner has to read, or to watch, before there is something to do."""
        return self.now.stage != "play" or bool(self.now.enemy)

    @property
    def leaves_to_bot(self) -> bool:
        """The other side answers for itself."""
        return self.now.free and not self.waits

    @property
    def prompt(self) -> str:
        if self.now.stage == "failed":
            return "This step went wrong: try it again."
        if self.now.stage == "done":
            return "The lesson is done." if self.over else "This step is done: go on when you are ready."
        return "The other side acts."

    # --- judging. On the rules thread

    def played(self, action: Action) -> tuple[Action, WarState]:
        """A legal action as it is recorded, with what it leads to. Off the plan it is answered instead."""
        s = self._session.match.now
        no = why_not(s, action)
        if no is not None:
            raise IllegalAction(action, no)
        if self._session.match.side == self.judge.lesson.side:
            self._check(s, action)
        return self.judge.thrown(self.now, s, action)

    def _check(self, s: WarState, action: Action) -> None:
        if self.waits:
            raise MessageError("lesson", self.prompt)
        if self.judge.taken(self.now, s, action, self._before()) is None:
            rule = next(iter(self.beat.rules), "")
            raise MessageError("lesson", self.beat.wrong, rule, self._title(rule))

    def _title(self, rule: str) -> str:
        known = self._session.game.rules.get(rule)
        return known.title if known is not None else ""

    def _before(self) -> Iterator[tuple[Standing, WarState]]:
        """The earlier standings of the beat."""
        match = self._session.match
        for clock in range(self.now.since, match.clock):
            yield self.standings[clock], match.at(clock)

    def add(self, action: Action, after: WarState) -> None:
        """The match is about to be played on."""
        at = self.now.at
        self.standings.append(
            self.judge.after(self.now, self._session.match.now, action, after, list(self._before()))
        )
        self._hints = min(self._hints, self._steps - 1) if self.now.at == at else 0

    def take_back(self, to: int) -> None:
        del self.standings[to + 1 :]
        if self._again is not None:
            self.standings[-1] = self.judge.begin(self._again, to)
            self._again = None
        self._hints = 0

    def refused(self, action: Any, rule: str) -> bool:
        """Was it the refusal that the beat promised?"""
        promised = self.beat.refused
        if promised is None or rule != promised.rule or action != self.judge.action(promised.action):
            return False
        self._refused = self.now.at
        return True

    # --- steps. Under the session's lock

    async def step(self, connection: Connection, ask: wire.LessonStep) -> None:
        session = self._session
        match ask.do:
            case "hint":
                self._hints = min(self._hints + 1, self._steps)
                lesson = await session.executor.run(self.info_for, connection)
                connection.send(wire.LessonMessage(re=ask.id, lesson=lesson))
                return
            case "next":
                self._go_on()
            case "again":
                await self._back(self.now.since, self.now.at)
            case "restart":
                await self._back(0, 0)
            case "skip":
                await self._skip()
        await self.enemy_acts()
        await session.send_states(connection, ask.id)

    def _go_on(self) -> None:
        if self.now.stage != "done" or self.over:
            raise MessageError("lesson", "Finish this step first.")
        self.standings[-1] = self.judge.begin(self.now.at + 1, self._session.match.clock)
        self._hints = 0

    async def _back(self, to: int, at: int) -> None:
        self._again = at
        if to < self._session.match.clock:
            await self._session.rewind("undo", to, self.judge.lesson.side, None, 0)
        else:
            self.take_back(to)

    async def _skip(self) -> None:
        """Play the beat by its script, and go on."""
        if self.now.stage != "done":
            if self.now.free or self.now.stage == "failed":
                await self._back(self.now.since, self.now.at)
                await self.enemy_acts()
            for action, after in await self._session.executor.run(self._solution):
                await self._commit(action, after)
        if not self.over:
            self._go_on()

    def _solution(self) -> list[tuple[Action, WarState]]:
        """The rest of the beat by its script; where dice are free, with dice that do it."""
        for _ in range(PATIENCE):
            standing, s = self.now, self._session.match.now
            found = []
            while standing.stage == "play":
                step = self.judge.next_step(standing, s)
                if step is None:
                    break
                action, after = self.judge.thrown(standing, s, step)
                standing = self.judge.after(standing, s, action, after)
                found.append((action, after))
                s = after
            if standing.stage == "done":
                return found
        raise MessageError("lesson", "There is no way past this step from here: start it again.")

    async def enemy_acts(self) -> None:
        """What the beat lets the other side do."""
        while self.now.enemy:
            found = await self._session.executor.run(self._enemy_action)
            if found is None:
                self.standings[-1] = replace(self.now, enemy=(), free=True)
            else:
                await self._commit(*found)

    async def _commit(self, action: Action, after: WarState) -> None:
        session = self._session
        await session.commit(await session.executor.run(session.deed_of, action, after), None, 0)

    def _enemy_action(self) -> tuple[Action, WarState] | None:
        s, action = self._session.match.now, self.judge.action(self.now.enemy[0])
        return self.judge.thrown(self.now, s, action) if why_not(s, action) is None else None

    # --- help

    @property
    def _advice(self) -> tuple[str, ...]:
        return self.beat.hint or ((self.beat.wrong,) if self.beat.wrong and not self.now.free else ())

    @property
    def _steps(self) -> int:
        """Light, words, the move."""
        return len(self._advice) + 2

    def _hint(self, side_view: SideView) -> wire.LessonHint | None:
        if not self._hints or self.now.stage != "play":
            return None
        s = self._session.match.now
        step = self.judge.next_step(self.now, s) if s.flow else None
        hexes, units = self._lit(side_view)
        if step is not None:
            hexes += [int(hex) for hex in hexes_in(step)]
            units += [unit for unit in units_in(step) if unit in side_view.faces]
        last = self._hints == self._steps
        return wire.LessonHint(
            step=self._hints,
            steps=self._steps,
            words=list(self._advice[: self._hints - 1]),
            hexes=list(dict.fromkeys(hexes)),
            units=list(dict.fromkeys(units)),
            action=step if last else None,
        )

    def _lit(self, side_view: SideView) -> tuple[list[int], list[str]]:
        """What the beat lights, as far as the learner sees it."""
        hexes = [int(each) for each in self.beat.light if each.isdigit()]
        return hexes, [each for each in self.beat.light if each in side_view.faces]

    # --- telling. On the rules thread

    def info_for(self, connection: Connection) -> wire.LessonInfo:
        session = self._session
        return self.info(session.states.view(connection.side))

    def info(self, side_view: SideView) -> wire.LessonInfo:
        lesson, beat, now = self.judge.lesson, self.beat, self.now
        game = self._session.game
        hexes, units = self._lit(side_view)
        return wire.LessonInfo(
            game=game.name,
            name=self.name,
            title=lesson.title,
            goal=lesson.goal,
            scenario=lesson.scenario,
            scenario_title=game.scenarios[lesson.scenario].title,
            at=now.at,
            beats=len(lesson.beat),
            beat=beat.title,
            say=beat.say,
            rules=list(beat.rules),
            hexes=hexes,
            units=units,
            set_dice=bool(beat.dice),
            free=beat.allow == "legal",
            stage=now.stage,
            over=self.over,
            answer=beat.wrong if now.stage == "failed" else now.answer,
            refusal=self._refusal(),
            hint=self._hint(side_view),
            learned=list(dict.fromkeys(rule for each in lesson.beat for rule in each.rules)),
            next=self._next,
            next_title=self._next_title,
        )

    def _refusal(self) -> wire.LessonRefusal | None:
        promised, s = self.beat.refused, self._session.match.now
        if promised is None or not s.flow:
            return None
        action = self.judge.action(promised.action)
        return wire.LessonRefusal(
            action=action,
            words=label(self._session.game, decision(s), action),
            rule=promised.rule,
            ready=self.now.stage != "failed" and self.judge.refusal(self.now, s),
            seen=self._refused == self.now.at,
        )
