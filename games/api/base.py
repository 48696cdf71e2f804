"""The base class of all API views: tokens, request bodies, headers, and problem documents for refusals."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpResponse
from rest_framework import exceptions
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.parsing import InvalidBodyError, InvalidFieldsError, StrictJSONParser, has_body, revision_in
from games.evaluate.strict_json import MAX_BODY_BYTES
from games.models import Account, ApiToken, Scope
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.faults import Code, Fault, RulesError
from games.selectors.access import access_by_token, link_by_secret
from games.selectors.account.api_tokens import TOKEN_PREFIX, access_by_account, token_by_secret
from games.services.account.api_tokens import note_token_use, with_stored_link
from games.web.problems import problem_document
from games.web.problems import refusal_response as refused_problem
from games.wording.faults import fault_text
from games.wording.refusals import refusal_text


class JSONOnlyNegotiation(BaseContentNegotiation):
    """Content negotiation for a view with one format: it ignores the ``Accept`` header."""

    def select_parser(self, request: Request, parsers: Iterable[Any]) -> Any:
        """Return the parser for the request's content type; None for any other type, which is then refused."""
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(self, request: Request, renderers: Iterable[Any], format_suffix: str | None = None) -> Any:
        """Return the only renderer."""
        only = next(iter(renderers))
        return only, only.media_type


class BaseAPIView(APIView):
    """An API view: JSON in, JSON or a problem document out. It knows no sessions: a token identifies the client."""

    authentication_classes = ()
    permission_classes = ()
    parser_classes = (StrictJSONParser,)
    content_negotiation_class: type[BaseContentNegotiation] = JSONOnlyNegotiation

    def options(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        """Return an empty answer. The ``Allow`` header, which every answer has, lists the methods.

        It isn't rendered: some renderers write even None as text ("null"), and a 204 has no body.
        """
        return HttpResponse(status=204)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        """Add the ``Cache-Control`` header: only the client may store the answer, and it must revalidate it."""
        response.setdefault("Cache-Control", "private, no-cache")
        return super().finalize_response(request, response, *args, **kwargs)

    def json_object(self) -> dict[str, Any] | None:
        """Return the request's JSON object; None if the request has no body. Raises InvalidBodyError for other JSON."""
        if not has_body(self.request._request):
            return None
        raw = self.request.data
        if not isinstance(raw, dict):
            raise InvalidBodyError("expected_object", "The body must be a JSON object.")
        return raw

    def body(self, required: set[str], optional: set[str] | None = None) -> dict[str, Any]:
        """Return the request's JSON object, which must have the keys ``required`` and may have ``optional`` ones.

        A request that requires no key may come without a body. Raises InvalidBodyError, InvalidFieldsError.
        """
        raw = self.json_object()
        if raw is None:
            if required:
                raise InvalidBodyError("expected_object", "The body must be a JSON object; there is none.")
            return {}
        unknown = {key[:60]: f"Unknown field: {key[:60]}." for key in raw if key not in required | (optional or set())}
        if unknown:
            raise InvalidFieldsError(unknown, "unknown_field")
        missing = {key: f"The field {key} is missing." for key in sorted(required - set(raw))}
        if missing:
            raise InvalidFieldsError(missing, "missing_field")
        return raw

    def access(self, public_id: str, action: str = "watch") -> Access:
        """Return what the request's token may do at a table. It must allow ``action``, a key of permissions.NEEDS.

        Raises NotAuthenticated without a token, AuthenticationFailed for an unknown token or an account's token that
        has ended, and RefusedError for a token of another table (the same as for a table that doesn't exist), a token
        that was switched off, and one that doesn't allow the action.
        """
        token = self._bearer_token()
        if not token:
            raise exceptions.NotAuthenticated("This needs a token: Authorization: Bearer ….")
        if account_token := self.account_token():
            access = access_by_account(public_id, account_token)
            access.demand(action)
            # Only once it's allowed: a refused request writes nothing.
            return access if action == "watch" or self.request.method in ("GET", "HEAD") else with_stored_link(access)
        try:
            access = access_by_token(public_id, token)
        except RefusedError as why:
            if why.code == "not_found" and link_by_secret(token) is None:
                raise exceptions.AuthenticationFailed("There is no such token.", "invalid_token") from None
            raise
        access.demand(action)
        return access

    def account_token(self) -> ApiToken | None:
        """Return the account's token that came with this request; None if none did.

        Raises AuthenticationFailed if it is unknown, revoked or expired, or if its account was deactivated.
        """
        secret = self._bearer_token()
        if not secret.startswith(TOKEN_PREFIX):
            return None
        token = token_by_secret(secret)
        if token is None:
            raise exceptions.AuthenticationFailed("This token is unknown, revoked or too old.", "invalid_token")
        note_token_use(token)
        return token

    def account_for_new_table(self) -> Account | None:
        """Return the account that will own the table this request starts; None without an account's token.

        Raises AuthenticationFailed as ``account_token`` does, and RefusedError ("not_allowed") for a token of a smaller
        scope.
        """
        token = self.account_token()
        if token is not None and token.scope != Scope.MANAGE:
            raise RefusedError("not_allowed", action="start", role="token")
        return token.account if token else None

    def _bearer_token(self) -> str:
        """Return the token that came with this request; "" without one."""
        scheme, _, token = self.request.headers.get("Authorization", "").partition(" ")
        return token.strip() if scheme.lower() == "bearer" else ""

    def idempotency_key(self) -> str:
        """Return the Idempotency-Key of this request; "" without one."""
        return self.request.headers.get("Idempotency-Key", "")

    def if_match(self) -> int | None:
        """Return the revision in the If-Match header; None without the header, -1 if it isn't a revision."""
        return revision_in(self.request.headers.get("If-Match"))


def exception_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Turn a refusal into a problem document (DRF's exception handler); None for an error of the program."""
    match error:
        case RefusedError():
            return _refusal_response(error, context)
        case RulesError(faults=faults):
            faults_body = faults_json(faults, getattr(context["view"], "names", ()))
            text = " ".join(fault["message"] for fault in faults_body)
            return problem_document(400, faults[0].code.value, text, faults=faults_body)
        case InvalidFieldsError():
            return problem_document(400, error.code, str(error.detail), fields=dict(error.fields))
        case InvalidBodyError():
            return problem_document(400, error.code, str(error.detail))
        case RequestDataTooBig():
            return problem_document(413, "too_large", f"A body has {MAX_BODY_BYTES // 1024} KiB at most.")
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            response = problem_document(401, str(error.get_codes()), str(error.detail))
            response["WWW-Authenticate"] = "Bearer"
            return response
        case exceptions.APIException():
            return problem_document(error.status_code, str(error.get_codes()), str(error.detail))
    return None


def faults_json(faults: Sequence[Fault], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the faults of a round or of house rules as the answer lists them."""
    return [
        {
            "code": fault.code.value,
            "player": names[fault.seat] if fault.seat is not None and fault.seat < len(names) else None,
            "cards": [fault.name] if fault.code is Code.UNKNOWN_CARD else [],
            "message": fault_text(fault, names),
        }
        for fault in faults
    ]


def _refusal_response(refusal: RefusedError, context: Mapping[str, Any]) -> HttpResponse:
    """Return a refusal with what the client needs: the version on the sheet, or the missing rounds."""
    extra: dict[str, Any] = {}
    if "line" in refusal.context:
        extra["current"] = context["view"].round_body(refusal.context["line"], refusal.context["game"])
    if "declaration" in refusal.context:
        extra["yours"] = context["request"].data
    if "missing" in refusal.context:
        extra["missing_rounds"] = refusal.context["missing"]
    if not extra:
        return refused_problem(context["request"], refusal)
    response = problem_document(refusal.status, refusal.code, refusal_text(refusal), **extra)
    if "line" in refusal.context:
        response["ETag"] = f'"{refusal.context["line"].revision}"'
    return response
