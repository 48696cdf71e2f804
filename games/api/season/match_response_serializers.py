"""Serializers of the answers about the matches of a season, which show the rows of ``match_rows``."""

from typing import Any

from rest_framework import serializers

from games.api.fields import AmountsField, NextPageField, NumberListField, ShownTimeField, StampField, TextListField
from games.api.season.season_response_serializers import EntrantNameField, MatchPlaceSerializer, MoverSerializer
from games.models import MatchState
from games.rules.confirmation import RoundStatus
from games.rules.league.results import RequestedBye
from games.rules.scoring import Event


class OutcomeField(serializers.ChoiceField):
    """An outcome; null in place of "", while there is none."""

    def to_representation(self, value: str) -> Any:
        """Return the outcome, or None."""
        return value or None


class MatchSideSerializer(serializers.Serializer):
    """A side of a match, with its result."""

    entrant = serializers.IntegerField(source="entrant_id")
    name = EntrantNameField(source="entrant")
    outcome = OutcomeField(["win", "draw", "loss"], allow_null=True, help_text="Outcome, or null while nothing counts.")
    points = serializers.IntegerField(help_text="Game points including bonuses.")
    against = serializers.IntegerField(help_text="Game points of the best opponent.")
    boxes = serializers.IntegerField()
    gins = serializers.IntegerField()
    shutouts = serializers.IntegerField(help_text="Shutouts won.")
    games = serializers.IntegerField(help_text="Won.")


class TypedSideSerializer(serializers.Serializer):
    """A side of a result from paper."""

    entrant = serializers.IntegerField()
    points = serializers.IntegerField(help_text="Game points, bonuses included.")
    boxes = serializers.IntegerField()
    gins = serializers.IntegerField()
    shutouts = serializers.IntegerField()
    games = serializers.IntegerField(help_text="Won.")


class MatchLineSerializer(serializers.Serializer):
    """A match in a list."""

    number = serializers.IntegerField(source="match.number", help_text="The match's number in its season.")
    round = serializers.IntegerField(
        source="match.round", help_text="Round of the draw, or null for a match outside it.", allow_null=True
    )
    round_name = serializers.CharField(
        allow_null=True, help_text="Name of the round, like Semifinals in a bracket. Null outside the draw."
    )
    night = serializers.DateField(
        source="match.night", allow_null=True, help_text="Date of the match, or null if open."
    )
    at = ShownTimeField(source="match.at", allow_null=True, help_text="Time of day, like 19:30.")
    place = MatchPlaceSerializer(source="match.place", allow_null=True)
    state = serializers.ChoiceField(MatchState.values, source="match.state")
    final = serializers.BooleanField(source="match.final", help_text="Whether the result is final.")
    stopped = serializers.BooleanField(
        source="match.stopped", help_text="Whether the match was stopped and counts with its score at that moment."
    )
    requested_bye = serializers.ChoiceField(
        list(RequestedBye),
        source="match.requested_bye",
        allow_blank=True,
        help_text='Kind of a bye that the entrant asked for: "full" or "half". Empty for the draw\'s own byes and for '
        "matches.",
    )
    imported = serializers.BooleanField(source="match.imported", help_text="Whether the result was imported.")
    table = serializers.CharField(
        source="match.table.public_id",
        allow_null=True,
        help_text="`id` of the match's table, for `/api/v1/tables/{public_id}/`.",
    )
    typed_result = TypedSideSerializer(
        many=True,
        allow_null=True,
        help_text=("Result entered from paper, or null. Once its rounds are complete, they count instead."),
    )
    sides = MatchSideSerializer(
        source="match.sides", many=True, help_text="The sides in seat order. A single side has a bye."
    )


class MatchesSerializer(serializers.Serializer):
    """A page of a season's matches."""

    revision = serializers.IntegerField()
    matches = MatchLineSerializer(many=True)
    next = NextPageField()


class TypedResultsSerializer(serializers.Serializer):
    """The matches whose results were entered."""

    revision = serializers.IntegerField(help_text="Of the season.")
    matches = MatchLineSerializer(many=True)


class PairedSerializer(serializers.Serializer):
    """An entrant of a pair."""

    entrant = serializers.IntegerField()
    name = serializers.CharField()


class WrongPairSerializer(serializers.Serializer):
    """A drawn match, and who should play it going by the current results."""

    match = serializers.IntegerField(help_text="The match's number in its season.")
    drawn = PairedSerializer(many=True)
    right = PairedSerializer(many=True, help_text="The entrants who should play: two, one (a bye) or none.")
    begun = serializers.BooleanField(help_text="Whether it has any rounds or a result.")
    undecided = serializers.ListField(
        child=serializers.IntegerField(),
        help_text=(
            "Numbers of the undecided matches it's waiting for. While there are any, `right` contains only entrants "
            "who are certain."
        ),
    )


class WrongPairsSerializer(serializers.Serializer):
    """Bracket matches that should have other players by now."""

    revision = serializers.IntegerField()
    groups = serializers.ListField(
        child=WrongPairSerializer(many=True), help_text="Matches that exchange players are decided together."
    )


class StageChangeSerializer(serializers.Serializer):
    """Who goes on from the groups to a bracket after a change, and who doesn't any more."""

    season = serializers.CharField(source="bracket.public_id", help_text="The bracket.")
    undecided = serializers.BooleanField(help_text="Whether it would be open again who goes on.")
    out = NumberListField(help_text="Entrants of the groups who no longer go on.")
    into = NumberListField(help_text="Entrants of the groups who go on instead.")


class ResultsPreviewSerializer(serializers.Serializer):
    """What results would change. Nothing is saved."""

    revision = serializers.IntegerField(help_text="Of the season.")
    sentences = TextListField(
        help_text="Each change in a sentence. Empty if no more than league points would change, or if nobody may know."
    )
    movers = MoverSerializer(many=True, help_text="Entrants whose league points or place would change.")
    wrong_pairs = WrongPairSerializer(many=True, help_text="Bracket matches that should have other players then.")
    righted = NumberListField(help_text="Numbers of the bracket matches that would have the right players again.")
    stages = StageChangeSerializer(many=True, help_text="Brackets after these groups to which others would go on.")


class SeatOfMatchSerializer(serializers.Serializer):
    """A player in a match."""

    entrant = serializers.IntegerField(source="side.entrant_id", help_text="The side they play for.")
    member = serializers.IntegerField(source="member.pk")
    name = serializers.CharField(source="member.name")
    substitute = serializers.BooleanField()
    chosen = serializers.BooleanField(help_text="Whether the line-up was set. Otherwise these are the usual players.")


class DisputeSerializer(serializers.Serializer):
    """A dispute about a round."""

    entrant = serializers.IntegerField(
        help_text="The side that gave this verdict, or null for a referee.", allow_null=True
    )
    by = serializers.CharField(source="check.by")
    reason = serializers.CharField(source="check.reason", allow_blank=True)


class CheckedRoundSerializer(serializers.Serializer):
    """A round that counts for a match, and its state."""

    game = serializers.IntegerField(source="checked.game.number")
    round = serializers.IntegerField(source="checked.line.number")
    revision = serializers.IntegerField(
        source="checked.line.revision", help_text="Revision to send when confirming the round."
    )
    event = serializers.ChoiceField([e.value for e in Event], source="score.event")
    points = AmountsField(source="score.points", help_text="Points by player name at the table.")
    boxes = AmountsField(source="score.boxes", help_text="Boxes by player name at the table.")
    entered_by = serializers.CharField(source="entry.by")
    entered_at = StampField(source="entry.at")
    standing = serializers.ChoiceField([s.value for s in RoundStatus], source="checked.standing.value")
    says = serializers.CharField(allow_blank=True, help_text="The verdict in a sentence.")
    awaited = NumberListField(help_text="Entrants that still need to confirm the round.")
    disputes = DisputeSerializer(many=True)
    approved_by = serializers.CharField(source="checked.approved.by", allow_null=True)
    ticked = serializers.BooleanField(
        source="checked.ticked", help_text="Whether a referee or organizer has checked it."
    )


class MatchSerializer(MatchLineSerializer):
    """A match."""

    season = serializers.CharField(source="access.season.public_id")
    revision = serializers.IntegerField(source="access.season.revision", help_text="Season revision.")
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
    table = serializers.CharField(source="table.public_id", help_text="Table `id`.")
    role = serializers.ChoiceField(["watch", "score", "owner"], help_text="The token's role at the table.")
    url = serializers.CharField(help_text="Path of the table's page.")


class RoundToCheckSerializer(CheckedRoundSerializer):
    """A round to check."""

    match = serializers.IntegerField(source="match.number", help_text="The match's number.")
    table = serializers.CharField(source="table.public_id", help_text="Table `id`.")


class ToCheckSerializer(serializers.Serializer):
    """Rounds to check in a season."""

    season = serializers.CharField(source="season.public_id")
    revision = serializers.IntegerField(source="season.revision")
    nights = serializers.ListField(
        source="queues.nights", child=serializers.DateField(), help_text="Dates of play, newest first."
    )
    night = serializers.DateField(
        source="queues.night", allow_null=True, help_text="The date that `unticked` is about."
    )
    disputed = RoundToCheckSerializer(many=True)
    waiting = RoundToCheckSerializer(many=True, help_text="Rounds that a referee needs to approve.")
    unticked = RoundToCheckSerializer(many=True, help_text="Rounds that no referee or organizer has checked yet.")
    more = serializers.BooleanField(
        source="queues.more", help_text="Whether there were more matches that night than this list contains."
    )


class TickedSerializer(serializers.Serializer):
    """The number of rounds checked off."""

    ticked = serializers.IntegerField(
        help_text="Number of rounds checked, without those that changed since they were read."
    )
