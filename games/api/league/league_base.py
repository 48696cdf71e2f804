"""The base class of the API views of accounts and leagues: the account's token, its scope and its rights."""

from typing import Any, cast

from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS

from games.api.authentication import AccountTokenAuthentication, NoTableToken
from games.api.base import BaseAPIView, ObjectAPIView
from games.api.permissions import NO_ACCOUNT_TOKEN
from games.models import Account, ApiToken
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.account.api_tokens import limited_to_scope
from games.selectors.league.league_access import league_access


class AccountAPIView(BaseAPIView):
    """An API view of an account, or of a league that an account belongs to.

    Only tokens of accounts count here. Without one, public leagues can be read, as on their pages.
    """

    authentication_classes = (AccountTokenAuthentication, NoTableToken)

    @property
    def token(self) -> ApiToken:
        """The token of a request whose permission needs one."""
        token: Any = self.request.auth
        return cast(ApiToken, token)

    @property
    def account(self) -> Account:
        """The account of a request whose permission needs one."""
        return self.token.account

    @property
    def optional_account(self) -> Account | None:
        """The account of a request that may come without a token."""
        return self.account if self.request.auth else None


class InLeagueAPIView(AccountAPIView, ObjectAPIView):
    """An API view of a league, or of a season or match in it."""

    def get_object(self) -> Any:
        """Return what the client may do there, limited to the token's scope to change something."""
        try:
            access = self.get_access(self.optional_account)
        except RefusedError as refusal:
            if self.request.auth:
                raise
            raise NotAuthenticated(NO_ACCOUNT_TOKEN) from refusal
        self.check_object_permissions(self.request, access)
        return access if self.request.method in SAFE_METHODS else limited_to_scope(access, self.token)

    def get_access(self, account: Account | None) -> Any:
        """Return what an account, or everybody, may do at the object. Raises RefusedError ("not_found")."""
        raise NotImplementedError


class LeagueAPIView(InLeagueAPIView):
    """An API view of a league."""

    access: LeagueAccess

    def get_access(self, account: Account | None) -> LeagueAccess:
        """Return what an account, or everybody, may do in the league of the address."""
        return league_access(self.kwargs["public_id"], account, None)

    @property
    def league_access(self) -> LeagueAccess:
        """What the client may do in the league."""
        return self.access
