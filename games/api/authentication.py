"""Authentication by the token in ``Authorization: Bearer …``: a table's or an account's.

``request.auth`` is then the AccessLink or the ApiToken, and ``request.user`` the token's account (None for a table's
token). Without a token both are None; whether a request needs one is for its permission to say.
"""

from typing import Final

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.models import AccessLink, Account, ApiToken
from games.selectors.access import link_by_secret
from games.selectors.account.api_tokens import TOKEN_PREFIX, token_by_secret
from games.services.account.api_tokens import note_token_use

INVALID_TOKEN: Final = "invalid_token"  # noqa: S105 - the code of a problem


def bearer_token(request: Request) -> str:
    """Return the token that came with a request; "" without one."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


class BearerAuthentication(BaseAuthentication):
    """The base of the classes below: a 401 answers with ``WWW-Authenticate: Bearer``."""

    def authenticate_header(self, request: Request) -> str:
        """Return the value of ``WWW-Authenticate``."""
        return "Bearer"


class AccountTokenAuthentication(BearerAuthentication):
    """The token of an account. Any other token is left to the next class."""

    def authenticate(self, request: Request) -> tuple[Account, ApiToken] | None:
        """Return the account and its token. Raises AuthenticationFailed for one that is unknown, revoked or expired."""
        secret = bearer_token(request)
        if not secret.startswith(TOKEN_PREFIX):
            return None
        token = token_by_secret(secret)
        if token is None:
            raise AuthenticationFailed("This token is unknown, revoked or expired.", INVALID_TOKEN)
        note_token_use(token)
        return token.account, token


class TableTokenAuthentication(BearerAuthentication):
    """The token of a table, which is the secret of one of its links."""

    def authenticate(self, request: Request) -> tuple[None, AccessLink] | None:
        """Return the link, even if it was revoked. Raises AuthenticationFailed if there is none."""
        secret = bearer_token(request)
        if not secret:
            return None
        link = link_by_secret(secret)
        if link is None:
            raise AuthenticationFailed("This token is unknown.", INVALID_TOKEN)
        return None, link


class NoTableToken(BearerAuthentication):
    """Refuse tokens of tables where only those of accounts count: a table's token opens nothing but its table."""

    def authenticate(self, request: Request) -> None:
        """Raise AuthenticationFailed if there is a token that AccountTokenAuthentication, the class before, left."""
        if bearer_token(request):
            raise AuthenticationFailed("This request needs an account token, which starts with gin_.", INVALID_TOKEN)
