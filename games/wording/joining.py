"""Sentences about phones that ask to join a table by its code."""

from django.utils.translation import gettext as _

from games.models import JoinRequest, JoinState, Role
from games.wording.labels import asker_text, author_text


def asks_title(request: JoinRequest) -> str:
    """Return who asks, and for what: "Eve wants to join"."""
    name = asker_text(request.label)
    text = _("%(name)s wants to watch") if request.role == Role.WATCH else _("%(name)s wants to join")
    return text % {"name": name}


def asks_text(request: JoinRequest, *, taken: bool) -> str:
    """Return what letting this phone in means; ``taken``: another phone here has the same name."""
    if request.role == Role.WATCH:
        text = _("%(name)s will be able to follow the score, but not change anything.")
    elif taken:
        text = _("%(name)s will be able to enter rounds. Another phone here is called %(name)s, too.")
    else:
        text = _("%(name)s will be able to enter rounds.")
    return text % {"name": asker_text(request.label)}


def joined_text(request: JoinRequest) -> str:
    """Return that somebody was let in: "Eve has joined. Ann let them in."."""
    values = {"name": asker_text(request.label), "by": author_text(request.answered_by)}
    text = _("%(name)s is watching. %(by)s let them in.") if request.role == Role.WATCH else ""
    return (text or _("%(name)s has joined. %(by)s let them in.")) % values


def answered_text(request: JoinRequest, *, asked_admit: bool) -> str:
    """Return what the answer of a phone did; ``asked_admit``: it chose to let them in. The first answer counts."""
    values = {"name": asker_text(request.label), "by": author_text(request.answered_by)}
    if (request.state == JoinState.ADMITTED) == asked_admit:
        return (_("%(name)s is in.") if asked_admit else _("%(name)s wasn't let in.")) % values
    if request.state == JoinState.ADMITTED:
        return _("%(by)s has already let %(name)s in.") % values
    return _("%(by)s has already answered “Not now”. %(name)s can ask again.") % values
