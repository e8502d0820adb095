"""Every message between server and client, as structs. docs/wire.md explains them.

The names here are a promise to clients: fields are added, never renamed.
"""

# ruff: noqa: F403, F405 - the package is the sum of its modules
from __future__ import annotations

from typing import Any

import msgspec

from bridgehead.server.wire.answers import *
from bridgehead.server.wire.base import *
from bridgehead.server.wire.games import *
from bridgehead.server.wire.lessons import *
from bridgehead.server.wire.matches import *
from bridgehead.server.wire.requests import *
from bridgehead.server.wire.updates import *

FromServer = (
    Welcome
    | StateMessage
    | ChangesMessage
    | Why
    | RouteMessage
    | ForecastMessage
    | OverlayMessage
    | TogetherMessage
    | PreviewMessage
    | RemindersMessage
    | PresentMessage
    | MomentsMessage
    | AdviceMessage
    | ExplainMessage
    | ReplayMessage
    | HintMessage
    | ReasonMessage
    | LogMessage
    | LessonMessage
    | ChatMessage
    | PaceMessage
    | SeatsMessage
    | ErrorMessage
)


def schema() -> dict[str, Any]:
    """JSON Schema of what goes over the WebSocket: `client` and `server` messages."""
    (client, server), components = msgspec.json.schema_components(
        (FromClient, FromServer), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "client": client,
        "server": server,
        "$defs": components,
    }
