import pytest

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
