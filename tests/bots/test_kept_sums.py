"""Königsberg: what the judge carries on from one position to the next is what it would count anew."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bridgehead.bots.judges.koenigsberg1945 import KoenigsbergJudge
from bridgehead.core.play import options, push, setup
from bridgehead.games.koenigsberg1945.model.data import GERMAN, SOVIET
from bridgehead.games.koenigsberg1945.model.state import State
from bridgehead.games.koenigsberg1945.rules.supply import bearing_on, sources, supply_map, traced
from tests.games.koenigsberg1945.field import koenigsberg


def positions(skipped: int, number: int) -> Iterator[State]:
    """A stretch of a game in which anything is done."""
    s = setup(koenigsberg(), "campaign", 3)
    chance = Random(3)
    for step in range(skipped + number):
        push(s, chance.choice(options(s)))
        if step >= skipped:
            yield s


def worths(judge: KoenigsbergJudge, s: State, side: Any) -> dict[str, float]:
    return {term.name: term.worth for term in (*judge.standing(s, side), *judge.prospects(s, side))}


@pytest.mark.parametrize("skipped", [0, 300])
def test_sums_carried_on_are_sums_made_anew(skipped: int) -> None:
    kept, anew = KoenigsbergJudge(koenigsberg()), KoenigsbergJudge(koenigsberg())
    kept.begin_decision(kept.new_memory())
    seen = set()
    for s in positions(skipped, 60):
        for side in (SOVIET, GERMAN):
            found = worths(kept, s, side)
            anew.begin_decision(anew.new_memory())
            anew.root, anew.plan, anew.striking = None, kept.plan, kept.striking
            assert found == pytest.approx(worths(anew, s, side)), s.flow
            assert worths(kept, s, side) == found
            seen.add(tuple(found.values()))
    assert len(seen) > 40


def test_what_bears_on_lines_of_supply_tells_how_they_run() -> None:
    base: Any = {}
    known: Any = {}
    quiet = changed = 0
    for s in positions(100, 250):
        for camp in (GERMAN, SOVIET):
            if camp not in base:
                base[camp] = sources(s, camp), traced(s, camp)
            starts, lines = base[camp]
            if sources(s, camp) != starts:
                continue
            bears, runs = bearing_on(s, camp, lines), supply_map(s, camp)
            assert (known.setdefault((camp, bears), runs) == runs).all()
            if bears:
                changed += bool((runs != lines.distance).any())
            else:
                quiet += 1
                assert (runs == lines.distance).all()
    assert quiet > 20
    assert changed > 20
