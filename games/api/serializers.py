"""The base of the serializers that read a request's body and describe it in the OpenAPI schema.

How an API view is written:

1. The body is a ``BodySerializer`` of strict fields (``games.api.fields``), in the subject's request serializers. Each
   field has the limits and sentences of its reading; what takes two fields goes into ``validate``.
2. The method is decorated with ``describe(permission=…, request_body=…, throttle=…)``. That one declaration is enforced
   and shown in the schema.
3. The permission (``games.api.permissions``) has run before the method and has set ``self.access``. ``request.auth`` is
   the token (``games.api.authentication``), ``request.user`` its account.
4. ``data = self.read_body()`` returns the values of the declared body; without a declared one, only an empty body is
   taken. A field that wasn't given isn't in ``data``: ``data.get("strict", False)``.
5. What needs the table or the season to be known is checked in the view or the service. Refusals are raised
   (RefusedError, RulesError, InvalidFieldsError); ``games.api.base.exception_handler`` makes problem documents of them.
6. The answer is built by the subject's ``…_json`` functions, which pages and archives share; its serializer only
   describes it.

The order of refusals is DRF's: 401, 404, 410 or 403 (permission), 429 (throttle), 400 (body), then the service's.
"""

from collections.abc import Collection
from functools import cache
from typing import Any

from rest_framework import serializers

from games.api.parsing import InvalidFieldsError


class RefuseUnknownFieldsMixin:
    """A serializer that refuses unknown fields, then missing ones, then the first wrong value."""

    fields: Any
    field_name: str | None
    parent: Any
    allow_null: bool
    read_elsewhere: Collection[str] = ()
    """Fields whose values are taken as they are, because others judge them, for example the rules of the game."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Return the values of an object. Raises InvalidFieldsError."""
        if data is None and self.allow_null:
            return None
        return self.validate(self.to_internal_value(data))  # type: ignore[attr-defined]

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the values of the fields that were given. Raises InvalidFieldsError."""
        name = str(self.field_name or self.parent.field_name) if self.parent else ""
        if not isinstance(data, dict):
            raise InvalidFieldsError({name: f"{name} must be an object."})
        prefix = f"{name}." if name else ""
        fields = self.fields
        if unknown := [key[:60] for key in data if key not in fields]:
            raise InvalidFieldsError({f"{prefix}{key}": f"Unknown field: {key}." for key in unknown}, "unknown_field")
        if missing := sorted(key for key, field in fields.items() if field.required and key not in data):
            raise InvalidFieldsError(
                {f"{prefix}{key}": f"The field {key} is missing." for key in missing}, "missing_field"
            )
        return {
            key: data[key] if key in self.read_elsewhere else field.run_validation(data[key])
            for key, field in fields.items()
            if key in data
        }


class ObjectListSerializer(serializers.ListSerializer):
    """A list of objects (``many=True``), of at most ``max_length``, which it must be given."""

    max_length: int
    child: "BodySerializer"

    def run_validation(self, data: Any = serializers.empty) -> list[dict[str, Any]]:
        """Return the values of each object. Raises InvalidFieldsError."""
        name, most, child = str(self.field_name), self.max_length, self.child
        if not isinstance(data, list) or len(data) > most or not all(isinstance(entry, dict) for entry in data):
            raise InvalidFieldsError({name: f"{name} must be a list of at most {most} objects."})
        return [child.run_validation(entry) for entry in data]


class BodySerializer(RefuseUnknownFieldsMixin, serializers.Serializer):
    """The body of a request, or an object in it."""

    class Meta:
        list_serializer_class = ObjectListSerializer


class NoFieldsSerializer(BodySerializer):
    """The body of a request that takes none: it may be an empty object."""


@cache
def reader_of(serializer_class: type[BodySerializer]) -> BodySerializer:
    """Return a serializer to read bodies with. Reading changes nothing in it, so its fields are made only once."""
    return serializer_class()
