"""Serializers of request bodies with results from paper."""

from games.api.fields import IdField, ReasonField, WholeNumberField
from games.api.serializers import BodySerializer, ObjectListSerializer
from games.models.season import LARGEST_NUMBER
from games.rules.league.typed_result import MOST_COUNTED, MOST_TYPED

_MAX_SIDES = 8
_MAX_RESULTS = 500
"""How many results a request may have."""


def _count_field(text: str) -> WholeNumberField:
    return WholeNumberField(required=False, min_value=0, max_value=MOST_COUNTED, help_text=f"{text} Defaults to 0.")


class NewResultSideSerializer(BodySerializer):
    """The result of one side."""

    entrant = IdField(help_text="The side.")
    points = WholeNumberField(min_value=-MOST_TYPED, max_value=MOST_TYPED, help_text="Game points, with bonuses.")
    boxes = _count_field("Boxes.")
    gins = _count_field("Gins and big gins.")
    shutouts = _count_field("Shutouts won.")
    games = _count_field("Games won. They decide a match of several games.")


class ResultSidesSerializer(BodySerializer):
    """A result, and the one that it corrects."""

    sides = ObjectListSerializer(
        child=NewResultSideSerializer(), max_length=_MAX_SIDES, help_text="Every side of the match, in any order."
    )
    replaces = ObjectListSerializer(
        child=NewResultSideSerializer(),
        max_length=_MAX_SIDES,
        required=False,
        help_text="The result that this one corrects, as given in `typed_result`.",
    )


class NewResultSerializer(ResultSidesSerializer):
    """The result of a match."""

    reason = ReasonField(required=False, allow_blank=True, help_text="Reason, visible to everyone beside the change.")


class PreviewedResultSerializer(ResultSidesSerializer):
    """A result to preview."""

    sides = ObjectListSerializer(
        child=NewResultSideSerializer(),
        max_length=_MAX_SIDES,
        required=False,
        help_text="Every side of the match, in any order. Leave it out to preview taking the result back.",
    )


class NumberedResultSerializer(ResultSidesSerializer):
    """The result of one of many matches."""

    match = WholeNumberField(min_value=1, max_value=LARGEST_NUMBER, help_text="The match's number.")


class NewResultsSerializer(BodySerializer):
    """Results of several matches."""

    results = ObjectListSerializer(
        child=NumberedResultSerializer(), max_length=_MAX_RESULTS, help_text=f"Up to {_MAX_RESULTS} results."
    )
    reason = ReasonField(required=False, allow_blank=True, help_text="Reason, visible to everyone beside the changes.")
