"""Database set-up and timing shared by the benchmarks that run in one process."""

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.models import Account


@contextmanager
def own_database() -> Iterator[Path]:
    """Django over a database in a temporary folder, which is given, or over the one that DATABASE_URL names."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    os.environ.setdefault("SECRET_KEY", "a benchmark keeps no secret at all, but a long one")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SCOREKEEPER_DATA"] = folder
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        yield Path(folder)


def new_account(name: str) -> "Account":
    """Somebody whom no run before has left behind."""
    from games.models import Account

    account = Account(email=f"{name.lower()}-{time.time_ns()}@example.org", name=name)
    account.set_unusable_password()
    account.save()
    return account


def vacuumed() -> None:
    """PostgreSQL as its autovacuum would have left it by now."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def median_ms(
    work: Callable[[], object],
    repeats: int,
    *,
    before: Callable[[], object] = lambda: None,
    clock: Callable[[], float] = time.process_time,
) -> float:
    """The median milliseconds of ``work``, each time after what goes ``before``; processor time by this ``clock``."""
    times = []
    for _ in range(repeats):
        before()
        began = clock()
        work()
        times.append(clock() - began)
    return 1000 * statistics.median(times)
