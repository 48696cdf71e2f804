"""The one ASGI application of the server: live streams and pages side by side."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext

from games.live.admission import Admit
from games.live.bridge import Look, Seen, process_bridge
from games.live.hub import Hub, process_hub
from games.live.intake import WholeRequests
from games.live.protocol import Application, Receive, Scope, Send, local_path
from games.live.shared import Draw, SharedFragments
from games.live.stream import PREFIX, LiveStream
from games.observing import call


def see_nothing(names: object, links: object) -> Seen:
    """What a look shows where there is no database."""
    return Seen({}, {}, {})


Beside = Callable[[], AbstractContextManager[None]]
"""What goes on beside the server as long as it runs."""


def make_application(
    pages: Application,
    admit: Admit,
    hub: Hub = process_hub,
    *,
    draw: Draw = lambda *_: None,
    look: Look = see_nothing,
    beside: Beside = nullcontext,
) -> Application:
    """Return an application that streams below /live/ and leaves every other request to the pages.

    In: the pages as an ASGI application that answers `http` scopes; who may watch; the hub that rings; what draws for
    all watchers of a table at once, if anything does; what looks where things stand, where other processes write, too;
    what goes on beside it from the server's start to its stop.
    """
    stream = LiveStream(admit, hub)
    shared = SharedFragments(draw, hub, stream.watching)
    whole_requests = WholeRequests(pages)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await live_and_die(receive, send, look, beside)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})
        elif local_path(scope).startswith(PREFIX):
            call("live")
            await stream(scope, receive, send)
        elif not await shared.answered(scope, send):
            await whole_requests(scope, receive, send)

    return application


async def live_and_die(receive: Receive, send: Send, look: Look, beside: Beside) -> None:
    """Confirm start and stop to the server; between them hear other processes, and let what is ``beside`` it run."""
    with ExitStack() as running:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                process_bridge().start(look)
                running.callback(process_bridge().stop)
                running.enter_context(beside())
            else:
                await asyncio.to_thread(running.close)
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
