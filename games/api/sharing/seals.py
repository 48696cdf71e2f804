"""The API view that checks a seal."""

from contextlib import suppress

from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseAPIView
from games.api.describe import SEAL, describe
from games.api.parsing import InvalidFieldsError
from games.api.sharing import examples_seals
from games.api.sharing.seal_response_serializers import CheckedSealSerializer
from games.models import ApiToken, Scope, Seal
from games.pages.sharing.seal_page import find_seal, seal_json
from games.refusals import RefusedError
from games.rules.seals import read_seal
from games.selectors.access import access_by_token
from games.selectors.account.api_tokens import access_by_account
from games.selectors.league.league_access import access_to_league
from games.web.throttles import check_rate
from games.wording.seals import not_a_seal_text


class SealDetailView(BaseAPIView):
    """Check a seal."""

    @describe(
        tag="Seals",
        operation_id="check_seal",
        summary="Check a seal",
        parameters=[SEAL],
        responses={200: (CheckedSealSerializer, "What has become of what it was given to.")},
        error_codes=["not_found", "invalid_value", "too_many_requests"],
        examples=[examples_seals.checked_seal_response],
    )
    def get(self, request: Request, seal: str) -> Response:
        """Whether what is there now is what was sealed then.

        Anyone gets `kind` and `state`. The `details` need a token that may see what was sealed: one of that table, or
        of an account that sees that league. An invalid token counts as none. 404 means that this server never gave out
        such a seal, or that its record is gone.
        """
        check_rate(request._request, "seal")
        parsed = read_seal(seal)
        if parsed is None:
            raise InvalidFieldsError({"seal": not_a_seal_text()})
        token, account = self._bearer_token(), None
        with suppress(AuthenticationFailed):
            account = self.account_token()
        answer = find_seal(parsed, lambda candidate: _may_see(candidate, token, account))
        if answer is None:
            raise RefusedError("not_found")
        checked, may_see = answer
        return Response(seal_json(checked, visible=may_see))


def _may_see(seal: Seal, token: str, account: ApiToken | None) -> bool:
    """Return whether a token, or the public if there is none, may see what was sealed."""
    try:
        if seal.table is not None:
            if account is not None:
                return access_by_account(seal.table.public_id, account).may("watch")
            return bool(token) and access_by_token(seal.table.public_id, token).may("watch")
        league = seal.season.league if seal.season else seal.league
        if league is None:
            return False
        league_access = access_to_league(league, account.account if account else None, None)
    except RefusedError:
        return False
    return seal.season is not None or (
        league_access.may("manage_league") and account is not None and account.scope == Scope.MANAGE
    )
