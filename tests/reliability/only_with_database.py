"""Pytest plugin (`-p tests.reliability.only_with_database`): leaves out the tests that ask no database."""

import pytest

from tests.tier_plugin import asks_database


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what neither has the marker `django_db` nor a fixture of the database."""
    config.hook.pytest_deselected(items=[item for item in items if not asks_database(item)])
    items[:] = [item for item in items if asks_database(item)]
