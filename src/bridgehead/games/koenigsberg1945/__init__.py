"""Königsberg: the Soviet attack on East Prussia, 1945."""

from bridgehead.core.data import Data
from bridgehead.core.game import Scenario
from bridgehead.core.values import ChitId, Side, UnitId
from bridgehead.games.koenigsberg1945 import data as files
from bridgehead.games.koenigsberg1945.ground import Ground
from bridgehead.games.koenigsberg1945.scenarios import begin
from bridgehead.games.koenigsberg1945.state import LEDGERS, Campaign, State, Unit, account, steps
from bridgehead.games.koenigsberg1945.view import OVERLAYS, back, determinize, face, view
from bridgehead.hexes.board import Board
from bridgehead.hexes.paths import Walker


def build(data: Data) -> Campaign:
    """The game, with its data read and checked."""
    texts = files.read(data)
    board = Board(texts.map, lambda key, problem: data.wrong("map", key, problem))
    walker = Walker(board)
    pieces = files.counters(data, texts.units)
    files.check(data, texts, pieces, board)
    return Campaign(
        name="koenigsberg1945",
        title="Königsberg 1945",
        package=__name__,
        version=data.version(),
        about="The Soviet attack on East Prussia, 13 January to 1 February 1945.",
        sides=(files.GERMAN, files.SOVIET),
        scenarios=scenarios(texts),
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
        names=names(texts, pieces),
        overlays=OVERLAYS,
        board=board,
        walker=walker,
        counters=pieces,
        face=face,
        back=back,
        steps=steps,
        pieces=pieces,
        ground=Ground(board, walker, texts.tables),
        tables=texts.tables,
        crt=files.crt(data, texts.tables.crt),
        chits={ChitId(name): chit for name, chit in texts.scenarios.chit.items()},
        reinforcements=texts.scenarios.reinforcement,
        optional=texts.scenarios.optional,
        setup=files.setups(data, texts.scenarios, pieces, board),
        formations=formations(pieces),
        headquarters=tuple(unit for unit, piece in pieces.items() if piece.headquarters),
        air=tuple(unit for unit, piece in pieces.items() if piece.kind == "air"),
    )


def formations(pieces: dict[UnitId, files.Counter]) -> dict[str, tuple[UnitId, ...]]:
    """The combat units of each colour band."""
    bands = {piece.formation for piece in pieces.values() if piece.formation}
    return {
        band: tuple(unit for unit, piece in pieces.items() if piece.combat and piece.formation == band)
        for band in bands
    }


def names(texts: files.Texts, pieces: dict[UnitId, files.Counter]) -> dict[str, str]:
    """What players call things."""
    called = {str(unit): piece.name for unit, piece in pieces.items()}
    called |= {name: chit.name for name, chit in texts.scenarios.chit.items()}
    called |= {number: place.name for number, place in texts.map.place.items()}
    return called | texts.tables.names


def scenarios(texts: files.Texts) -> dict[str, Scenario]:
    """The campaign, for two players and for three."""
    turns = texts.tables.turn
    return {
        name: Scenario(
            title=each.title,
            about=each.about,
            turns=len(turns),
            first=files.GERMAN,
            length=each.length,
            sides=tuple(map(Side, each.sides)),
            turn_names=tuple(turns[str(number + 1)].dates for number in range(len(turns))),
        )
        for name, each in texts.scenarios.scenario.items()
    }
