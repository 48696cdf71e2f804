"""Serializers of the answers about seasons.

SeasonLineSerializer shows a SeasonAccess, SeasonSerializer a SeasonProgress, PlannedMatchSerializer a NewMatch,
StandingsRowSerializer a StandingsTableRow. Others show the few things that their view set puts together.
"""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from games.api.fields import NextPageField, PositiveField, ShownTimeField, StampField, TextListField
from games.models import Duty, Pairing, Penalty
from games.rules.league.season import TIE_BREAKS
from games.selectors.season.entrant_names import entrant_name


class EntrantNameField(serializers.CharField):
    """The name of an entrant: that of the team or the member."""

    def to_representation(self, value: Any) -> str:
        """Return the name."""
        return entrant_name(value)


class SeasonLineSerializer(serializers.Serializer):
    """A season in a list."""

    id = serializers.CharField(source="season.public_id")
    name = serializers.CharField(source="season.name")
    revision = serializers.IntegerField(
        source="season.revision", help_text="Revision of the season. Every change raises it."
    )
    pairing = serializers.ChoiceField(Pairing.values, source="season.pairing", help_text="How matches are made.")
    teams = serializers.BooleanField(source="season.teams", help_text="Whether teams compete.")
    preset = serializers.CharField(source="season.preset", help_text="Preset `id` of the season's rules.")
    created_at = StampField(source="season.created_at")
    closed_at = StampField(source="season.closed_at", allow_null=True, help_text="When the season was closed, or null.")


class SeasonsSerializer(serializers.Serializer):
    """A page of a league's seasons."""

    seasons = SeasonLineSerializer(many=True)
    next = NextPageField()


class SeasonSerializer(SeasonLineSerializer):
    """A season and its progress."""

    league = serializers.CharField(source="season.league.public_id", help_text="League `id`.")
    under_way = serializers.BooleanField(help_text="Whether preset, pairing and teams can no longer change.")
    hidden = serializers.BooleanField(
        help_text="Whether the standings are hidden from everyone except the people who run the league."
    )
    hidden_until = StampField(allow_null=True, help_text="When the standings appear. Null if someone has to show them.")
    entrants = serializers.IntegerField(help_text="Number of entrants who haven't withdrawn.")
    matches = serializers.IntegerField(
        source="draw.matches", help_text="Number of matches, without byes and canceled ones."
    )
    left = serializers.IntegerField(source="draw.unplayed", help_text="Matches still to be finished.")
    url = serializers.CharField(help_text="Path of the season's page.")
    duties = serializers.ListField(
        child=serializers.ChoiceField(Duty.values), help_text="Offices of the token's account in the league."
    )
    member = serializers.IntegerField(
        source="access.member.pk", help_text="The account's own member, or null.", allow_null=True
    )


class GameRulesSerializer(serializers.Serializer):
    """The rules of a season's games."""

    title = serializers.CharField()
    parameters = serializers.DictField(help_text="All parameters of the rules.")
    sentences = TextListField(help_text="The rules in plain sentences.")
    sources = TextListField(help_text="Published sources of the preset.")


class SeasonParametersSerializer(serializers.Serializer):
    """All parameters of a season's own rules."""

    length = serializers.CharField()
    count = serializers.IntegerField()
    win = serializers.IntegerField()
    draw = serializers.IntegerField()
    loss = serializers.IntegerField()
    bonus_shutout = serializers.IntegerField()
    bonus_gin = serializers.IntegerField()
    bonus_box_lead = serializers.IntegerField()
    bye = serializers.CharField()
    minimum = serializers.IntegerField()
    best_nights = serializers.IntegerField(allow_null=True)
    order = serializers.ListField(child=serializers.ChoiceField(list(TIE_BREAKS)))
    confirmation = serializers.CharField()
    strict = serializers.BooleanField()
    unplayed = serializers.CharField()
    running = serializers.CharField()
    match_end = serializers.CharField()
    crossing = serializers.CharField()
    walkover = serializers.IntegerField()


class SeasonRulesSerializer(serializers.Serializer):
    """The rules of a season."""

    season = serializers.CharField(source="season.public_id")
    revision = serializers.IntegerField(source="season.revision", help_text="Revision to send as `If-Match`.")
    name = serializers.CharField(source="season.name")
    preset = serializers.CharField(source="season.preset")
    house_rules = serializers.DictField(
        source="season.house_rules", help_text="Parameters that override the preset, by name."
    )
    rules_title = serializers.CharField(
        source="season.rules_title", allow_blank=True, help_text="Local name of the rules."
    )
    rules = SeasonParametersSerializer()
    pairing = serializers.ChoiceField(Pairing.values, source="season.pairing")
    teams = serializers.BooleanField(source="season.teams")
    fixed = serializers.BooleanField(help_text="Whether preset, house rules, pairing and teams can no longer change.")
    sentences = TextListField(help_text="The season's rules in plain sentences.")
    game = GameRulesSerializer()


class WasAndIsSerializer(serializers.Serializer):
    """A number before and after a change. Null for none."""

    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class MoverSerializer(serializers.Serializer):
    """An entrant's rank before and after a change."""

    entrant = serializers.IntegerField()
    name = serializers.CharField()
    place = WasAndIsSerializer()
    points = WasAndIsSerializer()


class RulesPreviewSerializer(serializers.Serializer):
    """What other rules would change. Nothing is saved."""

    season = serializers.CharField(source="season.public_id")
    revision = serializers.IntegerField(
        source="season.revision", help_text="Revision to send as `If-Match` when saving these rules."
    )
    changes = serializers.DictField(
        child=serializers.ListField(child=serializers.JSONField()),
        help_text="Changed settings, with their values before and after.",
    )
    sentences = TextListField(help_text="Each change in a sentence.")
    movers = MoverSerializer(many=True, help_text="All entrants, in their new order.")


class SeasonPenaltySerializer(serializers.ModelSerializer):
    """League points deducted or awarded."""

    name = EntrantNameField(source="entrant", read_only=True, help_text="Name of the entrant.")
    points = serializers.IntegerField(help_text="Points deducted. Negative if points were awarded.")
    at = StampField()
    lifted_at = StampField(allow_null=True, help_text="When the penalty was lifted, or null.")

    class Meta:
        model = Penalty
        fields = ("id", "entrant", "name", "points", "reason", "by", "at", "lifted_at")
        read_only_fields = fields


class SeasonEventSerializer(serializers.Serializer):
    """A change in a season."""

    id = serializers.IntegerField(source="event.pk")
    kind = serializers.CharField(source="event.kind")
    text = serializers.CharField()
    changes = TextListField(help_text="Rules that changed.")
    match = serializers.IntegerField(
        source="event.match_number", help_text="The match concerned, or null.", allow_null=True
    )
    by = serializers.CharField(source="event.by")
    at = StampField(source="event.at")
    reason = serializers.CharField(allow_blank=True)


class SeasonHistorySerializer(serializers.Serializer):
    """A page of a season's changes."""

    events = SeasonEventSerializer(many=True)
    next = NextPageField()


class DrawSerializer(serializers.Serializer):
    """The state of a season's draw."""

    season = serializers.CharField(source="season.public_id")
    revision = serializers.IntegerField(source="season.revision")
    pairing = serializers.ChoiceField(Pairing.values, source="season.pairing")
    sentences = TextListField(help_text="How matches are made, in sentences.")
    matches = serializers.IntegerField(
        source="state.matches", help_text="Number of matches, without byes and canceled ones."
    )
    left = serializers.IntegerField(source="state.unplayed", help_text="Number of matches still to be played.")
    last_round = PositiveField(
        source="state.last_round", help_text="Number of the last round, or null if none has been drawn."
    )
    next_round = PositiveField(
        help_text="Number of the round that a draw would make now, or null if it would be refused or has no rounds."
    )
    open_in_last_round = serializers.IntegerField(
        source="state.open_in_last_round", help_text="Open matches in that round."
    )
    last_round_begun = serializers.BooleanField(
        source="state.last_round_begun",
        help_text="Whether any match in that round has started. Until then it can be drawn again.",
    )
    last_night = serializers.DateField(
        source="state.last_night", allow_null=True, help_text="Date of the last planned match."
    )
    lacks_matches = serializers.BooleanField(help_text="Whether an entrant in a round robin is missing matches.")


class MatchPlaceSerializer(serializers.Serializer):
    """A table in the league's venue."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class PlannedSideSerializer(serializers.Serializer):
    """A side of a match in a previewed draw."""

    entrant = serializers.IntegerField(source="pk")
    name = EntrantNameField(source="*")


class PlannedMatchSerializer(serializers.Serializer):
    """A match in a previewed draw."""

    round = serializers.IntegerField(source="round_number", allow_null=True)
    night = serializers.DateField(allow_null=True, help_text="Date of the match, or null if open.")
    at = ShownTimeField(source="start_time", allow_null=True)
    place = MatchPlaceSerializer(allow_null=True)
    sides = PlannedSideSerializer(source="entrants", many=True, help_text="The sides. A single side has a bye.")


class DrawPreviewSerializer(serializers.Serializer):
    """The matches that a draw would make now. Nothing is saved."""

    matches = PlannedMatchSerializer(many=True)


class FinalPairSerializer(serializers.Serializer):
    """A pair of the first round of a bracket."""

    sides = PlannedSideSerializer(source="entrants", many=True, help_text="The sides. A single side has a bye.")


class FinalStagePreviewSerializer(serializers.Serializer):
    """Who would meet in the first round of the bracket after the groups. Nothing is saved."""

    pairs = FinalPairSerializer(many=True, help_text="In the order of the bracket.")


class DrawnSerializer(serializers.Serializer):
    """The result of a draw."""

    made = serializers.IntegerField(
        help_text="Number of new matches, the same again for a key already used. 0 if no matches were missing."
    )
    draw = DrawSerializer()


class MatchMarkSerializer(serializers.Serializer):
    """Outcome of a match."""

    outcome = serializers.ChoiceField(["won", "drawn", "lost"])
    final = serializers.BooleanField()


class PlaceMovedSerializer(serializers.Serializer):
    """The change in rank since the previous night."""

    way = serializers.ChoiceField(["up", "down", "same", "new"], source="direction")
    by = serializers.IntegerField(source="places", help_text="Places.")


class CriteriaField(serializers.DictField):
    """The values of criteria by name, but for the lot, which is only an order."""

    child = serializers.FloatField()

    def to_representation(self, value: Mapping[str, Any]) -> dict[str, float]:
        """Return the values."""
        values: dict[str, float] = super().to_representation({k: v for k, v in value.items() if k != "lot"})
        return values


class StandingsRowSerializer(serializers.Serializer):
    """One row of the standings."""

    entrant = serializers.IntegerField()
    name = serializers.CharField()
    member = serializers.IntegerField(help_text="The member, or null for a team.", allow_null=True)
    place = PositiveField(
        source="row.place",
        help_text="Rank. Null with too few matches, before the season's first match, or outside the bracket.",
    )
    shared = serializers.BooleanField(source="row.shared", help_text="Whether the rank is shared.")
    group = serializers.IntegerField(
        source="row.group", allow_null=True, help_text="Group whose standings the row is in. 1 is group A."
    )
    points = serializers.IntegerField(source="row.points", help_text="League points after penalties.")
    penalty = serializers.IntegerField(source="row.penalty", help_text="League points deducted.")
    played = serializers.IntegerField(source="row.record.played")
    wins = serializers.IntegerField(source="row.record.wins")
    draws = serializers.IntegerField(source="row.record.draws")
    losses = serializers.IntegerField(source="row.record.losses")
    byes = serializers.IntegerField(source="row.record.byes")
    provisional = serializers.IntegerField(
        source="row.record.provisional", help_text="Matches without a final result that already count."
    )
    running = serializers.IntegerField(help_text="Matches being played now. The season's rules say when they count.")
    points_for = serializers.IntegerField(source="row.record.points_for", help_text="Game points scored.")
    points_against = serializers.IntegerField(
        source="row.record.points_against", help_text="Game points of the best opponent in each match."
    )
    boxes = serializers.IntegerField(source="row.record.boxes")
    gins = serializers.IntegerField(source="row.record.gins")
    form = MatchMarkSerializer(many=True, help_text="Latest outcomes, newest last.")
    moved = PlaceMovedSerializer(source="arrow", allow_null=True)
    values = CriteriaField(
        source="row.values",
        help_text=(
            "Value of each criterion, those of `order` first, then all others. Head-to-head comes last, and only if "
            "it was used."
        ),
    )
    why = serializers.CharField(
        source="decided_by",
        allow_blank=True,
        help_text="Why this row is below the previous one, or how far the entrant got.",
    )
    notes = TextListField(help_text="Penalties, byes and nights that don't count.")
    lacks = serializers.CharField(
        source="missing_text", allow_blank=True, help_text="The matches still needed for a rank."
    )


class StandingsSerializer(serializers.Serializer):
    """The standings of a season."""

    season = serializers.CharField(source="season.public_id")
    revision = serializers.IntegerField(source="season.revision")
    on = serializers.DateField(allow_null=True, help_text="Date of these standings, or null for the current ones.")
    nights = serializers.ListField(
        source="table.nights", child=serializers.DateField(), help_text="Dates of play, newest first."
    )
    closed = serializers.BooleanField(help_text="Whether these are the final standings.")
    hidden = serializers.BooleanField(
        help_text="Whether the standings are hidden. Then there are only `names`, in no particular order."
    )
    names = TextListField(source="table.names", help_text="Entrants, while the standings are hidden.")
    order = serializers.ListField(
        child=serializers.ChoiceField(list(TIE_BREAKS)), help_text="Ranking criteria in order."
    )
    bracket = serializers.BooleanField(
        help_text="Whether the bracket decides the ranks. Then `order` only separates entrants who share one."
    )
    rows = StandingsRowSerializer(many=True)
    sentences = TextListField(help_text="Notes about the standings.")


class NeededBySerializer(serializers.Serializer):
    """What one entrant still needs."""

    entrant = serializers.IntegerField()
    name = serializers.CharField()
    sentences = TextListField(help_text="Sentences that are certain to be true.")


class NeedsSerializer(serializers.Serializer):
    """What each entrant still needs, in the order of the standings."""

    season = serializers.CharField(source="season.public_id")
    revision = serializers.IntegerField(source="season.revision")
    hidden = serializers.BooleanField()
    about = serializers.CharField(help_text="What the sentences are based on.")
    entrants = NeededBySerializer(many=True)


class SeasonCalendarsSerializer(serializers.Serializer):
    """URLs of calendars to subscribe to. They need no token, so anyone with a URL can read its calendar."""

    url = serializers.CharField(help_text="Calendar of all matches.")
    own_url = serializers.CharField(
        allow_null=True, help_text="Calendar of the account's own matches, or null if the account has no member."
    )
