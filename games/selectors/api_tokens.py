"""Who is asking with a token of an account, and what he may do at a table."""

from dataclasses import replace
from typing import Final, TypeVar

from django.utils import timezone

from games.models import AccessLink, Account, ApiToken, Duty, Role, Scope, Table
from games.permissions import Access, LeagueAccess
from games.refusals import Refused
from games.selectors.access import hashed
from games.selectors.league_access import FixtureAccess, SeasonAccess, access_in, seats_of

PREFIX: Final = "gin_"
"""What every such token begins with, so that a program that looks for leaked secrets knows it."""
_LONGEST: Final = 100
RANKS: Final = [Role.WATCH, Role.SCORE, Role.OWNER]
_ALLOWS: Final = {Scope.READ: Role.WATCH, Scope.SCORE: Role.SCORE, Scope.MANAGE: Role.OWNER}
_SCOPES: Final = list(_ALLOWS)
"""From the smallest to the largest."""

At = TypeVar("At", LeagueAccess, SeasonAccess, FixtureAccess)


def token_of(secret: str) -> ApiToken | None:
    """The token with this secret, with its account; None where it is unknown, over, or its account is deactivated."""
    if not secret.startswith(PREFIX) or len(secret) > _LONGEST:
        return None
    good = ApiToken.objects.filter(revoked_at=None, expires_at__gt=timezone.now(), account__is_active=True)
    return good.filter(secret_hash=hashed(secret)).select_related("account").first()


def access_by_account(public_id: str, token: ApiToken) -> Access:
    """What ``token`` may do at a table: as much as its account may there, and its scope allows.

    Its link may not be stored yet. Raises Refused: "not_found" where the account may not even see the table, the same
    as for one that does not exist, and "link_revoked" where the table's owner switched its link off.
    """
    table = (
        Table.objects.select_related("fixture__season__league", "fixture__place").filter(public_id=public_id).first()
    )
    role = _role_at(table, token.account) if table else None
    if table is None or role is None:
        raise Refused("not_found")
    role = min(role, _ALLOWS[Scope(token.scope)], key=RANKS.index)
    links = AccessLink.objects.filter(table=table, api_token=token)
    if any(link.revoked_at is not None for link in links):
        raise Refused("link_revoked")
    link = next((link for link in links if link.role == role), None)
    return Access(table, role, link or AccessLink(table=table, role=role, label=token.label, api_token=token), None)


def demand_scope(token: ApiToken, need: Scope) -> None:
    """Raise Refused ("not_allowed") for a token whose scope is smaller than ``need``."""
    if _SCOPES.index(Scope(token.scope)) < _SCOPES.index(need):
        raise Refused("not_allowed", action=need.value, role="token")


def within_scope(at: At, token: ApiToken, need: Scope) -> At:
    """What is left of an account's part in a league for a token of it that asks for ``need``, which it is allowed.

    Reading, it sees all that its account sees. To write at matches a token of the scope "score" is the scorer and the
    referee that its account is, an organiser's too, but no organiser.
    """
    if need == Scope.READ or token.scope == Scope.MANAGE:
        return at
    if not isinstance(at, LeagueAccess):
        return replace(at, access=within_scope(at.access, token, need))
    duties = at.duties - {Duty.ORGANISER} | ({Duty.REFEREE} if Duty.ORGANISER in at.duties else set())
    return replace(at, duties=duties)


def _role_at(table: Table, account: Account) -> Role | None:
    """What an account may do at a table: all at its own; at a league's, what its part in the league says."""
    if table.account_id == account.pk:
        return Role.OWNER
    fixture = getattr(table, "fixture", None)
    if fixture is None:
        return None
    try:
        access = access_in(fixture.season.league, account, None)
    except Refused:
        return None
    if access.may("judge"):
        return Role.OWNER
    return Role.SCORE if access.may_score(fixture, seats_of(fixture)) else Role.WATCH
