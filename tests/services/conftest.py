"""Fixtures of the service tests."""

from collections.abc import Iterator

import pytest
from django.db import transaction

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


@pytest.fixture
def sealed(database: None) -> Iterator[None]:
    """After the test, the audit of every row finds all of it as it was sealed."""
    yield
    with transaction.atomic():
        pass  # what a test wrote by itself waits for the end of a transaction
    assert [(one.code, one.details) for one in audit_seals() if one.code not in UNCHECKABLE_CODES] == []
