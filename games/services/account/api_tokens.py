"""API tokens of accounts: make one, revoke it, note its use, and store its link to a table."""

import secrets
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.utils import timezone

from games import live
from games.models import AccessLink, Account, ApiToken, Scope, Table
from games.permissions import Access
from games.refusals import RefusedError
from games.selectors.access import hash_secret
from games.selectors.account.api_tokens import TOKEN_PREFIX
from games.services.account.security_log import log_security_event

MOST_TOKENS: Final = 20
"""Valid tokens of one account at the same time."""
LIFETIMES: Final = (7, 30, 90, 365)
"""The lifetimes to choose from, in days."""
USUAL_LIFETIME: Final = 90
_USE_NOTED_EVERY: Final = timedelta(minutes=10)
"""How often "last used" is updated: not every request is worth a write."""


@dataclass(frozen=True, slots=True)
class MadeToken:
    """A new token and its secret, which is shown only once."""

    token: ApiToken
    secret: str


@transaction.atomic(durable=True)
def make_token(*, account: Account, label: str, scope: Scope, days: int) -> MadeToken:
    """Make a token under ``label`` (a clean name) for one of LIFETIMES in days. Its secret has 192 bits.

    Raises RefusedError ("too_many", "invalid_value").
    """
    if days not in LIFETIMES:
        raise RefusedError("invalid_value", what="days")
    Account.objects.select_for_update().get(pk=account.pk)
    now = timezone.now()
    if account.tokens.filter(revoked_at=None, expires_at__gt=now).count() >= MOST_TOKENS:
        raise RefusedError("too_many", most=MOST_TOKENS, what="tokens")
    secret = TOKEN_PREFIX + secrets.token_urlsafe(24)
    ends = now + timedelta(days=days)
    token = ApiToken(account=account, label=label, scope=scope, secret_hash=hash_secret(secret), expires_at=ends)
    token.save()
    log_security_event("token_made", account=account.pk, token=token.pk, scope=token.scope)
    return MadeToken(token, secret)


@transaction.atomic(durable=True)
def revoke_token(*, account: Account, public_id: str) -> None:
    """Revoke one of the account's tokens; a second time changes nothing. Raises RefusedError ("not_found")."""
    token = account.tokens.filter(public_id=public_id).first()
    if token is None:
        raise RefusedError("not_found")
    end_tokens(account, public_id=public_id)
    log_security_event("token_revoked", account=account.pk, token=token.pk)


def end_tokens(account: Account, **only: str) -> None:
    """Revoke all tokens of an account, or those matching ``only``, with their links. Call it in a transaction.

    A write that is waiting for its table then finds its link revoked.
    """
    # Lock the tokens first: a link being made for one of them is then either there already or never made.
    locked = account.tokens.select_for_update().filter(revoked_at=None, **only)
    ended = ApiToken.objects.filter(pk__in=[token.pk for token in locked])
    links = AccessLink.objects.filter(api_token__in=ended, revoked_at=None)
    closed = list(links.values_list("pk", flat=True))
    # Wait for writes that have begun: none may be committed after its link was revoked.
    list(Table.objects.select_for_update(of=("self",)).filter(links__in=closed).order_by("pk").values_list("pk"))
    now = timezone.now()
    links.update(revoked_at=now)
    ended.update(revoked_at=now)
    for link in closed:
        transaction.on_commit(partial(live.publish_revocation, link), robust=True)


def note_token_use(token: ApiToken) -> None:
    """Update "last used" of a token, at most every ten minutes."""
    now = timezone.now()
    if token.used_at is None or now - token.used_at > _USE_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)


def with_stored_link(access: Access) -> Access:
    """Return the same access through a stored link, as a write needs it. Raises RefusedError ("link_revoked").

    The table's owner sees that link in the list of links; revoking it shuts the token out of the table.
    """
    token = access.link.api_token
    return access if access.link.pk is not None or token is None else _store(access, token)


@transaction.atomic
def _store(access: Access, token: ApiToken) -> Access:
    # A concurrent revocation of the token waits for this lock, and then finds the link and revokes it, too.
    active_tokens = ApiToken.objects.filter(revoked_at=None, expires_at__gt=timezone.now(), account__is_active=True)
    if active_tokens.select_for_update(of=("self",)).filter(pk=token.pk).first() is None:
        raise RefusedError("link_revoked")
    # No secret with this hash exists, so the link cannot be opened by itself.
    unknown = hash_secret(secrets.token_urlsafe(24))
    link, _ = AccessLink.objects.get_or_create(
        {"label": access.link.label, "secret_hash": unknown, "used_at": timezone.now()},
        table=access.table,
        api_token=token,
        role=access.role,
    )
    if link.revoked_at is not None:
        raise RefusedError("link_revoked")
    return replace(access, link=link)
