"""The API view set that checks a seal."""

from contextlib import suppress
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.authentication import AccountTokenAuthentication, TableTokenAuthentication
from games.api.parameters import SEAL
from games.api.parsing import InvalidFieldsError
from games.api.sharing import examples_seals
from games.api.sharing.seal_response_serializers import CheckedSealSerializer
from games.api.viewsets import ApiViewSet, refuses
from games.models import AccessLink, ApiToken, Seal
from games.pages.sharing.seal_page import find_seal, seal_json
from games.refusals import RefusedError
from games.rules.seals import read_seal
from games.selectors.access import access_by_token_link
from games.selectors.account.api_tokens import access_by_account
from games.selectors.league.league_access import access_to_league
from games.wording.seals import not_a_seal_text


class SealViewSet(ApiViewSet):
    """Seals of finished games and closed seasons."""

    tag = "Seals"
    authentication_classes = (AccountTokenAuthentication, TableTokenAuthentication)
    path_parameters = (SEAL,)
    response_class = CheckedSealSerializer
    throttle_scopes: ClassVar = {"check_seal": "seal"}

    @extend_schema(
        responses=OpenApiResponse(CheckedSealSerializer, "The current state of what was sealed."),
        examples=[examples_seals.checked_seal_response],
    )
    @refuses("invalid_value")
    def check_seal(self, request: Request, seal: str) -> Response:
        """Check a seal. Says whether the current data still matches the seal.

        Anyone gets `kind` and `state`. The `details` need a token with access: one for that table, or an account token
        for that league. An invalid token is ignored. 404 means that this server never issued the seal, or that its
        record is gone.
        """
        parsed = read_seal(seal)
        if parsed is None:
            raise InvalidFieldsError({"seal": not_a_seal_text()})
        token: Any = None
        with suppress(AuthenticationFailed):
            token = request.auth
        answer = find_seal(parsed, lambda candidate: _may_see(candidate, token))
        if answer is None:
            raise RefusedError("not_found")
        checked, may_see = answer
        return self.answer(seal_json(checked, visible=may_see))


def _may_see(seal: Seal, token: AccessLink | ApiToken | None) -> bool:
    """Return whether a token, or the public if there is none, may see what was sealed."""
    account = token.account if isinstance(token, ApiToken) else None
    try:
        if seal.table is not None:
            if isinstance(token, ApiToken):
                return access_by_account(seal.table.public_id, token).may("watch")
            return token is not None and access_by_token_link(seal.table.public_id, token).may("watch")
        return seal.season is not None and bool(access_to_league(seal.season.league, account, None))
    except RefusedError:
        return False
