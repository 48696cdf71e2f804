"""Serializers of the answers about files with results."""

from typing import Any

from rest_framework import serializers

from games.api.fields import PositiveField, StampField, TextListField
from games.wording.refusals import not_playable_text


class CountField(serializers.IntegerField):
    """How many there are."""

    def to_representation(self, value: Any) -> int:
        """Return the length."""
        return len(value)


class ObstacleField(serializers.CharField):
    """Why something can't be done, in words."""

    def to_representation(self, value: Any) -> str:
        """Return the words."""
        return not_playable_text(value)


class DoubtfulLineSerializer(serializers.Serializer):
    """A line whose match seems to be here already, or on another line. If neither, its winner isn't ahead."""

    line = serializers.IntegerField(source="result.line", help_text="The line in the file, counted from 1.")
    match = serializers.IntegerField(
        source="here.number", help_text="Number of the existing match with a different result.", allow_null=True
    )
    other_line = PositiveField(source="other", help_text="The other line of the file with this match.")


class ImportedSerializer(serializers.Serializer):
    """The imported data."""

    members = TextListField(source="plan.members", help_text="New members of the league.")
    entrants = TextListField(source="plan.entrants", help_text="New entrants of the season.")
    results = serializers.IntegerField(source="plan.results", help_text="Number of new results.")
    planned = serializers.IntegerField(source="plan.planned", help_text="Number of new results for planned matches.")
    known = serializers.IntegerField(
        source="plan.known", help_text="Number of results that already exist and stay unchanged."
    )
    mirrored = CountField(
        source="plan.mirrored",
        help_text="Number of lines that repeat another one with the sides swapped. They count once.",
    )
    undrawn = CountField(
        source="plan.undrawn",
        help_text=(
            "In a bracket: number of new results that the draw has no match for. Nobody advances because of them."
        ),
    )
    doubtful = DoubtfulLineSerializer(
        source="plan.doubtful", many=True, help_text="Lines that are left out, unless `further` lists them."
    )


class LastImportSerializer(serializers.Serializer):
    """The season's last import that hasn't been undone."""

    id = serializers.IntegerField(source="event.pk", help_text="The `event` to send in order to undo it.")
    at = StampField(source="event.at")
    by = serializers.CharField(source="event.by")
    members = serializers.IntegerField(source="event.facts.members", help_text="Number of new members.")
    results = serializers.IntegerField(source="event.facts.results", help_text="Number of new results.")
    obstacle = ObstacleField(allow_null=True, help_text="Why it can't be undone; null if it can.")


class LastImportsSerializer(serializers.Serializer):
    """The last import."""

    last = LastImportSerializer(allow_null=True)


class ImportTrialSerializer(ImportedSerializer):
    """What an import would do. Nothing is saved."""

    upload = serializers.IntegerField(
        help_text="Identifies the file for the import, for one day. Null if there's nothing to import.",
        allow_null=True,
    )
    ignored_columns = TextListField(help_text="Columns that aren't used.")
    similar = serializers.DictField(
        child=TextListField(),
        help_text="New names, each with the names it resembles. The import treats them as new people.",
    )
