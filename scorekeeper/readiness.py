"""Readiness of a server: it refuses to start, with a sentence for each problem, unless everything is set up."""

import logging
from concurrent.futures import ThreadPoolExecutor

from django.core.checks import run_checks
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections
from django.db.migrations.executor import MigrationExecutor

from games.models import guards
from scorekeeper.checks import OWN

logger = logging.getLogger(__name__)


def demand_ready(*, migrated: bool = True) -> None:
    """Return if the server may start; without ``migrated``, missing migrations are not checked.

    An unavailable database does not stop the start: the server answers 503 until it is back. Raises SystemExit with
    what is wrong and what to do.
    """
    # In its own thread: a server may import the application inside an event loop, where Django refuses queries.
    with ThreadPoolExecutor(1) as alone:
        wrong = alone.submit(_wrong, migrated=migrated).result()
    if wrong:
        raise SystemExit("\n".join(wrong))


def _wrong(*, migrated: bool) -> list[str]:
    """Return a sentence for each problem. It closes its database connections."""
    try:
        wrong = [str(message.msg) for message in run_checks(tags=[OWN])]
        if not wrong:
            wrong = [str(message.msg) for message in run_checks(tags=[OWN], databases=[DEFAULT_DB_ALIAS])]
        return wrong or (missing_setup() if migrated else [])
    except OperationalError as error:
        logger.warning("Cannot reach the database: %s", " ".join(str(error).split()))
        return []
    finally:
        connections.close_all()


def missing_setup() -> list[str]:
    """Return sentences about missing migrations and triggers."""
    connection = connections[DEFAULT_DB_ALIAS]
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return ["The database is from an older version. Run `python3 manage.py migrate`, then start again."]
    if missing := guards.missing_names(connection):
        return [
            f"The database is missing triggers that protect the ledger ({', '.join(missing)}). Run `python3 manage.py "
            "migrate --triggers`, then `python3 manage.py audit`, then start again."
        ]
    return []
