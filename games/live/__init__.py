"""Telling other screens that a table moved.

Services ring after the commit: `ring(table, revision)`; `nudge(table)` where something was said that made no revision;
`close_link(link)` when a link was switched off; and `call_sender()`
where webhooks are to be told. The server is wired with `make_application(pages, admit)`, where
`admit` answers an `Admission` or a `Refusal` for a token.
"""

from games.live.admission import Admission, Admit, Refusal
from games.live.application import make_application
from games.live.errands import call_sender, wait_for_errands
from games.live.hub import Hub, close_link, nudge, process_hub, ring
from games.live.shared import Moved
from games.live.stream import LiveStream

__all__ = [
    "Admission",
    "Admit",
    "Hub",
    "LiveStream",
    "Moved",
    "Refusal",
    "call_sender",
    "close_link",
    "make_application",
    "nudge",
    "process_hub",
    "ring",
    "wait_for_errands",
]
