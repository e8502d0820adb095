"""What is refused to a client: requests over HTTP, messages over the WebSocket."""

from __future__ import annotations

from bridgehead.server import wire


class ApiError(Exception):
    """A request over HTTP that is not granted."""

    def __init__(self, status: int, code: str, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.problem = wire.Problem(code=code, words=words)


class MessageError(Exception):
    """A message over the WebSocket that is not acted on; nothing was changed."""

    def __init__(self, code: wire.Code, words: str, rule: str = "", title: str = "") -> None:
        super().__init__(words)
        self.message = wire.ErrorMessage(code=code, words=words, rule=rule, title=title)
