"""Fixtures of the API tests: a table, and an audit of the ledgers after a test."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.kit import Api, Sitting, audit, knock


@pytest.fixture
def api(db: Any) -> Api:
    """A client without a token."""
    return Api()


@pytest.fixture
def audited(db: Any) -> Iterator[None]:
    """After the test, every ledger is whole and says what the rules say."""
    yield
    audit()


@pytest.fixture
def friday(api: Api) -> Sitting:
    """Ann and Ben at a standard table."""
    return Sitting()


@pytest.fixture
def six(friday: Sitting) -> Sitting:
    """The same with six rounds: round 7 is next, nobody is near 100."""
    friday.play(*(knock(5, 10 + n) for n in range(6)))
    return friday
