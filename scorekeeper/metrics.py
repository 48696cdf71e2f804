"""What a server measures, as Prometheus reads it. It needs the package prometheus-client and METRICS_TOKEN.

Where several processes serve, each counts for itself, and ``PROMETHEUS_MULTIPROC_DIR`` names a folder in which they put
it together: whichever is asked answers for all.
"""

import hmac
import os
import platform
import re
from pathlib import Path
from typing import Final

from django.conf import settings

from games.observing.measures import BUILD, Measure
from scorekeeper import VERSION

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
_OPEN_NOW: Final = re.compile(r"gauge_live\w*_(\d+)\.db")


def switch_on() -> None:
    """Measure from now on, where a token is set. What else that takes is asked for before (``scorekeeper.checks``)."""
    if not settings.METRICS_TOKEN:
        return
    _forget_the_dead(own=True)
    # Not before: it looks for the folder when it is imported.
    import prometheus_client

    for measure in Measure.every:
        measure.keep(prometheus_client)
    BUILD.put(1, VERSION, platform.python_version())


def may_read(authorization: str) -> bool:
    """Whether this ``Authorization`` header shows the token."""
    wanted = settings.METRICS_TOKEN
    scheme, _, shown = authorization.partition(" ")
    return bool(wanted) and scheme.lower() == "bearer" and hmac.compare_digest(shown.strip().encode(), wanted.encode())


def text() -> tuple[str, bytes]:
    """Content type and text of everything that was measured, by all processes together."""
    from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = REGISTRY
    if FOLDER in os.environ:
        _forget_the_dead()
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    return CONTENT_TYPE_LATEST, generate_latest(registry)


def _forget_the_dead(*, own: bool = False) -> None:
    """Remove what processes had open that are no more, and with ``own`` what one of this number had before."""
    if FOLDER not in os.environ:
        return
    for file in Path(os.environ[FOLDER]).iterdir():
        if (of := _OPEN_NOW.fullmatch(file.name)) and (not _lives(int(of[1])) or (own and int(of[1]) == os.getpid())):
            file.unlink(missing_ok=True)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
