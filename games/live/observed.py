"""The outermost layer of the server: every request has a number, which its answer bears, pages and streams alike."""

from collections.abc import Awaitable, Callable

from games.live.protocol import Application, Message, Receive, Scope, Send, header
from games.observing import HEADER, Asked, accepted, begin

_NAME = HEADER.lower().encode()

Beside = Callable[[Scope, Send], Awaitable[bool]]
"""Answers a request that is nobody's business but the operator's; False, with nothing sent, where it is not one."""


def observed(application: Application, beside: Beside) -> Application:
    """Return the application with numbered requests; what ``beside`` answers is neither numbered nor told."""

    async def observing(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        if await beside(scope, send):
            return
        came = (header(scope, _NAME) or b"").decode("ascii", "replace")
        asked = Asked(accepted(came), scope["method"])
        begin(asked)

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                asked.answered(message["status"])
                message = {**message, "headers": [*message["headers"], (_NAME, asked.id.encode())]}
            await send(message)

        await application(scope, receive, tell)

    return observing
