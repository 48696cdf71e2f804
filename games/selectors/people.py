"""Which members are one person, and what a league calls those it must not name any more."""

from typing import Final

from django.utils.translation import gettext_noop

from games.models import Member

SOMEBODY: Final = gettext_noop("Somebody")
"""The name of everybody whose name was taken out, as it is stored; ``label_text`` has it in the reader's language."""


def people_of(member: Member) -> list[int]:
    """A member and all that were merged into him, however often (primary keys)."""
    found, newest = [member.pk], [member.pk]
    while newest:
        newest = list(Member.objects.filter(merged_into__in=newest).values_list("pk", flat=True))
        found += newest
    return found
