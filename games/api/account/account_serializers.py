"""Serializers of the account that owns a token, and of its tokens."""

from django.utils import timezone
from rest_framework import serializers

from games.api.fields import NextPageField, StampField
from games.models import ApiToken


class TokenSerializer(serializers.ModelSerializer):
    """A token of an account without its secret."""

    id = serializers.CharField(source="public_id")
    made_at = StampField(source="created_at")
    expires_at = StampField()
    used_at = StampField(allow_null=True, help_text="When the token was last used, to within ten minutes.")
    revoked_at = StampField(allow_null=True)
    good = serializers.SerializerMethodField(help_text="Whether the token works.")

    class Meta:
        model = ApiToken
        fields = ("id", "label", "scope", "made_at", "expires_at", "used_at", "revoked_at", "good")
        read_only_fields = fields

    def get_good(self, token: ApiToken) -> bool:
        """Return whether the token is neither revoked nor expired."""
        return token.revoked_at is None and token.expires_at > timezone.now()


class TokensSerializer(serializers.Serializer):
    """The account's tokens, oldest first, including expired and revoked ones, without their secrets."""

    tokens = TokenSerializer(many=True)
    next = NextPageField()


class AccountSerializer(serializers.Serializer):
    """The account, and the token that was sent."""

    name = serializers.CharField(source="account.name")
    email = serializers.CharField(source="account.email")
    made_at = StampField(source="account.created_at")
    token = TokenSerializer(source="*", help_text="The token that was sent.")
