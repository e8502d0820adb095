"""Playing in a terminal: the board drawn, options numbered, refusals explained."""

from __future__ import annotations

import secrets
from pathlib import Path

from rich.markup import escape

from bridgehead.bots import BOTS, Bot
from bridgehead.bots.advice import advise, why
from bridgehead.bots.explain import Reason
from bridgehead.bots.seat import Seat
from bridgehead.cli.say import out
from bridgehead.core.actions import Action, Choose
from bridgehead.core.chance import mixed
from bridgehead.core.codec import BadFile
from bridgehead.core.match import Match, from_record, read_record
from bridgehead.core.perspective import Perspective
from bridgehead.core.play import (
    MEANS_NOTHING,
    BadSetup,
    deciding,
    decision,
    options,
    push,
    setup,
    standing_answer,
    view,
)
from bridgehead.core.refusal import No
from bridgehead.core.roles import hexes_in, place_of, units_in
from bridgehead.core.secrecy import heard, hidden_from
from bridgehead.core.values import NOWHERE, Hex, Side, UnitId
from bridgehead.core.words import counted, label, line, printed_with_name, prompt
from bridgehead.games import GAMES, load_game
from bridgehead.render.terminal import board_text
from bridgehead.toolkit.moments import Moments
from bridgehead.toolkit.prospect_words import text as prospect_text
from bridgehead.toolkit.prospects import THOROUGH, prospect
from bridgehead.toolkit.wargame import AnyWargame, WarState

HELP = """number: take that option    Enter: list all options
hex number (such as 1205): what you can do there, or why not
m HEX: map around a hex    u: undo    l: log    r NUMBER: a rule
f: odds of the attack or fire you are planning (f NUMBER: of an option)
s: save    q: save and quit    ?: this help
hint: what a veteran would do (or hint recruit, hint general)    why: the reasons for the bot's last moves"""
PAGE = 40
MOST_REASONS = 12


def set_up(game: AnyWargame, scenario: str, seed: int) -> WarState:
    """A position with its pieces on the map: by a set-up plan where one is offered, else as first offered."""
    s: WarState = setup(game, scenario, seed)
    while s.turn == 0 and s.flow:
        offered = options(s)
        push(s, next((action for action in offered if isinstance(action, Choose)), offered[0]))
    return s


def play(
    where: str,
    side: str,
    bot: str,
    seed: int | None,
    record: Path | None,
    chosen: dict[str, str],
    data: Path | None,
    aloud: bool,
) -> None:
    """A person against a bot, or two people where side is `both`."""
    match = begun(where, seed, record, chosen, data)
    sides = match.game.scenarios[match.now.scenario].sides or match.game.sides
    if not side:
        side = asked(
            "Your side", [*sides, "both"], [match.game.names.get(each, each) for each in sides] + ["both"]
        )
    if side != "both" and side not in sides:
        raise BadSetup(f"{match.game.name} has no side {side!r}; it has {', '.join(sides)}")
    people = set(sides) if side == "both" else {Side(side)}
    bots = {each: BOTS[bot](mixed(match.seed + at)) for at, each in enumerate(sides) if each not in people}
    file = record or Path(f"{match.game.name}-{match.seed}.json")
    session = TerminalSession(match, people, bots, file, aloud)
    out.print(HELP, style="dim")
    try:
        session.run()
    except (EOFError, KeyboardInterrupt):
        session.save()


def begun(
    where: str, seed: int | None, record: Path | None, chosen: dict[str, str], data: Path | None
) -> Match[WarState]:
    """The match to play: a record gone on with, or a new one."""
    if record is not None and record.exists():
        text = record.read_bytes()
        match = from_record(text, load_game(read_record(text).game, data))
        out.print(f"Resuming {record} after {counted(len(match.actions), 'decision')}.")
        return match
    name, _, scenario = where.partition("/")
    if not name:
        name = asked("Which game", list(GAMES), list(GAMES.values()))
    game = load_game(name, data)
    if not scenario:
        offered = game.offered()
        titles = [f"{each.title} ({each.length})" for each in offered.values()]
        scenario = asked("Which scenario", list(offered), titles)
    return Match(game, scenario, secrets.randbits(48) if seed is None else seed, **chosen)


def asked(question: str, choices: list[str], titles: list[str]) -> str:
    """One of several, by number."""
    if len(choices) == 1:
        return choices[0]
    out.print(f"{question}?")
    for number, title in enumerate(titles, 1):
        out.print(f"  [bold]{number}[/bold] {title}")
    while True:
        answer = out.input("> ").strip()
        if answer.isdigit() and 1 <= int(answer) <= len(choices):
            return choices[int(answer) - 1]
        if answer in choices:
            return answer
        out.print(f"Type a number from 1 to {len(choices)}.")


def hex_said(text: str) -> Hex | None:
    """A hex number as the map prints it, with or without a point."""
    digits = text.replace(".", "")
    return Hex(int(digits)) if digits.isdigit() and len(digits) == 4 else None


def refused(no: No) -> str:
    """A refusal as a sentence with its rule."""
    return f"{no.because[:1].upper()}{no.because[1:]}.{f' ({no.rule})' if no.rule else ''}"


def span(numbers: list[int]) -> str:
    """Numbers of options in the few letters a hex has for them."""
    first, last = numbers[0], numbers[-1]
    if first == last:
        return str(first)
    return f"{first}-{last}" if last - first == len(numbers) - 1 else f"{first}+"


class TerminalSession:
    """A match at a terminal."""

    def __init__(
        self, match: Match[WarState], people: set[Side], bots: dict[Side, Bot], file: Path, aloud: bool
    ) -> None:
        self.match = match
        self.game = match.now.game
        self.people = people
        self.bots = bots
        self.file = file
        self.watching: Side | None = next(iter(people)) if len(people) == 1 else None
        self.told = 0
        self.stopped = False
        self.aloud = aloud
        self.reasons: list[Reason] = []
        """Why the bots did what they did since a person last acted."""
        self.advisers: dict[tuple[Side, str], Bot] = {}

    def run(self) -> None:
        while not self.stopped and (side := deciding(self.match.now)) is not None:
            if side in self.people:
                answer = standing_answer(self.match.now)
                if answer is not None:
                    self.match.play(answer)
                    continue
                self.tell_news()
                self.ask(side)
            else:
                self.bot_acts(side)
        self.tell_news()
        ended = self.match.now.ended
        if ended is not None:
            score = "".join(f", {self.named(key)} {value}" for key, value in ended.score.items())
            out.print(f"[bold]{ended.level}[/bold] ({ended.rule}){score}")
            self.tell_moments()
            self.save()

    def tell_moments(self) -> None:
        """What is worth remembering of the game."""
        moments = Moments(self.match)
        with out.status("Looking back..."):
            for _ in moments.steps:
                pass
        for moment in moments.found():
            out.print(f"  {moment.title}: {moment.words}", highlight=False)

    def bot_acts(self, side: Side) -> None:
        bot, seat = self.bots[side], Seat(self.match.now, side)
        if self.match.movers and self.match.movers[-1] in self.people:
            self.reasons = []
        self.match.play(bot.choose(seat))
        reason = why(bot, seat) if self.aloud else None
        if reason is not None and reason not in self.reasons[-1:]:
            self.reasons.append(reason)

    def named(self, id: str) -> str:
        name: str = self.game.names.get(id, id)
        return name

    def tell_news(self) -> None:
        """What happened since the last prompt, as far as the person may know."""
        for at in range(self.told, len(self.match.events)):
            before = self.match.at(max(at - 1, 0))
            for told in heard(self.match.events[at], self.watching, before, self.match.at(at)):
                out.print(f"  {line(self.game, told)}", highlight=False, style="cyan")
        self.told = len(self.match.events)

    def ask(self, side: Side) -> None:
        """One decision of a person."""
        s = self.match.now
        offered = options(s)
        self.show_board(side)
        out.print(f"\n[bold]{prompt(self.game, decision(s))}[/bold]")
        for number, action in enumerate(offered[:PAGE], 1):
            self.offer(number, action)
        if len(offered) > PAGE:
            out.print(f"  ... and {len(offered) - PAGE} more: type a hex number, or Enter for all")
        while not self.stopped and self.match.now is s:
            self.answer(side, offered, out.input("> ").strip())

    def answer(self, side: Side, offered: list[Action], said: str) -> None:
        """What a person typed."""
        word, _, rest = said.partition(" ")
        if (hex := hex_said(said)) is not None:
            self.about_hex(side, offered, hex)
        elif said.isdigit() and 1 <= int(said) <= len(offered):
            self.match.play(offered[int(said) - 1])
        elif word == "m":
            self.show_board(side, hex_said(rest.zfill(4)) or NOWHERE)
        elif word == "u":
            self.undo()
        elif word == "l":
            self.told = max(0, len(self.match.events) - 30)
            self.tell_news()
        elif word == "r":
            self.show_rule(rest)
        elif word == "f":
            self.show_forecast(offered, rest)
        elif word == "hint":
            self.hint(side, offered, rest or "veteran")
        elif word == "why":
            self.tell_reasons()
        elif word in {"s", "q"}:
            self.save()
            self.stopped = word == "q"
        elif not said:
            self.list_all(offered)
        else:
            out.print(HELP, style="dim")

    def hint(self, side: Side, offered: list[Action], name: str) -> None:
        """What a bot would do in the person's place, knowing what the person knows."""
        if name not in BOTS or name == "random":
            able = ", ".join(each for each in BOTS if each != "random")
            out.print(f"Unknown bot {name}; hints come from {able}.")
            return
        seed = mixed(self.match.seed)
        adviser = self.advisers.setdefault((side, name), BOTS[name](seed))
        try:
            with out.status("Thinking... (Ctrl-C cancels)"):
                advice = advise(adviser, Seat(self.match.now, side), seed)
        except KeyboardInterrupt:
            del self.advisers[side, name]
            out.print("Hint canceled.")
            return
        self.tell_reason(advice.reason)
        if advice.actions[0] in offered:
            number = offered.index(advice.actions[0]) + 1
            out.print(
                f"  Start with [bold]{number}[/bold] {self.words_of(advice.actions[0])}", highlight=False
            )

    def tell_reasons(self) -> None:
        if not self.aloud:
            out.print("This game was started with --no-aloud: the bot gives no reasons.")
        elif not self.reasons:
            out.print("No bot has made a decision since your last move.")
        for reason in self.reasons[-MOST_REASONS:]:
            self.tell_reason(reason)

    def tell_reason(self, reason: Reason) -> None:
        out.print(f"  [bold]{escape(reason.what)}[/bold] ({reason.gain:+.1f})", highlight=False)
        out.print(f"    {escape(reason.why)}", highlight=False)
        for other in reason.alternatives:
            out.print(f"    {other.gain:+5.1f} {escape(other.words)}", style="dim", highlight=False)

    def offer(self, number: int, action: Action) -> None:
        out.print(f"  [bold]{number:3}[/bold] {self.words_of(action)}", highlight=False)

    def words_of(self, action: Action) -> str:
        """An option as it is listed: a unit with the hex it is in."""
        s = self.match.now
        words = label(self.game, decision(s), action)
        named = [s.units[unit].hex for unit in units_in(action) if unit in s.units]
        hexes = dict.fromkeys(hex for hex in named if hex and not hexes_in(action))
        where = ", ".join(printed_with_name(self.game, hex) for hex in hexes)
        return f"{words}, {where}" if where else words

    def list_all(self, offered: list[Action]) -> None:
        for number, action in enumerate(offered, 1):
            self.offer(number, action)

    def about_hex(self, side: Side, offered: list[Action], hex: Hex) -> None:
        """What may be done at a hex, or why nothing may."""
        if hex not in self.game.board:
            out.print(f"This map has no hex {self.game.printed(hex)}.")
            return
        here = self.match.now.stacks.get(hex, ())
        at = [
            (number, action)
            for number, action in enumerate(offered, 1)
            if hex in hexes_in(action) or any(unit in here for unit in units_in(action))
        ]
        for number, action in at:
            self.offer(number, action)
        if not at:
            no = self.refusal(side, hex)
            out.print(f"  {refused(no)}", style="yellow", highlight=False)

    def refusal(self, side: Side, hex: Hex) -> No:
        """Why a click on a hex does nothing; where hexes mean nothing, why one on what stands there does."""
        s = self.match.now
        perspective = Perspective(s, side, self.match.clock)
        hidden = hidden_from(s, side)
        units = [unit for unit in reversed(s.stacks.get(hex, ())) if unit not in hidden]
        things: list[UnitId | Hex] = [hex, *units]
        refusals = [no for _, no in (perspective.clicked(thing) for thing in things) if no is not None]
        return next((no for no in refusals if no != MEANS_NOTHING), MEANS_NOTHING)

    def undo(self) -> None:
        if self.match.can_undo():
            action = self.match.undo()
            out.print(f"Undone: {label(self.game, decision(self.match.now), action)}", highlight=False)
            self.told = min(self.told, len(self.match.events))
        else:
            out.print("You can't undo past a die roll, revealed information or an enemy decision.")

    def show_board(self, side: Side, hex: Hex = NOWHERE) -> None:
        """The map around a hex, or around the fighting, with the numbers of the options on it."""
        seen = view(self.match.now, side)
        out.print(board_text(self.game, seen, self.numbers_on_map(), columns=out.width, centre=hex))

    def numbers_on_map(self) -> dict[Hex, str]:
        """By hex: the options it belongs to, "7" or "7-9" or "7+" where others lie between."""
        s = self.match.now
        numbers: dict[Hex, list[int]] = {}
        for number, action in enumerate(options(s), 1):
            here = place_of(action) or next((s.units[unit].hex for unit in units_in(action)), NOWHERE)
            if here:
                numbers.setdefault(here, []).append(number)
        return {hex: span(found) for hex, found in numbers.items()}

    def show_rule(self, number: str) -> None:
        rule = self.game.rules.get(number)
        if rule is None:
            near = [each for each in self.game.rules if number and each.startswith(number)]
            out.print(f"There is no rule {number}.")
            for each in near:
                out.print(f"  {each} {self.game.rules[each].title}", highlight=False)
            return
        reading = f" [italic]Interpretation: {rule.reading}[/italic]" if rule.reading else ""
        out.print(f"[bold]{number} {rule.title}[/bold] {rule.text}{reading}")

    def show_forecast(self, offered: list[Action], number: str) -> None:
        """The same answer, in the same words, as the page gives: of what is assembled, or of an option."""
        side = self.match.side
        if side is None:
            return
        if number and not (number.isdigit() and 1 <= int(number) <= len(offered)):
            out.print(f"There is no option {number}.", markup=False)
            return
        action = offered[int(number) - 1] if number else None
        shown = prospect(Perspective(self.match.now, side, self.match.clock), action, THOROUGH)
        if shown.forecast is None:
            out.print(
                "There are no odds to show for this option." if number else "Nothing is being assembled."
            )
            return
        out.print(f"[bold]{shown.forecast.title}[/bold]")
        for each in prospect_text(self.match.now, shown, side):
            out.print(each, markup=False)

    def save(self) -> None:
        try:
            self.file.write_text(self.match.record(), encoding="utf-8")
        except OSError as problem:
            raise BadFile(f"the game could not be saved: {problem}") from problem
        out.print(f"Saved as {self.file}. To resume: bridgehead play --terminal --record {self.file}")
