"""Rate limits of the API, as DRF's throttle. A scope is a key of ``scorekeeper/rates.py``, which has the limits."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.web.throttles import check_rate


class RateThrottle(BaseThrottle):
    """Count each request of an action for its scope in ``throttle_scopes`` of the view set."""

    def __init__(self, scope: str) -> None:
        """Remember the scope."""
        self.scope = scope

    def allow_request(self, request: Request, view: Any) -> bool:
        """Return True. Raises RefusedError ("too_many_requests"), which says when to ask again."""
        check_rate(request._request, self.scope)
        return True
