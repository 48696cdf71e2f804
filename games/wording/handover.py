"""The scoring goes from one phone to another."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.words import listed


def keeps_the_score(phone: str, who: str, was: str) -> str:
    """Which phone keeps the score now: "Ben's phone keeps the score now (was: Ann's phone)".

    ``who`` holds the phone, "" where nobody said so; it is named where the phone's own name does not tell. ``was`` is
    the phone before, "" where there was none.
    """
    named = phone if not who or who.casefold() in phone.casefold() else f"{phone} ({who})"
    if was:
        return _("%(phone)s keeps the score now (was: %(was)s)") % {"phone": named, "was": was}
    return _("%(phone)s keeps the score now") % {"phone": named}


def takeover_told(ends: Sequence[str], stays: Sequence[str]) -> tuple[str, ...]:
    """What happens when a phone takes over: phones that ``ends`` names lose the right, those of the owner ``stays``."""
    told = [_("From now on this phone keeps the score.")]
    if ends:
        text = ngettext(
            "%(phones)s can enter nothing more, and no link to score that was given out so far works.",
            "%(phones)s can enter nothing more, and no link to score that was given out so far works.",
            len(ends),
        )
        told.append(text % {"phones": listed(ends)})
    else:
        told.append(_("No link to score that was given out so far works any more."))
    told.append(_("Nothing is lost: what is written stays, and what waits on a phone stays there until it is let in."))
    if stays:
        text = ngettext(
            "%(phones)s may still do everything, with the owner’s link.",
            "%(phones)s may still do everything, with the owner’s link.",
            len(stays),
        )
        told.append(text % {"phones": listed(stays)})
    told.append(_("The score sheet says who keeps the score, for all to see."))
    return tuple(told)
