"""Serializers of the answers about seasons."""

from typing import Any

from rest_framework import serializers

from games.api.fields import StampField
from games.models import Duty, Pairing, Penalty
from games.rules.league.season import TIE_BREAKS
from games.selectors.season.entrant_names import entrant_name


def text_list_field(text: str) -> serializers.ListField:
    """Return a field with a list of texts."""
    return serializers.ListField(child=serializers.CharField(), help_text=text)


def amounts_field(text: str) -> serializers.DictField:
    """Return a field with whole numbers by name."""
    return serializers.DictField(child=serializers.IntegerField(), help_text=text)


def whole_number_field(text: str = "", **options: Any) -> serializers.IntegerField:
    """Return a field with a whole number."""
    return serializers.IntegerField(help_text=text or None, **options)


def nullable_date_field(text: str) -> serializers.DateField:
    """Return a field with a date or null."""
    return serializers.DateField(allow_null=True, help_text=text)


class SeasonLineSerializer(serializers.Serializer):
    """A season in a list."""

    id = serializers.CharField()
    name = serializers.CharField()
    revision = whole_number_field("Revision of the season. Every change raises it.")
    pairing = serializers.ChoiceField(Pairing.values, help_text="How matches are made.")
    teams = serializers.BooleanField(help_text="Whether teams compete.")
    preset = serializers.CharField(help_text="Preset `id` of the season's rules.")
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True, help_text="When the season was closed, or null.")


class SeasonsSerializer(serializers.Serializer):
    """A page of a league's seasons."""

    seasons = SeasonLineSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text="Query of the next page, or null on the last page.")


class SeasonSerializer(SeasonLineSerializer):
    """A season and its progress."""

    league = serializers.CharField(help_text="League `id`.")
    under_way = serializers.BooleanField(help_text="Whether preset, pairing and teams can no longer change.")
    hidden = serializers.BooleanField(
        help_text="Whether the standings are hidden from everyone except the people who run the league."
    )
    hidden_until = serializers.DateTimeField(
        allow_null=True, help_text="When the standings appear. Null if someone has to show them."
    )
    entrants = whole_number_field("Number of entrants who haven't withdrawn.")
    matches = whole_number_field("Number of matches, without byes and canceled ones.")
    left = whole_number_field("Matches still to be finished.")
    url = serializers.CharField(help_text="Path of the season's page.")
    duties = serializers.ListField(
        child=serializers.ChoiceField(Duty.values), help_text="Offices of the token's account in the league."
    )
    member = whole_number_field("The account's own member, or null.", allow_null=True)


class GameRulesSerializer(serializers.Serializer):
    """The rules of a season's games."""

    title = serializers.CharField()
    parameters = serializers.DictField(help_text="All parameters of the rules.")
    sentences = text_list_field("The rules in plain sentences.")
    sources = text_list_field("Published sources of the preset.")


class SeasonParametersSerializer(serializers.Serializer):
    """All parameters of a season's own rules."""

    length = serializers.CharField()
    count = whole_number_field()
    win = whole_number_field()
    draw = whole_number_field()
    loss = whole_number_field()
    bonus_shutout = whole_number_field()
    bonus_gin = whole_number_field()
    bonus_box_lead = whole_number_field()
    bye = serializers.CharField()
    minimum = whole_number_field()
    best_nights = whole_number_field(allow_null=True)
    order = serializers.ListField(child=serializers.ChoiceField(list(TIE_BREAKS)))
    confirmation = serializers.CharField()
    strict = serializers.BooleanField()
    unplayed = serializers.CharField()
    running = serializers.CharField()


class SeasonRulesSerializer(serializers.Serializer):
    """The rules of a season."""

    season = serializers.CharField()
    revision = whole_number_field("Revision to send as `If-Match`.")
    name = serializers.CharField()
    preset = serializers.CharField()
    house_rules = serializers.DictField(help_text="Parameters that override the preset, by name.")
    rules_title = serializers.CharField(allow_blank=True, help_text="Local name of the rules.")
    rules = SeasonParametersSerializer()
    pairing = serializers.ChoiceField(Pairing.values)
    teams = serializers.BooleanField()
    fixed = serializers.BooleanField(help_text="Whether preset, house rules, pairing and teams can no longer change.")
    sentences = text_list_field("The season's rules in plain sentences.")
    game = GameRulesSerializer()


class WasAndIsSerializer(serializers.Serializer):
    """A number before and after a change. Null for none."""

    before = whole_number_field(allow_null=True)
    after = whole_number_field(allow_null=True)


class MoverSerializer(serializers.Serializer):
    """An entrant's rank before and after a change."""

    entrant = whole_number_field()
    name = serializers.CharField()
    place = WasAndIsSerializer()
    points = WasAndIsSerializer()


class RulesPreviewSerializer(serializers.Serializer):
    """What other rules would change. Nothing is saved."""

    season = serializers.CharField()
    revision = whole_number_field("Revision to send as `If-Match` when saving these rules.")
    changes = serializers.DictField(
        child=serializers.ListField(child=serializers.JSONField()),
        help_text="Changed settings, with their values before and after.",
    )
    sentences = text_list_field("Each change in a sentence.")
    movers = MoverSerializer(many=True, help_text="All entrants, in their new order.")


class SeasonPenaltySerializer(serializers.ModelSerializer):
    """League points deducted or awarded."""

    name = serializers.SerializerMethodField(help_text="Name of the entrant.")
    points = serializers.IntegerField(help_text="Points deducted. Negative if points were awarded.")
    at = StampField()
    lifted_at = StampField(allow_null=True, help_text="When the penalty was lifted, or null.")

    class Meta:
        model = Penalty
        fields = ("id", "entrant", "name", "points", "reason", "by", "at", "lifted_at")
        read_only_fields = fields

    def get_name(self, penalty: Penalty) -> str:
        """Return the entrant's name."""
        return entrant_name(penalty.entrant)


class SeasonEventSerializer(serializers.Serializer):
    """A change in a season."""

    id = whole_number_field()
    kind = serializers.CharField()
    text = serializers.CharField()
    changes = text_list_field("Rules that changed.")
    match = whole_number_field("The match concerned, or null.", allow_null=True)
    by = serializers.CharField()
    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)


class SeasonHistorySerializer(serializers.Serializer):
    """A page of a season's changes."""

    events = SeasonEventSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text="Query of the next page, or null on the last page.")


class DrawSerializer(serializers.Serializer):
    """The state of a season's draw."""

    season = serializers.CharField()
    revision = whole_number_field()
    pairing = serializers.ChoiceField(Pairing.values)
    sentences = text_list_field("How matches are made, in sentences.")
    matches = whole_number_field("Number of matches, without byes and canceled ones.")
    left = whole_number_field("Number of matches still to be played.")
    last_round = whole_number_field("Number of the last round, or null if none has been drawn.", allow_null=True)
    open_in_last_round = whole_number_field("Open matches in that round.")
    last_round_begun = serializers.BooleanField(
        help_text="Whether any match in that round has started. Until then it can be drawn again."
    )
    last_night = nullable_date_field("Date of the last planned match.")
    lacks_matches = serializers.BooleanField(help_text="Whether an entrant in a round robin is missing matches.")


class MatchPlaceSerializer(serializers.Serializer):
    """A table in the league's venue."""

    id = whole_number_field()
    name = serializers.CharField()


class PlannedSideSerializer(serializers.Serializer):
    """A side of a match in a previewed draw."""

    entrant = whole_number_field()
    name = serializers.CharField()


class PlannedMatchSerializer(serializers.Serializer):
    """A match in a previewed draw."""

    round = whole_number_field(allow_null=True)
    night = nullable_date_field("Date of the match, or null if open.")
    at = serializers.CharField(allow_null=True)
    place = MatchPlaceSerializer(allow_null=True)
    sides = PlannedSideSerializer(many=True, help_text="The sides. A single side has a bye.")


class DrawPreviewSerializer(serializers.Serializer):
    """The matches that a draw would make now. Nothing is saved."""

    matches = PlannedMatchSerializer(many=True)


class DrawnSerializer(serializers.Serializer):
    """The result of a draw."""

    made = whole_number_field("Number of new matches. 0 if the key was already used, or no matches were missing.")
    draw = DrawSerializer()


class MatchMarkSerializer(serializers.Serializer):
    """Outcome of a match."""

    outcome = serializers.ChoiceField(["won", "drawn", "lost"])
    final = serializers.BooleanField()


class PlaceMovedSerializer(serializers.Serializer):
    """The change in rank since the previous night."""

    way = serializers.ChoiceField(["up", "down", "same", "new"])
    by = whole_number_field("Places.")


class StandingsRowSerializer(serializers.Serializer):
    """One row of the standings."""

    entrant = whole_number_field()
    name = serializers.CharField()
    member = whole_number_field("The member, or null for a team.", allow_null=True)
    place = whole_number_field(
        "Rank. Null with too few matches, before the season's first match, or outside the bracket.", allow_null=True
    )
    shared = serializers.BooleanField(help_text="Whether the rank is shared.")
    points = whole_number_field("League points after penalties.")
    penalty = whole_number_field("League points deducted.")
    played = whole_number_field()
    wins = whole_number_field()
    draws = whole_number_field()
    losses = whole_number_field()
    byes = whole_number_field()
    provisional = whole_number_field("Matches without a final result that already count.")
    running = whole_number_field("Matches being played now. The season's rules say when they count.")
    points_for = whole_number_field("Game points scored.")
    points_against = whole_number_field("Game points of the best opponent in each match.")
    boxes = whole_number_field()
    gins = whole_number_field()
    form = MatchMarkSerializer(many=True, help_text="Latest outcomes, newest last.")
    moved = PlaceMovedSerializer(allow_null=True)
    values = serializers.DictField(
        child=serializers.FloatField(),
        help_text=(
            "Value of each criterion, those of `order` first, then all others. Head-to-head comes last, and only if "
            "it was used."
        ),
    )
    why = serializers.CharField(
        allow_blank=True, help_text="Why this row is below the previous one, or how far the entrant got."
    )
    notes = text_list_field("Penalties, byes and nights that don't count.")
    lacks = serializers.CharField(allow_blank=True, help_text="The matches still needed for a rank.")


class StandingsSerializer(serializers.Serializer):
    """The standings of a season."""

    season = serializers.CharField()
    revision = whole_number_field()
    on = nullable_date_field("Date of these standings, or null for the current ones.")
    nights = serializers.ListField(child=serializers.DateField(), help_text="Dates of play, newest first.")
    closed = serializers.BooleanField(help_text="Whether these are the final standings.")
    hidden = serializers.BooleanField(
        help_text="Whether the standings are hidden. Then there are only `names`, in no particular order."
    )
    names = text_list_field("Entrants, while the standings are hidden.")
    order = serializers.ListField(
        child=serializers.ChoiceField(list(TIE_BREAKS)), help_text="Ranking criteria in order."
    )
    bracket = serializers.BooleanField(
        help_text="Whether the bracket decides the ranks. Then `order` only separates entrants who share one."
    )
    rows = StandingsRowSerializer(many=True)
    sentences = text_list_field("Notes about the standings.")


class NeededBySerializer(serializers.Serializer):
    """What one entrant still needs."""

    entrant = whole_number_field()
    name = serializers.CharField()
    sentences = text_list_field("Sentences that are certain to be true.")


class NeedsSerializer(serializers.Serializer):
    """What each entrant still needs, in the order of the standings."""

    season = serializers.CharField()
    revision = whole_number_field()
    hidden = serializers.BooleanField()
    about = serializers.CharField(help_text="What the sentences are based on.")
    entrants = NeededBySerializer(many=True)


class SeasonCalendarsSerializer(serializers.Serializer):
    """URLs of calendars to subscribe to. They need no token, so anyone with a URL can read its calendar."""

    url = serializers.CharField(help_text="Calendar of all matches.")
    own_url = serializers.CharField(
        allow_null=True, help_text="Calendar of the account's own matches, or null if the account has no member."
    )
