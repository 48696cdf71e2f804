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
from games.api.pagination import AfterPagination, conditional_response, parse_page_query
from games.api.permissions import OfAccount
from games.models import Scope
from games.selectors.account.account_json import account_json, token_json
from games.services.account.accounts import rename_account
from games.services.account.api_tokens import revoke_token


class AccountDetailView(AccountAPIView):
    """Show or rename the account that owns the token."""

    @describe_read(
        tag="Account",
        operation_id="get_account",
        summary="Get the token's account",
        permission=OfAccount(),
        response=(AccountSerializer, "The account and the token that was sent."),
    )
    def get(self, request: Request) -> Response:
        """Return the account's name and e-mail, and details of the token that was sent."""
        return conditional_response(request, account_json(self.account, self.token))

    @describe(
        tag="Account",
        operation_id="rename_account",
        summary="Rename the account",
        permission=OfAccount(Scope.MANAGE),
        request_body=NewNameSerializer,
        responses={200: (AccountSerializer, "The account.")},
        modifies=True,
    )
    def put(self, request: Request) -> Response:
        """Change the account's name. Its password and its deletion are on its page only."""
        rename_account(account=self.account, name=self.read_body()["name"])
        return Response(account_json(self.account, self.token))


class TokenListView(AccountAPIView):
    """List the tokens of the account."""

    @describe_read(
        tag="Account",
        operation_id="list_tokens",
        summary="List the account's tokens",
        parameters=[AFTER, LIMIT],
        permission=OfAccount(),
        response=(TokensSerializer, "The account's tokens, including expired and revoked ones, without their secrets."),
    )
    def get(self, request: Request) -> Response:
        """Return every token of the account. New tokens are created on its page, which asks for the password."""
        pages = AfterPagination("tokens", parse_page_query(request))
        tokens = pages.paginate_queryset(self.account.tokens.all(), request)
        return pages.get_paginated_response([token_json(token) for token in tokens])


class TokenDetailView(AccountAPIView):
    """Revoke a token of the account."""

    @describe(
        tag="Account",
        operation_id="revoke_token",
        summary="Revoke a token",
        permission=OfAccount(Scope.MANAGE),
        parameters=[TOKEN],
        responses={204: (None, "The token is revoked. Revoking it again changes nothing.")},
        modifies=True,
    )
    def delete(self, request: Request, public_id: str) -> Response:
        """Revoke a token of the account, with every table link made for it. A token may revoke itself."""
        self.read_body()
        revoke_token(account=self.account, public_id=public_id)
        return Response(status=204)
