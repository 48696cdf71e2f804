"""The outermost ASGI layer: give every request an id, send it back in a header, and measure the response."""

from collections.abc import Awaitable, Callable

from games.live.protocol import Application, Message, Receive, Scope, Send, header
from games.observing import HEADER, RequestRecord, begin_request, request_id_for

_NAME = HEADER.lower().encode()

SAVED = "saved"
"""Key in a request's scope, set once the request saved something: its connection is then closed later than others."""
_READS = ("GET", "HEAD", "OPTIONS")

AnswerProbe = Callable[[Scope, Send], Awaitable[bool]]
"""Answers the operator's probes (health, metrics); returns False, with nothing sent, for any other request."""


def observe_requests(application: Application, probes: AnswerProbe) -> Application:
    """Wrap an application so that its requests have ids and are measured; those that ``probes`` answers are not."""

    async def application_with_id(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        if await probes(scope, send):
            return
        proxy_id = (header(scope, _NAME) or b"").decode("ascii", "replace")
        record = RequestRecord(request_id_for(proxy_id), scope["method"])
        begin_request(record)

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                if scope["method"] not in _READS and message["status"] < 400:
                    scope[SAVED] = True
                record.record_response(message["status"])
                message = {**message, "headers": [*message["headers"], (_NAME, record.id.encode())]}
            await send(message)

        await application(scope, receive, send_with_id)

    return application_with_id
