"""The session engine: Django's database sessions, with columns for the account and the device.

A session begins with a login, a sign-up or a mailed link. The database holds only the hash of its key, and its data
encrypted (such as the key of a mailed link), so a copy of the database opens nothing.
"""

import re
from datetime import datetime
from typing import Any, Final

from cryptography.fernet import InvalidToken
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
from games.selectors.access import hash_secret
from games.selectors.secrets import encryption

_KEY: Final = re.compile(r"[a-z0-9]{32}")
"""The form of Django's session keys."""


class SessionStore(DatabaseStore):
    """Django's session store, filling the columns of ``AccountSession`` from the session's own data."""

    @classmethod
    def get_model_class(cls) -> type[AccountSession]:
        """Return the model of sessions."""
        return AccountSession

    def load(self) -> dict[str, Any]:
        """Return the session's data; for an unknown or expired one nothing, and the key is dropped."""
        row = AccountSession.objects.filter(
            session_key=hash_secret(self.session_key or ""), expire_date__gt=timezone.now()
        ).first()
        if row is None:
            self._session_key = None
            return {}
        return self.decode(row.session_data)

    def encode(self, session_dict: dict[str, Any]) -> str:
        """Return the session's data as it is stored."""
        return encryption("sessions").encrypt(super().encode(session_dict).encode()).decode()

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """Return the session's data; nothing if it was stored under another key of the server."""
        try:
            data: dict[str, Any] = super().decode(encryption("sessions").decrypt(session_data).decode())
        except InvalidToken:
            return {}
        return data

    def save(self, must_create: bool = False) -> None:
        """Store the session. Raises UpdateError where it was ended meanwhile, OperationalError for a database fault.

        Django turns a fault into an UpdateError, which would tell the user that the session is gone.
        """
        try:
            super().save(must_create)
        except UpdateError as error:
            if isinstance(error.__context__, OperationalError | InterfaceError):
                raise error.__context__ from error.__context__.__cause__
            raise

    def exists(self, session_key: str) -> bool:
        """Whether there is a session with this key."""
        return super().exists(hash_secret(session_key))

    def delete(self, session_key: str | None = None) -> None:
        """Delete the session with this key, or this session; without one nothing happens."""
        if key := session_key or self.session_key:
            AccountSession.objects.filter(session_key=hash_secret(key)).delete()

    def create_model_instance(self, data: dict[str, Any]) -> AccountSession:
        """Return the row for ``data``."""
        now = timezone.now()
        return AccountSession(
            session_key=hash_secret(self.session_key or ""),
            session_data=self.encode(data),
            expire_date=self.get_expiry_date(),
            account_id=data.get(SESSION_KEY),
            public_id=data.get("id") or new_public_id(),
            label=data.get("label", ""),
            created_at=datetime.fromisoformat(data["since"]) if "since" in data else now,
            seen_at=datetime.fromisoformat(data["seen"]) if "seen" in data else now,
        )


class AccountSessionMiddleware(SessionMiddleware):
    """Django's session middleware, with a cookie bound to this host (``__Host-``) over HTTPS, not a plain one."""

    def process_request(self, request: HttpRequest) -> None:
        """Attach the session to the request; it is loaded only when used."""
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
    """Return the cookie's name, with the prefix ``__Host-`` over HTTPS."""
    return f"__Host-{settings.SESSION_COOKIE_NAME}" if request.is_secure() else settings.SESSION_COOKIE_NAME
