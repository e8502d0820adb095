"""Königsberg: the assault of an activation is planned, and made."""

from typing import Any

from bridgehead.bots import BOTS
from bridgehead.bots.judges import judge_of
from bridgehead.bots.judges.koenigsberg1945 import KoenigsbergJudge
from bridgehead.bots.seat import Seat
from bridgehead.core.actions import Attack
from bridgehead.core.play import deciding, push
from bridgehead.core.values import ChitId, Hex, UnitId
from bridgehead.games.koenigsberg1945.model.data import FRONT_2, SOVIET
from bridgehead.games.koenigsberg1945.model.state import ISOLATED
from bridgehead.games.koenigsberg1945.rules.activation import Activation
from bridgehead.games.koenigsberg1945.rules.movement import MovementSegment
from tests.games.koenigsberg1945.field import at, field, ids, segment
from tests.support import ask, stand

TARGET = 1514
CORPS = ("s2bf_48a_42", "s2bf_48a_53", "s2bf_48a_29")


def advancing(attacks: bool = True) -> Any:
    """Three corps of one army, three hexes before a division that one of them cannot beat."""
    s = field()
    stand(s, TARGET, "g_xx_14")
    for hex, corps in zip((1211, 1212, 1213), CORPS, strict=True):
        stand(s, hex, corps)
    stand(s, 1111, "hq_48a")
    army = Activation(
        SOVIET, FRONT_2, ChitId("48a"), UnitId("hq_48a"), attacks=attacks, formation=ids(*CORPS)
    )
    return ask(s, army, MovementSegment(SOVIET, ids(*CORPS)))


def planned(s: Any) -> dict[UnitId, Any]:
    judge = judge_of(s.game)
    assert isinstance(judge, KoenigsbergJudge)
    judge.begin_decision(judge.new_memory())
    found: dict[UnitId, Any] = judge.assaults.plan(s)
    return found


def test_an_army_is_sent_against_one_enemy_together() -> None:
    s = advancing()
    posts = planned(s)
    assert len(posts) >= 2
    assert {post.target for post in posts.values()} == {TARGET}
    assert all(s.game.board.adjacent(Hex(post.hex), Hex(TARGET)) for post in posts.values())


def test_nothing_is_planned_that_cannot_be_fought_out() -> None:
    assert planned(advancing(attacks=False)) == {}
    s = field()
    stand(s, TARGET, "g_xx_14")
    stand(s, 1413, CORPS[0])
    assert planned(segment(s, CORPS[0])) == {}


def test_a_veteran_brings_them_up() -> None:
    s = advancing()
    bot = BOTS["veteran"](3)
    while deciding(s) == SOVIET and isinstance(s.flow[1], MovementSegment):
        push(s, bot.choose(Seat(s, SOVIET)))
    near = s.game.board.near[TARGET]
    assert sum(at(s, corps) in near for corps in CORPS) >= 2


def test_a_surrounded_division_is_not_left_alone() -> None:
    """An enemy cut off is worth less than an enemy destroyed."""
    s = field()
    stand(s, TARGET, "g_xx_14", supply=ISOLATED)
    stand(s, 2523, "hq_xx")
    stand(s, 1413, CORPS[0])
    stand(s, 1414, CORPS[1])
    segment(s, *CORPS[:2])
    assert isinstance(BOTS["veteran"](3).choose(Seat(s, SOVIET)), Attack)
