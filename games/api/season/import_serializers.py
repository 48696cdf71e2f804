"""Serializers of the answers about files with results."""

from rest_framework import serializers

from games.api.season.season_response_serializers import text_list_field, whole_number_field


class DoubtfulLineSerializer(serializers.Serializer):
    """A line about a match that seems to be here already or in another line. If neither, its winner isn't ahead."""

    line = whole_number_field("The line in the file, counted from 1.")
    match = whole_number_field("The number of the match that is here with another result.", allow_null=True)
    other_line = whole_number_field("The other line of the file with this match.", allow_null=True)


class ImportedSerializer(serializers.Serializer):
    """The imported data."""

    members = text_list_field("New members of the league.")
    entrants = text_list_field("New entrants of the season.")
    results = whole_number_field("Number of new results.")
    planned = whole_number_field("How many of them belong to planned matches.")
    known = whole_number_field("Number of results that already exist and stay unchanged.")
    mirrored = whole_number_field("Number of lines that repeat another one with the sides swapped. They count once.")
    undrawn = whole_number_field(
        "In a bracket: how many new results the draw has no match for. Nobody moves on by them."
    )
    doubtful = DoubtfulLineSerializer(many=True, help_text="Lines that are left out unless `further` has them.")


class LastImportSerializer(serializers.Serializer):
    """The season's last import that wasn't taken back."""

    id = whole_number_field("The `event` of the operation that takes it back.")
    at = serializers.DateTimeField()
    by = serializers.CharField()
    members = whole_number_field("Number of new members.")
    results = whole_number_field("Number of new results.")
    obstacle = serializers.CharField(allow_null=True, help_text="Why it can't be taken back; null if it can.")


class LastImportsSerializer(serializers.Serializer):
    """The last import."""

    last = LastImportSerializer(allow_null=True)


class ImportTrialSerializer(ImportedSerializer):
    """What an import would do. Nothing is saved."""

    upload = whole_number_field(
        "Identifies the upload for the import, for one day. Null if there is nothing to import.", allow_null=True
    )
    ignored_columns = text_list_field("Headings that are not used.")
    similar = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="New names that look like others, each with those. The import takes them for new people.",
    )
