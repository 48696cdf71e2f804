"""The ASGI application of the server: routes a request to the live streams, the shared fragments or the pages."""

import asyncio
from contextlib import ExitStack

from games.live.admission import Admit
from games.live.body_buffer import BodyLimit, BufferedRequests
from games.live.bridge import Poll, PolledState, process_bridge
from games.live.hub import Hub, process_hub
from games.live.protocol import Application, Receive, Scope, Send, local_path
from games.live.shared_fragments import RenderFragment, SharedFragments
from games.live.stream import PREFIX, LiveStream
from games.observing import name_route


def poll_nothing(names: object, links: object) -> PolledState:
    """Return an empty poll, for an application without a database."""
    return PolledState({}, {}, {})


def make_application(
    pages: Application,
    admit: Admit,
    hub: Hub = process_hub,
    *,
    render: RenderFragment = lambda *_: None,
    poll: Poll = poll_nothing,
    body_limit: BodyLimit | None = None,
) -> Application:
    """Return an application that streams below /live/ and leaves every other request to the pages.

    In: the pages as an ASGI application for `http` scopes; the access check of streams; the hub; what renders a shared
    fragment; what polls the database for changes made by other processes; what gives the size limit of larger request
    bodies.
    """
    stream = LiveStream(admit, hub)
    shared = SharedFragments(render, hub, stream.sent_revision)
    whole_requests = BufferedRequests(pages, body_limit=body_limit)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await run_lifespan(receive, send, poll)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})
        elif local_path(scope).startswith(PREFIX):
            name_route("live")
            await stream(scope, receive, send)
        elif not await shared.answer(scope, send):
            await whole_requests(scope, receive, send)

    return application


async def run_lifespan(receive: Receive, send: Send, look: Poll) -> None:
    """Run ASGI's lifespan: start the bridge at startup, and stop it at shutdown."""
    with ExitStack() as stack:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                process_bridge().start(look)
                stack.callback(process_bridge().stop)
            else:
                await asyncio.to_thread(stack.close)
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
