"""Every reason is true: take away what it names and the action is offered, or map and counter show it."""

import pytest

from bridgehead.testing.causes.seelow1945 import FACTS, REMEDIES
from bridgehead.testing.refusals import FalseReason, check, sampled
from tests.games.seelow1945.field import GAME

SAMPLES = 600


@pytest.mark.rule("5.16", "7.18", "7.52")
def test_every_reason_is_the_cause() -> None:
    wrong = []
    refusals = sampled(GAME, ("kustrin", "seelow"), 27, SAMPLES)
    for refusal in refusals:
        try:
            check(refusal, REMEDIES, FACTS)
        except FalseReason as false:
            wrong.append(str(false))
    assert not wrong, "\n".join(wrong[:20])
    assert len({refusal.kind[:3] for refusal in refusals}) > 30
