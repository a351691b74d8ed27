"""The REST API answers as its OpenAPI description says.

Schemathesis generates its cases when the module is collected, which takes longer than collecting all other tests.
``tests/conftest.py`` therefore leaves this module out of ``make test``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from skep.server.app import api_description
from tests.server.processes import UNLIMITED, Server


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("served"), *UNLIMITED, "--uploads") as process:
        yield process


api = schemathesis.openapi.from_dict(api_description())
# A body with surplus data can also be too long.
api.config.checks.negative_data_rejection.expected_statuses.append("413")


@pytest.mark.slow
@api.parametrize()
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_rest_api_matches_its_description(case: Any, process: Server) -> None:
    # A name of invisible characters satisfies the schema but is refused.
    # The first picture starts a process, which takes a while on a busy machine.
    case.call_and_validate(base_url=process.url, excluded_checks=[positive_data_acceptance], timeout=60)
