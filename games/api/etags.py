"""ETags of answers to requests to read, and 304 for a client that has the answer already.

An ETag is made from the answer, unless ``revision_etag`` says that it is a revision, or ``without_etag`` that there is
none.
"""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.viewsets import GenericViewSet

from games.api.parsing import etag_matches

Handler = TypeVar("Handler", bound=Callable[..., Any])


def without_etag(handler: Handler) -> Handler:
    """Decorate an action whose answers get no ETag, unless it sets one itself: a large file, for example."""
    handler.no_etag = True  # type: ignore[attr-defined]
    return handler


def revision_etag(handler: Callable[..., Response]) -> Callable[..., Response]:
    """Decorate an action whose ETag is what ``get_revision`` of its view set returns.

    It isn't called if the client has that revision, unless ``changed_since_revision``.
    """

    @wraps(handler)
    def with_etag(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        etag = f'"{self.get_revision()}"'
        if self.changed_since_revision() or not etag_matches(request.headers.get("If-None-Match", ""), etag):
            answer = handler(self, request, *args, **kwargs)
        else:
            answer = Response(status=304)
        answer["ETag"] = etag
        return answer

    with_etag.has_revision = with_etag.no_etag = True  # type: ignore[attr-defined]
    return with_etag


class ETagMixin(GenericViewSet):
    """Makes the ETag of each answer to a request to read, or answers 304."""

    def get_revision(self) -> int:
        """Return the revision that is the ETag of an action with ``revision_etag``."""
        raise NotImplementedError

    def changed_since_revision(self) -> bool:
        """Return whether the answer of such an action is another than at first, at the same revision."""
        return False

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        """Add the ETag, or answer 304 if the request names it."""
        is_read = request.method in SAFE_METHODS and isinstance(response, Response) and response.status_code == 200
        if is_read and not hasattr(getattr(self, self.action), "no_etag"):
            text = json.dumps(response.data, cls=JSONEncoder, ensure_ascii=False, separators=(",", ":"))
            response["ETag"] = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
            if etag_matches(request.headers.get("If-None-Match", ""), response["ETag"]):
                response.status_code, response.data = 304, None
        return super().finalize_response(request, response, *args, **kwargs)
