"""What all API views share: who asks, what was sent, and a problem document for everything that is refused."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpResponse
from rest_framework import exceptions
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.reading import BadBody, InvalidFields, StrictJSONParser, has_body, revision_in
from games.forms.strict_json import LARGEST
from games.models import Account, ApiToken, Scope
from games.permissions import Access
from games.refusals import Refused
from games.rules.faults import Code, Fault, Illegal
from games.selectors.access import access_by_token, link_of
from games.selectors.api_tokens import PREFIX, access_by_account, token_of
from games.services.api_tokens import note_token_use, stored
from games.web.problems import problem_document
from games.web.problems import refused as refused_problem
from games.wording import fault_text, refusal_text


class AlwaysJSON(BaseContentNegotiation):
    """There is one form of answer, whatever the ``Accept`` header wishes for."""

    def select_parser(self, request: Request, parsers: Iterable[Any]) -> Any:
        """The one parser, for the content type that it reads; None for any other, which is then refused."""
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(self, request: Request, renderers: Iterable[Any], format_suffix: str | None = None) -> Any:
        """The one renderer."""
        only = next(iter(renderers))
        return only, only.media_type


class View(APIView):
    """An API view: JSON in, JSON or a problem document out; nobody is logged in, tokens say who may what."""

    authentication_classes = ()
    permission_classes = ()
    parser_classes = (StrictJSONParser,)
    content_negotiation_class: type[BaseContentNegotiation] = AlwaysJSON

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """What may be done at this address: the ``Allow`` header, which every answer has, and nothing else."""
        return Response(status=204)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        """The answer, which nobody but the one who asked may keep, and who kept it has to ask again."""
        response.setdefault("Cache-Control", "private, no-cache")
        return super().finalize_response(request, response, *args, **kwargs)

    def json_object(self) -> dict[str, Any] | None:
        """The request's JSON object; None for a request without a body. Raises BadBody for any other JSON."""
        if not has_body(self.request._request):
            return None
        raw = self.request.data
        if not isinstance(raw, dict):
            raise BadBody("expected_object", "The body must be a JSON object.")
        return raw

    def body(self, needs: set[str], may: set[str] | None = None) -> dict[str, Any]:
        """The request's JSON object, with the keys ``needs`` and perhaps ``may``, and no others.

        A request that needs nothing may come without a body. Raises BadBody, InvalidFields.
        """
        raw = self.json_object()
        if raw is None:
            if needs:
                raise BadBody("expected_object", "The body must be a JSON object; there is none.")
            return {}
        unknown = {key[:60]: f"Unknown field: {key[:60]}." for key in raw if key not in needs | (may or set())}
        if unknown:
            raise InvalidFields(unknown, "unknown_field")
        missing = {key: f"The field {key} is missing." for key in sorted(needs - set(raw))}
        if missing:
            raise InvalidFields(missing, "missing_field")
        return raw

    def access(self, public_id: str, action: str = "watch") -> Access:
        """What the token of this request may do at a table; it has to allow ``action``, a key of permissions.NEEDS.

        Raises NotAuthenticated without a token, AuthenticationFailed for one that was never given out or an account's
        that has ended, and Refused for one of another table (the same as for a table that does not exist), one that was
        switched off, or one that does not allow it.
        """
        token = self._bearer()
        if not token:
            raise exceptions.NotAuthenticated("This needs a token: Authorization: Bearer ….")
        if of_account := self.account_token():
            access = access_by_account(public_id, of_account)
            access.demand(action)
            # Not before it is allowed: what is refused writes nothing.
            return access if action == "watch" or self.request.method in ("GET", "HEAD") else stored(access)
        try:
            access = access_by_token(public_id, token)
        except Refused as why:
            if why.code == "not_found" and link_of(token) is None:
                raise exceptions.AuthenticationFailed("There is no such token.", "invalid_token") from None
            raise
        access.demand(action)
        return access

    def account_token(self) -> ApiToken | None:
        """The token of an account that came with this request; None where none did.

        Raises AuthenticationFailed for one that is unknown, revoked or over, or whose account was deactivated.
        """
        secret = self._bearer()
        if not secret.startswith(PREFIX):
            return None
        token = token_of(secret)
        if token is None:
            raise exceptions.AuthenticationFailed("This token is unknown, revoked or too old.", "invalid_token")
        note_token_use(token)
        return token

    def starting_account(self) -> Account | None:
        """The account that is to own the table that this request starts; None where no account's token came with it.

        Raises AuthenticationFailed as ``account_token`` does, and Refused ("not_allowed") for a token of a small scope.
        """
        token = self.account_token()
        if token is not None and token.scope != Scope.MANAGE:
            raise Refused("not_allowed", action="start", role="token")
        return token.account if token else None

    def own_account(self) -> Account:
        """The account whose token, of the scope ``manage``, came with this request.

        Raises NotAuthenticated without a token, AuthenticationFailed for one that is none or has ended, and Refused
        ("not_allowed") for a table's and for one of a smaller scope.
        """
        token = self.account_token()
        if token is not None and token.scope == Scope.MANAGE:
            return token.account
        if not self._bearer():
            raise exceptions.NotAuthenticated("This needs a token of an account: Authorization: Bearer gin_….")
        if token is None and link_of(self._bearer()) is None:
            raise exceptions.AuthenticationFailed("There is no such token.", "invalid_token")
        raise Refused("not_allowed", action="archive", role="token")

    def _bearer(self) -> str:
        """The token that came with this request, "" without one."""
        scheme, _, token = self.request.headers.get("Authorization", "").partition(" ")
        return token.strip() if scheme.lower() == "bearer" else ""

    def key(self) -> str:
        """The Idempotency-Key of this request; empty without one."""
        return self.request.headers.get("Idempotency-Key", "")

    def if_match(self) -> int | None:
        """The revision that If-Match names; None without one, -1 where it is no revision."""
        return revision_in(self.request.headers.get("If-Match"))


def on_error(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Every refusal as a problem document; None for what is an error of the program."""
    match error:
        case Refused():
            return _refused(error, context)
        case Illegal(faults=faults):
            told = fault_shapes(faults, getattr(context["view"], "names", ()))
            text = " ".join(fault["message"] for fault in told)
            return problem_document(400, faults[0].code.value, text, faults=told)
        case InvalidFields():
            return problem_document(400, error.code, str(error.detail), fields=dict(error.fields))
        case BadBody():
            return problem_document(400, error.code, str(error.detail))
        case RequestDataTooBig():
            return problem_document(413, "too_large", f"A body has {LARGEST // 1024} KiB at most.")
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            response = problem_document(401, str(error.get_codes()), str(error.detail))
            response["WWW-Authenticate"] = "Bearer"
            return response
        case exceptions.APIException():
            return problem_document(error.status_code, str(error.get_codes()), str(error.detail))
    return None


def fault_shapes(faults: Sequence[Fault], names: Sequence[str]) -> list[dict[str, Any]]:
    """Everything wrong with a declaration or with house rules, as the answer lists it."""
    return [
        {
            "code": fault.code.value,
            "player": names[fault.seat] if fault.seat is not None and fault.seat < len(names) else None,
            "cards": [fault.name] if fault.code is Code.UNKNOWN_CARD else [],
            "message": fault_text(fault, names),
        }
        for fault in faults
    ]


def _refused(why: Refused, context: Mapping[str, Any]) -> HttpResponse:
    """A refusal, with what the writer needs to see: the version that is there, the rounds that are missing."""
    more: dict[str, Any] = {}
    if "line" in why.context:
        more["current"] = context["view"].round_shape(why.context["line"], why.context["game"])
    if "declaration" in why.context:
        more["yours"] = context["request"].data
    if "missing" in why.context:
        more["missing_rounds"] = why.context["missing"]
    if not more:
        return refused_problem(context["request"], why)
    response = problem_document(why.status, why.code, refusal_text(why), **more)
    if "line" in why.context:
        response["ETag"] = f'"{why.context["line"].revision}"'
    return response
