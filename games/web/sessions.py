"""The sessions of accounts: Django's in the database, of which each knows its account and device.

Nobody has one without logging in. The database holds the hash of the key only, so a copy of it opens nothing.
"""

import re
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.models import AccountSession
from games.models.table import new_public_id
from games.selectors.access import hashed

_KEY: Final = re.compile(r"[a-z0-9]{32}")
"""What Django makes a key of."""


class SessionStore(DatabaseStore):
    """What Django asks of a session engine, with the columns of ``AccountSession`` filled from the session itself."""

    @classmethod
    def get_model_class(cls) -> type[AccountSession]:
        """The model behind it."""
        return AccountSession

    def load(self) -> dict[str, Any]:
        """What the session holds; nothing, and no key any more, where it is unknown or over."""
        row = AccountSession.objects.filter(
            session_key=hashed(self.session_key or ""), expire_date__gt=timezone.now()
        ).first()
        if row is None:
            self._session_key = None
            return {}
        return self.decode(row.session_data)

    def save(self, must_create: bool = False) -> None:
        """Store the session. Raises UpdateError where it was ended meanwhile, OperationalError for a fault.

        Django takes the second for the first, and would tell whoever asked that the session is gone.
        """
        try:
            super().save(must_create)
        except UpdateError as error:
            if isinstance(error.__context__, OperationalError | InterfaceError):
                raise error.__context__ from error.__context__.__cause__
            raise

    def exists(self, session_key: str) -> bool:
        """Whether there is a session of this key."""
        return super().exists(hashed(session_key))

    def delete(self, session_key: str | None = None) -> None:
        """End the session of this key, or this one; nothing where there is none."""
        if key := session_key or self.session_key:
            AccountSession.objects.filter(session_key=hashed(key)).delete()

    def create_model_instance(self, data: dict[str, Any]) -> AccountSession:
        """The row for ``data``."""
        now = timezone.now()
        return AccountSession(
            session_key=hashed(self.session_key or ""),
            session_data=self.encode(data),
            expire_date=self.get_expiry_date(),
            account_id=data.get(SESSION_KEY),
            public_id=data.get("id") or new_public_id(),
            label=data.get("label", ""),
            created_at=datetime.fromisoformat(data["since"]) if "since" in data else now,
            seen_at=datetime.fromisoformat(data["seen"]) if "seen" in data else now,
        )


class AccountSessionMiddleware(SessionMiddleware):
    """Django's, with a cookie that is bound to this host over HTTPS: ``__Host-``, secure, and the plain one ignored."""

    def process_request(self, request: HttpRequest) -> None:
        """Give the request its session, which is looked up only where somebody asks for it."""
        name = settings.SESSION_COOKIE_NAME
        key = request.COOKIES.get(_cookie_name(request), "")
        if _KEY.fullmatch(key):
            request.COOKIES[name] = key
        else:
            request.COOKIES.pop(name, None)
        super().process_request(request)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Save the session where it changed, and set or delete its cookie under the right name."""
        response = super().process_response(request, response)
        name = _cookie_name(request)
        if name != settings.SESSION_COOKIE_NAME and (plain := response.cookies.pop(settings.SESSION_COOKIE_NAME, None)):
            response.cookies[name] = plain.value
            response.cookies[name].update(plain)
            response.cookies[name]["secure"] = True
        return response


def _cookie_name(request: HttpRequest) -> str:
    """The cookie's name, as for the cookie of the device."""
    return f"__Host-{settings.SESSION_COOKIE_NAME}" if request.is_secure() else settings.SESSION_COOKIE_NAME
