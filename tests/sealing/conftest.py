"""Fixtures of the sealing tests."""

import pytest


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """Every seal is in the database."""
