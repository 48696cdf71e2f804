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
    """A line about a match that seems to be here already or in another line. If neither, its winner isn't ahead."""

    line = serializers.IntegerField(source="result.line", help_text="The line in the file, counted from 1.")
    match = serializers.IntegerField(
        source="here.number", help_text="The number of the match that is here with another result.", allow_null=True
    )
    other_line = PositiveField(source="other", help_text="The other line of the file with this match.")


class ImportedSerializer(serializers.Serializer):
    """The imported data."""

    members = TextListField(source="plan.members", help_text="New members of the league.")
    entrants = TextListField(source="plan.entrants", help_text="New entrants of the season.")
    results = serializers.IntegerField(source="plan.results", help_text="Number of new results.")
    planned = serializers.IntegerField(source="plan.planned", help_text="How many of them belong to planned matches.")
    known = serializers.IntegerField(
        source="plan.known", help_text="Number of results that already exist and stay unchanged."
    )
    mirrored = CountField(
        source="plan.mirrored",
        help_text="Number of lines that repeat another one with the sides swapped. They count once.",
    )
    undrawn = CountField(
        source="plan.undrawn",
        help_text="In a bracket: how many new results the draw has no match for. Nobody moves on by them.",
    )
    doubtful = DoubtfulLineSerializer(
        source="plan.doubtful", many=True, help_text="Lines that are left out unless `further` has them."
    )


class LastImportSerializer(serializers.Serializer):
    """The season's last import that wasn't taken back."""

    id = serializers.IntegerField(source="event.pk", help_text="The `event` of the operation that takes it back.")
    at = StampField(source="event.at")
    by = serializers.CharField(source="event.by")
    members = serializers.IntegerField(source="event.facts.members", help_text="Number of new members.")
    results = serializers.IntegerField(source="event.facts.results", help_text="Number of new results.")
    obstacle = ObstacleField(allow_null=True, help_text="Why it can't be taken back; null if it can.")


class LastImportsSerializer(serializers.Serializer):
    """The last import."""

    last = LastImportSerializer(allow_null=True)


class ImportTrialSerializer(ImportedSerializer):
    """What an import would do. Nothing is saved."""

    upload = serializers.IntegerField(
        help_text="Identifies the upload for the import, for one day. Null if there is nothing to import.",
        allow_null=True,
    )
    ignored_columns = TextListField(help_text="Headings that are not used.")
    similar = serializers.DictField(
        child=TextListField(),
        help_text="New names that look like others, each with those. The import takes them for new people.",
    )
