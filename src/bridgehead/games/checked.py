"""A player's own data are tried before they are trusted: the game is built, begun and played a little.

Types and loaders refuse what they know of. Whatever else the rules would stumble over shows here, and is told
with its file and key: parts of the overlay are left out until the game goes well, and the part that makes the
difference is to blame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bridgehead.core.actions import Action, Choose
from bridgehead.core.chance import mixed
from bridgehead.core.data import Data, DataError, Key
from bridgehead.core.play import options, push, setup, view

if TYPE_CHECKING:
    from bridgehead.toolkit.wargame import AnyWargame

Build = Callable[[Data], "AnyWargame"]
MOVES = 60
"""Actions of each scenario that are tried after its set-up."""
SETTING_UP = 400
"""Actions a set-up may take; scenarios with a set-up plan take one."""


def tried(build: Build, data: Data) -> AnyWargame:
    """The game of these data, tried; an error that names file and key where it cannot be played."""
    try:
        game = build(data)
        try_out(game)
    except DataError:
        raise
    except Exception as problem:  # whatever the rules stumble over
        key = to_blame(build, data)
        said = f"the game cannot be played with this ({type(problem).__name__}: {problem})"
        raise data.wrong(key[0], ".".join(key[1:]), said) from problem
    return game


def try_out(game: AnyWargame) -> None:
    """Set up every scenario and play it a little, at random but always alike."""
    for number, scenario in enumerate(game.scenarios):
        s = setup(game, scenario, number)
        for at in range(SETTING_UP):
            if s.turn or not s.flow:
                break
            plan = next((action for action in options(s) if isinstance(action, Choose)), None)
            push(s, plan or drawn(options(s), at))
        for at in range(MOVES):
            if not s.flow:
                break
            push(s, drawn(options(s), at))
        for side in (*game.sides, None):
            view(s, side)


def drawn(offered: list[Action], at: int) -> Action:
    return offered[mixed(at) % len(offered)]


def to_blame(build: Build, data: Data) -> Key:
    """The first of the changed values without which, and without those before it, the game goes well."""
    changed = data.changes()
    low, high = 0, len(changed)
    while high - low > 1:
        middle = (low + high) // 2
        if goes_well(build, data, frozenset(changed[:middle])):
            high = middle
        else:
            low = middle
    return changed[high - 1] if changed else ("map",)


def goes_well(build: Build, data: Data, without: frozenset[Key]) -> bool:
    try:
        try_out(build(Data(data.package, data.overlay, without)))
    except Exception:  # the same, or another mistake of the same file
        return False
    return True
