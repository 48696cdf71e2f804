"""Somebody's own account, and where it is logged in."""

from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Account, AccountSession, ApiToken
from games.pages import AccountField, AccountPage, SessionView, TokenView
from games.wording import SCOPES, date_text, day
from games.wording.labels import label_text

_TOKENS_SHOWN: Final = 40
"""The newest: those that are good, and some that ended."""


def account_page(account: Account, this: str, name: AccountField, notice: str = "") -> AccountPage:
    """The page of ``account``, for the browser whose session has the public id ``this``."""
    sessions = account.sessions.filter(expire_date__gt=timezone.now()).order_by("-seen_at", "public_id")
    views = sorted((_view(session, this) for session in sessions), key=lambda view: view.end_url != "")
    tokens = account.tokens.order_by("-pk")[:_TOKENS_SHOWN]
    return AccountPage(
        email=account.email,
        name=name,
        sessions=tuple(views),
        tokens=tuple(sorted((_token_view(token) for token in tokens), key=lambda view: view.state != "")),
        notice=notice,
    )


def _token_view(token: ApiToken) -> TokenView:
    over = token.expires_at <= timezone.now()
    state = _("Revoked") if token.revoked_at else _("Too old") if over else ""
    return TokenView(
        label=token.label,
        scope=_(SCOPES[token.scope]),
        until=date_text(token.expires_at),
        used=_("last used %(day)s") % {"day": day(token.used_at)} if token.used_at else _("not used yet"),
        state=state,
        end_url="" if state else reverse("end_token", args=[token.public_id]),
    )


def _view(session: AccountSession, this: str) -> SessionView:
    return SessionView(
        label=label_text(session.label),
        since=day(session.created_at),
        seen=day(session.seen_at),
        end_url="" if session.public_id == this else reverse("end_session", args=[session.public_id]),
    )
