"""Limit guesses of short codes: so many of one phone or address, and so many of all phones together.

Each attempt is counted before the code is looked up, and uncounted if it was right. Once the budget is used up, right
codes are refused as well, so that a refusal tells nothing; QR codes and links are not affected.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.http import HttpRequest

from games.refusals import RefusedError
from games.selectors.short_codes import Purpose
from games.web.throttles import check_rate, uncount


@contextmanager
def counted_guess(request: HttpRequest, purpose: Purpose, phone: str = "") -> Iterator[None]:
    """Count an attempt with a code, unless the block ends without a RefusedError of the code "wrong_code".

    ``phone`` tells phones at one address apart, which join a table together. Raises RefusedError ("too_many_requests")
    where a budget is used up.
    """
    budgets: list[tuple[HttpRequest | None, str, str]] = [(request, f"wrong_{purpose}_code", phone)]
    if phone:
        budgets.append((request, f"wrong_{purpose}_code_here", ""))
    budgets.append((None, f"wrong_{purpose}_code_anywhere", ""))
    counted = []
    try:
        for budget in budgets:
            check_rate(*budget)
            counted.append(budget)
    except RefusedError as refusal:
        _uncount(counted)
        refusal.context["what"] = purpose
        raise
    try:
        yield
    except RefusedError as refusal:
        if refusal.code != "wrong_code":
            _uncount(counted)
        raise
    _uncount(counted)


def _uncount(budgets: Iterable[tuple[HttpRequest | None, str, str]]) -> None:
    for budget in budgets:
        uncount(*budget)
