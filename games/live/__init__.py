"""The live layer: publish/subscribe from a committed change to every open page.

A topic is a table, a season or all tables of a phone. After its commit a service publishes a notification, which
carries only the topic and its newest revision; a wake-up is one without a new revision, and a revocation ends the
streams that a link or a league had opened. Each open page holds a live stream (server-sent events) that subscribes to
one topic: the access check decides whether it may, the hub of the process passes notifications on to its subscribers,
and the page then fetches the fragment it shows. With several processes, a bridge forwards notifications through a
backend (Redis or PostgreSQL) and polls the database, so a lost notification delays a page by seconds, and nothing is
lost. Nothing authoritative travels in a notification.
"""

from games.live.admission import Admission, Admit, Refusal
from games.live.application import make_application
from games.live.bridge import Bridge, BridgeState, Look, Seen, bridge_state, process_bridge, span
from games.live.errands import call_sender, wait_for_errands
from games.live.hub import Hub, close_link, nudge, process_hub, ring
from games.live.observed import SAVED, observed
from games.live.protocol import counted_address
from games.live.shared import HAS_BEFORE, Moved
from games.live.stream import LiveStream

__all__ = [
    "HAS_BEFORE",
    "SAVED",
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
    "counted_address",
    "make_application",
    "nudge",
    "observed",
    "process_bridge",
    "process_hub",
    "ring",
    "span",
    "wait_for_errands",
]
