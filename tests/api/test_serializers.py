"""API: the strict fields of request bodies, and the serializer that refuses unknown ones."""

import re
from typing import Any

import pytest
from rest_framework.exceptions import ValidationError

from games.api import fields
from games.api.base import invalid_fields
from games.api.serializers import BodySerializer, reader_of


def starts_with_x(text: str) -> None:
    if not text.startswith("x"):
        raise ValidationError("code must begin with x.")


class SeatedSerializer(BodySerializer):
    seat = fields.IdField()
    number = fields.WholeNumberField(min_value=1, max_value=9, allow_null=True)


class SampleSerializer(BodySerializer):
    name = fields.NameField()
    strict = fields.StrictBooleanField(required=False)
    kind = fields.StrictChoiceField(["a", "b"], required=False)
    ids = fields.IdListField(required=False)
    on = fields.StrictDateField(required=False)
    at = fields.TimeOfDayField(required=False, allow_null=True)
    reason = fields.ReasonField(required=False, allow_blank=True)
    preset = fields.PresetField(required=False)
    moment = fields.MomentField(required=False)
    pair = fields.IdListField(min_length=2, required=False)
    code = fields.StrictTextField(min_length=2, max_length=9, required=False, validators=[starts_with_x])
    title = fields.ExplainedNameField(required=False, allow_blank=True)
    team = fields.ExplainedNameField(required=False)
    seats = SeatedSerializer(many=True, max_length=2, required=False)
    seat = SeatedSerializer(required=False)


def refusal(**body: Any) -> tuple[str, dict[str, str]]:
    with pytest.raises(ValidationError) as refused:
        reader_of(SampleSerializer).run_validation({"name": "Ann"} | body)
    return invalid_fields(refused.value)


def test_only_what_was_given_is_in_the_values() -> None:
    body = {"name": " Ann ", "seats": [{"seat": 3, "number": None}], "at": None, "reason": " why ", "title": ""}
    assert reader_of(SampleSerializer).run_validation(body) == body | {"name": "Ann", "reason": "why"}


def test_everything_wrong_is_said_at_once_and_the_code_is_that_of_unknown_fields_then_of_missing_ones() -> None:
    assert refusal(x=1, strict=1, seats=3) == (
        "unknown_field",
        {
            "x": "Unknown field: x.",
            "strict": "strict must be true or false.",
            "seats": "seats must be a list of at most 2 objects.",
        },
    )
    seat, number = "seat must be a whole number from 1 to 2147483647.", "The field number is missing."
    wrong = {"seats[0].seat": seat, "seats[0].number": number, "seats[1].number": number}
    assert refusal(seats=[{"seat": "wrong"}, {"seat": 1}]) == ("missing_field", wrong)
    assert refusal(seats=[{"seat": 1, "number": 1, "y": 1}])[1] == {"seats[0].y": "Unknown field: y."}
    assert set(refusal(seat={"z": 1})[1]) == {"seat.z", "seat.seat", "seat.number"}


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "x" * 500, "name must be a name of at most 60 characters."),
        ("strict", "true", "strict must be true or false."),
        ("strict", None, "strict must be true or false."),
        ("strict", 1, "strict must be true or false."),
        ("kind", "c", "kind must be one of a, b."),
        ("kind", ["a"], "kind must be one of a, b."),
        ("ids", [1, True], "ids must be a whole number from 1 to 2147483647."),
        ("ids", [1, 1.0], "ids must be a whole number from 1 to 2147483647."),
        ("ids", [1, 1], "ids contains the same value twice."),
        ("ids", "12", "ids must be a list of at most 1000 numbers."),
        ("ids", [1] * 1001, "ids contains the same value twice."),
        ("ids", list(range(1, 1002)), "ids must be a list of at most 1000 numbers."),
        ("pair", [1], "pair must be a list of 2 to 1000 numbers."),
        ("code", "x", "code must be text of 2 to 9 characters."),
        ("code", "x" * 10, "code must be text of 2 to 9 characters."),
        ("code", "abc", "code must begin with x."),
        ("on", None, "on must be a date like 2026-10-06."),
        ("on", "20261006", "on must be a date like 2026-10-06."),
        ("at", "7:30", "at must be a time of day like 19:30, or null."),
        ("reason", "one\ntwo", "reason must be text of at most 200 characters, on one line."),
        ("preset", "{x}", "No preset has the id '{x}'."),
        (
            "moment",
            "2026-10-06T19:30:00",
            "moment must be a date and time with a time zone, like 2026-10-06T19:30:00+02:00.",
        ),
        ("title", 3, "title must be text."),
        ("title", " ", "Please enter a name."),
        ("team", "", "Please enter a name."),
        ("team", "x" * 61, "Keep the name to 60 characters or fewer."),
        ("seats", [{}, {}, {}], "seats must be a list of at most 2 objects."),
        ("seats", [3], "Each of seats must be an object."),
        ("seats", None, "This must be a list of objects."),
        ("seat", 3, "seat must be an object."),
    ],
)
def test_a_wrong_value_is_never_taken_for_a_right_one(field: str, value: Any, sentence: str) -> None:
    code = "unknown_preset" if field == "preset" else "invalid_value"
    found, fields_found = refusal(**{field: value})
    assert (found, list(fields_found.values())) == (code, [sentence])
    assert re.fullmatch(rf"{field}(\[\d\])?", next(iter(fields_found)))
