"""The tables that a phone may watch, and a revision number for all of them together."""

from django.db.models import Count, Q, QuerySet, Sum

from games.models import Device, Pass, Table


def tables_of(device: Device) -> QuerySet[Table]:
    """Return the tables that a phone may watch."""
    active_pass = Q(links__passes__device=device, links__passes__ended_at=None, links__revoked_at=None)
    return Table.objects.filter(active_pass).distinct()


def phone_revision(device: Device) -> int:
    """Return a number that grows whenever one of a phone's tables changes, is added or removed."""
    counts: dict[str, int] = Pass.objects.filter(device=device).aggregate(
        entries=Sum("link__table__revision", default=0),
        taken=Count("pk"),
        ended=Count("pk", filter=Q(ended_at__isnull=False)),
        revoked=Count("pk", filter=Q(link__revoked_at__isnull=False)),
    )
    return sum(counts.values())
