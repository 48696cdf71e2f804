"""The base of the serializers that read a request's body or query, and describe it in the OpenAPI schema.

Their strict fields are in ``games.api.fields``: each has the limits and sentences of its reading. What takes two fields
goes into ``validate``. A field that wasn't given and has no default isn't in the values. What needs the table or the
season to be known is checked in the view set or the service.

The order of refusals is DRF's: 401, 404, 410 or 403 (permission), 429 (throttle), 400 (body), then the service's.
"""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, ClassVar, Final

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.settings import api_settings

from games.api.fields import QueryNumberField

DEFAULT_PAGE_SIZE: Final = 100
"""Rows on a page if the request doesn't say."""
MAX_PAGE_SIZE: Final = 500


class ObjectListSerializer(serializers.ListSerializer):
    """A list of objects (``many=True``), of at most ``max_length``, which it must be given.

    With ``once_each`` no two may have the same ``entrant``.
    """

    max_length: int
    default_error_messages: ClassVar = {"null": "This must be a list of objects."}

    def __init__(self, *args: Any, once_each: bool = False, **options: Any) -> None:
        """Make the list."""
        super().__init__(*args, **options)
        self.once_each = once_each

    def to_internal_value(self, data: Any) -> list[Any]:
        """Return the values of each object. Raises ValidationError."""
        if not isinstance(data, list) or len(data) > self.max_length:
            text = f"{self.field_name} must be a list of at most {self.max_length} objects."
            raise ValidationError({api_settings.NON_FIELD_ERRORS_KEY: [ErrorDetail(text, "invalid_value")]})
        values: list[Any] = super().to_internal_value(data)
        if self.once_each and len({one["entrant"] for one in values}) < len(values):
            text = f"{self.field_name} names an entrant twice."
            raise ValidationError({api_settings.NON_FIELD_ERRORS_KEY: [ErrorDetail(text, "invalid_value")]})
        return values


class BodySerializer(serializers.Serializer):
    """The body of a request, or an object in it: all its fields are read, and unknown ones are refused.

    Raises ValidationError with everything that is wrong.
    """

    read_elsewhere: Collection[str] = ()
    """Fields whose values are taken as they are, because others judge them, for example the rules of the game."""
    noun = "field"
    """What the sentences call one of them."""

    class Meta:
        list_serializer_class = ObjectListSerializer

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the values of the fields that were given."""
        if not isinstance(data, Mapping):
            name = self.field_name or self.parent.field_name
            text = f"{name} must be an object." if self.field_name else f"Each of {name} must be an object."
            raise ValidationError({api_settings.NON_FIELD_ERRORS_KEY: [ErrorDetail(text, "invalid_value")]})
        errors: dict[str, Any] = {
            key[:60]: [ErrorDetail(f"Unknown {self.noun}: {key[:60]}.", "unknown_field")]
            for key in data
            if key not in self.fields
        }
        errors |= {
            name: [ErrorDetail(f"The field {name} is missing.", "missing_field")]
            for name in self.read_elsewhere
            if name not in data and self.fields[name].required
        }
        values: dict[str, Any] = {}
        try:
            values = super().to_internal_value(data)
        except ValidationError as error:
            errors |= dict(error.detail)  # type: ignore[arg-type] # a serializer's detail is by field
        if errors:
            raise ValidationError(errors)
        return values | {name: data[name] for name in self.read_elsewhere if name in data}

    @property
    def _writable_fields(self) -> list[serializers.Field[Any, Any, Any, Any]]:
        """The fields that are read here; all others only have to be there."""
        return [field for field in super()._writable_fields if field.field_name not in self.read_elsewhere]


class NoFieldsSerializer(BodySerializer):
    """The body of a request that takes none: it may be an empty object."""


class QuerySerializer(BodySerializer):
    """The query of a request: each field is a parameter. Without fields, there must be none."""

    noun = "parameter"


class PageQuerySerializer(QuerySerializer):
    """The query of a list that has pages. What narrows the list is in a subclass."""

    after = QueryNumberField(
        required=False,
        min_value=0,
        max_value=999_999_999,
        help_text="Continue after this value. The `next` query of a response contains it.",
    )
    limit = QueryNumberField(
        default=DEFAULT_PAGE_SIZE, min_value=1, max_value=MAX_PAGE_SIZE, help_text="Maximum number of items."
    )


@cache
def reader_of(serializer_class: type[BodySerializer]) -> BodySerializer:
    """Return a serializer to read bodies with. Reading changes nothing in it, so its fields are made only once."""
    return serializer_class()
