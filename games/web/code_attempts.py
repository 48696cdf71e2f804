"""Limit guesses of short codes: so many of one address, and so many of all phones together.

Each attempt is counted before the code is looked up, and uncounted if it was right. Once the budget is used up, right
codes are refused as well, so that a refusal tells nothing; QR codes and links are not affected.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.http import HttpRequest

from games.refusals import RefusedError
from games.selectors.short_codes import Purpose
from games.web.throttles import check_rate, uncount

_RATES: Final[dict[Purpose, str]] = {"join": "wrong_join_code", "move": "wrong_move_code"}


@contextmanager
def counted_guess(request: HttpRequest, purpose: Purpose) -> Iterator[None]:
    """Count an attempt with a code, unless the block ends without a RefusedError of the code "wrong_code".

    Raises RefusedError ("too_many_requests") where the budget is used up.
    """
    rate = _RATES[purpose]
    check_rate(request, rate)
    try:
        check_rate(None, f"{rate}_anywhere")
    except RefusedError:
        uncount(request, rate)
        raise
    try:
        yield
    except RefusedError as refusal:
        if refusal.code != "wrong_code":
            _uncount(request, rate)
        raise
    _uncount(request, rate)


def _uncount(request: HttpRequest, rate: str) -> None:
    uncount(request, rate)
    uncount(None, f"{rate}_anywhere")
