"""Serializers of a season's night: the bodies of its requests, and its answers."""

from rest_framework import serializers

from games.api.fields import (
    IdListField,
    NumberListField,
    StampField,
    StrictBooleanField,
    StrictChoiceField,
    WholeNumberField,
)
from games.api.serializers import BodySerializer
from games.models import ClockEnd
from games.models.season import LARGEST_NUMBER
from games.services.season.round_clock import MOST_MINUTES


class AttendanceSerializer(BodySerializer):
    """A check-in at the desk."""

    here = StrictBooleanField(help_text="Whether they're in the room.")
    entrants = IdListField(required=False, help_text="The entrants. Defaults to everyone who hasn't withdrawn.")


class CallSerializer(serializers.Serializer):
    """A table's call for the referee."""

    match = serializers.IntegerField(source="match.number", help_text="The match's number.")
    at = StampField(help_text="When the referee was called.")


class DeskSerializer(serializers.Serializer):
    """A night's desk."""

    revision = serializers.IntegerField(
        source="season.revision", help_text="Season revision. Check-ins and calls raise it, too."
    )
    night = serializers.DateField(help_text="Tonight's date in the league's time zone.")
    here = NumberListField(help_text="Entrants in the room.")
    missing = NumberListField(help_text="Entrants who aren't in the room.")
    calls = CallSerializer(many=True, help_text="Open calls for the referee, oldest first.")


class NewClockSerializer(BodySerializer):
    """A clock to start."""

    minutes = WholeNumberField(min_value=1, max_value=MOST_MINUTES, help_text="How long the round lasts.")
    at_end = StrictChoiceField(
        ClockEnd.values,
        help_text=("What tables are asked to do when time is up: finish the hand, finish the game, or nothing."),
    )


class ExtraTimeSerializer(BodySerializer):
    """More time."""

    minutes = WholeNumberField(min_value=1, max_value=MOST_MINUTES, help_text="Number of extra minutes.")
    match = WholeNumberField(
        required=False,
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text="The match that gets more time. Defaults to all matches.",
    )


class ExtraSerializer(serializers.Serializer):
    """Extra time of a match."""

    match = serializers.IntegerField(help_text="The match's number.")
    seconds = serializers.IntegerField(help_text="Extra seconds, beyond the other matches' time.")


class ClockSerializer(serializers.Serializer):
    """The clock of a round."""

    state = serializers.ChoiceField(["off", "running", "paused", "over"], help_text="Current state of the clock.")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="When time is up; null while it's off or paused.")
    seconds_left = serializers.IntegerField(help_text="Seconds left at the time of the response.")
    last_hand = serializers.BooleanField(help_text="Whether the last hand was announced.")
    at_end = serializers.ChoiceField(
        ClockEnd.values,
        allow_null=True,
        help_text=("What tables are asked to do when time is up; null if the clock was never started."),
    )
    extra = ExtraSerializer(many=True, help_text="Matches with extra time.")
