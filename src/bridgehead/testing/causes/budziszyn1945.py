"""How the causes of Budziszyn's refusals are taken away, and how it is seen that they are there."""

from __future__ import annotations

from collections.abc import Mapping

from bridgehead.core.actions import Action, Attack, Pick, Place
from bridgehead.core.play import decision
from bridgehead.core.refusal import No
from bridgehead.core.roles import hexside_of, place_of, units_in
from bridgehead.core.values import Hex, Side, UnitId, replace
from bridgehead.games.budziszyn1945.model.actions import (
    Fire,
    Lose,
    Restore,
    Strike,
    UseStar,
)
from bridgehead.games.budziszyn1945.model.data import SOVIET, hexside
from bridgehead.games.budziszyn1945.model.state import (
    ACTED,
    BARRAGED,
    DEFECTED,
    FIRED,
    FOUGHT,
    HELD,
    MARKED,
    State,
    Unit,
    american,
    camp,
    in_nysa,
)
from bridgehead.games.budziszyn1945.rules import special
from bridgehead.games.budziszyn1945.rules.abilities import has_armor
from bridgehead.games.budziszyn1945.rules.air import (
    OBJECTS,
    AirContacts,
    AirPlanning,
    contacts,
    target_hexes,
)
from bridgehead.games.budziszyn1945.rules.artillery import (
    AssembleFire,
    guns_of,
    in_range_of,
    ready_guns,
)
from bridgehead.games.budziszyn1945.rules.assault import Assault
from bridgehead.games.budziszyn1945.rules.battle import defenders, main_hex, main_hexes, supportable
from bridgehead.games.budziszyn1945.rules.combat import Defend
from bridgehead.games.budziszyn1945.rules.duties import (
    Duties,
    able_beside,
    germans_beside,
)
from bridgehead.games.budziszyn1945.rules.engineering import (
    Pontoons,
    bank_hexes,
    fortified,
)
from bridgehead.games.budziszyn1945.rules.losses import TakeLosses
from bridgehead.games.budziszyn1945.rules.marching import MoveUnit, takes_levels
from bridgehead.games.budziszyn1945.rules.masking import hidden_from
from bridgehead.games.budziszyn1945.rules.movement import (
    ENDLESS,
    bridge_stands,
    starting_mp,
)
from bridgehead.games.budziszyn1945.rules.pursuit import Accompany, Pursue, Pursuit, in_corridor
from bridgehead.games.budziszyn1945.rules.reinforcements import ring_distance, zones_of
from bridgehead.games.budziszyn1945.rules.retreat import Retreat, RetreatUnit, StandFirm
from bridgehead.games.budziszyn1945.rules.zoc import controls, in_enemy_zoc, occupied_by_foe
from bridgehead.testing.refusals import Fact, Remedy
from bridgehead.toolkit.hidden import spoken_of

AWAY = "away"
"""A box for counters that a remedy takes off the map."""


# --- small changes


def unit_of(s: State, action: Action) -> Unit:
    """The unit an action names, or the one in hand."""
    named = units_in(action)
    return s.units[named[0] if named else decision(s).about(s).unit]


def spot(action: Action, no: No) -> Hex:
    """Where the cause stands: where the refusal says, else in the hex aimed at."""
    return no.hex or place_of(action)


def clear(s: State, hex: Hex, side: Side) -> None:
    """Take the enemies of a side out of a hex."""
    for unit in s.units_in(hex):
        if camp(unit.side) != camp(side):
            s.send(unit.id, AWAY)


def quiet(s: State, hex: Hex, side: Side) -> None:
    """Take away the enemies whose ZOC reaches a hex."""
    for to in s.game.board.near[hex]:
        for unit in s.units_in(to):
            if camp(unit.side) != camp(side) and controls(s, unit, hex):
                s.send(unit.id, AWAY)


def become(s: State, **fields: object) -> None:
    s.become(replace(s.flow[-1], **fields))


def forget(s: State, unit: UnitId, bits: int) -> None:
    s.mark(unit, done=s.units[unit].done & ~bits)


def room(s: State, action: Action, no: No) -> None:
    """Make room in a hex for the unit that comes."""
    mover, hex = unit_of(s, action), spot(action, no)
    for unit in s.units_in(hex):
        if s.ledger["cels"][hex] + mover.cel > s.game.tables.number.stacking - 2 and unit.id != mover.id:
            s.send(unit.id, AWAY)


def alone(s: State, action: Action, no: No) -> None:
    """Take out of a hex those of the other force."""
    mover = unit_of(s, action)
    for unit in s.units_in(spot(action, no)):
        if american(s, unit) != american(s, mover):
            s.send(unit.id, AWAY)


def no_enemy(s: State, action: Action, no: No) -> None:
    clear(s, spot(action, no), decision(s).side)


def no_zoc(s: State, action: Action, no: No) -> None:
    quiet(s, spot(action, no), decision(s).side)


def points(s: State, action: Action, no: No) -> None:
    frame = s.flow[-1]
    assert isinstance(frame, MoveUnit)
    become(s, mp=ENDLESS, start=max(frame.start, 1))


def phase(s: State) -> tuple[int, Duties]:
    at = max(at for at, frame in enumerate(s.flow) if isinstance(frame, Duties))
    frame = s.flow[at]
    assert isinstance(frame, Duties)
    return at, frame


def unhit(s: State, action: Action, no: No) -> None:
    """The Combat Phase forgets that a hex was attacked, fired at, or must be attacked."""
    at, frame = phase(s)
    hex = place_of(action)
    kept = {
        name: tuple(each for each in getattr(frame, name) if each != hex)
        for name in ("hit", "shelled", *(("hexes",) if isinstance(action, Fire) else ()))
    }
    s.flow = (*s.flow[:at], replace(frame, **kept), *s.flow[at + 1 :])


def own_beside(s: State, hex: Hex) -> list[Unit]:
    side = decision(s).side
    return [unit for to in s.game.board.near[hex] for unit in s.units_in(to) if unit.side == side]


def fought(s: State, action: Action, no: No) -> None:
    """5.1.1, 6.1.4 Units that fought or fired are fresh again; a hex attacked is open again."""
    if "unit" not in no.because and "artillery" not in no.because:
        unhit(s, action, no)
        return
    for unit in list(s.units.values()):
        forget(s, unit.id, FOUGHT | FIRED)


def guns_ready(s: State, action: Action, no: No) -> None:
    side = decision(s).side
    for gun in guns_of(s, side):
        if no.rule == "6.5.6":
            s.mark(gun.id, barred=0)
        else:
            s.mark(gun.id, transport=False)


def one_target(s: State, action: Action, no: No) -> None:
    """All attackers in one hex: those elsewhere go, and with them further targets."""
    frame = s.flow[-1]
    assert isinstance(frame, Assault)
    battle = frame.battle
    if isinstance(action, Attack):
        here = s.units[battle.attackers[0]].hex
        stay = tuple(id for id in battle.attackers if s.units[id].hex == here)
        guns = tuple(id for id in battle.guns if s.units[id].hex == here)
        become(s, battle=replace(battle, attackers=stay, guns=guns))
    else:
        become(s, battle=replace(battle, targets=battle.targets[:1]))


def an_attacker(s: State, action: Action, no: No) -> None:
    frame = s.flow[-1]
    assert isinstance(frame, Assault)
    first = able_beside(s, frame.side)[frame.battle.targets[0]][0]
    become(s, battle=replace(frame.battle, attackers=(first,)))


def stand_at_bridge(s: State, action: Action, no: No) -> None:
    unit, side = unit_of(s, action), hexside_of(action)
    assert side is not None
    if "neither end" in no.because:
        for other in s.units_in(side[0]):
            s.send(other.id, AWAY)
        s.put(unit.id, side[0])


def hold_bridge(s: State, action: Action, no: No) -> None:
    side = hexside_of(action)
    assert side is not None
    for end in side:
        clear(s, end, decision(s).side)


def bring_hq(s: State, action: Action, no: No) -> None:
    unit = unit_of(s, action)
    s.put(next(id for id in s.game.hqs if s.units[id].side == unit.side), unit.hex)


def on_the_bank(s: State, action: Action, no: No) -> None:
    if "all the MP" in no.because:
        become(s, moved=False)
    s.set(banks=s.banks | {unit_of(s, action).id})


def site_free(s: State, action: Action, no: No) -> None:
    side = hexside_of(action)
    assert side is not None
    if no.rule == "14.3.3":
        s.works.clear()
    for end in side:
        clear(s, end, decision(s).side)
        if "ZOC" in no.because:
            quiet(s, end, decision(s).side)


def bridge_whole(s: State, action: Action, no: No) -> None:
    side = hexside_of(action)
    assert side is not None
    s.set(broken=s.broken - {side})


def bridge_gone(s: State, action: Action, no: No) -> None:
    side = hexside_of(action)
    assert side is not None
    s.set(built=s.built - {side}, broken=s.broken | ({side} & s.game.ground.bridges.keys()))


def build_bridge(s: State, action: Action, no: No) -> None:
    unit = unit_of(s, action)
    side = hexside(unit.hex, spot(action, no))
    s.set(broken=s.broken - {side})
    if side not in s.game.ground.bridges:
        s.set(built=s.built | {side})


def volkssturm(s: State, action: Action, no: No) -> None:
    """15.3.3 What keeps a unit from taking a level of Volkssturm, or from marching after it."""
    assert isinstance(s.flow[-1], MoveUnit)
    unit = s.units[s.flow[-1].unit]
    become(s, restored=False)
    if isinstance(action, Restore):
        if "before it does" in no.because:
            become(s, moved=False)
        elif "all its CELs" in no.because:
            s.mark(unit.id, cel=unit.cel - 1)
        elif "in this unit's hex" in no.because:
            s.put(action.unit, unit.hex)
        elif "done something else" in no.because:
            forget(s, action.unit, ACTED | MARKED)


def disperse(s: State, action: Action, no: No) -> None:
    unit = unit_of(s, action) if not isinstance(action, Restore) else s.units[decision(s).about(s).unit]
    for other in s.units_in(unit.hex):
        if other.id not in (unit.id, *units_in(action)):
            s.send(other.id, AWAY)


def open_zone(s: State, action: Action, no: No) -> None:
    side, hex = decision(s).side, place_of(action)
    clear(s, hex, side)
    control = bytearray(s.control)
    control[hex] = 1 if side == SOVIET else 2
    s.set(control=bytes(control))


def german_town(s: State, action: Action, no: No) -> None:
    if "don't control" in no.because:
        open_zone(s, action, no)
    else:
        no_zoc(s, action, no)


def transport(s: State, action: Action, no: No) -> None:
    s.mark(unit_of(s, action).id, transport=True)


def stronger(s: State, action: Action, no: No) -> None:
    s.mark(unit_of(s, action).id, cel=2)


def play_all(s: State, action: Action, no: No) -> None:
    s.setting["complementary"] = "on"


def unstarred(s: State, action: Action, no: No) -> None:
    become(s, **({"owing": ()} if isinstance(s.flow[-1], TakeLosses) else {"stars": ()}))


def raze(s: State, action: Action, no: No) -> None:
    frame = s.flow[-1]
    assert isinstance(frame, Assault)
    s.fill_in(main_hex(s, frame.battle))


def ammunition(s: State, action: Action, no: No) -> None:
    s.track("ammunition", 10)


def unrest(s: State, action: Action, no: No) -> None:
    s.set(turn=2)


def unbuild(s: State, action: Action, no: No) -> None:
    s.works.clear()


def mark(s: State, action: Action, no: No) -> None:
    s.did(unit_of(s, action).id, MARKED)


def fresh(s: State, action: Action, no: No) -> None:
    forget(s, unit_of(s, action).id, {"3.1.6": HELD, "6.5.5": BARRAGED}.get(no.rule, FOUGHT | FIRED))


def short_queue(s: State, action: Action, no: No) -> None:
    s.entering.clear()


def unallotted(s: State, action: Action, no: No) -> None:
    become(s, hit=())


REMEDIES: Mapping[str, Remedy] = {
    "2.1.2": no_enemy,
    "3.1.5": points,
    "3.1.6": fresh,
    "3.1.8": no_enemy,
    "3.2.1a": room,
    "3.2.1b": room,
    "3.2.1c": disperse,
    "4.2.1": no_zoc,
    "4.2.3": no_zoc,
    "5.1.1": fought,
    "5.1.5a": one_target,
    "5.1.5d": one_target,
    "5.2.1a": an_attacker,
    "5.3.3": no_zoc,
    "5.3.4": stronger,
    "5.3.5": build_bridge,
    "5.3.6": room,
    "6.1.3": guns_ready,
    "6.1.4": fought,
    "6.2.3": transport,
    "6.2.4b": transport,
    "6.4.5": unhit,
    "6.5.3": unallotted,
    "6.5.5": fresh,
    "6.5.6": guns_ready,
    "6.5.7": ammunition,
    "11.1.4": open_zone,
    "11.1.5": short_queue,
    "12.1.2": fresh,
    "12.1.4": mark,
    "12.2.1": lambda s, action, no: quiet(s, unit_of(s, action).hex, decision(s).side),
    "12.2.2": no_zoc,
    "14.1.2": bridge_whole,
    "14.1.4": hold_bridge,
    "14.2.1": stand_at_bridge,
    "14.2.2": bring_hq,
    "14.3.2a": on_the_bank,
    "14.3.2b": site_free,
    "14.3.3": site_free,
    "14.3.4": unbuild,
    "14.3.5": bridge_gone,
    "15.1.2a": raze,
    "15.1.7": unstarred,
    "15.3.3": volkssturm,
    "15.3.4": volkssturm,
    "N.6b": site_free,
    "N.12": german_town,
    "OPT.1": play_all,
    "T.10": unrest,
    "T.13": alone,
    "T.14": alone,
}


# --- what no position changes


def stopped(s: State, action: Action, no: No) -> bool:
    """A pursuit that was stopped; an advance, by a ZOC."""
    frame = s.flow[-1]
    assert isinstance(frame, Pursue)
    held = in_enemy_zoc(s, frame.side, s.units[frame.unit].hex)
    return frame.stopped and (held or no.rule == "5.4.8")


def not_ours(s: State, action: Action, no: No) -> bool:
    """The unit is not of the side that decides."""
    return unit_of(s, action).side != decision(s).side


def not_adjacent(s: State, action: Action, no: No) -> bool:
    here, to = unit_of(s, action).hex, place_of(action)
    return here == to if "already" in no.because else not s.game.board.adjacent(here, to)


def closed(s: State, action: Action, no: No) -> bool:
    """The step is closed to units of that class; to a hex further away, every way is."""
    unit, to = unit_of(s, action), spot(action, no)
    cls = s.counter(unit.id).cls
    if isinstance(action, Place):
        return s.game.ground.enter("foot" if cls == "static" else cls, to) is None
    prices = s.game.ground.roads(s.broken, s.built).prices(cls)
    if s.game.board.adjacent(unit.hex, to):
        return bool(prices[unit.hex * 6 + s.game.board.around[unit.hex].index(to)] < 0)
    nothing = s.game.ground.nothing
    return to not in s.game.walker.reach(unit.hex, ENDLESS, prices, nothing, nothing)


def first_fight(s: State, action: Action, no: No) -> bool:
    """5.1.1: it is not our unit, or it takes part already."""
    frame = s.flow[-1]
    if "only your own" in no.because:
        return not_ours(s, action, no)
    if "takes part" in no.because:
        assert isinstance(frame, Assault)
        battle = frame.battle
        return unit_of(s, action).id in (*battle.attackers, *battle.guns, *battle.stars)
    if "already a target" in no.because:
        assert isinstance(frame, Assault)
        return place_of(action) in frame.battle.targets
    return False


def nobody_near(s: State, action: Action, no: No) -> bool:
    """5.1.2: no enemy in the hex, nobody of ours beside it, or the unit is not beside it."""
    hex, side = place_of(action), decision(s).side
    if "no enemy" in no.because:
        return not occupied_by_foe(s, side, hex)
    if "none of your units" in no.because:
        return not own_beside(s, hex)
    frame = s.flow[-1]
    assert isinstance(frame, Assault)
    if isinstance(action, Attack):
        return any(not s.game.board.adjacent(s.units[id].hex, hex) for id in frame.battle.attackers)
    return any(not s.game.board.adjacent(unit_of(s, action).hex, to) for to in frame.battle.targets)


def cannot_attack(s: State, action: Action, no: No) -> bool:
    if isinstance(action, Attack):
        return all(not s.counter(unit.id).attacks for unit in own_beside(s, place_of(action)))
    return not s.counter(unit_of(s, action).id).attacks


def not_in_result(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    assert isinstance(frame, TakeLosses)
    return unit_of(s, action).id not in frame.units


def not_away(s: State, action: Action, no: No) -> bool:
    unit, frame, far = unit_of(s, action), s.flow[-1], s.game.ground.distance
    origin = frame.origin if isinstance(frame, RetreatUnit) else unit.hex
    return far(origin, spot(action, no)) <= far(origin, unit.hex)


def not_retreating(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    assert isinstance(frame, Retreat)
    id = unit_of(s, action).id
    retreated = id in dict(s.routs)
    return retreated if "already retreated" in no.because else not retreated and id not in frame.units


def not_short(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    assert isinstance(frame, StandFirm)
    return unit_of(s, action).id not in frame.short(s)


def never_walks(s: State, action: Action, no: No) -> bool:
    return not s.counter(unit_of(s, action).id).mp


def no_pursuer(s: State, action: Action, no: No) -> bool:
    frame, unit = s.flow[-1], unit_of(s, action)
    assert isinstance(frame, Pursuit)
    if "already pursued" in no.because:
        return unit.id in frame.done
    return (unit.id, unit.hex) not in frame.came or not s.counter(unit.id).mp or unit.id in dict(s.routs)


def off_the_lane(s: State, action: Action, no: No) -> bool:
    frame, hex = s.flow[-1], place_of(action)
    if isinstance(frame, Pursuit):
        here = unit_of(s, action).hex
        return not any(s.game.board.adjacent(here, lane.path[0]) for lane in frame.lanes)
    assert isinstance(frame, Pursue)
    if no.rule == "5.4.4":
        here = s.units[frame.unit].hex
        return not any(lane.path[0] == hex and s.game.board.adjacent(here, hex) for lane in frame.lanes)
    if no.rule == "5.4.6":
        return all(frame.gone >= lane.length for lane in frame.lanes)
    return not any(frame.gone < lane.length and in_corridor(s, lane, hex) for lane in frame.lanes)


def towed(s: State, action: Action, no: No) -> bool:
    return s.counter(unit_of(s, action).id).towed


def nobody_followed(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    if isinstance(frame, Accompany):
        return place_of(action) not in frame.ends
    assert isinstance(frame, Pursuit)
    return not frame.followed(s, unit_of(s, action).id)


def out_of_range(s: State, action: Action, no: No) -> bool:
    frame, far = s.flow[-1], s.game.ground.distance
    most = s.game.tables.number.artillery_range
    here = unit_of(s, action).hex
    if isinstance(frame, Assault):
        return all(far(here, s.units[id].hex) > most for id in frame.battle.attackers)
    if isinstance(frame, Defend):
        return all(far(here, hex) > most for hex in frame.battle.targets)
    assert isinstance(frame, AssembleFire)
    return not in_range_of(s, here, (frame.hex, frame.to or frame.hex))


def no_gun(s: State, action: Action, no: No) -> bool:
    guns = guns_of(s, decision(s).side)
    if isinstance(action, Strike):
        return not any(in_range_of(s, gun.hex, action.hexside) for gun in guns)
    return not any(place_of(action) in s.game.ground.ring(gun.hex) for gun in guns)


def too_close(s: State, action: Action, no: No) -> bool:
    if isinstance(action, Pick):
        return s.game.ground.distance(unit_of(s, action).hex, decision(s).about(s).hexes[0]) < 2
    return no_gun(s, action, no) and any(
        s.game.board.adjacent(gun.hex, place_of(action)) for gun in guns_of(s, decision(s).side)
    )


def one_gun(s: State, action: Action, no: No) -> bool:
    guns = ready_guns(s, decision(s).side)
    return sum(place_of(action) in s.game.ground.ring(gun.hex) for gun in guns) < 2


def no_artillery(s: State, action: Action, no: No) -> bool:
    return not s.counter(unit_of(s, action).id).artillery


def gun_taken(s: State, action: Action, no: No) -> bool:
    if "not yours" in no.because:
        return not_ours(s, action, no)
    if isinstance(action, UseStar):
        frame = s.flow[-1]
        return isinstance(frame, Defend) and action.unit in frame.battle.defending_stars
    return "takes part" in no.because and unit_of(s, action).id in decision(s).about(s).committed


def nobody_to_support(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    assert isinstance(frame, Defend)
    if "held back" in no.because:
        return unit_of(s, action).hex in frame.battle.targets
    return not supportable(s, defenders(s, frame.battle))


def no_star(s: State, action: Action, no: No) -> bool:
    frame, unit = s.flow[-1], unit_of(s, action)
    counter = s.counter(unit.id)
    assert isinstance(frame, (Assault, Defend))
    fights = unit.id in (*frame.battle.attackers, *defenders(s, frame.battle))
    return not fights if "does not fight" in no.because else not (counter.star or counter.fortification)


def star_idle(s: State, action: Action, no: No) -> bool:
    """15.1.2b, c, 15.1.5, 15.1.8, 15.4.1: the kind of star, its target, its river."""
    frame, unit = s.flow[-1], unit_of(s, action)
    assert isinstance(frame, (Assault, Defend))
    battle, counter = frame.battle, s.counter(unit.id)
    enemies = defenders(s, battle) if isinstance(frame, Assault) else battle.attackers
    return {
        "15.1.2b": counter.star == "white" and not any(has_armor(s, id) for id in enemies),
        "15.1.2c": counter.star == "yellow" and isinstance(frame, Defend),
        "15.1.5": counter.towed and isinstance(frame, Assault),
        "15.1.8": isinstance(frame, Assault) and s.game.ground.is_big(unit.hex, main_hex(s, battle)),
        "15.4.1": counter.fortification and not fortified(s, unit.hex),
    }[no.rule]


def not_main(s: State, action: Action, no: No) -> bool:
    frame, hex = s.flow[-1], place_of(action)
    assert isinstance(frame, Defend)
    if "is not attacked" in no.because:
        return hex not in frame.battle.targets
    best = main_hexes(s, frame.battle)
    return bool(frame.battle.main) or len(best) < 2 or hex not in best


def no_bridge(s: State, action: Action, no: No) -> bool:
    side = hexside_of(action)
    assert side is not None
    return side not in s.game.ground.bridges and not bridge_stands(s, side)


def no_sapper(s: State, action: Action, no: No) -> bool:
    counter = s.counter(unit_of(s, action).id)
    return "only regular" in no.because and not (counter.regular or counter.hq)


def gunner(s: State, action: Action, no: No) -> bool:
    return "artillery" in no.because and no_artillery(s, action, no) is False


def not_a_stream_bridge(s: State, action: Action, no: No) -> bool:
    side = hexside_of(action)
    assert side is not None
    return side not in s.broken or s.game.ground.is_big(*side)


def no_big_river(s: State, action: Action, no: No) -> bool:
    side = hexside_of(action)
    assert side is not None
    frame = s.flow[-1]
    if "over big rivers" in no.because or "over a big river" in no.because:
        return not s.game.ground.is_big(*side)
    if "of the army" in no.because:
        assert isinstance(frame, Pontoons)
        return not any(end in bank_hexes(s, frame.army) for end in side)
    return False


def no_level_to_take(s: State, action: Action, no: No) -> bool:
    if "only infantry" in no.because:
        return not takes_levels(s.counter(decision(s).about(s).unit))
    if "only Volkssturm" in no.because:
        giver = unit_of(s, action)
        return not s.counter(giver.id).vs or giver.side != decision(s).side
    return False


def wrong_zone(s: State, action: Action, no: No) -> bool:
    zone = s.game.ground.zone_of.get(place_of(action))
    if no.rule == "11.1.2":
        return zone is None
    unit = unit_of(s, action)
    return zone is not None and all(ring_distance(s, zone, each) > 1 for each in zones_of(s, unit))


def no_town(s: State, action: Action, no: No) -> bool:
    return "in a town" in no.because and place_of(action) not in s.game.ground.town


def no_points(s: State, action: Action, no: No) -> bool:
    unit = unit_of(s, action)
    strategic = bool(getattr(decision(s), "strategic", False))
    return starting_mp(s, unit, strategic=strategic, forced=False) // 2 <= 0


def only_marches(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    return isinstance(frame, MoveUnit) and frame.strategic


def other_nation(s: State, action: Action, no: No) -> bool:
    return american(s, unit_of(s, action)) != (getattr(decision(s), "nation", "") == "american")


def not_together(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    assert isinstance(frame, Assault)
    return american(s, unit_of(s, action)) != american(s, s.units[frame.battle.attackers[0]])


def americans_stop(s: State, action: Action, no: No) -> bool:
    return in_nysa(s) and american(s, unit_of(s, action))


def bound_to_city(s: State, action: Action, no: No) -> bool:
    frame, hex = s.flow[-1], place_of(action)
    if isinstance(frame, special.PlaceUnits):
        mates = s.game.group_of[frame.unit]
        taken = {each for each in frame.hexes if any(id in mates for id in s.stacks.get(each, ()))}
        return hex in taken and (frame.mode == "one_each" or len(taken) < len(frame.hexes))
    return unit_of(s, action).id in s.game.campaigns.bound


def poles_first(s: State, action: Action, no: No) -> bool:
    units = [unit_of(s, action)] if isinstance(action, Pick) else own_beside(s, place_of(action))
    return any(germans_beside(s, unit) for unit in units)


def no_losses_here(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    assert isinstance(frame, special.SetupLosses) and isinstance(action, Lose)
    unit = s.units[action.unit]
    if "another formation" in no.because:
        return unit.id not in frame.units or not unit.hex
    return unit.cel == 1


def set_up_elsewhere(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    assert isinstance(frame, special.PlaceUnits)
    return place_of(action) not in frame.hexes


def not_for_defectors(s: State, action: Action, no: No) -> bool:
    hex, frame, far = place_of(action), s.flow[-1], s.game.ground.distance
    assert isinstance(frame, special.PlaceDefector)
    if "control" in no.because:
        return s.control[hex] != 3
    staffs = [s.units[id].hex for id in s.game.hqs if s.units[id].hex and american(s, s.units[id])]
    return all(any(far(hq, place) < far(hq, hex) for place in frame.places(s)) for hq in staffs)


def no_mission(s: State, action: Action, no: No) -> bool:
    frame = s.flow[-1]
    if isinstance(frame, AirContacts):
        return hexside_of(action) not in contacts(s)
    assert isinstance(frame, AirPlanning)
    if no.rule == "8.1.7":
        return not frame.kind or bool(frame.hex)
    if isinstance(action, Strike):
        return frame.kind != OBJECTS
    if frame.attacks:
        return place_of(action) not in frame.connected(s)
    return frame.kind == OBJECTS or place_of(action) not in target_hexes(s, frame.side, frame.kind)


FACTS: Mapping[str, Fact] = {
    "3.1.3": not_ours,
    "3.1.4": not_adjacent,
    "3.1.13d": no_points,
    "5.1.1": first_fight,
    "5.1.2": nobody_near,
    "5.1.8": not_in_result,
    "5.1.10": cannot_attack,
    "5.2.1b": not_ours,
    "5.3.1": not_retreating,
    "5.3.2": not_away,
    "5.3.7": not_short,
    "5.3.8b": not_short,
    "5.4.1": no_pursuer,
    "5.4.2": off_the_lane,
    "5.4.4": off_the_lane,
    "5.4.6": off_the_lane,
    "5.4.8": stopped,
    "5.4.9": towed,
    "5.4.10": stopped,
    "5.4.11": nobody_followed,
    "5.5.3": not_main,
    "6.1.1": no_artillery,
    "6.1.2": out_of_range,
    "6.1.4": gun_taken,
    "6.2.4b": never_walks,
    "6.3.3": out_of_range,
    "6.3.6": nobody_to_support,
    "6.4.2a": no_gun,
    "6.4.3": too_close,
    "6.4.7": no_gun,
    "6.4.8": lambda s, action, no: not occupied_by_foe(s, decision(s).side, place_of(action)),
    "6.5.4": one_gun,
    "8.1.7": no_mission,
    "8.1.8a": no_mission,
    "8.2.2": no_mission,
    "8.2.4": no_mission,
    "8.2.6": no_mission,
    "8.2.8": no_mission,
    "8.2.11": no_mission,
    "8.2.16": no_mission,
    "8.2.18": no_mission,
    "8.2.25a": no_mission,
    "11.1.2": wrong_zone,
    "11.2.1": wrong_zone,
    "12.1.1": only_marches,
    "14.1.1": no_bridge,
    "14.2.1": no_sapper,
    "14.2.2": gunner,
    "14.2.3": not_a_stream_bridge,
    "14.3.2a": no_big_river,
    "15.1.1": no_star,
    "15.1.2b": star_idle,
    "15.1.2c": star_idle,
    "15.1.5": star_idle,
    "15.1.6a": gun_taken,
    "15.1.8": star_idle,
    "15.3.3": no_level_to_take,
    "15.4.1": star_idle,
    "N.6b": no_big_river,
    "N.11": americans_stop,
    "N.12": no_town,
    "N.22a": not_together,
    "N.26": set_up_elsewhere,
    "T.4b": not_for_defectors,
    "T.11": other_nation,
    "T.16": poles_first,
    "T.20": bound_to_city,
    "T.21": no_losses_here,
    "TI.1": closed,
}


# --- what a side can infer of hidden counters


def ruled_out(s: State, side: Side, a: UnitId, b: UnitId) -> str:
    """Why a side knows that two hidden counters have not changed places."""
    return misplaced(s, side, a, b) or misplaced(s, side, b, a)


def misplaced(s: State, side: Side, id: UnitId, other: UnitId) -> str:
    """Why a side knows that a counter does not lie where another one lies."""
    unit, there = s.units[id], s.units[other]
    if unit.side != there.side:
        return "the backs are of another side"
    if unit.done & DEFECTED != there.done & DEFECTED:
        return "the score counts Americans, not those who came over"
    return (
        too_strong(s, unit, there)
        or seen_close(s, side, unit, there)
        or told_by_zoc(s, side, unit, there)
        or could_not_come(s, unit, there.hex)
        or too_many(s, unit, there)
    )


def too_strong(s: State, unit: Unit, there: Unit) -> str:
    """The strongest counter lies on top, of equals the highest."""
    if s.setting["fog"] == "masked":
        return ""
    printed = s.counter(unit.id).attack[s.counter(unit.id).cel - unit.cel], unit.cel
    stack = s.stacks[there.hex]
    for height, id in enumerate(stack):
        each, counter = s.units[id], s.counter(id)
        strength = counter.attack[counter.cel - each.cel], each.cel
        if id == there.id or strength > printed or (strength == printed and height > stack.index(there.id)):
            continue
        if id == max(reversed(stack), key=lambda other: shown_strength(s, other)):
            return "it would lie on top"
    return ""


def shown_strength(s: State, id: UnitId) -> tuple[int, int]:
    unit, counter = s.units[id], s.counter(id)
    return counter.attack[counter.cel - unit.cel], unit.cel


def seen_close(s: State, side: Side, unit: Unit, there: Unit) -> str:
    """16.1.4: beside units of one's own the types are known, without fortifications the CELs too."""
    if not any(
        camp(each.side) == camp(side) for to in s.game.board.near[there.hex] for each in s.units_in(to)
    ):
        return ""
    one, two = s.counter(unit.id), s.counter(there.id)
    if (one.type, one.size, one.cls, one.armored_cars) != (two.type, two.size, two.cls, two.armored_cars):
        return "its type is known"
    return "its CELs are known" if unit.cel != there.cel and not fortified(s, there.hex) else ""


def told_by_zoc(s: State, side: Side, unit: Unit, there: Unit) -> str:
    """Where a stack controls hexes, and whether it can be overrun, is told to whoever comes near."""
    hidden = hidden_from(s, side)
    reach = {hex for hex in s.game.board.near[there.hex] if controls_as_foot(s, there.hex, hex)}
    shown = [s.units[id] for id in s.stacks[there.hex] if id not in hidden]
    explained = any(
        s.counter(each.id).regular and all(controls(s, each, to) for to in reach) for each in shown
    )
    return "" if explained and there.id not in spoken_of(s) else in_hand(s, unit, there)


def controls_as_foot(s: State, here: Hex, to: Hex) -> bool:
    at = here * 6 + s.game.board.around[here].index(to)
    return bool(s.game.ground.zoc_foot[at])


def in_hand(s: State, unit: Unit, there: Unit) -> str:
    """The decision at hand, or the only ZOC of the hex, is of a unit of this sort."""
    one, two = s.counter(unit.id), s.counter(there.id)
    same = (one.regular, one.hq, one.guns, one.motorized) == (
        two.regular,
        two.hq,
        two.guns,
        two.motorized,
    ) and (not one.guns or unit.transport == there.transport)
    return "" if same else "its sort is known"


def could_not_come(s: State, unit: Unit, hex: Hex) -> str:
    """It cannot have left where it was set up, or cannot stand there."""
    counter, ground = s.counter(unit.id), s.game.ground
    if not counter.mp and hex not in s.game.posts[unit.id]:
        return "it cannot move"
    city = s.game.campaigns.bound.get(unit.id)
    if city is not None and not in_nysa(s) and hex not in s.game.board.marks[city]:
        return "it may not leave its city"
    if in_nysa(s) and counter.nation == "american" and ground.barred_east[hex]:
        return "Americans do not cross the Elbe"
    near = s.game.board.near[hex]
    by_road = any(hexside(hex, to) in ground.route for to in near)
    cls = counter.cls
    return (
        ""
        if by_road or cls == "static" or ground.enter(cls, hex) is not None
        else "the ground is closed to it"
    )


def too_many(s: State, unit: Unit, there: Unit) -> str:
    """Stacks hold 8 CELs, and Americans with none but Americans."""
    most = s.game.tables.number.stacking
    if s.turn > 1 and s.ledger["cels"][there.hex] - there.cel + unit.cel > most:
        return "it would not fit into the stack"
    stacked = len(s.stacks[there.hex]) > 1 and american(s, unit) != american(s, there)
    return "Americans stack with none but Americans" if stacked else ""
