"""Fixtures of the model tests."""

import pytest


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """Every test writes."""
