"""Wires the project into Django: its checks, and no time limit for migrations."""

from typing import Any

from django.apps import AppConfig, apps
from django.db import connections
from django.db.models.signals import pre_migrate


class ScorekeeperConfig(AppConfig):
    """The project itself: no models, only what has to be so before it runs."""

    name = "scorekeeper"
    label = "scorekeeper"
    verbose_name = "Scorekeeper"

    def ready(self) -> None:
        """Register the checks, hang the bell, and let migrations take as long as they need."""
        from scorekeeper import (
            bell,
            checks,  # noqa: F401 - importing registers them
        )

        bell.wire_up()
        # Django asks every app that has models; once is enough.
        pre_migrate.connect(_without_limits, sender=apps.get_app_config("games"))


def _without_limits(using: str, **signal: Any) -> None:
    """Take off, for this connection, the limits that are meant for requests."""
    connection = connections[using]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
                cursor.execute(f"SET {name} = 0")
