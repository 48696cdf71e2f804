"""Sentences about handing the scoring over from one phone to another."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.words import listed


def scorer_text(phone: str, player: str, previous: str) -> str:
    """Return which phone is keeping score now: "Ben's phone keeps the score now (was: Ann's phone)".

    ``player`` is the phone's player or ""; it is added if the phone's name does not contain it. ``previous`` is the
    phone that scored before, or "".
    """
    named = phone if not player or player.casefold() in phone.casefold() else f"{phone} ({player})"
    if previous:
        return _("%(phone)s is keeping score now (was: %(was)s)") % {"phone": named, "was": previous}
    return _("%(phone)s is keeping score now") % {"phone": named}


def takeover_sentences(losing_phones: Sequence[str], keeping_phones: Sequence[str]) -> tuple[str, ...]:
    """Return what happens when a phone takes over: ``losing_phones`` may not score any more, ``keeping_phones`` may."""
    sentences = [_("From now on, this phone keeps score.")]
    if losing_phones:
        text = ngettext(
            "%(phones)s can't enter rounds anymore, and any scoring links already sent stop working.",
            "%(phones)s can't enter rounds anymore, and any scoring links already sent stop working.",
            len(losing_phones),
        )
        sentences.append(text % {"phones": listed(losing_phones)})
    else:
        sentences.append(_("Any scoring links already sent stop working."))
    sentences.append(
        _("Nothing is lost. Saved rounds stay, and rounds waiting on a phone stay there until you let it back in.")
    )
    if keeping_phones:
        text = ngettext(
            "%(phones)s can still do everything, with the owner's link.",
            "%(phones)s can still do everything, with the owner's link.",
            len(keeping_phones),
        )
        sentences.append(text % {"phones": listed(keeping_phones)})
    sentences.append(_("The score sheet shows everyone which phone is keeping score."))
    return tuple(sentences)
