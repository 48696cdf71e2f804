"""Serializers of the answer about a seal."""

from rest_framework import serializers

from games.api.fields import StampField
from games.models import SealKind
from games.selectors.sharing.seal_check import ALTERED, AS_SEALED, CHANGED, DIFFERENT, ERASED


class SealedChangeSerializer(serializers.Serializer):
    """A change made after the seal."""

    text = serializers.CharField(help_text="The change in a few words.")
    by = serializers.CharField(help_text="Who made the entry, by their name at that time.")
    at = StampField()
    reason = serializers.CharField(allow_blank=True)


class SealDetailsSerializer(serializers.Serializer):
    """The sealed data, for anyone with access to it."""

    table = serializers.CharField(allow_null=True, help_text="Table `id`.")
    game = serializers.IntegerField(allow_null=True, help_text="Number of the game at the table.")
    season = serializers.CharField(allow_null=True, help_text="Season `id`.")
    revision = serializers.IntegerField(help_text="Revision of the table or season at that time.")
    sealed_at = StampField()
    sha256 = serializers.CharField(help_text="The full digest that the seal abbreviates, as 64 hexadecimal digits.")
    names = serializers.ChoiceField(
        [AS_SEALED, ERASED, DIFFERENT],
        help_text="State of the names: `erased` if some have been removed, `different` if they have changed.",
    )
    text = serializers.CharField(help_text="The whole answer in sentences.")
    changes = serializers.ListField(child=SealedChangeSerializer(), help_text="Changes since the seal, oldest first.")


class CheckedSealSerializer(serializers.Serializer):
    """A seal, and the current state of what was sealed."""

    seal = serializers.CharField(help_text="The seal in groups of four.")
    kind = serializers.ChoiceField(SealKind.values)
    state = serializers.ChoiceField(
        [AS_SEALED, CHANGED, ALTERED],
        help_text=(
            "`as_sealed`: unchanged. `changed`: someone has made entries since, listed in `changes`. `altered`: the "
            "data differs from what was sealed, and no entry explains it."
        ),
    )
    details = SealDetailsSerializer(allow_null=True)
