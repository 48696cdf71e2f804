"""Fixtures of the view tests."""

import pytest
from django.test import Client

from tests.makers import Phone, enter, gin, knock, start


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """Every page reads."""


@pytest.fixture
def ann() -> Phone:
    """The owner of a table where Ann knocked with 7 against 20 (+13), then Ben went gin against 20 (+45)."""
    phone = start()
    enter(phone, knock(0, 7, 20))
    enter(phone, gin(1, 20))
    return phone


@pytest.fixture
def stranger() -> Client:
    """A browser that has been at no table; an answer of 500 is an answer, as in life."""
    return Client(raise_request_exception=False)


@pytest.fixture
def won() -> Phone:
    """The owner of a table where Ann won with her first round."""
    phone = start()
    enter(phone, gin(0, 75))
    return phone
