"""Königsberg: the Soviet attack on East Prussia, 1945.

The rulebook by chapter, and where each is:

1.0, 2.0   components        model/data (pieces, tables), model/ground (map, chart),
                             rules/random_events (2.5), rules/barrage (2.5.1)
3.0        sequence of play  rules/sequence
4.0        command           rules/command (chits), rules/activation (headquarters)
5.0        zones of control  model/state (account)
6.0        movement          rules/movement (decisions), rules/reach (costs and ways)
7.0        stacking          rules/stacking
8.0        reinforcements    rules/reinforcements
9.0        combat            rules/combat, odds (9.3), losses (9.4), retreat (9.5), advance (9.6)
10.0       supply            rules/supply
11.0       special rules     rules/special, replacements (11.2), volkssturm (11.3), victory (11.5)
12.0       air units         rules/air
13.0       how to win        rules/victory
14.0, 15.0 options, set-up   model/scenarios
2.1.3      fog of war        fog
"""

from bridgehead.core.data import Data
from bridgehead.core.values import ChitId, UnitId
from bridgehead.games.koenigsberg1945.advice import supplied
from bridgehead.games.koenigsberg1945.fog import determinize
from bridgehead.games.koenigsberg1945.model import data as files
from bridgehead.games.koenigsberg1945.model.check import check
from bridgehead.games.koenigsberg1945.model.game import Koenigsberg, formations, names
from bridgehead.games.koenigsberg1945.model.ground import Ground
from bridgehead.games.koenigsberg1945.model.scenarios import levels, scenarios
from bridgehead.games.koenigsberg1945.model.state import LEDGERS, State, Unit, account, steps
from bridgehead.games.koenigsberg1945.reference import reference, standing
from bridgehead.games.koenigsberg1945.rules.odds import attack_odds
from bridgehead.games.koenigsberg1945.rules.sequence import begin
from bridgehead.games.koenigsberg1945.view import OVERLAYS, back, face, view
from bridgehead.hexes.board import Board
from bridgehead.hexes.paths import Walker
from bridgehead.toolkit.drawing import Drawing


def build(data: Data) -> Koenigsberg:
    """The game, with its data read and checked."""
    texts = files.read(data)
    board = Board(texts.map, lambda key, problem: data.wrong("map", key, problem))
    walker = Walker(board)
    counters = files.counters(data, texts.units)
    check(data, texts, counters, board)
    return Koenigsberg(
        name="koenigsberg1945",
        title="Königsberg 1945",
        package=__name__,
        version=data.version(),
        about="The Soviet attack on East Prussia, 13 January to 1 February 1945.",
        sides=(files.GERMAN, files.SOVIET),
        scenarios=scenarios(texts),
        levels=levels(texts),
        options=texts.scenarios.option,
        rules=texts.rules,
        state=State,
        unit=Unit,
        begin=begin,
        view=view,
        determinize=determinize,
        account=account,
        ledgers=LEDGERS,
        ledger_size=board.size,
        names=names(texts, counters),
        overlays=OVERLAYS,
        board=board,
        walker=walker,
        counters=counters,
        drawing=data.read_drawing("drawing", Drawing),
        face=face,
        back=back,
        steps=steps,
        odds=attack_odds,
        reference=reference,
        standing=standing,
        supplied=supplied,
        ground=Ground(board, walker, texts.tables),
        tables=texts.tables,
        ladder=files.ladder(data, texts.tables.crt),
        crt=files.crt(data, texts.tables.crt),
        chits={ChitId(name): chit for name, chit in texts.scenarios.chit.items()},
        reinforcements=texts.scenarios.reinforcement,
        optional=texts.scenarios.optional,
        setup=files.setups(data, texts.scenarios, counters, board),
        formations=formations(counters),
        headquarters=tuple(unit for unit, counter in counters.items() if counter.headquarters),
        limits={int(turn): entry.limit for turn, entry in texts.tables.turn.items()},
        frozen_by={counters[UnitId(hq)].formation: UnitId(hq) for hq in texts.tables.frozen.headquarters},
        air=tuple(unit for unit, counter in counters.items() if counter.kind == "air"),
    )
