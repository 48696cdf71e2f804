import pytest


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """Every use case writes."""
