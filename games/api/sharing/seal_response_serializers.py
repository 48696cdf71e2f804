"""Serializers of the answer about a seal.

They only describe the answers in the OpenAPI schema. The answers themselves are built in ``games.selectors``.
"""

from rest_framework import serializers

from games.models import SealKind
from games.selectors.sharing.seal_check import ALTERED, AS_SEALED, CHANGED, DIFFERENT, ERASED, FILE_ONLY


class SealedChangeSerializer(serializers.Serializer):
    """Something that was entered after a seal was given out."""

    text = serializers.CharField(help_text="In a few words.")
    by = serializers.CharField(help_text="Who entered it, under the name of that time.")
    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)


class SealDetailsSerializer(serializers.Serializer):
    """What a seal was given to, for those who may see that."""

    table = serializers.CharField(allow_null=True, help_text="The table's `id`.")
    game = serializers.IntegerField(allow_null=True, help_text="The game's number at the table.")
    season = serializers.CharField(allow_null=True, help_text="The season's `id`.")
    league = serializers.CharField(allow_null=True, help_text="The `id` of a league whose archive it is.")
    file = serializers.CharField(allow_null=True, help_text="What the file was called, without the seal.")
    revision = serializers.IntegerField(help_text="How far the table, or the season, was then.")
    sealed_at = serializers.DateTimeField()
    sha256 = serializers.CharField(help_text="The whole digest that the seal begins, as 64 hexadecimal digits.")
    names = serializers.ChoiceField(
        [AS_SEALED, ERASED, DIFFERENT],
        help_text="What has become of the names in it: `erased` where some were taken out, `different` where they are "
        "others now.",
    )
    text = serializers.CharField(help_text="All of it in sentences.")
    changes = serializers.ListField(child=SealedChangeSerializer(), help_text="What was entered since, oldest first.")


class CheckedSealSerializer(serializers.Serializer):
    """A seal, and what has become of what it was given to."""

    seal = serializers.CharField(help_text="In groups of four.")
    kind = serializers.ChoiceField(SealKind.values)
    state = serializers.ChoiceField(
        [AS_SEALED, CHANGED, ALTERED, FILE_ONLY],
        help_text="`as_sealed`: as it was. `changed`: something was entered since, by somebody, and `changes` says "
        "what. `altered`: it isn't what was sealed, and nobody entered that. `file_only`: compare the file itself.",
    )
    details = SealDetailsSerializer(allow_null=True)
