"""The account whose token asks. Passwords, browsers that are logged in, and new tokens are for its page alone.

A token cannot make another one: whoever has one that leaked would have it for as long as he likes.
"""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_league, shapes_league
from games.api.describe import AFTER, LIMIT, TOKEN, describe, reads
from games.api.league_base import AccountView
from games.api.paging import asked_page, page_of, unless_known
from games.api.reading import name_in
from games.models import Scope
from games.selectors.account_json import account_json, token_json
from games.services.accounts import rename_account
from games.services.api_tokens import revoke_token


class OwnAccount(AccountView):
    """The account of the token."""

    @reads(
        tag="Account",
        operation="get_account",
        summary="Whose token this is",
        gives=(shapes_league.Account, "The account, and the token that asks."),
    )
    def get(self, request: Request) -> Response:
        """The account's name and e-mail, and what is known of the token that asks."""
        token = self.own_token()
        return unless_known(request, account_json(token.account, token))

    @describe(
        tag="Account",
        operation="rename_account",
        summary="Change the account's name",
        scope="manage",
        takes=asks_league.NewName,
        gives={200: (shapes_league.Account, "The account.")},
        changes=True,
    )
    def put(self, request: Request) -> Response:
        """Call the account otherwise. Its password is changed, and it is deleted, on its page alone."""
        token = self.own_token(Scope.MANAGE)
        rename_account(account=token.account, name=name_in(self.body({"name"}), "name"))
        return Response(account_json(token.account, token))


class Tokens(AccountView):
    """The tokens of the account."""

    @reads(
        tag="Account",
        operation="list_tokens",
        summary="List the account's tokens",
        at=[AFTER, LIMIT],
        gives=(shapes_league.Tokens, "The tokens, without their secrets, also those that ended."),
    )
    def get(self, request: Request) -> Response:
        """Every token of the account. New ones are made on its page, where it asks for the password."""
        token, asked = self.own_token(), asked_page(request)
        shown, more = page_of(token.account.tokens.all(), asked, token_json)
        return unless_known(request, {"tokens": shown, "next": more})


class OneToken(AccountView):
    """A token of the account."""

    @describe(
        tag="Account",
        operation="revoke_token",
        summary="Revoke a token",
        scope="manage",
        at=[TOKEN],
        gives={204: (None, "It opens nothing any more. A second time changes nothing.")},
        changes=True,
    )
    def delete(self, request: Request, public_id: str) -> Response:
        """End a token of the account, also the one that asks, and every link of tables that was made for it."""
        own = self.own_token(Scope.MANAGE)
        self.body(set())
        revoke_token(account=own.account, public_id=public_id)
        return Response(status=204)
