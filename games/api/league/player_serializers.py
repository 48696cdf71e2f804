"""Serializers of what players played, and of ratings."""

from rest_framework import serializers

from games.api.fields import MAX_ID, QueryDateField, QueryNumberField, QueryTextField, TextListField
from games.api.league.league_serializers import NamedSerializer
from games.api.serializers import QuerySerializer
from games.models import MatchState


class RecordSerializer(serializers.Serializer):
    """Record of a member's matches."""

    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    points = serializers.IntegerField(help_text="Game points scored.")
    against = serializers.IntegerField(help_text="Game points of the opponents.")
    boxes = serializers.IntegerField()
    shutouts = serializers.IntegerField()


class AtTheTableSerializer(serializers.Serializer):
    """Totals of a member's finished games."""

    games = serializers.IntegerField()
    hands = serializers.IntegerField(help_text="Rounds played.")
    knocks = serializers.IntegerField()
    knock_deadwood = serializers.IntegerField(help_text="Total deadwood of all knocks.")
    gins = serializers.IntegerField()
    big_gins = serializers.IntegerField()
    undercuts = serializers.IntegerField(help_text="Number of undercuts made.")
    undercut_by = serializers.IntegerField(help_text="Number of knocks that were undercut.")
    caught = serializers.IntegerField(help_text="Number of rounds lost with deadwood.")
    caught_points = serializers.IntegerField(help_text="Total deadwood in those rounds.")
    biggest = serializers.IntegerField(help_text="Most points in one round.")
    comeback = serializers.IntegerField(help_text="Largest deficit in a game that was won.")
    shown = serializers.IntegerField(help_text="Hands entered card by card.")
    missed = serializers.IntegerField(help_text="Points missed in those hands.")


class FormSerializer(serializers.Serializer):
    """Current form of a member."""

    last = serializers.ListField(
        child=serializers.ChoiceField(["win", "draw", "loss", ""]),
        help_text="Outcomes of the last ten matches, oldest first.",
    )
    run = serializers.IntegerField(help_text="Length of the current streak.")
    longest_wins = serializers.IntegerField()
    longest_draws = serializers.IntegerField()
    longest_losses = serializers.IntegerField()


class OpponentSerializer(NamedSerializer):
    """An opponent, and the record against them."""

    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()


class PlayedMatchSerializer(serializers.Serializer):
    """A match that the member played."""

    season = serializers.CharField(help_text="Season `id`.")
    number = serializers.IntegerField(help_text="Number of the match in its season.")
    night = serializers.DateField(allow_null=True)
    state = serializers.ChoiceField(list(MatchState.values))
    final = serializers.BooleanField(help_text="Whether the result is final, with nothing provisional.")
    opponents = NamedSerializer(many=True)
    outcome = serializers.ChoiceField(["win", "draw", "loss"], allow_null=True)
    points = serializers.IntegerField()
    against = serializers.IntegerField()
    boxes = serializers.IntegerField()


class PlayerSerializer(NamedSerializer):
    """A member's record in the selected matches."""

    record = RecordSerializer()
    at_the_table = AtTheTableSerializer()
    form = FormSerializer()
    opponents = OpponentSerializer(many=True, help_text="Opponents, most frequent first.")
    matches = PlayedMatchSerializer(many=True, help_text="The latest twenty matches, newest first.")


class RatingSerializer(serializers.Serializer):
    """A rating: where the strength most likely is."""

    rating = serializers.IntegerField()
    low = serializers.IntegerField(help_text="The rating minus two standard deviations.")
    high = serializers.IntegerField(help_text="The rating plus two standard deviations.")
    matches = serializers.IntegerField(help_text="Number of matches the rating is based on.")


class MemberRatingSerializer(RatingSerializer):
    """Current rating of a member."""

    member = NamedSerializer()


class TooFewSerializer(serializers.Serializer):
    """A member with too few matches for a rating."""

    member = NamedSerializer()
    matches = serializers.IntegerField()


class RatingsSerializer(serializers.Serializer):
    """The league's ratings across all seasons. They don't affect any standings."""

    ratings = MemberRatingSerializer(many=True, help_text="Highest rating first.")
    too_few = TooFewSerializer(many=True)
    fewest = serializers.IntegerField(help_text="Number of matches needed for a rating.")
    about = TextListField(help_text="How ratings work, in sentences.")


class NightRatingSerializer(RatingSerializer):
    """A rating after one night."""

    night = serializers.DateField(
        allow_null=True, help_text="Date of the match. Null for matches without a date, which come first."
    )


class PlayerRatingSerializer(serializers.Serializer):
    """The history of a member's rating."""

    member = NamedSerializer()
    matches = serializers.IntegerField()
    nights = NightRatingSerializer(many=True, help_text="Oldest first. Empty if the member has too few matches.")


class PlayerQuerySerializer(QuerySerializer):
    """Which games of a player."""

    season = QueryTextField(required=False, help_text="Only this season, by `id`.")
    against = QueryNumberField(
        required=False, min_value=1, max_value=MAX_ID, help_text="Only games against this member, by number."
    )
    rules = QueryTextField(required=False, help_text="Only games with these rules, by preset `id`.")
    since = QueryDateField(required=False, help_text="Only from this date on.")
    until = QueryDateField(required=False, help_text="Only up to this date.")
