"""Strict serializer fields: they read a value of a request's body as it is ("1" is not 1, true is not 1).

At the end are those of answers. Each is a field of DRF's with the same arguments, so that one declaration gives the
limits of the reading and of the OpenAPI schema. Another sentence for a wrong value is given as DRF has it:
``error_messages={"invalid": "…"}``.
"""

import re
from datetime import date, datetime, time
from typing import Any, ClassVar, Final, NoReturn

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from games.api.parsing import MAX_REASON_LENGTH, is_one_line, name_or_none
from games.forms.table.start_form import bad_name_text
from games.forms.typed_values import parse_date, parse_whole_number, typed_date, typed_time
from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_name
from games.rules.presets import presets

MAX_ID: Final = 2**31 - 1
"""The highest id of a database row."""
MAX_IDS: Final = 1_000
"""How many rows a request may name."""
_LIMITS: Final = ("min_value", "max_value", "min_length", "max_length")
"""The codes of DRF's validators of limits."""


class StrictField(serializers.Field):
    """A field that takes a value of exactly its type. It raises ValidationError, with a sentence that names it.

    Its sentences are in ``default_error_messages``; they may use ``{field}``, ``{how_many}`` ("at most 60", "2 to 9")
    and the attributes of the field. A value beyond a limit (``min_length``, ``max_value`` …) gets that of "invalid";
    other validators have sentences of their own.
    """

    error_code = "invalid_value"
    default_error_messages: ClassVar = {"required": "The field {field} is missing."}

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Return the value of a field that was given; null is a value only with ``allow_null``."""
        is_empty, value = (False, None) if data is None and not self.allow_null else self.validate_empty_values(data)
        if is_empty:
            return value
        value = self.to_internal_value(value)
        self.run_validators(value)
        return value

    def run_validators(self, value: Any) -> None:
        """Run the validators, as DRF does. Raises ValidationError."""
        try:
            super().run_validators(value)
        except ValidationError as error:
            if any(detail.code in _LIMITS for detail in error.detail):  # type: ignore[union-attr] # a field's is a list
                self.fail("invalid")
            raise

    def fail(self, key: str, **values: Any) -> NoReturn:
        """Raise ValidationError with the sentence ``key``."""
        or_null = ", or null" if self.allow_null else ""
        named = {"field": self.shown_name, "or_null": or_null, "how_many": self._how_many}
        text = self.error_messages[key].format(**vars(self) | named | values)
        raise ValidationError(text, "missing_field" if key == "required" else self.error_code)

    def refuse(self, sentence: str) -> NoReturn:
        """Raise ValidationError with a sentence."""
        raise ValidationError(sentence, self.error_code)

    @property
    def shown_name(self) -> str:
        """The field's name; in a list, that of the list."""
        return self.field_name or self.parent.field_name or ""

    @property
    def _how_many(self) -> str:
        least, most = (getattr(self, name, None) for name in ("min_length", "max_length"))
        return f"{least} to {most}" if least else f"at most {most}"


class StrictBooleanField(StrictField, serializers.BooleanField):
    """true or false."""

    default_error_messages: ClassVar = {"invalid": "{field} must be true or false."}

    def to_internal_value(self, data: Any) -> bool:
        """Return the value."""
        return data if isinstance(data, bool) else self.fail("invalid")


class WholeNumberField(StrictField, serializers.IntegerField):
    """A whole number from ``min_value`` to ``max_value``."""

    default_error_messages: ClassVar = {"invalid": "{field} must be a whole number from {min_value} to {max_value}."}

    def to_internal_value(self, data: Any) -> int:
        """Return the number."""
        return data if isinstance(data, int) and not isinstance(data, bool) else self.fail("invalid")


class IdField(WholeNumberField):
    """The id of a database row."""

    def __init__(self, **options: Any) -> None:
        """Set the limits."""
        super().__init__(min_value=1, max_value=MAX_ID, **options)


class StrictListField(StrictField, serializers.ListField):
    """A list of ``min_length`` to ``max_length`` values of ``child``; one sentence for whatever is wrong with it."""

    def to_internal_value(self, data: Any) -> list[Any]:
        """Return the values."""
        if not isinstance(data, list):
            self.fail("invalid")
        try:
            return [self.child.run_validation(value) for value in data]
        except ValidationError:
            self.fail("invalid")


class IdListField(StrictField, serializers.ListField):
    """A list of ids of database rows, each once."""

    default_error_messages: ClassVar = {
        "invalid": "{field} must be a list of {how_many} numbers.",
        "twice": "{field} contains the same value twice.",
    }

    def __init__(self, **options: Any) -> None:
        """Set the child and the limit."""
        super().__init__(child=IdField(), max_length=MAX_IDS, **options)

    def to_internal_value(self, data: Any) -> list[int]:
        """Return the ids."""
        if not isinstance(data, list):
            self.fail("invalid")
        ids: list[int] = self.run_child_validation(data)
        return ids if len(set(ids)) == len(ids) else self.fail("twice")


class StrictChoiceField(StrictField, serializers.ChoiceField):
    """One of the texts ``choices``."""

    default_error_messages: ClassVar = {"invalid": "{field} must be one of {texts}."}

    def to_internal_value(self, data: Any) -> str:
        """Return the choice."""
        valid = isinstance(data, str) and data in self.choices
        return data if valid else self.fail("invalid", texts=", ".join(self.choices))


class PresetField(StrictChoiceField):
    """The id of a preset."""

    error_code = "unknown_preset"
    default_error_messages: ClassVar = {"invalid": "No preset has the id {quoted}."}

    def __init__(self, **options: Any) -> None:
        """Set the choices."""
        super().__init__(choices=list(presets()), **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the id."""
        valid = isinstance(data, str) and data in self.choices
        return data if valid else self.fail("invalid", quoted=repr(str(data)[:40]))


class StrictTextField(StrictField, serializers.CharField):
    """A text of ``min_length`` to ``max_length`` characters, as it is."""

    default_error_messages: ClassVar = {"invalid": "{field} must be text of {how_many} characters."}

    def to_internal_value(self, data: Any) -> str:
        """Return the text."""
        return data if isinstance(data, str) else self.fail("invalid")


class ReasonField(StrictTextField):
    """A line that says why; empty where the field may be left out."""

    default_error_messages: ClassVar = {
        "invalid": "{field} must be text of at most {max_length} characters, on one line."
    }

    def __init__(self, **options: Any) -> None:
        """Set the limit."""
        super().__init__(max_length=MAX_REASON_LENGTH, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the line without spaces around it. They count for its length, as the schema says."""
        text = super().to_internal_value(data)
        self.run_validators(text)
        return text.strip() if is_one_line(text) else self.fail("invalid")


class NameField(StrictTextField):
    """A name of somebody or something, cleaned."""

    default_error_messages: ClassVar = {"invalid": "{field} must be a name of at most {max_length} characters."}

    def __init__(self, **options: Any) -> None:
        """Set the limit."""
        super().__init__(**{"max_length": MAX_NAME_LENGTH} | options)

    def to_internal_value(self, data: Any) -> str:
        """Return the clean name. The length is checked before cleaning, as the schema says."""
        if data == "" and self.allow_blank:
            return ""
        text = super().to_internal_value(data)
        self.run_validators(text)
        name = name_or_none(text)
        return self.fail("invalid") if name is None else name


class ExplainedNameField(NameField):
    """A name whose refusal says what is wrong with it, as the pages do."""

    default_error_messages: ClassVar = {"invalid": "{field} must be text."}

    def to_internal_value(self, data: Any) -> str:
        """Return the clean name."""
        if data == "" and self.allow_blank:
            return ""
        if not isinstance(data, str):
            self.fail("invalid")
        try:
            return clean_name(data)
        except InvalidNameError as bad:
            self.refuse(bad_name_text(bad))


class StrictDateField(StrictField, serializers.DateField):
    """A date in full, "2026-10-06"."""

    default_error_messages: ClassVar = {"invalid": "{field} must be a date like 2026-10-06{or_null}."}

    def to_internal_value(self, data: Any) -> date:
        """Return the date. Only the full form: Python accepts others, too."""
        if not (isinstance(data, str) and len(data) == len("2026-10-06") and data[4] == data[7] == "-"):
            self.fail("invalid")
        try:
            return typed_date(data) or self.fail("invalid")
        except ValueError as wrong:
            self.refuse(str(wrong))


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"})
class TimeOfDayField(StrictField, serializers.TimeField):
    """A time of day, "19:30"."""

    default_error_messages: ClassVar = {"invalid": "{field} must be a time of day like 19:30{or_null}."}

    def to_internal_value(self, data: Any) -> time:
        """Return the time."""
        if not (isinstance(data, str) and len(data) == len("19:30") and data[2] == ":"):
            self.fail("invalid")
        try:
            moment = typed_time(data)
        except ValueError as wrong:
            self.refuse(str(wrong))
        return self.fail("invalid") if moment is None else moment


class MomentField(StrictField, serializers.DateTimeField):
    """A date and time with its zone."""

    default_error_messages: ClassVar = {
        "invalid": "{field} must be a date and time with a time zone, like 2026-10-06T19:30:00+02:00{or_null}."
    }

    def to_internal_value(self, data: Any) -> datetime:
        """Return the moment."""
        try:
            moment = datetime.fromisoformat(data if isinstance(data, str) and len(data) <= 40 else "")
        except ValueError:
            self.fail("invalid")
        return moment if moment.tzinfo is not None else self.fail("invalid")


class ObjectField(StrictField, serializers.DictField):
    """An object whose keys are read elsewhere, for example house rules."""

    default_error_messages: ClassVar = {"invalid": "{field} must be an object."}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the object."""
        return data if isinstance(data, dict) else self.fail("invalid")


class QueryNumberField(WholeNumberField):
    """A whole number in a query parameter, where it is text."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number."""
        number = parse_whole_number(data, 11)
        return self.fail("invalid") if number is None else number


class QueryDateField(StrictField, serializers.DateField):
    """A date in a query parameter: any, because it only narrows a list."""

    default_error_messages: ClassVar = {"invalid": "{field} must be a date like 2026-10-06."}

    def to_internal_value(self, data: Any) -> date:
        """Return the date. Only the full form: Python accepts others, too."""
        day = parse_date(data) if re.fullmatch(r"\d{4}-\d\d-\d\d", data, re.ASCII) else None
        return day or self.fail("invalid")


class QueryTextField(StrictTextField):
    """Text in a query parameter."""

    def __init__(self, **options: Any) -> None:
        """Set the limit."""
        super().__init__(max_length=200, allow_blank=True, **options)


class StampField(serializers.DateTimeField):
    """A moment in an answer, with its zone: "2026-11-20T21:14:03.512000+00:00"."""

    def to_representation(self, value: Any) -> Any:
        """Return the text of a moment, or None."""
        return value.isoformat() if isinstance(value, datetime) else value


class ShownTimeField(serializers.CharField):
    """A time of day in an answer: "19:30"."""

    def to_representation(self, value: Any) -> str:
        """Return the text of a time."""
        return f"{value:%H:%M}"


class PositiveField(serializers.IntegerField):
    """A number in an answer that counts from 1; null in place of 0, which stands for none."""

    def __init__(self, **options: Any) -> None:
        """Allow null."""
        super().__init__(allow_null=True, **options)

    def to_representation(self, value: int) -> Any:
        """Return the number, or None."""
        return value or None


class TextListField(serializers.ListField):
    """A list of texts in an answer."""

    child = serializers.CharField()


class NumberListField(serializers.ListField):
    """A list of whole numbers in an answer."""

    child = serializers.IntegerField()


class AmountsField(serializers.DictField):
    """Whole numbers by name in an answer."""

    child = serializers.IntegerField()


class NextPageField(serializers.CharField):
    """Where a list in an answer goes on."""

    def __init__(self, **options: Any) -> None:
        """Set what the schema says of it."""
        text = "Query of the next page, or null on the last page."
        super().__init__(allow_null=True, help_text=text, **options)
