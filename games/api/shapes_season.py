"""The shapes of what is answered about seasons, for the schema only, as in ``games.api.shapes``."""

from typing import Any

from rest_framework import serializers

from games.models import Duty, Pairing
from games.rules.season import TIE_BREAKS


def texts(text: str) -> serializers.ListField:
    """Texts in a list; ``text`` says what they are."""
    return serializers.ListField(child=serializers.CharField(), help_text=text)


def amounts(text: str) -> serializers.DictField:
    """Whole numbers by name; ``text`` says of what."""
    return serializers.DictField(child=serializers.IntegerField(), help_text=text)


def whole(text: str = "", **more: Any) -> serializers.IntegerField:
    """A whole number; ``text`` says of what."""
    return serializers.IntegerField(help_text=text or None, **more)


def date_or_null(text: str) -> serializers.DateField:
    """A date, or null; ``text`` says what that means."""
    return serializers.DateField(allow_null=True, help_text=text)


class SeasonLine(serializers.Serializer):
    """A season in a list."""

    id = serializers.CharField()
    name = serializers.CharField()
    revision = whole("Counts whatever moves the season: its only clock.")
    pairing = serializers.ChoiceField(Pairing.values, help_text="How matches come about.")
    teams = serializers.BooleanField(help_text="Whether teams compete.")
    preset = serializers.CharField(help_text="The rules of its games.")
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True, help_text="Since when nothing in it changes any more.")


class Seasons(serializers.Serializer):
    """A page of a league's seasons."""

    seasons = SeasonLine(many=True)
    next = serializers.CharField(allow_null=True, help_text="The query of the next page; null on the last.")


class Season(SeasonLine):
    """A season, and how far it is."""

    league = serializers.CharField(help_text="The league's id.")
    under_way = serializers.BooleanField(help_text="Whether its game's rules, pairing and teams stay what they are.")
    hidden = serializers.BooleanField(help_text="Whether only who runs the league sees the table.")
    hidden_until = serializers.DateTimeField(allow_null=True, help_text="Null: until somebody shows it.")
    entrants = whole("How many compete and did not withdraw.")
    matches = whole("How many there are; byes and cancelled ones are none.")
    left = whole("How many of them are to be played, or are being played.")
    url = serializers.CharField(help_text="The path of its page.")
    duties = serializers.ListField(
        child=serializers.ChoiceField(Duty.values), help_text="The token's account's offices in the league."
    )
    member = whole("The member that the account is; null for none.", allow_null=True)


class GameRules(serializers.Serializer):
    """The rules of a season's games."""

    title = serializers.CharField()
    parameters = serializers.DictField(help_text="Every parameter.")
    sentences = texts("The same in plain sentences.")
    sources = texts("Where the preset was printed.")


class SeasonParameters(serializers.Serializer):
    """Every parameter of a season's own rules."""

    length = serializers.CharField()
    count = whole()
    win = whole()
    draw = whole()
    loss = whole()
    bonus_shutout = whole()
    bonus_gin = whole()
    bonus_box_lead = whole()
    bye = serializers.CharField()
    minimum = whole()
    best_nights = whole(allow_null=True)
    order = serializers.ListField(child=serializers.ChoiceField(list(TIE_BREAKS)))
    confirmation = serializers.CharField()
    strict = serializers.BooleanField()


class SeasonRules(serializers.Serializer):
    """The rules of a season."""

    season = serializers.CharField()
    revision = whole("What `If-Match` names.")
    name = serializers.CharField()
    preset = serializers.CharField()
    house_rules = serializers.DictField(help_text="Parameter to value, laid over the preset.")
    rules_title = serializers.CharField(allow_blank=True, help_text="What the house calls the rules of its games.")
    rules = SeasonParameters()
    pairing = serializers.ChoiceField(Pairing.values)
    teams = serializers.BooleanField()
    fixed = serializers.BooleanField(help_text="Whether preset, house rules, pairing and teams stay what they are.")
    sentences = texts("The rules of the season in plain sentences.")
    game = GameRules()


class WasAndIs(serializers.Serializer):
    """A number before a change and after it; null for none."""

    before = whole(allow_null=True)
    after = whole(allow_null=True)


class Mover(serializers.Serializer):
    """Where one stands, and would stand."""

    entrant = whole()
    name = serializers.CharField()
    place = WasAndIs()
    points = WasAndIs()


class RulesPreview(serializers.Serializer):
    """What other rules would change. Nothing was saved."""

    season = serializers.CharField()
    revision = whole("What `If-Match` names when these rules are saved.")
    changes = serializers.DictField(
        child=serializers.ListField(child=serializers.JSONField()), help_text="What differs, to before and after."
    )
    sentences = texts("Each change in a sentence.")
    movers = Mover(many=True, help_text="Everybody, in the order in which they would stand.")


class Mate(serializers.Serializer):
    """A member's time in a team."""

    id = whole()
    member = whole()
    name = serializers.CharField()
    joined_on = serializers.DateField()
    left_on = date_or_null("Null while he is in it.")


class Entrant(serializers.Serializer):
    """Who competes: a member, or a team."""

    id = whole("Names the entrant in this season.")
    name = serializers.CharField()
    member = whole("Null for a team.", allow_null=True)
    seed = whole("1 is the best; null for none.", allow_null=True)
    joined_on = serializers.DateField()
    withdrawn_on = date_or_null("Null for who is in it.")
    matches = whole("How many of his there are, whatever became of them.")
    left = whole("How many of them are still to be played.")
    mates = Mate(many=True, help_text="Of a team: who plays for it, or did.")


class Entrants(serializers.Serializer):
    """Who competes in a season."""

    season = serializers.CharField()
    revision = whole()
    entrants = Entrant(many=True, help_text="As they came.")


class SeasonPenalty(serializers.Serializer):
    """League points that were taken away, or given."""

    id = whole()
    entrant = whole()
    name = serializers.CharField()
    points = whole("Below 0 they were given.")
    reason = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()
    lifted_at = serializers.DateTimeField(allow_null=True, help_text="Since when they count no more.")


class SeasonEvent(serializers.Serializer):
    """Something that was decided."""

    id = whole()
    kind = serializers.CharField()
    text = serializers.CharField()
    changes = texts("Each rule that a change of rules changed.")
    match = whole("The match that it is about; null for none.", allow_null=True)
    by = serializers.CharField()
    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)


class SeasonHistory(serializers.Serializer):
    """A page of what was decided in a season."""

    events = SeasonEvent(many=True)
    next = serializers.CharField(allow_null=True, help_text="The query of the next page; null on the last.")


class Draw(serializers.Serializer):
    """How far the matches of a season are made."""

    season = serializers.CharField()
    revision = whole()
    pairing = serializers.ChoiceField(Pairing.values)
    sentences = texts("How matches come about.")
    matches = whole("How many there are; byes and cancelled ones are none.")
    left = whole("How many of them are to be played.")
    last_round = whole("Its number; null where none is drawn.", allow_null=True)
    open_in_last_round = whole("How many of its matches are not over.")
    last_round_begun = serializers.BooleanField(help_text="Whether anything came of it; until then it may be redrawn.")
    last_night = date_or_null("The last night on which something is planned.")
    lacks_matches = serializers.BooleanField(help_text="Whether somebody in a round robin lacks matches.")


class MatchPlace(serializers.Serializer):
    """A place in the league's room."""

    id = whole()
    name = serializers.CharField()


class PlannedSide(serializers.Serializer):
    """Who would play."""

    entrant = whole()
    name = serializers.CharField()


class PlannedMatch(serializers.Serializer):
    """A match that would be made."""

    round = whole(allow_null=True)
    night = date_or_null("Null: open.")
    at = serializers.CharField(allow_null=True)
    place = MatchPlace(allow_null=True)
    sides = PlannedSide(many=True, help_text="One alone has a bye.")


class DrawPreview(serializers.Serializer):
    """The matches that a draw would make now. Nothing was saved."""

    matches = PlannedMatch(many=True)


class Drawn(serializers.Serializer):
    """What a draw made."""

    made = whole("How many matches; 0 where the key had been used, or nobody lacks any.")
    draw = Draw()


class MatchMark(serializers.Serializer):
    """How a match came out."""

    outcome = serializers.ChoiceField(["won", "drawn", "lost"])
    final = serializers.BooleanField()


class PlaceMoved(serializers.Serializer):
    """Where a row came from since the night before."""

    way = serializers.ChoiceField(["up", "down", "same", "new"])
    by = whole("Places.")


class StandingsRow(serializers.Serializer):
    """One line of the table."""

    entrant = whole()
    name = serializers.CharField()
    member = whole("Null for a team.", allow_null=True)
    place = whole("Null for who has too few matches.", allow_null=True)
    shared = serializers.BooleanField(help_text="Whether others share the place.")
    points = whole("League points, after penalties.")
    penalty = whole("League points taken away.")
    played = whole()
    wins = whole()
    draws = whole()
    losses = whole()
    byes = whole()
    provisional = whole("Matches whose result is not final.")
    points_for = whole("Game points.")
    points_against = whole("Those of the best of the others.")
    boxes = whole()
    gins = whole()
    form = MatchMark(many=True, help_text="The last matches, the newest last.")
    moved = PlaceMoved(allow_null=True)
    values = serializers.DictField(
        child=serializers.FloatField(),
        help_text="What each criterion that was asked says; head-to-head among the last.",
    )
    why = serializers.CharField(allow_blank=True, help_text="What put the row below the one above.")
    notes = texts("Penalties, byes, nights that do not count.")
    lacks = serializers.CharField(allow_blank=True, help_text="What it takes for a place.")


class Standings(serializers.Serializer):
    """The table of a season."""

    season = serializers.CharField()
    revision = whole()
    on = date_or_null("The night after which it stood so; null: now.")
    nights = serializers.ListField(child=serializers.DateField(), help_text="When something was played, newest first.")
    closed = serializers.BooleanField(help_text="Whether this is the final table.")
    hidden = serializers.BooleanField(help_text="Whether there are only `names`, in no order of rank.")
    names = texts("Who competes, where the table is hidden.")
    order = serializers.ListField(child=serializers.ChoiceField(list(TIE_BREAKS)), help_text="What the order goes by.")
    rows = StandingsRow(many=True)
    sentences = texts("What is to be known of the whole table.")


class NeededBy(serializers.Serializer):
    """What one entrant still needs."""

    entrant = whole()
    name = serializers.CharField()
    sentences = texts("Each is certain.")


class Needs(serializers.Serializer):
    """What each still needs, in the order of the table."""

    season = serializers.CharField()
    revision = whole()
    hidden = serializers.BooleanField()
    about = serializers.CharField(help_text="What the sentences rest on.")
    entrants = NeededBy(many=True)


class SeasonCalendars(serializers.Serializer):
    """The addresses of calendars to subscribe to, which need no token; whoever has one reads it."""

    url = serializers.CharField(help_text="All matches.")
    own_url = serializers.CharField(allow_null=True, help_text="The account's own matches; null for who is no member.")


class ImportTrial(serializers.Serializer):
    """What taking a file over would do. Nothing was taken over."""

    upload = whole("Names it when it is taken over, within a day; null where nothing is new.", allow_null=True)
    members = texts("New in the league.")
    entrants = texts("New in the season.")
    results = whole("How many are new.")
    planned = whole("How many of those are of matches that were planned.")
    known = whole("How many are here already, and stay as they are.")


class Imported(serializers.Serializer):
    """What was taken over."""

    members = texts("New in the league.")
    entrants = texts("New in the season.")
    results = whole("How many were new.")
    planned = whole("How many of those were of matches that were planned.")
    known = whole("How many were here already.")
