"""The live layer: publish/subscribe from a committed change to every open page.

A topic is a table, a season or all tables of a phone. After its commit a service publishes a notification, which
carries only the topic and its newest revision; a wake-up is one without a new revision, and a revocation ends the
streams that a link or a league had opened. Each open page holds a live stream (server-sent events) that subscribes to
one topic: the access check decides whether it may, the hub of the process passes notifications on to its subscribers,
and the page then fetches the fragment it shows. With several processes, a bridge forwards notifications through a
backend (Redis or PostgreSQL) and polls the database, so a lost notification delays a page by seconds, and nothing is
lost. Nothing authoritative travels in a notification.
"""

from games.live.admission import Admission, Admit, StreamRefusal
from games.live.application import make_application
from games.live.bridge import Bridge, BridgeState, Poll, PolledState, bridge_state, connect_processes, process_bridge
from games.live.hub import Hub, process_hub, publish_revision, publish_revocation, publish_wakeup
from games.live.protocol import counted_address
from games.live.request_observer import SAVED, observe_requests
from games.live.shared_fragments import HAS_PREVIOUS, LiveFragment
from games.live.stream import LiveStream

__all__ = [
    "HAS_PREVIOUS",
    "SAVED",
    "Admission",
    "Admit",
    "Bridge",
    "BridgeState",
    "Hub",
    "LiveFragment",
    "LiveStream",
    "Poll",
    "PolledState",
    "StreamRefusal",
    "bridge_state",
    "connect_processes",
    "counted_address",
    "make_application",
    "observe_requests",
    "process_bridge",
    "process_hub",
    "publish_revision",
    "publish_revocation",
    "publish_wakeup",
]
