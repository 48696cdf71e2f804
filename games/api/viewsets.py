"""What the API's view sets add to those of Django REST framework, and how the OpenAPI schema describes them.

A view set is written like any other:

* A field is in a serializer. ``serializer_classes`` says which one reads the body of each action.
* An operation is a method: ``list``, ``create`` …, or one with DRF's ``@action``. A router makes the URLs.
* A right is a permission class in ``permission_classes``. It sets ``self.access``.

The schema has everything from these classes. The first sentence of a method's docstring is the title of the operation,
the rest its description. Beside them stand only ``refuses``, the codes with which its use case may be refused, and
drf-spectacular's ``extend_schema``, for an answer that isn't ``response_class`` and for examples.
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import getdoc
from typing import Any, ClassVar, TypeVar

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.permissions import SAFE_METHODS
from rest_framework.serializers import BaseSerializer
from rest_framework.viewsets import GenericViewSet

from games.api.describe import ALWAYS, IF_NONE_MATCH_ANSWER, VERSION, problem_responses
from games.api.permissions import DeclaredPermission
from games.api.problem_codes import BODY_ERRORS, SERVER_ERRORS
from games.api.serializers import BodySerializer, NoFieldsSerializer

Handler = TypeVar("Handler", bound=Callable[..., Any])


def refuses(*codes: str) -> Callable[[Handler], Handler]:
    """Return a decorator that names the codes with which the use case of an action may be refused."""

    def declare(handler: Handler) -> Handler:
        handler.refusals = codes  # type: ignore[attr-defined]
        return handler

    return declare


class ViewSetSchema(AutoSchema):
    """Describes an action of a view set: who may do it, what it takes, and how it may fail."""

    view: "ApiViewSet"  # type: ignore[override]

    @property
    def _handler(self) -> Any:
        return getattr(self.view, self.view.action)

    @property
    def _doc(self) -> tuple[str, str]:
        """The first sentence of the action's docstring, and the rest, a line for each paragraph."""
        paragraphs = [" ".join(part.split()) for part in (getdoc(self._handler) or "").split("\n\n")]
        title, _, rest = paragraphs[0].partition(".")
        return title, "\n\n".join(part for part in (rest.strip(), *paragraphs[1:]) if part)

    @property
    def _changes(self) -> bool:
        return self.method not in SAFE_METHODS

    @property
    def _permission(self) -> DeclaredPermission:
        permission: Any = self.view.get_permissions()[0]
        needed: DeclaredPermission = permission.for_method(self.method)
        return needed

    def get_tags(self) -> list[str]:
        """Return the group of the view set."""
        return [self.view.tag]

    def get_operation_id(self) -> str:
        """Return ``list_entrants``, ``create_entrant`` …; the name of an extra action is its id."""
        action, noun = self.view.action, self.view.noun
        return {"list": f"list_{noun}s", "destroy": f"delete_{noun}"}.get(
            action, action if "_" in action else f"{action}_{noun}"
        )

    def get_summary(self) -> str:
        """Return the first sentence of the action's docstring."""
        return self._doc[0]

    def get_description(self) -> str:  # type: ignore[override]
        """Return the rest of the action's docstring."""
        return self._doc[1]

    def get_override_parameters(self) -> list[Any]:
        """Return the parameters of the path, and the headers."""
        named = [parameter for parameter in self.view.path_parameters if f"{{{parameter.name}}}" in self.path]
        return [*named, *([] if self._changes else [IF_NONE_MATCH_ANSWER, VERSION(200, 304)]), *ALWAYS]

    def get_auth(self) -> list[Any]:
        """Return the token that the permission needs."""
        return self._permission.security

    def get_extensions(self) -> dict[str, Any]:
        """Return who may do it, in a word."""
        return {"x-role": self._permission.shown_role}

    def get_request_serializer(self) -> Any:
        """Return the body of a change; None if it takes none."""
        body = self.view.get_serializer_class()
        return body if self._changes and body is not NoFieldsSerializer else None

    def get_response_serializers(self) -> Any:
        """Return the answer: that of the view set, or of ``extend_schema``."""
        return self.view.response_class

    def _is_list_view(self, serializer: Any = None) -> bool:
        """Return that lists are in an object, beside the query of the next page or a revision."""
        return False

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        answers = self.get_response_serializers()
        if not isinstance(answers, dict):
            answers = {200: answers}
        documented = {status: OpenApiResponse(shape, description=_sentence(shape)) for status, shape in answers.items()}
        if not self._changes:
            documented[304] = OpenApiResponse(None, description="Not modified.")
        found: dict[str, Any] = {}
        for status, answer in (documented | problem_responses(self._codes())).items():
            code, media_types = (str(status[0]), status[1:]) if isinstance(status, tuple) else (str(status), None)
            found[code] = self._get_response_for_code(answer, code, media_types, direction)
        return found

    def _codes(self) -> list[str]:
        codes = [*SERVER_ERRORS, *self._permission.codes, "not_found"]
        codes += [*BODY_ERRORS, "disk_full"] if self._changes else ["unknown_field", "invalid_value"]
        return [*codes, *getattr(self._handler, "refusals", ())]


def _sentence(shape: Any) -> str:
    """Return what an answer is: the first line of its serializer's docstring."""
    return (getdoc(shape) or "").partition("\n")[0]


class ApiViewSet(GenericViewSet):
    """A view set of the API. Mixed with the class that finds the table, league or season of the address."""

    schema = ViewSetSchema()
    serializer_classes: ClassVar[Mapping[str, type[BodySerializer]]] = {}
    """The body that each action takes; all others take none."""
    response_class: ClassVar[type[BaseSerializer[Any]]]
    """The answer of each action, unless ``extend_schema(responses=…)`` says another."""
    path_parameters: ClassVar[Sequence[OpenApiParameter]] = ()
    """What the parameters of its URLs are."""
    tag = ""
    """The group of its operations in the documentation."""
    noun = ""
    """What it's about, in the ids of its operations."""

    def get_serializer_class(self) -> type[BodySerializer]:
        """Return the serializer of the action's body."""
        return self.serializer_classes.get(self.action, NoFieldsSerializer)

    def validated_data(self) -> dict[str, Any]:
        """Return the values of the request's body. Raises ValidationError with all that is wrong, InvalidBodyError."""
        serializer = self.get_serializer(data=self.request.data)
        serializer.is_valid(raise_exception=True)
        data: dict[str, Any] = serializer.validated_data
        return data
