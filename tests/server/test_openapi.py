"""The HTTP API keeps its own OpenAPI promise, whatever it is sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.support import ELSEWHERE, new_match, serving, toy_app

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
bounded = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def test_every_answer_is_as_described(tmp_path: Path) -> None:
    schema = schemathesis.openapi.from_asgi("/schema/openapi.json", toy_app(tmp_path))
    tried = 0
    found: Any
    for found in schema.get_all_operations():
        check_operation(found.ok())
        tried += 1
    assert tried == 22


def check_operation(operation: Any) -> None:
    @bounded
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        case.call_and_validate(checks=CHECKS)

    check()


def test_every_address_of_the_document_is_there(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        paths = client.get("/schema/openapi.json").json()["paths"]
        assert len(paths) == 19
        created = new_match(client, seats=ELSEWHERE)
        for path, methods in paths.items():
            if "get" in methods:
                key = created["links"][0]["key"] if "/join/" in path else created["mine"]["key"]
                address = path.replace("{game}", "toy").replace("{scenario}", "toy").replace("{key}", key)
                assert client.get(address).status_code in (200, 409), path
