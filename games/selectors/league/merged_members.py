"""Which members are the same person after merges, and the stored name of erased people."""

from typing import Final

from django.utils.translation import gettext_noop

from games.models import Member

ERASED_NAME: Final = gettext_noop("Somebody")
"""The stored name of everyone whose name was erased; ``label_text`` translates it."""


def merged_member_ids(member: Member) -> frozenset[int]:
    """Return a member and all members merged into it, directly or not (primary keys); ends even where merges circle."""
    ids, added = {member.pk}, {member.pk}
    while added:
        added = set(Member.objects.filter(merged_into__in=added).values_list("pk", flat=True)) - ids
        ids |= added
    return frozenset(ids)
