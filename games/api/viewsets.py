"""What the API's view sets add to those of Django REST framework, and how the OpenAPI schema describes them.

A view set is written like any other:

* A field is in a serializer. ``serializer_classes`` says which one reads the body of each action, ``response_class``
  which one shows the answer.
* An operation is a method. Its URL is in ``urls.py`` or ``season/season_urls.py``. The view sets of leagues, members,
  entrants and others are registered with a router there and have ``list``, ``create`` … and DRF's ``@action``. The
  methods of the rest, like those of a table, a match or a season's clock, have a ``route`` line each.
* A right is an action of ``games.permissions``, which says who has it; the service demands it, too. Here a permission
  asks for it: a class in ``permission_classes``, or for one operation an instance in ``action_permissions``, like
  ``ChangesInLeague("run_clock")``. It judges ``self.access``, from ``get_object``. Most operations share an action,
  like "manage_league". To give one of them to others, add an action, and name it in ``action_permissions``, in the
  service, in each page's view that calls it, and wherever ``games/pages`` shows the button.
* An error is a code of ``games.refusals``, with its status and texts; ``refuses`` names it at each operation.
* A filter is a field of the list's ``…QuerySerializer``, which ``filtered`` names; ``self.query_params`` has its value.
* A rate is a scope in ``throttle_scopes``, a key of ``scorekeeper/rates.py``. Where only valid bodies count, the method
  calls ``check_rate`` instead, and ``refuses`` names "too_many_requests".

The schema has everything from these classes. The first sentence of a method's docstring is the title of the operation,
the rest its description. Beside them stand decorators: ``refuses`` has the codes with which its use case may fail,
``filtered`` the serializer of its query parameters, ``idempotent`` and ``writes_ledger`` the keys and revisions that it
needs, ``revision_etag`` and ``without_etag`` that its ETag isn't made from its answer. For an answer that isn't
``response_class``, for examples and for headers there is drf-spectacular's ``extend_schema``.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from inspect import getdoc
from typing import Any, ClassVar, TypeVar

from django.core.exceptions import ImproperlyConfigured
from django.db.models import QuerySet
from django.urls import URLPattern, path
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import is_list_serializer
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.throttling import BaseThrottle
from rest_framework.viewsets import GenericViewSet

from games.api.base import BaseAPIView
from games.api.etags import ETagMixin
from games.api.pagination import AfterPagination
from games.api.parameters import (
    ALWAYS,
    ETAG,
    IDEMPOTENCY_KEY,
    IDEMPOTENCY_KEY_MAY,
    IF_NONE_MATCH_ANSWER,
    VERSION,
    problem_responses,
)
from games.api.parsing import InvalidBodyError
from games.api.permissions import DeclaredPermission
from games.api.problem_codes import BODY_ERRORS, FIELD_ERRORS, SERVER_ERRORS
from games.api.serializers import BodySerializer, NoFieldsSerializer, QuerySerializer, reader_of
from games.api.throttles import RateThrottle
from games.services.idempotency import key_of_request

Handler = TypeVar("Handler", bound=Callable[..., Any])


def refuses(*codes: str) -> Callable[[Handler], Handler]:
    """Return a decorator that names the codes with which the use case of an action may be refused."""

    def declare(handler: Handler) -> Handler:
        handler.refusals = codes  # type: ignore[attr-defined]
        return handler

    return declare


def filtered(serializer: type[QuerySerializer] = QuerySerializer) -> Callable[[Handler], Handler]:
    """Return a decorator that names the serializer of an action's query. It finds the values in ``self.query_params``.

    For ``paginated_response`` it is PageQuerySerializer, or a subclass with what narrows the list.
    """

    def declare(handler: Handler) -> Handler:
        handler.query = serializer  # type: ignore[attr-defined]
        return handler

    return declare


def idempotent(handler: Callable[..., Response]) -> Callable[..., Response]:
    """Decorate an action that needs an Idempotency-Key, which it takes as ``key``, and whose use case stores it.

    The same key with the same body gets the same answer again; with another body it is refused. ``key`` has a digest
    of the body for that: the use case takes it, calls ``find_by_key`` under its lock, and stores it with what it
    writes, as ``give_penalty`` does. Clients have to send the header.
    """

    @wraps(handler)
    def with_key(self: Any, *args: Any, **kwargs: Any) -> Response:
        key = key_of_request(self.token.account_id, self.idempotency_key(), self.body())
        return handler(self, *args, key=key, **kwargs)

    with_key.needs_key = True  # type: ignore[attr-defined]
    return with_key


def writes_ledger(
    *, unless_changed: OpenApiParameter | None = None, needs_key: bool = False
) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
    """Return a decorator for an action that adds an entry to the ledger of a table.

    ``unless_changed`` is the If-Match header that it needs, whose revision it finds in ``self.seen_revision``. With
    ``needs_key`` it needs an Idempotency-Key, too; otherwise it makes one of the revision if ``self.key`` is "".
    """

    def declare(handler: Callable[..., Response]) -> Callable[..., Response]:
        @wraps(handler)
        def with_headers(self: Any, *args: Any, **kwargs: Any) -> Response:
            self.key, self.seen_revision = self.idempotency_key(), self.if_match()
            return handler(self, *args, **kwargs)

        with_headers.if_match = [unless_changed] if unless_changed else []  # type: ignore[attr-defined]
        with_headers.ledger_key = [IDEMPOTENCY_KEY if needs_key else IDEMPOTENCY_KEY_MAY]  # type: ignore[attr-defined]
        return with_headers

    return declare


class ViewSetSchema(AutoSchema):
    """Describes an action of a view set: who may do it, what it takes, and how it may fail."""

    view: "ApiViewSet"  # type: ignore[override]

    def get_tags(self) -> list[str]:
        """Return the group of the view set."""
        return [self.view.tag]

    def get_operation_id(self) -> str:
        """Return ``list_entrants``, ``create_entrant`` …; the name of an extra action is its id."""
        action, noun = self.view.action, self.view.noun
        usual = {"list": f"list_{noun}s", "retrieve": f"get_{noun}", "destroy": f"delete_{noun}"}
        usual |= {verb: f"{verb}_{noun}" for verb in ("create", "update")}
        return usual.get(action, action)

    def get_summary(self) -> str:
        """Return the first sentence of the action's docstring."""
        return self._doc[0]

    def get_description(self) -> str:  # type: ignore[override]
        """Return the rest of the action's docstring."""
        return self._doc[1]

    def get_override_parameters(self) -> list[Any]:
        """Return the parameters of the path and the query, and the headers."""
        named = [parameter for parameter in self.view.path_parameters if f"{{{parameter.name}}}" in self.path]
        made_of = ETAG if self._declared("has_revision") else VERSION
        headers = [IF_NONE_MATCH_ANSWER, made_of(200, 304)] if self._may_answer_304 else []
        key = [IDEMPOTENCY_KEY] if self._declared("needs_key") else []
        query = [self._declared("query")] if self._has_query_fields else []
        declared = [one for name in ("if_match", "ledger_key") for one in self._declared(name) or ()]
        return [*named, *query, *declared, *key, *headers, *ALWAYS]

    def get_auth(self) -> list[Any]:
        """Return the token that the permission needs."""
        return self._permission.security

    def get_extensions(self) -> dict[str, Any]:
        """Return who may do it, in a word."""
        return {"x-role": role} if (role := self._permission.shown_role) else {}

    def get_request_serializer(self) -> Any:
        """Return the body of a change; None if it takes none."""
        body = self.view.get_serializer_class()
        return body if self._changes and body is not NoFieldsSerializer else None

    def _get_request_body(self, direction: Any = "request") -> Any:
        """Return the body, that of a DELETE, too, over which drf-spectacular passes."""
        method, self.method = self.method, "POST" if self._changes else self.method
        body = super()._get_request_body(direction)
        self.method = method
        return body

    def get_response_serializers(self) -> Any:
        """Return the answer: that of the view set, or of ``extend_schema``."""
        return self.view.response_class

    def _get_paginator(self) -> None:
        """Return None: the pages of a list are in the serializers of its query and answer."""

    def _is_list_view(self, serializer: Any = None) -> bool:
        """Return whether the answer is a bare list; most are in an object, beside the query of the next page."""
        return is_list_serializer(serializer)

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        answers = self.get_response_serializers()
        if not isinstance(answers, dict):
            answers = {200: answers}
        documented = {status: _with_sentence(answer) for status, answer in answers.items()}
        if self._may_answer_304:
            documented.setdefault(304, OpenApiResponse(None, description="Not modified."))
        found: dict[str, Any] = {}
        for status, answer in (documented | problem_responses(self._codes())).items():
            code, media_types = (str(status[0]), status[1:]) if isinstance(status, tuple) else (str(status), None)
            described = self._get_response_for_code(answer, code, media_types, direction)
            if code in found:  # the same answer as another kind of file
                found[code]["content"] |= described["content"]
            else:
                found[code] = described
        return found

    def _codes(self) -> list[str]:
        codes = [*SERVER_ERRORS, *self._permission.codes, *(self._declared("refusals") or ())]
        codes += ["not_found"] if "{" in self.path else []
        codes += [*BODY_ERRORS, "disk_full"] if self._changes else []
        codes += ["unknown_field"] if self._declared("query") else []
        if self.view.action in self.view.raw_bodies:
            codes = [code for code in codes if code not in FIELD_ERRORS]
        codes += ["invalid_value"] if self._has_query_fields else []
        if key := self._declared("ledger_key"):
            codes += ["idempotency_key_invalid", "idempotency_key_reused", "table_full"]
            codes += ["idempotency_key_required"] if key == [IDEMPOTENCY_KEY] else []
        codes += ["revision_required", "stale"] if self._declared("if_match") else []
        codes += ["too_many_requests"] if self.view.action in self.view.throttle_scopes else []
        key_codes = ["idempotency_key_required", "idempotency_key_invalid", "idempotency_key_reused"]
        return codes + (key_codes if self._declared("needs_key") else [])

    def _declared(self, name: str) -> Any:
        """Return what a decorator has declared of the action; None without it."""
        return getattr(getattr(self.view, self.view.action), name, None)

    @property
    def _doc(self) -> tuple[str, str]:
        """The first sentence of the action's docstring, and the rest, a line for each paragraph."""
        doc = getdoc(getattr(self.view, self.view.action)) or ""
        paragraphs = [" ".join(part.split()) for part in doc.split("\n\n")]
        title, _, rest = paragraphs[0].partition(".")
        return title, "\n\n".join(part for part in (rest.strip(), *paragraphs[1:]) if part)

    @property
    def _has_query_fields(self) -> bool:
        query = self._declared("query")
        return query is not None and bool(reader_of(query).fields)

    @property
    def _changes(self) -> bool:
        return self.method not in SAFE_METHODS

    @property
    def _may_answer_304(self) -> bool:
        return not self._changes and bool(self._declared("has_revision") or not self._declared("no_etag"))

    @property
    def _permission(self) -> DeclaredPermission:
        permission: Any = self.view.get_permissions()[0]
        needed: DeclaredPermission = permission.for_method(self.method)
        return needed


def _with_sentence(answer: Any) -> OpenApiResponse:
    """Return an answer with what it is: the first line of its serializer's docstring."""
    if isinstance(answer, OpenApiResponse):
        return answer
    return OpenApiResponse(answer, description=(getdoc(answer) or "Done.").partition("\n")[0])


class ApiViewSet(ETagMixin, BaseAPIView, GenericViewSet):
    """A view set of the API. Mixed with the class that finds the table, league or season of the address."""

    schema = ViewSetSchema()
    pagination_class = AfterPagination
    permission_classes: Any = (DeclaredPermission,)
    """It lets anyone in; a view set names what it needs instead."""
    serializer_classes: ClassVar[Mapping[str, type[BodySerializer]]] = {}
    """The body that each action takes; all others take none."""
    raw_bodies: ClassVar[Collection[str]] = ()
    """Actions that read the body without a serializer."""
    action_permissions: ClassVar[Mapping[str, DeclaredPermission]] = {}
    """The permissions of actions that need another one than ``permission_classes``."""
    throttle_scopes: ClassVar[Mapping[str, str]] = {}
    """The rate, a key of ``scorekeeper/rates.py``, for which each request of an action counts."""
    response_class: ClassVar[Any]
    """The answer of each action, unless ``extend_schema(responses=…)`` says another."""
    path_parameters: ClassVar[Sequence[OpenApiParameter]] = ()
    """What the parameters of its URLs are."""
    tag = ""
    """The group of its operations in the documentation."""
    noun = ""
    """What it's about, in the ids of its operations."""
    query_params: Mapping[str, Any]
    """The values of the query parameters of an action that is ``filtered``."""
    key = ""
    """The Idempotency-Key of an action that ``writes_ledger``."""
    seen_revision: int | None = None
    """The revision in the If-Match header of an action that ``writes_ledger``; None without the header."""

    def get_permissions(self) -> Any:
        """Return the permission of the action, else those of ``permission_classes``."""
        if self.action in (None, "metadata"):
            return []  # OPTIONS, and methods that nobody may use
        own = self.action_permissions.get(self.action)
        return [own] if own else super().get_permissions()

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the throttle of the action, if it has one."""
        scope = self.throttle_scopes.get(self.action or "")
        return [RateThrottle(scope)] if scope else super().get_throttles()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what an action doesn't take: fields of a body, and undeclared query parameters where it declares some.

        DRF's own checks come first.
        """
        super().initial(request, *args, **kwargs)
        if request.method not in SAFE_METHODS and self.takes_no_body:
            self.validated_data()
        if serializer := getattr(getattr(self, self.action or "", None), "query", None):
            query = serializer(data=request.query_params.dict())
            query.is_valid(raise_exception=True)
            self.query_params = query.validated_data

    @property
    def takes_no_body(self) -> bool:
        """Whether the action takes no body, or an empty object."""
        takes_fields = self.get_serializer_class() is not NoFieldsSerializer or self.action in self.raw_bodies
        return self.action is not None and not takes_fields

    def get_serializer_class(self) -> Any:
        """Return the serializer of the action's body."""
        return self.serializer_classes.get(self.action, self.serializer_class or NoFieldsSerializer)

    def validated_data(self) -> dict[str, Any]:
        """Return the values of the request's body. Raises ValidationError with all that is wrong, InvalidBodyError."""
        serializer = self.get_serializer(data=self.body())
        serializer.is_valid(raise_exception=True)
        data: dict[str, Any] = serializer.validated_data
        return data

    def body(self) -> dict[str, Any]:
        """Return the JSON object of the request. One that needs no field may come without. Raises InvalidBodyError."""
        body = self.json_object()
        if body is None and any(field.required for field in reader_of(self.get_serializer_class()).fields.values()):
            raise InvalidBodyError("expected_object", "The request needs a JSON object as its body.")
        return body or {}

    def answer(self, instance: Any, status: int = 200, serializer: type[BaseSerializer[Any]] | None = None) -> Response:
        """Answer with an instance, or several, as the serializer shows it; by default ``response_class``."""
        data = (serializer or self.response_class)(instance, context=self.get_serializer_context()).data
        return Response(data, status=status)

    def secret_answer(self, instance: Any, serializer: type[BaseSerializer[Any]], status: int = 200) -> Response:
        """Answer with a secret, which nobody on the way may store."""
        answer = self.answer(instance, status, serializer)
        answer["Cache-Control"] = "no-store"
        return answer

    def paginated_response(
        self, results: str, queryset: QuerySet[Any], serializer: Callable[..., BaseSerializer[Any]], **more: Any
    ) -> Response:
        """Answer with the page of ``queryset`` that the request asks for, called ``results``, and ``more``."""
        rows = self.paginate_queryset(queryset)
        data = serializer(rows, many=True, context=self.get_serializer_context()).data
        return self.get_paginated_response(more | {results: data})


def route(url: str, name: str, view_set: type[ApiViewSet], **actions: str) -> URLPattern:
    """Return the URL of a view set that no router makes; ``actions`` are by method.

    Raises ImproperlyConfigured for a view set with DRF's ``@action``, whose URL only a router makes.
    """
    if view_set.get_extra_actions():
        raise ImproperlyConfigured(f"{view_set.__name__} has an @action; with a route it has to be a plain method.")
    return path(url, view_set.as_view({**actions}), name=name)
