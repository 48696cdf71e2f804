"""The base class of the API views of accounts and leagues: the account's token, its scope and its rights."""

from typing import Any, cast

from games.api.authentication import AccountTokenAuthentication, NoTableToken
from games.api.base import BaseAPIView
from games.models import Account, ApiToken
from games.permissions import LeagueAccess
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


class LeagueAPIView(AccountAPIView):
    """An API view of a league. Its permission sets ``access``."""

    access: LeagueAccess

    def get_access(self, account: Account | None) -> LeagueAccess:
        """Return what an account, or everybody, may do in the league of the address."""
        return league_access(self.kwargs["public_id"], account, None)

    @property
    def league_access(self) -> LeagueAccess:
        """What the client may do in the league."""
        return self.access
