"""Serializers of the answers about seasons.

They only describe the answers in the OpenAPI schema. The answers themselves are built in ``games.selectors``.
"""

from typing import Any

from rest_framework import serializers

from games.models import Duty, Pairing
from games.rules.league.season import TIE_BREAKS


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
    revision = whole_number_field("Counts whatever moves the season: its only clock.")
    pairing = serializers.ChoiceField(Pairing.values, help_text="How matches come about.")
    teams = serializers.BooleanField(help_text="Whether teams compete.")
    preset = serializers.CharField(help_text="The rules of its games.")
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True, help_text="Since when nothing in it changes any more.")


class SeasonsSerializer(serializers.Serializer):
    """A page of a league's seasons."""

    seasons = SeasonLineSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text="The query of the next page; null on the last.")


class SeasonSerializer(SeasonLineSerializer):
    """A season, and how far it is."""

    league = serializers.CharField(help_text="The league's id.")
    under_way = serializers.BooleanField(help_text="Whether its game's rules, pairing and teams stay what they are.")
    hidden = serializers.BooleanField(help_text="Whether only who runs the league sees the table.")
    hidden_until = serializers.DateTimeField(allow_null=True, help_text="Null: until somebody shows it.")
    entrants = whole_number_field("How many compete and did not withdraw.")
    matches = whole_number_field("How many there are; byes and cancelled ones are none.")
    left = whole_number_field("How many of them are to be played, or are being played.")
    url = serializers.CharField(help_text="The path of its page.")
    duties = serializers.ListField(
        child=serializers.ChoiceField(Duty.values), help_text="The token's account's offices in the league."
    )
    member = whole_number_field("The member that the account is; null for none.", allow_null=True)


class GameRulesSerializer(serializers.Serializer):
    """The rules of a season's games."""

    title = serializers.CharField()
    parameters = serializers.DictField(help_text="Every parameter.")
    sentences = text_list_field("The same in plain sentences.")
    sources = text_list_field("Where the preset was printed.")


class SeasonParametersSerializer(serializers.Serializer):
    """Every parameter of a season's own rules."""

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


class SeasonRulesSerializer(serializers.Serializer):
    """The rules of a season."""

    season = serializers.CharField()
    revision = whole_number_field("What `If-Match` names.")
    name = serializers.CharField()
    preset = serializers.CharField()
    house_rules = serializers.DictField(help_text="Parameter to value, laid over the preset.")
    rules_title = serializers.CharField(allow_blank=True, help_text="What the house calls the rules of its games.")
    rules = SeasonParametersSerializer()
    pairing = serializers.ChoiceField(Pairing.values)
    teams = serializers.BooleanField()
    fixed = serializers.BooleanField(help_text="Whether preset, house rules, pairing and teams stay what they are.")
    sentences = text_list_field("The rules of the season in plain sentences.")
    game = GameRulesSerializer()


class WasAndIsSerializer(serializers.Serializer):
    """A number before a change and after it; null for none."""

    before = whole_number_field(allow_null=True)
    after = whole_number_field(allow_null=True)


class MoverSerializer(serializers.Serializer):
    """Where one stands, and would stand."""

    entrant = whole_number_field()
    name = serializers.CharField()
    place = WasAndIsSerializer()
    points = WasAndIsSerializer()


class RulesPreviewSerializer(serializers.Serializer):
    """What other rules would change. Nothing was saved."""

    season = serializers.CharField()
    revision = whole_number_field("What `If-Match` names when these rules are saved.")
    changes = serializers.DictField(
        child=serializers.ListField(child=serializers.JSONField()), help_text="What differs, to before and after."
    )
    sentences = text_list_field("Each change in a sentence.")
    movers = MoverSerializer(many=True, help_text="Everybody, in the order in which they would stand.")


class MateSerializer(serializers.Serializer):
    """A member's time in a team."""

    id = whole_number_field()
    member = whole_number_field()
    name = serializers.CharField()
    joined_on = serializers.DateField()
    left_on = nullable_date_field("Null while he is in it.")


class EntrantSerializer(serializers.Serializer):
    """Who competes: a member, or a team."""

    id = whole_number_field("Names the entrant in this season.")
    name = serializers.CharField()
    member = whole_number_field("Null for a team.", allow_null=True)
    seed = whole_number_field("1 is the best; null for none.", allow_null=True)
    joined_on = serializers.DateField()
    withdrawn_on = nullable_date_field("Null for who is in it.")
    matches = whole_number_field("How many of his there are, whatever became of them.")
    left = whole_number_field("How many of them are still to be played.")
    mates = MateSerializer(many=True, help_text="Of a team: who plays for it, or did.")


class EntrantsSerializer(serializers.Serializer):
    """Who competes in a season."""

    season = serializers.CharField()
    revision = whole_number_field()
    entrants = EntrantSerializer(many=True, help_text="As they came.")


class SeasonPenaltySerializer(serializers.Serializer):
    """League points that were taken away, or given."""

    id = whole_number_field()
    entrant = whole_number_field()
    name = serializers.CharField()
    points = whole_number_field("Below 0 they were given.")
    reason = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()
    lifted_at = serializers.DateTimeField(allow_null=True, help_text="Since when they count no more.")


class SeasonEventSerializer(serializers.Serializer):
    """Something that was decided."""

    id = whole_number_field()
    kind = serializers.CharField()
    text = serializers.CharField()
    changes = text_list_field("Each rule that a change of rules changed.")
    match = whole_number_field("The match that it is about; null for none.", allow_null=True)
    by = serializers.CharField()
    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)


class SeasonHistorySerializer(serializers.Serializer):
    """A page of what was decided in a season."""

    events = SeasonEventSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text="The query of the next page; null on the last.")


class DrawSerializer(serializers.Serializer):
    """How far the matches of a season are made."""

    season = serializers.CharField()
    revision = whole_number_field()
    pairing = serializers.ChoiceField(Pairing.values)
    sentences = text_list_field("How matches come about.")
    matches = whole_number_field("How many there are; byes and cancelled ones are none.")
    left = whole_number_field("How many of them are to be played.")
    last_round = whole_number_field("Its number; null where none is drawn.", allow_null=True)
    open_in_last_round = whole_number_field("How many of its matches are not over.")
    last_round_begun = serializers.BooleanField(help_text="Whether anything came of it; until then it may be redrawn.")
    last_night = nullable_date_field("The last night on which something is planned.")
    lacks_matches = serializers.BooleanField(help_text="Whether somebody in a round robin lacks matches.")


class MatchPlaceSerializer(serializers.Serializer):
    """A place in the league's room."""

    id = whole_number_field()
    name = serializers.CharField()


class PlannedSideSerializer(serializers.Serializer):
    """Who would play."""

    entrant = whole_number_field()
    name = serializers.CharField()


class PlannedMatchSerializer(serializers.Serializer):
    """A match that would be made."""

    round = whole_number_field(allow_null=True)
    night = nullable_date_field("Null: open.")
    at = serializers.CharField(allow_null=True)
    place = MatchPlaceSerializer(allow_null=True)
    sides = PlannedSideSerializer(many=True, help_text="One alone has a bye.")


class DrawPreviewSerializer(serializers.Serializer):
    """The matches that a draw would make now. Nothing was saved."""

    matches = PlannedMatchSerializer(many=True)


class DrawnSerializer(serializers.Serializer):
    """What a draw made."""

    made = whole_number_field("How many matches; 0 where the key had been used, or nobody lacks any.")
    draw = DrawSerializer()


class MatchMarkSerializer(serializers.Serializer):
    """How a match came out."""

    outcome = serializers.ChoiceField(["won", "drawn", "lost"])
    final = serializers.BooleanField()


class PlaceMovedSerializer(serializers.Serializer):
    """Where a row came from since the night before."""

    way = serializers.ChoiceField(["up", "down", "same", "new"])
    by = whole_number_field("Places.")


class StandingsRowSerializer(serializers.Serializer):
    """One line of the table."""

    entrant = whole_number_field()
    name = serializers.CharField()
    member = whole_number_field("Null for a team.", allow_null=True)
    place = whole_number_field(
        "Null for those with too few matches, or not in the bracket of a knock-out.", allow_null=True
    )
    shared = serializers.BooleanField(help_text="Whether others share the place.")
    points = whole_number_field("League points, after penalties.")
    penalty = whole_number_field("League points taken away.")
    played = whole_number_field()
    wins = whole_number_field()
    draws = whole_number_field()
    losses = whole_number_field()
    byes = whole_number_field()
    provisional = whole_number_field("Matches whose result is not final.")
    points_for = whole_number_field("Game points.")
    points_against = whole_number_field("Those of the best of the others.")
    boxes = whole_number_field()
    gins = whole_number_field()
    form = MatchMarkSerializer(many=True, help_text="The last matches, the newest last.")
    moved = PlaceMovedSerializer(allow_null=True)
    values = serializers.DictField(
        child=serializers.FloatField(),
        help_text="What each criterion that was asked says; head-to-head among the last.",
    )
    why = serializers.CharField(allow_blank=True, help_text="What put the row below the one above, or how far it came.")
    notes = text_list_field("Penalties, byes, nights that do not count.")
    lacks = serializers.CharField(allow_blank=True, help_text="What it takes for a place.")


class StandingsSerializer(serializers.Serializer):
    """The table of a season."""

    season = serializers.CharField()
    revision = whole_number_field()
    on = nullable_date_field("The night after which it stood so; null: now.")
    nights = serializers.ListField(child=serializers.DateField(), help_text="When something was played, newest first.")
    closed = serializers.BooleanField(help_text="Whether this is the final table.")
    hidden = serializers.BooleanField(help_text="Whether there are only `names`, in no order of rank.")
    names = text_list_field("Who competes, where the table is hidden.")
    order = serializers.ListField(child=serializers.ChoiceField(list(TIE_BREAKS)), help_text="What the order goes by.")
    bracket = serializers.BooleanField(
        help_text="Whether the bracket gives the places; `order` then only orders those who share one."
    )
    rows = StandingsRowSerializer(many=True)
    sentences = text_list_field("What is to be known of the whole table.")


class NeededBySerializer(serializers.Serializer):
    """What one entrant still needs."""

    entrant = whole_number_field()
    name = serializers.CharField()
    sentences = text_list_field("Each is certain.")


class NeedsSerializer(serializers.Serializer):
    """What each still needs, in the order of the table."""

    season = serializers.CharField()
    revision = whole_number_field()
    hidden = serializers.BooleanField()
    about = serializers.CharField(help_text="What the sentences rest on.")
    entrants = NeededBySerializer(many=True)


class SeasonCalendarsSerializer(serializers.Serializer):
    """The addresses of calendars to subscribe to, which need no token; whoever has one reads it."""

    url = serializers.CharField(help_text="All matches.")
    own_url = serializers.CharField(allow_null=True, help_text="The account's own matches; null for who is no member.")


class ImportTrialSerializer(serializers.Serializer):
    """What taking a file over would do. Nothing was taken over."""

    upload = whole_number_field(
        "Names it when it is taken over, within a day; null where nothing is new.", allow_null=True
    )
    members = text_list_field("New in the league.")
    entrants = text_list_field("New in the season.")
    results = whole_number_field("How many are new.")
    planned = whole_number_field("How many of those are of matches that were planned.")
    known = whole_number_field("How many are here already, and stay as they are.")


class ImportedSerializer(serializers.Serializer):
    """What was taken over."""

    members = text_list_field("New in the league.")
    entrants = text_list_field("New in the season.")
    results = whole_number_field("How many were new.")
    planned = whole_number_field("How many of those were of matches that were planned.")
    known = whole_number_field("How many were here already.")
