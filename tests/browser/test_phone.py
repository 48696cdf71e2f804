"""Browser: the `phone` fixture itself: phones open the live application and share nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.slow


def test_a_phone_opens_the_live_application(phone: Callable[..., Page]) -> None:
    page = phone()
    answer = page.goto("/")
    assert answer is not None
    assert answer.ok
    assert page.evaluate("[screen.width, devicePixelRatio, navigator.maxTouchPoints > 0]") == [390, 2, True]


def test_two_phones_share_nothing(phone: Callable[..., Page]) -> None:
    first, second = phone(), phone()
    for page in (first, second):
        page.goto("/")
    first.evaluate("localStorage.setItem('seat', '1')")
    assert second.evaluate("localStorage.getItem('seat')") is None
