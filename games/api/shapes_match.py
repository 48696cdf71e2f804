"""The shapes of what is answered about matches of a season, for the schema only, as in ``games.api.shapes``."""

from rest_framework import serializers

from games.api.shapes_season import MatchPlace, amounts, date_or_null, whole
from games.models import FixtureState
from games.rules.confirmation import Standing
from games.rules.scoring import Event


class MatchSide(serializers.Serializer):
    """A side of a match, and what it came to there."""

    entrant = whole()
    name = serializers.CharField()
    outcome = serializers.ChoiceField(["win", "draw", "loss"], allow_null=True, help_text="Null while nothing counts.")
    points = whole("Game points, bonuses included.")
    against = whole("Those of the best of the others.")
    boxes = whole()
    gins = whole()
    shutouts = whole("Dealt out.")
    games = whole("Won.")


class MatchLine(serializers.Serializer):
    """A match in a list."""

    number = whole("Names the match in its season.")
    round = whole("Of the draw; null outside one.", allow_null=True)
    night = date_or_null("Null while it is open.")
    at = serializers.CharField(allow_null=True, help_text="The time of day, as 19:30.")
    place = MatchPlace(allow_null=True)
    state = serializers.ChoiceField(FixtureState.values)
    final = serializers.BooleanField(help_text="Whether its result is not provisional.")
    stopped = serializers.BooleanField(help_text="Whether it counts as it stood.")
    imported = serializers.BooleanField(help_text="Whether its result came from a file.")
    table = serializers.CharField(
        allow_null=True, help_text="The id of the table it is played at, for `/api/v1/tables/{public_id}/`."
    )
    sides = MatchSide(many=True, help_text="In seat order; one alone has a bye.")


class Matches(serializers.Serializer):
    """A page of a season's matches."""

    revision = whole()
    matches = MatchLine(many=True)
    next = serializers.CharField(allow_null=True, help_text="The query of the next page; null on the last.")


class SeatOfMatch(serializers.Serializer):
    """Who sits at a match."""

    entrant = whole("For which side.")
    member = whole()
    name = serializers.CharField()
    substitute = serializers.BooleanField()
    said = serializers.BooleanField(help_text="Whether somebody said so; otherwise it is who usually plays.")


class Dispute(serializers.Serializer):
    """What is said against a round."""

    entrant = whole("The side that says it; null for a referee.", allow_null=True)
    by = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)


class CheckedRound(serializers.Serializer):
    """A round that counts for a match, and how it stands."""

    game = whole()
    round = whole()
    revision = whole("What is looked at when one looks at it.")
    event = serializers.ChoiceField([e.value for e in Event])
    points = amounts("By the names at the table.")
    boxes = amounts("By the names at the table.")
    entered_by = serializers.CharField()
    entered_at = serializers.DateTimeField()
    standing = serializers.ChoiceField([s.value for s in Standing])
    says = serializers.CharField(allow_blank=True, help_text="The same in words.")
    awaited = serializers.ListField(
        child=serializers.IntegerField(), help_text="The entrants that still have to confirm it."
    )
    disputes = Dispute(many=True)
    approved_by = serializers.CharField(allow_null=True)
    ticked = serializers.BooleanField(help_text="Whether somebody who judges ticked it.")


class Match(MatchLine):
    """A match."""

    season = serializers.CharField()
    revision = whole("Of the season.")
    seats = SeatOfMatch(many=True)
    rounds = CheckedRound(many=True, help_text="Those that count; all of them are at its table.")
    may = serializers.ListField(
        child=serializers.ChoiceField(
            ["play", "watch", "reschedule", "line_up", "stop", "go_on", "forfeit", "cancel", "restore"]
        ),
        help_text="What the account of the token may do about it as it stands.",
    )


class PlayedAt(serializers.Serializer):
    """The table of a match. The token of the request goes on there."""

    match = Match()
    table = serializers.CharField(help_text="Its id.")
    role = serializers.ChoiceField(["watch", "score", "owner"], help_text="What the token may do at the table.")
    url = serializers.CharField(help_text="The path of its page.")


class RoundToCheck(CheckedRound):
    """A round to look at."""

    match = whole("The match's number.")
    table = serializers.CharField(help_text="The id of its table.")


class ToCheck(serializers.Serializer):
    """What is to be looked at in a season."""

    season = serializers.CharField()
    revision = whole()
    nights = serializers.ListField(child=serializers.DateField(), help_text="When something was played, newest first.")
    night = date_or_null("The night that `unticked` is about.")
    disputed = RoundToCheck(many=True)
    waiting = RoundToCheck(many=True, help_text="What a referee has to approve.")
    unticked = RoundToCheck(many=True, help_text="What nobody who judges looked at yet.")
    more = serializers.BooleanField(help_text="Whether there were more matches that night than are told.")


class Ticked(serializers.Serializer):
    """How many rounds were ticked."""

    ticked = whole("What was changed since it was seen is not among them.")
