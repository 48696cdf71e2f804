"""Find the other phones that may keep score at a table, for taking over the scoring."""

from collections.abc import Collection
from typing import Final

from django.db.models import QuerySet

from games.models import Device, Entry, EntryKind, Pass, Role
from games.permissions import Access

OWNER_ROLES: Final = frozenset({Role.OWNER})


def roles_losing_score(access: Access) -> frozenset[Role]:
    """Return the roles whose phones lose the right to score when this one takes over; an owner's only to an owner."""
    return frozenset({Role.SCORE, Role.OWNER}) if access.role == Role.OWNER else frozenset({Role.SCORE})


def another_keeps_score(access: Access) -> bool:
    """Return whether the newest round was entered on another phone, which would lose the right to score."""
    rounds = Entry.objects.filter(table=access.table, kind=EntryKind.ROUND).order_by("-revision")
    return passes_of_others(access, roles_losing_score(access)).filter(device__in=rounds.values("device")[:1]).exists()


def labels_of_others(access: Access, roles: Collection[Role]) -> list[str]:
    """Return the labels of the other phones with one of these roles, each once."""
    devices = Device.objects.filter(pk__in=passes_of_others(access, roles).values("device")).order_by("pk")
    return list(dict.fromkeys(devices.values_list("label", flat=True)))


def passes_of_others(access: Access, roles: Collection[Role]) -> QuerySet[Pass]:
    """Return the active passes of other phones with one of these roles."""
    passes = Pass.objects.filter(link__table=access.table, link__revoked_at=None, ended_at=None, link__role__in=roles)
    return passes.exclude(device=access.device) if access.device else passes
