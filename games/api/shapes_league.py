"""The shapes of what is answered about leagues and accounts, for the schema only, as in ``games.api.shapes``."""

from rest_framework import serializers

from games.models import Duty

_DUTIES = list(Duty.values)


class MemberName(serializers.Serializer):
    """A member of a league in short."""

    id = serializers.IntegerField(help_text="The member's number, unique on this server.")
    name = serializers.CharField()


class OwnPart(serializers.Serializer):
    """What the account of the token is in a league."""

    duties = serializers.ListField(child=serializers.ChoiceField(_DUTIES), help_text="The offices it has there.")
    member = MemberName(allow_null=True, help_text="Whom it claimed to be; null for nobody.")


class LeagueSummary(serializers.Serializer):
    """A league in a list."""

    id = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField(allow_blank=True, help_text="Where it meets; may be empty.")
    zone = serializers.CharField(help_text="The time zone of its room: what tonight is.")
    public = serializers.BooleanField(help_text="Whether everybody may look at it.")
    founded_at = serializers.DateTimeField()
    mine = OwnPart()


class Official(serializers.Serializer):
    """Somebody who helps to run a league."""

    name = serializers.CharField()
    duty = serializers.ChoiceField(_DUTIES)


class League(LeagueSummary):
    """A league."""

    officials = Official(many=True)
