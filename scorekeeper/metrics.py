"""Serve the metrics to Prometheus. This needs the package prometheus-client and METRICS_TOKEN.

With several processes each counts for itself, and ``PROMETHEUS_MULTIPROC_DIR`` names a folder in which they share their
counts, so that any of them can answer for all.
"""

import hmac
import os
import platform
import re
from pathlib import Path
from typing import Final

from django.conf import settings

from games.observing.metrics import BUILD, Metric
from scorekeeper import VERSION

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
_OPEN_NOW: Final = re.compile(r"gauge_live\w*_(\d+)\.db")


def switch_on() -> None:
    """Start recording metrics if a token is set. ``scorekeeper.checks`` has checked the other requirements."""
    if not settings.METRICS_TOKEN:
        return
    _forget_the_dead(own=True)
    # Imported only here: the package looks for the folder when it is imported.
    import prometheus_client

    for measure in Metric.registry:
        measure.enable(prometheus_client)
    BUILD.set(1, VERSION, platform.python_version())


def may_read(authorization: str) -> bool:
    """Whether this ``Authorization`` header has the token."""
    wanted = settings.METRICS_TOKEN
    scheme, _, shown = authorization.partition(" ")
    return bool(wanted) and scheme.lower() == "bearer" and hmac.compare_digest(shown.strip().encode(), wanted.encode())


def text() -> tuple[str, bytes]:
    """Return the content type and text of the metrics of all processes."""
    from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = REGISTRY
    if FOLDER in os.environ:
        _forget_the_dead()
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    return CONTENT_TYPE_LATEST, generate_latest(registry)


def _forget_the_dead(*, own: bool = False) -> None:
    """Remove the live gauges of ended processes; with ``own`` also those of a former process with this one's id."""
    if FOLDER not in os.environ:
        return
    for file in Path(os.environ[FOLDER]).iterdir():
        if (gauge := _OPEN_NOW.fullmatch(file.name)) and (
            not _lives(int(gauge[1])) or (own and int(gauge[1]) == os.getpid())
        ):
            file.unlink(missing_ok=True)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
