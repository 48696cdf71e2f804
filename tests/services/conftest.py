"""Fixtures of the service tests."""

from collections.abc import Iterator

import pytest
from django.db import connection, transaction

from games.selectors.operating.audit_seals import UNCHECKABLE_CODES, audit_seals
from tests.makers import Phone, join, start


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """Every use case writes."""


@pytest.fixture
def ann() -> Phone:
    """The owner of a new table of Ann and Ben."""
    return start()


@pytest.fixture
def ben(ann: Phone) -> Phone:
    """Another phone at Ann's table, which keeps the score too."""
    return join(ann)


@pytest.fixture(autouse=True)
def sealed(database: None, request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a use case wrote is sealed as it is, unless the test changes the database past the program."""
    yield
    if not connection.needs_rollback and not request.node.get_closest_marker("tampers"):
        with transaction.atomic():
            pass  # what a test wrote by itself waits for the end of a transaction
        assert [(one.code, one.details) for one in audit_seals() if one.code not in UNCHECKABLE_CODES] == []
