"""Chance: one 64-bit seed (splitmix64), and scripted dice for tests and for `outcomes`."""

import msgspec

MASK = (1 << 64) - 1


def advanced(seed: int) -> int:
    """The seed after one draw."""
    return (seed + 0x9E3779B97F4A7C15) & MASK


def mixed(seed: int) -> int:
    """Sixty-four well-mixed bits of a seed."""
    z = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class NeedsChance(Exception):
    """A script ran out: the next draw is one of `ways` equal ways."""

    def __init__(self, ways: int) -> None:
        super().__init__(f"one of {ways}")
        self.ways = ways


class Script(msgspec.Struct):
    """Draws decided beforehand, counted from 0, for `outcomes` and for tests."""

    draws: tuple[int, ...]
    used: int = 0
    live: bool = True
    """False once the scripted passage is over: chance is chance again."""
    known: tuple[int, ...] = ()
    """Random bits of draws that come before the scripted ones: what is known to have fallen."""

    def next(self, ways: int) -> int:
        at = self.used - len(self.known)
        if at < 0:
            self.used += 1
            return self.known[at] * ways >> 64
        if at == len(self.draws):
            raise NeedsChance(ways)
        drawn = self.draws[at]
        if not 0 <= drawn < ways:
            raise ValueError(f"scripted draw {drawn} does not fit 0..{ways - 1}")
        self.used += 1
        return drawn
