"""API: the strict fields of request bodies, and the serializer that refuses unknown ones."""

import re
from typing import Any

import pytest
from rest_framework.exceptions import ValidationError
from syrupy.assertion import SnapshotAssertion

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


def test_everything_wrong_is_said_at_once_and_the_code_is_that_of_unknown_fields_then_of_missing_ones(
    snapshot: SnapshotAssertion,
) -> None:
    code, sentences = refusal(x=1, strict=1, seats=3)
    assert code == "unknown_field"
    assert sentences == snapshot
    code, sentences = refusal(seats=[{"seat": "wrong"}, {"seat": 1}])
    assert code == "missing_field"
    assert sentences == snapshot
    assert list(refusal(seats=[{"seat": 1, "number": 1, "y": 1}])[1]) == ["seats[0].y"]
    assert set(refusal(seat={"z": 1})[1]) == {"seat.z", "seat.seat", "seat.number"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "x" * 500),
        ("strict", "true"),
        ("strict", None),
        ("strict", 1),
        ("kind", "c"),
        ("kind", ["a"]),
        ("ids", [1, True]),
        ("ids", [1, 1.0]),
        ("ids", [1, 1]),
        ("ids", "12"),
        ("ids", [1] * 1001),
        ("ids", list(range(1, 1002))),
        ("pair", [1]),
        ("code", "x"),
        ("code", "x" * 10),
        ("code", "abc"),
        ("on", None),
        ("on", "20261006"),
        ("at", "7:30"),
        ("reason", "one\ntwo"),
        ("preset", "{x}"),
        ("moment", "2026-10-06T19:30:00"),
        ("title", 3),
        ("title", " "),
        ("team", ""),
        ("team", "x" * 61),
        ("seats", [{}, {}, {}]),
        ("seats", [3]),
        ("seats", None),
        ("seat", 3),
    ],
)
def test_a_wrong_value_is_never_taken_for_a_right_one(field: str, value: Any, snapshot: SnapshotAssertion) -> None:
    code = "unknown_preset" if field == "preset" else "invalid_value"
    found, fields_found = refusal(**{field: value})
    assert found == code
    ((at, sentence),) = fields_found.items()
    assert re.fullmatch(rf"{field}(\[\d\])?", at)
    assert sentence == snapshot
