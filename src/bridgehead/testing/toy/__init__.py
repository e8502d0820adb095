"""A very small game with everything the core offers: dice, a reaction, a secret, an option, a ledger."""

from bridgehead.core.data import Data
from bridgehead.testing.toy import rules
from bridgehead.toolkit.wargame import Wargame


def build(data: Data) -> Wargame[rules.State, rules.Unit]:
    return rules.build(data)


def toy() -> Wargame[rules.State, rules.Unit]:
    return build(Data("bridgehead.testing.toy"))
