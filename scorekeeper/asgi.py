"""The ASGI application of Scorekeeper: pages and API through WSGI threads, live streams beside them.

Pages are synchronous, and Django's own ASGI handler would open a database connection for each of them; eight threads
that keep theirs answer about three times as many. More threads would only wait for SQLite's one writer.
"""

import os
from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application
from django.utils.module_loading import import_string

from games.live import make_application, observed
from games.live.protocol import Receive, Scope, Send, local_path
from games.web.limits import is_file

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

PAGE_THREADS = 8
# What is sent while it is read holds a thread for as long as its reader takes: it has threads of its own.
FILE_THREADS = 4

# Any: Django, a2wsgi and this project each have types of their own for the same WSGI and ASGI.
_wsgi: Any = get_wsgi_application()
_pages: Any = WSGIMiddleware(_wsgi, workers=PAGE_THREADS)
_files: Any = WSGIMiddleware(_wsgi, workers=FILE_THREADS)


async def _by_kind(scope: Scope, receive: Receive, send: Send) -> None:
    """Leave a request to the threads for pages, or to those for files."""
    await (_files if is_file(local_path(scope)) else _pages)(scope, receive, send)


# Not among the imports above: models can be imported only after the lines before have set Django up.
from games.selectors.streams import admit_stream, where_they_stand  # noqa: E402
from scorekeeper import metrics  # noqa: E402
from scorekeeper.probes import Probes  # noqa: E402
from scorekeeper.readiness import demand  # noqa: E402

demand()

# By their names, as Django finds the pages: the command that starts the server knows no pages.
draw = import_string("games.views.watching.draw_for_watchers")
beside = import_string("games.web.sender.sending_beside")
metrics.switch_on()
_whole = make_application(_by_kind, admit_stream, draw=draw, look=where_they_stand, beside=beside)
application = observed(_whole, Probes())
