"""Fixtures of the webhook tests."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.webhooks.receiver import Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A server that webhooks lead to, on this machine."""
    with receiving() as made:
        yield made


@pytest.fixture
def inside(settings: Any) -> None:
    """Webhooks may lead to this machine, as at home."""
    settings.WEBHOOKS_INSIDE = True
