"""Serializers of the answers about files with results."""

from rest_framework import serializers

from games.api.season.season_response_serializers import text_list_field, whole_number_field


class DoubtfulLineSerializer(serializers.Serializer):
    """A line whose match seems to be here already, or on another line."""

    line = whole_number_field("The line in the file, counted from 1.")
    match = whole_number_field("Number of the existing match with a different result.", allow_null=True)
    other_line = whole_number_field("The other line of the file with this match.", allow_null=True)


class ImportedSerializer(serializers.Serializer):
    """The imported data."""

    members = text_list_field("New members of the league.")
    entrants = text_list_field("New entrants of the season.")
    results = whole_number_field("Number of new results.")
    planned = whole_number_field("Number of new results for planned matches.")
    known = whole_number_field("Number of results that already exist and stay unchanged.")
    mirrored = whole_number_field("Number of lines that repeat another one with the sides swapped. They count once.")
    undrawn = whole_number_field(
        "In a bracket: number of new results that the draw has no match for. Nobody advances because of them."
    )
    doubtful = DoubtfulLineSerializer(
        many=True, help_text="Lines that are left out, unless `further` lists them as separate matches."
    )


class LastImportSerializer(serializers.Serializer):
    """The season's last import that hasn't been undone."""

    id = whole_number_field("The `event` to send in order to undo it.")
    at = serializers.DateTimeField()
    by = serializers.CharField()
    members = whole_number_field("Number of new members.")
    results = whole_number_field("Number of new results.")
    obstacle = serializers.CharField(allow_null=True, help_text="Why it can't be undone; null if it can.")


class LastImportsSerializer(serializers.Serializer):
    """The last import."""

    last = LastImportSerializer(allow_null=True)


class ImportTrialSerializer(ImportedSerializer):
    """What an import would do. Nothing is saved."""

    upload = whole_number_field(
        "Identifies the file for the import, for one day. Null if there's nothing to import.", allow_null=True
    )
    ignored_columns = text_list_field("Columns that aren't used.")
    similar = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="New names, each with the names it resembles. The import treats them as new people.",
    )
