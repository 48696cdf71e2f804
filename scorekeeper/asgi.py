"""The ASGI application of Scorekeeper: pages and API through WSGI threads, live streams beside them.

Pages are synchronous, and Django's own ASGI handler would open a database connection for each of them; eight threads
that keep theirs answer about three times as many. More threads would only wait for SQLite's one writer.
"""

import os
from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application
from django.utils.module_loading import import_string

from games.live import make_application, observe_requests, process_hub
from games.live.fair_threads import FairThreads
from games.live.protocol import Receive, Scope, Send, local_path
from games.web.limits import is_file, is_question

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

PAGE_THREADS = 8
# A streamed file occupies a thread for as long as its reader takes, so files have threads of their own.
FILE_THREADS = 4
# Costly requests that no round waits for: however many come, only so many compete with saving rounds.
QUESTION_THREADS = 2

# Any: Django, a2wsgi and this project each have types of their own for the same WSGI and ASGI.
_wsgi: Any = get_wsgi_application()
_pages: Any = WSGIMiddleware(_wsgi)
_files: Any = WSGIMiddleware(_wsgi)
_questions: Any = WSGIMiddleware(_wsgi)
# In place of a2wsgi's own threads, which one busy client could occupy: one address gets at most half of ours.
_pages.executor = FairThreads(PAGE_THREADS, PAGE_THREADS // 2, "WSGI")
_files.executor = FairThreads(FILE_THREADS, FILE_THREADS // 2, "WSGI-files")
_questions.executor = FairThreads(QUESTION_THREADS, QUESTION_THREADS // 2, "WSGI-questions")


async def _by_kind(scope: Scope, receive: Receive, send: Send) -> None:
    """Pass a request to the threads for pages, for streamed files, or for costly requests."""
    path = local_path(scope)
    threads = _files if is_file(path) else _questions if is_question(path) else _pages
    await threads(scope, receive, send)


# Not among the imports above: models can be imported only after get_wsgi_application has set Django up.
from games.selectors.table.streams import admit_stream, poll_state  # noqa: E402
from scorekeeper import metrics  # noqa: E402
from scorekeeper.capacity import capacity  # noqa: E402
from scorekeeper.probes import Probes  # noqa: E402
from scorekeeper.readiness import demand_ready  # noqa: E402

demand_ready()
_carries = capacity()
process_hub.set_limits(
    per_table=_carries.streams_per_table, per_address=_carries.streams_per_address, in_total=_carries.streams
)

# Imported by name, as Django imports views: the command that starts the server must not import views itself.
draw = import_string("games.views.table.spectators.render_for_spectators")
allow = import_string("games.web.uploads.largest_upload")
metrics.switch_on()
_whole = make_application(_by_kind, admit_stream, render=draw, poll=poll_state, body_limit=allow)
application = observe_requests(_whole, Probes())
