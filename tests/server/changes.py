"""A client's way from changes to whole states, as docs/wire.md tells it."""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any

Json = dict[str, Any]
ALWAYS = ("stamp", "clock", "seats", "pace")
PASSING = ("type", "re", "new_faces", "log")
"""What is said of the message, not of the match."""


def standing(state: Json) -> Json:
    """A state without what belongs to its message alone."""
    return {name: value for name, value in state.items() if name not in PASSING}


def rebuilt(last: Json, told: Json) -> Json:
    """The next state, checked as a client checks it."""
    assert told["base"] == last["stamp"]
    view, gone = last["view"], told["gone"]
    changed = {unit["id"]: unit for unit in told["units"]}
    units = [changed.get(unit["id"], unit) for unit in view["units"] if unit["id"] not in gone["units"]]
    for place, unit in told["come"]:
        units.insert(place, unit)
    stacks = patched(view["stacks"], told["stacks"], gone["stacks"])
    new = {
        **view,
        **told["view"],
        "units": units,
        "stacks": {hex: stacks[hex] for hex in sorted(stacks, key=int)},
        "facts": patched(view["facts"], told["facts"], gone["facts"]),
    }
    faces = patched(last["faces"], told["faces"], gone["units"])
    always = {name: told[name] for name in ALWAYS}
    state = {**standing(last), **told["fields"], **always, "view": new, "faces": faces}
    assert told["check"] == check_of(state)
    return state


def patched(last: Json, changed: Json, gone: list[str]) -> Json:
    assert not set(gone) & set(changed)
    return {name: value for name, value in {**last, **changed}.items() if name not in gone}


def check_of(state: Json) -> int:
    units, stacks = state["view"]["units"], state["view"]["stacks"]
    each = [zlib.crc32((plain(unit) + state["faces"][unit["id"]]).encode()) for unit in units]
    return zlib.crc32(struct.pack(f"<{len(each)}I", *each) + plain(stacks).encode())


def plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
