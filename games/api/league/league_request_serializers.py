"""Serializers of the request bodies about leagues and accounts.

They only describe the requests in the OpenAPI schema. The views read the bodies themselves (``games.api.parsing``).
"""

from rest_framework import serializers

from games.api.parsing import MAX_ROW_ID
from games.models import Duty
from games.rules.names import MAX_NAME_LENGTH
from games.services.league.members import MOST_MEMBERS


class NewLeagueSerializer(serializers.Serializer):
    """A league to found, or what it is to be called from now on."""

    name = serializers.CharField(max_length=MAX_NAME_LENGTH)
    place = serializers.CharField(
        required=False, allow_blank=True, max_length=MAX_NAME_LENGTH, help_text="Where it meets. Empty when left out."
    )
    zone = serializers.CharField(help_text="The time zone of its room, like `Europe/Berlin`.")
    public = serializers.BooleanField(
        required=False, help_text="Whether everybody may look at it. False when left out."
    )


class SecretSerializer(serializers.Serializer):
    """A link to take up."""

    secret = serializers.CharField(max_length=100, help_text="What stands in the link's address after `/k/`.")


class NewMembersSerializer(serializers.Serializer):
    """Members to add."""

    names = serializers.ListField(
        child=serializers.CharField(max_length=MAX_NAME_LENGTH), min_length=1, max_length=MOST_MEMBERS
    )


class NewNameSerializer(serializers.Serializer):
    """What something or somebody is to be called."""

    name = serializers.CharField(max_length=MAX_NAME_LENGTH)


class MergeSerializer(serializers.Serializer):
    """Who somebody turned out to be."""

    into = serializers.IntegerField(min_value=1, max_value=MAX_ROW_ID, help_text="The member who keeps his name.")


class InvitationSerializer(serializers.Serializer):
    """An office to invite somebody to."""

    duty = serializers.ChoiceField(list(Duty.values))


class NewOrganiserSerializer(serializers.Serializer):
    """Who is to run the league."""

    account = serializers.IntegerField(min_value=1, max_value=MAX_ROW_ID, help_text="One of the `heirs`.")


REQUEST_SERIALIZERS: tuple[type[serializers.Serializer], ...] = (
    NewLeagueSerializer,
    SecretSerializer,
    NewMembersSerializer,
    NewNameSerializer,
    MergeSerializer,
    InvitationSerializer,
    NewOrganiserSerializer,
)
"""Every serializer of this module; the schema says of each that it takes no further fields."""
