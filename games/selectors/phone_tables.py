"""The tables of a phone together, as one thing that moves."""

from django.db.models import Count, Q, QuerySet, Sum

from games.models import Device, Pass, Table


def tables_of(device: Device) -> QuerySet[Table]:
    """The tables that a phone may watch."""
    good = Q(links__passes__device=device, links__passes__ended_at=None, links__revoked_at=None)
    return Table.objects.filter(good).distinct()


def phone_revision(device: Device) -> int:
    """A number that grows whenever one of a phone's tables moves, comes or goes, and that never falls."""
    counted: dict[str, int] = Pass.objects.filter(device=device).aggregate(
        entries=Sum("link__table__revision", default=0),
        taken=Count("pk"),
        ended=Count("pk", filter=Q(ended_at__isnull=False)),
        revoked=Count("pk", filter=Q(link__revoked_at__isnull=False)),
    )
    return sum(counted.values())
