"""Serializers of the answers about the matches of a season.

They only describe the answers in the OpenAPI schema. The answers themselves are built in ``games.selectors``.
"""

from rest_framework import serializers

from games.api.season.season_response_serializers import (
    MatchPlaceSerializer,
    amounts_field,
    nullable_date_field,
    whole_number_field,
)
from games.models import FixtureState
from games.rules.confirmation import RoundStatus
from games.rules.scoring import Event


class MatchSideSerializer(serializers.Serializer):
    """A side of a match, and what it came to there."""

    entrant = whole_number_field()
    name = serializers.CharField()
    outcome = serializers.ChoiceField(["win", "draw", "loss"], allow_null=True, help_text="Null while nothing counts.")
    points = whole_number_field("Game points, bonuses included.")
    against = whole_number_field("Those of the best of the others.")
    boxes = whole_number_field()
    gins = whole_number_field()
    shutouts = whole_number_field("Dealt out.")
    games = whole_number_field("Won.")


class MatchLineSerializer(serializers.Serializer):
    """A match in a list."""

    number = whole_number_field("Names the match in its season.")
    round = whole_number_field("Of the draw; null outside one.", allow_null=True)
    night = nullable_date_field("Null while it is open.")
    at = serializers.CharField(allow_null=True, help_text="The time of day, as 19:30.")
    place = MatchPlaceSerializer(allow_null=True)
    state = serializers.ChoiceField(FixtureState.values)
    final = serializers.BooleanField(help_text="Whether its result is not provisional.")
    stopped = serializers.BooleanField(help_text="Whether it counts as it stood.")
    imported = serializers.BooleanField(help_text="Whether its result came from a file.")
    table = serializers.CharField(
        allow_null=True, help_text="The id of the table it is played at, for `/api/v1/tables/{public_id}/`."
    )
    sides = MatchSideSerializer(many=True, help_text="In seat order; one alone has a bye.")


class MatchesSerializer(serializers.Serializer):
    """A page of a season's matches."""

    revision = whole_number_field()
    matches = MatchLineSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text="The query of the next page; null on the last.")


class SeatOfMatchSerializer(serializers.Serializer):
    """Who sits at a match."""

    entrant = whole_number_field("For which side.")
    member = whole_number_field()
    name = serializers.CharField()
    substitute = serializers.BooleanField()
    said = serializers.BooleanField(help_text="Whether somebody said so; otherwise it is who usually plays.")


class DisputeSerializer(serializers.Serializer):
    """What is said against a round."""

    entrant = whole_number_field("The side that says it; null for a referee.", allow_null=True)
    by = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)


class CheckedRoundSerializer(serializers.Serializer):
    """A round that counts for a match, and how it stands."""

    game = whole_number_field()
    round = whole_number_field()
    revision = whole_number_field("What is looked at when one looks at it.")
    event = serializers.ChoiceField([e.value for e in Event])
    points = amounts_field("By the names at the table.")
    boxes = amounts_field("By the names at the table.")
    entered_by = serializers.CharField()
    entered_at = serializers.DateTimeField()
    standing = serializers.ChoiceField([s.value for s in RoundStatus])
    says = serializers.CharField(allow_blank=True, help_text="The same in words.")
    awaited = serializers.ListField(
        child=serializers.IntegerField(), help_text="The entrants that still have to confirm it."
    )
    disputes = DisputeSerializer(many=True)
    approved_by = serializers.CharField(allow_null=True)
    ticked = serializers.BooleanField(help_text="Whether somebody who judges ticked it.")


class MatchSerializer(MatchLineSerializer):
    """A match."""

    season = serializers.CharField()
    revision = whole_number_field("Of the season.")
    seats = SeatOfMatchSerializer(many=True)
    rounds = CheckedRoundSerializer(many=True, help_text="Those that count; all of them are at its table.")
    may = serializers.ListField(
        child=serializers.ChoiceField(
            ["play", "watch", "reschedule", "line_up", "stop", "go_on", "forfeit", "cancel", "restore"]
        ),
        help_text="What the account of the token may do about it as it stands.",
    )


class PlayedAtSerializer(serializers.Serializer):
    """The table of a match. The token of the request goes on there."""

    match = MatchSerializer()
    table = serializers.CharField(help_text="Its id.")
    role = serializers.ChoiceField(["watch", "score", "owner"], help_text="What the token may do at the table.")
    url = serializers.CharField(help_text="The path of its page.")


class RoundToCheckSerializer(CheckedRoundSerializer):
    """A round to look at."""

    match = whole_number_field("The match's number.")
    table = serializers.CharField(help_text="The id of its table.")


class ToCheckSerializer(serializers.Serializer):
    """What is to be looked at in a season."""

    season = serializers.CharField()
    revision = whole_number_field()
    nights = serializers.ListField(child=serializers.DateField(), help_text="When something was played, newest first.")
    night = nullable_date_field("The night that `unticked` is about.")
    disputed = RoundToCheckSerializer(many=True)
    waiting = RoundToCheckSerializer(many=True, help_text="What a referee has to approve.")
    unticked = RoundToCheckSerializer(many=True, help_text="What nobody who judges looked at yet.")
    more = serializers.BooleanField(help_text="Whether there were more matches that night than are told.")


class TickedSerializer(serializers.Serializer):
    """How many rounds were ticked."""

    ticked = whole_number_field("What was changed since it was seen is not among them.")
