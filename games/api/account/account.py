"""API view sets of the account that owns the request's token: its name, and its list of tokens.

Passwords, browser sessions and new tokens are left to the account's page. A token can't make another token, because
then anyone who got hold of a leaked one could keep access for good.
"""

from typing import ClassVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.account.account_serializers import AccountSerializer, TokenSerializer, TokensSerializer
from games.api.league.league_base import AccountAPIView
from games.api.league.league_request_serializers import NewNameSerializer
from games.api.parameters import TOKEN
from games.api.permissions import AccountOwner
from games.api.serializers import PageQuerySerializer
from games.api.viewsets import ApiViewSet, filtered
from games.services.account.accounts import rename_account
from games.services.account.api_tokens import revoke_token


class AccountViewSet(ApiViewSet, AccountAPIView):
    """The account that owns the token."""

    tag, noun = "Account", "account"
    permission_classes = (AccountOwner,)
    response_class = AccountSerializer
    serializer_classes: ClassVar = {"update": NewNameSerializer}

    def retrieve(self, request: Request) -> Response:
        """Get the token's account. Returns its name and e-mail, and details of the token you sent."""
        return self.answer(self.token)

    def update(self, request: Request) -> Response:
        """Rename the account. To change the password or delete the account, use the account's page."""
        rename_account(account=self.account, **self.validated_data())
        return self.answer(self.token)


class TokenViewSet(ApiViewSet, AccountAPIView):
    """The tokens of the account."""

    tag, noun = "Account", "token"
    path_parameters = (TOKEN,)
    lookup_field, lookup_value_converter = "public_id", "slug"
    permission_classes = (AccountOwner,)
    response_class = TokensSerializer

    @filtered(PageQuerySerializer)
    def list(self, request: Request) -> Response:
        """List the account's tokens. Create new tokens on the account's page, which asks for the password."""
        return self.paginated_response("tokens", self.account.tokens.all(), TokenSerializer)

    @extend_schema(responses={204: OpenApiResponse(None, "The token is revoked. Doing it again changes nothing.")})
    def destroy(self, request: Request, public_id: str) -> Response:
        """Revoke a token, with every table link made for it. A token may revoke itself."""
        revoke_token(account=self.account, public_id=public_id)
        return Response(status=204)
