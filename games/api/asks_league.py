"""The shapes of what is sent to leagues and about accounts, for the schema only, as in ``games.api.asks``."""

from rest_framework import serializers

from games.api.reading import HIGHEST_ROW
from games.models import Duty
from games.rules.names import LONGEST
from games.services.members import MOST_MEMBERS


class NewLeague(serializers.Serializer):
    """A league to found, or what it is to be called from now on."""

    name = serializers.CharField(max_length=LONGEST)
    place = serializers.CharField(
        required=False, allow_blank=True, max_length=LONGEST, help_text="Where it meets. Empty when left out."
    )
    zone = serializers.CharField(help_text="The time zone of its room, like `Europe/Berlin`.")
    public = serializers.BooleanField(
        required=False, help_text="Whether everybody may look at it. False when left out."
    )


class Secret(serializers.Serializer):
    """A link to take up."""

    secret = serializers.CharField(max_length=100, help_text="What stands in the link's address after `/k/`.")


class NewMembers(serializers.Serializer):
    """Members to add."""

    names = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST), min_length=1, max_length=MOST_MEMBERS
    )


class NewName(serializers.Serializer):
    """What something or somebody is to be called."""

    name = serializers.CharField(max_length=LONGEST)


class Merge(serializers.Serializer):
    """Who somebody turned out to be."""

    into = serializers.IntegerField(min_value=1, max_value=HIGHEST_ROW, help_text="The member who keeps his name.")


class Invitation(serializers.Serializer):
    """An office to invite somebody to."""

    duty = serializers.ChoiceField(list(Duty.values))


class NewOrganiser(serializers.Serializer):
    """Who is to run the league."""

    account = serializers.IntegerField(min_value=1, max_value=HIGHEST_ROW, help_text="One of the `heirs`.")


TAKEN: tuple[type[serializers.Serializer], ...] = (
    NewLeague,
    Secret,
    NewMembers,
    NewName,
    Merge,
    Invitation,
    NewOrganiser,
)
"""Every shape that is sent here; all of them refuse fields that they do not have."""
