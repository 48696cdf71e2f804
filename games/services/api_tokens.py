"""Tokens of accounts, for programs: make one, revoke it, note that it is used, give it its link to a table."""

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
from games.refusals import Refused
from games.selectors.access import hashed
from games.selectors.api_tokens import PREFIX
from games.services.security_log import tell

MOST_TOKENS: Final = 20
"""Tokens of an account that are good at the same time."""
LIFETIMES: Final = (7, 30, 90, 365)
"""Days for which a token may be made."""
USUAL_LIFETIME: Final = 90
_NOTED_EVERY: Final = timedelta(minutes=10)
"""How exact "last used" is: not every request is worth a write."""


@dataclass(frozen=True, slots=True)
class MadeToken:
    """A token and its secret, which is told this once."""

    token: ApiToken
    secret: str


@transaction.atomic(durable=True)
def make_token(*, account: Account, label: str, scope: Scope, days: int) -> MadeToken:
    """A token for ``account`` under ``label`` (a clean name), good for so many days of LIFETIMES. It has 192 bits.

    Raises Refused ("too_many", "invalid_value").
    """
    if days not in LIFETIMES:
        raise Refused("invalid_value", what="days")
    Account.objects.select_for_update().get(pk=account.pk)
    now = timezone.now()
    if account.tokens.filter(revoked_at=None, expires_at__gt=now).count() >= MOST_TOKENS:
        raise Refused("too_many", most=MOST_TOKENS, what="tokens")
    secret = PREFIX + secrets.token_urlsafe(24)
    ends = now + timedelta(days=days)
    token = ApiToken(account=account, label=label, scope=scope, secret_hash=hashed(secret), expires_at=ends)
    token.save()
    tell("token_made", account=account.pk, token=token.pk, scope=token.scope)
    return MadeToken(token, secret)


@transaction.atomic(durable=True)
def revoke_token(*, account: Account, public_id: str) -> None:
    """End one of the account's tokens; a second time changes nothing. Raises Refused ("not_found")."""
    token = account.tokens.filter(public_id=public_id).first()
    if token is None:
        raise Refused("not_found")
    end_tokens(account, public_id=public_id)
    tell("token_revoked", account=account.pk, token=token.pk)


def end_tokens(account: Account, **only: str) -> None:
    """End all tokens of an account, or those that are as ``only`` says, with their links.

    To be called in a transaction. A write that is waiting for its table finds its link switched off.
    """
    # First the tokens: a link that is being made for one is there when they are had, or is not made any more.
    locked = account.tokens.select_for_update().filter(revoked_at=None, **only)
    ended = ApiToken.objects.filter(pk__in=[token.pk for token in locked])
    links = AccessLink.objects.filter(api_token__in=ended, revoked_at=None)
    closed = list(links.values_list("pk", flat=True))
    # Writes that have begun end first: none is to be later than the end of the link it came by.
    list(Table.objects.select_for_update(of=("self",)).filter(links__in=closed).order_by("pk").values_list("pk"))
    now = timezone.now()
    links.update(revoked_at=now)
    ended.update(revoked_at=now)
    for link in closed:
        transaction.on_commit(partial(live.close_link, link), robust=True)


def note_token_use(token: ApiToken) -> None:
    """Note every now and then that ``token`` is in use."""
    now = timezone.now()
    if token.used_at is None or now - token.used_at > _NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)


def stored(access: Access) -> Access:
    """The same access by a link that is stored, under which something can be written. Raises Refused ("link_revoked").

    The owner of the table sees the link in his list and may switch it off, and with it the token at his table.
    """
    token = access.link.api_token
    return access if access.link.pk is not None or token is None else _store(access, token)


@transaction.atomic
def _store(access: Access, token: ApiToken) -> Access:
    # Who ends the token meanwhile waits for this, and then finds the link and switches it off.
    good = ApiToken.objects.filter(revoked_at=None, expires_at__gt=timezone.now(), account__is_active=True)
    if good.select_for_update(of=("self",)).filter(pk=token.pk).first() is None:
        raise Refused("link_revoked")
    # Nobody knows a secret of this hash, and none can be made from the nonce.
    unknown = hashed(secrets.token_urlsafe(24))
    link, _ = AccessLink.objects.get_or_create(
        {"label": access.link.label, "secret_hash": unknown, "used_at": timezone.now()},
        table=access.table,
        api_token=token,
        role=access.role,
    )
    if link.revoked_at is not None:
        raise Refused("link_revoked")
    return replace(access, link=link)
