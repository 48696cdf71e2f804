"""Rate limits of the API, as DRF's throttle."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.web.throttles import check_rate


class RateThrottle(BaseThrottle):
    """Count each request of an action for its rate in ``action_rates``, a key of ``settings.RATES``."""

    def __init__(self, rate: str) -> None:
        """Remember the rate."""
        self.rate = rate

    def allow_request(self, request: Request, view: Any) -> bool:
        """Return True. Raises RefusedError ("too_many_requests"), which says when to ask again."""
        check_rate(request._request, self.rate)
        return True
