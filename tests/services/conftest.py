"""Fixtures of the service tests."""

from collections.abc import Iterator

import pytest

from games.selectors.operating.audit_chains import EXPLAINED, audit_chains
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
    """After the test, the audit finds every entry, event and finished game as it was written and sealed."""
    yield
    assert [(one.code, one.details) for one in audit_chains() if one.code != EXPLAINED] == []
