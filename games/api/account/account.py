"""API views of the account that owns the request's token: its name, and its list of tokens.

Passwords, browser sessions and new tokens are left to the account's page. A token can't make another token, because
then anyone who got hold of a leaked one could keep access for good.
"""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import AFTER, LIMIT, TOKEN, describe, describe_read
from games.api.league.league_base import AccountAPIView
from games.api.league.league_request_serializers import NewNameSerializer
from games.api.league.league_response_serializers import AccountSerializer, TokensSerializer
from games.api.pagination import conditional_response, page_of, parse_page_query
from games.api.parsing import name_in
from games.models import Scope
from games.selectors.account.account_json import account_json, token_json
from games.services.account.accounts import rename_account
from games.services.account.api_tokens import revoke_token


class AccountDetailView(AccountAPIView):
    """Show or rename the account that owns the token."""

    @describe_read(
        tag="Account",
        operation_id="get_account",
        summary="Whose token this is",
        response=(AccountSerializer, "The account, and the token that asks."),
    )
    def get(self, request: Request) -> Response:
        """The account's name and e-mail, and what is known of the token that asks."""
        token = self.required_account_token()
        return conditional_response(request, account_json(token.account, token))

    @describe(
        tag="Account",
        operation_id="rename_account",
        summary="Change the account's name",
        scope="manage",
        request_body=NewNameSerializer,
        responses={200: (AccountSerializer, "The account.")},
        modifies=True,
    )
    def put(self, request: Request) -> Response:
        """Call the account otherwise. Its password is changed, and it is deleted, on its page alone."""
        token = self.required_account_token(Scope.MANAGE)
        rename_account(account=token.account, name=name_in(self.body({"name"}), "name"))
        return Response(account_json(token.account, token))


class TokenListView(AccountAPIView):
    """List the tokens of the account."""

    @describe_read(
        tag="Account",
        operation_id="list_tokens",
        summary="List the account's tokens",
        parameters=[AFTER, LIMIT],
        response=(TokensSerializer, "The tokens, without their secrets, also those that ended."),
    )
    def get(self, request: Request) -> Response:
        """Every token of the account. New ones are made on its page, where it asks for the password."""
        token, page = self.required_account_token(), parse_page_query(request)
        tokens, next_query = page_of(token.account.tokens.all(), page, token_json)
        return conditional_response(request, {"tokens": tokens, "next": next_query})


class TokenDetailView(AccountAPIView):
    """Revoke a token of the account."""

    @describe(
        tag="Account",
        operation_id="revoke_token",
        summary="Revoke a token",
        scope="manage",
        parameters=[TOKEN],
        responses={204: (None, "It opens nothing any more. A second time changes nothing.")},
        modifies=True,
    )
    def delete(self, request: Request, public_id: str) -> Response:
        """End a token of the account, also the one that asks, and every link of tables that was made for it."""
        token = self.required_account_token(Scope.MANAGE)
        self.body(set())
        revoke_token(account=token.account, public_id=public_id)
        return Response(status=204)
