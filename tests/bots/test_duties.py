"""Budziszyn: attacks that must be made are made, also those that take several hexes at once (5.1.4c)."""

from typing import Any

import pytest

from bridgehead.bots import BOTS
from bridgehead.bots.greedy import GreedyBot
from bridgehead.bots.limits import RECRUIT
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Action, Attack, Cancel, Commit
from bridgehead.core.play import deciding, push
from bridgehead.core.values import Hex
from bridgehead.games.budziszyn1945.rules.assault import Assault
from tests.games.budziszyn1945.field import SOVIET, attack, field, open_ground, stand

LONG_PHASE = RECRUIT.beyond or RECRUIT


def bound_to_three() -> tuple[Any, set[Action]]:
    """One unit alone is next to two enemies, who must both be attacked; a third one beside it is also the
    business of others, who would be left without an enemy if it took all three."""
    s = field(fog="open")
    here, around = open_ground(s)
    near = s.game.board.near
    first, second, third = around[0], around[1], around[3]
    behind = next(hex for hex in near[third] if hex != here and not {first, second} & set(near[hex]))
    stand(s, here, "su_254")
    stand(s, behind, "su_389", "su_78g")
    for hex, unit in ((first, "de_545_a"), (second, "de_545_b"), (third, "de_21_22")):
        stand(s, hex, unit)
    return attack(s, SOVIET), {Attack(Hex(first)), Attack(Hex(second))}


@pytest.mark.parametrize(
    "bot", [BOTS["recruit"](3), BOTS["veteran"](3), GreedyBot("late recruit", LONG_PHASE, 3)]
)
def test_a_unit_attacks_all_it_is_bound_to_at_once(bot: Any) -> None:
    s, both = bound_to_three()
    declared: list[set[Action]] = []
    while deciding(s) is not None and s.phase == "attack" and s.phasing == SOVIET:
        side = deciding(s)
        assert side is not None
        if side != SOVIET:
            push(s, BOTS["recruit"](1).choose(Seat(s, side)))
            continue
        action = bot.choose(Seat(s, side))
        assert bot.decided is not None, f"left to chance: {s.flow[-1]}"
        assert action != Cancel()
        if action == Commit() and isinstance(s.flow[-1], Assault):
            declared.append({Attack(hex) for hex in s.flow[-1].battle.targets})
        push(s, action)
    assert both in declared
