"""Which members are one person, and what a league calls those it must not name any more."""

from typing import Final

from games.models import Member

SOMEBODY: Final = "Somebody"
"""The name of everybody whose name was taken out."""


def people_of(member: Member) -> list[int]:
    """A member and all that were merged into him, however often (primary keys)."""
    found, newest = [member.pk], [member.pk]
    while newest:
        newest = list(Member.objects.filter(merged_into__in=newest).values_list("pk", flat=True))
        found += newest
    return found
