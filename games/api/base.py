"""What all API views share: the strict reader, tokens, and problem documents for everything that is refused."""

import re
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpResponse
from rest_framework import exceptions
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.views import APIView

from games.forms.strict_json import LARGEST, BadJSON, loads
from games.permissions import Access
from games.refusals import Refused
from games.rules.faults import Illegal
from games.selectors.access import access_by_token
from games.web.problems import problem_document
from games.web.problems import refused as refused_problem
from games.wording import fault_text, refusal_text


class BadBody(exceptions.APIException):
    """A body that is not the JSON object it should be; ``code`` says why."""

    status_code = 400

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail, code)
        self.code = code


class InvalidFields(exceptions.APIException):
    """Fields that cannot be used: field name to sentence."""

    status_code = 400

    def __init__(self, fields: Mapping[str, str], code: str = "invalid_value") -> None:
        super().__init__(" ".join(fields.values()), code)
        self.fields, self.code = fields, code


class StrictJSONParser(BaseParser):
    """Reads ``application/json`` in UTF-8 through the one strict reader."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The value of the body. Raises BadBody, or UnsupportedMediaType for another character set."""
        charset = re.search(r"charset\s*=\s*\"?([\w-]+)", media_type or "", re.IGNORECASE)
        if charset and charset[1].lower() not in ("utf-8", "utf8"):
            raise exceptions.UnsupportedMediaType(media_type or "")
        raw = stream.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise RequestDataTooBig
        try:
            return loads(raw.decode("utf-8"))
        except UnicodeDecodeError:
            raise BadBody("invalid_json", "The body is not UTF-8.") from None
        except BadJSON as bad:
            raise BadBody(*bad.args) from None


class View(APIView):
    """An API view: JSON in, JSON or a problem document out; nobody is logged in, tokens say who may what."""

    authentication_classes = ()
    permission_classes = ()
    parser_classes = (StrictJSONParser,)

    def body(self, needs: set[str], may: set[str] | None = None) -> dict[str, Any]:
        """The request's JSON object, with the keys ``needs`` and perhaps ``may``, and no others."""
        raw = self.request.data if self.request.META.get("CONTENT_LENGTH") not in (None, "", "0") else {}
        if not isinstance(raw, dict):
            raise BadBody("expected_object", "The body must be a JSON object.")
        unknown = {key: f"Unknown field: {key[:60]}." for key in raw if key not in needs | (may or set())}
        if unknown:
            raise InvalidFields(unknown, "unknown_field")
        missing = {key: f"The field {key} is missing." for key in sorted(needs - set(raw))}
        if missing:
            raise InvalidFields(missing, "missing_field")
        return raw

    def access(self, public_id: str) -> Access:
        """What the token of this request may do at a table. Raises NotAuthenticated without one."""
        scheme, _, token = self.request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise exceptions.NotAuthenticated("This needs a token: Authorization: Bearer ….")
        return access_by_token(public_id, token.strip())

    def key(self) -> str:
        """The Idempotency-Key of this request; empty without one."""
        return self.request.headers.get("Idempotency-Key", "")

    def if_match(self) -> int | None:
        """The revision that If-Match names; None without one, -1 where it is no revision."""
        given = self.request.headers.get("If-Match")
        if given is None:
            return None
        found = re.fullmatch(r'"?(\d{1,9})"?', given.strip())
        return int(found[1]) if found else -1


def on_error(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Every refusal as a problem document; None for what is an error of the program."""
    request: Request = context["request"]
    match error:
        case Refused():
            return _refused(error, context)
        case Illegal(faults=faults):
            names = getattr(context["view"], "names", ())
            told = [
                {
                    "code": f.code.value,
                    "player": names[f.seat] if f.seat is not None and f.seat < len(names) else None,
                    "message": fault_text(f, names),
                }
                for f in faults
            ]
            text = " ".join(t["message"] or "" for t in told)
            return problem_document(400, faults[0].code.value, text, faults=told)
        case InvalidFields():
            return problem_document(400, error.code, str(error.detail), fields=dict(error.fields))
        case BadBody():
            return problem_document(400, error.code, str(error.detail))
        case RequestDataTooBig():
            return problem_document(413, "too_large", f"A body has {LARGEST // 1024} KiB at most.")
        case exceptions.NotAuthenticated():
            response = problem_document(401, "not_authenticated", str(error.detail))
            response["WWW-Authenticate"] = "Bearer"
            return response
        case exceptions.APIException():
            code = error.get_codes() if isinstance(error.get_codes(), str) else "invalid_request"
            response = problem_document(error.status_code, str(code), str(error.detail))
            if isinstance(error, exceptions.MethodNotAllowed):
                response["Allow"] = ", ".join(context["view"].allowed_methods)
            return response
    del request
    return None


def _refused(why: Refused, context: Mapping[str, Any]) -> HttpResponse:
    """A refusal, with what the writer needs to see: the version that is there, the rounds that are missing."""
    more: dict[str, Any] = {}
    view = context["view"]
    if "line" in why.context:
        more["current"] = view.round_shape(why.context["line"])
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
