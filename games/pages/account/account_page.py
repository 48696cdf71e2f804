"""Build the page of the user's own account: its settings, sessions and tokens."""

from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Account, AccountSession, ApiToken, Duty, Office, RecoveryCode, SecondFactor
from games.pages.account.account import AccountField, AccountPage, SessionContext, TokenContext
from games.wording.account.accounts import SCOPES
from games.wording.labels import label_text
from games.wording.words import date_text, day_text

_TOKENS_SHOWN: Final = 40
"""How many tokens are listed, newest first; valid ones are sorted before ended ones."""


def account_page(account: Account, current_session: str, name: AccountField, notice: str = "") -> AccountPage:
    """Return the page of ``account``; ``current_session`` is the public id of the current browser's session."""
    sessions = account.sessions.filter(expire_date__gt=timezone.now()).order_by("-seen_at", "public_id")
    views = sorted(
        (_session_view(session, current_session) for session in sessions), key=lambda view: view.end_url != ""
    )
    tokens = account.tokens.order_by("-pk")[:_TOKENS_SHOWN]
    two_step = SecondFactor.objects.filter(account=account).exists()
    return AccountPage(
        email=account.email,
        confirm=settings.SENDS_MAIL and account.email_confirmed_at is None,
        two_step=two_step,
        codes_left=RecoveryCode.objects.filter(factor__account=account, used_at=None).count() if two_step else 0,
        organizer=not two_step and Office.objects.filter(account=account, duty=Duty.ORGANIZER).exists(),
        name=name,
        sessions=tuple(views),
        tokens=tuple(sorted((_token_view(token) for token in tokens), key=lambda view: view.state != "")),
        notice=notice,
    )


def _token_view(token: ApiToken) -> TokenContext:
    expired = token.expires_at <= timezone.now()
    state = _("Revoked") if token.revoked_at else _("Expired") if expired else ""
    return TokenContext(
        label=token.label,
        scope=_(SCOPES[token.scope]),
        until=date_text(token.expires_at),
        used=_("last used %(day)s") % {"day": day_text(token.used_at)} if token.used_at else _("not used yet"),
        state=state,
        end_url="" if state else reverse("account:end_token", args=[token.public_id]),
    )


def _session_view(session: AccountSession, current_session: str) -> SessionContext:
    return SessionContext(
        label=label_text(session.label),
        since=day_text(session.created_at),
        seen=day_text(session.seen_at),
        end_url=""
        if session.public_id == current_session
        else reverse("account:end_session", args=[session.public_id]),
    )
