"""Telling other screens that a table moved.

Services ring after the commit: `ring(table, revision)`; `nudge(table)` where something was said that made no revision;
`close_link(link)` when a link was switched off; and `call_sender()` where webhooks are to be told. The server is wired
with `make_application(pages, admit)`, where `admit` answers an `Admission` or a `Refusal` for a token. Where several
processes serve the same scores, `span(wire)` lets each of them hear the others; `bridge_state()` tells whether it does.
"""

from games.live.admission import Admission, Admit, Refusal
from games.live.application import make_application
from games.live.bridge import Bridge, BridgeState, Look, Seen, bridge_state, process_bridge, span
from games.live.errands import call_sender, wait_for_errands
from games.live.hub import Hub, close_link, nudge, process_hub, ring
from games.live.observed import observed
from games.live.shared import HAS_BEFORE, Moved
from games.live.stream import LiveStream

__all__ = [
    "HAS_BEFORE",
    "Admission",
    "Admit",
    "Bridge",
    "BridgeState",
    "Hub",
    "LiveStream",
    "Look",
    "Moved",
    "Refusal",
    "Seen",
    "bridge_state",
    "call_sender",
    "close_link",
    "make_application",
    "nudge",
    "observed",
    "process_bridge",
    "process_hub",
    "ring",
    "span",
    "wait_for_errands",
]
