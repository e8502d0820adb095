"""Playing: set-up, options, actions, refusals. Legality and effect come from the same frames."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from bridgehead.core.actions import Action
from bridgehead.core.chance import MASK, Script
from bridgehead.core.events import Told
from bridgehead.core.flow import Decision, settle
from bridgehead.core.game import AnyGame, Game, View, view_of
from bridgehead.core.refusal import NOT_NOW, DeadEnd, IllegalAction, No
from bridgehead.core.roles import hexes_in, name_of_noun, noun_of, units_in
from bridgehead.core.state import AnyState, Result, S
from bridgehead.core.values import Hex, Hexside, Side, UnitId

GAME_OVER = No("", "the game is over")
MEANS_NOTHING = No("", "there is nothing to do there now")


class BadSetup(ValueError):
    """A scenario or option that the game does not have."""


def setting_for(game: AnyGame, scenario: str, options: dict[str, str]) -> dict[str, str]:
    """The options in force: what was asked for over the defaults, checked."""
    if scenario not in game.scenarios:
        raise BadSetup(f"{game.name} has no scenario {scenario!r}; it has {', '.join(game.scenarios)}")
    offered = {
        name: option
        for name, option in game.options.items()
        if not option.scenarios or scenario in option.scenarios
    }
    for name, choice in options.items():
        if name not in offered:
            raise BadSetup(
                f"{game.name}/{scenario} has no option {name!r}; it has {', '.join(offered) or 'none'}"
            )
        if choice not in offered[name].choices:
            raise BadSetup(f"option {name} is one of {', '.join(offered[name].choices)}, not {choice!r}")
    return {name: options.get(name, option.choices[0]) for name, option in offered.items()}


def setup(game: Game[S, Any], scenario: str, seed: int, **options: str) -> S:
    """A new game, run up to its first decision."""
    s = game.state(
        game=game,
        scenario=scenario,
        setting=setting_for(game, scenario, options),
        seed=seed & MASK,
        ledger={name: bytearray(game.ledger_size) for name in game.ledgers},
    )
    s.flow = (game.begin(s),)
    settle(s)
    return s


def decision(s: AnyState) -> Decision[Any]:
    """The frame in which someone must now decide."""
    frame = s.flow[-1]
    assert isinstance(frame, Decision), frame
    return frame


def deciding(s: AnyState) -> Side | None:
    return decision(s).side if s.flow else None


def options(s: AnyState) -> list[Action]:
    """Every legal action, in a stable order; empty only when the game is over."""
    if s.offered is None:
        s.offered = list(decision(s).options(s)) if s.flow else []
        if s.flow and not s.offered:
            raise DeadEnd(f"{s.flow[-1]} offers nothing")
    return s.offered


def why_not(s: AnyState, action: Action) -> No | None:
    """None when legal; otherwise rule and reason."""
    if not s.flow:
        return GAME_OVER
    if action in options(s):
        return None
    return unknown(s, action) or decision(s).why_not(s, action) or NOT_NOW


def unknown(s: AnyState, action: Action) -> No | None:
    """A unit or a hex that an action names, whoever sent it, must be one of the game's before rules look."""
    for unit in units_in(action):
        if unit not in s.units:
            return No("", f"there is no unit {unit} in this game")
    for hex in hexes_in(action):
        if not s.game.has_hex(hex):
            return No("", f"there is no hex {s.game.printed(hex)} on this map")
    verb = type(action)
    if noun_of(verb) in (UnitId, Hex) and not getattr(action, name_of_noun(verb)):
        return No("", "the action names nothing")
    return None


def clicked(s: AnyState, on: UnitId | Hex | Hexside) -> tuple[Action | None, No | None]:
    """What a click means now, and why it may not be done: None when it is legal."""
    if not s.flow:
        return None, GAME_OVER
    action = decision(s).click(s, on)
    return action, why_not(s, action) if action is not None else MEANS_NOTHING


def push(s: AnyState, action: Action) -> list[Told]:
    """Trust an action and change the state in place: for search and rollouts."""
    s.log = []
    decision(s).take(s, action)
    settle(s)
    return s.log


def standing_answer(s: AnyState) -> Action | None:
    """The answer of the side that must decide, where its standing order gives one."""
    return decision(s).standing_answer(s) if s.flow else None


def play(s: S, action: Action) -> S:
    """Check an action and give the position after it; what happened is in its `log`."""
    no = why_not(s, action)
    if no is not None:
        raise IllegalAction(action, no)
    after = s.clone()
    push(after, action)
    return after


def result(s: AnyState) -> Result | None:
    """Who won, how well, by which rule; None while the game is on."""
    return s.ended


def view(s: AnyState, side: Side | None) -> View:
    return view_of(s, side, s.game.view(s, side))


def determinize(s: S, side: Side, seed: int) -> S:
    """A full position that the side could not tell from this one, with chance of its own."""
    guess: S = s.game.determinize(s, side, seed)
    return guess


@contextmanager
def dice(s: AnyState, *rolls: int) -> Iterator[None]:
    """Script the dice of what follows, as printed on them: for tests."""
    script = Script(tuple(roll - 1 for roll in rolls))
    s.script = script
    try:
        yield
        unused = script.draws[script.used :]
        if unused:
            raise AssertionError(f"dice not rolled: {[draw + 1 for draw in unused]}")
    finally:
        script.live = False
        s.script = None


def replay(s: S, actions: Sequence[Action]) -> S:
    """The position after a list of actions, each checked."""
    s = s.clone()
    for action in actions:
        no = why_not(s, action)
        if no is not None:
            raise IllegalAction(action, no)
        push(s, action)
    return s
