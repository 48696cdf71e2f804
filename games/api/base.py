"""The base class of all API views: tokens, request bodies, headers, and problem documents for refusals."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpResponse
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from games.api.authentication import AccountTokenAuthentication, TableTokenAuthentication
from games.api.parsing import InvalidBodyError, StrictJSONParser, has_body, revision_in
from games.api.problem_codes import CODE_MEANINGS, FIELD_ERRORS
from games.evaluate.strict_json import MAX_BODY_BYTES
from games.models import Account, ApiToken, Table
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.faults import Code, Fault, RulesError
from games.selectors.access import access_by_token_link
from games.selectors.account.api_tokens import access_by_account
from games.services.account.api_tokens import with_stored_link
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

    authentication_classes: Sequence[type[BaseAuthentication]] = ()
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

    def perform_authentication(self, request: Request) -> None:
        """Do nothing: authenticate only where a permission or a method asks. Elsewhere any token is ignored."""

    def json_object(self) -> dict[str, Any] | None:
        """Return the request's JSON object; None if the request has no body. Raises InvalidBodyError for other JSON."""
        if not has_body(self.request._request):
            return None
        raw = self.request.data
        if not isinstance(raw, dict):
            raise InvalidBodyError("expected_object", "The body must be a JSON object.")
        return raw

    def idempotency_key(self) -> str:
        """Return the Idempotency-Key of this request; "" without one."""
        return self.request.headers.get("Idempotency-Key", "")

    def if_match(self) -> int | None:
        """Return the revision in the If-Match header; None without the header, -1 if it isn't a revision."""
        return revision_in(self.request.headers.get("If-Match"))


class StartTableAPIView(BaseAPIView):
    """An API view that starts a table. Its permission is ``MayStartTable``."""

    authentication_classes = (AccountTokenAuthentication,)

    @property
    def account(self) -> Account | None:
        """The account that will own the table; None without an account's token."""
        account: Any = self.request.user
        return account if isinstance(account, Account) else None


class ObjectAPIView(BaseAPIView):
    """An API view of a table, league, season or match: of what a client may do there, which ``get_object`` returns.

    ``get_object`` raises RefusedError ("not_found") for what the client may not even see, the same as for what doesn't
    exist, and has its ``check_object_permissions`` like any in DRF.
    """

    access: Any
    """The object. It's there before anything of the request is read."""

    def check_permissions(self, request: Request) -> None:
        """Check the permissions, find the object of the address, and check its permissions."""
        super().check_permissions(request)
        if self.kwargs and self.get_permissions():
            self.access = self.get_object()

    def get_object(self) -> Any:
        """Return the object of the address. Raises as the class says."""
        raise NotImplementedError


class TableAPIView(ObjectAPIView):
    """An API view of a table."""

    authentication_classes = (AccountTokenAuthentication, TableTokenAuthentication)
    access: Access
    action: str
    previews: Collection[str] = ()
    """Actions that write nothing although their method may."""

    def get_object(self) -> Access:
        """Return what the token may do at the table. Raises RefusedError, "link_revoked" for one that was revoked."""
        token: Any = self.request.auth
        public_id = self.kwargs["public_id"]
        if not isinstance(token, ApiToken):
            access = access_by_token_link(public_id, token)
        else:
            access = access_by_account(public_id, token)
        self.check_object_permissions(self.request, access)
        # Only once it's allowed: a refused request writes nothing.
        reads = self.request.method in SAFE_METHODS or self.action in self.previews
        return access if reads else with_stored_link(access)

    @property
    def table(self) -> Table:
        """The table."""
        return self.access.table


def exception_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Turn a refusal into a problem document (DRF's exception handler); None for an error of the program."""
    match error:
        case RefusedError():
            return _refusal_response(error, context)
        case Http404():
            return refused_problem(context["request"], RefusedError("not_found"))
        case RulesError(faults=faults):
            faults_body = faults_json(faults, getattr(context["view"], "names", ()))
            text = " ".join(fault["message"] for fault in faults_body)
            return problem_document(400, faults[0].code.value, text, faults=faults_body)
        case exceptions.ValidationError():
            code, fields = invalid_fields(error)
            return problem_document(400, code, " ".join(fields.values()), fields=fields)
        case InvalidBodyError():
            return problem_document(400, error.code, str(error.detail))
        case RequestDataTooBig():
            return problem_document(413, "too_large", f"The body can be {MAX_BODY_BYTES // 1024} KiB at most.")
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


def invalid_fields(error: exceptions.ValidationError) -> tuple[str, dict[str, str]]:
    """Return the code of a problem, and everything wrong with a request's fields by their paths: ``seeds[0].entrant``.

    The code is that of unknown fields if there are any, else that of missing ones, else that of the first wrong value.
    """
    details = dict(_by_path(error.detail))
    codes = [_code_of(detail) for found in details.values() for detail in found]
    code = next((code for code in FIELD_ERRORS if code in codes), codes[0])
    return code, {path: " ".join(map(str, found)) for path, found in details.items()}


def _code_of(detail: exceptions.ErrorDetail) -> str:
    """Return the problem code of a wrong field; DRF's own fields have codes of their own."""
    if detail.code == "required":
        return "missing_field"
    return detail.code if detail.code in CODE_MEANINGS else "invalid_value"


def _by_path(detail: Any, path: str = "") -> Iterator[tuple[str, list[exceptions.ErrorDetail]]]:
    """Yield the path and the errors of each field in the detail of a ValidationError."""
    if isinstance(detail, list):
        yield path, detail
        return
    for key, inner in detail.items():
        if isinstance(key, int):
            yield from _by_path(inner, f"{path}[{key}]")
        elif key == api_settings.NON_FIELD_ERRORS_KEY:
            yield from _by_path(inner, path)
        else:
            yield from _by_path(inner, f"{path}.{key}" if path else key)


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
    response = problem_document(refusal.status, refusal.code, refusal_text(refusal, to_program=True), **extra)
    if "line" in refusal.context:
        response["ETag"] = f'"{refusal.context["line"].revision}"'
    return response
