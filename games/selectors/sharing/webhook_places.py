"""The leagues and tables that webhooks may be about, by name."""

from typing import Final

from django.utils.translation import gettext as _

from games.models import Account, Duty, League, Table
from games.wording.words import day_text

_TABLES: Final = 50
"""How many of the newest tables are offered."""


def webhook_targets(account: Account) -> list[tuple[str, str]]:
    """Return the leagues and tables for which an account may have webhooks: form value and title."""
    leagues = League.objects.filter(offices__account=account, offices__duty=Duty.ORGANISER).order_by("name", "pk")
    tables = Table.objects.filter(account=account).order_by("-pk")[:_TABLES]
    return [
        *((f"league:{league.public_id}", league_name(league)) for league in leagues),
        *((f"table:{table.public_id}", table_name(table)) for table in tables),
    ]


def league_name(league: League) -> str:
    """Return a league as the target of a webhook, in words."""
    return _("League: %(name)s") % {"name": league.name}


def table_name(table: Table | None) -> str:
    """Return a table as the target of a webhook, in words; "" for None."""
    if table is None:
        return ""
    if table.name:
        return _("Table: %(name)s") % {"name": table.name}
    return _("Unnamed table, started %(day)s") % {"day": day_text(table.created_at)}
