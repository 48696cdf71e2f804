"""Serializers of the answers about the matches of a season."""

from rest_framework import serializers

from games.api.season.season_response_serializers import (
    MatchPlaceSerializer,
    amounts_field,
    nullable_date_field,
    whole_number_field,
)
from games.models import MatchState
from games.rules.confirmation import RoundStatus
from games.rules.scoring import Event


class MatchSideSerializer(serializers.Serializer):
    """A side of a match, with its result."""

    entrant = whole_number_field()
    name = serializers.CharField()
    outcome = serializers.ChoiceField(
        ["win", "draw", "loss"], allow_null=True, help_text="Outcome, or null while nothing counts."
    )
    points = whole_number_field("Game points including bonuses.")
    against = whole_number_field("Game points of the best opponent.")
    boxes = whole_number_field()
    gins = whole_number_field()
    shutouts = whole_number_field("Shutouts won.")
    games = whole_number_field("Won.")


class TypedSideSerializer(serializers.Serializer):
    """A side of a result from paper."""

    entrant = whole_number_field()
    points = whole_number_field("Game points, bonuses included.")
    boxes = whole_number_field()
    gins = whole_number_field()
    shutouts = whole_number_field()
    games = whole_number_field("Won.")


class MatchLineSerializer(serializers.Serializer):
    """A match in a list."""

    number = whole_number_field("The match's number in its season.")
    round = whole_number_field("Round of the draw, or null for a match outside it.", allow_null=True)
    night = nullable_date_field("Date of the match, or null if open.")
    at = serializers.CharField(allow_null=True, help_text="Time of day, like 19:30.")
    place = MatchPlaceSerializer(allow_null=True)
    state = serializers.ChoiceField(MatchState.values)
    final = serializers.BooleanField(help_text="Whether the result is final.")
    stopped = serializers.BooleanField(
        help_text="Whether the match was stopped and counts with its score at that moment."
    )
    imported = serializers.BooleanField(help_text="Whether the result was imported.")
    table = serializers.CharField(
        allow_null=True, help_text="`id` of the match's table, for `/api/v1/tables/{public_id}/`."
    )
    typed_result = TypedSideSerializer(
        many=True,
        allow_null=True,
        help_text=("Result entered from paper, or null. Once its rounds are complete, they count instead."),
    )
    sides = MatchSideSerializer(many=True, help_text="The sides in seat order. A single side has a bye.")


class MatchesSerializer(serializers.Serializer):
    """A page of a season's matches."""

    revision = whole_number_field()
    matches = MatchLineSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text="Query of the next page, or null on the last page.")


class TypedResultsSerializer(serializers.Serializer):
    """The matches whose results were entered."""

    revision = whole_number_field("Of the season.")
    matches = MatchLineSerializer(many=True)


class PairedSerializer(serializers.Serializer):
    """An entrant of a pair."""

    entrant = whole_number_field()
    name = serializers.CharField()


class WrongPairSerializer(serializers.Serializer):
    """A drawn match, and who should play it going by the current results."""

    match = whole_number_field("The match's number in its season.")
    drawn = PairedSerializer(many=True)
    right = PairedSerializer(many=True, help_text="The entrants who should play: two, one (a bye) or none.")
    begun = serializers.BooleanField(help_text="Whether it has any rounds or a result.")
    undecided = serializers.ListField(
        child=whole_number_field(),
        help_text=(
            "Numbers of the undecided matches it's waiting for. While there are any, `right` contains only entrants "
            "who are certain."
        ),
    )


class WrongPairsSerializer(serializers.Serializer):
    """Bracket matches that should have other players by now."""

    revision = whole_number_field()
    groups = serializers.ListField(
        child=WrongPairSerializer(many=True), help_text="Matches that exchange players are decided together."
    )


class SeatOfMatchSerializer(serializers.Serializer):
    """A player in a match."""

    entrant = whole_number_field("The side they play for.")
    member = whole_number_field()
    name = serializers.CharField()
    substitute = serializers.BooleanField()
    chosen = serializers.BooleanField(help_text="Whether the line-up was set. Otherwise these are the usual players.")


class DisputeSerializer(serializers.Serializer):
    """A dispute about a round."""

    entrant = whole_number_field("The side that gave this verdict, or null for a referee.", allow_null=True)
    by = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)


class CheckedRoundSerializer(serializers.Serializer):
    """A round that counts for a match, and its state."""

    game = whole_number_field()
    round = whole_number_field()
    revision = whole_number_field("Revision to send when confirming the round.")
    event = serializers.ChoiceField([e.value for e in Event])
    points = amounts_field("Points by player name at the table.")
    boxes = amounts_field("Boxes by player name at the table.")
    entered_by = serializers.CharField()
    entered_at = serializers.DateTimeField()
    standing = serializers.ChoiceField([s.value for s in RoundStatus])
    says = serializers.CharField(allow_blank=True, help_text="The verdict in a sentence.")
    awaited = serializers.ListField(
        child=serializers.IntegerField(), help_text="Entrants that still need to confirm the round."
    )
    disputes = DisputeSerializer(many=True)
    approved_by = serializers.CharField(allow_null=True)
    ticked = serializers.BooleanField(help_text="Whether a referee or organizer has checked it.")


class MatchSerializer(MatchLineSerializer):
    """A match."""

    season = serializers.CharField()
    revision = whole_number_field("Season revision.")
    seats = SeatOfMatchSerializer(many=True)
    rounds = CheckedRoundSerializer(many=True, help_text="Rounds that count. The match's table has all of them.")
    may = serializers.ListField(
        child=serializers.ChoiceField(
            ["play", "watch", "reschedule", "line_up", "stop", "go_on", "forfeit", "cancel", "restore"]
        ),
        help_text="What the token's account can do with the match now.",
    )


class PlayedAtSerializer(serializers.Serializer):
    """The table of a match. The same token works there."""

    match = MatchSerializer()
    table = serializers.CharField(help_text="Table `id`.")
    role = serializers.ChoiceField(["watch", "score", "owner"], help_text="The token's role at the table.")
    url = serializers.CharField(help_text="Path of the table's page.")


class RoundToCheckSerializer(CheckedRoundSerializer):
    """A round to check."""

    match = whole_number_field("The match's number.")
    table = serializers.CharField(help_text="Table `id`.")


class ToCheckSerializer(serializers.Serializer):
    """Rounds to check in a season."""

    season = serializers.CharField()
    revision = whole_number_field()
    nights = serializers.ListField(child=serializers.DateField(), help_text="Dates of play, newest first.")
    night = nullable_date_field("The date that `unticked` is about.")
    disputed = RoundToCheckSerializer(many=True)
    waiting = RoundToCheckSerializer(many=True, help_text="Rounds that a referee needs to approve.")
    unticked = RoundToCheckSerializer(many=True, help_text="Rounds that no referee or organizer has checked yet.")
    more = serializers.BooleanField(help_text="Whether there were more matches that night than this list contains.")


class TickedSerializer(serializers.Serializer):
    """The number of rounds checked off."""

    ticked = whole_number_field("Number of rounds checked, without those that changed since they were read.")
