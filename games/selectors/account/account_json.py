"""An account and its tokens as JSON for the API."""

from typing import Any

from django.utils import timezone

from games.models import Account, ApiToken


def account_json(account: Account, token: ApiToken) -> dict[str, Any]:
    """Return an account together with the ``token`` that authenticated the request."""
    return {
        "name": account.name,
        "email": account.email,
        "made_at": account.created_at.isoformat(),
        "token": token_json(token),
    }


def token_json(token: ApiToken) -> dict[str, Any]:
    """Return a token without its secret; ``good`` means that it is neither revoked nor expired."""
    return {
        "id": token.public_id,
        "label": token.label,
        "scope": token.scope,
        "made_at": token.created_at.isoformat(),
        "expires_at": token.expires_at.isoformat(),
        "used_at": token.used_at.isoformat() if token.used_at else None,
        "revoked_at": token.revoked_at.isoformat() if token.revoked_at else None,
        "good": token.revoked_at is None and token.expires_at > timezone.now(),
    }
