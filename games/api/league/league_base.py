"""The base class of the API views of accounts and leagues: the account's token, its scope and its rights."""

import hashlib
from collections.abc import Callable
from typing import TypeVar

from rest_framework import exceptions

from games.api.base import BaseAPIView
from games.models import Account, ApiToken, Scope
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.account.api_tokens import demand_scope, limited_to_scope
from games.selectors.league import league_access as selectors
from games.selectors.league.league_access import FixtureAccess, SeasonAccess
from games.services.idempotency import check_key

AccessT = TypeVar("AccessT", LeagueAccess, SeasonAccess, FixtureAccess)


class AccountAPIView(BaseAPIView):
    """An API view of an account, or of a league that an account belongs to.

    Only tokens of accounts count here. Without one, public leagues can be read, as on their pages.
    """

    def required_account_token(self, scope: Scope = Scope.READ) -> ApiToken:
        """Return the account's token of this request, which must have ``scope`` or a larger one.

        Raises NotAuthenticated without a token, AuthenticationFailed if it isn't a valid account's token, and
        RefusedError ("not_allowed") if its scope is smaller.
        """
        token = self.optional_account_token()
        if token is None:
            raise exceptions.NotAuthenticated("This needs a token of an account: Authorization: Bearer gin_….")
        demand_scope(token, scope)
        return token

    def league_access(self, public_id: str, scope: Scope = Scope.READ, duty: str = "") -> LeagueAccess:
        """Return what the account of the request's token may do in a league, limited to the token's scope.

        ``scope`` is the scope that the request needs; ``duty`` is an action of REQUIRED_DUTIES that the account must be
        allowed, "" for none. Raises as ``required_account_token`` does, except for reading public leagues. Raises
        RefusedError: "not_your_duty", and "not_found" if the account can't even see the league, the same as for one
        that doesn't exist.
        """
        return self._access_for(lambda account: selectors.league_access(public_id, account, None), scope, duty)

    def season_access(self, public_id: str, scope: Scope = Scope.READ, duty: str = "") -> SeasonAccess:
        """Return the same for a season of a league."""
        return self._access_for(lambda account: selectors.season_access(public_id, account, None), scope, duty)

    def fixture_access(self, public_id: str, number: int, scope: Scope = Scope.READ, duty: str = "") -> FixtureAccess:
        """Return the same for a match, given its season's id and its number there."""
        return self._access_for(lambda account: selectors.fixture_access(public_id, number, account, None), scope, duty)

    def _access_for(self, find_access: Callable[[Account | None], AccessT], scope: Scope, duty: str) -> AccessT:
        token = self.optional_account_token()
        if token is None:
            return self._anonymous_access(find_access, scope, duty)
        rights = find_access(token.account)
        demand_scope(token, scope)
        rights = limited_to_scope(rights, token, scope)
        league_rights = rights if isinstance(rights, LeagueAccess) else rights.access
        if duty:
            league_rights.demand(duty)
        return rights

    def _anonymous_access(self, find_access: Callable[[Account | None], AccessT], scope: Scope, duty: str) -> AccessT:
        """Return what everybody may see. For anything else the answer is the same, whether it exists or not."""
        error = exceptions.NotAuthenticated("This needs a token of an account: Authorization: Bearer gin_….")
        if scope != Scope.READ or duty:
            raise error
        try:
            return find_access(None)
        except RefusedError as refusal:
            raise error from refusal

    def required_idempotency_key(self) -> str:
        """Return the Idempotency-Key as it is stored, made unique to this account.

        Raises RefusedError ("idempotency_key_required", "idempotency_key_invalid").
        """
        check_key(self.idempotency_key())
        return account_scoped_key(self.required_account_token().account_id, self.idempotency_key())

    def optional_account_token(self) -> ApiToken | None:
        """Return the account's token of this request; None without any token.

        Raises AuthenticationFailed for a token that isn't an account's: the tokens of a table open only that table.
        """
        token = self.account_token()
        if token is None and self._bearer_token():
            raise exceptions.AuthenticationFailed(
                "This needs a token of an account, which begins with gin_.", "invalid_token"
            )
        return token


def account_scoped_key(number: int, key: str) -> str:
    """Return the stored form of an Idempotency-Key, so that keys of different accounts never collide."""
    return f"api:{number}:{hashlib.sha256(key.encode()).hexdigest()}"
