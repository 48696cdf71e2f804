"""Build the page of the user's own account: its settings, sessions and tokens."""

from typing import Final

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Account, AccountSession, ApiToken, Duty, Office
from games.pages.account.account import AccountPage, SessionContext, TokenContext
from games.selectors.account.emails import is_email_unconfirmed
from games.wording.account.accounts import SCOPES
from games.wording.labels import label_text
from games.wording.words import date_text, day_text

_TOKENS_SHOWN: Final = 40
"""How many tokens are listed, newest first; valid ones are sorted before ended ones."""


def account_page(account: Account, current_session: str) -> AccountPage:
    """Return the page of ``account``; ``current_session`` is the public id of the current browser's session."""
    sessions = account.sessions.filter(expire_date__gt=timezone.now()).order_by("-seen_at", "public_id")
    views = sorted(
        (_session_view(session, current_session) for session in sessions), key=lambda view: view.end_url != ""
    )
    tokens = account.tokens.order_by("-pk")[:_TOKENS_SHOWN]
    two_step = is_mfa_enabled(account)
    codes = Authenticator.objects.filter(user=account, type=Authenticator.Type.RECOVERY_CODES).first()
    return AccountPage(
        email=account.email,
        confirm=is_email_unconfirmed(account),
        two_step=two_step,
        codes_left=len(codes.wrap().get_unused_codes()) if codes else 0,
        organizer=not two_step and Office.objects.filter(account=account, duty=Duty.ORGANIZER).exists(),
        sessions=tuple(views),
        tokens=tuple(sorted((_token_view(token) for token in tokens), key=lambda view: view.state != "")),
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
