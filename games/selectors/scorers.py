"""Who may score at a table besides the phone that asks."""

from collections.abc import Collection
from typing import Final

from django.db.models import QuerySet

from games.models import Device, Pass, Role
from games.permissions import Access

OWNERS: Final = frozenset({Role.OWNER})


def losing(access: Access) -> frozenset[Role]:
    """Whose phones lose the right to score when this one takes over: the owner's only to the owner."""
    return frozenset({Role.SCORE, Role.OWNER}) if access.role == Role.OWNER else frozenset({Role.SCORE})


def others_may_score(access: Access) -> bool:
    """Whether there is another phone that would lose something."""
    return passes_of_others(access, losing(access)).exists()


def labels_of_others(access: Access, roles: Collection[Role]) -> list[str]:
    """What the other phones are called that hold a link of one of these roles, each once."""
    devices = Device.objects.filter(pk__in=passes_of_others(access, roles).values("device")).order_by("pk")
    return list(dict.fromkeys(devices.values_list("label", flat=True)))


def passes_of_others(access: Access, roles: Collection[Role]) -> QuerySet[Pass]:
    """What other phones hold that is still good."""
    held = Pass.objects.filter(link__table=access.table, link__revoked_at=None, ended_at=None, link__role__in=roles)
    return held.exclude(device=access.device) if access.device else held
