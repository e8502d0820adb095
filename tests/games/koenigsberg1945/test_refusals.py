"""Every reason is true: take away what it names, and the action is offered."""

from bridgehead.testing.causes.koenigsberg1945 import FACTS, REMEDIES
from bridgehead.testing.refusals import FalseReason, check, sampled
from tests.games.koenigsberg1945.field import koenigsberg


def test_every_reason_is_true() -> None:
    wrong = []
    for refusal in sampled(koenigsberg(), ["campaign", "fronts"], 100, 320):
        try:
            check(refusal, REMEDIES, FACTS)
        except FalseReason as found:
            wrong.append(str(found))
    assert not wrong, "\n".join(wrong)
