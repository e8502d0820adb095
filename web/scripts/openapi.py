"""The server's messages as one OpenAPI document, printed: those of HTTP and those of the WebSocket."""

import inspect
import json
import sys
from typing import Any

import msgspec

from bridgehead.core.flow import Subject
from bridgehead.core.rules import Rule
from bridgehead.server import wire
from bridgehead.toolkit import advice, drawing, reference

FROM_SERVER = (wire.Tell, wire.Struct, Rule, reference.Reference)
BESIDE = [
    Subject,
    drawing.Note,
    advice.Advice,
    *(kind for _, kind in inspect.getmembers(reference, inspect.isclass)),
]
"""What messages hold that the rooms below the server define."""


def document() -> dict[str, Any]:
    structs: list[type[msgspec.Struct]] = [
        kind
        for _, kind in inspect.getmembers(wire, inspect.isclass)
        if issubclass(kind, msgspec.Struct) and kind.__module__.startswith(wire.__name__)
    ]
    _, components = msgspec.json.schema_components(structs, ref_template="#/components/schemas/{name}")
    sent = [kind for kind in structs if issubclass(kind, FROM_SERVER)]
    for kind in [kind for kind in sent if not kind.__struct_config__.forbid_unknown_fields] + BESIDE:
        whole(components.get(kind.__name__, {}))
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bridgehead", "version": str(wire.PROTOCOL)},
        "paths": {},
        "components": {"schemas": components},
    }


def whole(schema: dict[str, Any]) -> None:
    """What the server sends always has all its fields, those with a default too."""
    schema["required"] = sorted(schema.get("properties", {}))


json.dump(document(), sys.stdout)
