"""The project's AppConfig: registers system checks, connects processes, and lifts time limits for migrations."""

from typing import Any

from django.apps import AppConfig, apps
from django.db import connections
from django.db.models.signals import pre_migrate


class ScorekeeperConfig(AppConfig):
    """The project as a Django app: it has no models, only start-up code and checks."""

    name = "scorekeeper"
    label = "scorekeeper"
    verbose_name = "Scorekeeper"

    def ready(self) -> None:
        """Register the checks, connect to other processes, and let migrations take as long as they need."""
        from scorekeeper import (
            checks,  # noqa: F401 - importing registers them
            process_bridge,
        )

        process_bridge.connect_bridge()
        # Django sends the signal for every app with models; once is enough.
        pre_migrate.connect(_without_limits, sender=apps.get_app_config("games"))


def _without_limits(using: str, **signal: Any) -> None:
    """Remove the time limits for requests from this connection."""
    connection = connections[using]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
                cursor.execute(f"SET {name} = 0")
