"""Telling other screens that a table moved.

Services ring after the commit: `ring(table, revision)`; `nudge(table)` where something was said that made no revision;
`close_link(link)` when a link was switched off. The server is wired with `make_application(pages, admit)`, where
`admit` answers an `Admission` or a `Refusal` for a token.
"""

from games.live.admission import Admission, Admit, Refusal
from games.live.application import make_application
from games.live.hub import Hub, close_link, nudge, process_hub, ring
from games.live.observed import observed
from games.live.shared import Moved
from games.live.stream import LiveStream

__all__ = [
    "Admission",
    "Admit",
    "Hub",
    "LiveStream",
    "Moved",
    "Refusal",
    "close_link",
    "make_application",
    "nudge",
    "observed",
    "process_hub",
    "ring",
]
