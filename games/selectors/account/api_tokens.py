"""Look up API tokens of accounts, and the Access they give to a table or a league."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeVar

from django.utils import timezone

from games.models import AccessLink, Account, AccountSession, ApiToken, Duty, Role, Scope, Table
from games.permissions import Access, LeagueAccess
from games.refusals import RefusedError
from games.selectors.access import hash_secret
from games.selectors.league.league_access import MatchAccess, SeasonAccess, access_to_league, seats_of

TOKEN_PREFIX: Final = "gin_"  # noqa: S105 - how a token begins is no secret
"""The prefix of every token, so that secret scanners can recognize leaked ones."""
_LONGEST: Final = 100
ROLE_ORDER: Final = [Role.WATCH, Role.SCORE, Role.OWNER]
_ALLOWS: Final = {Scope.READ: Role.WATCH, Scope.SCORE: Role.SCORE, Scope.MANAGE: Role.OWNER}
_SCOPES: Final = list(_ALLOWS)
"""Scopes from the smallest to the largest."""

AnyLeagueAccess = TypeVar("AnyLeagueAccess", LeagueAccess, SeasonAccess, MatchAccess)


def token_by_secret(secret: str) -> ApiToken | None:
    """Return the valid token with this secret and its account; None if unknown, expired, revoked or deactivated."""
    if not secret.startswith(TOKEN_PREFIX) or len(secret) > _LONGEST:
        return None
    valid = ApiToken.objects.filter(revoked_at=None, expires_at__gt=timezone.now(), account__is_active=True)
    return valid.filter(secret_hash=hash_secret(secret)).select_related("account").first()


def is_active_account(*, sessions: Sequence[str], secret: str) -> bool:
    """Return whether one of these session keys, or this token's secret, belongs to an active account."""
    active_sessions = AccountSession.objects.filter(expire_date__gt=timezone.now(), account__is_active=True)
    hashes = [hash_secret(key) for key in sessions if key]
    return (bool(hashes) and active_sessions.filter(session_key__in=hashes).exists()) or token_by_secret(
        secret
    ) is not None


def access_by_account(public_id: str, token: ApiToken) -> Access:
    """Return the Access of ``token`` to a table: the role of its account there, limited by the token's scope.

    The link in it may be unsaved. Raises RefusedError: "not_found" if the account may not see the table (the same as
    for one that doesn't exist), and "link_revoked" if the table's owner revoked the token's link.
    """
    table = Table.objects.select_related("match__season__league", "match__place").filter(public_id=public_id).first()
    role = _role_at(table, token.account) if table else None
    if table is None or role is None:
        raise RefusedError("not_found")
    role = min(role, _ALLOWS[Scope(token.scope)], key=ROLE_ORDER.index)
    links = AccessLink.objects.filter(table=table, api_token=token)
    if any(link.revoked_at is not None for link in links):
        raise RefusedError("link_revoked")
    link = next((link for link in links if link.role == role), None)
    return Access(table, role, link or AccessLink(table=table, role=role, label=token.label, api_token=token), None)


def demand_scope(token: ApiToken, needed: Scope) -> None:
    """Raise RefusedError ("not_allowed") if the token's scope is smaller than ``needed``."""
    if _SCOPES.index(Scope(token.scope)) < _SCOPES.index(needed):
        raise RefusedError("not_allowed", action=needed.value, role="token")


def limited_to_scope(access: AnyLeagueAccess, token: ApiToken) -> AnyLeagueAccess:
    """Return an account's access to a league as limited by its ``token`` for a request that changes something.

    A token of the scope "score" acts as scorer and referee, but never as organizer; the token of an organizer counts as
    a referee's.
    """
    if token.scope == Scope.MANAGE:
        return access
    if not isinstance(access, LeagueAccess):
        return replace(access, access=limited_to_scope(access.access, token))
    duties = access.duties - {Duty.ORGANIZER} | ({Duty.REFEREE} if Duty.ORGANIZER in access.duties else set())
    return replace(access, duties=duties)


def _role_at(table: Table, account: Account) -> Role | None:
    """Return the role of an account at a table: owner of its own tables, else by its offices in the table's league."""
    if table.account_id == account.pk:
        return Role.OWNER
    match = getattr(table, "match", None)
    if match is None:
        return None
    try:
        access = access_to_league(match.season.league, account, None)
    except RefusedError:
        return None
    if access.may("judge"):
        return Role.OWNER
    return Role.SCORE if access.may_score(match, seats_of(match)) else Role.WATCH
