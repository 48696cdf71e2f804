"""Serializers of the answers about files with results."""

from rest_framework import serializers

from games.api.fields import TextListField


class DoubtfulLineSerializer(serializers.Serializer):
    """A line that seems to be about a match that is already here, or that another line has."""

    line = serializers.IntegerField(help_text="The line in the file, counted from 1.")
    match = serializers.IntegerField(
        help_text="The number of the match that is here with another result.", allow_null=True
    )
    other_line = serializers.IntegerField(help_text="The other line of the file with this match.", allow_null=True)


class ImportedSerializer(serializers.Serializer):
    """The imported data."""

    members = TextListField(help_text="New members of the league.")
    entrants = TextListField(help_text="New entrants of the season.")
    results = serializers.IntegerField(help_text="Number of new results.")
    planned = serializers.IntegerField(help_text="How many of them belong to planned matches.")
    known = serializers.IntegerField(help_text="Number of results that already exist and stay unchanged.")
    mirrored = serializers.IntegerField(
        help_text="Number of lines that repeat another one with the sides swapped. They count once."
    )
    undrawn = serializers.IntegerField(
        help_text="In a bracket: how many new results the draw has no match for. Nobody moves on by them."
    )
    doubtful = DoubtfulLineSerializer(
        many=True, help_text="Lines that are left out unless `further` says that they are matches of their own."
    )


class LastImportSerializer(serializers.Serializer):
    """The season's last import that wasn't taken back."""

    id = serializers.IntegerField(help_text="The `event` of the operation that takes it back.")
    at = serializers.DateTimeField()
    by = serializers.CharField()
    members = serializers.IntegerField(help_text="Number of new members.")
    results = serializers.IntegerField(help_text="Number of new results.")
    obstacle = serializers.CharField(allow_null=True, help_text="Why it can't be taken back; null if it can.")


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
