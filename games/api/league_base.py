"""What the API views of accounts and leagues share: whose token came, what its scope allows, and his part there."""

import hashlib
from collections.abc import Callable
from typing import TypeVar

from rest_framework import exceptions

from games.api.base import View
from games.models import Account, ApiToken, Scope
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.selectors import league_access as selectors
from games.selectors.api_tokens import demand_scope, within_scope
from games.selectors.league_access import FixtureAccess, SeasonAccess
from games.services.keys import check_key

At = TypeVar("At", LeagueAccess, SeasonAccess, FixtureAccess)


class AccountView(View):
    """A view of an account, or of what an account has a part in.

    Only tokens of accounts count here. Without one, leagues for everybody's eyes can be read, as their pages can.
    """

    def own_token(self, need: Scope = Scope.READ) -> ApiToken:
        """The account's token of this request, whose scope has to be ``need`` or more.

        Raises NotAuthenticated without a token, AuthenticationFailed for one that is no good account's, and Refused
        ("not_allowed") for one of a smaller scope.
        """
        token = self.optional_token()
        if token is None:
            raise exceptions.NotAuthenticated("This needs a token of an account: Authorization: Bearer gin_….")
        demand_scope(token, need)
        return token

    def league_access(self, public_id: str, need: Scope = Scope.READ, duty: str = "") -> LeagueAccess:
        """What the account of this request's token may do in a league, as far as the token's scope goes.

        ``need`` is the scope that is asked for; ``duty`` an action of LEAGUE_NEEDS that its account has to be allowed,
        where there is one. Raises as ``own_token`` does, but for who only reads what everybody may see, and Refused:
        "not_found" where the account may not even see the league, the same as for one that does not exist, and
        "not_your_duty".
        """
        return self._within(lambda account: selectors.league_access(public_id, account, None), need, duty)

    def season_access(self, public_id: str, need: Scope = Scope.READ, duty: str = "") -> SeasonAccess:
        """The same for a season of a league."""
        return self._within(lambda account: selectors.season_access(public_id, account, None), need, duty)

    def fixture_access(self, public_id: str, number: int, need: Scope = Scope.READ, duty: str = "") -> FixtureAccess:
        """The same for a match, by its season's id and its number there."""
        return self._within(lambda account: selectors.fixture_access(public_id, number, account, None), need, duty)

    def _within(self, found: Callable[[Account | None], At], need: Scope, duty: str) -> At:
        token = self.optional_token()
        if token is None:
            return self._without_token(found, need, duty)
        at = found(token.account)
        demand_scope(token, need)
        at = within_scope(at, token, need)
        access = at if isinstance(at, LeagueAccess) else at.access
        if duty:
            access.demand(duty)
        return at

    def _without_token(self, found: Callable[[Account | None], At], need: Scope, duty: str) -> At:
        """What nobody in particular may see. Everything else is the same to him, also what does not exist."""
        wanted = exceptions.NotAuthenticated("This needs a token of an account: Authorization: Bearer gin_….")
        if need != Scope.READ or duty:
            raise wanted
        try:
            return found(None)
        except Refused as why:
            raise wanted from why

    def needed_key(self) -> str:
        """The Idempotency-Key as it is stored, this account's alone.

        Raises Refused ("idempotency_key_required", "idempotency_key_invalid").
        """
        check_key(self.key())
        return own_key(self.own_token().account_id, self.key())

    def optional_token(self) -> ApiToken | None:
        """The account's token of this request, None without any.

        Raises AuthenticationFailed for one that is no account's: the tokens of tables open tables alone.
        """
        token = self.account_token()
        if token is None and self._bearer():
            raise exceptions.AuthenticationFailed(
                "This needs a token of an account, which begins with gin_.", "invalid_token"
            )
        return token


def own_key(number: int, key: str) -> str:
    """A key that is stored for a ``key`` of the account ``number``: keys of different accounts are never the same."""
    return f"api:{number}:{hashlib.sha256(key.encode()).hexdigest()}"
