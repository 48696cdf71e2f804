"""Somebody's own account, and where it is logged in."""

from django.urls import reverse
from django.utils import timezone

from games.models import Account, AccountSession
from games.pages import AccountField, AccountPage, SessionView
from games.wording import day


def account_page(account: Account, this: str, name: AccountField, notice: str = "") -> AccountPage:
    """The page of ``account``, for the browser whose session has the public id ``this``."""
    sessions = account.sessions.filter(expire_date__gt=timezone.now()).order_by("-seen_at", "public_id")
    views = sorted((_view(session, this) for session in sessions), key=lambda view: view.end_url != "")
    return AccountPage(email=account.email, name=name, sessions=tuple(views), notice=notice)


def _view(session: AccountSession, this: str) -> SessionView:
    return SessionView(
        label=session.label,
        since=day(session.created_at),
        seen=day(session.seen_at),
        end_url="" if session.public_id == this else reverse("end_session", args=[session.public_id]),
    )
